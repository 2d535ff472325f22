/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/draw.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/setup.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any text is refused with one clear reason, or is a position: written, it
 * reads back to the same position and is written the same.
 */

static void write_fen(char fen[RULES_FEN_MAX], const struct rules_position *pos,
		      enum rules_fen_style style)
{
	struct rules_text text = rules_text_in(fen, RULES_FEN_MAX);

	rules_fen_write(&text, pos, style);
	expect(rules_text_fits(&text), "%s", fen);
}

static void check_style(const struct rules_position *pos, enum rules_fen_style style)
{
	char fen[RULES_FEN_MAX], again[RULES_FEN_MAX];
	struct rules_position read;
	struct rules_fault fault;

	write_fen(fen, pos, style);
	expect(rules_fen_read(&read, rules_slice_of(fen), &fault), "%s: %s", fen, fault.why);
	write_fen(again, &read, style);
	expect(strcmp(fen, again) == 0, "%s\n%s", fen, again);
	expect(memcmp(pos->at, read.at, sizeof(read.at)) == 0, "%s", fen);
	expect(pos->castling == read.castling && pos->turn == read.turn, "%s", fen);
	if (style != RULES_FEN_LEGAL_ONLY)
		expect(pos->key == read.key && pos->passed == read.passed, "%s", fen);
}

/* Whatever the men are, the rules have an answer. */
static void check_moves(const struct rules_position *pos)
{
	char why[200];
	struct rules_text text = rules_text_in(why, sizeof(why));
	struct rules_moves moves;

	rules_setup_explain(&text, rules_setup_check(pos));
	expect(text.len > 0 && rules_text_fits(&text), "%s", why);
	rules_legal_moves(pos, &moves);
	expect(moves.count <= RULES_MOVES_MAX, "%zu moves", moves.count);
	expect((moves.count > 0) == rules_has_legal_move(pos), "%zu moves", moves.count);
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_position next = *pos;
		struct rules_undo undo;

		rules_apply(&next, moves.move[i], &undo);
		expect(next.key == rules_position_key(&next), "move %#x", moves.move[i]);
		rules_undo(&next, moves.move[i], &undo);
		expect(memcmp(next.at, pos->at, sizeof(pos->at)) == 0 && next.key == pos->key,
		       "move %#x", moves.move[i]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct rules_slice text = {.at = (const char *)bytes, .len = len};
	struct rules_fault fault = {.at = len + 1};
	struct rules_position pos;

	if (rules_fen_read(&pos, text, &fault)) {
		check_style(&pos, RULES_FEN_PLAIN);
		check_style(&pos, RULES_FEN_X);
		check_style(&pos, RULES_FEN_LEGAL_ONLY);
		check_moves(&pos);
	} else {
		expect(fault.at <= len && fault.why[0] != '\0', "%zu: %s", fault.at, fault.why);
		expect(strlen(fault.why) < sizeof(fault.why) - 1, "cut off: %s", fault.why);
	}
	if (rules_placement_read(&pos, text, &fault))
		check_style(&pos, RULES_FEN_PLAIN);
	return 0;
}
