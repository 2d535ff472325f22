/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_VERDICT_H
#define BOARDD_TESTS_VERDICT_H

#include "simulator/hands/sim_violation.h"
#include "simulator/sim_table.h"
#include "touchmove/law/game.h"

/*
 * A simulated game to be judged: what is played, what was really done, and
 * what was read of it, side by side. Plain data.
 */

#define VERDICT_MAX 64 /* violations, and findings, that are kept */

/* What is played, by whom, on what. All zero: all manners, 2001, a clean game. */
struct contest {
	uint64_t seed;
	struct sim_laws laws;
	bool is_careful;
	bool is_chess960;
	bool is_bluetooth;
	bool has_no_clock;
	enum sim_violation violation; /* NONE: no player does wrong */
	uint32_t violation_chance;    /* millionths of the moves that give the occasion */
	bool is_sought;               /* only a piece of a game, around one occasion */
	uint32_t lose;                /* millionths of field updates that never arrive */
	struct sim_fault_config faults;
	bool is_rotated;
	bool is_lively;   /* every habit ten times as often */
	bool is_timeless; /* nothing is done that only its time tells from something else */
	bool is_hasty;    /* as blitz is played */
	bool is_blitz;    /* at three minutes and two seconds a move, without much thought */
	const struct sim_kind *kind; /* whose hands; NULL: those above */
	uint32_t think_ms;           /* before a move; 0: as such hands do */
};

/* The table for it and its game. */
struct sim_table_config contest_table(const struct contest *contest, struct sim_game *ret_game);
struct touch_rules contest_rules(const struct contest *contest);

struct verdict {
	struct sim_laws laws;
	/* done */
	size_t made;
	rules_move moves[SIM_PLIES_MAX];
	enum rules_result result;
	size_t violation_count;
	enum sim_violation violations[VERDICT_MAX];
	size_t due_count; /* what is to be found of them, in order */
	struct sim_finding due[VERDICT_MAX];
	/* read */
	size_t found; /* the highest ply told */
	rules_move read[SIM_PLIES_MAX];
	size_t again;  /* moves told anew, or revised, beyond what players took back */
	size_t unsure; /* said */
	enum rules_result told;
	size_t finding_count;
	struct {
		struct sim_finding is;
		uint16_t ply;
		bool is_due, is_presumed;
	} findings[VERDICT_MAX];
};

/* What is done, and what is told of it. */
void verdict_take_act(struct verdict *v, const struct sim_act *act);
void verdict_take_move(struct verdict *v, uint16_t ply, rules_move move, bool is_revised);
void verdict_take_report(struct verdict *v, const struct touch_rules *rules,
			 const struct touch_report *report);

void verdict_take_finding(struct verdict *v, struct sim_finding finding, uint16_t ply,
			  bool is_presumed);

/* How many half-moves were read as they were made; and is the last position right? */
size_t verdict_right(const struct verdict *v);
bool verdict_ends_right(const struct verdict *v);

/* At the end, once: what was to be found and was, in order, with kind, article and player. */
size_t verdict_match(struct verdict *v);

/* Findings that no violation explains. */
size_t verdict_accusations(const struct verdict *v);

/* What was not so, in one line; false: all was right. */
bool verdict_complain(const struct verdict *v, struct rules_text *out);

#endif
