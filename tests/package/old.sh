#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# old.sh COMMIT VERSION WORK-FOLDER: boardd as it was, in WORK-FOLDER/old: tree.tar, what its
# "cmake --install" put into a machine, and boardd_VERSION.deb, a package of all that, as an
# administrator would have made one: there was no packaging then.
set -eu -o pipefail
commit=$1
version=$2
mkdir -p "$3"
work=$(cd "$3" && pwd)
[ ! -f "$work/old/$commit" ] || exit 0

rm -rf "$work/old" "$work/source" && mkdir -p "$work/old" "$work/source"
git -c safe.directory='*' archive "$commit" | tar -x -C "$work/source"
cd "$work/source"

# installed PREFIX FOLDER: built and installed there; nobody measures it, so it is not optimised
installed() {
	cmake -G Ninja -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O0 -DBOARDD_TESTS=OFF \
		-DBOARDD_BENCH=OFF -DCMAKE_INSTALL_PREFIX="$1"
	cmake --build build
	DESTDIR="$2" cmake --install build --strip
}

installed /usr/local "$work/source/tree"
tar -c --owner=0 --group=0 -C tree -f "$work/old/tree.tar" usr

installed /usr "$work/source/package"
mkdir -p package/DEBIAN package/etc/boardd debian
cp docs/examples/boardd.conf package/etc/boardd/boardd.conf
echo /etc/boardd/boardd.conf >package/DEBIAN/conffiles
printf 'Source: boardd\n\nPackage: boardd\nArchitecture: any\n' >debian/control
needs=$(dpkg-shlibdeps -O package/usr/sbin/boardd package/usr/bin/*)
cat >package/DEBIAN/control <<END
Package: boardd
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: nobody <nobody@boardd.example>
Depends: ${needs#shlibs:Depends=}, libwebsockets-evlib-uv, systemd
Description: electronic chess boards, as they were in $version
END
cat >package/DEBIAN/postinst <<'END'
#!/bin/sh
set -e
systemd-sysusers boardd.conf
systemctl enable boardd
END
chmod 755 package/DEBIAN/postinst
dpkg-deb --root-owner-group --build package "$work/old/boardd_$version.deb"
touch "$work/old/$commit"
