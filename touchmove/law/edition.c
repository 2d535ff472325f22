/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/edition.h"

#include <stddef.h>

const char *const touch_edition_words[TOUCH_EDITIONS + 1] = {"2001", "2009", "2023", NULL};
const char *const touch_mode_words[TOUCH_MODES + 1] = {"standard", "rapid", "blitz", NULL};

/* The appendix that is in force, if one is. */
enum play { PLAY_STANDARD, PLAY_RAPID, PLAY_BLITZ, PLAYS };

/* An empty place means: as in standard play. */
struct row {
	const char *article[TOUCH_EDITIONS][PLAYS];
};

#define ROW(a, b, c)                  \
	{                             \
		{                     \
			{(a)}, {(b)}, \
			{             \
				(c)   \
			}             \
		}                     \
	}
#define SAME(a)            ROW(a, a, a)
#define NOT_BEFORE_2023(c) ROW("-", "-", c)

static const struct row rows[TOUCH_LAWS] = {
	[TOUCH_LAW_NONE] = SAME("-"),
	[TOUCH_LAW_TURN] = ROW("1.1", "1.1", "1.2"),
	[TOUCH_LAW_ONE_HAND] = SAME("4.1"),
	[TOUCH_LAW_TWO_HANDS_PRESSED] = {{{"4.1"}, {"4.1"}, {"7.5.4", "A.5.2", "A.5.2"}}},
	[TOUCH_LAW_ADJUST] = ROW("4.2", "4.2", "4.2.1"),
	[TOUCH_LAW_OWN] = ROW("4.3a", "4.3a", "4.3.1"),
	[TOUCH_LAW_ENEMY] = ROW("4.3b", "4.3b", "4.3.2"),
	[TOUCH_LAW_BOTH] = ROW("4.3c", "4.3c", "4.3.3"),
	[TOUCH_LAW_CASTLING_DUE] = ROW("4.4a", "4.4a", "4.4.1"),
	[TOUCH_LAW_ROOK_FIRST] = ROW("4.4b", "4.4b", "4.4.2"),
	[TOUCH_LAW_KING_DUE] = ROW("4.4c", "4.4c", "4.4.3"),
	[TOUCH_LAW_NEW_PIECE] = ROW("4.7", "4.4d", "4.4.4"),
	[TOUCH_LAW_FREE] = SAME("4.5"),
	[TOUCH_LAW_RELEASED] = ROW("4.7", "4.6", "4.7"),
	[TOUCH_LAW_RELEASED_AGAIN] = ROW("4.3a", "4.6", "4.7"),
	[TOUCH_LAW_RELEASED_KING] = ROW("4.7", "4.6b", "4.7.2"),
	[TOUCH_LAW_RELEASED_PAWN] = ROW("4.7", "4.6c", "4.7"),
	[TOUCH_LAW_KING_TWO_SQUARES] = ROW("4.4c", "4.4c", "4.7.2"),
	[TOUCH_LAW_LAPSE_TOUCH] = ROW("4.6", "4.7", "4.8"),
	[TOUCH_LAW_LAPSE_RELEASE] = ROW("-", "4.7", "4.8"),
	[TOUCH_LAW_LAPSE_ILLEGAL] = {{{"-", "B5b", "C3"},
				      {"-", "A4c", "B3c"},
				      {"-", "A.5.2", "A.5.2"}}},
	[TOUCH_LAW_PRESS] = {{{"6.8a"}, {"6.7a"}, {"7.5.3", "A.5.2", "A.5.2"}}},
	[TOUCH_LAW_ILLEGAL] = {{{"7.4a", "7.4a", "C3"},
				{"7.4a", "A4c", "B3c"},
				{"7.5.1", "A.5.2", "A.5.2"}}},
	[TOUCH_LAW_PAWN_LEFT] = {{{"7.4a", "7.4a", "C3"},
				  {"7.4a", "A4c", "B3c"},
				  {"7.5.2", "A.5.2", "A.5.2"}}},
	[TOUCH_LAW_PAWN_QUEEN] = ROW("4.3a", "4.6", "7.5.2"),
	[TOUCH_LAW_COUNT] = ROW("7.4b", "7.4b", "7.5.5"),
	[TOUCH_LAW_BOTH_KINGS] = {{{"-"}, {"-", "A4c", "-"}, {"-", "A.5.4", "A.5.4"}}},
	[TOUCH_LAW_POSITION_REMAINS] = NOT_BEFORE_2023("A.5.4"),
	[TOUCH_LAW_DISPLACED] = ROW("7.3", "7.3", "7.4.1"),
	[TOUCH_LAW_WRONG_START] = ROW("7.1a", "7.1a", "7.2.1"),
	[TOUCH_LAW_ORIENTATION] = ROW("7.1b", "7.1b", "7.2.2"),
	[TOUCH_LAW_SETUP_LATE] = ROW("B4", "A4a", "A.5.1.2"),
	[TOUCH_LAW_COLOURS] = ROW("7.2", "7.2", "7.3"),
	[TOUCH_LAW_CLAIM_LOST] = SAME("9.4"),
	[TOUCH_LAW_CLAIM_WRONG] = ROW("9.5b", "9.5b", "9.5.3"),
	[TOUCH_LAW_THREEFOLD_CLAIM] = SAME("9.2"),
	[TOUCH_LAW_FIFTY_CLAIM] = SAME("9.3"),
	[TOUCH_LAW_OFFER] = ROW("9.1a", "9.1b(1)", "9.1.2.1"),
	[TOUCH_LAW_SEALED] = ROW("A1a", "guideline-1a", "I.1.1"),
	[TOUCH_LAW_ENVELOPE] = ROW("A2", "guideline-2", "I.2"),
	[TOUCH_LAW_MATE] = ROW("5.1a", "5.1a", "5.1.1"),
	[TOUCH_LAW_RESIGNATION] = ROW("5.1b", "5.1b", "5.1.2"),
	[TOUCH_LAW_STALEMATE] = ROW("5.2a", "5.2a", "5.2.1"),
	[TOUCH_LAW_DEAD] = ROW("5.2b", "5.2b", "5.2.2"),
	[TOUCH_LAW_AGREEMENT] = ROW("5.2c", "5.2c", "5.2.3"),
	[TOUCH_LAW_THREEFOLD_NEXT] = ROW("9.2a", "9.2a", "9.2.1"),
	[TOUCH_LAW_THREEFOLD] = ROW("9.2b", "9.2b", "9.2.2"),
	[TOUCH_LAW_FIFTY_NEXT] = ROW("9.3a", "9.3a", "9.3.1"),
	[TOUCH_LAW_FIFTY] = ROW("9.3b", "9.3b", "9.3.2"),
	[TOUCH_LAW_FIVEFOLD] = NOT_BEFORE_2023("9.6.1"),
	[TOUCH_LAW_SEVENTYFIVE] = NOT_BEFORE_2023("9.6.2"),
	[TOUCH_LAW_TIME] = ROW("6.10", "6.9", "6.9"),
	[TOUCH_LAW_TIME_CLAIMED] = {{{"6.10"}, {"6.9"}, {"6.9", "A.5.3", "A.5.3"}}},
	[TOUCH_LAW_BOTH_FLAGS] = ROW("B8", "A4d", "-"),
	[TOUCH_LAW_ILLEGAL_CLAIMED] = ROW("C3", "B3c", "-"),
	[TOUCH_LAW_PENALTY_LOSS] = ROW("13.4d", "13.4d", "12.9.6"),
	[TOUCH_LAW_INCREMENT_ASKED] = NOT_BEFORE_2023("III.4"),
	[TOUCH_LAW_QUICKPLAY] = ROW("10.2", "10.2", "III.5"),
	[TOUCH_LAW_QUICKPLAY_DRAW] = ROW("10.2a", "10.2a", "III.5.1"),
	[TOUCH_LAW_QUICKPLAY_LATER] = ROW("10.2b", "10.2b", "III.5.2"),
	[TOUCH_LAW_QUICKPLAY_WRONG] = ROW("10.2c", "10.2c", "III.5.3"),
	[TOUCH_LAW_QUICKPLAY_ABSENT] = ROW("D1", "D1", "III.6"),
	[TOUCH_LAW_FLAGS_DRAWN] = {{{"10.3", "B8", "B8"}, {"6.11b", "A4d", "A4d"}, {"III.3.1.2"}}},
	[TOUCH_LAW_FLAGS_GO_ON] = ROW("6.12", "6.11a", "III.3.1.1"),
	[TOUCH_LAW_RECORD_RAPID] = NOT_BEFORE_2023("A.4.3"),
	[TOUCH_LAW_RECORD_BLITZ] = NOT_BEFORE_2023("B.2.3"),
	[TOUCH_LAW_SEALED_AMBIGUOUS] = ROW("A8a", "guideline-8a", "I.8.1"),
	[TOUCH_LAW_SEALED_UNREADABLE] = ROW("A8b", "guideline-8b", "I.8.2"),
	[TOUCH_LAW_SEALED_ILLEGAL] = ROW("A8c", "guideline-8c", "I.8.3"),
	[TOUCH_LAW_SEALED_EARLY] = ROW("A1b", "guideline-1b", "I.1.2"),
	[TOUCH_LAW_REPLY_SEALED] = ROW("A9c", "guideline-9c", "I.9.3"),
	[TOUCH_LAW_POSITION_LOST] = ROW("A11b", "guideline-11b", "I.12.2"),
	[TOUCH_LAW_DEFAULT_TIME] = ROW("6.7", "6.6a", "6.7.1"),
	[TOUCH_LAW_LATE_AGAIN] = ROW("A10", "guideline-10", "I.10"),
	[TOUCH_LAW_BOARDS_DIFFER] = ROW("F2.7", "E2.7", "D.2.9"),
	[TOUCH_LAW_ANNOUNCED_FIRST] = ROW("F2.3", "E2.3", "D.2.4"),
	[TOUCH_LAW_MODE_RAPID] = ROW("B1", "A1", "A.1"),
	[TOUCH_LAW_MODE_BLITZ] = ROW("C1", "B1", "B.1"),
	[TOUCH_LAW_CLOCK_PLACED] = ROW("6.4", "6.4", "6.5"),
	[TOUCH_LAW_CLOCK_STARTED] = ROW("6.5", "6.5", "6.6"),
	[TOUCH_LAW_CLOCK_GOOD] = ROW("6.11", "6.10a", "6.10.1"),
	[TOUCH_LAW_CLOCK_SETTING] = ROW("6.2a", "6.10b", "6.10.2"),
	[TOUCH_LAW_CHESS960] = ROW("-", "F2", "II.2"),
	[TOUCH_LAW_RESTORED] = ROW("A5", "guideline-5", "I.5"),
	[TOUCH_LAW_OPENED] = ROW("A7", "guideline-7", "I.7"),
	[TOUCH_LAW_TIMES_AGAIN] = ROW("A12", "guideline-12", "I.13"),
	[TOUCH_LAW_NEITHER_RECORDS] = ROW("8.5a", "8.5a", "8.5.1"),
	[TOUCH_LAW_ONE_RECORDS] = ROW("8.5b", "8.5b", "8.5.2"),
	[TOUCH_LAW_RECONSTRUCTED] = ROW("8.5c", "8.5c", "8.5.3"),
	[TOUCH_LAW_DRAW_LIMITED] = ROW("-", "9.1a", "9.1.1"),
	[TOUCH_LAW_MADE] = ROW("4.7", "4.6", "4.7"),
	[TOUCH_LAW_COMPLETED] = ROW("6.8a", "6.7a", "6.2.1"),
};

/* 2001 asks for no supervision: rapid is always appendix B, blitz always C. */
static enum play play_of(const struct touch_rules *rules)
{
	static const enum play appendix[TOUCH_MODES] = {PLAY_STANDARD, PLAY_RAPID, PLAY_BLITZ};
	static const bool asks_for_supervision[TOUCH_EDITIONS] = {false, true, true};

	if (asks_for_supervision[rules->edition] && !rules->unsupervised)
		return PLAY_STANDARD;
	return appendix[rules->mode];
}

const char *touch_article(const struct touch_rules *rules, enum touch_law law)
{
	const char *const *article = rows[law].article[rules->edition];
	const char *special = article[play_of(rules)];

	return special ? special : article[PLAY_STANDARD];
}

enum touch_lapse touch_lapse_of(const struct touch_rules *rules, enum touch_breach breach)
{
	/* Section 9 of the procedure; what is not named here never lapses. */
	static const enum touch_lapse article_4[TOUCH_BREACHES][TOUCH_EDITIONS] = {
		[TOUCH_BREACH_TOUCH] = {TOUCH_LAPSE_ON_TOUCH, TOUCH_LAPSE_ON_TOUCH,
					TOUCH_LAPSE_ON_TOUCH},
		[TOUCH_BREACH_RELEASE] = {TOUCH_LAPSE_NEVER, TOUCH_LAPSE_ON_TOUCH,
					  TOUCH_LAPSE_ON_TOUCH},
	};
	static const enum touch_lapse illegal[TOUCH_EDITIONS][PLAYS] = {
		[TOUCH_LAWS_2001] = {TOUCH_LAPSE_NEVER, TOUCH_LAPSE_ON_TOUCH, TOUCH_LAPSE_ON_MOVE},
		[TOUCH_LAWS_2009] = {TOUCH_LAPSE_NEVER, TOUCH_LAPSE_ON_MOVE, TOUCH_LAPSE_ON_MOVE},
		[TOUCH_LAWS_2023] = {TOUCH_LAPSE_NEVER, TOUCH_LAPSE_ON_MOVE, TOUCH_LAPSE_ON_MOVE},
	};

	if (breach == TOUCH_BREACH_ILLEGAL)
		return illegal[rules->edition][play_of(rules)];
	return article_4[breach][rules->edition];
}

const struct touch_code *touch_code_of(const struct touch_rules *rules)
{
	static const struct touch_code codes[TOUCH_EDITIONS] = {
		[TOUCH_LAWS_2001] = {.claimant_loses_time = true,
				     .illegal_limit = 3,
				     .setup_moves = 3},
		[TOUCH_LAWS_2009] = {.choice_is_final_at_once = true,
				     .event_limits_agreement = true,
				     .touch_ends_claim = true,
				     .release_binds_again = true,
				     .counted_may_be_drawn = true,
				     .exempt_for_period = true,
				     .illegal_limit = 3,
				     .setup_moves = 3},
		[TOUCH_LAWS_2023] = {.ends_only_if_kept = true,
				     .next_move_completes = true,
				     .draws_by_itself = true,
				     .choice_is_final_at_once = true,
				     .touch_ends_claim = true,
				     .agreement_needs_moves = true,
				     .event_limits_agreement = true,
				     .event_limits_offer = true,
				     .quickplay_needs_move = true,
				     .increment_may_be_asked = true,
				     .release_binds_again = true,
				     .pawn_becomes_queen = true,
				     .press_is_illegal = true,
				     .two_hands_are_illegal = true,
				     .resigned_may_be_drawn = true,
				     .counted_may_be_drawn = true,
				     .exempt_for_period = true,
				     .illegal_limit = 2,
				     .setup_moves = 10,
				     .restart_moves = 10},
	};

	return &codes[rules->edition];
}

struct touch_rules touch_rules_for(enum touch_edition edition, enum touch_mode mode,
				   bool unsupervised)
{
	/* 2023 A.3 halves it in rapid, and B.3 in blitz without adequate supervision. */
	static const uint8_t minutes[TOUCH_EDITIONS][TOUCH_MODES][2] = {
		[TOUCH_LAWS_2001] = {{2, 2}, {2, 2}, {0, 0}},
		[TOUCH_LAWS_2009] = {{2, 2}, {2, 2}, {2, 0}},
		[TOUCH_LAWS_2023] = {{2, 2}, {1, 1}, {2, 1}},
	};

	return (struct touch_rules){.edition = edition,
				    .mode = mode,
				    .unsupervised = unsupervised,
				    .penalty_minutes = minutes[edition][mode][unsupervised],
				    .scan_ms = 250,
				    .settle_ms = 1000,
				    .adjust_ms = 10000,
				    .rest_ms = 10000,
				    .knock_ms = 500};
}

bool touch_has_appendix(const struct touch_rules *rules)
{
	return play_of(rules) != PLAY_STANDARD;
}

bool touch_claim_wins(const struct touch_rules *rules)
{
	static const bool wins[TOUCH_EDITIONS] = {true, true, false};

	return wins[rules->edition] && play_of(rules) == PLAY_BLITZ;
}

bool touch_arbiter_calls_flag(const struct touch_rules *rules)
{
	static const bool silent[TOUCH_EDITIONS] = {true, true, false};

	return !(silent[rules->edition] && touch_has_appendix(rules));
}

bool touch_only_on_request(const struct touch_rules *rules)
{
	return !touch_arbiter_calls_flag(rules); /* the same appendices keep him silent */
}

bool touch_reports_both_kings(const struct touch_rules *rules)
{
	static const bool reports[TOUCH_EDITIONS][PLAYS] = {
		[TOUCH_LAWS_2009] = {[PLAY_RAPID] = true},
		[TOUCH_LAWS_2023] = {[PLAY_RAPID] = true, [PLAY_BLITZ] = true},
	};

	return reports[rules->edition][play_of(rules)];
}

bool touch_steps_in(const struct touch_rules *rules)
{
	static const bool steps_in[TOUCH_EDITIONS][PLAYS] = {
		[TOUCH_LAWS_2009] = {[PLAY_RAPID] = true},
	};

	return steps_in[rules->edition][play_of(rules)];
}

bool touch_draws_illegal_position(const struct touch_rules *rules)
{
	static const bool draws[TOUCH_EDITIONS] = {false, false, true};

	return draws[rules->edition] && touch_has_appendix(rules);
}

bool touch_waits(const struct touch_rules *rules)
{
	return touch_draws_illegal_position(rules); /* A.5.4 has him wait, then declare the draw */
}

unsigned touch_claim_minutes(const struct touch_rules *rules)
{
	/* 2023 A.3 and B.3 change it together with the penalty for an illegal move. */
	const unsigned minutes[TOUCH_EDITIONS] = {3, 3, rules->penalty_minutes};

	return minutes[rules->edition];
}

/* 2023 III.2: where it was announced, not in blitz, and not with an increment. */
static bool has_guideline_3(const struct touch_rules *rules)
{
	const struct touch_control *control = &rules->control;

	return !rules->without_guideline_3 && rules->mode != TOUCH_BLITZ &&
	       (control->count == 0 || control->period[control->count - 1].increment_s == 0);
}

static bool is_of_guideline_3(const struct touch_rules *rules)
{
	static const bool is[TOUCH_EDITIONS] = {[TOUCH_LAWS_2023] = true};

	return is[rules->edition];
}

bool touch_has_quickplay_claim(const struct touch_rules *rules)
{
	static const bool has[TOUCH_EDITIONS][PLAYS] = {
		[TOUCH_LAWS_2001] = {true, true, false},
		[TOUCH_LAWS_2009] = {true, true, false},
	};

	return is_of_guideline_3(rules) ? has_guideline_3(rules)
					: has[rules->edition][play_of(rules)];
}

bool touch_settles_both_flags(const struct touch_rules *rules)
{
	return !is_of_guideline_3(rules) || has_guideline_3(rules);
}

unsigned touch_claim_cost_s(const struct touch_rules *rules, unsigned left_s)
{
	if (!touch_code_of(rules)->claimant_loses_time || left_s < 60)
		return 0;
	if (left_s <= 120)
		return left_s - 60;
	return left_s / 2 < 180 ? left_s / 2 : 180;
}

unsigned touch_record_limit(const struct touch_rules *rules)
{
	static const uint8_t limit[TOUCH_EDITIONS][TOUCH_MODES] = {
		[TOUCH_LAWS_2023] = {[TOUCH_RAPID] = 5, [TOUCH_BLITZ] = 5},
	};

	return rules->unsupervised ? 0 : limit[rules->edition][rules->mode];
}

enum touch_mode touch_mode_of(enum touch_edition edition, const struct touch_control *control)
{
	/* 2001: 15 to 60 minutes, below 15; 2009: to less than 60; 2023: above 10, 10 or less. */
	static const struct {
		uint32_t blitz_s, rapid_s; /* to so many seconds, that one included */
		uint8_t moves;             /* of which the increment counts */
	} limits[TOUCH_EDITIONS] = {
		[TOUCH_LAWS_2001] = {15 * 60 - 1, 60 * 60, 0},
		[TOUCH_LAWS_2009] = {15 * 60 - 1, 60 * 60 - 1, 60},
		[TOUCH_LAWS_2023] = {10 * 60, 60 * 60 - 1, 60},
	};
	uint32_t all_s = limits[edition].moves * control->period[0].increment_s;

	for (unsigned i = 0; i < control->count; i++)
		all_s += control->period[i].time_s;
	if (control->count == 0 || all_s > limits[edition].rapid_s)
		return TOUCH_STANDARD;
	return all_s > limits[edition].blitz_s ? TOUCH_RAPID : TOUCH_BLITZ;
}

bool touch_mode_records(const struct touch_rules *rules)
{
	return rules->mode == TOUCH_STANDARD;
}

const char *touch_penalty_article(const struct touch_rules *rules, enum touch_penalty penalty)
{
	static const char *const articles[TOUCH_PENALTIES][TOUCH_EDITIONS] = {
		[TOUCH_PENALTY_WARNING] = {"13.4a", "13.4a", "12.9.1"},
		[TOUCH_PENALTY_OPPONENT_TIME] = {"13.4b", "13.4b", "12.9.2"},
		[TOUCH_PENALTY_OWN_TIME] = {"13.4c", "13.4c", "12.9.3"},
		[TOUCH_PENALTY_LOSS] = {"13.4d", "13.4d", "12.9.6"},
		[TOUCH_PENALTY_OWN_POINTS] = {"13.4e", "13.4e", "12.9.5"},
		[TOUCH_PENALTY_OPPONENT_POINTS] = {"13.4f", "13.4f", "12.9.4"},
		[TOUCH_PENALTY_FINE] = {NULL, NULL, "12.9.7"},
		[TOUCH_PENALTY_EXCLUSION] = {NULL, NULL, "12.9.8"},
		[TOUCH_PENALTY_EXPULSION] = {"13.4g", "13.4g", "12.9.9"},
	};

	return articles[penalty][rules->edition];
}
