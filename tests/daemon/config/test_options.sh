#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_options.sh TRY-OPTIONS PAGE: the command line of boardd, from outside. TAP.
boardctl=$1
page=$2
# shellcheck source=tests/support/tap.sh
. "${0%/*}/../../support/tap.sh"

# has KEY VALUE ORIGIN: the printed configuration says so
has() {
	gives 0 && grep -F -B 1 -x "$1 = $2" out | grep -qF "$3"
}

# told WORDS: exit status 2, nothing on standard output, these words on the other
told() {
	gives 2 && is_silent out && grep -qF -- "$1" err
}

here=$(pwd -P)
echo '[http]
port = 81' >good.conf
mkdir good.conf.d
echo '[http]
connections = 5' >good.conf.d/a.conf

run --help
ok 'help is printed' says 'Usage: boardd [OPTION...]'
ok 'and nothing else' is_silent err
grep -oE -- '--[a-z][a-z-]*' out | sort -u >helped
grep -oE '^\.(Op|It)? ?Fl -[a-z-]+|[|] Fl -[a-z-]+' "$page" | grep -oE -- '-[a-z][a-z-]*' |
	sed 's/^/-/' | sort -u >paged
ok 'the man page has the same options' diff helped paged
run --version
ok 'the version is printed' grep -qE '^boardd [0-9]' out

run --check -c good.conf
ok 'a good configuration is good' last_line_is 'the configuration is good'
ok 'and every file that was read is named' says 'good.conf.d/a.conf: read'
run -c good.conf --print-config
ok 'a file is named with the line' has port 81 "from good.conf:2; the default is 1982"
ok 'a drop-in is read' has connections 5 'from good.conf.d/a.conf:2'
run -c good.conf --print-config --port 82
ok 'an option goes before the file' has port 82 'from the command line, --port'
run --print-config --laws 2009 --mode blitz --unsupervised
ok 'laws' has edition 2009 'from the command line, --laws'
ok 'mode' has mode blitz 'from the command line, --mode'
ok 'unsupervised' has supervised no 'from the command line, --unsupervised'
run --print-config --listen 127.0.0.2 --device a --listen 127.0.0.3 --device unix:b \
	--device 'tcp:[::1]:7' --device /dev/c --state s --socket=./t
ok 'addresses' has listen '127.0.0.2 127.0.0.3' 'from the command line, --listen'
ok 'devices, paths from here' has device "$here/a unix:$here/b tcp:[::1]:7 /dev/c" \
	'from the command line, --device'
ok 'the folder of the journal' has directory "$here/s" 'from the command line, --state'
ok 'the socket' has socket "$here/./t" 'from the command line, --socket'
"$boardctl" --print-config --laws 2009 --device a --port 83 >printed.conf
run -c printed.conf --print-config
ok 'what is printed can be used' has device "$here/a" 'from printed.conf:'
run --demo --verbose --time-scale 12.5
ok 'what is no key' last_line_is 'demo 1 verbose 1 time-scale 12.5'

for word in -x --nothing extra --port '--demo=1' -c '--time-scale 0' '--time-scale 1,5' \
	'--time-scale -1' '--time-scale 1001' '--time-scale 1x' '--time-scale nan'; do
	# shellcheck disable=SC2086 # two words
	run $word
	ok "$word will not do" fails_with 2 'boardd: '
done
run --check --port x --laws 1999 --listen 0.0.0.0
ok 'wrong values are told' told "--port: 'x' is not a number from 0 to 65535"
ok 'all of them' grep -qF -- "--laws: '1999' is not one of 2001, 2009, 2023" err
ok 'and what does not go together' grep -qF -- '--listen: an address beyond loopback needs' err
run --print-config -c missing.conf
ok 'a file that was named has to be there' fails_with 2 \
	'missing.conf: cannot be opened: No such file or directory'
echo '[htpp]
[http]
port = 99999' >bad.conf
run --check -c bad.conf
ok 'what is wrong in a file has its line' told \
	"bad.conf:3: [http] port: '99999' is not a number from 0 to 65535"
ok 'and all is told' grep -qF 'bad.conf:1: [htpp]: unknown section; did you mean [http]?' err
if [ -w /dev/full ]; then
	"$boardctl" --print-config >/dev/full 2>err
	status=$?
	ok 'a full disk is told' gives 1
fi
finish
