#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cross.sh ARCHITECTURE PACKAGES WORK-FOLDER: the packages for arm64 or armhf, cross-built in a chroot
# from the source in PACKAGES/boardd, to PACKAGES/ARCHITECTURE; and the tests of the three libraries, built for
# that machine and run by qemu-user. The chroot stays in the work folder.
set -u -o pipefail

architecture=$1
packages=$(cd "$2" && pwd) || exit 1
mkdir -p "$3" && work=$(cd "$3" && pwd) || exit 1
root=$work/$architecture

die() {
	echo "Bail out! $*"
	exit 1
}

case $architecture in
arm64) triplet=aarch64-linux-gnu qemu=qemu-aarch64-static ;;
armhf) triplet=arm-linux-gnueabihf qemu=qemu-arm-static ;;
*) die "no way to $architecture is known here" ;;
esac
[ "$(id -u)" -eq 0 ] || die 'a chroot needs root'

# Tools of this machine, libraries of the other.
wanted() {
	echo "debhelper crossbuild-essential-$architecture cmake ninja-build pkgconf nodejs qemu-user-static"
	echo 'umockdev python3'
	for library in libc6-dev libserialport-dev libusb-1.0-0-dev libjansson-dev libinih-dev \
		libsqlite3-dev libuv1-dev libwebsockets-dev libsystemd-dev libcurl4-openssl-dev \
		libmosquitto-dev libutf8proc-dev libssl-dev check libsubunit-dev libumockdev-dev \
		libudev-dev libseccomp-dev; do
		echo "$library:$architecture"
	done
}

make_root() {
	local release mirror include

	# shellcheck source=/dev/null
	release=$(. /etc/os-release && echo "$VERSION_CODENAME")
	# shellcheck disable=SC2016 # apt fills it in
	mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' |
		awk -v name="$release" '$2 == name { print $1; exit }')
	include=$(wanted | tr -s ' \n' ',')
	rm -rf "$root"
	mmdebstrap --mode=root --variant=apt --dpkgopt=force-unsafe-io --architectures="amd64,$architecture" \
		--include="${include%,}" "$release" "$root" "$mirror" >"$work/$architecture.log" 2>&1 &&
		touch "$root/made" && return
	tail -n 20 "$work/$architecture.log"
	die 'cannot make a chroot: is there a network?'
}

# inside COMMAND...: in the chroot, without a network
inside() {
	# shellcheck disable=SC2016 # for the inner shell
	unshare --mount --pid --net --fork --kill-child bash -c '
		mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" || exit
		exec env -i HOME=/tmp PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games LC_ALL=C.UTF-8 \
			DEB_BUILD_OPTIONS="parallel=$(nproc)" CK_DEFAULT_TIMEOUT=600 chroot "$0" "$@"' "$root" "$@"
}

[ -f "$root/made" ] || make_root
rm -rf "$root/build" && mkdir -p "$root/build" && cp -a "$packages/boardd" "$root/build/boardd" || exit 1
cat >"$root/build/toolchain.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${triplet%%-*})
set(CMAKE_C_COMPILER $triplet-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE $triplet)
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/bin/$qemu)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/$triplet/pkgconfig:/usr/share/pkgconfig)
END

# -d: what is native of the build's needs is in the list above, by hand.
inside sh -c "cd /build/boardd && dpkg-buildpackage -a$architecture -Pcross -b -d -us -uc" ||
	die "no packages for $architecture"
rm -rf "${packages:?}/$architecture" && mkdir "$packages/$architecture" &&
	cp "$root"/build/*_"$architecture".deb "$packages/$architecture/" || exit 1

# shellcheck disable=SC2016 # for the inner shell
inside sh -e -c '
	cd /build/boardd
	cmake -G Ninja -B /build/tests -DCMAKE_TOOLCHAIN_FILE=/build/toolchain.cmake \
		-DCMAKE_BUILD_TYPE=Release -DBOARDD_BENCH=OFF -DBOARDD_ARCHIVES="$PWD/web/npm"
	cd /build/tests
	for folder in rules-core board-protocol touchmove; do
		cmake --build . --target "tests/$folder/all"
		# Those that start other programs would have to be of one machine.
		ctest --test-dir "tests/$folder" --output-on-failure -j "$(nproc)" --timeout 1800 \
			-E "stockfish|pgn_extract|scenarios"
	done' || die "the libraries fail on $architecture"
