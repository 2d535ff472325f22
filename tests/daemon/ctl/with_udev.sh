#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# with_udev.sh COMMAND...: runs it where udev seems to run, with a /run of its own; or, without
# namespaces, where it does not. The rule is installed nowhere it can see.
unshare -rm true 2>/dev/null || exec "$@"
# shellcheck disable=SC2016 # for the inner shell
exec unshare -rm sh -c '
	mount -t tmpfs run /run && mkdir -p /run/udev/data && touch /run/udev/control && exec "$@"
' sh "$@"
