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
ok 'a board of a Square Off' grep -qxF \
	'{"at":0,"message":"board","board":"????????/????????/8/8/8/8/????????/????????"}' out
ok 'what is lifted' grep -qxF '{"at":68,"message":"lifted","square":"e2"}' out
ok 'noise between its messages' grep -qxF '{"at":74,"damaged":"78","why":"stray"}' out
ok 'what is placed' grep -qxF '{"at":75,"message":"placed","square":"e4"}' out
printf ':255 255 0 0 0 0 255 255\r\n:255 x 255\r\n' >sentio.bin
run decode --protocol sentio sentio.bin
ok 'a board of a Sentio, and damage' prints \
	'{"at":0,"message":"board","board":"????????/????????/8/8/8/8/????????/????????"}' \
	'{"at":26,"damaged":"3a3235352078","why":"content"}' \
	'{"at":32,"damaged":"203235350d0a","why":"stray"}'
printf '\052\002\130\000\377\376\052\002' >chessnut.bin
run decode --protocol chessnut chessnut.bin
ok 'a battery of a Chessnut, and damage byte after byte' prints \
	'{"at":0,"message":"battery","percent":88,"charging":false}' \
	'{"at":4,"damaged":"fffe","why":"unknown_id"}' '{"at":6,"damaged":"2a02","why":"end"}'
{
	printf ':'
	printf '0 0 0 0 0 %.0s' $(seq 52)
	printf '1 2 3 4 255 '
	printf '0 0 0 0 0 %.0s' $(seq 11)
	printf '\r'
} >certabo.bin
run decode --protocol certabo certabo.bin
ok 'tags of a Certabo' prints '{"at":0,"message":"tags","tags":{"e2":"01020304ff"}}'
printf '\216\000\005\064\000\216\000\005\044\040\216\000' >pegasus.bin
run decode --protocol pegasus pegasus.bin
ok 'a Pegasus sees that something stands there, not what' prints \
	'{"at":0,"message":"field_update","square":"e2","piece":null}' \
	'{"at":5,"message":"field_update","square":"e4","piece":"?"}' \
	'{"at":10,"damaged":"8e00","why":"end"}'
run decode --protocol eone chesslink.bin
ok 'an eONE speaks as a ChessLink' grep -qxF '{"at":0,"message":"version","firmware":"1.03"}' out
for make in certabo sentio eone chessnut pegasus squareoff; do
	run decode --protocol "$make" noise.bin
	ok "noise is no $make" gives 0
	ok "noise is lines, of $make too" [ "$(grep -c '^{"at":[0-9]*,"\(damaged\|message\)":.*}$' out)" -eq "$(wc -l <out)" ]
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
