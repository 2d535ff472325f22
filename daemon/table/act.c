/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/private.h"
#include "rules-core/setup.h"
#include "rules-core/start.h"
#include "touchmove/law/action.h"

/* What an arbiter does: most of it is the machine's, some of it the table's own. */

enum own_action {
	ACT_MACHINE,
	ACT_NOTE,
	ACT_POSITION,
	ACT_NEW_GAME,
	ACT_UNDO,
	ACT_CLOCK,
	ACT_RECONSTRUCT,
	ACT_CHESS960,
	ACT_SECOND_BOARD,
	ACT_UNKNOWN
};

struct action {
	enum own_action what;
	struct touch_event event;
	struct rules_position pos; /* of set-position, and of chess960 */
	struct table_pair pair;
	uint64_t undoes;
	uint32_t clock_s[2]; /* by colour */
	bool is_running;
	enum rules_color running;
};

static bool refuse(struct rules_fault *ret_fault, size_t at, const char *why)
{
	if (ret_fault) {
		struct rules_text text = rules_text_in(ret_fault->why, sizeof(ret_fault->why));

		ret_fault->at = at;
		rules_text_string(&text, why);
	}
	return false;
}

static struct rules_slice without_blanks(struct rules_slice text)
{
	while (text.len > 0 && text.at[0] == ' ')
		text = (struct rules_slice){text.at + 1, text.len - 1};
	while (text.len > 0 && text.at[text.len - 1] == ' ')
		text.len--;
	return text;
}

static bool read_fen(struct rules_slice all, struct rules_slice rest, struct action *ret,
		     struct rules_fault *ret_fault)
{
	size_t at = (size_t)(rest.at - all.at);
	struct rules_setup setup;
	char why[sizeof(ret_fault->why)];
	struct rules_text text = rules_text_in(why, sizeof(why));

	if (!rules_fen_read(&ret->pos, rest, ret_fault)) {
		if (ret_fault)
			ret_fault->at += at;
		return false;
	}
	setup = rules_setup_check(&ret->pos);
	if (rules_setup_has_kings(setup))
		return true;
	rules_setup_explain(&text, setup);
	return refuse(ret_fault, at, why);
}

static bool read_undo(struct rules_slice all, struct rules_slice rest, struct action *ret,
		      struct rules_fault *ret_fault)
{
	ret->undoes = 0;
	for (size_t i = 0; i < rest.len; i++) {
		if (rest.at[i] < '0' || rest.at[i] > '9' || i > 17)
			return refuse(ret_fault, (size_t)(rest.at - all.at) + i,
				      "this is not the number of a decision");
		ret->undoes = 10 * ret->undoes + (uint64_t)(rest.at[i] - '0');
	}
	return ret->undoes > 0 ||
	       refuse(ret_fault, (size_t)(rest.at - all.at), "the number of a decision is missing");
}

/* The number of the position; who draws it by lot is not the table. */
static bool read_chess960(struct rules_slice all, struct rules_slice rest, struct action *ret,
			  struct rules_fault *ret_fault)
{
	unsigned number = 0;
	bool is_number = rest.len > 0 && rest.len <= 3;

	for (size_t i = 0; i < rest.len && is_number; i++) {
		is_number = rest.at[i] >= '0' && rest.at[i] <= '9';
		number = 10 * number + (unsigned)(rest.at[i] - '0');
	}
	return (is_number && rules_chess960_start(&ret->pos, number)) ||
	       refuse(ret_fault, (size_t)(rest.at - all.at),
		      "the number of a position, 0 to 959, or nothing: then it is drawn");
}

bool table_is_draw(struct rules_slice action)
{
	struct rules_slice word = touch_word_next(&action);

	return rules_slice_is(word, "chess960") && touch_word_next(&action).len == 0;
}

/* H:MM:SS or M:SS. */
static bool read_time(struct rules_slice word, uint32_t *ret_s)
{
	uint32_t total = 0, part = 0;
	size_t digits = 0, colons = 0;

	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] == ':' && digits > 0 && colons < 2) {
			total = (total + part) * 60;
			part = 0;
			digits = 0;
			colons++;
		} else if (word.at[i] >= '0' && word.at[i] <= '9' && digits < 3) {
			part = part * 10 + (uint32_t)(word.at[i] - '0');
			digits++;
		} else {
			return false;
		}
		if (colons > 0 && part > 59)
			return false;
	}
	*ret_s = total + part;
	return colons > 0 && digits == 2 && *ret_s < 36000;
}

static bool read_clock_order(struct rules_slice all, struct rules_slice rest, struct action *ret,
			     struct rules_fault *ret_fault)
{
	size_t at = (size_t)(rest.at - all.at);
	struct rules_slice word;

	for (int color = 0; color < 2; color++) {
		word = touch_word_next(&rest);
		if (!read_time(word, &ret->clock_s[color]))
			return refuse(ret_fault, at, "a time is written H:MM:SS, below ten hours");
		at = (size_t)(rest.at - all.at);
	}
	word = touch_word_next(&rest);
	ret->is_running = word.len > 0;
	ret->running = rules_slice_is(word, "black") ? RULES_BLACK : RULES_WHITE;
	if (word.len > 0 && !rules_slice_is(word, "white") && !rules_slice_is(word, "black"))
		return refuse(ret_fault, at, "white or black runs, or nothing stands there");
	return without_blanks(rest).len == 0 || refuse(ret_fault, at, "too many words");
}

/* What the table does itself; the rest is the machine's. */
static bool read_action(struct rules_slice all, struct action *ret, struct rules_fault *ret_fault)
{
	static const struct {
		const char *name;
		enum own_action what;
	} own[] = {{"note", ACT_NOTE},         {"set-position", ACT_POSITION},
		   {"new-game", ACT_NEW_GAME}, {"undo", ACT_UNDO},
		   {"clock", ACT_CLOCK},       {"reconstruct", ACT_RECONSTRUCT},
		   {"chess960", ACT_CHESS960}, {"second-board", ACT_SECOND_BOARD}};
	struct rules_slice rest = all, word = touch_word_next(&rest);
	size_t at;

	ret->what = ACT_MACHINE;
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
		if (rules_slice_is(word, own[i].name))
			ret->what = own[i].what;
	rest = without_blanks(rest);
	at = (size_t)(rest.at - all.at);
	switch (ret->what) {
	case ACT_NOTE: return rest.len > 0 || refuse(ret_fault, at, "the text is missing");
	case ACT_RECONSTRUCT:
	case ACT_NEW_GAME: return rest.len == 0 || refuse(ret_fault, at, "too many words");
	case ACT_POSITION: return read_fen(all, rest, ret, ret_fault);
	case ACT_UNDO: return read_undo(all, rest, ret, ret_fault);
	case ACT_SECOND_BOARD:
		return table_reads_pair(all, &ret->pair) ||
		       refuse(ret_fault, at, "who plays at which table, as black 2, or none");
	case ACT_CHESS960: return read_chess960(all, rest, ret, ret_fault);
	case ACT_CLOCK: return read_clock_order(all, rest, ret, ret_fault);
	case ACT_MACHINE: return touch_action_read(&ret->event, all, ret_fault);
	case ACT_UNKNOWN: break;
	}
	return false;
}

bool table_knows_action(struct rules_slice action, struct rules_fault *ret_fault)
{
	struct action read;

	return read_action(action, &read, ret_fault);
}

bool table_is_undo(struct rules_slice action, uint64_t *ret_seq)
{
	struct action read;

	if (!read_action(action, &read, NULL) || read.what != ACT_UNDO)
		return false;
	*ret_seq = read.undoes;
	return true;
}

uint64_t table_tell_decision(struct table *t, uint32_t event, const struct table_news *news)
{
	struct table_news decision = *news;

	decision.kind = TABLE_NEWS_DECISION;
	t->decided = table_say(t, &decision);
	table_keep_trace(t, event, t->decided);
	return t->decided;
}

static void set_position(struct table *t, const struct rules_position *pos)
{
	if (!t->has_game) {
		table_new_game(t, pos);
		return;
	}
	law_set_position(&t->law, pos, t->now_ms, &t->reports);
	table_keep_base(t); /* told in any case */
	table_take_reports(t);
	table_tell_game(t, "position", RULES_UNDECIDED);
}

static void new_game(struct table *t)
{
	struct rules_position start;

	rules_start(&start);
	table_new_game(t, t->config.has_start ? &t->config.start : &start);
}

/* A start that was only recognised is one now. */
static void confirm_start(struct table *t)
{
	if (t->is_confirmed)
		return;
	t->is_confirmed = true;
	table_tell_game(t, "ready", RULES_UNDECIDED);
}

static bool is_seal(const struct touch_event *event)
{
	return event->type == TOUCH_EV_ARBITER && event->action == TOUCH_ACT_SEAL;
}

/* The machine tries it on a copy: what it refuses has not happened. */
static bool act_on_machine(struct table *t, const struct table_news *news, struct action *action,
			   struct rules_fault *ret_fault)
{
	struct touch_event *event = &action->event;
	bool is_start = event->type == TOUCH_EV_ARBITER && event->action == TOUCH_ACT_START;
	struct law after;

	if (is_start && (!t->has_game || t->is_over)) {
		table_tell_decision(t, event->id, news);
		table_start(t);
		return true;
	}
	if (!t->has_game)
		return refuse(ret_fault, 0, "there is no game on the board");
	if (event->type == TOUCH_EV_ARBITER && event->action == TOUCH_ACT_CLAIM &&
	    (event->detail == TOUCH_CLAIM_QUICKPLAY || event->detail == TOUCH_CLAIM_INCREMENT) &&
	    table_has_time_left(t, (enum rules_color)event->color, TOUCH_QUICKPLAY_S))
		return refuse(ret_fault, 0, "the player has two minutes or more on the clock");
	if (is_seal(event) && t->has_clock && t->clock.connected &&
	    !table_has_time_left(t, (enum rules_color)event->color, 60L * event->number))
		return refuse(ret_fault, 0,
			      "the player has less time left than until the end of the session");
	after = t->law;
	law_step(&after, event, &t->reports);
	if (t->reports.refused)
		return refuse(ret_fault, 0, t->reports.refused);
	table_tell_decision(t, event->id, news);
	t->law = after;
	if (is_seal(event))
		t->early_s[event->color] = 60 * event->number;
	if (event->type == TOUCH_EV_ARBITER &&
	    (event->action == TOUCH_ACT_PAUSE || event->action == TOUCH_ACT_SEAL))
		table_note_adjourned(t);
	table_take_reports(t);
	if (is_start)
		confirm_start(t);
	return true;
}

static bool set_clock(struct table *t, const struct action *action, struct rules_fault *ret_fault)
{
	enum board_side white = table_side(t, RULES_WHITE);
	struct board_clock_setting setting = {
		.left_s = action->clock_s[white == BOARD_LEFT ? RULES_WHITE : RULES_BLACK],
		.right_s = action->clock_s[white == BOARD_LEFT ? RULES_BLACK : RULES_WHITE],
		.is_running = action->is_running,
		.running = table_side(t, action->running)};

	if (!board_session_set_clock(&t->session, &setting))
		return refuse(ret_fault, 0, "the clock cannot be set by wire, or not now");
	t->clock_order = TABLE_CLOCK_SENT;
	t->drift = (struct table_drift){0};
	return true;
}

static bool act(struct table *t, const struct table_news *news, struct action *action,
		struct rules_fault *ret_fault)
{
	if (action->what == ACT_MACHINE)
		return act_on_machine(t, news, action, ret_fault);
	if (action->what == ACT_UNDO)
		return refuse(ret_fault, 0, "nothing is known of what was done before");
	if (action->what == ACT_CLOCK && !set_clock(t, action, ret_fault))
		return false;
	if (action->what == ACT_RECONSTRUCT && !t->has_game)
		return refuse(ret_fault, 0, "there is no game on the board");
	if (action->what == ACT_CHESS960 && t->has_game && !t->is_over && t->plies > 0)
		return refuse(ret_fault, 0,
			      "the game has begun: another position is for a new game");
	if (action->what == ACT_SECOND_BOARD && action->pair.table > 0 && !table_may_pair(t))
		return refuse(ret_fault, 0, "there is no game on the board");
	table_tell_decision(t, action->event.id, news);
	if (action->what == ACT_POSITION)
		set_position(t, &action->pos);
	else if (action->what == ACT_CHESS960)
		table_draw(t, &action->pos);
	else if (action->what == ACT_SECOND_BOARD)
		table_pair(t, &action->pair);
	else if (action->what == ACT_NEW_GAME)
		new_game(t);
	return true;
}

bool table_act(struct table *t, uint64_t at_ms, struct rules_slice text,
	       struct rules_fault *ret_fault)
{
	struct action action = {0};
	struct table_news news = {.text = text};
	struct touch_event stamp;
	bool is_done;

	if (!read_action(text, &action, ret_fault))
		return false;
	table_come_to(t, at_ms);
	stamp = table_event_of(t, action.event.type);
	action.event.id = stamp.id;
	action.event.at_ms = stamp.at_ms;
	if (action.what == ACT_MACHINE)
		news.action = &action.event;
	news.is_note = action.what == ACT_RECONSTRUCT;
	t->acts = true;
	is_done = act(t, &news, &action, ret_fault);
	t->acts = false;
	if (!is_done)
		t->events--; /* an event that never was has no number */
	return is_done;
}

void table_skip_action(struct table *t, uint64_t at_ms)
{
	table_come_to(t, at_ms);
	table_event_of(t, TOUCH_EV_TICK);
}
