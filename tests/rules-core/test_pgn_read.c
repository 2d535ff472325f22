/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "rules-core/movegen.h"
#include "rules-core/pgn.h"
#include "tests/support/words.h"

/*
 * The story of a text is what the reader hands out, a blank between the items:
 *
 *   [White=Berg, Ane] e4 {a comment} $1 ( -- ) 1-0
 *
 * "none" is a result that was not there; a fault is "!line.game why!".
 */
static char story_bytes[1 << 16];

static void tell_tag(struct rules_text *story, const struct rules_pgn_item *item)
{
	rules_text_char(story, '[');
	rules_text_bytes(story, item->name.at, item->name.len);
	rules_text_char(story, '=');
	rules_pgn_unescape(story, item->text);
	rules_text_char(story, ']');
}

static void tell_result(struct rules_text *story, const struct rules_pgn_item *item)
{
	if (item->text.len == 0)
		ck_assert_int_eq(item->result, RULES_UNDECIDED);
	rules_text_string(story, item->text.len ? rules_result_text(item->result) : "none");
}

static void tell_fault(struct rules_text *story, const struct rules_pgn_reader *reader,
		       const struct rules_pgn_item *item)
{
	rules_text_char(story, '!');
	rules_text_number(story, item->line);
	rules_text_char(story, '.');
	rules_text_number(story, reader->game);
	rules_text_char(story, ' ');
	rules_text_string(story, item->why);
	rules_text_char(story, '!');
}

static void tell(struct rules_text *story, const struct rules_pgn_reader *reader,
		 const struct rules_pgn_item *item)
{
	switch (item->kind) {
	case RULES_PGN_TAG: tell_tag(story, item); break;
	case RULES_PGN_MOVE: rules_text_string(story, san_of(&reader->before, item->move)); break;
	case RULES_PGN_NULL: rules_text_string(story, "--"); break;
	case RULES_PGN_COMMENT:
		rules_text_char(story, '{');
		rules_text_bytes(story, item->text.at, item->text.len);
		rules_text_char(story, '}');
		break;
	case RULES_PGN_NAG:
		rules_text_char(story, '$');
		rules_text_number(story, item->nag);
		break;
	case RULES_PGN_OPEN: rules_text_char(story, '('); break;
	case RULES_PGN_CLOSE: rules_text_char(story, ')'); break;
	case RULES_PGN_RESULT: tell_result(story, item); break;
	case RULES_PGN_FAULT: tell_fault(story, reader, item); break;
	case RULES_PGN_END: break;
	}
}

/* What must be true of every item, whatever the text. */
static void check_item(const struct rules_pgn_reader *reader, const struct rules_pgn_item *item,
		       size_t last_line)
{
	if (item->kind == RULES_PGN_MOVE)
		ck_assert(rules_is_legal(&reader->before, item->move));
	ck_assert_uint_gt(reader->game, 0);
	ck_assert_uint_le(reader->depth, RULES_PGN_DEPTH);
	ck_assert_msg(item->line >= last_line || item->kind == RULES_PGN_FAULT,
		      "item of kind %d on line %zu after one on line %zu", (int)item->kind,
		      item->line, last_line);
	ck_assert_uint_le(item->line, reader->line);
}

static const char *story_of(const char *pgn, size_t len, enum rules_language language)
{
	struct rules_text story = rules_text_in(story_bytes, sizeof(story_bytes));
	static struct rules_pgn_reader reader;
	struct rules_pgn_item item;
	size_t line = 1;

	rules_pgn_open(&reader, (struct rules_slice){.at = pgn, .len = len}, language);
	for (;;) {
		memset(&item, 0xa5, sizeof(item)); /* an item owes nothing to the one before */
		if (rules_pgn_next(&reader, &item) == RULES_PGN_END)
			break;
		check_item(&reader, &item, line);
		line = item.line;
		if (story.len > 0)
			rules_text_char(&story, ' ');
		tell(&story, &reader, &item);
	}
	ck_assert_int_eq(rules_pgn_next(&reader, &item), RULES_PGN_END);
	ck_assert(rules_text_fits(&story));
	return story_bytes;
}

static void expect(const char *pgn, const char *story)
{
	ck_assert_str_eq(story_of(pgn, strlen(pgn), RULES_ANY_LANGUAGE), story);
}

/* --- tags --- */

START_TEST(tags_come_with_their_names_and_values)
{
	expect("[Event \"Harbour Open 2026\"]\n[Site \"Aarhus DEN\"]\n\n*\n",
	       "[Event=Harbour Open 2026] [Site=Aarhus DEN] *");
	expect("[Event \"\"]\n\n*", "[Event=] *");
	expect("[Event \"a\"][Site \"b\"] [Date \"c\"]\n*", "[Event=a] [Site=b] [Date=c] *");
	expect("[ Event  \"a\" ]\n*", "[Event=a] *");
	expect("[Event\t\"a\"\t]\n*", "[Event=a] *");
	expect("[Event\"a\"]\n*", "[Event=a] *");
	expect("[My_Tag2 \"a\"]\n*", "[My_Tag2=a] *");
	expect("[Event \"a ] b\"]\n*", "[Event=a ] b] *");
}
END_TEST

START_TEST(a_backslash_escapes_itself_and_the_quote)
{
	expect("[White \"O'Brien, \\\"Bob\\\" \\\\ \xc3\x86r\xc3\xb8\"]\n*",
	       "[White=O'Brien, \"Bob\" \\ \xc3\x86r\xc3\xb8] *");
	expect("[White \"a\\\\\"]\n*", "[White=a\\] *");
	expect("[White \"\\\"\"]\n*", "[White=\"] *");
	/* A lone one stands for itself, as most readers have it. */
	expect("[White \"a\\b\"]\n*", "[White=a\\b] *");
}
END_TEST

START_TEST(empty_lines_between_tags_do_not_matter)
{
	expect("[Event \"a\"]\n\n[Site \"b\"]\n\n\n1. e4 *\n", "[Event=a] [Site=b] e4 *");
}
END_TEST

START_TEST(a_broken_tag_is_a_fault_with_its_line)
{
	expect("[Event \"a\"]\n[\"b\"]\n\n1. e4 *\n", "[Event=a] !2.1 a tag without a name!");
	expect("[Event a]\n\n1. e4 *\n", "!1.1 a tag without a value in quotes!");
	expect("\n\n[Event \"a\n]\n\n1. e4 *\n",
	       "!3.1 a tag whose value is not closed by a quote!");
	expect("[Event \"a\"\n[Site \"b\"]\n\n1. e4 *\n",
	       "!1.1 a tag that is not closed by a bracket!");
	expect("[Event \"Bob \"the\" Builder\"]\n\n1. e4 *\n",
	       "!1.1 a tag that is not closed by a bracket!");
	expect("[Event \"a", "!1.1 a tag whose value is not closed by a quote!");
	expect("[", "!1.1 a tag without a name!");
}
END_TEST

/* --- moves and what stands between them --- */

START_TEST(move_numbers_are_read_over)
{
	static const char *const texts[] = {
		"1. e4 e5 2. Nf3 *",
		"1.e4 e5 2.Nf3 *",
		"1 e4 e5 2 Nf3 *",
		"e4 e5 Nf3 *",
		"1. e4 1... e5 2.Nf3 *",
		"1.e4 1...e5 2. Nf3*",
		"1 . e4 e5 2 . Nf3 *",
		"7. e4 e5 7. Nf3 *",
		"1.\ne4\ne5\n2.\nNf3\n*",
		"1... e4 1. e5 2. Nf3*",
		"1. e4 \xe2\x80\xa6 e5 2. Nf3 *",
		"001. e4 e5 99999999999999999999. Nf3 *",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		expect(texts[i], "e4 e5 Nf3 *");
}
END_TEST

/* As word processors and some programs write it: one character for the three dots. */
START_TEST(a_move_number_may_end_in_an_ellipsis)
{
	expect("1. e4 1\u2026 e5 2. Nf3 *", "e4 e5 Nf3 *");
	expect("1. e4 1\u2026e5 2. Nf3 *", "e4 e5 Nf3 *");
}
END_TEST

/* The standard: an integer ends before the first character that cannot belong to it. */
START_TEST(a_move_number_may_stand_alone)
{
	expect("1. e4 e5 2", "e4 e5 none");
	expect("1. e4 e5 2.", "e4 e5 none");
	expect("1{first} e4 *", "{first} e4 *");
	expect("1. e4 (1. d4 2) *", "e4 ( d4 ) *");
	expect("1. e4 e5 2 *", "e4 e5 *");
	expect("1. e4 e5 2. *", "e4 e5 *");
}
END_TEST

START_TEST(comments_stand_in_braces_or_behind_a_semicolon)
{
	expect("{first} 1. e4 {second} {third} e5 *", "{first} e4 {second} {third} e5 *");
	expect("1. e4{a}e5{}*", "e4 {a} e5 {} *");
	expect("1. e4 ; to the end {of the line\n1... e5 *", "e4 { to the end {of the line} e5 *");
	expect("1. e4 {a ; b} e5 *", "e4 {a ; b} e5 *");
	expect("1. e4 {over\nlines} *", "e4 {over\nlines} *");
	expect("1. e4 {( [ $1 1-0} *", "e4 {( [ $1 1-0} *");
	expect("1. e4 ;end", "e4 {end} none");
	/* No nesting: the first brace that closes, closes. */
	expect("1. e4 {a {b} e5 *", "e4 {a {b} e5 *");
}
END_TEST

START_TEST(lines_that_begin_with_a_percent_sign_are_left_out)
{
	expect("% private\n[Event \"a\"]\n%[Site \"b\"]\n\n%1. d4\n1. e4\n%e5\n*\n%",
	       "[Event=a] e4 *");
	expect("1. e4 %e5 *", "e4 !1.1 1... %e5: not a move!");
}
END_TEST

START_TEST(annotations_are_numbers_and_marks)
{
	expect("1. e4 $1 e5 $255 $0 *", "e4 $1 e5 $255 $0 *");
	expect("1. e4$10e5*", "e4 $10 e5 *");
	expect("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! *",
	       "e4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 *");
	expect("1. e4 ! e5 !? *", "e4 $1 e5 $5 *");
	expect("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#!! 1-0",
	       "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# $3 1-0");
	expect("1. e4 $256 *", "e4 !1.1 a $ without a number from 0 to 255!");
	expect("1. e4 $ *", "e4 !1.1 a $ without a number from 0 to 255!");
	expect("1. e4 $99999999999999999999 *", "e4 !1.1 a $ without a number from 0 to 255!");
}
END_TEST

/* Each item knows its line, also a mark that stood with its move. */
START_TEST(a_mark_is_on_the_line_of_its_move)
{
	static struct rules_pgn_reader reader;
	struct rules_pgn_item item;

	rules_pgn_open(&reader, rules_slice_of("1.\ne4!\n*"), RULES_EN);
	ck_assert_int_eq(rules_pgn_next(&reader, &item), RULES_PGN_MOVE);
	memset(&item, 0xa5, sizeof(item));
	ck_assert_int_eq(rules_pgn_next(&reader, &item), RULES_PGN_NAG);
	ck_assert_uint_eq(item.line, 2);
}
END_TEST

START_TEST(a_variation_replaces_the_move_before_it)
{
	expect("1. e4 (1. d4 d5) e5 *", "e4 ( d4 d5 ) e5 *");
	expect("1. e4 e5 (1... c5 2. Nf3 (2. c3 {Alapin} d5) 2... d6) (1... e6) 2. Nf3 *",
	       "e4 e5 ( c5 Nf3 ( c3 {Alapin} d5 ) d6 ) ( e6 ) Nf3 *");
	expect("1. e4(1. d4)e5*", "e4 ( d4 ) e5 *");
	expect("1. e4 e5 ( {why not} 1... c5 $1 ) *", "e4 e5 ( {why not} c5 $1 ) *");
	/* The result some programs repeat there ends nothing. */
	expect("1. e4 (1. d4 d5 1/2-1/2) e5 (1... c5 *) 1-0", "e4 ( d4 d5 ) e5 ( c5 ) 1-0");
}
END_TEST

START_TEST(variations_nest_as_deep_as_the_reader_says)
{
	char pgn[8 * RULES_PGN_DEPTH + 64] = "1. e4 ";

	for (int i = 0; i < RULES_PGN_DEPTH; i++)
		strcat(pgn, "(e4 ");
	for (int i = 0; i < RULES_PGN_DEPTH; i++)
		strcat(pgn, ")");
	strcat(pgn, " *");
	ck_assert(!strstr(story_of(pgn, strlen(pgn), RULES_EN), "!"));

	strcpy(pgn, "1. e4 ");
	for (int i = 0; i <= RULES_PGN_DEPTH; i++)
		strcat(pgn, "(e4 ");
	ck_assert_ptr_nonnull(
		strstr(story_of(pgn, strlen(pgn), RULES_EN), "!1.1 variations too deep!"));
}
END_TEST

START_TEST(brackets_that_do_not_match_are_a_fault)
{
	expect("(1. d4) 1. e4 *", "!1.1 a variation without a move that it could replace!");
	expect("1. e4 ((1. c4) 1. d4) *",
	       "e4 ( !1.1 a variation without a move that it could replace!");
	expect("1. e4 (1. d4 e5 *\n", "e4 ( d4 e5 !1.1 a variation is not closed!");
	expect("1. e4 ) e5 *", "e4 !1.1 a bracket closes no variation!");
	expect("1. e4 (1. d4)) *", "e4 ( d4 ) !1.1 a bracket closes no variation!");
}
END_TEST

START_TEST(a_null_move_is_for_variations_only)
{
	expect("1. e4 e5 (1... -- 2. d4) 2. Nf3 *", "e4 e5 ( -- d4 ) Nf3 *");
	expect("1. e4 (1. Z0 e5) *", "e4 ( -- e5 ) *");
	expect("1. e4 -- *", "e4 !1.1 1... --: passing is not a legal move!");
	/* Not out of check. */
	expect("1. e4 f6 2. Qh5+ g6 (2... -- 3. Qxe8) *",
	       "e4 f6 Qh5+ g6 ( !1.1 2... --: passing is not a legal move!");
}
END_TEST

START_TEST(after_a_null_move_nothing_can_be_taken_in_passing)
{
	expect("1. e4 a6 2. e5 d5 3. exd6 (3. -- -- 4. exd6) *",
	       "e4 a6 e5 d5 exd6 ( -- -- !1.1 4. exd6: en passant: only at once after the "
	       "opponent's pawn has passed d6!");
}
END_TEST

START_TEST(a_game_ends_with_its_result)
{
	expect("1. e4 1-0", "e4 1-0");
	expect("1. e4 0-1", "e4 0-1");
	expect("1. e4 1/2-1/2", "e4 1/2-1/2");
	expect("1. e4 *", "e4 *");
	expect("1. e4 1/2", "e4 1/2-1/2");
	expect("1. e4 \xc2\xbd-\xc2\xbd", "e4 1/2-1/2");
	expect("1. e4*1. d4*", "e4 * d4 *");
	expect("1. e4 1-0 1. d4 0-1", "e4 1-0 d4 0-1");
	expect("1. e4", "e4 none");
	expect("1. e4\n\n[Event \"b\"]\n\n1. d4 *", "e4 none [Event=b] d4 *");
}
END_TEST

START_TEST(moves_are_read_as_players_write_them)
{
	expect("1. e2-e4 e7e5 2. Ng1f3 Sc6 3. Lc4 Bc5 4. 0-0 Nf6 *",
	       "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 *");
	expect("1. a4 b5 2. ab a6 3. bxa Bb7 4. ab c6 5. bxa8(Q) *",
	       "a4 b5 axb5 a6 bxa6 Bb7 axb7 c6 bxa8=Q *");
}
END_TEST

START_TEST(promotions_in_brackets_are_no_variations)
{
	static const char start[] = "[FEN \"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
	char pgn[128];

	snprintf(pgn, sizeof(pgn), "%s1. e8(Q) *", start);
	expect(pgn, "[FEN=3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1] e8=Q+ *");
	snprintf(pgn, sizeof(pgn), "%s1. e8 (Q) *", start);
	expect(pgn, "[FEN=3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1] !3.1 1. e8: the pawn on e8 must be "
		    "exchanged!");
}
END_TEST

/* Art. 8.1.5 */
START_TEST(the_offer_of_a_draw_is_kept_as_a_comment)
{
	expect("1. e4 (=) e5 *", "e4 {(=)} e5 *");
	expect("1. e4(=) e5 *", "e4 e5 *");
}
END_TEST

START_TEST(remarks_that_stand_alone_say_nothing)
{
	expect("1. e4 f6 2. Qh5 + g6 *", "e4 f6 Qh5+ g6 *");
	expect("1. e4 a6 2. e5 d5 3. exd6 e.p. *", "e4 a6 e5 d5 exd6 *");
}
END_TEST

/* Appendix C.9.3 with C.13.4: our own Laws style puts the check behind it. */
START_TEST(an_en_passant_capture_may_give_check)
{
	expect("[FEN \"8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n1. exd6 e.p.+ Kd7 *",
	       "[FEN=8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1] exd6+ Kd7 *");
}
END_TEST

START_TEST(what_the_standard_reserves_is_left_out)
{
	expect("1. e4 <for later> e5 *", "e4 e5 *");
	expect("1. e4 <not closed\ne5 *", "e4 e5 *");
	expect("1. e4 <not closed\r\ne5 *", "e4 e5 *");
	expect("1. e4 <not closed\re5\rKe9", "e4 e5 !3.1 2. Ke9: not a move!");
}
END_TEST

START_TEST(the_language_of_the_moves_can_be_given)
{
	static const char french[] = "1. e4 e5 2. Re2 Re7 *";

	ck_assert_str_eq(story_of(french, strlen(french), RULES_FR), "e4 e5 Ke2 Ke7 *");
	ck_assert_str_eq(story_of(french, strlen(french), RULES_EN),
			 "e4 e5 !1.1 2. Re2: no rook can go there!");
}
END_TEST

/* The 2001 edition writes its example so. */
START_TEST(art_e_2001_moves_may_be_parted_by_a_comma)
{
	static const char danish[] = "1.d4,Sf6 2.c4,e6 3. Sc3, Lb4 *";

	ck_assert_str_eq(story_of(danish, strlen(danish), RULES_DA), "d4 Nf6 c4 e6 Nc3 Bb4 *");
	expect("1.e4,e5,2.Ke2(2.d4,exd4),Ke7,*", "e4 e5 Ke2 ( d4 exd4 ) Ke7 *");
}
END_TEST

/* --- start positions --- */

START_TEST(a_game_may_start_anywhere)
{
	expect("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *",
	       "[SetUp=1] [FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1] O-O *");
	expect("[FEN \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 3 31\"]\n\n31... h6 32. Rd8+ 0-1",
	       "[FEN=6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 3 31] h6 Rd8+ 0-1");
}
END_TEST

START_TEST(one_games_start_is_not_the_next_ones)
{
	expect("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O *\n\n"
	       "[Event \"b\"]\n\n1. e4 *",
	       "[FEN=4k3/8/8/8/8/8/8/4K2R w K - 0 1] [Variant=Chess960] O-O * [Event=b] e4 *");
}
END_TEST

START_TEST(chess960_has_many_names)
{
	static const char *const names[] = {"Chess960", "chess960", "Chess 960", "Fischerandom",
					    "Fischerrandom"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		static struct rules_pgn_reader reader;
		struct rules_pgn_item item;
		char pgn[160];

		snprintf(pgn, sizeof(pgn), "[Variant \"%s\"]\n[FEN \"%s\"]\n\n1. O-O *", names[i],
			 "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1");
		rules_pgn_open(&reader, rules_slice_of(pgn), RULES_EN);
		while (rules_pgn_next(&reader, &item) == RULES_PGN_TAG)
			;
		ck_assert_msg(item.kind == RULES_PGN_MOVE, "%s: %s", names[i], item.why);
		ck_assert(reader.before.chess960);
		ck_assert_str_eq(uci_of(&reader.before, item.move), "b1h1");
	}
}
END_TEST

START_TEST(a_variant_of_chess_is_not_chess)
{
	expect("[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *",
	       "[Variant=Atomic] !1.1 the variant Atomic is not known! [Event=b] d4 *");
	expect("[Variant \"Standard\"]\n\n1. e4 *", "[Variant=Standard] e4 *");
	expect("[Variant \"From Position\"]\n\n1. e4 *", "[Variant=From Position] e4 *");
}
END_TEST

START_TEST(a_broken_start_position_is_a_fault_on_its_line)
{
	expect("[Event \"a\"]\n[FEN \"8/8/8/8/8/8/8/9 w - - 0 1\"]\n[Site \"c\"]\n\n1. e4 *",
	       "[Event=a] [FEN=8/8/8/8/8/8/8/9 w - - 0 1] [Site=c] !2.1 FEN, character 15: '9' is "
	       "no piece letter and no number of squares!");
}
END_TEST

/* Art. 1.4.1: no legal move takes a king, so from such a position no game can be played. */
START_TEST(a_game_that_has_ended_has_no_further_moves)
{
	expect("1. f3 e5 2. g4 Qh4# 3. a3 *",
	       "f3 e5 g4 Qh4# !1.1 3. a3: the game has ended by checkmate!");
}
END_TEST

START_TEST(no_game_starts_where_a_king_can_be_taken_or_is_missing)
{
	static const char *const fens[] = {
		"4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
		"8/8/8/8/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
	};

	for (size_t i = 0; i < sizeof(fens) / sizeof(fens[0]); i++) {
		char pgn[128];

		snprintf(pgn, sizeof(pgn), "[FEN \"%s\"]\n\n1. Kd2 *", fens[i]);
		ck_assert_msg(strstr(story_of(pgn, strlen(pgn), RULES_EN), " !1.1 FEN"),
			      "%s was played from: %s", fens[i], story_bytes);
	}
}
END_TEST

/* --- files as they are --- */

START_TEST(a_byte_order_mark_is_no_part_of_the_text)
{
	expect("\xef\xbb\xbf[Event \"a\"]\n\n1. e4 *", "[Event=a] e4 *");
	expect("\xef\xbb\xbf", "");
}
END_TEST

START_TEST(lines_end_in_lf_crlf_or_cr)
{
	static const char text[] =
		"% x\n[Event \"a\"]\n\n1. e4 ; b\n{c\nd} e5\n% f\n2. Nf3\nKe9 *\n\n"
		"[Event \"g\"]\n1. d4 *\n";
	static const char *const ends[] = {"\n", "\r\n", "\r"};

	for (size_t i = 0; i < 3; i++) {
		char other[2 * sizeof(text)], story[128];
		size_t len = 0;

		for (const char *c = text; *c; c++)
			len += (size_t)sprintf(other + len, "%.*s", *c == '\n' ? 2 : 1,
					       *c == '\n' ? ends[i] : c);
		snprintf(
			story, sizeof(story),
			"[Event=a] e4 { b} {c%sd} e5 Nf3 !9.1 2... Ke9: not a move! [Event=g] d4 *",
			ends[i]);
		ck_assert_str_eq(story_of(other, len, RULES_EN), story);
	}
}
END_TEST

START_TEST(latin_1_comes_as_it_is)
{
	expect("[White \"\xc5se\"]\n\n1. e4 {sm\xf8r} *", "[White=\xc5se] e4 {sm\xf8r} *");
}
END_TEST

START_TEST(a_file_may_hold_nothing_or_only_tags)
{
	expect("", "");
	expect(" \n\t\r\n", "");
	expect("% nothing\n", "");
	expect("[Event \"a\"]", "[Event=a] none");
	expect("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n\n", "[Event=a] * [Event=b] *");
	expect("*", "*");
	expect("{only this}", "");
	expect("{ a file of games }\n[Event \"a\"]\n; its site\n[Site \"b\"]\n\n{hello} 1. e4 *",
	       "[Event=a] [Site=b] {hello} e4 *");
	expect("1. e4 1-0 {White wins}\n\n[Event \"b\"]\n\n1. d4 *", "e4 1-0 [Event=b] d4 *");
	expect("1. e4 *\r\n\x1a", "e4 *");
}
END_TEST

/* A list of pairings: what a pairing program exports before a round. */
START_TEST(a_second_event_begins_a_second_game)
{
	expect("[Event \"a\"]\n[White \"b\"]\n\n[Event \"c\"]\n\n",
	       "[Event=a] [White=b] none [Event=c] none");
	expect("[Event \"a\"]\n[White \"b]\n\n[Event \"c\"]\n\n",
	       "[Event=a] !2.1 a tag whose value is not closed by a quote! [Event=c] none");
}
END_TEST

START_TEST(of_two_tags_with_one_name_the_first_counts)
{
	expect("[Variant \"Standard\"]\n[Variant \"Atomic\"]\n\n1. e4 *",
	       "[Variant=Standard] [Variant=Atomic] e4 *");
}
END_TEST

START_TEST(games_need_no_empty_line_between_them)
{
	expect("[Event \"a\"]\n1. e4 *\n[Event \"b\"]\n1. d4 *\n", "[Event=a] e4 * [Event=b] d4 *");
	expect("[Event \"a\"]\n1. e4\n[Event \"b\"]\n1. d4\n",
	       "[Event=a] e4 none [Event=b] d4 none");
}
END_TEST

/* --- faults and what comes after them --- */

START_TEST(an_illegal_move_is_named_with_its_number_line_and_game)
{
	expect("1. e4 e5 2. Ke3 *", "e4 e5 !1.1 2. Ke3: a king does not move so!");
	expect("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 d5\n2. c4\nKf7 *\n",
	       "[Event=a] e4 * [Event=b] d4 d5 c4 !9.2 2... Kf7: an own pawn stands on f7!");
	expect("1. e4 e5 2. Qd2 *", "e4 e5 !1.1 2. Qd2: an own pawn stands on d2!");
	expect("1. Nf3 a6 2. d3 a5 3. Nd2 *", "Nf3 a6 d3 a5 !1.1 3. Nd2: ambiguous: the knight on "
					      "b1 and the knight on f3 both can!");
	expect("1. e4 e5 2. foo *", "e4 e5 !1.1 2. foo: not a move!");
	expect("[FEN \"6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 3 31\"]\n\n31... h6 32. Rd9 0-1",
	       "[FEN=6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 3 31] h6 !3.1 32. Rd9: not a move!");
}
END_TEST

START_TEST(a_long_or_wild_word_is_quoted_in_short)
{
	char pgn[400] = "1. ";

	memset(pgn + 3, 'x', 300);
	expect(pgn, "!1.1 1. xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...: not a move!");
	expect("1. e4\x1b[2J *", "!1.1 1. e4?: not a move!");
	expect("1. e4 \x01\x02 *", "e4 !1.1 1... ??: not a move!");
}
END_TEST

/* 39 letters and then two-byte ones: the message must not hold half a character. */
/* 0x9b begins a command to a terminal. */
START_TEST(a_quoted_word_commands_no_terminal)
{
	expect("1. e\x9b"
	       "31m *",
	       "!1.1 1. e?31m: not a move!");
	expect("1. e\xc2\x9b"
	       "31m *",
	       "!1.1 1. e?31m: not a move!");
	expect("1. \xc3\xb8l *", "!1.1 1. \xc3\xb8l: not a move!");
}
END_TEST

START_TEST(a_quoted_word_is_not_cut_within_a_character)
{
	char pgn[400] = "1. ";
	const char *dots;

	memset(pgn + 3, 'x', 39);
	for (int i = 0; i < 20; i++)
		strcat(pgn, "\xc3\xb8");
	dots = strstr(story_of(pgn, strlen(pgn), RULES_EN), "...: not a move");
	ck_assert_ptr_nonnull(dots);
	ck_assert_int_ne((unsigned char)dots[-1], 0xc3);
}
END_TEST

START_TEST(reading_goes_on_with_the_next_game)
{
	expect("[Event \"a\"]\n\n1. e5 e5 2. Nf3 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
	       "[Event=a] !3.1 1. e5: a pawn does not move so! [Event=b] d4 *");
	expect("[Event \"a\n[Site \"x\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n",
	       "!1.1 a tag whose value is not closed by a quote! [Event=b] d4 *");
	expect("[Event \"a\"]\n\n1. e4 {forgotten\n\n[Event \"b\"]\n\n1. d4 *\n",
	       "[Event=a] e4 !3.1 a comment is not closed! [Event=b] d4 *");
	expect("[Event \"a\"]\n\n1. e4 (1. d4\n\n[Event \"b\"]\n\n1. d4 *\n",
	       "[Event=a] e4 ( d4 !3.1 a variation is not closed! [Event=b] d4 *");
	expect("[Event \"a\"]\n\n1. e4 [%clk 1:00] e5 *\n[Event \"b\"]\n\n1. d4 *\n",
	       "[Event=a] e4 !3.1 1... [: not a move! [Event=b] d4 *");
	expect("1. e4 {never closed", "e4 !1.1 a comment is not closed!");
}
END_TEST

/* A comment may hold brackets at the start of a line, as LiveChess breaks them. */
START_TEST(a_command_at_the_start_of_a_line_is_no_tag)
{
	expect("1. e4 {\n[%clk\n00:15:27]} e5 *", "e4 {\n[%clk\n00:15:27]} e5 *");
	expect("1. e4 {\n[White is better]} e5 *", "e4 {\n[White is better]} e5 *");
}
END_TEST

START_TEST(after_a_fault_comments_and_private_lines_are_left_out_too)
{
	expect("[Event \"a\"]\n\n1. e5 {x\ny} ; z\n% w\n\n[Event \"b\"]\n\n1. d4 *\n",
	       "[Event=a] !3.1 1. e5: a pawn does not move so! [Event=b] d4 *");
}
END_TEST

/* --- commands and times --- */

static void expect_command(const char *comment, const char *name, const char *value)
{
	struct rules_slice found = {.at = "?", .len = 1};
	bool there = rules_pgn_command(rules_slice_of(comment), name, &found);

	ck_assert_msg(there == (value != NULL), "%s in {%s}", name, comment);
	if (value)
		ck_assert_msg(rules_slice_is(found, value), "%s in {%s}: '%.*s'", name, comment,
			      (int)found.len, found.at);
	else
		ck_assert(rules_slice_is(found, "?"));
}

START_TEST(commands_are_found_in_comments)
{
	expect_command("[%clk 1:30:48]", "clk", "1:30:48");
	expect_command("[%clk 1:30:48] [%emt 0:00:12]", "emt", "0:00:12");
	expect_command("[%clk 1:30:48][%emt 0:00:12]", "emt", "0:00:12");
	expect_command("good [%eval 0.25,18] move", "eval", "0.25,18");
	expect_command("[%eval #-3]", "eval", "#-3");
	expect_command("[%clk\n00:15:27]", "clk", "00:15:27");
	expect_command("[%clk  1:00 ]", "clk", "1:00");
	expect_command("[%clk 1] [%clk 2]", "clk", "1");
}
END_TEST

START_TEST(what_is_no_command_is_not_found)
{
	expect_command("", "clk", NULL);
	expect_command("[%clk", "clk", NULL);
	expect_command("[%clk ", "clk", NULL);
	expect_command("[%clk 1:00", "clk", NULL);
	expect_command("[%clk]", "clk", NULL);
	expect_command("[%clock 1]", "clk", NULL);
	expect_command("%clk 1]", "clk", NULL);
	expect_command("[% clk 1]", "clk", NULL);
	expect_command("[%emt 1]", "clk", NULL);
}
END_TEST

START_TEST(times_are_counted_in_seconds)
{
	static const struct {
		const char *text;
		unsigned long seconds;
	} times[] = {
		{"0:00:00", 0},      {"0:00:59", 59},     {"0:01:00", 60},    {"0:59:59", 3599},
		{"1:00:00", 3600},   {"10:00:00", 36000}, {"01:30:48", 5448}, {"1:30", 90},
		{"45", 45},          {"90:00", 5400},     {"0:00:01.9", 1},   {"100:00:00", 360000},
		{"0:00:59.999", 59},
	};

	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		unsigned long seconds = 4711;

		ck_assert(rules_pgn_seconds(rules_slice_of(times[i].text), &seconds));
		ck_assert_uint_eq(seconds, times[i].seconds);
	}
}
END_TEST

START_TEST(what_is_no_time_is_refused)
{
	static const char *const wrong[] = {"",       ":",       "1:",      ":30",     "1::2",
					    "-1:00",  "1:2:3:4", "1h30",    "1:30 ",   " 1:30",
					    "1:30.x", ".5",      "1.30:00", "1234567", "?"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		unsigned long seconds = 4711;

		ck_assert_msg(!rules_pgn_seconds(rules_slice_of(wrong[i]), &seconds), "'%s'",
			      wrong[i]);
		ck_assert_uint_eq(seconds, 4711);
	}
}
END_TEST

START_TEST(results_are_four)
{
	enum rules_result result = RULES_DRAWN;

	ck_assert(rules_result_read(rules_slice_of("*"), &result) && result == RULES_UNDECIDED);
	ck_assert(rules_result_read(rules_slice_of("1-0"), &result) && result == RULES_WHITE_WINS);
	ck_assert(rules_result_read(rules_slice_of("0-1"), &result) && result == RULES_BLACK_WINS);
	ck_assert(rules_result_read(rules_slice_of("1/2-1/2"), &result) && result == RULES_DRAWN);
	for (int i = RULES_UNDECIDED; i <= RULES_DRAWN; i++)
		ck_assert(rules_result_read(rules_slice_of(rules_result_text((enum rules_result)i)),
					    &result));
	ck_assert(!rules_result_read(rules_slice_of("0-0"), &result));
	ck_assert(!rules_result_read(rules_slice_of("1-0 "), &result));
	ck_assert(!rules_result_read(rules_slice_of(""), &result));
}
END_TEST

/* --- hostile texts --- */

/* How many items a text has; far too many steps would run into the test's time limit. */
static size_t count_items(const char *text, size_t len)
{
	static struct rules_pgn_reader reader;
	struct rules_pgn_item item;
	size_t count = 0;

	rules_pgn_open(&reader, (struct rules_slice){.at = text, .len = len}, RULES_ANY_LANGUAGE);
	while (rules_pgn_next(&reader, &item) != RULES_PGN_END)
		count++;
	return count;
}

START_TEST(a_megabyte_of_anything_is_read_at_once)
{
	static const char *const parts[] = {
		"{",
		"(",
		"[",
		"[A \"",
		"[A \"\"]\n{\n",
		"[A \"\"]\n(",
		"[A \"\"]\n",
		"[A \"\"]\n*\n",
		"}",
		")",
		"(e4)",
		"()",
		"<",
		"<\n",
		";",
		";\n",
		"%",
		"%\n",
		"$",
		"$1 ",
		"1",
		"1.",
		"1. ",
		".",
		"!",
		"?",
		"+",
		"=",
		"(=)",
		"\\",
		"\"",
		"[A \"\\",
		"\n",
		"\r",
		"\n[",
		"\n[A",
		"\n[A ",
		"{\n[A ",
		"\n[A \"\"]{",
		"O-",
		"e4 ",
		"x",
		"*",
		"1-0 ",
		"\xff",
		"\xe2\x99",
		"{[%clk ",
		"{} ",
		"-- ",
		"(-- ",
		"[A \"\"] ",
		"[A\t",
		"[FEN \"",
		"[FEN \"8/8\"]\n*",
		"[Variant \"x\"]\n*\n",
		"e4 e5 Ke2 Ke7 Ke1 Ke8 ",
		"[A \"\"]\ne4 {\n\n",
		"Nf3! ",
		"e8(Q)",
	};
	size_t size = 1 << 20;
	char *text = malloc(size);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		size_t len = strlen(parts[i]);

		for (size_t at = 0; at < size; at++)
			text[at] = parts[i][at % len];
		ck_assert_uint_le(count_items(text, size), 2 * size);
	}
	memset(text, 0, size);
	ck_assert_uint_le(count_items(text, size), 2 * size);
	free(text);
}
END_TEST

/* Pieces of PGN put together by chance, in memory of exactly their size. */
START_TEST(any_bytes_end_in_items)
{
	static const char *const parts[] = {
		"[Event \"a\"]\n",
		"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n",
		"[A \"",
		"\n\n",
		"1. e4 ",
		"e5 ",
		"Nf3 ",
		"{",
		"}",
		"(",
		")",
		"$1 ",
		"! ",
		";",
		"\n%",
		"*",
		"1-0 ",
		"\r",
		"[",
		"]",
		"\"",
		"\\",
		"-- ",
		"<",
		">",
		"O-O ",
		"e8=Q ",
		"(=)",
		"\xc3",
		"Ke2 ",
		"d4 ",
		"d5 ",
		"[Variant \"Chess960\"]\n",
		" ",
		"...",
	};
	struct random random = {.state = 41};

	for (int i = 0; i < 20000; i++) {
		char text[512];
		size_t len = 0, count = random_below(&random, 24);
		char *exact;

		while (count-- > 0) {
			size_t part = random_below(&random, sizeof(parts) / sizeof(parts[0]) + 2);

			if (part < sizeof(parts) / sizeof(parts[0]))
				len += (size_t)snprintf(text + len, sizeof(text) - len, "%s",
							parts[part]);
			else
				text[len++] = (char)random_next(&random);
			if (len >= sizeof(text))
				ck_abort_msg("the parts are too long");
		}
		exact = malloc(len + 1);
		memcpy(exact + 1, text, len);
		count_items(exact + 1, len);
		free(exact);
	}
}
END_TEST

static TCase *tags(void)
{
	TCase *tests = tcase_create("tags");

	tcase_add_test(tests, tags_come_with_their_names_and_values);
	tcase_add_test(tests, a_backslash_escapes_itself_and_the_quote);
	tcase_add_test(tests, empty_lines_between_tags_do_not_matter);
	tcase_add_test(tests, a_broken_tag_is_a_fault_with_its_line);
	return tests;
}

static TCase *moves(void)
{
	TCase *tests = tcase_create("moves");

	tcase_add_test(tests, move_numbers_are_read_over);
	tcase_add_test(tests, a_move_number_may_end_in_an_ellipsis);
	tcase_add_test(tests, a_move_number_may_stand_alone);
	tcase_add_test(tests, comments_stand_in_braces_or_behind_a_semicolon);
	tcase_add_test(tests, lines_that_begin_with_a_percent_sign_are_left_out);
	tcase_add_test(tests, annotations_are_numbers_and_marks);
	tcase_add_test(tests, a_mark_is_on_the_line_of_its_move);
	tcase_add_test(tests, a_variation_replaces_the_move_before_it);
	tcase_add_test(tests, variations_nest_as_deep_as_the_reader_says);
	tcase_add_test(tests, brackets_that_do_not_match_are_a_fault);
	tcase_add_test(tests, a_null_move_is_for_variations_only);
	tcase_add_test(tests, after_a_null_move_nothing_can_be_taken_in_passing);
	tcase_add_test(tests, a_game_ends_with_its_result);
	tcase_add_test(tests, moves_are_read_as_players_write_them);
	tcase_add_test(tests, promotions_in_brackets_are_no_variations);
	tcase_add_test(tests, the_offer_of_a_draw_is_kept_as_a_comment);
	tcase_add_test(tests, remarks_that_stand_alone_say_nothing);
	tcase_add_test(tests, an_en_passant_capture_may_give_check);
	tcase_add_test(tests, what_the_standard_reserves_is_left_out);
	tcase_add_test(tests, the_language_of_the_moves_can_be_given);
	tcase_add_test(tests, art_e_2001_moves_may_be_parted_by_a_comma);
	return tests;
}

static TCase *starts(void)
{
	TCase *tests = tcase_create("starts");

	tcase_add_test(tests, a_game_may_start_anywhere);
	tcase_add_test(tests, one_games_start_is_not_the_next_ones);
	tcase_add_test(tests, chess960_has_many_names);
	tcase_add_test(tests, a_variant_of_chess_is_not_chess);
	tcase_add_test(tests, a_broken_start_position_is_a_fault_on_its_line);
	tcase_add_test(tests, a_game_that_has_ended_has_no_further_moves);
	tcase_add_test(tests, no_game_starts_where_a_king_can_be_taken_or_is_missing);
	return tests;
}

static TCase *files(void)
{
	TCase *tests = tcase_create("files");

	tcase_add_test(tests, a_byte_order_mark_is_no_part_of_the_text);
	tcase_add_test(tests, lines_end_in_lf_crlf_or_cr);
	tcase_add_test(tests, latin_1_comes_as_it_is);
	tcase_add_test(tests, a_file_may_hold_nothing_or_only_tags);
	tcase_add_test(tests, a_second_event_begins_a_second_game);
	tcase_add_test(tests, of_two_tags_with_one_name_the_first_counts);
	tcase_add_test(tests, games_need_no_empty_line_between_them);
	return tests;
}

static TCase *faults(void)
{
	TCase *tests = tcase_create("faults");

	tcase_add_test(tests, an_illegal_move_is_named_with_its_number_line_and_game);
	tcase_add_test(tests, a_long_or_wild_word_is_quoted_in_short);
	tcase_add_test(tests, a_quoted_word_commands_no_terminal);
	tcase_add_test(tests, a_quoted_word_is_not_cut_within_a_character);
	tcase_add_test(tests, reading_goes_on_with_the_next_game);
	tcase_add_test(tests, a_command_at_the_start_of_a_line_is_no_tag);
	tcase_add_test(tests, after_a_fault_comments_and_private_lines_are_left_out_too);
	return tests;
}

static TCase *values(void)
{
	TCase *tests = tcase_create("values");

	tcase_add_test(tests, commands_are_found_in_comments);
	tcase_add_test(tests, what_is_no_command_is_not_found);
	tcase_add_test(tests, times_are_counted_in_seconds);
	tcase_add_test(tests, what_is_no_time_is_refused);
	tcase_add_test(tests, results_are_four);
	return tests;
}

static TCase *hostile(void)
{
	TCase *tests = tcase_create("hostile");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, a_megabyte_of_anything_is_read_at_once);
	tcase_add_test(tests, any_bytes_end_in_items);
	return tests;
}

int main(void)
{
	Suite *suite = suite_create("pgn_read");

	suite_add_tcase(suite, tags());
	suite_add_tcase(suite, moves());
	suite_add_tcase(suite, starts());
	suite_add_tcase(suite, files());
	suite_add_tcase(suite, faults());
	suite_add_tcase(suite, values());
	suite_add_tcase(suite, hostile());
	return run_suite(suite);
}
