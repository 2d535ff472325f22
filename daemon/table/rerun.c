/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/rerun.h"

#include <string.h>

#include "daemon/table/private.h"
#include "touchmove/law/action.h"

static struct rules_slice words_of(const struct rerun_input *input)
{
	return (struct rules_slice){(const char *)input->bytes, input->len};
}

struct run {
	const struct rerun *rerun;
	const struct touch_game *lived; /* as it was until now */
	struct table *fresh;
	uint64_t without; /* the decision that is undone now; 0: none */
};

/* Is it left out? An undo that was itself undone leaves nothing out. */
static bool is_undone(const struct run *run, size_t index, uint64_t seq)
{
	const struct rerun *r = run->rerun;
	struct rerun_input input;
	uint64_t undoes;

	if (seq == run->without)
		return true;
	for (size_t i = index + 1; r->input(r->data, i, &input); i++)
		if (input.kind == RERUN_ACTION && table_is_undo(words_of(&input), &undoes) &&
		    undoes == seq && !is_undone(run, i, input.seq))
			return true;
	return false;
}

/* --- running again --- */

static uint64_t say_nothing(void *data, const struct table *table, const struct table_news *news)
{
	(void)data, (void)table, (void)news;
	return 0;
}

/* Timers act as they did, and what was written to the board went there. */
static void run_to(struct table *t, uint64_t at_ms)
{
	uint8_t written[BOARD_OUT_MAX];
	uint64_t due;

	while ((due = table_deadline(t)) <= at_ms && due != UINT64_MAX) {
		table_tick(t, due);
		table_take(t, written, sizeof(written));
	}
	table_tick(t, at_ms);
	table_take(t, written, sizeof(written));
}

static bool is_left_out(const struct run *run, size_t index, const struct rerun_input *input)
{
	uint64_t undoes;

	return table_is_undo(words_of(input), &undoes) || is_undone(run, index, input->seq);
}

/* A ruling names a finding by the number it had; in another past that may be another number. */
static bool find_again(const struct run *run, uint32_t id, uint32_t *ret)
{
	const struct touch_finding *meant = touch_finding_of(run->lived, id);
	const struct touch_game *game = &run->fresh->law.game;

	*ret = id;
	for (size_t i = 0; meant && i < game->finding_count; i++) {
		*ret = game->findings[i].id;
		if (table_is_same_finding(meant, &game->findings[i]))
			return true;
	}
	return !meant;
}

/* Returns whether the action was taken. */
static bool act(struct run *run, const struct rerun_input *input)
{
	struct touch_event event;
	char bytes[40];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	uint32_t id;

	table_come_to(run->fresh, input->at_ms);
	if (!touch_action_read(&event, words_of(input), NULL) || event.number == 0 ||
	    (event.action != TOUCH_ACT_UPHOLD && event.action != TOUCH_ACT_DISMISS))
		return table_act(run->fresh, input->at_ms, words_of(input), NULL);
	if (!find_again(run, event.number, &id))
		return false;
	rules_text_string(&text, event.action == TOUCH_ACT_UPHOLD ? "uphold " : "dismiss ");
	rules_text_number(&text, id);
	return table_act(run->fresh, input->at_ms, rules_slice_of(bytes), NULL);
}

static void play(struct run *run, size_t index, const struct rerun_input *input)
{
	struct table *t = run->fresh;
	struct board_event event;
	struct rules_fault fault;
	uint8_t written[BOARD_OUT_MAX];

	run_to(t, input->at_ms);
	switch (input->kind) {
	case RERUN_OPENED: table_open(t, input->at_ms); break;
	case RERUN_CLOSED: table_close(t, input->at_ms); break;
	case RERUN_BYTES: table_bytes(t, input->at_ms, input->bytes, input->len); break;
	case RERUN_EVENT:
		memcpy(&event, input->bytes, sizeof(event));
		table_event(t, &event);
		break;
	case RERUN_MAKE: table_change_make(t, input->bytes[0]); break;
	case RERUN_ACTION:
		/* One that the game now refuses had its reason in what is undone. */
		if (is_left_out(run, index, input) || !act(run, input))
			table_skip_action(t, input->at_ms);
		break;
	case RERUN_OTHER_BOARD:
		(void)table_other_board(t, input->at_ms, words_of(input), &fault);
		break;
	case RERUN_ANSWER: (void)table_answer(t, input->at_ms, words_of(input), &fault); break;
	}
	table_take(t, written, sizeof(written));
}

static void run_again(struct run *run, uint64_t until_ms)
{
	struct rerun_input input;

	*run->fresh = *run->rerun->from;
	run->fresh->tell = say_nothing;
	run->fresh->route = NULL;
	for (size_t i = 0; run->rerun->input(run->rerun->data, i, &input); i++)
		play(run, i, &input);
	run_to(run->fresh, until_ms);
	table_skip_action(run->fresh, until_ms); /* the undo itself */
}

/* --- undo --- */

static bool refuse(struct rules_fault *ret_fault, const char *why)
{
	if (ret_fault) {
		struct rules_text text = rules_text_in(ret_fault->why, sizeof(ret_fault->why));

		ret_fault->at = sizeof("undo ") - 1;
		rules_text_string(&text, why);
	}
	return false;
}

static bool find_decision(const struct rerun *r, uint64_t seq, size_t *ret_index,
			  struct rerun_input *ret)
{
	for (size_t i = 0; r->input(r->data, i, ret); i++) {
		if (ret->kind != RERUN_ACTION || ret->seq != seq)
			continue;
		*ret_index = i;
		return true;
	}
	return false;
}

/* The number must be one of a decision of this game that still holds. */
static bool can_undo(const struct table *t, const struct rerun *r, uint64_t seq,
		     struct rules_fault *ret_fault)
{
	const struct run as_it_is = {.rerun = r};
	struct rerun_input decision;
	size_t index;

	if (seq > t->last_seq)
		return refuse(ret_fault, "nothing has this number yet");
	if (!find_decision(r, seq, &index, &decision))
		return refuse(ret_fault, "this is the number of no decision");
	if (decision.game != t->games)
		return refuse(ret_fault, "this decision is of another game");
	if (is_undone(&as_it_is, index, seq))
		return refuse(ret_fault, "this decision has been undone already");
	return true;
}

bool rerun_act(struct table *t, const struct rerun *r, uint64_t at_ms, struct rules_slice action,
	       struct rules_fault *ret_fault)
{
	struct run run = {.rerun = r, .lived = &t->law.game, .fresh = r->scratch};
	struct table_news news = {.text = action};
	struct touch_event stamp;

	if (!table_is_undo(action, &news.undoes))
		return table_act(t, at_ms, action, ret_fault);
	table_come_to(t, at_ms);
	if (!can_undo(t, r, news.undoes, ret_fault))
		return false;
	run.without = news.undoes;
	run_again(&run, at_ms);
	if (run.fresh->games != t->games)
		return refuse(ret_fault, "without it another game would be played");
	stamp = table_event_of(t, TOUCH_EV_TICK);
	t->acts = true;
	table_tell_decision(t, stamp.id, &news);
	table_take_over(t, run.fresh);
	t->acts = false;
	return true;
}
