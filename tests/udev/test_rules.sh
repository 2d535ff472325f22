#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_rules.sh RULES SYSUSERS PRINT-IDENTITIES: what udev makes of a board. TAP.
# udevd is not needed: udevadm plays it, on devices of umockdev, in a world of its own.
rules=$1
sysusers=$2
print_identities=$3
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../support/tap.sh"

unshare -rm true 2>/dev/null || {
	echo '1..0 # SKIP no namespaces for users here'
	exit 77
}
PATH=$PATH:/sbin:/usr/sbin
usb=/devices/pci0000:00/0000:00:14.0/usb1/1-2

# describe VENDOR PRODUCT MAKER NAME SERIAL: the adapter and its port
describe() {
	cat >device.umockdev <<-END
		P: $usb
		N: bus/usb/001/004
		E: DEVNAME=/dev/bus/usb/001/004
		E: DEVTYPE=usb_device
		E: SUBSYSTEM=usb
		E: MAJOR=189
		E: MINOR=3
		A: busnum=1\\n
		A: devnum=4\\n
		A: idVendor=$1\\n
		A: idProduct=$2\\n
		A: bcdDevice=0600\\n
		A: manufacturer=$3\\n
		A: product=$4\\n
	END
	[ -z "$5" ] || printf 'A: serial=%s\\n\n' "$5" >>device.umockdev
	cat >>device.umockdev <<-END

		P: $usb/1-2:1.0
		E: DEVTYPE=usb_interface
		E: SUBSYSTEM=usb
		A: bInterfaceNumber=00\\n
		A: bInterfaceClass=ff\\n
		A: bInterfaceSubClass=ff\\n
		A: bInterfaceProtocol=ff\\n

		P: $usb/1-2:1.0/ttyUSB0
		E: SUBSYSTEM=usb-serial

		P: $usb/1-2:1.0/ttyUSB0/tty/ttyUSB0
		E: DEVNAME=/dev/ttyUSB0
		E: SUBSYSTEM=tty
		E: MAJOR=188
		E: MINOR=0
		A: dev=188:0\\n
		L: device=../../../ttyUSB0
	END
}

# judge PATH [ACTION]: all that udev says of a device, in out. /dev cannot be written to meanwhile,
# and there is a group of boards even where nobody has made one.
judge() {
	{
		grep -v '^boardd:' /etc/group
		echo 'boardd:x:12345:'
	} >group
	# shellcheck disable=SC2016 # for the inner shell
	unshare -rm sh -c '
		mount --rbind /dev /dev && mount -o remount,bind,ro /dev &&
		mount -t tmpfs run /run && mkdir -p /run/udev/rules.d &&
		cp "$1" /run/udev/rules.d/70-boardd.rules && mount --bind group /etc/group &&
		exec umockdev-run -d device.umockdev -- udevadm test --action="$3" "/sys$2"
	' sh "$rules" "$1" "${2:-add}" >out 2>err
	status=$?
	cat err >>out
}

port=$usb/1-2:1.0/ttyUSB0/tty/ttyUSB0

is_for_boardd() {
	says '70-boardd.rules' && says 'GROUP 12345' && says 'MODE 0660' &&
		grep -q '^TAGS=.*:uaccess:' out && says "run: 'uaccess'"
}

# Where setfacl is not installed, the shell stands for it in the rules.
[ -x /usr/bin/setfacl ] || {
	sed 's|/usr/bin/setfacl|/bin/sh|g' "$rules" >with-shell.rules
	rules=with-shell.rules
}

stays_open_to_dialout() {
	grep -qE "^run: '(/usr/bin/setfacl|/bin/sh) -m g:dialout:rw /dev/ttyUSB0'" out
}

is_for_nobody_else() {
	! grep -q 'g:dialout' out
}

is_kept_from_modem_manager() {
	grep -qx 'ID_MM_DEVICE_IGNORE=1' out
}

has_links() {
	[ "$(sed -n 's/^DEVLINKS=//p' out | tr ' ' '\n' | grep boardd/ | sort | tr '\n' ' ')" = "$1" ]
}

is_left_alone() {
	! grep -q '70-boardd.rules:[0-9]* [A-Z]' out && ! grep -q 'ID_MM_.*IGNORE' out && has_links ''
}

# --- boards ---

"$print_identities" >identities
ok 'the driver knows some boards' [ -s identities ]
while IFS='|' read -r vendor product maker name shared; do
	case $product in *-*) continue ;; esac # a HID device, below
	[ "$vendor" != 0000 ] || vendor=1209 product=0001
	who="$vendor:$product ${maker:-FTDI} ${name:-USB <-> Serial}"
	describe "$vendor" "$product" "${maker:-FTDI}" "${name:-USB <-> Serial}" A1B2C3D4
	judge "$port"
	ok "$who: its port is for boardd and the seat" is_for_boardd
	ok "$who: ModemManager leaves the port alone" says 'ID_MM_PORT_IGNORE=1'
	ok "$who: it has links by path and by number" \
		has_links '/dev/boardd/serial-A1B2C3D4 /dev/boardd/usb-1-2 '
	if [ -n "$shared" ]; then
		ok "$who: it may be anybody's, and stays open to dialout" stays_open_to_dialout
	else
		ok "$who: it is nobody else's" is_for_nobody_else
	fi
	judge "$usb"
	ok "$who: ModemManager leaves the device alone" is_kept_from_modem_manager
done <identities

describe 0403 6001 FTDI 'USB <-> Serial' ''
judge "$port"
ok 'a board without a number is for boardd' is_for_boardd
ok 'a board without a number has a link by path alone' has_links '/dev/boardd/usb-1-2 '
judge "$port" change
ok 'a change keeps what was given' is_for_boardd
judge "$port" remove
ok 'nothing is given to what leaves' is_left_alone
describe 0403 6001 FTDI 'USB <-> Serial' '../../sda b'
judge "$port"
ok 'a number cannot lead a link elsewhere' \
	has_links '/dev/boardd/serial-.._.._sda_b /dev/boardd/usb-1-2 '

# describe_hid VENDOR PRODUCT: what is no serial port
describe_hid() {
	describe "$1" "$2" Maker Name A1B2C3D4
	sed -i '/^P: .*\/ttyUSB0$/,$d' device.umockdev
	cat >>device.umockdev <<-END
		P: $usb/1-2:1.0/0003:2D80:8003.0001
		E: SUBSYSTEM=hid

		P: $hid
		E: DEVNAME=/dev/hidraw0
		E: SUBSYSTEM=hidraw
		E: MAJOR=242
		E: MINOR=0
		A: dev=242:0\\n
	END
}
hid=$usb/1-2:1.0/0003:2D80:8003.0001/hidraw/hidraw0
describe_hid 2d80 8003
judge "$hid"
ok 'a board that is a HID device is for boardd and the seat' is_for_boardd
ok 'and has links' has_links '/dev/boardd/serial-A1B2C3D4 /dev/boardd/usb-1-2 '
for other in '2d80 9003' '046d c31c' '0403 6001'; do
	# shellcheck disable=SC2086 # words
	describe_hid $other
	judge "$hid"
	ok "$other: a keyboard is left alone" is_left_alone
done

# --- others ---

for other in '10c4 ea60 Silicon_Labs CP2102' '0403 6015 FTDI FT231X' '2341 0043 Arduino Uno' \
	'04d8 003f Microchip HID' '1209 0001 DGT Clock'; do
	# shellcheck disable=SC2086 # words
	describe $other ''
	judge "$port"
	ok "$other: its port is left alone" is_left_alone
	judge "$usb"
	ok "$other: the device is left alone" is_left_alone
done

# --- the user and the groups ---

if command -v systemd-sysusers >/dev/null; then
	mkdir -p root/etc
	systemd-sysusers --root="$folder/root" "$sysusers" >out 2>err
	status=$?
	ok 'sysusers makes them' gives 0
	ok 'there is a user boardd who cannot log in' \
		grep -qE '^boardd:.*:/var/lib/boardd:.*nologin$' root/etc/passwd
	ok 'there is a group boardd' grep -q '^boardd:' root/etc/group
	ok 'boardd is a member of boardd-arbiter' grep -qE '^boardd-arbiter:.*:boardd$' root/etc/group
fi

finish
