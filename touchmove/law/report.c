/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "touchmove/law/announced.h"
#include "touchmove/law/report.h"
#include "touchmove/law/turn.h"

static const struct {
	const char *name;
	enum touch_breach breach;
	enum touch_remedy remedy;
	bool is_of_the_board; /* the board alone shows it: nobody reported, claimed or offered */
} kinds[TOUCH_KINDS] = {
	[TOUCH_KIND_TOUCH_MOVE] = {"touch-move", TOUCH_BREACH_TOUCH, TOUCH_REMEDY_REPLACE, true},
	[TOUCH_KIND_MUST_CASTLE] = {"must-castle", TOUCH_BREACH_TOUCH, TOUCH_REMEDY_REPLACE, true},
	[TOUCH_KIND_CASTLING_ROOK_FIRST] = {"castling-rook-first", TOUCH_BREACH_TOUCH,
					    TOUCH_REMEDY_REPLACE, true},
	[TOUCH_KIND_RELEASED_THEN_MOVED] = {"released-then-moved", TOUCH_BREACH_RELEASE,
					    TOUCH_REMEDY_REPLACE, true},
	[TOUCH_KIND_PROMOTION_CHANGED] = {"promotion-changed", TOUCH_BREACH_RELEASE,
					  TOUCH_REMEDY_REPLACE, true},
	[TOUCH_KIND_ADJUST_OUT_OF_TURN] = {"adjust-out-of-turn", TOUCH_BREACH_RELEASE,
					   TOUCH_REMEDY_NONE, true},
	[TOUCH_KIND_OUT_OF_TURN] = {"out-of-turn", TOUCH_BREACH_OTHER, TOUCH_REMEDY_RIGHT_SQUARE,
				    true},
	[TOUCH_KIND_TWO_HANDS] = {"two-hands", TOUCH_BREACH_RELEASE, TOUCH_REMEDY_NONE, true},
	[TOUCH_KIND_RIGHT_LAPSED] = {"right-lapsed", TOUCH_BREACH_OTHER, TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_PRESS_WITHOUT_MOVE] = {"press-without-move", TOUCH_BREACH_OTHER,
					   TOUCH_REMEDY_REPLACE, true},
	[TOUCH_KIND_ILLEGAL_MOVE] = {"illegal-move", TOUCH_BREACH_ILLEGAL, TOUCH_REMEDY_COUNT,
				     true},
	[TOUCH_KIND_CASTLING_INCOMPLETE] = {"castling-incomplete", TOUCH_BREACH_ILLEGAL,
					    TOUCH_REMEDY_COUNT, true},
	[TOUCH_KIND_CAPTURE_NOT_REMOVED] = {"capture-not-removed", TOUCH_BREACH_ILLEGAL,
					    TOUCH_REMEDY_COUNT, true},
	[TOUCH_KIND_PROMOTION_WRONG_PIECE] = {"promotion-wrong-piece", TOUCH_BREACH_ILLEGAL,
					      TOUCH_REMEDY_COUNT, true},
	[TOUCH_KIND_KING_CAPTURED] = {"king-captured", TOUCH_BREACH_ILLEGAL, TOUCH_REMEDY_COUNT,
				      true},
	[TOUCH_KIND_PROMOTION_NOT_REPLACED] = {"promotion-not-replaced", TOUCH_BREACH_ILLEGAL,
					       TOUCH_REMEDY_COUNT, true},
	[TOUCH_KIND_ILLEGAL_COUNT] = {"illegal-count", TOUCH_BREACH_OTHER, TOUCH_REMEDY_LOSS, true},
	[TOUCH_KIND_BOTH_KINGS_IN_CHECK] = {"both-kings-in-check", TOUCH_BREACH_OTHER,
					    TOUCH_REMEDY_NONE, true},
	[TOUCH_KIND_ILLEGAL_POSITION_REMAINS] = {"illegal-position-remains", TOUCH_BREACH_OTHER,
						 TOUCH_REMEDY_DRAW, true},
	[TOUCH_KIND_DISPLACED_PIECE] = {"displaced-piece", TOUCH_BREACH_OTHER,
					TOUCH_REMEDY_RIGHT_SQUARE, true},
	[TOUCH_KIND_WRONG_START_POSITION] = {"wrong-start-position", TOUCH_BREACH_OTHER,
					     TOUCH_REMEDY_RESTART, false},
	[TOUCH_KIND_WRONG_ORIENTATION] = {"wrong-orientation", TOUCH_BREACH_OTHER,
					  TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_SETUP_CLAIM_TOO_LATE] = {"setup-claim-too-late", TOUCH_BREACH_OTHER,
					     TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_COLOURS_REVERSED_RESTART] = {"colours-reversed-restart", TOUCH_BREACH_OTHER,
						 TOUCH_REMEDY_RESTART, false},
	[TOUCH_KIND_COLOURS_REVERSED_CONTINUE] = {"colours-reversed-continue", TOUCH_BREACH_OTHER,
						  TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_CLAIM_RIGHT_LOST] = {"claim-right-lost", TOUCH_BREACH_OTHER, TOUCH_REMEDY_NONE,
					 false},
	[TOUCH_KIND_CLAIM_WRONG] = {"claim-wrong", TOUCH_BREACH_OTHER, TOUCH_REMEDY_TIME, false},
	[TOUCH_KIND_CLAIM_NOT_ON_MOVE] = {"claim-not-on-move", TOUCH_BREACH_OTHER,
					  TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_OFFER_WRONG_TIME] = {"offer-wrong-time", TOUCH_BREACH_OTHER, TOUCH_REMEDY_NONE,
					 false},
	[TOUCH_KIND_OFFER_LAPSED] = {"offer-lapsed", TOUCH_BREACH_OTHER, TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_DRAW_TOO_EARLY] = {"draw-too-early", TOUCH_BREACH_OTHER, TOUCH_REMEDY_NONE,
				       false},
	[TOUCH_KIND_BOTH_FLAGS] = {"both-flags", TOUCH_BREACH_OTHER, TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_DEFAULT_TIME] = {"default-time", TOUCH_BREACH_OTHER, TOUCH_REMEDY_LOSS, false},
	[TOUCH_KIND_ANNOUNCED_OTHERWISE] = {"announced-otherwise", TOUCH_BREACH_OTHER,
					    TOUCH_REMEDY_REPLACE, false},
	[TOUCH_KIND_SEALED_MOVE_WRONG] = {"sealed-move-wrong", TOUCH_BREACH_OTHER,
					  TOUCH_REMEDY_LOSS, false},
	[TOUCH_KIND_PRESS_BEFORE_ANNOUNCEMENT] = {"press-before-announcement", TOUCH_BREACH_OTHER,
						  TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_POSITION_LOST] = {"position-lost", TOUCH_BREACH_OTHER, TOUCH_REMEDY_RESTART,
				      false},
	[TOUCH_KIND_RECORD_ASKED_TOO_OFTEN] = {"record-asked-too-often", TOUCH_BREACH_OTHER,
					       TOUCH_REMEDY_NONE, false},
	[TOUCH_KIND_SEALED_MOVE_ON_BOARD] = {"sealed-move-on-board", TOUCH_BREACH_OTHER,
					     TOUCH_REMEDY_NONE, false},
};

static const char *const reasons[TOUCH_REASONS] = {
	[TOUCH_REASON_NONE] = "none",
	[TOUCH_REASON_CHECKMATE] = "checkmate",
	[TOUCH_REASON_STALEMATE] = "stalemate",
	[TOUCH_REASON_DEAD_POSITION] = "dead-position",
	[TOUCH_REASON_FIVEFOLD] = "fivefold",
	[TOUCH_REASON_SEVENTYFIVE_MOVES] = "seventyfive-moves",
	[TOUCH_REASON_THREEFOLD] = "threefold",
	[TOUCH_REASON_FIFTY_MOVES] = "fifty-moves",
	[TOUCH_REASON_AGREEMENT] = "agreement",
	[TOUCH_REASON_RESIGNATION] = "resignation",
	[TOUCH_REASON_TIME] = "time",
	[TOUCH_REASON_ILLEGAL_MOVES] = "illegal-moves",
	[TOUCH_REASON_ILLEGAL_MOVE] = "illegal-move",
	[TOUCH_REASON_ILLEGAL_POSITION] = "illegal-position",
	[TOUCH_REASON_ARBITER] = "arbiter",
	[TOUCH_REASON_PENALTY] = "penalty",
	[TOUCH_REASON_FORFEIT] = "forfeit",
	[TOUCH_REASON_ADJUDICATION] = "adjudication",
	[TOUCH_REASON_QUICKPLAY] = "quickplay",
	[TOUCH_REASON_WITHDRAWN] = "withdrawn",
};

static const char *const states[TOUCH_FINDING_STATES] = {
	[TOUCH_FINDING_OPEN] = "open",           [TOUCH_FINDING_UPHELD] = "upheld",
	[TOUCH_FINDING_DISMISSED] = "dismissed", [TOUCH_FINDING_LAPSED] = "lapsed",
	[TOUCH_FINDING_PUT_RIGHT] = "put-right", [TOUCH_FINDING_FILED] = "filed",
};

const char *touch_kind_name(enum touch_kind kind)
{
	return kinds[kind].name;
}

bool touch_kind_is_of_the_board(enum touch_kind kind)
{
	return kinds[kind].is_of_the_board;
}

const char *touch_reason_name(enum touch_reason reason)
{
	return reasons[reason];
}

const char *touch_finding_state_name(enum touch_finding_state state)
{
	return states[state];
}

/* The last place is used again when there are too many: nothing is written past the end. */
struct touch_report *touch_say(struct work *w, enum touch_report_type type)
{
	struct touch_reports *out = w->out;
	struct touch_report *report;

	if (out->count < TOUCH_REPORTS_MAX)
		out->count++;
	report = &out->report[out->count - 1];
	*report = (struct touch_report){.type = type,
					.color = (uint8_t)touch_player(w->game),
					.at_ms = w->game->now_ms,
					.ply = w->game->plies,
					.square = RULES_NO_SQUARE,
					.piece = RULES_NO_PIECE};
	return report;
}

void touch_say_completed(struct work *w, uint8_t color, uint16_t ply, rules_move move,
			 const char san[RULES_SAN_MAX])
{
	struct touch_report *report = touch_say(w, TOUCH_REPORT_COMPLETED);

	report->law = TOUCH_LAW_COMPLETED;
	report->color = color;
	report->ply = ply;
	report->move = move;
	memcpy(report->san, san, RULES_SAN_MAX);
	touch_announced_look(w, (enum rules_color)color, ply, move);
}

void touch_say_revised(struct work *w, uint16_t ply, rules_move move,
		       const struct rules_position *before)
{
	struct touch_report *report = touch_say(w, TOUCH_REPORT_REVISED);
	struct rules_text san = rules_text_in(report->san, sizeof(report->san));

	report->ply = ply;
	report->move = move;
	if (move != RULES_NO_MOVE)
		rules_san_write(&san, before, move, RULES_EN, RULES_SAN_PGN);
}

/* The oldest that is ruled on makes room, else the oldest of all. */
static struct touch_finding *room_for_finding(struct touch_game *game)
{
	size_t out = 0;

	if (game->finding_count < TOUCH_FINDINGS_MAX)
		return &game->findings[game->finding_count++];
	for (size_t i = TOUCH_FINDINGS_MAX; i-- > 0;)
		if (game->findings[i].state != TOUCH_FINDING_OPEN)
			out = i;
	memmove(&game->findings[out], &game->findings[out + 1],
		(TOUCH_FINDINGS_MAX - out - 1) * sizeof(game->findings[0]));
	return &game->findings[TOUCH_FINDINGS_MAX - 1];
}

static enum touch_breach breach_of(const struct touch_game *game, enum touch_kind kind,
				   enum touch_law law)
{
	const struct touch_code *code = touch_code_of(&game->rules);

	if (law == TOUCH_LAW_CLAIM_WRONG)
		return TOUCH_BREACH_OTHER;
	if (kind == TOUCH_KIND_PRESS_WITHOUT_MOVE && code->press_is_illegal)
		return TOUCH_BREACH_ILLEGAL;
	if (kind == TOUCH_KIND_TWO_HANDS && law == TOUCH_LAW_TWO_HANDS_PRESSED &&
	    code->two_hands_are_illegal)
		return TOUCH_BREACH_ILLEGAL;
	return kinds[kind].breach;
}

/* Minutes the opponent is owed if it is upheld; the offence that loses owes none. */
static uint8_t minutes_for(const struct touch_game *game, const struct touch_finding *finding)
{
	const struct touch_rules *rules = &game->rules;

	if (finding->law == TOUCH_LAW_QUICKPLAY_WRONG)
		return TOUCH_QUICKPLAY_MINUTES;
	if (finding->kind == TOUCH_KIND_CLAIM_WRONG)
		return (uint8_t)touch_claim_minutes(rules);
	if (finding->count == 0 || touch_claim_wins(rules) ||
	    finding->count >= touch_code_of(rules)->illegal_limit)
		return 0;
	return rules->penalty_minutes;
}

/* Two offences of an appendix need no claim, or have the arbiter wait (2009 A4c, 2023 A.5.4). */
static void mark(const struct touch_game *game, struct touch_finding *finding)
{
	if (finding->kind != TOUCH_KIND_PROMOTION_NOT_REPLACED &&
	    finding->kind != TOUCH_KIND_BOTH_KINGS_IN_CHECK)
		return;
	finding->step_in = touch_steps_in(&game->rules);
	finding->wait = touch_waits(&game->rules);
}

struct touch_finding *touch_find(struct work *w, enum touch_kind kind, enum touch_law law,
				 uint8_t color, enum touch_certainty certainty)
{
	struct touch_game *game = w->game;
	struct touch_finding *finding = room_for_finding(game);
	struct touch_report *report = touch_say(w, TOUCH_REPORT_IRREGULARITY);
	enum touch_breach breach = breach_of(game, kind, law);
	enum touch_remedy remedy =
		breach == TOUCH_BREACH_ILLEGAL ? TOUCH_REMEDY_COUNT : kinds[kind].remedy;

	/* Which man it was follows from the game; or whose hand it was is not sure (section 3). */
	if ((game->rules.sees_no_men || game->is_unclear) && touch_kind_is_of_the_board(kind))
		certainty = TOUCH_PRESUMED;
	if (color != TOUCH_BOTH && game->rules.is_copied[color] &&
	    (breach == TOUCH_BREACH_TOUCH || breach == TOUCH_BREACH_RELEASE))
		certainty = TOUCH_PRESUMED; /* the hand that copies moves is the opponent's */

	*finding = (struct touch_finding){
		.id = ++game->next_finding,
		.kind = kind,
		.law = law,
		.color = color,
		.certainty = certainty,
		.breach = breach,
		.remedy = remedy,
		.on_request = breach != TOUCH_BREACH_OTHER && breach != TOUCH_BREACH_ILLEGAL &&
			      touch_only_on_request(&game->rules),
		.at_ms = game->now_ms,
		.ply = game->plies,
		.base = game->turn.base,
		.square = RULES_NO_SQUARE,
	};
	if (finding->remedy == TOUCH_REMEDY_COUNT && color != TOUCH_BOTH)
		finding->count = (uint8_t)(game->illegal_count[color] + 1);
	finding->minutes = minutes_for(game, finding);
	mark(game, finding);
	touch_find_evidence(w, finding);
	report->law = law;
	report->certainty = certainty;
	report->color = color;
	report->kind = kind;
	report->finding = finding->id;
	return finding;
}

void touch_find_must(struct touch_finding *finding, const struct touch_set *must,
		     enum touch_law must_law)
{
	finding->has_must = true;
	touch_set_copy(&finding->must, must);
	finding->must_law = must_law;
}

/* The newest touches of the turn, and the event that brought it to light. */
void touch_find_evidence(struct work *w, struct touch_finding *finding)
{
	const struct touch_list *touches = &w->game->turn.touches;
	size_t first = touches->count > TOUCH_EVIDENCE_MAX - 1u
			       ? touches->count - (TOUCH_EVIDENCE_MAX - 1u)
			       : 0;

	finding->evidence_count = 0;
	for (size_t i = first; i < touches->count; i++)
		if (!touches->touch[i].struck)
			finding->evidence[finding->evidence_count++] = touches->touch[i].event;
	finding->evidence[finding->evidence_count++] = w->game->now_event;
}

const struct touch_finding *touch_finding_of(const struct touch_game *game, uint32_t id)
{
	for (size_t i = 0; i < game->finding_count; i++)
		if (game->findings[i].id == id)
			return &game->findings[i];
	return NULL;
}

struct touch_finding *touch_finding_open(struct touch_game *game, uint32_t id)
{
	for (size_t i = 0; i < game->finding_count; i++)
		if (game->findings[i].id == id && game->findings[i].state == TOUCH_FINDING_OPEN)
			return &game->findings[i];
	return NULL;
}

/* Notes about a right or a claim are no reports to rule on. */
static bool can_be_ruled_on(const struct touch_finding *finding)
{
	return finding->state == TOUCH_FINDING_OPEN && finding->remedy != TOUCH_REMEDY_NONE &&
	       finding->kind != TOUCH_KIND_ILLEGAL_COUNT && finding->kind != TOUCH_KIND_CLAIM_WRONG;
}

unsigned touch_reports_before_postponed(const struct touch_game *game)
{
	unsigned count = 0;

	if (game->flag_down[RULES_WHITE] || game->flag_down[RULES_BLACK])
		return 0;
	for (size_t i = 0; i < game->finding_count; i++)
		count += can_be_ruled_on(&game->findings[i]);
	return count;
}

struct touch_finding *touch_finding_newest(struct touch_game *game)
{
	for (size_t i = game->finding_count; i-- > 0;)
		if (can_be_ruled_on(&game->findings[i]))
			return &game->findings[i];
	return NULL;
}

/* What has become of it is news. */
void touch_finding_becomes(struct work *w, struct touch_finding *finding,
			   enum touch_finding_state state)
{
	struct touch_report *report = touch_say(w, TOUCH_REPORT_FINDING);

	finding->state = state;
	report->law = finding->law;
	report->certainty = finding->certainty;
	report->color = finding->color;
	report->kind = finding->kind;
	report->finding = finding->id;
}

/* Open findings after one of them are about a game that is not played. */
void touch_findings_file(struct work *w, uint32_t after_id)
{
	for (size_t i = 0; i < w->game->finding_count; i++)
		if (w->game->findings[i].state == TOUCH_FINDING_OPEN &&
		    w->game->findings[i].id > after_id)
			touch_finding_becomes(w, &w->game->findings[i], TOUCH_FINDING_FILED);
}

/* The same for those about a ply that is not played any more. */
void touch_findings_file_from(struct work *w, uint16_t ply)
{
	for (size_t i = 0; i < w->game->finding_count; i++)
		if (w->game->findings[i].state == TOUCH_FINDING_OPEN &&
		    w->game->findings[i].ply >= ply)
			touch_finding_becomes(w, &w->game->findings[i], TOUCH_FINDING_FILED);
}
