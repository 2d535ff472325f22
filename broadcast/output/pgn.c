/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/pgn.h"

#include <stdio.h>
#include <string.h>

#include "broadcast/output/ascii.h"
#include "rules-core/pgn.h"
#include "rules-core/setup.h"

#define TAG_MAX 256 /* bytes; what is longer is no name */

/* The part of a game that one PGN game can hold: the plies from begin to end. */
struct extract {
	const struct game *game;
	const struct pgn_options *options;
	struct rules_position start;
	bool has_start; /* false: no reader would take the position, so only the pairing is told */
	size_t begin, end;
	bool is_open; /* the game goes on in another text */
	struct rules_pgn_writer writer;
};

/* --- which plies --- */

/* The end of the plies that may be shown. */
static size_t shown_end(const struct game *g, const struct pgn_options *options)
{
	size_t end = g->ply_count;

	while (options->completed_only && g->state != GAME_ENDED && end > 0 &&
	       !g->plies[end - 1].completed)
		end--;
	return end;
}

/* An illegal move may leave a king to be taken: no reader takes such a position. */
static bool is_playable(const struct rules_position *pos)
{
	return rules_setup_is_playable(rules_setup_check(pos));
}

static bool can_go_on(const struct extract *x, const struct game_base *base, size_t at, size_t last)
{
	return at < last && x->game->plies[at].move != RULES_NO_MOVE &&
	       game_base_at(x->game, at) == base;
}

/* From a base, or from the first ply after it where readers can begin. False: there is none. */
static bool begin_at(struct extract *x, const struct game_base *base, size_t last)
{
	x->begin = base->ply;
	x->start = base->pos;
	while (!is_playable(&x->start) && can_go_on(x, base, x->begin, last))
		rules_apply(&x->start, x->game->plies[x->begin++].move, NULL);
	x->end = x->begin;
	x->has_start = is_playable(&x->start);
	while (x->has_start && can_go_on(x, base, x->end, last))
		x->end++;
	return x->has_start;
}

static void choose(struct extract *x)
{
	const struct game *g = x->game;
	size_t last = shown_end(g, x->options);

	if (x->options->policy == PGN_FEN && begin_at(x, game_base_at(g, last), last))
		return;
	begin_at(x, &g->bases[0], last);
}

/* --- tags --- */

static void tag(struct extract *x, const char *name, const char *value)
{
	char plain[TAG_MAX];

	if (x->options->ascii) {
		ascii_write(value, plain, sizeof(plain));
		value = plain;
	}
	rules_pgn_write_tag(&x->writer, rules_slice_of(name), rules_slice_of(value));
}

static void tag_if(struct extract *x, const char *name, const char *value)
{
	if (value && value[0] != '\0')
		tag(x, name, value);
}

static void tag_number(struct extract *x, const char *name, unsigned number)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", number);
	if (number > 0)
		tag(x, name, text);
}

/* Some readers do not undo PGN's escapes, so there is never anything to escape. */
static void tag_name(struct extract *x, const char *name, const char *value)
{
	char text[sizeof(((struct game_player *)NULL)->name)];
	size_t len = 0;

	for (; *value != '\0' && len + 1 < sizeof(text); value++)
		if (*value != '\\')
			text[len++] = *value == '"' ? '\'' : *value;
	text[len] = '\0';
	tag(x, name, len > 0 ? text : "?");
}

static void tag_date(struct extract *x)
{
	const struct game *g = x->game;
	int64_t at_ms = g->started_ms != WHEN_NEVER ? g->started_ms : g->ended_ms;
	char text[48] = "????.\?\?.\?\?";

	if (x->options->date) {
		tag(x, "Date", x->options->date);
		return;
	}
	if (at_ms != WHEN_NEVER) { /* announced only: it may be another day */
		struct when_parts day =
			when_split(at_ms + x->options->utc_offset_minutes * 60000LL);

		snprintf(text, sizeof(text), "%04d.%02d.%02d", day.year, day.month, day.day);
	}
	tag(x, "Date", text);
}

static void tag_round(struct extract *x)
{
	char text[32] = "?";

	if (x->game->round > 0 && x->game->table > 0)
		snprintf(text, sizeof(text), "%u.%u", x->game->round, x->game->table);
	else if (x->game->round > 0)
		snprintf(text, sizeof(text), "%u", x->game->round);
	tag(x, "Round", text);
}

/* PGN has four results; the others are open in its eyes. */
static enum rules_result result_of(const struct extract *x)
{
	enum rules_result result = RULES_UNDECIDED;

	if (!x->is_open)
		rules_result_read(rules_slice_of(x->game->result), &result);
	return result;
}

static void roster(struct extract *x)
{
	const struct game *g = x->game;
	const char *event = x->options->event ? x->options->event : g->event;

	tag(x, "Event", event[0] != '\0' ? event : "?");
	tag(x, "Site", x->options->site ? x->options->site : "?");
	tag_date(x);
	tag_round(x);
	tag_name(x, "White", g->player[RULES_WHITE].name);
	tag_name(x, "Black", g->player[RULES_BLACK].name);
	tag(x, "Result",
	    x->options->both_lost && !x->is_open ? g->result : rules_result_text(result_of(x)));
}

/* The ends that are not `normal`, which is left out. */
static const char *termination(const struct game *g)
{
	static const struct {
		const char *reason, *word;
	} known[] = {
		{"time", "time forfeit"},
		{"illegal-move", "rules infraction"},
		{"illegal-moves", "rules infraction"},
		{"arbiter", "adjudication"},
	};

	/* A result that was only told, of a table without a board: nobody knows how it came. */
	if (g->ply_count == 0 && strcmp(g->reason, "arbiter") == 0)
		return NULL;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(g->reason, known[i].reason) == 0)
			return known[i].word;
	return NULL;
}

static void tag_id(struct extract *x)
{
	char text[GAME_ID_MAX + 24];

	snprintf(text, sizeof(text), "%s", x->game->id);
	if (x->begin > 0)
		snprintf(text, sizeof(text), "%s-p%zu", x->game->id, x->begin);
	tag(x, "GameId", text);
}

/* True if the text does not begin with the usual position. */
static bool needs_fen(const struct extract *x, char ret_fen[RULES_FEN_MAX])
{
	struct rules_text text = rules_text_in(ret_fen, RULES_FEN_MAX);

	rules_fen_write(&text, &x->start, RULES_FEN_PLAIN);
	return x->has_start && strcmp(ret_fen, RULES_START_FEN) != 0;
}

/* After the roster in ASCII order of their names. */
static void other_tags(struct extract *x)
{
	const struct game *g = x->game;
	const struct game_player *white = &g->player[RULES_WHITE], *black = &g->player[RULES_BLACK];
	char fen[RULES_FEN_MAX];
	bool has_fen = needs_fen(x, fen);

	tag_number(x, "BlackElo", black->elo);
	tag_number(x, "BlackFideId", black->fide);
	if (black->team[0] != '\0')
		tag_name(x, "BlackTeam", black->team);
	tag_if(x, "BlackTitle", black->title);
	tag_number(x, "Board", g->table);
	if (has_fen)
		tag(x, "FEN", fen);
	tag_id(x);
	if (has_fen)
		tag(x, "SetUp", "1");
	tag_if(x, "Termination", x->is_open ? "unterminated" : termination(g));
	tag_if(x, "TimeControl", x->options->time_control);
	if (x->has_start && x->start.chess960)
		tag(x, "Variant", "Chess960");
	tag_number(x, "WhiteElo", white->elo);
	tag_number(x, "WhiteFideId", white->fide);
	if (white->team[0] != '\0')
		tag_name(x, "WhiteTeam", white->team);
	tag_if(x, "WhiteTitle", white->title);
}

/* --- moves --- */

static void comment(struct extract *x, const struct game_ply *ply, uint8_t mover)
{
	int32_t s = mover == RULES_WHITE ? ply->white_s : ply->black_s;
	bool is_doubtful = ply->inferred && x->options->mark_doubtful;
	char text[64] = "";
	int len = 0;

	if (s != GAME_NO_CLOCK)
		len = snprintf(text, sizeof(text), "[%%clk %d:%02d:%02d]%s", s / 3600, s / 60 % 60,
			       s % 60, is_doubtful ? " " : "");
	if (is_doubtful)
		len += snprintf(text + len, sizeof(text) - (size_t)len, "inferred");
	rules_pgn_write_comment(&x->writer, (struct rules_slice){text, (size_t)len});
}

static void moves(struct extract *x)
{
	struct rules_position pos = x->start;

	for (size_t i = x->begin; i < x->end; i++) {
		const struct game_ply *ply = &x->game->plies[i];
		uint8_t mover = pos.turn;

		rules_pgn_write_move(&x->writer, &pos, ply->move);
		comment(x, ply, mover);
		rules_apply(&pos, ply->move, NULL);
	}
}

static void write_text(struct extract *x, struct rules_text *out)
{
	rules_pgn_write(&x->writer, out);
	roster(x);
	other_tags(x);
	rules_pgn_write_tags_end(&x->writer);
	moves(x);
	rules_pgn_write_result(&x->writer, result_of(x));
}

/* What was shown before the game left notation stays as it was. */
static void write_earlier(struct rules_text *out, const struct extract *last)
{
	size_t end = shown_end(last->game, last->options);

	for (size_t i = 0; i < last->game->base_count; i++) {
		struct extract x = {.game = last->game, .options = last->options, .is_open = true};

		if (last->game->bases[i].ply >= last->begin)
			break;
		if (begin_at(&x, &last->game->bases[i], end) && x.begin < x.end)
			write_text(&x, out);
	}
}

void pgn_write(struct rules_text *out, const struct game *game, const struct pgn_options *options)
{
	struct extract x = {.game = game, .options = options};

	choose(&x);
	if (options->policy == PGN_FEN && !options->last_only && x.begin > 0)
		write_earlier(out, &x);
	write_text(&x, out);
}

bool pgn_reaches_end(const struct game *game, const struct pgn_options *options)
{
	struct extract x = {.game = game, .options = options};

	choose(&x);
	return x.has_start && x.end == shown_end(game, options) &&
	       game_base_at(game, x.end)->ply <= x.begin;
}
