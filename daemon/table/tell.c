/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "daemon/table/private.h"

/* --- telling --- */

/* Times never fall: what was waited for is told at the time it happened, if nothing is later. */
uint64_t table_say(struct table *t, struct table_news *news)
{
	if (news->at_ms == 0)
		news->at_ms = t->now_ms;
	if (news->at_ms < t->told_ms)
		news->at_ms = t->told_ms;
	t->told_ms = news->at_ms;
	news->by_arbiter = t->acts;
	t->last_seq = t->tell(t->data, t, news);
	return t->last_seq;
}

void table_tell_board(struct table *t, const char *state)
{
	struct table_news news = {.kind = TABLE_NEWS_BOARD, .state = state};

	table_say(t, &news);
}

void table_tell_game(struct table *t, const char *state, enum rules_result result)
{
	struct table_news news = {.kind = TABLE_NEWS_GAME, .state = state, .result = result};

	table_say(t, &news);
}

void table_tell_clock(struct table *t, const char *state)
{
	struct table_news news = {.kind = TABLE_NEWS_CLOCK, .state = state};

	if (t->is_connected)
		table_say(t, &news);
	else
		snprintf(t->clock_untold, sizeof(t->clock_untold), "%s", state);
}

void table_tell_clock_late(struct table *t)
{
	char state[TABLE_WORD_MAX];

	memcpy(state, t->clock_untold, sizeof(state));
	t->clock_untold[0] = '\0';
	if (state[0] != '\0')
		table_tell_clock(t, state);
}

void table_name_players(struct table *t, uint64_t at_ms)
{
	struct table_news news = {.kind = TABLE_NEWS_PLAYERS};

	table_tick(t, at_ms);
	if (t->has_game || t->is_announced)
		table_say(t, &news);
}

/* What an event was told as, so that it can be evidence later. */
void table_keep_trace(struct table *t, uint32_t event, uint64_t seq)
{
	t->traces[event % TABLE_TRACES] = seq;
}

/* --- what the machine says --- */

/*
 * The position before a ply: from the moves told, unless an illegal one stands among them. Where
 * the game has got another base in the same moment, and that is told after the half-moves up to
 * it, those were played from the base before.
 */
static void position_before(const struct table *t, uint16_t ply, struct rules_position *ret)
{
	const struct touch_game *game = &t->law.game;
	bool is_from_told = ply <= game->start_ply;

	*ret = is_from_told ? t->start : game->start;
	for (uint16_t i = is_from_told ? t->start_ply : game->start_ply;
	     i + 1 < ply && i < t->plies; i++) {
		if (t->told[i].move == RULES_NO_MOVE) {
			*ret = ply > game->plies ? game->turn.base : game->before;
			return;
		}
		rules_apply(ret, t->told[i].move, NULL);
	}
}

static void keep_ply(struct table *t, uint16_t ply, rules_move move, const char *san)
{
	if (ply == 0 || ply > TOUCH_PLIES_MAX)
		return;
	t->told[ply - 1].move = move;
	memcpy(t->told[ply - 1].san, san, RULES_SAN_MAX);
}

/*
 * Plies nobody has made before our eyes: an illegal move that stands because
 * the opponent has moved, or the legal one it was put right to.
 */
static void tell_untold(struct table *t, uint16_t until)
{
	const char none[RULES_SAN_MAX] = "";

	while (t->plies < until && t->plies < t->law.game.plies) {
		struct table_news news = {.kind = TABLE_NEWS_MOVE,
					  .at_ms = t->law.game.now_ms,
					  .ply = (uint16_t)(t->plies + 1),
					  .move = t->law.game.played[t->plies],
					  .after = t->law.game.turn.base};
		char san[RULES_SAN_MAX] = "";
		struct rules_text text = rules_text_in(san, sizeof(san));

		position_before(t, news.ply, &news.before);
		if (news.move != RULES_NO_MOVE) {
			rules_san_write(&text, &news.before, news.move, RULES_EN, RULES_SAN_PGN);
			news.san = san;
			news.after = news.before;
			rules_apply(&news.after, news.move, NULL);
		}
		keep_ply(t, news.ply, news.move, news.san ? san : none);
		t->plies = news.ply;
		table_say(t, &news);
	}
}

static void tell_move(struct table *t, const struct touch_report *report)
{
	struct table_news news = {.kind = TABLE_NEWS_MOVE,
				  .at_ms = report->at_ms,
				  .ply = report->ply,
				  .move = report->move,
				  .san = report->san,
				  .color = report->color,
				  .certainty = report->certainty};

	if (report->ply == 1 && t->plies == 0)
		table_tell_game(t, "started", RULES_UNDECIDED);
	tell_untold(t, (uint16_t)(report->ply - 1));
	t->is_over = false; /* it only seemed so */
	position_before(t, report->ply, &news.before);
	news.after = news.before;
	rules_apply(&news.after, report->move, NULL);
	keep_ply(t, report->ply, report->move, report->san);
	t->plies = report->ply;
	table_say(t, &news);
}

void table_tell_revised(struct table *t, const struct touch_report *report)
{
	bool is_cut = report->move == RULES_NO_MOVE;
	char was[RULES_SAN_MAX] = "";
	struct table_news news = {.kind = TABLE_NEWS_REVISED,
				  .at_ms = report->at_ms,
				  .ply = report->ply,
				  .move = report->move,
				  .san = is_cut ? NULL : report->san,
				  .certainty = report->certainty};

	if (is_cut && report->ply > t->plies)
		return; /* nobody has heard of it */
	if (report->ply > 0 && report->ply <= t->plies) {
		memcpy(was, t->told[report->ply - 1].san, sizeof(was));
		news.was = was[0] != '\0' ? was : NULL;
	}
	position_before(t, report->ply, &news.before);
	news.after = news.before;
	if (is_cut) {
		t->plies = report->ply > 0 ? (uint16_t)(report->ply - 1) : 0;
	} else {
		rules_apply(&news.after, report->move, NULL);
		keep_ply(t, report->ply, report->move, report->san);
		t->plies = report->ply > t->plies ? report->ply : t->plies;
	}
	table_say(t, &news);
}

void table_tell_finding(struct table *t, const struct touch_report *report,
			const struct touch_finding *finding, const char *state)
{
	struct table_news news = {.kind = TABLE_NEWS_REPORT,
				  .at_ms = report->at_ms,
				  .report = report,
				  .finding = finding,
				  .state = state};

	for (size_t i = 0; finding && i < finding->evidence_count; i++) {
		uint64_t seq = t->traces[finding->evidence[i] % TABLE_TRACES];

		if (seq > 0)
			news.evidence[news.evidence_count++] = seq;
	}
	table_say(t, &news);
}

static void tell_report(struct table *t, const struct touch_report *report)
{
	const struct touch_finding *finding = NULL;
	const char *state = NULL;

	if (report->type == TOUCH_REPORT_IRREGULARITY || report->type == TOUCH_REPORT_FINDING)
		finding = touch_finding_of(&t->law.game, report->finding);
	if (report->type == TOUCH_REPORT_FINDING && finding)
		state = touch_finding_state_name(finding->state);
	table_tell_finding(t, report, finding, state);
}

void table_end_game(struct table *t, enum rules_result result)
{
	if (!t->is_over)
		table_tell_game(t, "ended", result);
	t->is_over = true;
}

/* A result that is withdrawn has not ended the game. */
void table_take_result(struct table *t, const struct touch_report *report)
{
	bool is_withdrawn = report->result == RULES_UNDECIDED;

	tell_report(t, report);
	if (!is_withdrawn) {
		table_end_game(t, report->result);
	} else if (t->is_over) {
		t->is_over = false;
		table_tell_game(t, "position", RULES_UNDECIDED);
	}
}

/* A square of the board is bad, or the man on it: the board itself goes on. */
static void tell_flashing(struct table *t, const struct touch_report *report)
{
	struct table_news news = {.kind = TABLE_NEWS_BOARD, .state = "damaged", .report = report};

	table_say(t, &news);
}

static void take_report(struct table *t, const struct touch_report *report)
{
	switch (report->type) {
	case TOUCH_REPORT_MOVE: tell_move(t, report); break;
	case TOUCH_REPORT_REVISED: table_tell_revised(t, report); break;
	case TOUCH_REPORT_OVER: table_end_game(t, report->result); break;
	case TOUCH_REPORT_FLASHING: tell_flashing(t, report); break;
	case TOUCH_REPORT_RESULT: table_take_result(t, report); break;
	case TOUCH_REPORT_COMPLETED:
	case TOUCH_REPORT_IRREGULARITY:
	case TOUCH_REPORT_FINDING:
	case TOUCH_REPORT_TOUCH:
	case TOUCH_REPORT_UNSURE: tell_report(t, report); break;
	}
}

/* The obligation, when it is another one than told before. */
static void tell_must(struct table *t)
{
	struct touch_obligation must;
	const struct rules_position *base;
	struct table_news news = {
		.kind = TABLE_NEWS_MUST, .at_ms = t->law.game.now_ms, .must = &t->must};
	bool is_bound, is_same;

	if (!law_is_settled(&t->law))
		return; /* it is another one in a moment */
	touch_must(&t->law.game, &must, &base);
	is_bound = must.law != TOUCH_LAW_FREE && t->law.game.state != TOUCH_ST_ENDED;
	is_same = is_bound == t->is_bound &&
		  (!is_bound || (must.law == t->must.law && must.set.count == t->must.set.count &&
				 memcmp(must.set.move, t->must.set.move,
					must.set.count * sizeof(must.set.move[0])) == 0));
	if (is_same)
		return;
	t->is_bound = is_bound;
	t->must.law = must.law;
	touch_set_copy(&t->must.set, &must.set);
	if (!is_bound)
		news.must = NULL;
	news.before = *base;
	table_say(t, &news);
}

/* A right to claim begins, or is gone; one that only changes is told as both. */
static void tell_claimable(struct table *t, enum touch_claim what, struct touch_claimable *told)
{
	struct touch_claimable now;
	struct table_news news = {.kind = TABLE_NEWS_CLAIMABLE,
				  .at_ms = t->law.game.now_ms,
				  .before = *table_position(t),
				  .what = what,
				  .state = "ends",
				  .claimable = told};

	touch_claimable(&t->law.game, what, &now);
	if (now.is == told->is &&
	    (!now.is || (now.by == told->by && now.law == told->law &&
			 now.plies[now.ply_count - 1] == told->plies[told->ply_count - 1])))
		return;
	if (told->is)
		table_say(t, &news);
	*told = now;
	news.state = "begins";
	if (told->is)
		table_say(t, &news);
}

/* Looking for rights takes a while, and most events change nothing about them. */
static void tell_rights(struct table *t)
{
	uint64_t stamp = touch_claimable_stamp(&t->law.game);

	if (stamp == t->claim_stamp && !t->acts)
		return;
	t->claim_stamp = stamp;
	tell_claimable(t, TOUCH_CLAIM_THREEFOLD, &t->claimable[0]);
	tell_claimable(t, TOUCH_CLAIM_FIFTY, &t->claimable[1]);
}

/* The game is put aside: nobody is obliged in it any more, and nothing can be claimed. */
void table_end_told(struct table *t)
{
	struct table_news must = {.kind = TABLE_NEWS_MUST, .before = t->law.game.turn.base};

	if (t->is_bound)
		table_say(t, &must);
	t->is_bound = false;
	for (int i = 0; i < 2; i++) {
		struct table_news news = {.kind = TABLE_NEWS_CLAIMABLE,
					  .before = *table_position(t),
					  .what = i == 0 ? TOUCH_CLAIM_THREEFOLD
							 : TOUCH_CLAIM_FIFTY,
					  .state = "ends",
					  .claimable = &t->claimable[i]};

		if (t->claimable[i].is)
			table_say(t, &news);
		t->claimable[i].is = false;
	}
}

/* A change may have been lost: the sooner a dump shows it, the less is guessed. */
static void want_board(struct table *t)
{
	bool wants = law_wants_board(&t->law);

	if (wants && !t->wants_board)
		board_session_ask_board(&t->session, t->now_ms);
	t->wants_board = wants;
}

/*
 * What an irregular press left: nobody has heard of it until it is put right or
 * answered, and it may be put right to one move and then to another.
 */
static void tell_irregular(struct table *t)
{
	uint16_t ply = t->law.game.plies;
	struct touch_report other = {.ply = ply, .at_ms = t->law.game.now_ms};
	struct rules_text san = rules_text_in(other.san, sizeof(other.san));
	struct rules_position before;
	bool is_open = t->law.game.irregular && ply > 0;

	if (is_open)
		other.move = t->law.game.played[ply - 1];
	tell_untold(t, (uint16_t)(ply - (is_open && other.move == RULES_NO_MOVE)));
	if (!is_open || other.move == RULES_NO_MOVE || t->told[ply - 1].move == other.move)
		return;
	position_before(t, ply, &before);
	rules_san_write(&san, &before, other.move, RULES_EN, RULES_SAN_PGN);
	table_tell_revised(t, &other);
}

/* Play goes on from another position than the moves lead to. */
static void tell_base(struct table *t)
{
	if (t->law.game.start.key == t->start.key && t->law.game.start_ply == t->start_ply)
		return;
	table_keep_base(t);
	table_tell_game(t, "position", RULES_UNDECIDED);
}

void table_keep_base(struct table *t)
{
	t->start = t->law.game.start;
	t->start_ply = t->law.game.start_ply;
}

/* What it rests on was sensed before, though it may have been noise until now. */
static bool rests_on_sensed(const struct table *t)
{
	for (size_t i = 0; i < t->reports.count; i++) {
		const struct touch_report *report = &t->reports.report[i];

		if (report->type == TOUCH_REPORT_IRREGULARITY || report->type == TOUCH_REPORT_MOVE)
			return true;
	}
	return false;
}

void table_take_reports(struct table *t)
{
	while (t->sensed.count > 0 && rests_on_sensed(t))
		table_tell_sensed(t, t->now_ms, true);
	for (size_t i = 0; i < t->reports.count; i++)
		take_report(t, &t->reports.report[i]);
	table_name_men(t);
	tell_base(t);
	tell_irregular(t);
	tell_must(t);
	tell_rights(t);
	table_tell_question(t);
	want_board(t);
	table_ask_there(t);
}

void table_step(struct table *t, const struct touch_event *event)
{
	if (!t->has_game)
		return;
	law_step(&t->law, event, &t->reports);
	table_take_reports(t);
}
