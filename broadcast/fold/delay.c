/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/delay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/game_private.h"
#include "broadcast/fold/record.h"

#define WAITS UINT64_MAX /* for a ply or for the end of the game */

/* A report that is held. ply: of the turn that it tells of. */
struct held {
	struct held *next;
	uint64_t due_ms;
	size_t ply;
	unsigned game; /* which of the board's, counted here */
	size_t len;
	char text[];
};

/* The reports of one board. */
struct line {
	char board[GAME_BY_MAX];
	char game[GAME_ID_MAX];
	unsigned games;
	size_t plies; /* of the live game */
	bool ended;
	struct held *first, *last;
};

struct delay {
	struct delay_rule rule;
	uint64_t now_ms;
	struct line **lines;
	size_t count, room;
	size_t held;
};

/* What a report is to those who wait. */
enum meaning {
	MEANS_NOTHING,
	MEANS_READY,    /* a game without moves */
	MEANS_BASE,     /* another position to go on from */
	MEANS_PLY,      /* made */
	MEANS_REVISED,  /* another move at that ply */
	MEANS_CUT,      /* no move there any more */
	MEANS_OF_PLY,   /* something about it */
	MEANS_END,      /* of the game */
	MEANS_PLAYERS,  /* are others, or called otherwise */
	MEANS_REOPENED, /* the game goes on */
};

/* --- lines --- */

static struct line *line_of(const struct delay *delay, const char *board)
{
	for (size_t i = 0; i < delay->count; i++)
		if (strcmp(delay->lines[i]->board, board) == 0)
			return delay->lines[i];
	return NULL;
}

static int line_new(struct delay *delay, const char *board, struct line **ret)
{
	struct line *line;

	if (delay->count == RECORD_BOARDS_MAX)
		return -E2BIG;
	if (delay->count == delay->room) {
		size_t room = delay->room > 0 ? 2 * delay->room : 8;
		struct line **lines = realloc(delay->lines, room * sizeof(struct line *));

		if (!lines)
			return -ENOMEM;
		delay->lines = lines;
		delay->room = room;
	}
	line = calloc(1, sizeof(*line));
	if (!line)
		return -ENOMEM;
	memcpy(line->board, board, strlen(board) + 1);
	delay->lines[delay->count++] = line;
	*ret = line;
	return 0;
}

static void drop_first(struct delay *delay, struct line *line)
{
	struct held *held = line->first;

	line->first = held->next;
	if (!line->first)
		line->last = NULL;
	delay->held--;
	free(held);
}

struct delay *delay_new(struct delay_rule rule)
{
	struct delay *delay = calloc(1, sizeof(*delay));

	if (delay)
		delay->rule = rule;
	return delay;
}

void delay_free(struct delay *delay)
{
	if (!delay)
		return;
	for (size_t i = 0; i < delay->count; i++) {
		while (delay->lines[i]->first)
			drop_first(delay, delay->lines[i]);
		free(delay->lines[i]);
	}
	free(delay->lines);
	free(delay);
}

/* --- when --- */

static bool is_old_enough(const struct delay *delay, const struct line *line, size_t ply)
{
	return ply == 0 || ply + delay->rule.plies <= line->plies;
}

/* The next ply of the live game was made: what is N plies older may be known. */
static void advance(struct delay *delay, struct line *line)
{
	for (struct held *held = line->first; held; held = held->next)
		if (held->game == line->games && held->due_ms > delay->now_ms &&
		    is_old_enough(delay, line, held->ply))
			held->due_ms = delay->now_ms;
}

/* What is still held back is dropped: the game was replaced by another. */
static void end_game(struct delay *delay, struct line *line)
{
	for (struct held *held = line->first; held; held = held->next)
		if (held->due_ms == WAITS)
			held->due_ms = delay->now_ms + delay->rule.after_ms;
	line->ended = true;
}

/* The game goes on after all; what has not been shown waits again. */
static void reopen_game(struct delay *delay, struct line *line)
{
	for (struct held *held = line->first; held && line->ended; held = held->next)
		if (held->game == line->games && held->due_ms > delay->now_ms)
			held->due_ms = WAITS;
	line->ended = false;
}

/* Plies that are taken back are never shown before it is shown that they were. */
static void cut(struct line *line, size_t plies)
{
	line->plies = plies;
	for (struct held *held = line->first; held; held = held->next)
		if (held->game == line->games && held->ply > plies + 1)
			held->ply = plies + 1;
}

static void begin_game(struct delay *delay, struct line *line, const char *gid)
{
	if (!line->ended)
		end_game(delay, line);
	memcpy(line->game, gid, strlen(gid) + 1);
	line->games++;
	line->plies = 0;
	line->ended = false;
}

/* --- what a report means --- */

static enum meaning meaning_of_game(struct fields *f)
{
	static const char *const words[] = {"ready", "started", "position", "ended"};
	static const enum meaning meanings[] = {MEANS_READY, MEANS_REOPENED, MEANS_BASE, MEANS_END,
						MEANS_NOTHING};

	return meanings[fields_choice(f, "state", words, 4)];
}

static enum meaning meaning_of(struct fields *f)
{
	if (strcmp(f->event, "game") == 0)
		return meaning_of_game(f);
	if (strcmp(f->event, "move") == 0)
		return MEANS_PLY;
	if (strcmp(f->event, "revised") == 0)
		return fields_text(f, "uci") ? MEANS_REVISED : MEANS_CUT;
	if (strcmp(f->event, "players") == 0)
		return MEANS_PLAYERS;
	if (strcmp(f->event, "completed") == 0)
		return MEANS_OF_PLY;
	if (strcmp(f->event, "result") == 0)
		return fields_says(f, "result", "*") ? MEANS_REOPENED : MEANS_END;
	return MEANS_NOTHING;
}

/* Nothing is played yet: there is nothing to hold back. */
static void show_all(struct delay *delay, struct line *line)
{
	line->plies = 0;
	line->ended = false;
	for (struct held *held = line->first; held; held = held->next)
		if (held->game == line->games) {
			held->ply = 0;
			held->due_ms = held->due_ms < delay->now_ms ? held->due_ms : delay->now_ms;
		}
}

static void note_ply(struct delay *delay, struct line *line, size_t ply)
{
	reopen_game(delay, line);
	if (ply <= line->plies)
		cut(line, ply - 1);
	line->plies = ply;
	advance(delay, line);
}

/*
 * A move that is held and turns out to have been another one waits, with all
 * after it, for the report that says so.
 */
static void note_revised(struct delay *delay, struct line *line, size_t ply)
{
	size_t last = ply;

	if (ply > line->plies)
		line->plies = ply;
	for (struct held *held = line->first; held; held = held->next)
		if (held->game == line->games && held->ply > last)
			last = held->ply;
	for (struct held *held = line->first; held; held = held->next)
		if (held->game == line->games && held->ply >= ply && held->due_ms == WAITS &&
		    !is_old_enough(delay, line, ply))
			held->ply = last;
	advance(delay, line);
}

/* Brings the line up to date; the ply of the turn that the report tells of. */
static size_t note(struct delay *delay, struct line *line, enum meaning meaning, size_t ply)
{
	size_t next = line->plies + 1;

	switch (meaning) {
	case MEANS_READY: show_all(delay, line); return 0;
	case MEANS_BASE:
		if (line->plies == 0) {
			show_all(delay, line);
			return 0;
		}
		reopen_game(delay, line);
		return next;
	case MEANS_PLY: note_ply(delay, line, ply); return ply;
	case MEANS_REVISED: note_revised(delay, line, ply); return ply;
	case MEANS_CUT: cut(line, ply - 1); return ply;
	case MEANS_OF_PLY: return ply;
	case MEANS_END: end_game(delay, line); return next;
	case MEANS_REOPENED: reopen_game(delay, line); return next;
	case MEANS_PLAYERS: return line->plies; /* before the first move at once */
	case MEANS_NOTHING: break;
	}
	return line->games > 0 ? next : 0;
}

/* --- putting and taking --- */

static bool is_shown(const char *event)
{
	static const char *const hidden[] = {"hello", "sensed", "press", "touch", "must"};

	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (strcmp(event, hidden[i]) == 0)
			return false;
	return true;
}

static struct held *held_of(const json_t *report)
{
	char *text = game_dump(report);
	size_t len = text ? strlen(text) : 0;
	struct held *held = text ? malloc(sizeof(*held) + len) : NULL;

	if (held) {
		*held = (struct held){.len = len};
		memcpy(held->text, text, len);
	}
	free(text);
	return held;
}

/* No report is due before one that came earlier. */
static void append(struct delay *delay, struct line *line, struct held *held)
{
	struct held *last = line->last;

	if (last && last->game == held->game && last->ply > held->ply)
		held->ply = last->ply;
	if (delay->rule.plies == 0 || line->ended)
		held->due_ms = delay->now_ms + delay->rule.after_ms;
	else
		held->due_ms = is_old_enough(delay, line, held->ply) ? delay->now_ms : WAITS;
	if (last)
		last->next = held;
	else
		line->first = held;
	line->last = held;
	delay->held++;
}

static bool begins_game(const struct fields *f, enum meaning meaning, const struct game_head *head,
			const struct line *line)
{
	return strcmp(f->event, "game") == 0 && meaning != MEANS_END && head->game[0] != '\0' &&
	       strcmp(head->game, line->game) != 0;
}

static int put(struct delay *delay, struct fields *f)
{
	enum meaning meaning = meaning_of(f);
	bool needs_ply = meaning == MEANS_PLY || meaning == MEANS_REVISED || meaning == MEANS_CUT ||
			 meaning == MEANS_OF_PLY;
	size_t ply = needs_ply ? (size_t)fields_number(f, "ply", GAME_PLIES_MAX) : 0;
	struct game_head head;
	struct held *held;
	struct line *line;
	int r;

	game_read_head(f, &head);
	if (needs_ply && ply == 0)
		fields_blame(f, "ply", "not there");
	if (f->bad)
		return -EINVAL;
	line = line_of(delay, head.board);
	r = line ? 0 : line_new(delay, head.board, &line);
	if (r < 0)
		return game_no_room(f, r);
	held = held_of(f->object);
	if (!held)
		return -ENOMEM;
	if (delay->rule.plies > 0) {
		if (begins_game(f, meaning, &head, line))
			begin_game(delay, line, head.game);
		held->ply = note(delay, line, meaning, ply);
		held->game = line->games;
	}
	append(delay, line, held);
	return 1;
}

int delay_put(struct delay *delay, uint64_t now_ms, const json_t *report,
	      struct game_fault *ret_fault)
{
	struct fields f;
	int r = -EINVAL;

	if (now_ms > delay->now_ms)
		delay->now_ms = now_ms;
	if (fields_open(&f, report))
		r = is_shown(f.event) ? put(delay, &f) : 0;
	if (r == -EINVAL && ret_fault)
		*ret_fault = f.fault;
	return r;
}

/* Hands out what is due of one board. */
static long take_line(struct delay *delay, struct line *line, delay_take *take, void *data)
{
	long count = 0;

	while (line->first && line->first->due_ms <= delay->now_ms) {
		json_t *report = json_loadb(line->first->text, line->first->len, 0, NULL);

		if (!report)
			return -ENOMEM; /* it was JSON when it was put */
		drop_first(delay, line);
		take(data, report);
		json_decref(report);
		count++;
	}
	return count;
}

long delay_due(struct delay *delay, uint64_t now_ms, delay_take *take, void *data)
{
	long count = 0;

	if (now_ms > delay->now_ms)
		delay->now_ms = now_ms;
	for (size_t i = 0; i < delay->count; i++) {
		long taken = take_line(delay, delay->lines[i], take, data);

		if (taken < 0)
			return taken;
		count += taken;
	}
	return count;
}

uint64_t delay_deadline(const struct delay *delay)
{
	uint64_t first = UINT64_MAX;

	for (size_t i = 0; i < delay->count; i++) {
		const struct held *held = delay->lines[i]->first;

		if (held && held->due_ms < first)
			first = held->due_ms;
	}
	return first;
}

size_t delay_held(const struct delay *delay)
{
	return delay->held;
}
