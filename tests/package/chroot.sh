#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# chroot.sh PACKAGES WORK-FOLDER [CASE...]: the packages in bare Debian machines without a compiler,
# one for each case. TAP from each. PACKAGES is the folder of the .deb files and of the source they
# were made from (boardd/); what old.sh made of 0.1 is in WORK-FOLDER/old, or those cases are not
# begun. What is fetched, the packages of Debian, stays in the work folder. The cases themselves
# have no network but a loopback of their own.
set -u -o pipefail

here=$(cd "$(dirname "$0")" && pwd) || exit 1
packages=$(cd "$1" && pwd) || exit 1
mkdir -p "$2" && work=$(cd "$2" && pwd) || exit 1
shift 2
cases=("$@")
[ ${#cases[@]} -gt 0 ] || cases=(fresh raspberry_pi autopkgtest)

die() {
	echo "Bail out! $*"
	exit 1
}

[ "$(id -u)" -eq 0 ] || die 'a chroot needs root'
unshare --mount --pid --net --fork true 2>/dev/null || {
	echo '1..0 # SKIP this machine allows no mounts: the packages were not tried in a chroot'
	exit 0
}

# --- a bare machine ---

# The mirror this machine uses itself, for the same release.
mirror_of() {
	# shellcheck disable=SC2016 # apt fills it in
	apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' |
		awk -v name="$1" '$2 == name { print $1; exit }'
}

# What every Debian with systemd has; and for the test curl, python3 (a Lichess) and apt-utils
# (autopkgtest). Nobody minds if the power is cut while dpkg works, so it does not wait for the disk.
make_base() {
	local release mirror

	# shellcheck source=/dev/null
	release=$(. /etc/os-release && echo "$VERSION_CODENAME")
	mirror=$(mirror_of "$release")
	[ -n "$mirror" ] || { apt-get -q update && mirror=$(mirror_of "$release"); }
	[ -n "$mirror" ] || die "apt names no mirror for $release"
	rm -rf "$work/base"
	mmdebstrap --mode=root --variant=apt --skip=cleanup/apt \
		--include=systemd,udev,procps,adduser,sudo,curl,python3,apt-utils --dpkgopt=force-unsafe-io \
		"$release" "$work/base" "$mirror" >"$work/mmdebstrap.log" 2>&1 && touch "$work/base/made" && return
	tail -n 5 "$work/mmdebstrap.log"
	die 'cannot make a chroot: is there a network?'
}

# in_root NETWORK ROOT COMMAND...: with /proc and devices, in mounts and processes of its own;
# NETWORK is ours or none
in_root() {
	local apart=(--mount --pid --fork --kill-child)

	[ "$1" = ours ] || apart+=(--net)
	# shellcheck disable=SC2016 # for the inner shell
	unshare "${apart[@]}" bash -c '
		[ "$1" = ours ] || ip link set lo up || exit
		mount -t proc proc "$2/proc" && mount --rbind /dev "$2/dev" && mount -t tmpfs tmpfs "$2/run" || exit
		root=$2
		shift 2
		case $1 in
		/*) exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
			LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@" ;;
		*) exec "$@" "$root" ;;
		esac' in_root "$@"
}

# What the packages need is fetched now, so that the cases can do without a network.
fetch_needed() {
	local at=$work/base/opt/boardd

	rm -rf "$at" && mkdir -p "$at" && cp "$packages"/*.deb "$here"/*.sh "$here"/*.py \
		"$here/../support/tap.sh" "$packages/boardd/docs/raspberry-pi.md" \
		"$packages/boardd/docs/examples/opera.pgn" "$at" && rm -f "$at"/*-dbgsym_*.deb || return
	[ ! -d "$work/old" ] || cp -a "$work/old" "$at/old" || return
	cp -L /etc/resolv.conf "$work/base/etc/resolv.conf" &&
		printf '127.0.0.1 localhost %s\n::1 localhost\n' "$(uname -n)" >"$work/base/etc/hosts" || return
	in_root ours "$work/base" /bin/sh -c 'cd /opt/boardd && apt-get -q install -y \
		--no-install-recommends --download-only ./*.deb'
}

# --- the cases ---

# With the tools of Debian, from outside; the root comes as the last word.
autopkgtest_in() {
	autopkgtest -B --test-name=board "$packages"/{boardd,boardd-simulator,libboardd0}_*.deb \
		"$packages/boardd/" -- chroot "$1"
}

run_case() {
	local root=$work/root-$1

	rm -rf "$root" && cp -a "$work/base" "$root" || return
	case $1 in
	autopkgtest)
		export -f autopkgtest_in && export packages
		# shellcheck disable=SC2016 # for the inner shell
		in_root none "$root" bash -c 'autopkgtest_in "$0"'
		;;
	*) in_root none "$root" /bin/sh "/opt/boardd/$1.sh" ;;
	esac
}

[ -f "$work/base/made" ] || make_base
fetch_needed >"$work/fetch.log" 2>&1 || {
	tail -n 5 "$work/fetch.log"
	die 'cannot fetch what the packages need: is there a network?'
}
# try_case NAME: with how long it took; its machine is gone afterwards
try_case() {
	local began=$SECONDS status

	echo "# $1"
	run_case "$1"
	status=$?
	echo "# $1: $((SECONDS - began)) s"
	rm -rf "$work/root-$1"
	return "$status"
}

# As many at once as there are processors: they wait for boards, and for time to pass.
declare -A process_of
for name in "${cases[@]}"; do
	while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
		wait -n
	done
	try_case "$name" >"$work/$name.log" 2>&1 </dev/null &
	process_of[$name]=$!
done
failed=()
for name in "${cases[@]}"; do
	wait "${process_of[$name]}" || failed+=("$name")
	cat "$work/$name.log"
done
[ ${#failed[@]} -eq 0 ] || die "failed: ${failed[*]}"
