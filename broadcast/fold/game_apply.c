/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/fields_private.h"
#include "broadcast/fold/game.h"
#include "broadcast/fold/game_private.h"
#include "rules-core/uci.h"

/*
 * One function for each kind of report. Each reads all it needs, makes room, and
 * only then changes the game: what is refused has changed nothing.
 */

#define PERSON_NUMBER_MAX 999999999

/* --- words --- */

static int refuse(struct fields *f, const char *key, const char *why)
{
	fields_blame(f, key, why);
	return -EINVAL;
}

/* --- game --- */

void game_split_id(const char *id, char *ret_event, unsigned *ret_round)
{
	size_t len = strlen(id);
	unsigned long round;
	int dashes = 0;

	memcpy(ret_event, id, len + 1);
	*ret_round = 0;
	while (len > 0 && dashes < 3)
		dashes += id[--len] == '-';
	if (dashes < 3 || id[len + 1] != 'r' || id[len + 2] < '0' || id[len + 2] > '9')
		return;
	round = strtoul(id + len + 2, NULL, 10);
	if (round > GAME_ROUND_MAX)
		return;
	ret_event[len] = '\0';
	*ret_round = (unsigned)round;
}

/* What does not fit is cut off, at a character's end. */
static void copy_name(struct fields *f, const char *key, char *ret, size_t room)
{
	const char *text = fields_text(f, key);
	size_t len = 0, left = text ? strlen(text) : 0;

	while (left > 0) {
		size_t one = rules_utf8_len(text + len, left);

		if (one == 0 || len + one >= room)
			break;
		len += one;
		left -= one;
	}
	if (len > 0)
		memcpy(ret, text, len);
	ret[len] = '\0';
}

/* A name alone, or an object; all that is known of both may stand in `players`. */
static struct game_player player_of(struct fields *f, const char *key)
{
	struct game_player player = {0};
	const json_t *known = json_object_get(json_object_get(f->object, "players"), key);
	struct fields in = {.object =
				    json_is_object(known) ? known : json_object_get(f->object, key),
			    .event = key};

	if (json_is_string(in.object)) {
		copy_name(f, key, player.name, sizeof(player.name));
		return player;
	}
	if (!json_is_object(known) && !fields_part(f, key))
		return player;
	copy_name(&in, "name", player.name, sizeof(player.name));
	copy_name(&in, "team", player.team, sizeof(player.team));
	fields_word(&in, "title", player.title, sizeof(player.title));
	fields_word(&in, "federation", player.federation, sizeof(player.federation));
	player.elo = (unsigned)fields_number(&in, "elo", PERSON_NUMBER_MAX);
	player.fide = (unsigned)fields_number(&in, "fide", PERSON_NUMBER_MAX);
	if (in.bad && !f->bad) {
		f->bad = true;
		f->fault = in.fault;
	}
	return player;
}

enum game_word { WORD_READY, WORD_STARTED, WORD_POSITION, WORD_ENDED, GAME_WORDS };

static const char *const game_words[GAME_WORDS] = {"ready", "started", "position", "ended"};

/* PGN has four; both may have lost, or one and half the other (FIDE forfeits). */
static bool is_result(const char *text)
{
	static const char *const known[] = {"*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(text, known[i]) == 0)
			return true;
	return false;
}

static void read_result(struct fields *f, char ret[8])
{
	fields_word(f, "result", ret, 8);
	if (ret[0] != '\0' && !is_result(ret))
		fields_blame(f, "result", "not a result");
}

static void reopen(struct game *g)
{
	memcpy(g->result, "*", 2);
	g->reason[0] = g->article[0] = g->result_by[0] = '\0';
	g->ended_ms = WHEN_NEVER;
	g->state = g->ply_count > 0 ? GAME_STARTED : GAME_READY;
}

static void end(struct game *g, const char *result, int64_t at_ms)
{
	g->state = GAME_ENDED;
	if (g->ended_ms == WHEN_NEVER)
		g->ended_ms = at_ms;
	if (result[0] != '\0')
		memcpy(g->result, result, sizeof(g->result));
}

/* Touches, obligations and claims of the position before no longer hold. */
static void begin_turn(struct game *g)
{
	g->touched_count = 0;
	g->unsure_ply = 0;
	game_keep_text(&g->unsure, NULL);
	game_keep_text(&g->unsure_fen, NULL);
}

static void begin_play(struct game *g, const struct rules_position *start)
{
	game_cut(g, 0);
	game_rebase(g, start);
	reopen(g);
	begin_turn(g);
	game_keep_text(&g->must, NULL);
	game_keep_text(&g->winnable, NULL);
	memset(g->claimable, 0, sizeof(g->claimable));
	g->started_ms = WHEN_NEVER;
}

static void change_state(struct game *g, enum game_word word, const struct rules_position *pos,
			 const char *result, int64_t at_ms)
{
	switch (word) {
	case WORD_READY:
		begin_play(g, pos);
		g->kings[0] = '\0';
		break;
	case WORD_STARTED:
		if (g->ply_count == 0)
			game_rebase(g, pos);
		reopen(g);
		g->state = GAME_STARTED;
		break;
	case WORD_POSITION:
		game_rebase(g, pos);
		begin_turn(g);
		reopen(g);
		break;
	case WORD_ENDED:
		if (g->base_count == 0)
			game_rebase(g, pos);
		/* Whoever decides reports a result; only kings in the centre come without one. */
		if (result[0] != '\0' && strcmp(g->result, "*") == 0)
			memcpy(g->kings, result, sizeof(g->kings));
		end(g, result, at_ms);
		break;
	case GAME_WORDS: break;
	}
}

static int take_game(struct game *g, struct fields *f, const struct game_head *head)
{
	size_t word = fields_choice(f, "state", game_words, GAME_WORDS);
	struct game_player white = player_of(f, "white"), black = player_of(f, "black");
	unsigned round = (unsigned)fields_number(f, "round", 9999);
	unsigned minutes = (unsigned)fields_number(f, "penalty_minutes", 999);
	bool supervised = fields_flag(f, "supervised", true);
	char laws[GAME_WORD_MAX], mode[GAME_WORD_MAX], result[8] = "";
	struct rules_position pos;
	int r;

	if (word == GAME_WORDS)
		return fields_text(f, "state") ? 0 : refuse(f, "state", "not there");
	fields_position(f, "fen", &pos);
	fields_word(f, "laws", laws, sizeof(laws));
	fields_word(f, "mode", mode, sizeof(mode));
	read_result(f, result);
	if (f->bad)
		return -EINVAL;
	r = game_reserve_moves(g);
	if (r < 0)
		return game_no_room(f, r);
	if (g->id[0] == '\0') {
		memcpy(g->id, head->game, sizeof(g->id));
		game_split_id(g->id, g->event, &g->round);
		g->first_seq = head->seq;
	}
	if (round > 0)
		g->round = round;
	memcpy(g->laws, laws, sizeof(laws));
	memcpy(g->mode, mode, sizeof(mode));
	g->supervised = supervised;
	g->penalty_minutes = minutes;
	g->player[RULES_WHITE] = white;
	g->player[RULES_BLACK] = black;
	change_state(g, (enum game_word)word, &pos, result, head->time_ms);
	return 1;
}

static int take_players(struct game *g, struct fields *f, const struct game_head *head)
{
	struct game_player white = player_of(f, "white"), black = player_of(f, "black");

	(void)head;
	if (f->bad)
		return -EINVAL;
	g->player[RULES_WHITE] = white;
	g->player[RULES_BLACK] = black;
	return 1;
}

/* --- moves --- */

/* The ply that a report tells; its place in ret_at, from 0. */
static bool read_ply(const struct game *g, struct fields *f, size_t *ret_at)
{
	uint64_t ply = fields_number(f, "ply", GAME_PLIES_MAX);

	if (ply == 0)
		fields_blame(f, "ply", "not there");
	else if (ply > g->ply_count + 1)
		fields_blame(f, "ply", "moves before it are missing");
	*ret_at = f->bad ? 0 : (size_t)ply - 1;
	return !f->bad;
}

/* What the report says of the move, in its own words. */
static struct game_ply ply_of(struct fields *f, const struct game_head *head)
{
	struct game_ply ply = {.time_ms = head->time_ms,
			       .seq = head->seq,
			       .white_s = GAME_NO_CLOCK,
			       .black_s = GAME_NO_CLOCK,
			       .move = RULES_NO_MOVE};

	ply.inferred = fields_says(f, "certainty", "inferred");
	ply.legal = fields_flag(f, "legal", true);
	fields_word(f, "uci", ply.uci, sizeof(ply.uci));
	fields_word(f, "san", ply.san, sizeof(ply.san));
	fields_clock(f, fields_part(f, "clock"), &ply.white_s, &ply.black_s);
	return ply;
}

/*
 * The move in the position before it. If it cannot be played there, ret_after is
 * where the report says that play goes on.
 */
static void find_move(const struct game *g, struct fields *f, size_t at, struct game_ply *ply,
		      struct rules_position *ret_after)
{
	struct rules_position before;

	game_position(g, at, &before);
	if (ply->legal)
		ply->move = rules_uci_read(&before, rules_slice_of(ply->uci));
	if (ply->move != RULES_NO_MOVE)
		return;
	if (ply->legal && ply->uci[0] == '\0')
		fields_blame(f, "uci", "not there");
	fields_position(f, "fen", ret_after);
}

static void started(struct game *g, int64_t at_ms)
{
	if (g->started_ms == WHEN_NEVER)
		g->started_ms = at_ms;
	if (g->state == GAME_READY)
		g->state = GAME_STARTED;
}

static int take_move(struct game *g, struct fields *f, const struct game_head *head)
{
	struct game_ply ply = ply_of(f, head);
	struct rules_position after;
	size_t at;
	int r;

	if (read_ply(g, f, &at))
		find_move(g, f, at, &ply, &after);
	if (f->bad)
		return -EINVAL;
	r = game_reserve_moves(g);
	if (r < 0)
		return game_no_room(f, r);
	game_cut(g, at);
	game_add(g, ply, &after);
	started(g, head->time_ms);
	begin_turn(g);
	return 1;
}

static void cut(struct game *g, size_t plies)
{
	game_cut(g, plies);
	if (g->ply_count == 0)
		g->started_ms = WHEN_NEVER;
}

static int take_revised(struct game *g, struct fields *f, const struct game_head *head)
{
	bool is_cut = !fields_text(f, "uci");
	struct game_ply ply = ply_of(f, head);
	struct rules_position after;
	size_t at;
	int r;

	if (read_ply(g, f, &at) && !is_cut)
		find_move(g, f, at, &ply, &after);
	if (f->bad)
		return -EINVAL;
	r = game_reserve_moves(g);
	if (r < 0)
		return game_no_room(f, r);
	ply.revised = true;
	if (at < g->ply_count && !fields_has(f, "clock")) { /* the press is not told again */
		ply.white_s = g->plies[at].white_s;
		ply.black_s = g->plies[at].black_s;
		ply.time_ms = g->plies[at].time_ms;
		ply.completed = g->plies[at].completed;
	}
	if (is_cut) {
		cut(g, at);
	} else if (at < g->ply_count && ply.move != RULES_NO_MOVE) {
		game_replace(g, ply, at);
	} else {
		game_cut(g, at);
		game_add(g, ply, &after);
		started(g, head->time_ms);
	}
	begin_turn(g);
	return 1;
}

static int take_completed(struct game *g, struct fields *f, const struct game_head *head)
{
	uint64_t number = fields_number(f, "ply", GAME_PLIES_MAX);
	int32_t white_s = GAME_NO_CLOCK, black_s = GAME_NO_CLOCK;
	const json_t *clock = fields_part(f, "clock");
	struct game_ply *ply;

	(void)head;
	fields_clock(f, clock, &white_s, &black_s);
	if (number == 0)
		fields_blame(f, "ply", "not there");
	if (f->bad)
		return -EINVAL;
	if (number > g->ply_count)
		return 0; /* an illegal move that was pressed, and does not stand yet */
	ply = &g->plies[number - 1];
	ply->completed = true;
	if (clock) {
		ply->white_s = white_s;
		ply->black_s = black_s;
	}
	return 1;
}

/* A copy of a text; NULL of none, or when there is no memory. */
static char *copy_of(const char *text)
{
	size_t room = text ? strlen(text) + 1 : 0;
	char *copy = room > 1 ? malloc(room) : NULL;

	return copy ? memcpy(copy, text, room) : NULL;
}

static int take_unsure(struct game *g, struct fields *f, const struct game_head *head)
{
	unsigned ply = (unsigned)fields_number(f, "ply", GAME_PLIES_MAX);
	const json_t *candidates = fields_array(f, "candidates");
	const char *fen = fields_text(f, "fen");
	char *text, *begins;

	if (ply == 0 || !candidates)
		fields_blame(f, ply == 0 ? "ply" : "candidates", "not there");
	if (f->bad)
		return -EINVAL;
	text = game_dump(candidates);
	begins = copy_of(fen);
	if (!text || (fen && fen[0] != '\0' && !begins)) {
		free(text);
		free(begins);
		return -ENOMEM;
	}
	g->unsure_ply = ply;
	g->unsure_seq = head->seq;
	g->unsure_ms = head->time_ms;
	game_keep_text(&g->unsure, text);
	game_keep_text(&g->unsure_fen, begins);
	return 1;
}

/* --- hands and clock --- */

static int take_touch(struct game *g, struct fields *f, const struct game_head *head)
{
	struct game_touch touch = {.seq = head->seq,
				   .square = fields_square(f),
				   .piece = fields_piece(f),
				   .color = fields_color(f, "color"),
				   .presumed = fields_says(f, "certainty", "presumed")};

	if (f->bad)
		return -EINVAL;
	touch.told = touch.color;
	if (g->touched_count < GAME_TOUCHED_MAX)
		g->touched[g->touched_count++] = touch;
	return 1;
}

static int take_must(struct game *g, struct fields *f, const struct game_head *head)
{
	const json_t *moves = fields_array(f, "moves");
	char article[GAME_WORD_MAX];
	char *text = NULL;

	(void)head;
	fields_word(f, "article", article, sizeof(article));
	if (f->bad)
		return -EINVAL;
	if (moves && !(text = game_dump(moves)))
		return -ENOMEM;
	game_keep_text(&g->must, text);
	memcpy(g->must_article, article, sizeof(article));
	return 1;
}

static int take_clock(struct game *g, struct fields *f, const struct game_head *head)
{
	struct game_clock clock = fields_whole_clock(f, head->time_ms);

	if (f->bad)
		return -EINVAL;
	g->clock = clock;
	return 1;
}

static void read_plies(struct fields *f, struct game_claimable *claim)
{
	const json_t *list = fields_array(f, "plies");
	size_t count = json_array_size(list);

	if (count > GAME_CLAIM_PLIES)
		fields_blame(f, "plies", "too many");
	for (size_t i = 0; i < count && count <= GAME_CLAIM_PLIES; i++) {
		const json_t *ply = json_array_get(list, i);
		json_int_t number = json_integer_value(ply);

		if (!json_is_integer(ply) || number < 0 || number > UINT16_MAX)
			fields_blame(f, "plies", "not whole numbers");
		else
			claim->plies[claim->ply_count++] = (uint16_t)number;
	}
}

static int take_claimable(struct game *g, struct fields *f, const struct game_head *head)
{
	size_t what = fields_choice(f, "what", game_claim_words, GAME_CLAIMS);
	struct game_claimable claim = {.by = fields_color(f, "by")};

	(void)head;
	read_plies(f, &claim);
	claim.is_on = claim.by != GAME_NOBODY && !fields_says(f, "state", "ends");
	fields_word(f, "article", claim.article, sizeof(claim.article));
	if (f->bad)
		return -EINVAL;
	if (what == GAME_CLAIMS)
		return 0;
	g->claimable[what] = claim;
	return 1;
}

/* Asked or answered: who looks at the game sees what was published. */
static int take_winnable(struct game *g, struct fields *f, const struct game_head *head)
{
	char *text = game_dump(f->object);

	(void)head;
	if (!text)
		return -ENOMEM;
	game_keep_text(&g->winnable, text);
	return 1;
}

static int take_result(struct game *g, struct fields *f, const struct game_head *head)
{
	char result[8], reason[GAME_WORD_MAX], article[GAME_WORD_MAX], by[GAME_BY_MAX];

	read_result(f, result);
	fields_word(f, "reason", reason, sizeof(reason));
	fields_word(f, "article", article, sizeof(article));
	fields_word(f, "by", by, sizeof(by));
	if (result[0] == '\0')
		fields_blame(f, "result", "not there");
	if (f->bad)
		return -EINVAL;
	reopen(g);
	if (strcmp(result, "*") == 0)
		return 1;
	end(g, result, head->time_ms);
	memcpy(g->reason, reason, sizeof(reason));
	memcpy(g->article, article, sizeof(article));
	memcpy(g->result_by, by, sizeof(by));
	return 1;
}

/* --- all of them --- */

static const struct {
	const char *event;
	game_taker *take;
} takers[] = {
	{"game", take_game},
	{"players", take_players},
	{"move", take_move},
	{"revised", take_revised},
	{"completed", take_completed},
	{"unsure", take_unsure},
	{"touch", take_touch},
	{"must", take_must},
	{"clock", take_clock},
	{"claimable", take_claimable},
	{"winnable", take_winnable},
	{"result", take_result},
	{"decision", game_take_decision},
	{"irregularity", game_take_irregularity},
	{"finding", game_take_finding},
};

static game_taker *taker_of(const char *event)
{
	for (size_t i = 0; i < sizeof(takers) / sizeof(takers[0]); i++)
		if (strcmp(event, takers[i].event) == 0)
			return takers[i].take;
	return NULL;
}

bool game_knows(const char *event)
{
	return taker_of(event) != NULL;
}

void game_read_head(struct fields *f, struct game_head *ret)
{
	ret->seq = fields_number(f, "seq", INT64_MAX);
	if (ret->seq == 0)
		fields_blame(f, "seq", "not there");
	ret->time_ms = fields_time(f);
	ret->table = (unsigned)fields_number(f, "table", UINT16_MAX);
	fields_word(f, "board", ret->board, sizeof(ret->board));
	fields_word(f, "game", ret->game, sizeof(ret->game));
	if (ret->board[0] == '\0')
		fields_blame(f, "board", "not there");
}

static int take(struct game *g, struct fields *f)
{
	game_taker *taker = taker_of(f->event);
	struct game_head head;
	int r;

	if (!taker)
		return 0;
	game_read_head(f, &head);
	if (f->bad)
		return -EINVAL;
	if (g->id[0] == '\0' ? taker != take_game : strcmp(g->id, head.game) != 0)
		return -ENOENT;
	if (head.game[0] == '\0')
		return refuse(f, "game", "not there");
	if (head.seq <= g->seq)
		return 0;
	r = taker(g, f, &head);
	if (r <= 0)
		return r;
	g->seq = head.seq;
	g->time_ms = head.time_ms;
	g->table = head.table;
	memcpy(g->board, head.board, sizeof(g->board));
	return 1;
}

int game_apply(struct game *g, const json_t *report, struct game_fault *ret_fault)
{
	struct fields f;
	int r = fields_open(&f, report) ? take(g, &f) : -EINVAL;

	if (r == -EINVAL && ret_fault)
		*ret_fault = f.fault;
	return r;
}
