/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/ctl/ctl.h"
#include "rules-core/draw.h"
#include "rules-core/pgn.h"

const char ctl_pgn_help[] =
	"Reads games, checks every move and prints the games in PGN's export format:\n"
	"tags in order, one spelling for each move, lines of at most 79 characters.\n"
	"FILE may be - for standard input.\n"
	"\n"
	"A game with an illegal or ambiguous move, or one that cannot be read, is not\n"
	"printed; a line on standard error says where and why, the other games are\n"
	"printed all the same, and the exit status is 1. A line with 'warning:' is about\n"
	"results that differ between tag, moves and board; the game is printed.\n"
	"\n"
	"  --lang LANG       the moves are written with the piece letters of LANG: en da\n"
	"                    no sv de nl fr es it fi is pl cs pt. Without it: English, and\n"
	"                    other letters where only one legal move fits them. Printed\n"
	"                    are always the English letters that PGN asks for.\n"
	"  --no-variations   leave variations out\n"
	"\n"
	"Examples:\n"
	"  boardctl pgn games.pgn > clean.pgn\n"
	"  boardctl pgn --lang da partier.pgn\n";

struct tag {
	struct rules_slice name, value;
	size_t place; /* in the file: of two with one name the first counts */
};

/* Where a variation began, to go back to if it has no move in it. */
struct mark {
	size_t len;
	struct rules_pgn_writer writer;
	bool played;
};

#define NAGS_MAX 4

/* One game being put together: printed whole, or not at all. */
struct game {
	struct rules_text head, body, scratch;
	struct rules_pgn_writer writer; /* of the body */
	struct rules_position start;
	struct tag *tags;
	size_t tag_count, tag_room;
	bool in_moves;
	struct mark marks[RULES_PGN_DEPTH + 1]; /* by depth */
	bool after_move;                        /* a mark now is about that move */
	unsigned nags[NAGS_MAX], nag_count;     /* marks that came before their move */
	size_t left_out; /* the depth of variations from which on nothing is kept; 0: all is */
};

struct job {
	const char *file;
	bool no_variations;
	enum rules_language language;
	int status;
	struct game game;
};

static void *grown(void *memory, size_t count, size_t size)
{
	void *bigger = reallocarray(memory, count, size);

	if (!bigger)
		exit(ctl_fail(CTL_BAD_INPUT, "out of memory"));
	return bigger;
}

static void make_room(struct rules_text *text, size_t more)
{
	if (text->len + more < text->room)
		return;
	text->room = 2 * (text->len + more);
	text->bytes = grown(text->bytes, text->room, 1);
}

static void begin(struct game *game)
{
	game->head.len = game->body.len = game->tag_count = game->left_out = 0;
	game->in_moves = game->after_move = game->marks[0].played = false;
	game->nag_count = 0;
	rules_pgn_write(&game->writer, &game->body);
}

/* --- tags --- */

static struct tag *find_tag(struct game *game, const char *name)
{
	for (size_t i = 0; i < game->tag_count; i++)
		if (rules_slice_is(game->tags[i].name, name))
			return &game->tags[i];
	return NULL;
}

static void add_tag(struct game *game, struct rules_slice name, struct rules_slice value)
{
	if (game->tag_count == game->tag_room) {
		game->tag_room = game->tag_room ? 2 * game->tag_room : 32;
		game->tags = grown(game->tags, game->tag_room, sizeof(*game->tags));
	}
	game->tags[game->tag_count] =
		(struct tag){.name = name, .value = value, .place = game->tag_count};
	game->tag_count++;
}

static void set_tag(struct game *game, const char *name, const char *value)
{
	struct tag *tag = find_tag(game, name);

	if (tag)
		tag->value = rules_slice_of(value);
	else
		add_tag(game, rules_slice_of(name), rules_slice_of(value));
}

static int by_order(const void *a, const void *b)
{
	const struct tag *left = a, *right = b;
	int order = rules_pgn_tag_order(left->name, right->name);

	return order ? order : (left->place > right->place) - (left->place < right->place);
}

/* The roster is never empty. */
static void complete_roster(struct game *game)
{
	for (int i = 0; i < 7; i++) {
		struct tag *tag = find_tag(game, rules_pgn_roster[i]);
		const char *unknown = strcmp(rules_pgn_roster[i], "Date") == 0 ? "????.??.??" : "?";

		if (!tag || tag->value.len == 0)
			set_tag(game, rules_pgn_roster[i], unknown);
	}
}

/* A start position is written in our own spelling, with all the tags readers ask for. */
static void complete_position(struct game *game, char fen[RULES_FEN_MAX])
{
	struct rules_text text = rules_text_in(fen, RULES_FEN_MAX);

	if (!find_tag(game, "FEN") && !game->start.chess960) {
		if (find_tag(game, "SetUp"))
			set_tag(game, "SetUp", ""); /* without a FEN it misleads readers */
		return;
	}
	rules_fen_write(&text, &game->start, RULES_FEN_PLAIN);
	set_tag(game, "FEN", fen);
	set_tag(game, "SetUp", "1");
	if (game->start.chess960)
		set_tag(game, "Variant", "Chess960");
}

/* In order; the second of two with one name, and those without a value, are left out. */
static void write_tags(struct game *game, enum rules_result result)
{
	struct rules_pgn_writer writer;
	char fen[RULES_FEN_MAX];

	complete_roster(game);
	complete_position(game, fen);
	set_tag(game, "Result", rules_result_text(result));
	qsort(game->tags, game->tag_count, sizeof(*game->tags), by_order);
	rules_pgn_write(&writer, &game->head);
	for (size_t i = 0; i < game->tag_count; i++) {
		const struct tag *tag = &game->tags[i];

		if (tag->value.len == 0 ||
		    (i > 0 && rules_pgn_tag_order(tag->name, tag[-1].name) == 0))
			continue;
		game->scratch.len = 0;
		make_room(&game->scratch, tag->value.len + 1);
		rules_pgn_unescape(&game->scratch, tag->value);
		make_room(&game->head, tag->name.len + 2 * game->scratch.len + 16);
		rules_pgn_write_tag(
			&writer, tag->name,
			(struct rules_slice){.at = game->scratch.bytes, .len = game->scratch.len});
	}
	make_room(&game->head, 2);
	rules_pgn_write_tags_end(&writer);
	assert(rules_text_fits(&game->head) && rules_text_fits(&game->body));
}

/* --- one item after the other --- */

static void complain(const struct job *job, const struct rules_pgn_reader *reader, size_t line,
		     const char *what, const char *why)
{
	fflush(stdout);
	fprintf(stderr, "%s:%zu: game %zu: %s%s\n", job->file, line, reader->game, what, why);
}

static enum rules_result result_on_board(const struct rules_position *pos)
{
	switch (rules_state_of(pos)) {
	case RULES_STALEMATE: return RULES_DRAWN;
	case RULES_CHECKMATE: return pos->turn == RULES_WHITE ? RULES_BLACK_WINS : RULES_WHITE_WINS;
	case RULES_IN_PLAY: break;
	}
	return RULES_UNDECIDED;
}

/*
 * A decided result beats *, wherever it stands: in the tag, behind the moves,
 * on the board. If two are decided and differ, the first of these is kept, as
 * other readers have it, and somebody should look.
 */
static enum rules_result settle_result(struct job *job, const struct rules_pgn_reader *reader,
				       const struct rules_pgn_item *item)
{
	struct tag *tag = find_tag(&job->game, "Result");
	enum rules_result said[3] = {RULES_UNDECIDED, item->result, result_on_board(&reader->pos)};
	enum rules_result result = RULES_UNDECIDED;

	if (tag && !rules_result_read(tag->value, &said[0]))
		said[0] = RULES_UNDECIDED;
	for (int i = 0; i < 3; i++) {
		if (result == RULES_UNDECIDED)
			result = said[i];
		else if (said[i] != RULES_UNDECIDED && said[i] != result)
			complain(job, reader, item->line,
				 i == 1 ? "warning: the moves end in another result than the tag, "
					  "which is kept: "
					: "warning: the position at the end says another result "
					  "than "
					  "the one kept: ",
				 rules_result_text(result));
	}
	return result;
}

static void finish(struct job *job, const struct rules_pgn_reader *reader,
		   const struct rules_pgn_item *item)
{
	struct game *game = &job->game;
	enum rules_result result = settle_result(job, reader, item);

	if (!game->in_moves)
		game->start = reader->pos;
	write_tags(game, result);
	rules_pgn_write_result(&game->writer, result);
	fwrite(game->head.bytes, 1, game->head.len, stdout);
	fwrite(game->body.bytes, 1, game->body.len, stdout);
	begin(game);
}

/* Most readers of PGN know no null move: a variation ends before it. */
static bool is_left_out(struct job *job, const struct rules_pgn_reader *reader,
			const struct rules_pgn_item *item)
{
	struct game *game = &job->game;

	if (!game->left_out &&
	    ((job->no_variations && item->kind == RULES_PGN_OPEN) || item->kind == RULES_PGN_NULL))
		game->left_out = reader->depth;
	if (!game->left_out)
		return false;
	if (item->kind == RULES_PGN_CLOSE && reader->depth < game->left_out) {
		game->left_out = 0;
		return job->no_variations;
	}
	return true;
}

static void open_variation(struct game *game, size_t depth)
{
	game->marks[depth] = (struct mark){.len = game->body.len, .writer = game->writer};
	rules_pgn_write_open(&game->writer);
}

/* Readers stumble over a variation without a move: there is none, then. */
static void close_variation(struct game *game, size_t depth)
{
	const struct mark *mark = &game->marks[depth];

	if (mark->played) {
		rules_pgn_write_close(&game->writer);
	} else {
		game->body.len = mark->len;
		game->writer = mark->writer;
		game->nag_count = 0;
	}
}

static void write_move(struct game *game, const struct rules_pgn_reader *reader, rules_move move)
{
	game->marks[reader->depth].played = true;
	game->after_move = true;
	rules_pgn_write_move(&game->writer, &reader->before, move);
	for (unsigned i = 0; i < game->nag_count; i++)
		rules_pgn_write_nag(&game->writer, game->nags[i]);
	game->nag_count = 0;
}

/* Readers want a mark behind its move: one before it waits, one behind a variation is lost. */
static void write_nag(struct game *game, size_t depth, unsigned nag)
{
	if (game->after_move)
		rules_pgn_write_nag(&game->writer, nag);
	else if (!game->marks[depth].played && game->nag_count < NAGS_MAX)
		game->nags[game->nag_count++] = nag;
}

static void write_item(struct job *job, const struct rules_pgn_reader *reader,
		       const struct rules_pgn_item *item)
{
	struct game *game = &job->game;

	if (is_left_out(job, reader, item))
		return;
	game->after_move &= item->kind != RULES_PGN_OPEN && item->kind != RULES_PGN_CLOSE;
	switch (item->kind) {
	case RULES_PGN_MOVE: write_move(game, reader, item->move); break;
	case RULES_PGN_COMMENT: rules_pgn_write_comment(&game->writer, item->text); break;
	case RULES_PGN_NAG: write_nag(game, reader->depth, item->nag); break;
	case RULES_PGN_OPEN: open_variation(game, reader->depth); break;
	case RULES_PGN_CLOSE: close_variation(game, reader->depth + 1); break;
	case RULES_PGN_TAG:
	case RULES_PGN_NULL:
	case RULES_PGN_RESULT:
	case RULES_PGN_FAULT:
	case RULES_PGN_END: break;
	}
}

static void fault(struct job *job, const struct rules_pgn_reader *reader, size_t line,
		  const char *why)
{
	complain(job, reader, line, "", why);
	job->status = CTL_BAD_INPUT;
	begin(&job->game);
}

static void take(struct job *job, const struct rules_pgn_reader *reader,
		 const struct rules_pgn_item *item)
{
	struct game *game = &job->game;

	/* What the writer adds to an item is a number, marks and blanks; Latin-1 doubles. */
	make_room(&game->body, 3 * item->text.len + 128);
	switch (item->kind) {
	case RULES_PGN_TAG: add_tag(game, item->name, item->text); return;
	case RULES_PGN_FAULT: fault(job, reader, item->line, item->why); return;
	case RULES_PGN_RESULT: finish(job, reader, item); return;
	case RULES_PGN_MOVE:
	case RULES_PGN_NULL:
	case RULES_PGN_COMMENT:
	case RULES_PGN_NAG:
	case RULES_PGN_OPEN:
	case RULES_PGN_CLOSE:
		if (!game->in_moves)
			game->start = reader->before;
		game->in_moves = true;
		write_item(job, reader, item);
		return;
	case RULES_PGN_END: return;
	}
}

static void rewrite(struct job *job, struct rules_slice text)
{
	struct rules_pgn_reader *reader = grown(NULL, 1, sizeof(*reader));
	struct rules_pgn_item item;

	rules_pgn_open(reader, text, job->language);
	begin(&job->game);
	while (rules_pgn_next(reader, &item) != RULES_PGN_END)
		take(job, reader, &item);
	free(reader);
}

/* --- files --- */

static int read_all(int fd, struct rules_text *ret)
{
	for (;;) {
		ssize_t got;

		make_room(ret, 1 << 16);
		got = read(fd, ret->bytes + ret->len, ret->room - ret->len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got < 0 ? -errno : 0;
		ret->len += (size_t)got;
	}
}

static void rewrite_file(struct job *job)
{
	bool is_input = strcmp(job->file, "-") == 0;
	int fd = is_input ? STDIN_FILENO : open(job->file, O_RDONLY | O_CLOEXEC);
	struct rules_text text = {0};
	int r = fd < 0 ? -errno : read_all(fd, &text);

	if (r < 0)
		job->status = ctl_fail(CTL_BAD_INPUT, "%s: %s", job->file, strerror(-r));
	else
		rewrite(job, (struct rules_slice){.at = text.bytes, .len = text.len});
	if (fd > STDIN_FILENO)
		close(fd);
	free(text.bytes);
}

int ctl_pgn(int argc, char **argv)
{
	static const struct option options[] = {
		{"lang", required_argument, NULL, 'l'},
		{"no-variations", no_argument, NULL, 'v'},
		{0},
	};
	struct job job = {.language = RULES_ANY_LANGUAGE};
	int option;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		switch (option) {
		case 'l':
			job.language = rules_language_of(rules_slice_of(optarg));
			if (job.language == RULES_LANGUAGES)
				return ctl_fail(CTL_BAD_CALL,
						"pgn: no language '%s' (see boardctl pgn --help)",
						optarg);
			break;
		case 'v': job.no_variations = true; break;
		default: return ctl_bad_option(option, argv);
		}
	}
	if (optind == argc)
		return ctl_fail(CTL_BAD_CALL, "pgn: needs a FILE (see boardctl pgn --help)");
	for (; optind < argc; optind++) {
		job.file = argv[optind];
		rewrite_file(&job);
	}
	free(job.game.tags);
	free(job.game.head.bytes);
	free(job.game.body.bytes);
	free(job.game.scratch.bytes);
	return job.status;
}
