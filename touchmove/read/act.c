/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules-core/attacks.h"
#include "touchmove/read/read.h"

/*
 * The acts of one turn, worked out from the events when they are asked for and
 * never before: only then is it known which half-move ended the turn.
 */
#define SETTLE_MS     1000 /* a man that stood so long is released: section 1 */
#define KNOCK_MS      500
#define SEEN_SCANS    2    /* a man is seen on two squares for so long at most */
#define BEGUN_EVENTS  24   /* so far back a man in the air was taken off */
#define BLIND_MS      1000 /* what was not seen may have been so much later than we know */
#define OTHER_HAND_MS 1500 /* section 3: no press and no man of the other player so near */

const char *read_act_name(enum read_act_kind kind)
{
	static const char *const names[READ_ACT_KINDS] = {
		[READ_ACT_LIFTED] = "lifted",
		[READ_ACT_PUT_BACK] = "put back",
		[READ_ACT_SLID] = "slid",
		[READ_ACT_RELEASED] = "released",
		[READ_ACT_NEW_PIECE] = "new piece",
		[READ_ACT_CARRIED_OFF] = "carried off",
		[READ_ACT_STRAIGHTENED] = "straightened",
		[READ_ACT_KNOCKED] = "knocked",
		[READ_ACT_FLASHED] = "flashed",
	};

	return names[kind];
}

struct turn {
	const struct reader *r;
	struct rules_position base;
	const struct read_ply *last; /* of the opponent, before it; NULL: not known */
	const struct read_ply *made; /* that ended it; NULL: it goes on */
	const struct read_ply *next; /* the same, or by the best reading though it is not told */
	uint32_t first, end;         /* its events */
	uint8_t gaps[READ_ACTS_MAX]; /* how often each man came back */
	bool is_long[READ_ACTS_MAX]; /* and once after more than a flash */
	bool alone[READ_ACTS_MAX];   /* back as the next event after it left */
	uint32_t index[READ_ACTS_MAX];
	uint32_t back[READ_ACTS_MAX];   /* the event that brought it back */
	uint32_t lift[READ_ACTS_MAX];   /* the event that took it off last */
	uint64_t off_ms[READ_ACTS_MAX]; /* when it was lifted last */
	struct read_acts *acts;
};

static struct read_act *add_act(struct turn *t, enum read_act_kind kind, uint32_t i)
{
	const struct read_event *event = read_events_at(&t->r->events, i);
	struct read_act *act;

	if (t->acts->count == READ_ACTS_MAX)
		return NULL;
	t->index[t->acts->count] = i;
	act = &t->acts->act[t->acts->count++];
	*act = (struct read_act){
		.kind = (uint8_t)kind,
		.certainty = READ_PRESUMED,
		.by = READ_NOBODY,
		.from = RULES_NO_SQUARE,
		.square = event->square,
		.piece = event->is,
		.at_ms = t->r->zero_ms + event->at_ms,
		.until_ms = UINT64_MAX,
		.event = event->id,
	};
	return act;
}

/* The act of the man that stood on this square when the turn began. */
static struct read_act *act_of_man(struct turn *t, rules_square from)
{
	for (size_t i = t->acts->count; i > 0; i--) {
		struct read_act *act = &t->acts->act[i - 1];

		if (act->from == from && act->square == from && act->kind <= READ_ACT_PUT_BACK)
			return act;
	}
	return NULL;
}

/* Is the man seen on another square already? */
static bool stands_elsewhere(const struct turn *t, rules_square from)
{
	for (size_t i = 0; i < t->acts->count; i++)
		if (t->acts->act[i].from == from && t->acts->act[i].square != from &&
		    t->acts->act[i].until_ms == UINT64_MAX)
			return true;
	return false;
}

/* May the board show this man so? */
static bool is_like(const struct turn *t, rules_piece man, rules_piece seen)
{
	return sense_appears(&t->r->sense, man) == sense_appears(&t->r->sense, seen);
}

/* The man of this kind lifted last and still in the air, else one that slides on. */
static struct read_act *man_in_air(struct turn *t, rules_piece piece)
{
	struct read_act *sliding = NULL;

	for (size_t i = t->acts->count; i > 0; i--) {
		struct read_act *act = &t->acts->act[i - 1];

		if (act->kind != READ_ACT_LIFTED || !is_like(t, act->piece, piece))
			continue;
		if (!stands_elsewhere(t, act->from))
			return act;
		if (!sliding)
			sliding = act;
	}
	return sliding;
}

/* A man like him was seen on new squares just before he was missed here: it was he. */
static void name_seen_before(struct turn *t, const struct read_act *lifted,
			     const struct read_event *event)
{
	uint64_t at_ms = t->r->zero_ms + event->at_ms;

	for (size_t i = t->acts->count; i > 0; i--) {
		struct read_act *act = &t->acts->act[i - 1];

		if (act->kind != READ_ACT_NEW_PIECE || !is_like(t, act->piece, lifted->piece) ||
		    act->at_ms + (uint64_t)SEEN_SCANS * t->r->sense.times.scan_ms < at_ms)
			continue;
		act->kind = READ_ACT_SLID;
		act->from = lifted->from;
	}
}

static void take_off(struct turn *t, uint32_t i)
{
	const struct read_event *event = read_events_at(&t->r->events, i);
	struct read_act *act = act_of_man(t, event->square);
	bool was_long = act && t->is_long[act - t->acts->act];

	/* Again, with something between, or gone for long before: another act. At once: perhaps
	 * the man only flashes. */
	if (act && act->kind == READ_ACT_PUT_BACK &&
	    (was_long || t->back[act - t->acts->act] + 1 != i))
		act = NULL;
	if (!act) {
		act = add_act(t, READ_ACT_LIFTED, i);
		if (!act)
			return;
		act->from = event->square;
		act->piece = t->base.at[event->square];
		t->is_long[act - t->acts->act] = was_long;
	}
	act->kind = READ_ACT_LIFTED;
	act->until_ms = UINT64_MAX;
	t->off_ms[act - t->acts->act] = t->r->zero_ms + event->at_ms;
	t->lift[act - t->acts->act] = i;
	name_seen_before(t, act, event);
}

/* Gone for long this time: he did not flash before either, and was lifted twice. */
static struct read_act *lifted_apart(struct turn *t, struct read_act *act)
{
	size_t n = (size_t)(act - t->acts->act);
	struct read_act *again = add_act(t, READ_ACT_LIFTED, t->lift[n]);

	t->is_long[n] = true;
	if (!again)
		return act;
	again->from = act->from;
	again->piece = act->piece;
	act->kind = READ_ACT_PUT_BACK;
	act->until_ms = t->r->zero_ms + read_events_at(&t->r->events, t->back[n])->at_ms;
	return again;
}

static void take_back(struct turn *t, uint32_t i)
{
	const struct read_event *event = read_events_at(&t->r->events, i);
	struct read_act *act = act_of_man(t, event->square);
	bool is_long = event->since_ms > t->r->sense.times.flash_ms;
	size_t n;

	if (!act)
		return;
	if (is_long && t->gaps[act - t->acts->act] > 0)
		act = lifted_apart(t, act);
	n = (size_t)(act - t->acts->act);
	act->kind = READ_ACT_PUT_BACK;
	act->until_ms = t->r->zero_ms + event->at_ms;
	t->gaps[n]++;
	t->back[n] = i;
	t->is_long[n] |= is_long;
	t->alone[n] = i == t->index[n] + 1;
}

static bool was_captured(const struct turn *t, rules_piece piece)
{
	return (t->last && is_like(t, t->last->taken, piece)) ||
	       (t->made && is_like(t, t->made->taken, piece));
}

/* The man of the half-move that ended the turn comes to where it put him, missed there or not yet.
 */
static bool is_mover_come(const struct turn *t, const struct read_event *event)
{
	return t->made && event->square == read_goal(t->made->move) &&
	       is_like(t, t->made->mover, event->is);
}

/* Of which man, by his square, the place was; RULES_NO_SQUARE: of none that is off his square. */
static rules_square man_placed(struct turn *t, const struct read_event *event)
{
	const struct read_act *source;

	if (is_mover_come(t, event))
		return rules_from(t->made->move);
	source = man_in_air(t, event->is);
	return source ? source->from : RULES_NO_SQUARE;
}

/* Who it is that a board without men shows; RULES_NO_PIECE: nobody can tell. */
static rules_piece name_unseen(const struct turn *t, rules_square from, rules_piece seen)
{
	if (from != RULES_NO_SQUARE)
		return t->base.at[from];
	if (t->made && is_like(t, t->made->taken, seen))
		return t->made->taken;
	return t->last ? t->last->taken : RULES_NO_PIECE;
}

/* The man that moved last stands on the line to this square, and flickers on it. */
static bool is_on_line(const struct turn *t, const struct read_event *event)
{
	rules_square goal = t->last ? read_goal(t->last->move) : RULES_NO_SQUARE;

	return t->last && t->base.at[goal] == event->is &&
	       sense_shows(&t->r->sense, goal, event->is) &&
	       rules_has(rules_sight[goal].king, event->square);
}

static void take_place(struct turn *t, uint32_t i)
{
	const struct read_event *event = read_events_at(&t->r->events, i);
	rules_square from = man_placed(t, event);
	rules_piece man = t->r->sense.sees_men ? event->is : name_unseen(t, from, event->is);
	enum read_act_kind kind = READ_ACT_SLID;
	struct read_act *act;

	if (man == RULES_NO_PIECE || (from == RULES_NO_SQUARE && is_on_line(t, event)))
		return;
	if (from == RULES_NO_SQUARE || rules_color_of(man) != t->base.turn) {
		if (was_captured(t, man) ||
		    (from == RULES_NO_SQUARE && t->next && is_like(t, t->next->taken, man)))
			kind = READ_ACT_CARRIED_OFF;
		else if (from == RULES_NO_SQUARE)
			kind = READ_ACT_NEW_PIECE;
	}
	act = add_act(t, kind, i);
	if (!act)
		return;
	act->piece = man;
	if (kind == READ_ACT_SLID)
		act->from = from;
}

/* A man leaves a square that was not its own: did it stand there? */
static void take_on(struct turn *t, uint32_t i)
{
	const struct read_event *event = read_events_at(&t->r->events, i);

	for (size_t n = t->acts->count; n > 0; n--) {
		struct read_act *act = &t->acts->act[n - 1];

		if (act->square != event->square || !is_like(t, act->piece, event->was) ||
		    act->until_ms != UINT64_MAX || act->from == act->square)
			continue;
		act->until_ms = t->r->zero_ms + event->at_ms;
		if (act->kind == READ_ACT_SLID && event->since_ms >= SETTLE_MS)
			act->kind = READ_ACT_RELEASED;
		return;
	}
}

/* The last change of a square before the turn: did it leave a man of this position off? */
static void note_begun(struct turn *t, uint32_t i, rules_set *seen)
{
	const struct read_event *event = read_events_at(&t->r->events, i);
	rules_piece man = sense_appears(&t->r->sense, t->base.at[event->square]);

	if (rules_has(*seen, event->square))
		return;
	*seen |= rules_set_of(event->square);
	if (event->is == RULES_NO_PIECE && event->was != RULES_NO_PIECE && event->was == man)
		take_off(t, i);
}

static void take_events(struct turn *t)
{
	for (uint32_t i = t->first; i < t->end; i++) {
		const struct read_event *event = read_events_at(&t->r->events, i);
		rules_piece man = sense_appears(&t->r->sense, t->base.at[event->square]);

		t->acts->after_gap |= event->is_of_dump;
		if (event->was != RULES_NO_PIECE && event->was == man)
			take_off(t, i);
		else if (event->was != RULES_NO_PIECE)
			take_on(t, i);
		if (event->is != RULES_NO_PIECE && event->is == man)
			take_back(t, i);
		else if (event->is != RULES_NO_PIECE)
			take_place(t, i);
	}
}

/* The acts were found the newest first. */
static void turn_round(struct turn *t)
{
	for (size_t i = 0, n = t->acts->count; i + 1 < n; i++, n--) {
		struct read_act act = t->acts->act[i];
		uint32_t index = t->index[i];
		uint64_t off_ms = t->off_ms[i];

		t->acts->act[i] = t->acts->act[n - 1];
		t->index[i] = t->index[n - 1];
		t->off_ms[i] = t->off_ms[n - 1];
		t->acts->act[n - 1] = act;
		t->index[n - 1] = index;
		t->off_ms[n - 1] = off_ms;
	}
}

/* Men of this position that were in the air already when the turn began. */
static void take_begun(struct turn *t)
{
	uint32_t kept = read_events_first(&t->r->events);
	uint32_t from = t->first > BEGUN_EVENTS ? t->first - BEGUN_EVENTS : 0;
	rules_set seen = 0;

	if (from < kept)
		from = kept;
	if (from < (t->last ? t->r->base_event : t->r->begun_event))
		from = t->last ? t->r->base_event : t->r->begun_event;
	for (uint32_t i = t->first; i > from; i--)
		note_begun(t, i - 1, &seen);
	turn_round(t);
}

/* Is the man that stands there part of the half-move that ended the turn? */
static bool is_used(const struct turn *t, rules_square from)
{
	if (!t->made)
		return false;
	return from == rules_from(t->made->move) || from == t->made->taken_on ||
	       (rules_is_castling(t->made->move) && from == rules_to(t->made->move));
}

/*
 * What ends only after the half-move is complete: a man that is pushed is missed
 * on his last square, and the noise of a contact is over.
 */
static void take_late_ends(struct turn *t)
{
	rules_set left = 0;

	for (uint32_t i = t->end; t->made && i < t->r->events.count; i++) {
		const struct read_event *event = read_events_at(&t->r->events, i);
		rules_piece man = sense_appears(&t->r->sense, t->base.at[event->square]);

		if (event->was != RULES_NO_PIECE && event->square != read_goal(t->made->move))
			take_on(t, i);
		if (event->is != RULES_NO_PIECE && event->is == man && !is_used(t, event->square) &&
		    event->since_ms <= t->r->sense.times.noise_ms &&
		    !rules_has(left, event->square))
			take_back(t, i);
		left |= rules_set_of(event->square);
	}
}

/* --- what they were --- */

static bool is_last_mover(const struct turn *t, rules_square square)
{
	return t->last &&
	       (square == read_goal(t->last->move) ||
		(rules_is_castling(t->last->move) && square == read_rook_goal(t->last->move)));
}

/* So many men were lifted within the time of a knock, this one the first of them. */
static unsigned lifted_from(const struct turn *t, const struct read_act *first)
{
	unsigned count = 0;

	for (size_t i = 0; i < t->acts->count; i++) {
		const struct read_act *other = &t->acts->act[i];

		count += other->from == other->square && other->at_ms >= first->at_ms &&
			 other->at_ms - first->at_ms <= KNOCK_MS;
	}
	return count;
}

static bool is_knocked(const struct turn *t, const struct read_act *act)
{
	if (act->from != act->square)
		return false;
	for (size_t i = 0; i < t->acts->count; i++) {
		const struct read_act *first = &t->acts->act[i];

		if (first->from == first->square && first->at_ms <= act->at_ms &&
		    act->at_ms - first->at_ms <= KNOCK_MS && lifted_from(t, first) >= 3)
			return true;
	}
	return false;
}

/* Was another man of this turn in the air when this one was lifted? */
static bool has_man_in_air(const struct turn *t, const struct read_act *act)
{
	for (size_t i = 0; i < t->acts->count; i++) {
		const struct read_act *other = &t->acts->act[i];

		if (other != act && other->from == other->square && other->at_ms <= act->at_ms &&
		    other->until_ms > act->at_ms && other->kind != READ_ACT_KNOCKED)
			return true;
	}
	return false;
}

static void name_act(struct turn *t, size_t n)
{
	struct read_act *act = &t->acts->act[n];
	bool is_flash = act->kind == READ_ACT_PUT_BACK && t->gaps[n] >= 2 && !t->is_long[n];

	if (act->kind == READ_ACT_SLID && act->until_ms == UINT64_MAX) {
		act->kind = READ_ACT_RELEASED;
		return;
	}
	if (act->from != act->square)
		return;
	if (act->kind != READ_ACT_PUT_BACK && is_used(t, act->from))
		return; /* what was done with him before he moved is another act */
	if (is_knocked(t, act))
		act->kind = READ_ACT_KNOCKED;
	else if (is_flash)
		act->kind = READ_ACT_FLASHED;
	else if (act->kind == READ_ACT_PUT_BACK && is_last_mover(t, act->square) && t->alone[n] &&
		 !has_man_in_air(t, act))
		act->kind = READ_ACT_STRAIGHTENED;
}

/* --- whose hand --- */

/* When the player of the move before pressed; UINT32_MAX: not yet. */
static uint32_t pressed_before(const struct turn *t)
{
	const struct reader *r = t->r;
	uint32_t first = r->presses > READ_PRESSES_MAX ? r->presses - READ_PRESSES_MAX : 0;

	if (!t->last || !r->config.has_clock)
		return 0;
	for (uint32_t i = r->presses; i > first; i--) {
		const struct read_press *press = &r->press[(i - 1) % READ_PRESSES_MAX];

		if (press->color == t->last->color && press->at_ms + SETTLE_MS > t->last->rest_ms)
			return press->at_ms;
	}
	return UINT32_MAX;
}

static bool is_near_other_hand(const struct turn *t, uint64_t at_ms)
{
	const struct reader *r = t->r;
	uint32_t count = r->presses < READ_PRESSES_MAX ? r->presses : READ_PRESSES_MAX;
	uint64_t last_ms = t->last ? r->zero_ms + t->last->rest_ms : 0;

	if (t->last && at_ms < last_ms + OTHER_HAND_MS)
		return true;
	for (uint32_t i = 0; i < count; i++) {
		uint64_t press_ms = r->zero_ms + r->press[i].at_ms;

		if (press_ms < at_ms + OTHER_HAND_MS && at_ms < press_ms + OTHER_HAND_MS)
			return true;
	}
	return false;
}

/* While this man was in the air, the player lifted one of his own. */
static bool is_answered(const struct turn *t, const struct read_act *act)
{
	for (size_t i = 0; i < t->acts->count; i++) {
		const struct read_act *other = &t->acts->act[i];

		if (other->from == other->square && rules_color_of(other->piece) == t->base.turn &&
		    other->at_ms > act->at_ms && other->at_ms < act->until_ms)
			return true;
	}
	return false;
}

/* Was no other man in the air while this one was? Else any of them may have come back. */
static bool is_alone(const struct turn *t, const struct read_act *act)
{
	for (size_t i = 0; i < t->acts->count; i++) {
		const struct read_act *other = &t->acts->act[i];

		if (other != act && other->from == other->square && other->at_ms < act->until_ms &&
		    other->until_ms > act->at_ms)
			return false;
	}
	return true;
}

/*
 * While the hand holds the man that moves, or the one it takes, it does not lift
 * another and put it back: that one was brushed, or flashes.
 */
static bool is_hand_busy(const struct turn *t, const struct read_act *act)
{
	for (size_t i = 0; act->kind == READ_ACT_PUT_BACK && i < t->acts->count; i++) {
		const struct read_act *other = &t->acts->act[i];

		if (other != act && other->from == other->square && is_used(t, other->from) &&
		    other->at_ms < act->until_ms && other->until_ms > act->at_ms)
			return true;
	}
	return false;
}

/* A lift is of the man that stood there; what is put down may be any that is in the air. */
static bool is_known(const struct turn *t, const struct read_act *act)
{
	return t->r->sense.sees_men || act->kind == READ_ACT_LIFTED ||
	       (act->kind == READ_ACT_PUT_BACK && is_alone(t, act));
}

/* Lifted in the same scan as the man that moved: nobody knows which was first (section 1). */
static bool is_beside_mover(const struct turn *t, const struct read_act *act)
{
	uint32_t ms, act_ms = (uint32_t)(act->at_ms - t->r->zero_ms);

	return t->made && read_events_lifted(&t->r->events, rules_from(t->made->move), &ms) &&
	       ms >= act_ms && ms - act_ms < t->r->sense.times.scan_ms;
}

static void attribute(struct turn *t, struct read_act *act, size_t n)
{
	bool is_begun = t->index[n] < t->first;
	uint64_t off_ms = act->kind == READ_ACT_LIFTED ? t->off_ms[n] : act->at_ms;
	uint8_t player = t->base.turn, other = (uint8_t)rules_opponent((enum rules_color)player);
	uint32_t pressed_ms = pressed_before(t);
	uint64_t turn_ms = pressed_ms == UINT32_MAX ? UINT64_MAX : t->r->zero_ms + pressed_ms;
	bool is_own = rules_color_of(act->piece) == player;

	switch ((enum read_act_kind)act->kind) {
	case READ_ACT_CARRIED_OFF:
	case READ_ACT_KNOCKED:
	case READ_ACT_FLASHED:
	case READ_ACT_KINDS: return;
	case READ_ACT_STRAIGHTENED: act->by = other; return;
	case READ_ACT_LIFTED:
	case READ_ACT_PUT_BACK:
	case READ_ACT_SLID:
	case READ_ACT_RELEASED:
	case READ_ACT_NEW_PIECE: break;
	}
	act->in_own_time = (off_ms >= turn_ms && !is_begun) || !t->r->config.has_clock;
	act->by = player;
	/* Before the press a man of the mover is his, unless it is about to be captured. */
	if (!act->in_own_time && !is_own && !is_used(t, act->from) && act->until_ms < turn_ms &&
	    !is_answered(t, act))
		act->by = other;
	/* In the air when the move is made: his answer begins so. */
	if (t->made && act->kind == READ_ACT_LIFTED && !is_own && !is_used(t, act->from))
		act->by = other;
	if (is_own && act->in_own_time && !t->acts->after_gap && is_known(t, act) &&
	    !is_beside_mover(t, act) && !is_hand_busy(t, act) && !is_near_other_hand(t, act->at_ms))
		act->certainty = READ_OBSERVED;
}

/* Contact noise is nobody's act. */
static bool is_noise(const struct turn *t, size_t n)
{
	const struct read_act *act = &t->acts->act[n];

	return act->kind == READ_ACT_PUT_BACK && t->gaps[n] == 1 &&
	       act->until_ms - act->at_ms <= t->r->sense.times.noise_ms;
}

static void finish_acts(struct turn *t)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->acts->count; i++)
		name_act(t, i);
	for (size_t i = 0; i < t->acts->count; i++) {
		struct read_act *act = &t->acts->act[i];

		if (is_noise(t, i))
			continue;
		attribute(t, act, i);
		t->acts->act[kept++] = *act;
	}
	t->acts->count = kept;
}

/* --- which turn --- */

/* A half-move that was told, or of the best reading, by its number; NULL: none such. */
static const struct read_ply *ply_of(const struct reader *r, unsigned ply)
{
	const struct read_world *w = &r->worlds.world[0];

	if (ply == r->anchor && r->has_before)
		return &r->before_anchor;
	if (ply <= r->anchor)
		return NULL;
	if (ply <= r->told && ply + READ_TOLD_MAX > r->told)
		return &r->told_ply[ply % READ_TOLD_MAX];
	return ply > (unsigned)r->anchor + w->plies ? NULL : &w->ply[ply - r->anchor - 1];
}

/*
 * A half-move that nobody saw is known by its captor: when he came, the turn had
 * begun already.
 */
static uint32_t arrival_before(const struct turn *t, uint32_t kept)
{
	for (uint32_t i = t->first; t->next && i > kept && i + BEGUN_EVENTS > t->first; i--) {
		const struct read_event *event = read_events_at(&t->r->events, i - 1);

		if (event->square == read_goal(t->next->move) &&
		    is_like(t, t->next->mover, event->is))
			return i - 1;
	}
	return t->first;
}

static void work_out(const struct reader *r, unsigned plies_before, const struct read_ply *made,
		     struct read_acts *ret)
{
	struct turn t = {.r = r, .made = made, .acts = ret, .end = r->events.count};
	uint32_t kept = read_events_first(&r->events);

	*ret = (struct read_acts){.count = 0};
	t.base = r->anchor_pos;
	for (unsigned k = r->anchor; k < plies_before; k++)
		rules_apply(&t.base, read_played(r, k), NULL);
	t.last = ply_of(r, plies_before);
	t.next = ply_of(r, plies_before + 1);
	ret->after_gap = r->has_gap && (!t.last || r->gap_ms + BLIND_MS >= t.last->rest_ms);
	t.first = t.last ? t.last->event : r->base_event;
	if (made)
		t.end = made->event;
	if (t.last && t.last->how == READ_HOW_UNSEEN)
		t.first = arrival_before(&t, kept);
	if (t.first < kept)
		t.first = kept;
	take_begun(&t);
	take_events(&t);
	take_late_ends(&t);
	finish_acts(&t);
}

void read_acts_now(const struct reader *r, struct read_acts *ret)
{
	work_out(r, r->told, NULL, ret);
}

void read_acts_of(const struct reader *r, uint16_t ply, struct read_acts *ret)
{
	const struct read_ply *made = ply_of(r, ply);

	if (!made || ply <= r->anchor) {
		*ret = (struct read_acts){.after_gap = true};
		return;
	}
	work_out(r, ply - 1u, made, ret);
}

bool read_ply_after(const struct reader *r, uint16_t ply, struct read_ply *ret)
{
	const struct read_ply *next = ply_of(r, ply + 1u);

	if (next)
		*ret = *next;
	return next != NULL;
}
