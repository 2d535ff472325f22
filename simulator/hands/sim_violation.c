/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/hands/sim_violation.h"

#include "simulator/hands/sim_violation_private.h"

#define CALM_PLIES 6 /* between two violations: what follows from one does not meet the next */

/* --- which, and what it is called --- */

/* What the Laws do with it. */
enum group {
	GROUP_NONE,
	GROUP_TOUCH,   /* Art. 4.3, 4.4 */
	GROUP_RELEASE, /* the rest of Article 4 */
	GROUP_OTHER,   /* no right to claim it is ever lost */
	GROUP_ILLEGAL,
	GROUP_PAWN,    /* the same, an unfinished promotion */
	GROUP_PRESS,   /* illegal in 2023 only */
	GROUP_KINGS,   /* appendices only, from 2009 */
	GROUP_REMAINS, /* appendices only, 2023 */
	GROUP_SET_UP,  /* both players' */
};

static const struct row {
	struct sim_violation_truth truth;
	enum group group;
	sim_wrong_play *play;
	enum sim_violation after; /* an offence that is found first */
	bool replaces;
} rows[SIM_VIOLATIONS] = {
	[SIM_VIOLATION_NONE] = {.truth = {"none", "none", {"-", "-", "-"}}},
	[SIM_VIOLATION_TOUCHED_OWN] = {.truth = {"touched-own",
						 "touch-move",
						 {"4.3a", "4.3a", "4.3.1"}},
				       .group = GROUP_TOUCH,
				       .play = sim_wrong_touched_own},
	[SIM_VIOLATION_TOUCHED_ENEMY] = {.truth = {"touched-enemy",
						   "touch-move",
						   {"4.3c", "4.3c", "4.3.3"}},
					 .group = GROUP_TOUCH,
					 .play = sim_wrong_touched_enemy},
	[SIM_VIOLATION_MUST_CASTLE] = {.truth = {"must-castle",
						 "must-castle",
						 {"4.4a", "4.4a", "4.4.1"}},
				       .group = GROUP_TOUCH,
				       .play = sim_wrong_must_castle},
	[SIM_VIOLATION_MUST_MOVE_KING] = {.truth = {"must-move-king",
						    "touch-move",
						    {"4.4c", "4.4c", "4.4.3"}},
					  .group = GROUP_TOUCH,
					  .play = sim_wrong_must_move_king},
	[SIM_VIOLATION_KING_TWO_SQUARES] = {.truth = {"king-two-squares",
						      "touch-move",
						      {"4.4c", "4.4c", "4.7.2"}},
					    .group = GROUP_TOUCH,
					    .play = sim_wrong_king_two_squares},
	[SIM_VIOLATION_ROOK_FIRST] = {.truth = {"rook-first",
						"castling-rook-first",
						{"4.4b", "4.4b", "4.4.2"}},
				      .group = GROUP_TOUCH,
				      .play = sim_wrong_rook_first},
	[SIM_VIOLATION_ROOK_PLAYED] = {.truth = {"rook-played",
						 "castling-rook-first",
						 {"4.4b", "4.4b", "4.4.2"}},
				       .group = GROUP_TOUCH,
				       .play = sim_wrong_rook_played,
				       .replaces = true},
	[SIM_VIOLATION_RELEASED] = {.truth = {"released",
					      "released-then-moved",
					      {"4.7", "4.6", "4.7"}},
				    .group = GROUP_RELEASE,
				    .play = sim_wrong_released,
				    .replaces = true},
	[SIM_VIOLATION_TAKEN_BACK] = {.truth = {"taken-back",
						"released-then-moved",
						{"4.7", "4.6", "4.7"}},
				      .group = GROUP_RELEASE,
				      .play = sim_wrong_taken_back,
				      .replaces = true},
	[SIM_VIOLATION_KING_RELEASED] = {.truth = {"king-released",
						   "released-then-moved",
						   {"4.7", "4.6b", "4.7.2"}},
					 .group = GROUP_RELEASE,
					 .play = sim_wrong_king_released},
	[SIM_VIOLATION_PAWN_RELEASED] = {.truth = {"pawn-released",
						   "released-then-moved",
						   {"4.7", "4.6c", "4.7"}},
					 .group = GROUP_RELEASE,
					 .play = sim_wrong_pawn_released},
	[SIM_VIOLATION_PROMOTION_CHANGED] = {.truth = {"promotion-changed",
						       "promotion-changed",
						       {"4.7", "4.4d", "4.4.4"}},
					     .group = GROUP_RELEASE,
					     .play = sim_wrong_promotion_changed,
					     .replaces = true},
	[SIM_VIOLATION_OUT_OF_TURN] = {.truth = {"out-of-turn",
						 "out-of-turn",
						 {"1.1", "1.1", "1.2"}},
				       .group = GROUP_OTHER,
				       .play = sim_wrong_out_of_turn},
	[SIM_VIOLATION_ADJUST_OUT_OF_TURN] = {.truth = {"adjust-out-of-turn",
							"adjust-out-of-turn",
							{"4.2", "4.2", "4.2.1"}},
					      .group = GROUP_RELEASE,
					      .play = sim_wrong_adjusted},
	[SIM_VIOLATION_PRESS_WITHOUT_MOVE] = {.truth = {"press-without-move",
							"press-without-move",
							{"6.8a", "6.7a", "7.5.3"}},
					      .group = GROUP_PRESS,
					      .play = sim_wrong_press_only},
	[SIM_VIOLATION_ILLEGAL_MOVE] = {.truth = {"illegal-move",
						  "illegal-move",
						  {"7.4a", "7.4a", "7.5.1"}},
					.group = GROUP_ILLEGAL,
					.play = sim_wrong_illegal},
	[SIM_VIOLATION_CASTLING_INCOMPLETE] = {.truth = {"castling-incomplete",
							 "castling-incomplete",
							 {"7.4a", "7.4a", "7.5.1"}},
					       .group = GROUP_ILLEGAL,
					       .play = sim_wrong_castling},
	[SIM_VIOLATION_PASSED_NOT_REMOVED] = {.truth = {"capture-not-removed",
							"capture-not-removed",
							{"7.4a", "7.4a", "7.5.1"}},
					      .group = GROUP_ILLEGAL,
					      .play = sim_wrong_passed},
	[SIM_VIOLATION_NOT_REPLACED] = {.truth = {"promotion-not-replaced",
						  "promotion-not-replaced",
						  {"7.4a", "7.4a", "7.5.2"}},
					.group = GROUP_PAWN,
					.play = sim_wrong_not_replaced},
	[SIM_VIOLATION_WRONG_PIECE] = {.truth = {"promotion-wrong-piece",
						 "promotion-wrong-piece",
						 {"7.4a", "7.4a", "7.5.1"}},
				       .group = GROUP_ILLEGAL,
				       .play = sim_wrong_piece},
	[SIM_VIOLATION_KING_CAPTURED] = {.truth = {"king-captured",
						   "king-captured",
						   {"7.4a", "7.4a", "7.5.1"}},
					 .group = GROUP_ILLEGAL,
					 .play = sim_wrong_king_captured},
	[SIM_VIOLATION_DISPLACED] = {.truth = {"displaced-piece",
					       "displaced-piece",
					       {"7.3", "7.3", "7.4.1"}},
				     .group = GROUP_OTHER,
				     .play = sim_wrong_displaced},
	[SIM_VIOLATION_WRONG_REPLACEMENT] = {.truth = {"wrong-replacement",
						       "touch-move",
						       {"4.3a", "4.3a", "4.3.1"}},
					     .group = GROUP_TOUCH,
					     .play = sim_wrong_replacement,
					     .after = SIM_VIOLATION_ILLEGAL_MOVE},
	[SIM_VIOLATION_NOT_QUEEN] = {.truth = {"not-queen", "touch-move", {"-", "-", "7.5.2"}},
				     .group = GROUP_TOUCH,
				     .play = sim_wrong_not_queen,
				     .after = SIM_VIOLATION_NOT_REPLACED},
	[SIM_VIOLATION_BOTH_KINGS] = {.truth = {"both-kings",
						"both-kings-in-check",
						{"-", "-", "-"}},
				      .group = GROUP_KINGS,
				      .play = sim_wrong_kings,
				      .after = SIM_VIOLATION_ILLEGAL_MOVE},
	[SIM_VIOLATION_POSITION_REMAINS] = {.truth = {"position-remains",
						      "illegal-position-remains",
						      {"-", "-", "-"}},
					    .group = GROUP_REMAINS,
					    .play = sim_wrong_remains,
					    .after = SIM_VIOLATION_NOT_REPLACED},
	[SIM_VIOLATION_WRONG_START] = {.truth = {"wrong-start-position",
						 "wrong-start-position",
						 {"7.1a", "7.1a", "7.2.1"}},
				       .group = GROUP_SET_UP},
	[SIM_VIOLATION_WRONG_ORIENTATION] = {.truth = {"wrong-orientation",
						       "wrong-orientation",
						       {"7.1b", "7.1b", "7.2.2"}},
					     .group = GROUP_SET_UP},
};

const struct sim_violation_truth *sim_violation_truth(enum sim_violation violation)
{
	return &rows[violation].truth;
}

enum sim_violation sim_violation_of(struct rules_slice name)
{
	for (unsigned i = 1; i < SIM_VIOLATIONS; i++)
		if (rules_slice_is(name, rows[i].truth.name))
			return (enum sim_violation)i;
	return SIM_VIOLATION_NONE;
}

bool sim_violation_replaces(enum sim_violation violation)
{
	return rows[violation].replaces;
}

/* --- what is to be found --- */

/* The appendix that is in force: 2001 asks for no supervision. */
static enum sim_pace appendix_of(const struct sim_laws *laws)
{
	return laws->edition == SIM_LAWS_2001 || laws->is_unsupervised ? laws->pace : SIM_STANDARD;
}

/* Section 11 of the procedure, where it differs from standard play; NULL: it does not. */
static const char *special_article(enum group group, const struct sim_laws *laws)
{
	static const char *const illegal[SIM_EDITIONS][SIM_PACES] = {
		{NULL, NULL, "C3"}, {NULL, "A4c", "B3c"}, {NULL, "A.5.2", "A.5.2"}};
	static const char *const press[SIM_EDITIONS][SIM_PACES] = {
		[SIM_LAWS_2023] = {NULL, "A.5.2", "A.5.2"}};
	static const char *const kings[SIM_EDITIONS][SIM_PACES] = {
		[SIM_LAWS_2009] = {NULL, "A4c", NULL}, [SIM_LAWS_2023] = {NULL, "A.5.4", "A.5.4"}};
	static const char *const remains[SIM_EDITIONS][SIM_PACES] = {
		[SIM_LAWS_2023] = {NULL, "A.5.4", "A.5.4"}};
	enum sim_pace pace = appendix_of(laws);

	switch (group) {
	case GROUP_NONE:
	case GROUP_TOUCH:
	case GROUP_RELEASE:
	case GROUP_OTHER:
	case GROUP_SET_UP: break;
	case GROUP_ILLEGAL:
	case GROUP_PAWN: return illegal[laws->edition][pace];
	case GROUP_PRESS: return press[laws->edition][pace];
	case GROUP_KINGS: return kings[laws->edition][pace];
	case GROUP_REMAINS: return remains[laws->edition][pace];
	}
	return NULL;
}

/* Section 9: under which article the opponent loses his right when he plays on; "-": never. */
static const char *lapse_article(enum group group, const struct sim_laws *laws)
{
	static const char *const touch[SIM_EDITIONS] = {"4.6", "4.7", "4.8"};
	static const char *const release[SIM_EDITIONS] = {"-", "4.7", "4.8"};
	static const char *const illegal[SIM_EDITIONS][SIM_PACES] = {
		{"-", "B5b", "C3"}, {"-", "A4c", "B3c"}, {"-", "A.5.2", "A.5.2"}};
	enum sim_pace pace = appendix_of(laws);

	switch (group) {
	case GROUP_TOUCH: return touch[laws->edition];
	case GROUP_RELEASE: return release[laws->edition];
	case GROUP_PAWN:
		if (laws->edition == SIM_LAWS_2009 && pace == SIM_RAPID)
			return "-"; /* A4c: the arbiter steps in by himself */
		return illegal[laws->edition][pace];
	case GROUP_ILLEGAL: return illegal[laws->edition][pace];
	case GROUP_PRESS: return laws->edition == SIM_LAWS_2023 ? illegal[2][pace] : "-";
	case GROUP_NONE:
	case GROUP_OTHER:
	case GROUP_KINGS:
	case GROUP_REMAINS:
	case GROUP_SET_UP: break;
	}
	return "-";
}

static bool is_known(const struct sim_finding *finding)
{
	return finding->article[0] != '-';
}

static void add(struct sim_finding *list, size_t *count, struct sim_finding finding)
{
	if (is_known(&finding))
		list[(*count)++] = finding;
}

static struct sim_finding finding_of(enum sim_violation violation, enum rules_color offender,
				     const struct sim_laws *laws)
{
	const struct row *row = &rows[violation];
	const char *special = special_article(row->group, laws);
	bool is_shared = row->group == GROUP_KINGS || row->group == GROUP_REMAINS ||
			 row->group == GROUP_SET_UP;

	return (struct sim_finding){.kind = row->truth.kind,
				    .article =
					    special ? special : row->truth.article[laws->edition],
				    .color = is_shared ? SIM_BOTH : (uint8_t)offender};
}

size_t sim_violation_findings(enum sim_violation violation, enum rules_color offender,
			      const struct sim_laws *laws, struct sim_finding ret[SIM_FINDINGS_MAX])
{
	const struct row *row = &rows[violation];
	bool is_late = row->group == GROUP_REMAINS;
	/* What an arbiter has ruled on cannot lapse, only what came after it. */
	enum group claimable =
		row->group == GROUP_KINGS || is_late ? rows[row->after].group : row->group;
	struct sim_finding own = finding_of(violation, offender, laws);
	size_t count = 0;

	if (row->after != SIM_VIOLATION_NONE)
		add(ret, &count, finding_of(row->after, offender, laws));
	if (!is_late)
		add(ret, &count, own);
	if (is_late || row->group == GROUP_KINGS || is_known(&own))
		add(ret, &count,
		    (struct sim_finding){.kind = "right-lapsed",
					 .article = lapse_article(claimable, laws),
					 .color = (uint8_t)rules_opponent(offender)});
	if (is_late)
		add(ret, &count, own);
	return count;
}

/* --- doing it --- */

bool sim_wrong_try(struct sim_hands *h, struct sim_turn *turn, enum sim_violation violation)
{
	struct sim_wrong w = {.h = h, .turn = turn, .violation = violation};

	rules_legal_moves(&h->pos, &w.moves);
	return rows[violation].play && rows[violation].play(&w);
}

/* The last move of a game is spared: 2023 gives no result for a mate in breach of Article 4. */
bool sim_violation_play(struct sim_hands *h, struct sim_turn *turn)
{
	unsigned first;

	if (h->calm < CALM_PLIES || h->ply < h->config.spared || h->ply + 1 == h->game.plies)
		return false;
	first = sim_random_below(&h->random, SIM_VIOLATIONS - 1);
	for (unsigned i = 0; i < SIM_VIOLATIONS - 1; i++) {
		unsigned chosen = 1 + (first + i) % (SIM_VIOLATIONS - 1);

		if (sim_random_chance(&h->random, h->config.violation[chosen]) &&
		    sim_wrong_try(h, turn, (enum sim_violation)chosen))
			return true;
	}
	return false;
}
