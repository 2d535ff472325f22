/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/output/build_json.h"

#include <stdlib.h>
#include <string.h>

#include "rules-core/san.h"

/* --- words --- */

/* Without memory the value is missing: whoever builds looks for that once, at the end. */
static void set(json_t *to, const char *key, json_t *value)
{
	json_object_set_new(to, key, value);
}

/* NULL and the empty text are null. */
static void set_text(json_t *to, const char *key, const char *text)
{
	set(to, key, text && text[0] != '\0' ? json_string(text) : json_null());
}

static void set_number(json_t *to, const char *key, uint64_t number)
{
	set(to, key, json_integer((json_int_t)number));
}

/* 0 is null. */
static void set_known(json_t *to, const char *key, uint64_t number)
{
	set(to, key, number > 0 ? json_integer((json_int_t)number) : json_null());
}

static void set_time(json_t *to, const char *key, int64_t ms)
{
	char text[WHEN_TEXT_MAX] = "";

	if (ms != WHEN_NEVER)
		when_write(ms, text);
	set_text(to, key, text);
}

static void set_fen(json_t *to, const char *key, const struct rules_position *pos)
{
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_fen_write(&text, pos, RULES_FEN_PLAIN);
	set_text(to, key, bytes);
}

static void set_square(json_t *to, rules_square square)
{
	char bytes[4];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_text_square(&text, square);
	set_text(to, "square", bytes);
}

static void set_piece(json_t *to, rules_piece piece)
{
	char letter[2] = {0};

	if (piece != RULES_NO_PIECE)
		letter[0] = rules_fen_letter(piece);
	set_text(to, "piece", letter);
}

static void set_parsed(json_t *to, const char *key, const char *text)
{
	set(to, key, text ? json_loads(text, JSON_DECODE_ANY, NULL) : json_null());
}

static json_t *seconds(int32_t s)
{
	return s == GAME_NO_CLOCK ? json_null() : json_integer(s);
}

json_t *build_clock(const struct game_clock *clock)
{
	json_t *object;

	if (clock->time_ms == WHEN_NEVER)
		return json_null();
	object = json_object();
	set(object, "white", seconds(clock->white_s));
	set(object, "black", seconds(clock->black_s));
	set_text(object, "running", game_color_word(clock->running));
	set_text(object, "state", clock->state);
	set_time(object, "time", clock->time_ms);
	return object;
}

/* --- a game in short --- */

json_t *build_player(const struct game_player *player)
{
	json_t *object;

	if (player->name[0] == '\0')
		return json_null();
	object = json_object();
	set_text(object, "name", player->name);
	set_text(object, "title", player->title);
	set_known(object, "elo", player->elo);
	set_known(object, "fide", player->fide);
	set_text(object, "team", player->team);
	set_text(object, "federation", player->federation);
	return object;
}

json_t *build_brief(const struct game *g)
{
	static const char *const states[] = {"ready", "started", "ended"};
	const struct game_ply *last = g->ply_count > 0 ? &g->plies[g->ply_count - 1] : NULL;
	json_t *object = json_object();

	set_text(object, "game", g->id);
	set_text(object, "event", g->event);
	set_known(object, "round", g->round);
	set_text(object, "board", g->board);
	set_known(object, "table", g->table);
	set_text(object, "state", states[g->state]);
	set(object, "white", build_player(&g->player[RULES_WHITE]));
	set(object, "black", build_player(&g->player[RULES_BLACK]));
	set_text(object, "result", g->result);
	set_text(object, "reason", g->reason);
	set_number(object, "plies", g->ply_count);
	set_number(object, "completed", game_completed(g));
	set_text(object, "san", last ? last->san : NULL);
	set_fen(object, "fen", &g->pos);
	set_text(object, "turn", game_color_word(g->pos.turn));
	set(object, "unsure", json_boolean(g->unsure_ply > 0));
	set_number(object, "irregularities", game_open_count(g));
	set_number(object, "seq", g->seq);
	set_time(object, "time", g->time_ms);
	return object;
}

/* --- a game --- */

static json_t *ply_of(const struct game_ply *ply, size_t number)
{
	json_t *object = json_object(), *clock = json_null();

	if (ply->white_s != GAME_NO_CLOCK || ply->black_s != GAME_NO_CLOCK) {
		clock = json_object();
		set(clock, "white", seconds(ply->white_s));
		set(clock, "black", seconds(ply->black_s));
	}
	set_number(object, "ply", number);
	set_text(object, "san", ply->san);
	set_text(object, "uci", ply->uci);
	set(object, "clock", clock);
	set_time(object, "time", ply->time_ms);
	set_number(object, "seq", ply->seq);
	set_text(object, "certainty", ply->inferred ? "inferred" : "observed");
	set(object, "legal", json_boolean(ply->legal));
	set(object, "completed", json_boolean(ply->completed));
	set(object, "revised", json_boolean(ply->revised));
	return object;
}

/* --- in people's words --- */

bool build_words_of(const char *code, struct build_words *ret)
{
	ret->spoken = announce_language_of(code);
	ret->written = rules_language_of(rules_slice_of(
		ret->spoken < ANNOUNCE_LANGUAGES ? announce_language_code(ret->spoken) : code));
	return ret->written < RULES_LANGUAGES || ret->spoken < ANNOUNCE_LANGUAGES;
}

/* An illegal move that stands is not written (Appendix C has no word for it), but said. */
static void set_words(json_t *to, const struct game *g, size_t i, const struct rules_position *pos,
		      const struct build_words *words)
{
	char written[RULES_SAN_MAX], spoken[ANNOUNCE_MAX];
	struct rules_text to_read = rules_text_in(written, sizeof(written));
	struct rules_text to_hear = rules_text_in(spoken, sizeof(spoken));

	if (g->plies[i].move != RULES_NO_MOVE && words->written < RULES_LANGUAGES)
		rules_san_write(&to_read, pos, g->plies[i].move, words->written, RULES_SAN_LAWS);
	if (words->spoken < ANNOUNCE_LANGUAGES && g->plies[i].move != RULES_NO_MOVE)
		announce_move(&to_hear, pos, g->plies[i].move, words->spoken);
	else if (words->spoken < ANNOUNCE_LANGUAGES)
		announce_ply(&to_hear, g, i, words->spoken);
	set_text(to, "written", written);
	set_text(to, "spoken", spoken);
}

static json_t *moves_of(const struct game *g, bool with_fens, const struct build_words *words)
{
	json_t *list = json_array();
	struct rules_position pos;

	game_position(g, 0, &pos);
	for (size_t i = 0; i < g->ply_count; i++) {
		json_t *one = ply_of(&g->plies[i], i + 1);
		const struct game_base *base = game_base_at(g, i + 1);

		if (words)
			set_words(one, g, i, &pos, words);
		if (base->ply == i + 1)
			pos = base->pos;
		else
			rules_apply(&pos, g->plies[i].move, NULL);
		if (with_fens)
			set_fen(one, "fen", &pos);
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *bases_of(const struct game *g)
{
	json_t *list = json_array();

	for (size_t i = 1; i < g->base_count; i++) {
		json_t *one = json_object();

		set_number(one, "ply", g->bases[i].ply);
		set_fen(one, "fen", &g->bases[i].pos);
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *irregularities_of(const struct game *g)
{
	json_t *list = json_array();

	for (size_t i = 0; i < g->irregularity_count; i++) {
		json_t *one = json_loads(g->irregularities[i].report, 0, NULL);

		set_text(one, "state", game_ruling_words[g->irregularities[i].ruling]);
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *both_of(const unsigned numbers[2])
{
	json_t *object = json_object();

	set_number(object, "white", numbers[RULES_WHITE]);
	set_number(object, "black", numbers[RULES_BLACK]);
	return object;
}

static json_t *decisions_of(const struct game *g)
{
	json_t *list = json_array();

	for (size_t i = 0; i < g->decision_count; i++) {
		const struct game_decision *decision = &g->decisions[i];
		json_t *one = json_object();

		set_number(one, "seq", decision->seq);
		set_time(one, "time", decision->time_ms);
		set_text(one, "action", decision->action);
		set_text(one, "by", decision->by);
		set_known(one, "undoes", decision->undoes);
		set(one, "undone", json_boolean(decision->undone));
		set_known(one, "irregularity", decision->irregularity);
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *claimable_of(const struct game *g)
{
	json_t *list = json_array();

	for (size_t i = 0; i < GAME_CLAIMS; i++) {
		const struct game_claimable *claim = &g->claimable[i];
		json_t *one;

		if (!claim->is_on)
			continue;
		one = json_object();
		set_text(one, "what", game_claim_words[i]);
		set_text(one, "article", claim->article);
		set_text(one, "by", game_color_word(claim->by));
		set(one, "plies", json_array());
		for (size_t j = 0; j < claim->ply_count; j++)
			json_array_append_new(json_object_get(one, "plies"),
					      json_integer(claim->plies[j]));
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *touched_of(const struct game *g)
{
	json_t *list = json_array();

	for (size_t i = 0; i < g->touched_count; i++) {
		const struct game_touch *touch = &g->touched[i];
		json_t *one;

		if (touch->is_accidental)
			continue;
		one = json_object();
		set_square(one, touch->square);
		set_piece(one, touch->piece);
		set_text(one, "color", game_color_word(touch->color));
		set_text(one, "certainty", touch->presumed ? "presumed" : "observed");
		set_number(one, "seq", touch->seq);
		json_array_append_new(list, one);
	}
	return list;
}

static json_t *must_of(const struct game *g)
{
	json_t *object;

	if (!g->must)
		return json_null();
	object = json_object();
	set_parsed(object, "moves", g->must);
	set_text(object, "article", g->must_article);
	return object;
}

static json_t *unsure_of(const struct game *g)
{
	json_t *object;

	if (g->unsure_ply == 0)
		return json_null();
	object = json_object();
	set_number(object, "ply", g->unsure_ply);
	set_parsed(object, "candidates", g->unsure);
	return object;
}

/* --- what a table waits for --- */

/* The position in which it happened, and what was played there. */
static void set_scene(json_t *report, const struct game *g)
{
	json_int_t ply =
		json_integer_value(json_object_get(json_object_get(report, "args"), "ply"));
	struct rules_position pos;

	if (ply < 1 || (size_t)ply > g->ply_count + 1)
		return;
	game_position(g, (size_t)ply - 1, &pos);
	set_fen(report, "before", &pos);
	set_text(report, "played", (size_t)ply <= g->ply_count ? g->plies[ply - 1].san : NULL);
}

/* Only those on which nobody has ruled: the others are read when the table is looked at. */
static json_t *open_of(const struct game *g)
{
	json_t *list = json_array();

	for (size_t i = 0; i < g->irregularity_count; i++) {
		const struct game_irregularity *one = &g->irregularities[i];
		json_t *report;

		if (one->ruling != GAME_OPEN && one->ruling != GAME_CLAIMED)
			continue;
		report = json_loads(one->report, 0, NULL);
		set_text(report, "state", game_ruling_words[one->ruling]);
		set_scene(report, g);
		json_array_append_new(list, report);
	}
	return list;
}

/* What the arbiter is asked, and the position in which it is: null when all is sure. */
static json_t *question_of(const struct game *g)
{
	json_t *object = unsure_of(g);
	struct rules_position pos;

	if (g->unsure_ply == 0)
		return object;
	if (g->unsure_fen) {
		set_text(object, "fen", g->unsure_fen);
	} else {
		game_position(g, g->unsure_ply - 1, &pos);
		set_fen(object, "fen", &pos);
	}
	set_number(object, "seq", g->unsure_seq);
	set_time(object, "time", g->unsure_ms);
	return object;
}

void build_turn(json_t *to, const struct game *g)
{
	static const struct game nothing;
	const struct game_ply *last;

	g = g ? g : &nothing;
	last = g->ply_count > 0 ? &g->plies[g->ply_count - 1] : NULL;
	set_text(to, "last", last ? last->uci : NULL);
	set(to, "touched", touched_of(g));
	set(to, "must", must_of(g));
	set(to, "open", open_of(g));
	set(to, "asks", question_of(g));
	set(to, "claimable", claimable_of(g));
	set_parsed(to, "winnable", g->winnable);
	set(to, "decisions", decisions_of(g));
}

json_t *build_game(const struct game *g, bool with_fens, const struct build_words *words)
{
	json_t *object = build_brief(g);

	set_text(object, "laws", g->laws);
	set_text(object, "mode", g->mode);
	set(object, "supervised", json_boolean(g->supervised));
	set_number(object, "penalty_minutes", g->penalty_minutes);
	json_object_set_new(object, "illegal_moves", both_of(g->illegal_moves));
	json_object_set_new(object, "owed_minutes", both_of(g->owed_minutes));
	set_text(object, "variant", game_is_chess960(g) ? "chess960" : "standard");
	set_fen(object, "start", &g->bases[0].pos);
	set_time(object, "started", g->started_ms);
	set_time(object, "ended", g->ended_ms);
	set_text(object, "article", g->article);
	set_text(object, "by", g->result_by);
	set(object, "clock", build_clock(&g->clock));
	set(object, "moves", moves_of(g, with_fens, words));
	set(object, "bases", bases_of(g));
	set(object, "irregularities", irregularities_of(g));
	set(object, "decisions", decisions_of(g));
	set(object, "unsure", unsure_of(g));
	set(object, "claimable", claimable_of(g));
	set_parsed(object, "winnable", g->winnable);
	set(object, "must", must_of(g));
	set(object, "touched", touched_of(g));
	return object;
}

/* --- boards --- */

static json_t *sensed_of(const struct record_board *board)
{
	json_t *object;

	if (board->sensed_square == RULES_NO_SQUARE)
		return json_null();
	object = json_object();
	set_square(object, board->sensed_square);
	set_piece(object, board->sensed_piece);
	set_time(object, "time", board->sensed_ms);
	return object;
}

json_t *build_board(const struct record_board *board)
{
	static const char *const links[] = {NULL, "connected", "lost", "damaged"};
	json_t *object = json_object();

	set_text(object, "board", board->id);
	set_known(object, "table", board->table);
	set_text(object, "state", links[board->link]);
	set(object, "rotated", json_boolean(board->rotated));
	set_text(object, "serial", board->serial);
	set_text(object, "transport", board->transport);
	set_text(object, "firmware", board->firmware);
	set(object, "battery", board->battery < 0 ? json_null() : json_integer(board->battery));
	set_number(object, "seq", board->seq);
	set_time(object, "time", board->time_ms);
	set(object, "clock", build_clock(&board->clock));
	set(object, "sensed", sensed_of(board));
	set(object, "game", board->game ? build_brief(board->game) : json_null());
	return object;
}

/* --- lists --- */

/* By table; boards without one come last. Equal tables stay in the order of their IDs. */
static int by_table(const void *a, const void *b)
{
	const struct record_board *left = *(const struct record_board *const *)a;
	const struct record_board *right = *(const struct record_board *const *)b;
	unsigned first = left->table - 1, second = right->table - 1; /* 0 becomes the highest */

	if (first != second)
		return first < second ? -1 : 1;
	return strcmp(left->id, right->id);
}

typedef json_t *builder(const struct record_board *board);

static json_t *list_of(const struct record *record, const char *key, builder *build)
{
	size_t count = record_count(record);
	const struct record_board **boards = calloc(count + 1, sizeof(struct record_board *));
	json_t *object = json_object(), *list = json_array();

	if (!boards) {
		json_decref(object);
		json_decref(list);
		return NULL;
	}
	for (size_t i = 0; i < count; i++)
		boards[i] = record_at(record, i);
	qsort(boards, count, sizeof(struct record_board *), by_table);
	for (size_t i = 0; i < count; i++) {
		json_t *one = build(boards[i]);

		if (one)
			json_array_append_new(list, one);
	}
	free(boards);
	set(object, key, list);
	set_number(object, "seq", record_seq(record));
	return object;
}

static json_t *game_in_short(const struct record_board *board)
{
	return board->game && !game_is_copy(board->game) ? build_brief(board->game) : NULL;
}

json_t *build_boards(const struct record *record)
{
	return list_of(record, "boards", build_board);
}

json_t *build_games(const struct record *record)
{
	return list_of(record, "games", game_in_short);
}
