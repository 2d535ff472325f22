/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/read/publish.h"

#include <string.h>

/*
 * Unanimity covers only worlds that exist, and the true one may be born within
 * the scan. So a half-move has to be so old, and unanimity to last so long.
 */
#define AGE_QUIET_16  6  /* sixteenths of a scan if nothing is open */
#define AGE_OPEN_16   16 /* if something is */
#define AGREED_16     4
#define UNPRESSED     4 /* more margin while unpressed: at rest for the settle time */
#define SETTLE_MS     1000
#define PRESS_WAIT_MS 400
#define BOARD_WAIT_MS 1500 /* a whole board was asked for, and two have to agree */
#define SAME_ROUTE_MS 3000
#define END_WAIT_MS   6000 /* for the second king, once it is off its square */
#define OPEN_AT_MOST  5    /* half-moves after which one is no longer waited for, */
#define OPEN_BLIND    26   /* or where no men are seen: later ones tell it, if any do */
#define CLOSE         32   /* after so many a reading that much dearer is not waited for */
#define UNDECIDED_MS  4000

static uint32_t scans16(const struct reader *r, uint32_t sixteenths)
{
	return r->sense.times.scan_ms * sixteenths / 16;
}

static const struct read_world *best(const struct reader *r)
{
	return &r->worlds.world[0];
}

static bool is_near(const struct reader *r, const struct read_world *w, int32_t margin)
{
	return w->total < best(r)->total + margin;
}

static bool has_ply(const struct read_world *w, unsigned k, rules_move move)
{
	return w->plies > k && w->ply[k].move == move;
}

/* --- half-moves --- */

/*
 * "Not made yet" is no objection to a half-move that has rested for the settle
 * time and two scans: it is released then, whatever the hand does next.
 */
static bool is_released(const struct reader *r, unsigned k)
{
	const struct read_ply *ply = &best(r)->ply[k];

	return r->now_ms - ply->rest_ms >= SETTLE_MS + 2 * r->sense.times.scan_ms;
}

/* Do all near worlds have this half-move? */
static bool is_unanimous(const struct reader *r, unsigned k, rules_move move, int32_t margin)
{
	bool may_wait = !is_released(r, k);

	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (!is_near(r, w, margin) || has_ply(w, k, move))
			continue;
		if (may_wait || w->plies != k || w->is_over || i == 0)
			return false;
	}
	return true;
}

/* For how long have they? */
static uint32_t agreed_for(struct reader *r, unsigned k, rules_move move)
{
	uint16_t ply = (uint16_t)(r->anchor + k + 1);

	if (r->agreed.ply != ply || r->agreed.move != move) {
		r->agreed.ply = ply;
		r->agreed.move = move;
		r->agreed.since_ms = r->now_ms;
	}
	return r->now_ms - r->agreed.since_ms;
}

static bool is_unpressed(const struct read_world *w, const struct read_ply *ply)
{
	return w->unpressed_count > 0 && w->unpressed[w->unpressed_count - 1] == ply->color;
}

/* The man of a half-move is in the air again: perhaps he did not stop there, and is seen elsewhere
 * within two scans. */
static bool has_left_again(const struct reader *r, const struct read_ply *ply)
{
	rules_square goal = read_goal(ply->move);

	return r->sense.seen.at[goal] == RULES_NO_PIECE &&
	       r->now_ms - r->sense.changed_ms[goal] < 2 * r->sense.times.scan_ms;
}

/* Is the next half-move of the best world ripe to be told? */
static bool is_ripe(struct reader *r, unsigned k)
{
	const struct read_world *w = best(r);
	const struct read_ply *ply = &w->ply[k], *last = read_last_ply(w);
	bool is_newest = w->plies == k + 1u;
	uint32_t age_ms = r->now_ms - ply->rest_ms;

	if (agreed_for(r, k, ply->move) < scans16(r, AGREED_16))
		return false;
	if (is_newest && age_ms < scans16(r, w->total > w->cost ? AGE_OPEN_16 : AGE_QUIET_16))
		return false;
	if (r->now_ms - r->changed_ms < r->sense.times.burst_ms || has_left_again(r, ply))
		return false;
	/* A king to the centre, over a capture nobody saw: squares are cleared for the kings. */
	if (ply->how == READ_HOW_UNSEEN && (!r->config.has_clock || is_unpressed(w, last)) &&
	    read_is_end_begun(r, last))
		return false;
	/* The other king may go to the centre too. */
	if (is_newest && (!r->config.has_clock || is_unpressed(w, ply)) && age_ms < END_WAIT_MS &&
	    read_is_second_king_off(r, ply))
		return false;
	/* Clocks stopped: men are handled, nobody plays. */
	if (r->config.has_clock && r->running == READ_NOBODY && ply->rest_ms > r->stopped_ms &&
	    r->told > 0)
		return false;
	return !(r->config.has_clock && r->running != READ_NOBODY && is_newest &&
		 is_unpressed(w, ply) &&
		 !is_unanimous(r, k, ply->move, read_margin(r) + UNPRESSED));
}

/* How fast this game goes: of the last eight half-moves or so. */
static void note_pace(struct reader *r, const struct read_ply *ply)
{
	uint32_t took_ms = ply->rest_ms > r->rest_ms ? ply->rest_ms - r->rest_ms : 0;

	if (ply->how != READ_HOW_INFERRED && r->told > 0)
		r->pace_ms = (uint32_t)(((uint64_t)r->pace_ms * 7 + took_ms) / 8);
	r->rest_ms = ply->rest_ms;
}

static void tell_move(struct reader *r, const struct read_ply *ply)
{
	struct read_news *news = read_tell(r, READ_NEWS_MOVE);

	note_pace(r, ply);
	r->played[r->told++ % READ_PLAYED_MAX] = ply->move;
	r->told_ply[r->told % READ_TOLD_MAX] = *ply;
	if (r->is_unsure) {
		r->is_unsure = false;
		news->type = READ_NEWS_SURE;
		news->ply = r->told;
		news = read_tell(r, READ_NEWS_MOVE);
	}
	news->ply = r->told;
	news->move = ply->move;
	news->color = ply->color;
	news->rest_ms = r->zero_ms + ply->rest_ms;
	news->certainty = ply->how == READ_HOW_INFERRED || ply->how == READ_HOW_LOST ||
					  (!r->sense.sees_men && rules_is_promotion(ply->move))
				  ? READ_GUESSED
				  : READ_OBSERVED;
}

/* What was told is taken back when every near world contradicts it. */
static void revise(struct reader *r)
{
	for (unsigned k = 0; r->anchor + k < r->told; k++) {
		rules_move move = read_played(r, r->anchor + k);
		bool is_held = false;

		for (unsigned i = 0; i < r->worlds.count; i++)
			is_held |= is_near(r, &r->worlds.world[i], read_margin(r)) &&
				   has_ply(&r->worlds.world[i], k, move);
		if (is_held)
			continue;
		r->told = (uint16_t)(r->anchor + k);
		read_tell(r, READ_NEWS_REVISED)->ply = (uint16_t)(r->told + 1);
		return;
	}
}

void read_publish(struct reader *r)
{
	revise(r);
	while (r->told < READ_PLIES_MAX) {
		const struct read_world *w = best(r);
		unsigned k = r->told - r->anchor;

		if (w->plies <= k || r->search.is_open ||
		    !is_unanimous(r, k, w->ply[k].move, read_margin(r))) {
			r->agreed.ply = 0;
			return;
		}
		if (!is_ripe(r, k))
			return;
		tell_move(r, &w->ply[k]);
	}
}

/* --- presses --- */

/* The last half-move of this colour that a press before this one was for; 0: none. */
static uint16_t pressed_ply(const struct reader *r, const struct read_press *press)
{
	uint16_t ply = 0;

	for (unsigned i = 0; i < READ_PRESSES_MAX; i++) {
		const struct read_press *other = &r->press[i];

		if (other->is_told && other->color == press->color && other->ply > ply &&
		    other->ply <= r->told && other->at_ms < press->at_ms)
			ply = other->ply;
	}
	return ply;
}

/* A later press of this player came before that half-move, and is for it. */
static bool has_nearer_press(const struct reader *r, const struct read_press *press,
			     const struct read_ply *ply)
{
	for (unsigned i = 0; i < READ_PRESSES_MAX; i++) {
		const struct read_press *other = &r->press[i];

		if (i < r->presses && other->color == press->color && other->at_ms > press->at_ms &&
		    other->at_ms <= ply->rest_ms)
			return true;
	}
	return false;
}

/*
 * The half-move of the best world that a press is for: the last of its colour that was on the
 * board by then, else the first that came after. 0: each has its own press, or there is none.
 */
static uint16_t ply_of_press(const struct reader *r, const struct read_press *press)
{
	const struct read_world *w = best(r);
	uint16_t pressed = pressed_ply(r, press), found = 0;

	for (unsigned k = w->plies; k > 0 && r->anchor + k > pressed; k--) {
		const struct read_ply *ply = &w->ply[k - 1];

		if (ply->color != press->color || has_nearer_press(r, press, ply))
			continue;
		found = (uint16_t)(r->anchor + k);
		if (ply->rest_ms <= press->at_ms)
			return found;
	}
	return found;
}

/* In this world no move has explained the press yet. */
static bool is_for_nothing(const struct read_world *w, const struct read_press *press)
{
	return w->has_early && w->early_ms == press->at_ms;
}

/* Does no near world know a move for this press? */
static bool is_unexplained(const struct reader *r, const struct read_press *press)
{
	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (is_near(r, w, read_margin(r)) && !is_for_nothing(w, press))
			return false;
	}
	return true;
}

/* Do near worlds move different men? Where one man stands is found out; which of two moved may
 * never be. */
static bool has_rival_men(const struct reader *r, unsigned k)
{
	for (unsigned i = 1; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (is_near(r, w, read_margin(r)) && w->plies > k &&
		    rules_from(w->ply[k].move) != rules_from(best(r)->ply[k].move))
			return true;
	}
	return false;
}

/* A press is for a half-move, but near worlds do not agree on which. */
static bool is_for_rivals(const struct reader *r, const struct read_press *press)
{
	return !is_for_nothing(best(r), press) && ply_of_press(r, press) > r->told &&
	       has_rival_men(r, r->told - r->anchor);
}

/* An update may have been lost: the whole board that was asked for will tell, where boards tell
 * themselves whole. */
static bool is_board_coming(const struct reader *r, const struct read_press *press)
{
	return r->wants_board && r->board_ms > 0 && r->board_ms < press->at_ms;
}

/* True: it is known what the press belongs to, 0 for no move; or it will not be known. */
static bool is_press_due(const struct reader *r, const struct read_press *press, uint16_t *ret_ply)
{
	uint32_t waited_ms = r->now_ms - press->at_ms;
	uint16_t ply = ply_of_press(r, press);

	*ret_ply = 0;
	if (is_unexplained(r, press))
		return waited_ms >= (is_board_coming(r, press) ? BOARD_WAIT_MS : PRESS_WAIT_MS) +
					    r->sense.times.scan_ms;
	if (is_for_nothing(best(r), press) || is_for_rivals(r, press))
		return waited_ms >= UNDECIDED_MS;
	if (ply > r->told)
		return false;
	*ret_ply = ply > 0 ? ply : pressed_ply(r, press);
	if (*ret_ply == 0)
		return waited_ms >= UNDECIDED_MS;
	return ply > 0 || waited_ms >= PRESS_WAIT_MS + r->sense.times.scan_ms;
}

static void tell_press(struct reader *r, struct read_press *press, uint16_t ply,
		       enum read_certainty certainty)
{
	struct read_news *news = read_tell(r, READ_NEWS_PRESS);
	struct rules_position pos;

	press->is_told = true;
	press->ply = ply;
	news->color = press->color;
	news->id = press->id;
	news->certainty = certainty;
	news->rest_ms = r->zero_ms + press->at_ms;
	news->ply = ply;
	read_position(r, &pos);
	news->differs = sense_differs(&r->sense, &pos);
}

void read_publish_presses(struct reader *r)
{
	uint32_t first = r->presses > READ_PRESSES_MAX ? r->presses - READ_PRESSES_MAX : 0;

	for (uint32_t i = first; i < r->presses; i++) {
		struct read_press *press = &r->press[i % READ_PRESSES_MAX];
		uint16_t ply;

		if (press->is_told)
			continue;
		if (!is_press_due(r, press, &ply))
			return; /* in their order */
		tell_press(r, press, ply,
			   ply == 0 && is_for_rivals(r, press) ? READ_GUESSED : READ_OBSERVED);
	}
}

/* Do near worlds have different half-moves here? */
static bool has_rivals(const struct reader *r, unsigned k, int32_t margin)
{
	for (unsigned i = 1; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (is_near(r, w, margin) && w->plies > k && w->ply[k].move != best(r)->ply[k].move)
			return true;
	}
	return false;
}

/* --- at once --- */

/* Of the best reading: nobody waits for what comes. */
void read_publish_now(struct reader *r)
{
	const struct read_world *w = best(r);
	uint32_t first = r->presses > READ_PRESSES_MAX ? r->presses - READ_PRESSES_MAX : 0;

	revise(r);
	while (r->told < READ_PLIES_MAX && w->plies > r->told - r->anchor) {
		unsigned k = r->told - r->anchor;

		if (!r->sense.sees_men && has_rivals(r, k, read_margin(r)))
			r->worlds.world[0].ply[k].how = READ_HOW_INFERRED; /* a guess */
		tell_move(r, &w->ply[k]);
	}
	for (uint32_t i = first; i < r->presses; i++) {
		struct read_press *press = &r->press[i % READ_PRESSES_MAX];
		bool is_early = is_for_nothing(w, press);

		if (!press->is_told)
			tell_press(r, press, is_early ? 0 : ply_of_press(r, press), READ_OBSERVED);
	}
}

/* --- doubts --- */

static void add_candidate(struct read_news *news, rules_move move)
{
	for (unsigned i = 0; i < news->candidate_count; i++)
		if (news->candidate[i] == move)
			return;
	if (news->candidate_count < READ_CANDIDATES_MAX)
		news->candidate[news->candidate_count++] = move;
}

/* The half-moves of a world from here on, as far as a line goes; each line once. */
static void add_line(struct reader *r, const struct read_world *w, unsigned k)
{
	struct read_line line = {.count = 0};

	while (k + line.count < w->plies && line.count < READ_LINE_PLIES) {
		line.move[line.count] = w->ply[k + line.count].move;
		line.count++;
	}
	for (unsigned i = 0; i < r->doubt_count; i++)
		if (r->doubt[i].count == line.count &&
		    memcmp(r->doubt[i].move, line.move, sizeof(line.move)) == 0)
			return;
	if (r->doubt_count < READ_CANDIDATES_MAX)
		r->doubt[r->doubt_count++] = line;
}

void read_say_unsure(struct reader *r)
{
	struct read_news *news = read_tell(r, READ_NEWS_UNSURE);
	unsigned k = r->told - r->anchor;

	news->ply = (uint16_t)(r->told + 1);
	r->doubt_count = 0;
	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (!is_near(r, w, read_margin(r)) || w->plies <= k || w->is_over)
			continue;
		add_candidate(news, w->ply[k].move);
		add_line(r, w, k);
	}
	r->is_unsure = true;
	r->unsure_ms = r->changed_ms;
}

/* Several routes to one position: nothing that comes can separate them. */
static bool do_all_meet(const struct reader *r, unsigned *ret_near)
{
	bool do_meet = true;

	*ret_near = 0;
	for (unsigned i = 0; i < r->worlds.count; i++) {
		const struct read_world *w = &r->worlds.world[i];

		if (!is_near(r, w, read_margin(r)))
			continue;
		(*ret_near)++;
		do_meet &= w->pos.key == best(r)->pos.key && !w->is_over;
	}
	return do_meet;
}

static void keep_best_only(struct reader *r)
{
	unsigned kept = 1;

	for (unsigned i = 1; i < r->worlds.count; i++)
		if (!is_near(r, &r->worlds.world[i], read_margin(r)))
			r->worlds.world[kept++] = r->worlds.world[i];
	r->worlds.count = (uint8_t)kept;
}

/* Play goes on, and nobody has chosen one of several routes to the same position. */
void read_leave_routes(struct reader *r)
{
	if (r->has_routes)
		keep_best_only(r);
	r->has_routes = false;
}

bool read_may_go_on(const struct reader *r)
{
	for (unsigned i = 0; i < r->worlds.count; i++)
		if (is_near(r, &r->worlds.world[i], read_margin(r)) &&
		    r->worlds.world[i].plies > r->told - r->anchor)
			return true;
	return false;
}

bool read_may_follow(const struct reader *r, uint16_t ply, rules_square goal, rules_piece mover)
{
	for (unsigned i = 0; i < r->worlds.count && ply >= r->anchor; i++) {
		const struct read_world *w = &r->worlds.world[i];
		const struct read_ply *next = &w->ply[ply - r->anchor];

		if (w->plies > ply - r->anchor && is_near(r, w, read_margin(r)) &&
		    read_goal(next->move) == goal && next->mover == mover)
			return true;
	}
	return false;
}

bool read_keep_with(struct reader *r, unsigned k, rules_move move)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < r->worlds.count; i++) {
		if (!has_ply(&r->worlds.world[i], k, move))
			continue;
		if (!r->sense.sees_men)
			r->worlds.world[i].ply[k].how = READ_HOW_INFERRED;
		r->worlds.world[kept++] = r->worlds.world[i];
	}
	if (kept > 0)
		r->worlds.count = (uint8_t)kept;
	return kept > 0;
}

/* The best reading is believed from here on: nothing that comes can be waited for any longer. */
static void follow_best(struct reader *r, unsigned k)
{
	read_keep_with(r, k, best(r)->ply[k].move);
}

void read_publish_doubt(struct reader *r)
{
	unsigned k = r->told - r->anchor, near;
	const struct read_world *w = best(r);
	uint32_t rest_ms = w->plies > 0 ? w->ply[w->plies - 1].rest_ms : 0;
	bool do_meet = do_all_meet(r, &near);

	if (near < 2 || w->plies <= k || r->search.is_open)
		return;
	if (w->plies >= k + OPEN_AT_MOST && has_rivals(r, k, read_margin(r))) {
		if (has_rivals(r, k, CLOSE) && (r->sense.sees_men || !r->is_unsure))
			read_say_unsure(r);
		if (r->sense.sees_men || w->plies >= k + OPEN_BLIND)
			follow_best(r, k);
		return;
	}
	if (do_meet && r->now_ms - rest_ms > SAME_ROUTE_MS) {
		if (!r->has_routes)
			read_say_unsure(r);
		r->has_routes = true;
	} else if (r->now_ms - r->changed_ms > UNDECIDED_MS &&
		   (!r->is_unsure || (r->sense.sees_men && r->unsure_ms != r->changed_ms)) &&
		   (!r->sense.sees_men || has_rivals(r, k, read_margin(r)))) {
		read_say_unsure(r);
	}
}

/* --- what can no longer be doubted --- */

void read_move_anchor(struct reader *r)
{
	while (best(r)->plies > 2 && r->told > r->anchor) {
		rules_move first = read_played(r, r->anchor);
		bool is_old = best(r)->plies > read_open_max(&r->sense) - 2;
		unsigned kept = 0;

		if (!has_ply(best(r), 0, first))
			return;
		for (unsigned i = 0; i < r->worlds.count; i++)
			if (!has_ply(&r->worlds.world[i], 0, first) && !is_old)
				return;
		r->before_anchor = best(r)->ply[0];
		r->has_before = true;
		rules_apply(&r->anchor_pos, first, NULL);
		r->anchor++;
		for (unsigned i = 0; i < r->worlds.count; i++) {
			struct read_world *w = &r->worlds.world[i];

			if (!has_ply(w, 0, first))
				continue;
			memmove(&w->ply[0], &w->ply[1], (w->plies - 1u) * sizeof(w->ply[0]));
			w->plies--;
			r->worlds.world[kept++] = *w;
		}
		r->worlds.count = (uint8_t)kept;
	}
}
