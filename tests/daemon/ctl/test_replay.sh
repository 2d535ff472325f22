#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_replay.sh BOARDCTL BOARDSIM CAPTURES: captures and what is reported of them. TAP.
boardctl=$1
boardsim=$2
captures=$3
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../../support/tap.sh"

# moves_of WORDS FILE: ply and move of every line with these words
moves_of() {
	grep -F -- "$1" "$2" | sed 's/.*"ply":\([0-9]*\).*"uci":"\([a-h1-8qrbn]*\)".*/\1 \2/'
}

# plays_clean WORD...: a game of boardsim is read as it was played, and nobody is accused
plays_clean() {
	"$boardsim" "$@" --games 1 --think 2 --capture game.capture --truth truth || return
	run replay game.capture
	gives 0 && is_silent err || return
	moves_of '"truth":"made"' truth >made
	moves_of '"event":"move"' out >found
	[ -s made ] && cmp -s made found && ! grep -qE '"event":"(irregularity|revised|unsure)"' out
}

# gives_moves FILE: these moves are told, each once, and nobody is accused
gives_moves() {
	moves_of '"event":"move"' out >found
	cmp -s "$1" found && ! grep -qE '"event":"(irregularity|revised|unsure)"' out
}

# --- captures with their streams, or only their moves ---

for capture in "$captures"/*.capture; do
	name=$(basename "$capture" .capture)
	run replay "$capture"
	ok "$name succeeds" gives 0
	if [ -f "${capture%.capture}.moves" ]; then
		ok "$name gives its moves" gives_moves "${capture%.capture}.moves"
	else
		ok "$name gives its stream" cmp -s out "${capture%.capture}.stream"
	fi
	cp out first
	"$boardctl" replay - <"$capture" >out 2>err
	ok "$name from standard input gives the same" cmp -s out first
done

# Who measured the times of a recording, whoever recorded it, finds them again in what is told.
told_within() {
	sed 's/.*"event":"\([a-z]*\)".*T\(..\):\(..\):\([0-9.]*\)Z"\(.*\)/\1 \2 \3 \4 \5/' "$2" |
		awk -v most="$1" '{ at = $2 * 3600 + $3 * 60 + $4 }
			$1 == "sensed" && !/null/ { placed = at }
			$1 == "move" && at - placed > most { late++ }
			END { exit late > 0 }'
}
run replay "$captures/hands-no-clock.capture"
ok 'a half-move without a clock is told when it has settled' told_within 1.6 out

# Boards that tell where something stands, not what: a half-move is told as it was played, or after
# a doubt, and nobody is accused.
for make in pegasus sentio eone squareoff; do
	"$boardsim" --make "$make" --random 3 --games 1 --capture game.capture --truth truth
	run replay game.capture
	ok "$make: a game is read" [ "$(grep -c '"event":"move"' out)" -gt 100 ]
	ok "$make: nobody is accused" [ "$(grep -c '"event":"irregularity"' out)" -eq 0 ]
	sed '/"event":"unsure"/,$d' out >sure
	moves_of '"event":"move"' sure >found
	moves_of '"truth":"made"' truth | head -n "$(wc -l <found)" >made
	ok "$make: all is right until something is unsure" cmp -s found made
done

# Why it was read so, in words.
run replay --explain "$captures/touch-move.capture"
ok 'a capture is explained' gives 0
ok '  each half-move, and why it was told' \
	grep -q '^0:00:0[0-9.]* 1\. e4, told 0\.[0-9] s after its men came to rest: seen; pressed; ' out
ok '  what hands did' grep -q '^	black put back nb8 (observed)$' out
ok '  the readings that were alive' grep -q '^	1\. 0\.0:' out
ok '  and what was found' grep -q '^0:00:0[0-9.]* touch-move, 4\.3\.1, black, ' out
run replay --explain --journal journal.sqlite --game gid
ok 'only a capture is explained' gives 2
"$boardctl" replay --explain - <"$captures/recorded-late.capture" >out 2>err
ok 'also from standard input' grep -q ' 1\. e4, told ' out

# A board by Bluetooth looks at its squares more slowly, and says how its bytes came.
sed '1s/"protocol":"dgt"/&,"transport":"bluetooth"/' "$captures/recorded-late.capture" >air.capture
run replay air.capture
ok 'a capture may say how its bytes came' grep -q '"event":"board".*"transport":"bluetooth"' out
ok '  and gives its moves' gives_moves "$captures/recorded-late.moves"
for way in usb serial network; do
	sed "1s/\"protocol\":\"dgt\"/&,\"transport\":\"$way\"/" "$captures/recorded-late.capture" >way.capture
	run replay way.capture
	ok "  by $way" grep -q '"event":"board".*"make":"dgt",.*"transport":"'"$way"'"' out
done

# Times that were put in afterwards need not be whole.
sed 's/^\({"t":[0-9]*\)/\1.5/' "$captures/recorded-late.capture" >parts.capture
run replay parts.capture
ok 'parts of a millisecond are dropped' gives_moves "$captures/recorded-late.moves"

# The next game in the same recording: the program asked for the board again.
last=$(sed -n '$s/^{"t":\([0-9]*\).*/\1/p' "$captures/recorded-late.capture")
{
	cat "$captures/recorded-late.capture"
	sed 1d "$captures/recorded-digits.capture" |
		awk -F'[:,]' -v last="$last" '{ sub(/"t":[0-9]+/, "\"t\":" ($2 + last + 20000)); print }'
} >two.capture
cat "$captures/recorded-late.moves" "$captures/recorded-digits.moves" >two.moves
run replay two.capture
ok 'two games in one recording give the moves of both' gives_moves two.moves

# A recording that never shows the board: the first man put down tells which way it lies.
for name in recorded-rotated recorded-late; do
	grep -v '"in":"8600' "$captures/$name.capture" >no-dump.capture
	run replay no-dump.capture
	ok "$name without a dump gives its moves" gives_moves "$captures/$name.moves"
done

# --- games that were played ---

for seed in 1 2 3 4 5; do
	ok "a careful game, seed $seed" plays_clean --random $seed --careful
done
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	ok "a game with all manners, seed $seed" plays_clean --random $seed
done
ok 'a board the other way round' plays_clean --random 3 --rotated
ok 'which is said' says '"state":"rotated"'
cp out first
run replay game.capture
ok 'twice the same, byte for byte' cmp -s out first
ok 'numbers have no gap' [ "$(sed 's/.*"seq":\([0-9]*\).*/\1/' out | awk '$1 != NR' | wc -l)" -eq 0 ]
ok 'times never fall' sh -c 'sed "s/.*\"time\":\"\([^\"]*\)\".*/\1/" out | sort -c'

# --- moves that come and go ---

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
# script WORDS: what is reported when this is done at a board
script() {
	printf 'fen: %s\n%s\n' "$start" "$1" >script
	"$boardsim" --script script --capture script.capture && run replay script.capture
}
# tells LINE...: moves as they come: the event, its ply, its move
tells() {
	grep -E '"event":"(move|revised)"' out |
		sed 's/.*"event":"\([a-z]*\)".*"ply":\([0-9]*\).*"uci":"*\([a-h1-8qrbn]*\|null\)[",].*/\1 \2 \3/' >told
	printf '%s\n' "$@" | cmp -s - told
}
illegal='lift b1; place b3 N; wait 2; press white; wait 2'
script "$illegal; press black; wait 2; lift b3; place c3 N; wait 2; press white; wait 2"
ok 'an illegal move that was given back is no move' tells 'move 1 b1c3'
script "$illegal; lift b3; place c3 N; wait 2; lift e7; place e5 p; press black; wait 2"
ok 'one put right in the time of the opponent is the move' tells 'move 1 b1c3' 'move 2 e7e5'
script "$illegal; lift e7; place e5 p; wait 2; press black; wait 2; lift e2; place e4 P; wait 2"
ok 'one that was answered stands' tells 'move 1 null' 'move 2 e7e5' 'move 3 e2e4'
ok '  and it is said' says '"legal":false'
ok '  in the position it left' says 'rnbqkbnr/pppp1ppp/8/4p3/4P3/1N6/PPPP1PPP/R1BQKBNR b'
script "lift g1; place g1 N; wait 2; lift e2; place e4 P; wait 2; press white; wait 2
arbiter uphold; press black; lift e4; place e2 P; wait 2; arbiter resume
lift g1; place f3 N; wait 2; press white; wait 2"
ok 'an upheld claim takes the move back' tells 'move 1 e2e4' 'revised 1 null' 'move 1 g1f3'

# --- recordings of other programs ---

"$boardsim" --random 3 --games 1 --think 2 --capture game.capture --truth truth
moves_of '"truth":"made"' truth >made
grep -v '"out"' game.capture >others.capture
run replay others.capture
moves_of '"event":"move"' out >found
ok 'a recording without what the board was told' cmp -s made found

# --- what an arbiter does ---

# act FILE TIME ACTION: adds a line
act() {
	printf '{"t":%s,"arbiter":"%s"}\n' "$2" "$3" >>"$1"
}
"$boardsim" --random 3 --games 1 --think 2 --capture game.capture --truth truth
last=$(tail -n 1 game.capture | sed 's/{"t":\([0-9]*\).*/\1/')
run replay game.capture
cp out before
cp game.capture acted.capture
act acted.capture "$last" 'set-move 1 a2a3'
run replay acted.capture
ok 'a move is set' says '"event":"revised"'
seq=$(sed -n 's/.*"event":"decision","seq":\([0-9]*\).*/\1/p' out)
act acted.capture "$last" "undo $seq"
run replay acted.capture
ok 'and undone' says "\"undoes\":$seq"
moves_of '"event":"move"' before >found
{
	moves_of '"event":"move"' out
	moves_of '"event":"revised"' out | grep -v null
} | awk '{ move[$1 + 0] = $2; last = $1 + 0 > last ? $1 + 0 : last }
	END { for (i = 1; i <= last; i++) print i, move[i] }' >after
ok 'after which every move is as it was' cmp -s found after
# A note amid the game: without it all is the same.
middle=$(($(wc -l <game.capture) / 2))
head -n "$middle" game.capture >noted.capture
act noted.capture "$(tail -n 1 noted.capture | sed 's/{"t":\([0-9]*\).*/\1/')" 'note amid the game'
tail -n +$((middle + 1)) game.capture >>noted.capture
run replay noted.capture
seq=$(sed -n 's/.*"event":"decision","seq":\([0-9]*\).*/\1/p' out)
act noted.capture "$last" "undo $seq"
run replay noted.capture
ok 'without a note nothing is different' sh -c "! sed '1,/\"undoes\":$seq/d' out | grep -q ."
act acted.capture "$last" 'undo 1'
run replay acted.capture
ok 'what cannot be undone is refused' gives 1
ok '  with its reason' grep -qF 'this is the number of no decision' err
ok '  and its line' grep -q "^acted.capture:$(wc -l <acted.capture): " err

# --- a capture that begins in the middle of a game, and does not say from where ---

# midgame FEN EVENTS OPTION...: what is reported of it
midgame() {
	printf 'fen: %s\n%s\n' "$1" "$2" >midgame.script
	shift 2
	"$boardsim" --script midgame.script --capture told.capture "$@"
	sed '1s/"start":"[^"]*",//' told.capture >midgame.capture
	run replay midgame.capture
}

# begins FEN MOVE...: the game begins there, these are its moves, and nobody is accused
begins() {
	grep -qF "\"state\":\"ready\",\"fen\":\"$1\"" out || return
	shift
	sed -n 's/.*"event":"move".*"uci":"\([^"]*\)".*/\1/p' out >found
	[ "$(paste -sd ' ' found)" = "$*" ] && ! grep -qE '"event":"(irregularity|revised|unsure)"' out
}

fen='r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -'
knight='wait 2; lift g8; place f6 n; wait 3'
castling='lift e1; place g1 K; lift h1; place f1 R; wait 3'
midgame "$fen 3 3" "$knight; press black; $castling; press white"
ok 'the first whole board is the start, and its mover has the move' begins "$fen 0 1" g8f6 e1g1
midgame "$fen 3 3" "$knight; $castling"
ok '  so it is without a press' begins "$fen 0 1" g8f6 e1g1
midgame "$fen 3 3" "$knight; press black; $castling; press white" --rotated
ok '  and on a board that lies the other way round' begins "$fen 0 1" g8f6 e1g1
midgame "$fen 3 3" "wait 2; press white; $knight; press black"
ok 'a press before the first move is of the move before' begins "$fen 0 1" g8f6
midgame '4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1' 'wait 2; lift a4; lift b4; place b3 p; wait 2; press black'
ok 'a pawn may just have passed' begins '4k3/8/8/8/pP6/8/8/4K3 b - b3 0 1' a4b3
midgame "$fen 3 3" 'wait 2; lift g8; place g5 n; press black; wait 2'
ok 'of an illegal move the press says who made it' \
	grep -q '"kind":"illegal-move".*"color":"black"' out
midgame '4k3/8/8/8/8/8/8/4K3 w - - 0 1' 'wait 2; lift e1; wait 2'
ok 'without a move nothing begins' sh -c '! grep -q "\"event\":\"game\"" out'

# --- what is no capture ---

head='{"capture":1,"protocol":"dgt"}'
# fault LINE WORDS TEXT...: the text is refused with the line and the words
fault() {
	line=$1
	words=$2
	shift 2
	printf '%s\n' "$@" >bad.capture
	run replay bad.capture
	ok "refused: $words" fails_with 1 "bad.capture:$line: "
	ok '  and why' grep -qF -- "$words" err
}
fault 1 'no JSON' 'hello'
fault 1 'no object' '[1]'
fault 1 'must have "capture" and "protocol"' '{"t":1,"in":"00"}'
fault 1 '"capture" must be 1' '{"capture":2,"protocol":"dgt"}'
fault 1 '"protocol" must be "dgt"' '{"capture":1,"protocol":"abc"}'
fault 1 '"transport" must be one of' '{"capture":1,"protocol":"dgt","transport":"pigeon"}'
fault 1 '"laws" must be one of' '{"capture":1,"protocol":"dgt","laws":"1997"}'
fault 1 '"mode" must be one of' '{"capture":1,"protocol":"dgt","mode":"slow"}'
fault 1 '"supervised" must be' '{"capture":1,"protocol":"dgt","supervised":"no"}'
fault 1 '"start": Black has no king' \
	'{"capture":1,"protocol":"dgt","start":"8/8/8/8/8/8/8/4K3 w - - 0 1"}'
fault 1 '"start", character' '{"capture":1,"protocol":"dgt","start":"x"}'
fault 1 '"time_control", character 4: a number is missing' \
	'{"capture":1,"protocol":"dgt","time_control":"40/"}'
fault 1 '"time_control" must be a string' '{"capture":1,"protocol":"dgt","time_control":40}'
fault 1 '"penalty_minutes" must be' '{"capture":1,"protocol":"dgt","penalty_minutes":-1}'
fault 1 'unknown key "law"' '{"capture":1,"protocol":"dgt","law":"2023"}'
fault 2 'no JSON' "$head" ''
fault 2 '"t" must be a time' "$head" '{"t":-1,"in":"00"}'
fault 2 '"t" must be a time' "$head" '{"in":"00"}'
fault 3 '"t" falls from 5 to 4' "$head" '{"t":5,"in":"00"}' '{"t":4,"in":"00"}'
fault 2 'odd number of digits' "$head" '{"t":5,"in":"000"}'
fault 2 'no hexadecimal digit' "$head" '{"t":5,"in":"0x"}'
fault 2 'needs "in", "out" or "arbiter"' "$head" '{"t":5}'
fault 2 'are all such a line has' "$head" '{"t":5,"in":"00","out":"00"}'
fault 2 'unknown action' "$head" '{"t":5,"arbiter":"shout"}'
: >empty.capture
run replay empty.capture
ok 'an empty file is no capture' fails_with 1 'empty.capture:1: the file is empty'
run replay missing.capture
ok 'a missing capture' fails_with 1 'missing.capture: No such file'
run replay
ok 'replay wants a file' fails_with 2 'FILE'
echo "$head" >nothing.capture
run replay nothing.capture
ok 'a capture without a line' gives 0

finish
