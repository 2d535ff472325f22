#!/bin/busybox sh
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# The first process of the guest: drivers, then the two programs we came for.
/bin/busybox --install -s /bin
export PATH=/bin
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
for module in xhci-pci ftdi_sio; do
	modprobe "$module" || echo "guest: no module $module"
done
qemu-guest
echo "guest: status $?"
boardctl doctor
echo "guest: doctor $?"
poweroff -f
