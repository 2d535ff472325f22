/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/read.h"

#include <assert.h>
#include <string.h>

#include "touchmove/read/bridge.h"
#include "touchmove/read/publish.h"

#define SPAWN_DEPTH    3
#define KNOCK_MS       500
#define WATCHED        144 /* worlds further behind need not be looked at as time goes by */
#define RESCUE_FROM    80  /* a bill as high as this: perhaps an update was lost */
#define USUAL_PACE_MS  8000
#define RECALL_STEP_MS 400 /* between two changes of a board's own record */

/* --- the words all parts use --- */

struct read_view read_view_of(const struct reader *r)
{
	return (struct read_view){.sense = &r->sense,
				  .events = &r->events,
				  .now_ms = r->now_ms,
				  .board_ms = r->board_ms,
				  .dumped = r->dumped,
				  .has_clock = r->config.has_clock};
}

struct read_news *read_tell(struct reader *r, enum read_news_type type)
{
	struct read_list *out = r->out;
	struct read_news *news = &out->news[out->count < READ_NEWS_MAX ? out->count++ : 0];

	*news = (struct read_news){
		.type = type, .at_ms = r->zero_ms + r->now_ms, .color = READ_NOBODY};
	return news;
}

struct read_config read_config_of(enum sense_transport transport, bool sees_men, bool has_clock)
{
	return (struct read_config){
		.times = *sense_times_of(transport), .sees_men = sees_men, .has_clock = has_clock};
}

void read_position(const struct reader *r, struct rules_position *ret)
{
	*ret = r->anchor_pos;
	for (unsigned k = r->anchor; k < r->told; k++)
		rules_apply(ret, read_played(r, k), NULL);
}

/* --- beginning --- */

void read_start_from(struct reader *r, const struct rules_position *base, uint16_t plies)
{
	r->anchor_pos = *base;
	r->base = r->anchor = r->told = plies;
	r->has_before = false;
	memset(&r->worlds.world[0], 0, sizeof(r->worlds.world[0]));
	r->worlds.world[0].pos = *base;
	r->worlds.count = 1;
	r->agreed.ply = 0;
	r->is_over = r->kings_told = r->is_unsure = false;
	r->search.is_open = r->is_lost = false;
}

void read_begin(struct reader *r, const struct read_config *config,
		const struct rules_position *base, uint64_t at_ms)
{
	memset(r, 0, sizeof(*r));
	r->config = *config;
	r->zero_ms = at_ms;
	sense_init(&r->sense, &config->times, config->sees_men, base, 0);
	r->sense.only_queens = config->only_queens;
	read_start_from(r, base, 0);
	r->running = base->turn;
	r->pace_ms = USUAL_PACE_MS;
}

/* --- time --- */

/* After an input, bills are looked at again at these moments: they grow with time. */
static const uint16_t fine_ms[] = {30,   65,   95,   125,  160,  200,  240,  280,  320,
				   370,  450,  550,  700,  850,  1000, 1120, 1300, 1500,
				   1700, 2200, 3000, 4000, 5500, 8000, 12000};
static const uint16_t coarse_ms[] = {1000, 3000, 5500, 12000};

static bool has_untold_press(const struct reader *r)
{
	return r->presses > 0 && !r->press[(r->presses - 1) % READ_PRESSES_MAX].is_told;
}

/* The half-move told last is another one there: it may yet be revised. */
static bool contradicts_told(const struct reader *r, const struct read_world *w)
{
	unsigned k = r->told - r->anchor;

	return k > 0 && w->plies == k && w->ply[k - 1].move != read_played(r, r->told - 1u);
}

/*
 * Could something be told as time goes by? While the best reading has nothing to
 * pay, one that has not got so far only falls further behind.
 */
static bool is_undecided(const struct reader *r)
{
	const struct read_world *best = &r->worlds.world[0];
	unsigned k = r->told - r->anchor;
	bool is_settled = best->plies == k && best->total == best->cost;

	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (w->total >= best->total + WATCHED)
			break;
		if (!w->is_over && (is_settled ? w->plies > k : w->plies != k))
			return true;
	}
	return r->is_lost || best->has_early || best->is_over || has_untold_press(r) ||
	       contradicts_told(r, best);
}

static uint32_t next_look(const struct reader *r)
{
	bool is_fine = is_undecided(r);
	const uint16_t *offset = is_fine ? fine_ms : coarse_ms;
	size_t count = is_fine ? sizeof(fine_ms) / sizeof(fine_ms[0])
			       : sizeof(coarse_ms) / sizeof(coarse_ms[0]);

	if (r->search.is_open)
		return r->looked_ms + 1;
	if (!is_fine && sense_differs(&r->sense, &r->worlds.world[0].pos) == 0)
		return UINT32_MAX;
	for (size_t i = 0; i < count; i++)
		if (r->input_ms + offset[i] > r->looked_ms)
			return r->input_ms + offset[i];
	return UINT32_MAX;
}

uint64_t read_deadline(const struct reader *r)
{
	uint32_t next = next_look(r);

	return next == UINT32_MAX || r->is_recalling ? UINT64_MAX : r->zero_ms + next;
}

static void decide(struct reader *r)
{
	r->looked_ms = r->now_ms;
	read_bridge_go_on(r);
	read_adopt_board(r);
	if (!r->is_summed)
		read_prune(r, NULL);
	r->is_summed = false;
	read_bridge_mind_thread(r);
	if (!r->is_over && !r->is_lost && !r->is_blind) {
		read_publish(r);
		read_publish_presses(r);
		read_publish_doubt(r);
	}
	if (!r->search.is_open && !r->is_lost && !r->is_blind && !r->is_recalling)
		read_publish_end(r);
	read_heal(r);
	read_want_board(r);
	read_move_anchor(r);
}

static void advance(struct reader *r, uint64_t at_ms, struct read_list *out)
{
	uint32_t until_ms = at_ms > r->zero_ms ? (uint32_t)(at_ms - r->zero_ms) : 0;
	uint32_t next;

	out->count = 0;
	r->out = out;
	if (until_ms < r->now_ms)
		until_ms = r->now_ms;
	while ((next = next_look(r)) <= until_ms && next != UINT32_MAX) {
		r->now_ms = next;
		decide(r);
	}
	r->now_ms = until_ms;
}

/* When something was: a board's record has the order and no times, so hands are alike. */
static uint64_t happened_ms(struct reader *r, uint64_t at_ms)
{
	uint64_t next_ms = r->zero_ms + r->now_ms + RECALL_STEP_MS;

	if (r->is_recalling && r->recall_ms == 0)
		r->recall_ms = (uint32_t)(at_ms - r->zero_ms);
	return r->is_recalling && next_ms < at_ms ? next_ms : at_ms;
}

static void finish(struct reader *r)
{
	r->out = NULL;
}

void read_tick(struct reader *r, uint64_t at_ms, struct read_list *ret_list)
{
	advance(r, r->is_recalling ? 0 : at_ms, ret_list);
	finish(r);
}

void read_decide(struct reader *r, uint64_t at_ms, struct read_list *ret_list)
{
	advance(r, at_ms, ret_list);
	if (!r->is_lost && !r->is_blind && !r->search.is_open) {
		read_prune(r, NULL);
		read_publish_now(r);
	}
	finish(r);
}

bool read_choose(struct reader *r, uint16_t ply, rules_move move, uint64_t at_ms,
		 struct read_list *ret_list)
{
	bool is_kept;

	advance(r, at_ms, ret_list);
	is_kept = ply == r->told + 1 && read_keep_with(r, r->told - r->anchor, move);
	if (is_kept) {
		r->input_ms = r->now_ms;
		decide(r);
	}
	finish(r);
	return is_kept;
}

/* --- squares --- */

static void note_knock(struct reader *r, const struct sense_change *change)
{
	rules_set recent = 0;

	if (change->is != RULES_NO_PIECE)
		return;
	for (rules_square square = 0; square < 64; square++)
		if (r->sense.seen.at[square] == RULES_NO_PIECE &&
		    r->sense.before[square] != RULES_NO_PIECE &&
		    r->now_ms - r->sense.changed_ms[square] <= KNOCK_MS)
			recent |= rules_set_of(square);
	if (rules_count(recent) >= 3)
		r->knocked |= recent;
}

/* The square changes: what it showed is charged for good in each world. */
static void take_change(struct reader *r, const struct sense_change *change, uint32_t id,
			bool is_of_dump)
{
	struct read_view view = read_view_of(r);
	bool is_knocked = rules_has(r->knocked, change->square);
	struct read_event event = {.at_ms = change->at_ms,
				   .since_ms = change->since_ms,
				   .id = id,
				   .square = change->square,
				   .was = change->was,
				   .is = change->is,
				   .is_of_dump = is_of_dump};

	for (unsigned i = 0; i < r->worlds.count; i++) {
		struct read_world *w = &r->worlds.world[i];

		if (w->is_over && !r->is_blind)
			w->cost += read_manner_row(READ_EVENT_AFTER_END)->cost;
		else if (!is_of_dump || (!r->is_blind && change->was != RULES_NO_PIECE))
			w->cost += read_freeze(&view, w, change, is_knocked);
	}
	sense_take(&r->sense, change);
	if (is_of_dump)
		r->dumped |= rules_set_of(change->square);
	else
		r->dumped &= ~rules_set_of(change->square);
	read_events_add(&r->events, &event);
	if (change->is != RULES_NO_PIECE)
		r->knocked &= ~rules_set_of(change->square);
	r->changed_ms = r->input_ms = r->now_ms;
	note_knock(r, change);
}

/* Nothing explains the board: was an update lost? */
static void rescue(struct reader *r)
{
	struct read_view view = read_view_of(r);
	struct read_brood brood;
	unsigned tried = 0;

	if (!r->sense.sees_men)
		return;
	read_brood_clear(&brood);
	for (unsigned i = 0; i < r->worlds.count && tried < 3; i++) {
		if (r->worlds.world[i].is_over)
			continue;
		read_spawn_lost(&view, &r->worlds.world[i], &brood);
		tried++;
	}
	if (brood.count > 0)
		read_prune(r, &brood);
}

static void grow(struct reader *r, rules_set through)
{
	struct read_view view = read_view_of(r);
	const struct read_world *w = &r->worlds.world[0];
	struct read_brood brood;

	read_brood_clear(&brood);
	for (unsigned i = 0; i < r->worlds.count; i++)
		if (!r->worlds.world[i].is_over)
			read_spawn(&view, &r->worlds.world[i], through, SPAWN_DEPTH, &brood);
	read_spawn_over(r, &brood);
	read_prune(r, &brood);
	if (!w->is_over && w->total - w->cost >= RESCUE_FROM)
		rescue(r);
}

/* Told what was known: of an empty square, that a man came and went unseen. */
static void take_repetition(struct reader *r, const struct sense_change *change)
{
	struct read_view view = read_view_of(r);
	struct read_brood brood;

	if (rules_has(r->healed, change->square)) {
		r->healed &= ~rules_set_of(change->square);
		return;
	}
	if (change->is != RULES_NO_PIECE)
		return;
	read_brood_clear(&brood);
	for (unsigned i = 0; i < r->worlds.count; i++)
		if (!r->worlds.world[i].is_over)
			read_spawn_lost_place(&view, &r->worlds.world[i], change->square, &brood);
	if (brood.count > 0)
		read_prune(r, &brood);
}

void read_square(struct reader *r, rules_square square, rules_piece piece, uint64_t at_ms,
		 uint32_t id, struct read_list *ret_list)
{
	struct sense_change change;

	assert(square < 64 && (piece == RULES_NO_PIECE || rules_kind_of(piece) < RULES_KINDS));
	advance(r, happened_ms(r, at_ms), ret_list);
	if (!r->is_blind)
		read_leave_routes(r);
	if (r->is_blind) {
		read_bridge_square(r, square, piece);
	} else if (sense_look(&r->sense, square, piece, r->now_ms, &change)) {
		take_change(r, &change, id, false);
		grow(r, rules_set_of(square));
		read_bridge_board_changed(r);
	} else {
		take_repetition(r, &change);
	}
	decide(r);
	finish(r);
}

/* --- presses and the clock --- */

static void press_world(struct reader *r, struct read_world *w, uint8_t color)
{
	unsigned last = w->unpressed_count;

	if (w->is_over) {
		w->cost += read_manner_row(READ_PRESS_AFTER_END)->cost;
	} else if (last > 0 && w->unpressed[last - 1] == color) {
		w->unpressed_count = 0;
	} else if (last == 2 && w->unpressed[0] == color) {
		w->cost += read_manner_row(READ_PRESS_LATE)->cost;
		w->unpressed[0] = w->unpressed[1];
		w->unpressed_count = 1;
	} else if (w->has_early && w->pos.turn != color) {
		w->cost += read_manner_row(READ_PRESS_BACK)->cost;
		w->has_early = false;
	} else if (w->pos.turn == color) {
		w->has_early = true;
		w->early_ms = r->now_ms;
	} else {
		w->cost += read_manner_row(READ_PRESS_BY_OTHER)->cost;
	}
}

void read_press(struct reader *r, enum rules_color color, uint64_t at_ms, uint32_t id,
		struct read_list *ret_list)
{
	advance(r, happened_ms(r, at_ms), ret_list);
	r->press[r->presses++ % READ_PRESSES_MAX] =
		(struct read_press){.at_ms = r->now_ms, .id = id, .color = (uint8_t)color};
	read_leave_routes(r);
	r->running = (uint8_t)rules_opponent(color);
	r->clock_is_old = false;
	r->input_ms = r->now_ms;
	for (unsigned i = 0; i < r->worlds.count; i++)
		press_world(r, &r->worlds.world[i], (uint8_t)color);
	decide(r);
	finish(r);
}

void read_clock(struct reader *r, uint8_t running, uint64_t at_ms, struct read_list *ret_list)
{
	advance(r, happened_ms(r, at_ms), ret_list);
	if (running == READ_NOBODY && r->running != READ_NOBODY)
		r->stopped_ms = r->now_ms;
	r->running = running;
	read_bridge_clock(r, running);
	decide(r);
	finish(r);
}

/* --- whole boards --- */

/* The record ended before this board: the rest is a gap like any other. */
static void end_recall(struct reader *r, const rules_piece dump[64])
{
	struct sense_change change;

	r->is_recalling = false;
	for (rules_square square = 0; square < 64 && !r->is_blind; square++)
		if (sense_look(&r->sense, square, dump[square], r->now_ms, &change))
			read_bridge_gap(r, true);
	if (r->is_blind && r->recall_ms > 0 && r->recall_ms < r->unseen_ms)
		r->unseen_ms = r->recall_ms;
}

void read_board(struct reader *r, const rules_piece dump[64], uint64_t at_ms,
		struct read_list *ret_list)
{
	struct sense_change change;
	rules_set changed = 0;

	if (r->is_recalling)
		end_recall(r, dump);
	advance(r, at_ms, ret_list);
	for (rules_square square = 0; square < 64; square++) {
		if (!sense_look(&r->sense, square, dump[square], r->now_ms, &change))
			continue;
		take_change(r, &change, 0, true);
		changed |= rules_set_of(square);
	}
	r->healed = 0;
	r->board_ms = r->now_ms;
	if (changed != 0) {
		/* What hands do does not explain what happened while nobody looked. */
		if (!r->is_blind) {
			grow(r, changed);
			read_bridge_other_goal(r);
		}
		r->has_gap = true;
		r->gap_ms = r->now_ms;
	}
	read_bridge_board(r, changed);
	decide(r);
	finish(r);
}

void read_gap(struct reader *r, bool is_blind, uint64_t at_ms, struct read_list *ret_list)
{
	advance(r, at_ms, ret_list);
	read_bridge_gap(r, is_blind);
	finish(r);
}

/* The board's record has the order and no times: what it tells began when the gap did. */
void read_recall(struct reader *r)
{
	if (r->is_recalling || !r->is_blind)
		return;
	r->is_blind = false;
	r->is_recalling = true;
	r->recall_ms = 0;
	if (r->input_ms < r->gap_ms) /* what came since then is known with its time */
		r->input_ms = r->gap_ms;
	r->now_ms = r->looked_ms = r->input_ms;
	r->agreed.ply = 0;
	r->bad_ms = 0;
}

void read_base(struct reader *r, const struct rules_position *base, uint16_t plies, uint64_t at_ms,
	       struct read_list *ret_list)
{
	advance(r, at_ms, ret_list);
	if (plies > READ_PLIES_MAX)
		plies = READ_PLIES_MAX;
	read_start_from(r, base, plies);
	r->has_gap = false; /* what was not seen lies before it */
	r->base_event = r->begun_event = r->events.count;
	r->input_ms = r->now_ms;
	for (unsigned i = 0; i < READ_PRESSES_MAX; i++) {
		r->press[i].is_told = true;
		r->press[i].ply = 0; /* half-moves may be counted anew from here */
	}
	decide(r);
	finish(r);
}

void read_base_in_hand(struct reader *r)
{
	r->begun_event = 0;
}
