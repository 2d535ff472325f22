/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/movegen.h"
#include "rules-core/pgn.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any text is items: legal moves, and faults that say why and where. Games
 * without a fault are written, read again and written byte for byte the same.
 */

#define INPUT_MAX (1 << 14)
#define ROOM      (16 * INPUT_MAX) /* a move of two letters may need its number as well */

struct copy {
	struct rules_pgn_writer writer;
	bool in_tags;
	size_t left_out; /* PGN's readers know no null move: the depth where one stood, or 0 */
};

static void copy_tag(struct copy *copy, const struct rules_pgn_item *item)
{
	static char value[ROOM];
	struct rules_text plain = rules_text_in(value, sizeof(value));

	rules_pgn_unescape(&plain, item->text);
	rules_pgn_write_tag(&copy->writer, item->name,
			    (struct rules_slice){.at = value, .len = plain.len});
}

static bool is_left_out(struct copy *copy, const struct rules_pgn_reader *reader,
			const struct rules_pgn_item *item)
{
	if (item->kind == RULES_PGN_NULL && !copy->left_out)
		copy->left_out = reader->depth;
	if (item->kind == RULES_PGN_CLOSE && reader->depth < copy->left_out)
		copy->left_out = 0;
	return copy->left_out > 0;
}

static void copy_item(struct copy *copy, const struct rules_pgn_reader *reader,
		      const struct rules_pgn_item *item)
{
	struct rules_pgn_writer *writer = &copy->writer;

	if (copy->in_tags && item->kind != RULES_PGN_TAG)
		rules_pgn_write_tags_end(writer);
	copy->in_tags = item->kind == RULES_PGN_TAG;
	if (is_left_out(copy, reader, item))
		return;
	switch (item->kind) {
	case RULES_PGN_TAG: copy_tag(copy, item); break;
	case RULES_PGN_MOVE: rules_pgn_write_move(writer, &reader->before, item->move); break;
	case RULES_PGN_COMMENT: rules_pgn_write_comment(writer, item->text); break;
	case RULES_PGN_NAG: rules_pgn_write_nag(writer, item->nag); break;
	case RULES_PGN_OPEN: rules_pgn_write_open(writer); break;
	case RULES_PGN_CLOSE: rules_pgn_write_close(writer); break;
	case RULES_PGN_RESULT: rules_pgn_write_result(writer, item->result); break;
	case RULES_PGN_NULL:
	case RULES_PGN_FAULT:
	case RULES_PGN_END: break;
	}
}

static void check_item(const struct rules_pgn_reader *reader, const struct rules_pgn_item *item)
{
	expect(item->line >= 1 && item->line <= reader->line, "line %zu", item->line);
	expect(reader->game >= 1 && reader->depth <= RULES_PGN_DEPTH, "game %zu", reader->game);
	expect(item->kind != RULES_PGN_MOVE || rules_is_legal(&reader->before, item->move),
	       "move %#x", item->move);
	expect((item->kind == RULES_PGN_FAULT) == (item->why[0] != '\0'), "%s", item->why);
	expect(strlen(item->why) < sizeof(item->why) - 1, "cut off: %s", item->why);
}

/* False if there was a fault; then why and where are told in it. */
static bool rewrite(struct rules_slice text, struct rules_text *out, struct rules_pgn_item *item)
{
	static struct rules_pgn_reader reader;
	struct copy copy = {.in_tags = false};
	bool good = true;

	rules_pgn_write(&copy.writer, out);
	rules_pgn_open(&reader, text, RULES_ANY_LANGUAGE);
	for (;;) {
		memset(item, 0xa5, sizeof(*item));
		if (rules_pgn_next(&reader, item) == RULES_PGN_END)
			return good;
		check_item(&reader, item);
		good = good && item->kind != RULES_PGN_FAULT;
		copy_item(&copy, &reader, item);
	}
}

/* Lines as protocol/pgn.md section 1 has them. */
static void check_lines(const char *pgn)
{
	for (const char *line = pgn; *line; line += strcspn(line, "\n") + 1)
		expect(line[0] != '%' && line[0] != '\t', "%s", pgn);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static char once[ROOM], twice[ROOM];
	struct rules_text first = rules_text_in(once, sizeof(once));
	struct rules_text second = rules_text_in(twice, sizeof(twice));
	struct rules_pgn_item item;

	if (len > INPUT_MAX ||
	    !rewrite((struct rules_slice){.at = (const char *)bytes, .len = len}, &first, &item))
		return 0;
	expect(rules_text_fits(&first), "%zu bytes", first.len);
	check_lines(once);
	expect(rewrite((struct rules_slice){.at = once, .len = first.len}, &second, &item),
	       "cannot be read again:\n%s", once);
	expect(first.len == second.len && memcmp(once, twice, first.len) == 0,
	       "--- once:\n%s--- twice:\n%s", once, twice);
	return 0;
}
