/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/simulator/verdict.h"

#include <string.h>

#define PLIES    160
#define THINK_MS 2000
#define BLITZ_MS 700

/* --- what is played --- */

static bool has_no_clock(const struct contest *contest)
{
	return contest->has_no_clock || (contest->kind && contest->kind->has_no_clock);
}

static void choose_game(const struct contest *contest, struct sim_game *ret, size_t *ret_spared)
{
	struct sim_random random = sim_random_of(contest->seed, 1);

	*ret_spared = 0;
	if (contest->is_sought)
		sim_seek(&random, contest->violation, ret, ret_spared);
	else if (contest->is_chess960)
		sim_game_random960(&random, PLIES, ret);
	else if (contest->is_hasty || (contest->kind && contest->kind->is_sharp))
		sim_game_sharp(&random, sim_random_between(&random, PLIES / 4, PLIES), ret);
	else
		sim_game_random(&random, PLIES, ret);
}

/* Noise is short, men fall over together, two hands move at once: the order tells none of it. */
static void forget_time(struct sim_habits *habits)
{
	habits->quirk[SIM_QUIRK_ADJUST] = 0;
	habits->quirk[SIM_QUIRK_KNOCK] = 0;
	habits->manner[SIM_MANNER_TWO_HANDS] = 0;
}

/* The move itself stays the same; what goes with it, and rare ways to make it, come up more. */
static void enliven(struct sim_habits *habits)
{
	static const enum sim_manner usual[] = {SIM_MANNER_LIFT, SIM_MANNER_SWAP,
						SIM_MANNER_PASSED_LAST, SIM_MANNER_KING_THEN_ROOK,
						SIM_MANNER_PAWN_DOWN};

	for (size_t i = 0; i < SIM_QUIRK_NO_LAST_PRESS; i++)
		habits->quirk[i] = habits->quirk[i] * 10 < SIM_MILLION / 2 ? habits->quirk[i] * 10
									   : SIM_MILLION / 2;
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++)
		habits->manner[usual[i]] /= 10;
}

/* Over Bluetooth, what is to be seen must last longer; clean hands do not care. */
struct sim_table_config contest_table(const struct contest *contest, struct sim_game *ret_game)
{
	struct sim_table_config sim = sim_table_usual(contest->seed);

	if (contest->is_bluetooth) {
		sim.board = sim_board_bluetooth(contest->seed);
		if (contest->violation != SIM_VIOLATION_NONE)
			sim.hands.seen_ms = sim.board.scan_ms + 10;
	}
	sim.is_patient = true;
	sim.has_no_clock = has_no_clock(contest);
	sim.is_rotated = contest->is_rotated;
	sim.faults = contest->faults;
	sim.hands.think_ms = contest->is_blitz ? BLITZ_MS : THINK_MS;
	if (contest->kind)
		sim_hands_become(&sim.hands, contest->kind);
	if (contest->think_ms)
		sim.hands.think_ms = contest->think_ms;
	if (contest->is_blitz) {
		sim.hands.time_ms = 180000;
		sim.hands.increment_ms = 2000;
	}
	if (contest->is_hasty)
		sim.hands.habits = sim_habits_hasty();
	if (contest->is_careful)
		sim.hands.habits = sim_habits_careful();
	if (contest->is_lively)
		enliven(&sim.hands.habits);
	if (contest->is_timeless)
		forget_time(&sim.hands.habits);
	if (contest->violation != SIM_VIOLATION_NONE)
		sim.hands.violation[contest->violation] = contest->violation_chance;
	if (contest->violation == SIM_VIOLATION_DISPLACED) /* else it would be both players' */
		sim.hands.habits.quirk[SIM_QUIRK_STRAIGHTEN] = 0;
	choose_game(contest, ret_game, &sim.hands.spared);
	return sim;
}

struct touch_rules contest_rules(const struct contest *contest)
{
	static const enum touch_edition editions[SIM_EDITIONS] = {TOUCH_LAWS_2001, TOUCH_LAWS_2009,
								  TOUCH_LAWS_2023};
	static const enum touch_mode modes[SIM_PACES] = {TOUCH_STANDARD, TOUCH_RAPID, TOUCH_BLITZ};
	struct touch_rules rules =
		touch_rules_for(editions[contest->laws.edition], modes[contest->laws.pace],
				contest->laws.is_unsupervised);

	if (contest->is_bluetooth)
		rules.scan_ms = sim_board_bluetooth(0).scan_ms;
	rules.no_clock = has_no_clock(contest);
	return rules;
}

/* --- what is done --- */

static void take_violation(struct verdict *v, const struct sim_act *act)
{
	if (v->violation_count == VERDICT_MAX || v->due_count + SIM_FINDINGS_MAX > VERDICT_MAX)
		return;
	v->violations[v->violation_count++] = act->violation;
	v->due_count +=
		sim_violation_findings(act->violation, act->color, &v->laws, v->due + v->due_count);
}

void verdict_take_act(struct verdict *v, const struct sim_act *act)
{
	if (act->type == SIM_ACT_MADE && v->made < SIM_PLIES_MAX)
		v->moves[v->made++] = act->move;
	else if (act->type == SIM_ACT_VIOLATION)
		take_violation(v, act);
	else if (act->type == SIM_ACT_RESULT)
		v->result = act->result;
}

/* --- what is read --- */

void verdict_take_move(struct verdict *v, uint16_t ply, rules_move move, bool is_revised)
{
	if (ply == 0 || ply > SIM_PLIES_MAX)
		return;
	/* Cut where nothing was told yet is no news. */
	v->again += ply <= v->found || (is_revised && move != RULES_NO_MOVE);
	v->read[ply - 1] = move;
	v->found = ply > v->found ? ply : v->found;
	if (move == RULES_NO_MOVE && is_revised)
		v->found = ply - 1u;
}

void verdict_take_finding(struct verdict *v, struct sim_finding finding, uint16_t ply,
			  bool is_presumed)
{
	if (v->finding_count == VERDICT_MAX)
		return;
	v->findings[v->finding_count].is = finding;
	v->findings[v->finding_count].ply = ply;
	v->findings[v->finding_count].is_due = false;
	v->findings[v->finding_count++].is_presumed = is_presumed;
}

void verdict_take_report(struct verdict *v, const struct touch_rules *rules,
			 const struct touch_report *report)
{
	v->unsure += report->type == TOUCH_REPORT_UNSURE;
	if (report->type != TOUCH_REPORT_IRREGULARITY)
		return;
	verdict_take_finding(v,
			     (struct sim_finding){.kind = touch_kind_name(report->kind),
						  .article = touch_article(rules, report->law),
						  .color = report->color},
			     (uint16_t)(report->ply + 1), report->certainty == TOUCH_PRESUMED);
}

/* --- how it went --- */

size_t verdict_right(const struct verdict *v)
{
	size_t right = 0;

	for (size_t i = 0; i < v->made && i < v->found; i++)
		right += v->moves[i] == v->read[i];
	return right;
}

bool verdict_ends_right(const struct verdict *v)
{
	return v->found == v->made && verdict_right(v) == v->made;
}

static bool is_same(const struct sim_finding *a, const struct sim_finding *b)
{
	return strcmp(a->kind, b->kind) == 0 && strcmp(a->article, b->article) == 0 &&
	       a->color == b->color;
}

size_t verdict_match(struct verdict *v)
{
	size_t count = 0;

	for (size_t f = 0; f < v->finding_count && count < v->due_count; f++) {
		v->findings[f].is_due = is_same(&v->findings[f].is, &v->due[count]);
		count += v->findings[f].is_due;
	}
	for (size_t i = 0; i < v->violation_count && v->again > 0; i++)
		v->again -= sim_violation_replaces(v->violations[i]);
	return count;
}

size_t verdict_accusations(const struct verdict *v)
{
	size_t count = 0;

	for (size_t i = 0; i < v->finding_count; i++)
		count += !v->findings[i].is_due;
	return count;
}

static void write_finding(const struct sim_finding *finding, struct rules_text *out)
{
	static const char *const colors[] = {" white", " black", " both"};

	rules_text_string(out, finding->kind);
	rules_text_char(out, ' ');
	rules_text_string(out, finding->article);
	rules_text_string(out, colors[finding->color]);
}

static void write_accusation(const struct verdict *v, struct rules_text *out)
{
	size_t i = 0, found = 0;

	while (i < v->finding_count && v->findings[i].is_due)
		i++;
	if (i < v->finding_count) {
		rules_text_string(out, " accused of ");
		write_finding(&v->findings[i].is, out);
		rules_text_string(out, " at ply ");
		rules_text_number(out, v->findings[i].ply);
	}
	for (i = 0; i < v->finding_count; i++)
		found += v->findings[i].is_due;
	if (found < v->due_count) {
		rules_text_string(out, " missed ");
		write_finding(&v->due[found], out);
	}
}

bool verdict_complain(const struct verdict *v, struct rules_text *out)
{
	size_t i = 0;

	while (i < v->made && i < v->found && v->moves[i] == v->read[i])
		i++;
	if (i < v->made || v->found > v->made) {
		rules_text_string(out, " read wrong from ply ");
		rules_text_number(out, i + 1);
	}
	if (v->again > 0)
		rules_text_string(out, " told and revised");
	if (v->told != RULES_UNDECIDED && v->told != v->result)
		rules_text_string(out, " wrong result");
	write_accusation(v, out);
	return out->len > 0;
}
