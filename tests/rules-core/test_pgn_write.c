/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "rules-core/movegen.h"
#include "rules-core/pgn.h"
#include "rules-core/start.h"
#include "tests/support/words.h"

#define TEXT_MAX (1 << 18)

/* --- what the reader hands out, written again --- */

struct copy {
	struct rules_pgn_writer writer;
	bool in_tags;
};

static void copy_item(struct copy *copy, const struct rules_pgn_reader *reader,
		      const struct rules_pgn_item *item)
{
	struct rules_pgn_writer *writer = &copy->writer;
	static char value[TEXT_MAX];
	struct rules_text plain = rules_text_in(value, sizeof(value));

	if (copy->in_tags && item->kind != RULES_PGN_TAG)
		rules_pgn_write_tags_end(writer);
	copy->in_tags = item->kind == RULES_PGN_TAG;
	switch (item->kind) {
	case RULES_PGN_TAG:
		rules_pgn_unescape(&plain, item->text);
		rules_pgn_write_tag(writer, item->name,
				    (struct rules_slice){.at = value, .len = plain.len});
		break;
	case RULES_PGN_MOVE: rules_pgn_write_move(writer, &reader->before, item->move); break;
	case RULES_PGN_COMMENT: rules_pgn_write_comment(writer, item->text); break;
	case RULES_PGN_NAG: rules_pgn_write_nag(writer, item->nag); break;
	case RULES_PGN_OPEN: rules_pgn_write_open(writer); break;
	case RULES_PGN_CLOSE: rules_pgn_write_close(writer); break;
	case RULES_PGN_RESULT: rules_pgn_write_result(writer, item->result); break;
	case RULES_PGN_NULL:
	case RULES_PGN_FAULT:
		ck_abort_msg("line %zu: %s, in:\n%s", item->line, item->why, reader->text.at);
		break;
	case RULES_PGN_END: break;
	}
}

/* Good until the call after the next. */
static const char *rewritten(const char *pgn)
{
	static char memory[2][TEXT_MAX];
	static unsigned calls;
	static struct rules_pgn_reader reader;
	char *bytes = memory[++calls % 2];
	struct rules_text text = rules_text_in(bytes, TEXT_MAX);
	struct rules_pgn_item item;
	struct copy copy = {.in_tags = false};

	rules_pgn_write(&copy.writer, &text);
	rules_pgn_open(&reader, rules_slice_of(pgn), RULES_EN);
	while (rules_pgn_next(&reader, &item) != RULES_PGN_END)
		copy_item(&copy, &reader, &item);
	ck_assert(rules_text_fits(&text));
	return bytes;
}

static void expect(const char *pgn, const char *expected)
{
	ck_assert_str_eq(rewritten(pgn), expected);
}

/* --- the rules of lines --- */

static size_t characters(const char *line, size_t len)
{
	size_t count = 0;

	for (size_t i = 0; i < len; i++)
		count += ((unsigned char)line[i] & 0xc0) != 0x80;
	return count;
}

/* Movetext beyond 79 characters only where there is no place to break. */
static bool is_too_long(const char *line, size_t len)
{
	if (len > 255)
		return true;
	return line[0] != '[' && characters(line, len) > 79 && memchr(line + 1, ' ', len - 1);
}

/* Only a word that could not begin a line otherwise may have a blank before it. */
static bool is_indented(const char *line)
{
	return line[0] == ' ' && line[1] != '%' && line[1] != '[';
}

static void check_lines(const char *pgn)
{
	for (const char *line = pgn; *line;) {
		size_t len = strcspn(line, "\n");

		if (line[0] == '%' || is_indented(line) || (len > 0 && line[len - 1] == ' ') ||
		    is_too_long(line, len))
			ck_abort_msg("a bad line: '%.*s'", (int)len, line);
		for (size_t i = 0; i < len; i++)
			if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
				ck_abort_msg("a control character: '%.*s'", (int)len, line);
		ck_assert_int_eq(line[len], '\n');
		line += len + 1;
	}
}

/* --- a strict reader: what lila refuses (protocol/pgn.md, section 9) --- */

static bool is_letter(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* [Name "value"], letters in the name, \\ and \" in the value; NULL or what is wrong. */
static const char *lila_tag(const char *line, size_t len)
{
	size_t i = 1;

	while (is_letter(line[i]))
		i++;
	if (i == 1 || strncmp(line + i, " \"", 2) != 0)
		return "a tag's name";
	for (i += 2; i < len && line[i] != '"'; i++)
		if (line[i] == '\\' && line[++i] != '\\' && line[i] != '"')
			return "a lone backslash";
	return i + 2 == len && line[i + 1] == ']' ? NULL : "an unescaped quote";
}

static bool is_move(const char *word, size_t len)
{
	size_t body = len;

	while (body > 0 && strchr("+#", word[body - 1]))
		body--;
	if ((body == 3 && !memcmp(word, "O-O", 3)) || (body == 5 && !memcmp(word, "O-O-O", 5)))
		return true;
	return body >= 2 && body <= 7 && strspn(word, "KQRBNabcdefgh12345678x=") >= body;
}

static bool is_number(const char *word, size_t len)
{
	size_t digits = strspn(word, "0123456789");

	return digits > 0 && digits < len && strspn(word + digits, ".") >= len - digits;
}

static bool is_marker(const char *word, size_t len)
{
	static const char *const markers[] = {"1-0", "0-1", "1/2-1/2", "*"};

	for (size_t i = 0; i < 4; i++)
		if (strlen(markers[i]) == len && memcmp(word, markers[i], len) == 0)
			return true;
	return false;
}

/* The length of the next token, comments as one. */
static size_t token(const char *text)
{
	if (*text == '{')
		return strcspn(text, "}") + 1;
	if (*text == '(' || *text == ')')
		return 1;
	return strcspn(text, " \n(){}");
}

static const char *lila_moves(const char *text)
{
	bool numbered = false, ended = false;

	for (text += strspn(text, " \n"); *text; text += strspn(text, " \n")) {
		size_t len = token(text);

		if (ended)
			return "something behind the marker";
		if (numbered && !is_move(text, len))
			return "a number without a move";
		numbered = is_number(text, len);
		ended = is_marker(text, len);
		if (*text == '{' && strlen(text) < len)
			return "a comment without an end";
		if (!strchr("{()$", *text) && !numbered && !ended && !is_move(text, len))
			return "an unknown token";
		text += len;
	}
	return ended ? NULL : "no marker";
}

/* One game, cut out at an empty line followed by a bracket. */
static const char *lila_game(const char *game)
{
	while (*game == '[') {
		size_t len = strcspn(game, "\n");
		const char *wrong = lila_tag(game, len);

		if (wrong)
			return wrong;
		game += len + 1;
	}
	if (*game != '\n')
		return "no empty line behind the tags";
	return lila_moves(game);
}

static void expect_lila_takes(const char *pgn)
{
	static char games[TEXT_MAX];
	char *next;

	strcpy(games, pgn);
	for (char *game = games; game; game = next) {
		const char *wrong;

		next = strstr(game, "\n\n[");
		if (next) {
			next[1] = '\0';
			next += 2;
		}
		wrong = lila_game(game);
		if (wrong)
			ck_abort_msg("%s, in:\n%s", wrong, game);
	}
}

/* --- the examples --- */

static const char *examples(void)
{
	static char bytes[1 << 14];
	FILE *file = fopen(BOARDD_TEST_DATA "/examples.pgn", "r");
	size_t len;

	ck_assert_ptr_nonnull(file);
	len = fread(bytes, 1, sizeof(bytes) - 1, file);
	fclose(file);
	bytes[len] = '\0';
	return bytes;
}

START_TEST(the_examples_are_written_byte_for_byte)
{
	expect(examples(), examples());
	check_lines(examples());
	expect_lila_takes(examples());
}
END_TEST

static void tag(struct rules_pgn_writer *writer, const char *name, const char *value)
{
	rules_pgn_write_tag(writer, rules_slice_of(name), rules_slice_of(value));
}

/* The first example as the daemon will make it: tags, then a move and its clock at a time. */
START_TEST(a_broadcast_game_is_written_as_it_is_played)
{
	static const char *const tags[][2] = {
		{"Event", "Harbour Open 2026"}, {"Site", "Aarhus DEN"},
		{"Date", "2026.01.01"},         {"Round", "1.1"},
		{"White", "Berg, Ane"},         {"Black", "Lund, J\xc3\xb6rg Peter"},
		{"Result", "1/2-1/2"},          {"BlackElo", "2104"},
		{"BlackFideId", "1700002"},     {"Board", "1"},
		{"GameId", "hbr26-r1-b1-1"},    {"TimeControl", "5400+30"},
		{"WhiteElo", "2051"},           {"WhiteFideId", "1400001"},
		{"WhiteTitle", "WFM"},
	};
	static const char *const moves[][2] = {
		{"e2e4", "[%clk 1:30:48]"}, {"e7e5", "[%clk 1:30:51]"}, {"g1f3", "[%clk 1:30:58]"},
		{"b8c6", "[%clk 1:31:06]"}, {"f1b5", "[%clk 1:30:57]"}, {"a7a6", "[%clk 1:31:28]"},
		{"b5a4", "[%clk 1:31:17]"}, {"g8f6", "[%clk 1:31:45]"}, {"e1g1", "[%clk 1:31:30]"},
		{"f8e7", "[%clk 1:32:00]"},
	};
	struct rules_position pos = position(RULES_START_FEN);
	char bytes[2048];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct rules_pgn_writer writer;

	rules_pgn_write(&writer, &text);
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++)
		tag(&writer, tags[i][0], tags[i][1]);
	rules_pgn_write_tags_end(&writer);
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		rules_move m = move(&pos, moves[i][0]);

		rules_pgn_write_move(&writer, &pos, m);
		rules_pgn_write_comment(&writer, rules_slice_of(moves[i][1]));
		rules_apply(&pos, m, NULL);
	}
	rules_pgn_write_result(&writer, RULES_DRAWN);
	ck_assert_int_eq(strncmp(bytes, examples(), text.len), 0);
}
END_TEST

/* --- tags --- */

START_TEST(the_roster_comes_first_and_the_others_by_name)
{
	static const char *const order[] = {"Event",   "Site",     "Date",     "Round", "White",
					    "Black",   "Result",   "BlackElo", "FEN",   "SetUp",
					    "UTCDate", "WhiteElo", "White_",   "a"};
	size_t count = sizeof(order) / sizeof(order[0]);

	for (size_t a = 0; a < count; a++) {
		for (size_t b = 0; b < count; b++) {
			int sign = rules_pgn_tag_order(rules_slice_of(order[a]),
						       rules_slice_of(order[b]));

			ck_assert_msg((sign > 0) - (sign < 0) == (a > b) - (a < b), "%s and %s",
				      order[a], order[b]);
		}
	}
	for (size_t i = 0; i < 7; i++)
		ck_assert_str_eq(rules_pgn_roster[i], order[i]);
}
END_TEST

static void expect_value(const char *value, const char *expected)
{
	static char bytes[4096], line[4096];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct rules_pgn_writer writer;

	rules_pgn_write(&writer, &text);
	tag(&writer, "White", value);
	snprintf(line, sizeof(line), "[White \"%s\"]\n", expected);
	ck_assert_str_eq(bytes, line);
}

START_TEST(a_value_is_escaped)
{
	expect_value("Berg, Ane", "Berg, Ane");
	expect_value("", "");
	expect_value("O'Brien, \"Bob\" \\ \xc3\x86r\xc3\xb8",
		     "O'Brien, \\\"Bob\\\" \\\\ \xc3\x86r\xc3\xb8");
	expect_value("\\", "\\\\");
	expect_value("]", "]");
}
END_TEST

START_TEST(a_value_is_utf_8_on_one_line)
{
	expect_value("a\tb\nc\rd\x7f"
		     "e",
		     "a b c d e");
	expect_value("\xc5se", "\xc3\x85se");                     /* ISO 8859-1 */
	expect_value("J\xf6rg \xc3\xa6", "J\xc3\xb6rg \xc3\xa6"); /* both */
	expect_value("\xe2\x82\xac \xf0\x9f\x98\x80", "\xe2\x82\xac \xf0\x9f\x98\x80");
	expect_value("\xc3", "\xc3\x83");                         /* cut off */
	expect_value("\xc0\xaf", "\xc3\x80\xc2\xaf");             /* overlong */
	expect_value("\xed\xa0\x80", "\xc3\xad\xc2\xa0\xc2\xbf"); /* half of a surrogate pair */
}
END_TEST

/* Section 1: no control characters; U+0080 to U+009F are some, in either encoding. */
START_TEST(a_value_has_no_control_characters_beyond_ascii)
{
	expect_value("a\xc2\x85"
		     "b",
		     "a b");
}
END_TEST

/* Section 1: a line is never longer than 255; and no character is cut in half. */
START_TEST(a_tag_is_never_longer_than_a_line_can_be)
{
	static const char *const letters[] = {"x", "\xc3\xb8", "\"", "\\", "\xe2\x82\xac"};

	for (size_t l = 0; l < sizeof(letters) / sizeof(letters[0]); l++) {
		char name[1024] = "", bytes[4096];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));
		struct rules_pgn_writer writer;

		for (int i = 0; i < 300; i++)
			strcat(name, letters[l]);
		rules_pgn_write(&writer, &text);
		tag(&writer, "White", name);
		ck_assert_msg(lila_tag(bytes, text.len - 1) == NULL, "%s", bytes);
		ck_assert_msg(text.len - 1 <= 255, "a tag line of %zu bytes", text.len - 1);
	}
}
END_TEST

START_TEST(no_name_makes_a_game_that_lila_refuses)
{
	static const char *const names[] = {"O'Brien, \"Bob\" \\ \xc3\x86r\xc3\xb8",
					    "",
					    "\\",
					    "\"",
					    "\\\"",
					    "a\n\n[Event \"b\"]\n\n1. e4",
					    "\x01\x02\xff",
					    "] [",
					    "{",
					    "%",
					    NULL};
	char longest[301];

	memset(longest, 'x', 300);
	longest[300] = '\0';
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char bytes[4096];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));
		struct rules_position pos = position(RULES_START_FEN);
		struct rules_pgn_writer writer;

		rules_pgn_write(&writer, &text);
		for (int game = 0; game < 2; game++) {
			tag(&writer, "White", names[i] ? names[i] : longest);
			rules_pgn_write_tags_end(&writer);
			rules_pgn_write_move(&writer, &pos, move(&pos, "e2e4"));
			rules_pgn_write_comment(&writer, rules_slice_of("[%clk 1:30:48]"));
			rules_pgn_write_result(&writer, RULES_UNDECIDED);
		}
		ck_assert(rules_text_fits(&text));
		expect_lila_takes(bytes);
		expect(bytes, bytes);
	}
}
END_TEST

/* --- moves --- */

START_TEST(blacks_number_stands_only_where_it_is_needed)
{
	expect("1. e4 e5 2. Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *\n\n");
	expect("1. e4 {a} e5 {b} 2. Nf3 *", "1. e4 {a} 1... e5 {b} 2. Nf3 *\n\n");
	expect("1. e4 $1 e5 *", "1. e4 $1 e5 *\n\n");
	expect("1. e4 (1. d4 d5) e5 *", "1. e4 (1. d4 d5) 1... e5 *\n\n");
	expect("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n");
	expect("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 31\"]\n31... Ke7 *",
	       "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 31\"]\n\n31... Ke7 *\n\n");
}
END_TEST

START_TEST(one_game_one_spelling)
{
	expect("1.e2-e4! e7e5 2.Ng1f3 (2.f4?!; gambit\n2...ef) 2...Nc6 3.Bb5 a6 4.Ba4 Nf6 5.0-0 "
	       "1/2",
	       "1. e4 $1 e5 2. Nf3 (2. f4 $6 {gambit} 2... exf4) 2... Nc6 3. Bb5 a6 4. Ba4 Nf6\n"
	       "5. O-O 1/2-1/2\n\n");
	expect("*", "*\n\n");
	expect("1. e4 * 1. d4 *", "1. e4 *\n\n1. d4 *\n\n");
}
END_TEST

START_TEST(comments_are_trimmed_and_cannot_end_early)
{
	expect("1. e4 {  two   words \n\t here } *", "1. e4 {two words here} *\n\n");
	expect("1. e4 ; a } b { c\n*", "1. e4 {a ) b ( c} *\n\n");
	expect("1. e4 {} { } e5 *", "1. e4 e5 *\n\n");
	expect("1. e4 {sm\xf8r} *", "1. e4 {sm\xc3\xb8r} *\n\n");
}
END_TEST

/* From move 65535 on the count stands still; the text stays readable. */
START_TEST(the_largest_move_number_is_kept)
{
	static const char fen[] = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 65535 65535\"]\n\n";
	char pgn[256];

	snprintf(pgn, sizeof(pgn), "%s65535. Kd2 Kd7 65535. Ke2 Ke7 *\n\n", fen);
	expect(pgn, pgn);
}
END_TEST

/* --- lines --- */

/* A comment of a width, in words of a few letters, behind a first move of any column. */
static void expect_unbroken(const char *comment, unsigned moves_before)
{
	struct rules_position pos = position(RULES_START_FEN);
	static const char *const dance[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
	char bytes[4096], braced[512];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct rules_pgn_writer writer;

	rules_pgn_write(&writer, &text);
	for (unsigned i = 0; i < moves_before; i++) {
		rules_move m = move(&pos, dance[i % 4]);

		rules_pgn_write_move(&writer, &pos, m);
		rules_apply(&pos, m, NULL);
	}
	rules_pgn_write_comment(&writer, rules_slice_of(comment));
	rules_pgn_write_result(&writer, RULES_UNDECIDED);
	snprintf(braced, sizeof(braced), "{%s}", comment);
	if (!strstr(bytes, braced))
		ck_abort_msg("broken:\n%s", bytes);
	check_lines(bytes);
}

START_TEST(a_comment_that_fits_a_line_is_not_broken)
{
	for (size_t width = 1; width <= 77; width++) {
		char comment[80];

		for (size_t i = 0; i < width; i++)
			comment[i] = i % 4 == 3 && i + 1 < width ? ' ' : 'a';
		comment[width] = '\0';
		for (unsigned moves = 0; moves < 24; moves++)
			expect_unbroken(comment, moves);
	}
}
END_TEST

/* Section 3: up to 79 characters, and a letter with an accent is one. */
START_TEST(a_comment_that_fits_a_line_is_not_broken_in_any_language)
{
	char comment[256] = "";

	for (int i = 0; i < 19; i++)
		strcat(comment, i ? " \xc3\xb8\xc3\xa6\xc3\xa5" : "\xc3\xb8\xc3\xa6\xc3\xa5");
	ck_assert_uint_eq(characters(comment, strlen(comment)), 75);
	for (unsigned moves = 0; moves < 24; moves++)
		expect_unbroken(comment, moves);
}
END_TEST

/* The bracket of a variation takes a place of the line, too. */
START_TEST(a_comment_that_begins_a_variation_fits_its_line)
{
	for (size_t width = 70; width <= 79; width++) {
		char pgn[256] = "1. e4 ({";

		for (size_t i = 2; i < width; i++)
			strcat(pgn, i % 5 == 4 ? " " : "b");
		strcat(pgn, "b} 1. d4) *");
		check_lines(rewritten(pgn));
	}
}
END_TEST

/* Section 3: LiveChess breaks lines within a command; we do not, in a long comment either. */
START_TEST(a_command_is_not_torn_apart)
{
	for (size_t before = 50; before < 90; before++) {
		char pgn[256] = "1. e4 {";

		for (size_t i = 0; i < before; i++)
			strcat(pgn, i % 5 == 4 ? " " : "b");
		strcat(pgn, " [%clk 1:30:48] [%emt 0:00:12] and more words to fill the line} *");
		if (!strstr(rewritten(pgn), "[%clk 1:30:48]") ||
		    !strstr(rewritten(pgn), "[%emt 0:00:12]"))
			ck_abort_msg("torn apart:\n%s", rewritten(pgn));
	}
}
END_TEST

/* The blanks and the bytes of a command are fewer or more once written; it stays what it is. */
START_TEST(a_command_is_one_word_however_it_was_written)
{
	static const char *const commands[] = {
		"[%clk                                                                      "
		"1:30:48]",
		"[%x \xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5 "
		"\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5 "
		"\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5 "
		"\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5\xe6\xf8\xe5]",
		"[%csl Ga1,Ga2,Ga3,Ga4,Ga5,Ga6,Ga7,Ga8,Gb1,Gb2,Gb3,Gb4 Gb5,Gb6,Gb7,Gb8,Gc1]",
	};

	for (size_t c = 0; c < sizeof(commands) / sizeof(commands[0]); c++) {
		for (size_t before = 20; before < 90; before++) {
			char pgn[512] = "1. e4 {", once[512];

			for (size_t i = 0; i < before; i++)
				strcat(pgn, i % 5 == 4 ? " " : "b");
			sprintf(pgn + strlen(pgn), " %s and more words to fill the line} *",
				commands[c]);
			strcpy(once, rewritten(pgn));
			expect(once, once);
		}
	}
}
END_TEST

START_TEST(no_line_begins_with_a_percent_sign)
{
	for (size_t before = 60; before < 90; before++) {
		char pgn[256] = "1. e4 {";

		for (size_t i = 0; i < before; i++)
			strcat(pgn, i % 5 == 4 ? " " : "b");
		strcat(pgn, " %clk %emt 100 % sure, and some more words to fill the line} *");
		check_lines(rewritten(pgn));
		ck_assert_str_eq(rewritten(pgn), rewritten(rewritten(pgn)));
	}
}
END_TEST

/* Section 1: nor is a line ever longer than 255. */
START_TEST(many_percent_signs_make_no_endless_line)
{
	static char pgn[2048] = "1. e4 {";

	for (int i = 0; i < 300; i++)
		strcat(pgn, "%a ");
	strcat(pgn, "} *");
	check_lines(rewritten(pgn));

	strcpy(pgn, "1. e4 {");
	memset(pgn + 7, '%', 1500);
	strcpy(pgn + 1507, "} *");
	check_lines(rewritten(pgn));
}
END_TEST

START_TEST(a_word_without_end_is_cut)
{
	static char pgn[4096] = "1. e4 {", once[4096];

	memset(pgn + 7, 'w', 2000);
	strcpy(pgn + 2007, "} 1... e5 *");
	strcpy(once, rewritten(pgn));
	check_lines(once);
	expect(once, once);
}
END_TEST

/*
 * A comment may speak of tags. Broken into lines, it must not begin one with
 * what a reader, ours too, takes for the next game.
 */
START_TEST(no_line_of_a_comment_begins_like_a_tag)
{
	for (size_t before = 50; before < 90; before++) {
		char pgn[512] = "1. e4 {", once[512];

		for (size_t i = 0; i < before; i++)
			strcat(pgn, i % 5 == 4 ? " " : "b");
		strcat(pgn, " [Event \"x\"] and some more words to fill the line} 1... e5 *");
		strcpy(once, rewritten(pgn));
		expect(once, once);
	}
}
END_TEST

/* --- random games --- */

static void random_comment(struct random *random, struct rules_pgn_writer *writer)
{
	static const char *const words[] = {
		"good",
		"%",
		"%clk",
		"[%clk 1:30:48]",
		"[%eval #-3]",
		"{",
		"}",
		";",
		"(",
		")",
		"$1",
		"1-0",
		"\xc3\xa6\xc3\xb8\xc3\xa5",
		"\xe9t\xe9",
		"\xff",
		"\t",
		"a-rather-long-word",
		"[",
		"]",
		"\"",
		"\\",
		"[%emt\n0:00:12]",
		"*",
		"\xe2\x99\x98",
		"e.p.",
		"--",
		"\x80",
		"[Event",
		"\"x\"]",
		"[A\"\"]",
	};
	char bytes[2048];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	size_t count = random_below(random, random_below(random, 4) ? 6 : 60);

	while (count-- > 0) {
		rules_text_string(&text,
				  words[random_below(random, sizeof(words) / sizeof(words[0]))]);
		if (random_below(random, 5))
			rules_text_char(&text, random_below(random, 4) ? ' ' : '\n');
	}
	ck_assert(rules_text_fits(&text));
	rules_pgn_write_comment(writer, rules_slice_of(bytes));
}

/* Some moves, remarks between them, and variations from time to time. */
static void random_moves(struct random *random, struct rules_pgn_writer *writer,
			 struct rules_position pos, size_t plies, int depth)
{
	for (size_t ply = 0; ply < plies && rules_has_legal_move(&pos); ply++) {
		struct rules_position before = pos;
		struct rules_moves moves;
		rules_move m;

		rules_legal_moves(&pos, &moves);
		m = moves.move[random_below(random, moves.count)];
		rules_pgn_write_move(writer, &before, m);
		rules_apply(&pos, m, NULL);
		if (random_below(random, 8) == 0)
			rules_pgn_write_nag(writer, (unsigned)random_below(random, 256));
		if (random_below(random, 4) == 0)
			random_comment(random, writer);
		if (depth > 0 && random_below(random, 8) == 0) {
			rules_pgn_write_open(writer);
			if (random_below(random, 4) == 0)
				random_comment(random, writer);
			random_moves(random, writer, before, 1 + random_below(random, 6),
				     depth - 1);
			rules_pgn_write_close(writer);
		}
	}
}

static void random_tags(struct random *random, struct rules_pgn_writer *writer,
			const struct rules_position *start)
{
	static const char *const values[] = {"",         "?",      "Berg, Ane",         "\"", "\\",
					     "a \\\" b", "\xc5se", "\xc3\x86r\xc3\xb8", "]",  "\t"};

	for (size_t i = 0; i < 6; i++)
		tag(writer, rules_pgn_roster[i], values[random_below(random, 10)]);
	tag(writer, "FEN", fen_of(start));
	tag(writer, "SetUp", "1");
	if (start->chess960)
		tag(writer, "Variant", "Chess960");
	rules_pgn_write_tags_end(writer);
}

static void random_annotated_game(struct random *random, struct rules_pgn_writer *writer)
{
	struct rules_position start = random_position(random, 20);

	random_tags(random, writer, &start);
	if (random_below(random, 4) == 0)
		random_comment(random, writer);
	random_moves(random, writer, start, random_below(random, 60), 3);
	rules_pgn_write_result(writer, (enum rules_result)random_below(random, 4));
}

START_TEST(what_is_written_reads_back_and_is_written_the_same)
{
	static char bytes[TEXT_MAX];
	struct random random = {.state = 51};

	for (int i = 0; i < 400; i++) {
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));
		struct rules_pgn_writer writer;

		rules_pgn_write(&writer, &text);
		for (size_t games = 1 + random_below(&random, 3); games > 0; games--)
			random_annotated_game(&random, &writer);
		ck_assert(rules_text_fits(&text));
		check_lines(bytes);
		expect_lila_takes(bytes);
		if (strcmp(rewritten(bytes), bytes) != 0)
			ck_assert_str_eq(rewritten(bytes), bytes);
	}
}
END_TEST

/* --- Chess960 --- */

START_TEST(all_960_starts_go_there_and_back)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		struct rules_position start, read;
		char fen[RULES_FEN_MAX], x_fen[RULES_FEN_MAX];
		struct rules_text text = rules_text_in(fen, sizeof(fen));
		struct rules_text x_text = rules_text_in(x_fen, sizeof(x_fen));

		rules_chess960_start(&start, number);
		rules_fen_write(&text, &start, RULES_FEN_PLAIN);
		rules_fen_write(&x_text, &start, RULES_FEN_X);
		read = position(fen);
		ck_assert_str_eq(fen_of(&read), fen);
		ck_assert_uint_eq(read.key, start.key);
		ck_assert_int_eq(rules_chess960_number(&read), (int)number);
		read = position(x_fen);
		ck_assert_uint_eq(read.key, start.key);
	}
}
END_TEST

/* Of a start position one king, one rook of his, and the other king are left. */
static struct rules_position castling_only(unsigned number, enum rules_side side)
{
	struct rules_position pos;
	rules_square king;

	rules_chess960_start(&pos, number);
	king = rules_king_square(&pos, RULES_WHITE);
	for (rules_square square = 0; square < 64; square++) {
		bool beyond = side == RULES_KINGSIDE ? square > king : square < king;

		if (rules_kind_of(pos.at[square]) != RULES_KING &&
		    !(pos.at[square] == rules_piece_of(RULES_WHITE, RULES_ROOK) && beyond))
			rules_position_put(&pos, square, RULES_NO_PIECE);
	}
	pos.castling &= rules_all_men(&pos);
	pos.key = rules_position_key(&pos);
	return pos;
}

START_TEST(castling_is_written_and_read_from_every_arrangement)
{
	for (unsigned number = 0; number < RULES_CHESS960_COUNT; number++) {
		for (int side = RULES_KINGSIDE; side <= RULES_QUEENSIDE; side++) {
			struct rules_position pos = castling_only(number, (enum rules_side)side);
			rules_square king = rules_king_square(&pos, RULES_WHITE);
			rules_move m =
				rules_move_of(king, rules_lowest(pos.castling), RULES_CASTLING);
			char pgn[256];

			ck_assert(rules_is_legal(&pos, m));
			snprintf(pgn, sizeof(pgn),
				 "[FEN \"%s\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n1. %s "
				 "*\n\n",
				 fen_of(&pos), san_of(&pos, m));
			ck_assert(strstr(pgn, side == RULES_KINGSIDE ? " O-O" : " O-O-O"));
			expect(pgn, pgn);
		}
	}
}
END_TEST

static TCase *tags(void)
{
	TCase *tests = tcase_create("tags");

	tcase_add_test(tests, the_examples_are_written_byte_for_byte);
	tcase_add_test(tests, a_broadcast_game_is_written_as_it_is_played);
	tcase_add_test(tests, the_roster_comes_first_and_the_others_by_name);
	tcase_add_test(tests, a_value_is_escaped);
	tcase_add_test(tests, a_value_is_utf_8_on_one_line);
	tcase_add_test(tests, a_value_has_no_control_characters_beyond_ascii);
	tcase_add_test(tests, a_tag_is_never_longer_than_a_line_can_be);
	tcase_add_test(tests, no_name_makes_a_game_that_lila_refuses);
	return tests;
}

static TCase *moves(void)
{
	TCase *tests = tcase_create("moves");

	tcase_add_test(tests, blacks_number_stands_only_where_it_is_needed);
	tcase_add_test(tests, one_game_one_spelling);
	tcase_add_test(tests, comments_are_trimmed_and_cannot_end_early);
	tcase_add_test(tests, the_largest_move_number_is_kept);
	return tests;
}

static TCase *lines(void)
{
	TCase *tests = tcase_create("lines");

	tcase_add_test(tests, a_comment_that_fits_a_line_is_not_broken);
	tcase_add_test(tests, a_comment_that_fits_a_line_is_not_broken_in_any_language);
	tcase_add_test(tests, a_comment_that_begins_a_variation_fits_its_line);
	tcase_add_test(tests, a_command_is_not_torn_apart);
	tcase_add_test(tests, a_command_is_one_word_however_it_was_written);
	tcase_add_test(tests, no_line_begins_with_a_percent_sign);
	tcase_add_test(tests, many_percent_signs_make_no_endless_line);
	tcase_add_test(tests, a_word_without_end_is_cut);
	tcase_add_test(tests, no_line_of_a_comment_begins_like_a_tag);
	return tests;
}

static TCase *everywhere(void)
{
	TCase *tests = tcase_create("everywhere");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, what_is_written_reads_back_and_is_written_the_same);
	tcase_add_test(tests, all_960_starts_go_there_and_back);
	tcase_add_test(tests, castling_is_written_and_read_from_every_arrangement);
	return tests;
}

int main(void)
{
	Suite *suite = suite_create("pgn_write");

	suite_add_tcase(suite, tags());
	suite_add_tcase(suite, moves());
	suite_add_tcase(suite, lines());
	suite_add_tcase(suite, everywhere());
	return run_suite(suite);
}
