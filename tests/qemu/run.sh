#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh BUILD-FOLDER WORK-FOLDER: the driver in a guest, on a real ttyUSB0 of the kernel's own
# ftdi_sio. Plugged in, answered, pulled, plugged in again, answered again. TAP.
# The kernel is fetched once and kept in the work folder; nothing is installed.
set -u -o pipefail

source=$(cd "$(dirname "$0")" && pwd) || exit 1
build=$(cd "$1" && pwd) || exit 1
mkdir -p "$2" && cd "$2" || exit 1
limit=300 # seconds for the guest; a busy machine needs a quarter of it

die() {
	echo "Bail out! $*"
	exit 1
}

[ "$(dpkg --print-architecture)" = amd64 ] || {
	echo '1..0 # SKIP the guest is for amd64'
	exit 0
}

# --- a kernel, an initial file system ---

# Debian's user _apt may not be able to write here.
download_kernel() {
	local package

	package=$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p')
	[ -n "$package" ] && apt-get -q -o APT::Sandbox::User=root download "$package"
}

# The lists may be missing, or older than the archive.
fetch_kernel() {
	[ ! -f kernel/fetched ] || return 0
	rm -rf kernel ./*.deb && mkdir kernel || return
	download_kernel || { apt-get -q update && download_kernel; } || return
	dpkg -x ./*.deb kernel && rm -f ./*.deb || return
	/sbin/depmod -b kernel "$(basename kernel/lib/modules/*)" && touch kernel/fetched
}

# with_libraries PROGRAM: it, and what ldd names
with_libraries() {
	local library

	cp "$1" root/bin/ || return
	ldd "$1" | grep -o '/[^ ]*' | while read -r library; do
		mkdir -p "root${library%/*}" && cp -L "$library" "root$library" || return
	done
}

with_module() {
	local file

	/sbin/modprobe -d kernel -S "$version" --show-depends "$1" | sed -n 's/^insmod //p' |
		while read -r file; do
			file=lib/modules/${file##*/lib/modules/}
			mkdir -p "root/${file%/*}" && cp "kernel/$file" "root/$file" || return
		done
}

make_initramfs() {
	rm -rf root && mkdir -p root/bin root/dev root/proc root/sys root/tmp root/run || return
	cp /bin/busybox root/bin/ && cp "$source/init.sh" root/init && chmod +x root/init || return
	with_libraries "$build/tests/qemu/qemu-guest" || return
	with_libraries "$build/daemon/boardctl" || return
	with_module xhci-pci && with_module ftdi_sio || return
	cp kernel/lib/modules/"$version"/modules.{order,builtin,builtin.modinfo} root/lib/modules/"$version"/ &&
		/sbin/depmod -b root "$version" || return
	(cd root && find . | cpio -o -H newc --quiet | gzip -1) >initramfs.gz
}

fetch_kernel || die 'cannot fetch a kernel: is there a network?'
version=$(basename kernel/lib/modules/*)
make_initramfs || die 'cannot make the initial file system'

# --- the guest, and a board to plug in ---

rm -f board.sock guest.log
touch guest.log
timeout "$limit" qemu-system-x86_64 -nodefaults -machine q35 -accel tcg -cpu qemu64 -smp 1 -m 256 \
	-display none -no-reboot -kernel "kernel/boot/vmlinuz-$version" -initrd initramfs.gz \
	-append 'console=ttyS0 quiet panic=-1 mitigations=off' -serial file:guest.log \
	-device qemu-xhci,id=xhci -chardev socket,id=board,path=board.sock,server=on,wait=off \
	-device usb-serial,chardev=board,id=dgt,serial=DGT0001,bus=xhci.0 >qemu.log 2>&1 &
qemu=$!
board=
trap 'kill $qemu $board 2>/dev/null' EXIT

count=0
failures=0

# ok WHAT: the command before said it
ok() {
	local status=$?

	count=$((count + 1))
	if [ "$status" -eq 0 ]; then
		echo "ok $count - $1 ($SECONDS s)"
		return 0
	fi
	failures=$((failures + 1))
	echo "not ok $count - $1"
	return 1
}

# guest_says N WORDS: it has said them N times, or does while it lives
guest_says() {
	while [ "$(grep -acE "^guest: $2" guest.log)" -lt "$1" ]; do
		kill -0 "$qemu" 2>/dev/null || return
		sleep 0.2
	done
}

# The emulated adapter is there as long as somebody is connected to its other end.
plug_in() {
	"$build/tests/daemon/ctl/fake-board" unix:board.sock &
	board=$!
}

pull() {
	kill "$board"
	wait "$board" 2>/dev/null
	board=
}

guest_says 1 'ready'
ok 'the guest is up'
plug_in
guest_says 1 'arrived /dev/ttyUSB0 usb [0-9.-]+ 0403:6001 serial DGT0001'
ok 'the board is found by its identity, with path and number'
guest_says 1 'connected 12345 firmware 1.2'
ok 'the board answers'
pull
guest_says 1 'lost|left'
ok 'the board is missed'
guest_says 1 'left /dev/ttyUSB0'
ok 'its port is gone'
plug_in
guest_says 2 'arrived /dev/ttyUSB0 '
ok 'it is back, and under its old name: the old port was closed in time'
guest_says 2 'connected 12345 '
ok 'it answers again'
guest_says 1 'status 0'
ok 'the guest is content'
guest_says 1 'doctor 0'
ok 'so is the doctor'
wait "$qemu"
ok 'and goes to sleep'

echo "1..$count"
if [ "$failures" -gt 0 ]; then
	tail -n 40 guest.log qemu.log | sed 's/^/# /'
	exit 1
fi
