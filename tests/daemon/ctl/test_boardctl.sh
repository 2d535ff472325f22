#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
#
# test_boardctl.sh /PATH/TO/BOARDCTL: what its users rely on, seen from outside. TAP.
boardctl=$1
# shellcheck source=tests/support/tap.sh
. "$(dirname "$0")/../../support/tap.sh"

# --- help and version ---

run --help
ok '--help succeeds' gives 0
ok '--help names decode' says decode
ok '--help names perft' says perft
ok '--help names pgn' says pgn
run -h
ok '-h is --help' says 'Usage: boardctl COMMAND'
run --version
ok '--version succeeds' gives 0
ok '--version begins with the name and the number' grep -qxE 'boardctl [0-9]+\.[0-9]+\.[0-9]+' out
ok '--version tells what else has a version' \
	expr "$(tail -n +2 out | paste -sd' ')" : 'stream 1 journal [0-9]* api 1 capture 1 mqtt 1$'
run
ok 'no command is a wrong call' fails_with 2 'no command'
run checkers
ok 'an unknown command is a wrong call' fails_with 2 'unknown command checkers'
run --checkers
ok 'an unknown option is a wrong call' fails_with 2 '--checkers'
for command in decode doctor perft pgn record replay scenarios winnable; do
	run "$command" --help
	ok "$command --help succeeds" gives 0
	ok "$command --help shows its usage" says "Usage: boardctl $command"
	run "$command" --checkers
	ok "$command does not take an unknown option" fails_with 2 "$command: unknown option --checkers"
done

# --- winnable ---

run winnable 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
ok 'winnable: three lines' [ "$(cat out)" = "$(printf 'white yes\nblack yes\ndead no')" ]
run winnable '8/2k5/8/p1p1p1p1/P1P1P1P1/8/5K2/8 w - -'
ok 'winnable: a locked position is dead' [ "$(cat out)" = "$(printf 'white no\nblack no\ndead yes')" ]
run winnable --line 'k7/8/1K6/8/8/8/8/6Q1 w - - 0 1'
ok 'winnable --line tells the mate' grep -qE '^white yes( [a-h][1-8][a-h][1-8])+$' out
ok 'winnable --line: who cannot has none' grep -qx 'black no' out
run winnable '8/8/8/8/8/8/8/K7 w - - 0 1'
ok 'winnable without a king is unknown' [ "$(cat out)" = "$(printf 'white unknown\nblack unknown\ndead unknown')" ]
printf '%s\n' '4k3/8/8/8/8/8/8/4K2R w K - 0 1' 'nonsense' '4k3/8/8/8/8/8/8/4K3 b - -' >in
"$boardctl" winnable - <in >out 2>err
status=$?
ok 'winnable -: a line for each line' [ "$(cat out)" = "$(printf 'W-\n??\n--')" ]
ok 'winnable -: the bad one is named' grep -q 'line 2, character' err
ok 'winnable -: and the status says so' gives 1
# What a board can misread: no king, two of them, a pawn on the last rank, a king that
# can be taken, both kings in check; too many men are no reason not to know.
printf '%s\n' '8/8/8/8/8/8/8/K7 w - -' 'kk6/8/8/8/8/8/8/K7 w - -' 'k6P/8/8/8/8/8/8/K7 w - -' \
	'k7/8/8/8/8/8/8/R6K w - -' 'R3k2R/8/8/8/8/8/8/r3K2r w - -' \
	'qqqqkqqq/qqqqqqqq/qqqqqqqq/8/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ/8 w - -' >misread
"$boardctl" winnable - <misread >out 2>err
status=$?
ok 'winnable -: misread men' [ "$(cat out)" = "$(printf '??\n??\n??\n??\n??\nWB')" ]
ok 'winnable -: are no bad input' gives 0
"$boardctl" winnable - --line <in >out 2>err
ok 'winnable - --line adds the moves' grep -qE '^W- W( [a-h][1-8][a-h][1-8])+$' out
run winnable --nodes 1 '8/4k3/8/8/8/4K3/3BN3/8 w - - 0 1'
ok 'winnable --nodes bounds the effort' says 'white unknown'
run winnable --nodes 0 x
ok 'winnable --nodes must be a number' fails_with 2 'nodes'
run winnable
ok 'winnable wants a position' fails_with 2 'FEN'
run winnable 'rnbqkbnr/pppppppp/8/8 w'
ok 'winnable: a bad FEN' fails_with 1 'FEN, character'

# --- perft ---

run perft 4
ok 'perft 4 succeeds' gives 0
ok 'perft 4 from the start' last_line_is 'nodes 197281'
run perft 0
ok 'perft 0 is the position itself' last_line_is 'nodes 1'
run perft 3 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
ok 'perft --fen, as published' last_line_is 'nodes 97862'
run perft --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -' 1
ok 'options may stand first, and a FEN may have four fields' last_line_is 'nodes 48'
run perft 3 --divide
ok 'perft --divide counts the same' last_line_is 'nodes 8902'
ok 'perft --divide has a line for each move' [ "$(grep -c '^[a-h][1-8][a-h][1-8]: [0-9]*$' out)" -eq 20 ]
ok 'perft --divide adds up' [ "$(awk '/:/ { n += $2 } END { print n }' out)" -eq 8902 ]
run perft 1 --divide --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
ok 'castling is the king going two squares' says 'e1g1: 1'
run perft 1 --divide --chess960 --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
ok 'in Chess960 it is the king onto its rook' says 'e1h1: 1'
run perft 3 --chess960 --fen 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9'
ok 'a Chess960 position, as published' last_line_is 'nodes 12189'
run perft 2 --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1'
ok 'a FEN that cannot be read: where' fails_with 1 'FEN, character 43'
run perft 2 --fen '8/8/8/8/8/8/8/4K3 w - - 0 1'
ok 'a position without a king: why not' fails_with 1 'Black has no king'
run perft 2 --fen ''
ok 'an empty FEN' fails_with 1 'FEN'
run perft
ok 'perft wants a depth' fails_with 2 'DEPTH'
run perft 3 4
ok 'perft wants one depth' fails_with 2 'DEPTH'
run perft 1 --fen
ok 'perft --fen wants a value' fails_with 2 '--fen'
for depth in -1 +1 x 3x 100 99999999999999999999 '' ' 1'; do
	run perft -- "$depth"
	ok "'$depth' is no depth" fails_with 2 "DEPTH must be a number"
done

# --- pgn ---

cat >good.pgn <<'END'
[White "Anand"]
[Event "A"]
[Black "Carlsen"]
[Result "1/2-1/2"]
1.e4 e5 2.Ng1-f3 Nc6 3.Bb5 a6 4.0-0 {a slip} 1/2-1/2
END
cat >good.export <<'END'
[Event "A"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anand"]
[Black "Carlsen"]
[Result "1/2-1/2"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O {a slip} 1/2-1/2

END
cat >mixed.pgn <<'END'
[Event "first"]

1. d4 d5 *

[Event "second"]

1. e4 e5
2. Ke3 Nc6 *

[Event "third"]

1. c4 *
END
printf '[Event "danish"]\n\n1. e4 e5 2. Lc4 Sc6 3. Dh5 Sf6 4. Df7 1-0\n' >danish.pgn

run pgn good.pgn
ok 'pgn succeeds' gives 0
ok 'pgn is silent about what is good' is_silent err
ok 'pgn prints the export format' cmp -s out good.export
cp out once.pgn
run pgn once.pgn
ok 'what pgn printed it prints again, byte for byte' cmp -s out once.pgn
run pgn good.pgn danish.pgn
ok 'two files succeed' gives 0
ok 'two files are printed one after the other' [ "$(grep '^.Event' out | tr -d '\n')" = '[Event "A"][Event "danish"]' ]
"$boardctl" pgn - <good.pgn >out 2>err
status=$?
ok '- succeeds' gives 0
ok '- is standard input' cmp -s out good.export
run pgn --lang da danish.pgn
ok '--lang da succeeds' gives 0
ok '--lang da reads Danish and prints English' says '4. Qxf7# 1-0'
run pgn --lang xx danish.pgn
ok 'an unknown language is a wrong call' fails_with 2 "'xx'"
run pgn --lang
ok '--lang wants a value' fails_with 2 '--lang'
run pgn
ok 'pgn wants a file' fails_with 2 'FILE'
run pgn mixed.pgn
ok 'an illegal move fails' gives 1
ok 'an illegal move is one line' [ "$(wc -l <err)" -eq 1 ]
ok 'an illegal move has its file, line and game' grep -qE '^mixed\.pgn:8: game 2: .*Ke3' err
ok 'the other games are printed' [ "$(grep -c '^.Event "\(first\|third\)"' out)" -eq 2 ]
ok 'the bad game is not' [ "$(grep -c second out)" -eq 0 ]
printf '1. Nf3 d5 2. Nc3 d4 3. Nb1 Nf6 4. d3 e5 5. Nd2 *\n' >two.pgn
run pgn two.pgn
ok 'an ambiguous move fails' fails_with 1 'two.pgn:1: game 1: '
"$boardctl" pgn - <mixed.pgn >out 2>err
status=$?
ok 'standard input is named - in complaints' grep -q '^-:8: game 2: ' err
run pgn missing.pgn
ok 'a missing file' fails_with 1 'missing.pgn: No such file'
run pgn missing.pgn good.pgn
ok 'a missing file does not hide the next' cmp -s out good.export
ok 'but is not forgotten' gives 1
run pgn .
ok 'a folder is no file' fails_with 1 '.: '
: >empty.pgn
run pgn empty.pgn
ok 'a file without games is no games' gives 0
ok 'and prints nothing' is_silent out
printf '1. e4 {never closed\n' >open.pgn
run pgn open.pgn
ok 'a comment without end fails in one line' [ "$status-$(wc -l <err)" = 1-1 ]
head -c 65536 "$boardctl" >noise.pgn
run pgn noise.pgn
ok 'noise is an answer, not a crash' [ "$status" -le 1 ]
cat >variation.pgn <<'END'
1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *
END
run pgn variation.pgn
ok 'variations are kept' says '(1... c5 2. Nf3)'
run pgn --no-variations variation.pgn
ok 'or left out' says '1. e4 e5 2. Nc3 *'
echo '1. f3 e5 2. g4 Qh4# *' >mate.pgn
run pgn mate.pgn
ok 'mate on the board is the result' says '2. g4 Qh4# 0-1'
cat >marks.pgn <<'END'
[SetUp "1"]

1. e4 (1. $142 d4) $5 e5 *
END
run pgn marks.pgn
# shellcheck disable=SC2016 # a number of PGN, nothing to fill in
ok 'a mark stands behind its move' says '1. e4 (1. d4 $142) 1... e5 *'
ok 'and SetUp without FEN promises nothing' [ "$(grep -c SetUp out)" -eq 0 ]
awk 'BEGIN { printf "1. e4 {"; for (i = 0; i < 10000; i++) printf "\377"; printf "} e5 {"
	for (i = 0; i < 9970; i++) printf "\377"; print "} *" }' >latin.pgn
run pgn latin.pgn
ok 'a long comment is printed to its end' [ "$(tail -n 2 out | tail -c 5)" = '} *' ]
run perft 1 -xy
ok 'the wrong option is named' fails_with 2 'unknown option -x'
echo '1. e4 (1. --) e5 ({empty}) 2. f4 (2. d4 -- 3. a4) exf4 *' >null.pgn
run pgn null.pgn
ok 'a variation ends before a null move, and one without moves is none' \
	says '1. e4 e5 2. f4 (2. d4) 2... exf4 *'

# --- scenarios ---

cat >good.txt <<'END'
# a pawn
scenario: the king's pawn
edition: all
mode: standard
fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
events: lift e2; place e4 P; press white
expect: move e4
expect: complete e4
expect: none
END
sed 's/complete e4/complete d4/' good.txt >bad.txt
sed 's/lift e2/lift e9/' good.txt >malformed.txt
run scenarios good.txt
ok 'scenarios succeeds' gives 0
ok 'scenarios prints TAP' says "ok 1 - the king's pawn"
ok 'scenarios counts' last_line_is '1 passed, 0 failed'
run scenarios good.txt bad.txt
ok 'a failed scenario fails' gives 1
ok 'and is counted' last_line_is '1 passed, 1 failed'
ok 'and says what came instead' says '#      got: complete e4'
run scenarios malformed.txt
ok 'a malformed file is a wrong call' gives 2
ok 'with its file and line' grep -q '^malformed\.txt:6: .*lift e9' err
for wrong in 'move' 'move e4 e5' 'irregularity touch-mov 4.3.1 white' 'irregularity touch-move white' \
	'result 2-0 checkmate 5.1.1' 'result * checkmate 5.1.1' 'must e2e9' 'none at all'; do
	sed "s|^expect: none|expect: $wrong|" good.txt >malformed.txt
	run scenarios malformed.txt
	ok "no scenario expects '$wrong'" gives 2
	ok 'and its line is named' grep -q '^malformed\.txt:9: ' err
done
sed 's/expect: move e4/expect:  move   e4 /' good.txt >blanks.txt
run scenarios blanks.txt
ok 'blanks between words do not matter' gives 0
cat >editions.txt <<'END'
scenario: the king's pawn to the wrong square
edition: 2001 2023
mode: standard
fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
events: lift e2; place e5 P; press white
expect 2001: irregularity illegal-move 7.4a white
expect 2023: irregularity illegal-move 7.5.1 white
expect 2001: must e2e3 e2e4
END
run scenarios editions.txt
ok 'a line may be expected in some editions only' gives 0
sed 's/expect 2023: irregularity illegal-move 7.5.1/expect 2023: irregularity illegal-move 7.4a/' editions.txt >wrong.txt
run scenarios wrong.txt
ok 'and is compared in those' says '#      got: irregularity illegal-move 7.5.1 white'
ok 'which are named' says '# in 2023'
for editions in '2002' '2001 2001' 'all 2001' 'none'; do
	sed "s/^expect 2023:/expect $editions:/" editions.txt >malformed.txt
	run scenarios malformed.txt
	ok "no scenario expects in '$editions'" gives 2
	ok 'and its line is named' grep -q '^malformed\.txt:7: ' err
	sed "s/^edition: .*/edition: $editions/" editions.txt >malformed.txt
	run scenarios malformed.txt
	ok "no scenario is for '$editions'" gives 2
done
run scenarios --only nothing good.txt
ok '--only chooses' last_line_is '0 passed, 0 failed'
run scenarios missing.txt
ok 'a missing scenario file' gives 2
run scenarios
ok 'scenarios wants a file' fails_with 2 'FILE'

# --- output that cannot be written ---

if [ -w /dev/full ]; then
	for command in --help --version 'perft 2' 'pgn good.pgn'; do
		# shellcheck disable=SC2086 # these are words
		"$boardctl" $command >/dev/full 2>err
		status=$?
		: >out
		ok "$command to a full disk" fails_with 1 'cannot write'
	done
	"$boardctl" pgn nosuch.pgn good.pgn >/dev/full 2>err
	status=$?
	ok 'a full disk is told beside another trouble' grep -q 'cannot write' err
fi

finish
