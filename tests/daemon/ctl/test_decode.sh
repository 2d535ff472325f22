#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_decode.sh /PATH/TO/BOARDCTL: bytes of a board in, JSON Lines out. TAP.
boardctl=$1
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../../support/tap.sh"

# decode TEXT WORD...: hexadecimal text through decode --hex
decode() {
	text=$1
	shift
	printf '%s\n' "$text" | "$boardctl" decode --hex "$@" >out 2>err
	status=$?
}

# prints LINE...: exactly these lines, and success
prints() {
	gives 0 && is_silent err && printf '%s\n' "$@" | cmp -s - out
}

decode '8e 00 05 34 00 8e 00 05 24 01'
ok 'a lift and a place' prints '{"at":0,"message":"field_update","square":"e2","piece":null}' \
	'{"at":5,"message":"field_update","square":"e4","piece":"P"}'
ranks='0809 0a0c 0b0a 0908 07070707 07070707'
empty='0000000000000000'
decode "86 00 43 $ranks $empty $empty $empty $empty 01010101 01010101 0203 0406 0504 0302"
ok 'a board is the first field of its FEN' prints \
	'{"at":0,"message":"board_dump","board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}'
decode '8d 00 0a 20 03 02 20 03 02 08'
ok 'times are seconds' says '"right_s":182,"left_s":182,"running":false,"to_move":"left"'
decode '92 00 08 61 22 00 0d 5c'
ok 'text may hold anything' prints '{"at":0,"message":"trademark","text":"a\"\u0000\r\\"}'
decode '8f 00 0c 6f 40 34 41 24 70 03 01 6b'
ok 'a log is a list of events' says \
	'{"at":8,"event":"time","side":"left","seconds":181,"trusted":true}'
decode '85 00 0a 08 01 40 34 41 24 71' --bus
ok 'a bus has addresses' says '"message":"bus_changes","address":1025,"events":[{"at":5,'
decode '85 00 0a 08 01 40 35 41 24 71' --bus
ok 'and checksums' prints '{"at":0,"damaged":"85000a08014035412471","why":"checksum"}'
decode '8e 00 05 34 8e 00 05 24 01'
ok 'damage has its bytes, its place and its reason' prints \
	'{"at":0,"damaged":"8e000534","why":"cut"}' \
	'{"at":4,"message":"field_update","square":"e4","piece":"P"}'
decode '8e 00 05'
ok 'the end inside a message is damage' prints '{"at":0,"damaged":"8e0005","why":"end"}'
decode ''
ok 'nothing is no messages' [ "$status-$(wc -c <out)" = 0-0 ]
decode '8E:00,05 # the rest follows
24	01'
ok 'hexadecimal as people write it' prints \
	'{"at":0,"message":"field_update","square":"e4","piece":"P"}'
decode '8e 00
05 2x 01'
ok 'a letter that is no digit has its line' fails_with 1 '-:2: not hexadecimal'
decode '8e 0'
ok 'half a byte is none' gives 1

printf '\216\000\005\044\001' >board.bin
run decode board.bin
ok 'a file of bytes' prints '{"at":0,"message":"field_update","square":"e4","piece":"P"}'
"$boardctl" decode --protocol dgt - <board.bin >out 2>err
status=$?
ok '- is standard input' prints '{"at":0,"message":"field_update","square":"e4","piece":"P"}'
head -c 300000 "$boardctl" >noise.bin
run decode noise.bin
ok 'noise succeeds' gives 0
ok 'noise is lines of damage' [ "$(grep -c '^{"at":[0-9]*,"\(damaged\|message\)":.*}$' out)" -eq "$(wc -l <out)" ]
run decode missing.bin
ok 'a missing file' fails_with 1 'missing.bin: No such file'
run decode .
ok 'a folder is no file' fails_with 1 '.: '
run decode one two
ok 'one file at a time' fails_with 2 'one FILE'
printf '\166\260\061\260\263\067\064?\170\067\270' >chesslink.bin
run decode --protocol chesslink chesslink.bin
ok 'a version of a ChessLink' grep -qxF '{"at":0,"message":"version","firmware":"1.03"}' out
ok 'noise between its messages' grep -qxF '{"at":7,"damaged":"3f","why":"stray"}' out
ok 'and what follows' grep -qxF '{"at":8,"message":"leds_off"}' out
run decode --protocol chesslink noise.bin
ok 'noise is no ChessLink' gives 0
printf '30#1100001111000011110000111100001111000011110000111100001111000011*0#e2u*x0#e4d*' >squareoff.bin
run decode --protocol squareoff squareoff.bin
ok 'a board of a Square Off' grep -q '^{"at":68,"event":"dump",' out
ok 'what is lifted' grep -qxF '{"at":74,"event":"lifted","square":"e2"}' out
ok 'what is placed' grep -qxF '{"at":81,"event":"placed","square":"e4","piece":"?"}' out
for make in certabo sentio eone chessnut pegasus squareoff; do
	run decode --protocol "$make" noise.bin
	ok "noise is no $make" gives 0
done
run decode --protocol nobody
ok 'an unknown protocol is a wrong call' fails_with 2 "'nobody'"
if [ -w /dev/full ]; then
	"$boardctl" decode board.bin >/dev/full 2>err
	status=$?
	: >out
	ok 'output that cannot be written' fails_with 1 'cannot write'
fi

finish
