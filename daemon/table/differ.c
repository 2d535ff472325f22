/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/table/private.h"

/* The same game with another past: what is different from what was told is told. */

/* --- moves --- */

/* How many plies the two have in common, as told. */
static uint16_t plies_alike(const struct table *a, const struct table *b)
{
	uint16_t ply = 0;

	while (ply < a->plies && ply < b->plies && a->told[ply].move == b->told[ply].move)
		ply++;
	return ply;
}

static void tell_ply(struct table *t, uint16_t ply, rules_move move, const char *san)
{
	struct touch_report report = {.type = TOUCH_REPORT_REVISED, .ply = ply, .move = move};

	memcpy(report.san, san, sizeof(report.san));
	table_tell_revised(t, &report);
}

/* Up to an illegal move that stands: that one, and what follows, is told as moves are. */
static void tell_plies(struct table *t, const struct table *fresh)
{
	const char none[RULES_SAN_MAX] = "";
	uint16_t ply = plies_alike(t, fresh);

	for (; ply < fresh->plies && fresh->told[ply].move != RULES_NO_MOVE; ply++)
		tell_ply(t, (uint16_t)(ply + 1), fresh->told[ply].move, fresh->told[ply].san);
	if (ply < t->plies)
		tell_ply(t, (uint16_t)(ply + 1), RULES_NO_MOVE, none);
}

/* --- findings --- */

bool table_is_same_finding(const struct touch_finding *a, const struct touch_finding *b)
{
	return b && a->kind == b->kind && a->law == b->law && a->color == b->color &&
	       a->ply == b->ply && a->at_ms == b->at_ms;
}

static void tell_finding(struct table *t, enum touch_report_type type,
			 const struct touch_finding *finding, const char *state)
{
	struct touch_report report = {.type = type,
				      .law = finding->law,
				      .certainty = finding->certainty,
				      .color = finding->color,
				      .ply = finding->ply,
				      .kind = finding->kind,
				      .finding = finding->id};

	table_tell_finding(t, &report, finding, state);
}

static void tell_findings(struct table *t, const struct touch_game *old)
{
	const struct touch_game *game = &t->law.game;

	for (size_t i = 0; i < old->finding_count; i++) {
		const struct touch_finding *was = &old->findings[i];
		const struct touch_finding *is = touch_finding_of(game, was->id);

		if (!table_is_same_finding(was, is))
			tell_finding(t, TOUCH_REPORT_FINDING, was, "withdrawn");
		else if (was->state != is->state)
			tell_finding(t, TOUCH_REPORT_FINDING, is,
				     touch_finding_state_name(is->state));
	}
	for (size_t i = 0; i < game->finding_count; i++) {
		const struct touch_finding *is = &game->findings[i];

		if (!table_is_same_finding(is, touch_finding_of(old, is->id)))
			tell_finding(t, TOUCH_REPORT_IRREGULARITY, is, NULL);
	}
}

/* A choice that is undone is asked for again: the moves told for it have answered the question. */
static void tell_unsure(struct table *t, const struct law *old)
{
	const struct touch_unsure *asked = law_unsure_of(&t->law);
	struct touch_report report = {.type = TOUCH_REPORT_UNSURE};

	if (!asked || law_unsure_of(old))
		return;
	report.ply = asked->ply;
	table_tell_finding(t, &report, NULL, NULL);
}

/* --- the end --- */

static void tell_result(struct table *t, const struct touch_game *old, bool was_over)
{
	const struct touch_game *game = &t->law.game;
	struct touch_report report = {.type = TOUCH_REPORT_RESULT,
				      .result = game->result,
				      .reason = game->reason,
				      .law = touch_law_of_reason(game->reason)};
	bool is_over = t->is_over;

	if (was_over == is_over &&
	    (!is_over || (old->result == game->result && old->reason == game->reason)))
		return;
	t->is_over = was_over;
	if (!is_over) {
		report.result = RULES_UNDECIDED;
		report.reason = TOUCH_REASON_WITHDRAWN;
	}
	if (is_over && game->reason == TOUCH_REASON_NONE)
		table_end_game(t, game->result); /* it seems over, and nobody said how */
	else
		table_take_result(t, &report);
	t->is_over = is_over;
}

/*
 * The told is what consumers know: it stays until the news has changed it. Of
 * the rest the table has no other memory.
 */
void table_take_over(struct table *t, const struct table *fresh)
{
	struct table old = *t;

	*t = *fresh;
	t->tell = old.tell;
	t->route = old.route;
	t->saw = old.saw;
	t->data = old.data;
	t->told_ms = old.told_ms;
	t->last_seq = old.last_seq;
	t->decided = old.decided;
	t->acts = old.acts;
	memcpy(t->traces, old.traces, sizeof(t->traces));
	t->plies = old.plies;
	memcpy(t->told, old.told, sizeof(t->told));
	t->is_bound = old.is_bound;
	t->must = old.must;
	memcpy(t->claimable, old.claimable, sizeof(t->claimable));
	t->asked = old.asked;
	t->asked_key = old.asked_key;
	tell_plies(t, fresh);
	tell_findings(t, &old.law.game);
	tell_result(t, &old.law.game, old.is_over);
	if (memcmp(t->law.game.start.at, old.law.game.start.at, sizeof(t->law.game.start.at)) !=
		    0 ||
	    t->law.game.start_ply != old.law.game.start_ply)
		table_tell_game(t, "position", RULES_UNDECIDED);
	tell_unsure(t, &old.law);
	t->reports.count = 0;
	table_take_reports(t);
}
