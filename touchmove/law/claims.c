/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/claims.h"
#include "touchmove/law/finish.h"
#include "touchmove/law/quickplay.h"
#include "touchmove/law/report.h"
#include "touchmove/law/resume.h"
#include "touchmove/law/said.h"
#include "touchmove/law/turn.h"

/* Claims, draw offers and flags (Art. 6.8, 6.9, 9.1 to 9.5). */

/* The position as it is for the player who has the move. */
static const struct rules_position *position_now(const struct touch_game *game)
{
	return touch_is_made(game) ? &game->turn.after : &game->turn.base;
}

/* --- draw claims --- */

/* A touch of an own man ends the right; one of the opponent's only if it was seen. */
static bool has_touched_own(const struct touch_game *game, enum rules_color color)
{
	const struct touch_list *touches = &game->turn.touches;
	uint8_t by = touch_is_made(game) ? TOUCH_BY_OPPONENT : TOUCH_BY_PLAYER;

	for (size_t i = 0; i < touches->count; i++)
		if (!touches->touch[i].struck && touches->touch[i].by == by &&
		    (touches->touch[i].attributed ||
		     rules_has(game->turn.base.of_color[color], touches->touch[i].man)))
			return true;
	return false;
}

static bool is_right(const struct touch_game *game, enum touch_claim claim,
		     const struct rules_position *pos, bool announced)
{
	unsigned times = touch_history_count(game, pos);

	if (claim == TOUCH_CLAIM_FIFTY)
		return pos->halfmoves >= RULES_FIFTY_HALFMOVES;
	/* The position on the board is in the history unless its move is only made. */
	return times + (announced || touch_is_made(game)) >= RULES_THREEFOLD;
}

/* Art. 9.5.3: an illegal announcement binds to a move of that piece, if it has one. */
static void moves_of_announced(const struct rules_position *pos, const char *text,
			       struct touch_set *ret)
{
	struct rules_position any = *pos;
	struct touch_set legal;
	rules_set men = 0, all;
	rules_piece piece = rules_fen_piece(text[0]);
	enum rules_kind kind =
		piece == RULES_NO_PIECE || text[0] >= 'a' ? RULES_PAWN : rules_kind_of(piece);
	rules_square to = RULES_NO_SQUARE;

	for (size_t i = 0; text[i] && text[i + 1]; i++)
		if (rules_is_file(text[i]) && rules_is_rank(text[i + 1]))
			to = rules_square_at(text[i] - 'a', text[i + 1] - '1');
	all = rules_men(&any, (enum rules_color)pos->turn, kind);
	for (rules_set left = all; left && kind != RULES_PAWN && to != RULES_NO_SQUARE;) {
		rules_square man = rules_take(&left);

		if (rules_has(rules_piece_attacks(kind, man, rules_all_men(pos)), to))
			men |= rules_set_of(man);
	}
	men = men ? men : all;
	touch_set_legal(&legal, pos);
	touch_set_clear(ret);
	for (size_t i = 0; i < legal.count; i++)
		if (rules_has(men, rules_from(legal.move[i])))
			touch_set_add(ret, legal.move[i]);
	if (ret->count == 0)
		touch_set_copy(ret, &legal);
}

/* The announced move must be played; the arbiter's clock is his affair. */
static void claim_is_wrong(struct work *w, const struct touch_event *event, rules_move announced)
{
	struct touch_game *game = w->game;
	struct touch_finding *finding = touch_find(w, TOUCH_KIND_CLAIM_WRONG, TOUCH_LAW_CLAIM_WRONG,
						   event->color, TOUCH_OBSERVED);

	if (event->text[0] == '\0' || touch_is_made(game))
		return;
	game->turn.is_forced = true;
	game->turn.forced_law = TOUCH_LAW_CLAIM_WRONG;
	touch_set_clear(&game->turn.forced);
	if (announced != RULES_NO_MOVE)
		touch_set_add(&game->turn.forced, announced);
	else
		moves_of_announced(&game->turn.base, event->text, &game->turn.forced);
	touch_find_must(finding, &game->turn.forced, TOUCH_LAW_CLAIM_WRONG);
}

/* Art. 9.1.2.3: a claim is an offer of a draw, too. */
void touch_claim_is_offer(struct touch_game *game, uint8_t color)
{
	if (game->offer_stands)
		return;
	game->offer_stands = true;
	game->offer_lapsed = false;
	game->offer_by = color;
}

/* Art. 9.4: for this move by a touch; in 2001 by making a move, also one taken back again. */
bool touch_claim_is_lost(const struct touch_game *game, enum rules_color color)
{
	if (touch_code_of(&game->rules)->touch_ends_claim)
		return color == touch_on_move(game) && has_touched_own(game, color);
	return color == touch_player(game) && game->turn.has_made;
}

static void claim_draw(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	enum touch_claim claim = (enum touch_claim)event->detail;
	struct rules_position pos = *position_now(game);
	bool announced = event->text[0] != '\0';
	rules_move move = RULES_NO_MOVE;

	touch_claim_is_offer(game, event->color);
	if (touch_claim_is_lost(game, (enum rules_color)event->color)) {
		touch_find(w, TOUCH_KIND_CLAIM_RIGHT_LOST, TOUCH_LAW_CLAIM_LOST, event->color,
			   TOUCH_PRESUMED);
		return;
	}
	if (touch_on_move(game) != event->color) {
		touch_find(w, TOUCH_KIND_CLAIM_NOT_ON_MOVE,
			   claim == TOUCH_CLAIM_FIFTY ? TOUCH_LAW_FIFTY_CLAIM
						      : TOUCH_LAW_THREEFOLD_CLAIM,
			   event->color, TOUCH_OBSERVED);
		return;
	}
	if (announced && touch_said_read(&pos, event->text, &move) == RULES_SAN_GOOD)
		rules_apply(&pos, move, NULL);
	if ((announced && move == RULES_NO_MOVE) || !is_right(game, claim, &pos, announced)) {
		claim_is_wrong(w, event, move);
		return;
	}
	game->claim = (struct touch_waiting_claim){
		.open = true, .color = event->color, .claim = claim, .announced = announced};
}

/* --- claims about the opponent --- */

static bool is_about(const struct touch_finding *finding, enum touch_claim claim)
{
	return (finding->breach == TOUCH_BREACH_ILLEGAL) == (claim == TOUCH_CLAIM_ILLEGAL_MOVE);
}

/* The newest open offence of the other player, of the kind claimed or of any. */
static struct touch_finding *find_claimed(struct touch_game *game, const struct touch_event *event,
					  bool of_any_kind)
{
	for (size_t i = game->finding_count; i-- > 0;) {
		struct touch_finding *finding = &game->findings[i];

		if (finding->state == TOUCH_FINDING_OPEN && finding->breach != TOUCH_BREACH_OTHER &&
		    finding->color == rules_opponent((enum rules_color)event->color) &&
		    (of_any_kind || is_about(finding, (enum touch_claim)event->detail)))
			return finding;
	}
	return NULL;
}

/* What is claimed no longer lapses. A player who gives it another name means the same. */
static void claim_offence(struct work *w, const struct touch_event *event)
{
	struct touch_game *game = w->game;
	struct touch_finding *finding = find_claimed(game, event, false);

	if (!finding)
		finding = find_claimed(game, event, true);
	if (!finding) {
		w->out->refused = "there is no open report of the other player to claim";
		return;
	}
	finding->claimed = true;
	game->claim = (struct touch_waiting_claim){.open = true,
						   .color = event->color,
						   .claim = (enum touch_claim)event->detail,
						   .finding = finding->id};
}

void touch_claim_made(struct work *w, const struct touch_event *event)
{
	if (event->color == TOUCH_BOTH)
		return;
	switch ((enum touch_claim)event->detail) {
	case TOUCH_CLAIM_TOUCH_MOVE:
	case TOUCH_CLAIM_ILLEGAL_MOVE: claim_offence(w, event); break;
	case TOUCH_CLAIM_FLAG:
		w->game->claim = (struct touch_waiting_claim){
			.open = true, .color = event->color, .claim = TOUCH_CLAIM_FLAG};
		break;
	case TOUCH_CLAIM_THREEFOLD:
	case TOUCH_CLAIM_FIFTY: claim_draw(w, event); break;
	case TOUCH_CLAIM_QUICKPLAY: touch_quickplay_claimed(w, event); break;
	case TOUCH_CLAIM_INCREMENT: touch_increment_asked(w, event); break;
	case TOUCH_CLAIMS: break;
	}
}

/* --- flags --- */

void touch_lose_on_time(struct work *w, enum rules_color loser, enum touch_law law)
{
	touch_finish_against(w, loser, TOUCH_REASON_TIME, law, true, position_now(w->game));
}

/* Where both have fallen the order decides: that is for the arbiter to establish. */
void touch_lose_by_flag(struct work *w)
{
	const bool *is_down = w->game->flag_down;

	if (is_down[RULES_WHITE] != is_down[RULES_BLACK])
		touch_lose_on_time(w, is_down[RULES_WHITE] ? RULES_WHITE : RULES_BLACK,
				   TOUCH_LAW_TIME);
}

static bool is_of_draw(const struct touch_waiting_claim *claim)
{
	return claim->claim == TOUCH_CLAIM_THREEFOLD || claim->claim == TOUCH_CLAIM_FIFTY ||
	       claim->claim == TOUCH_CLAIM_QUICKPLAY;
}

/* A draw claimed before the flag fell is decided first. */
static bool has_waiting_draw(const struct touch_game *game)
{
	return game->postponed.open || (game->claim.open && is_of_draw(&game->claim));
}

void touch_flag(struct work *w, enum rules_color color)
{
	w->game->flag_down[color] = true;
	if (has_waiting_draw(w->game))
		touch_pause(w);
	else if (touch_arbiter_calls_flag(&w->game->rules))
		touch_lose_on_time(w, color, TOUCH_LAW_TIME);
}

/*
 * In the last period the game is drawn, in any other it goes on. The appendices of 2001 and 2009
 * for rapid and blitz have one period, and a draw. Where the Laws are silent the arbiter decides.
 */
void touch_both_flags(struct work *w)
{
	struct touch_game *game = w->game;
	bool is_last = touch_is_in_last_period(game, RULES_WHITE) ||
		       touch_is_in_last_period(game, RULES_BLACK);

	if (!touch_settles_both_flags(&game->rules)) {
		w->out->refused = "no article says what follows here: the arbiter gives the result";
		return;
	}
	if (is_last) {
		game->flag_down[RULES_WHITE] = game->flag_down[RULES_BLACK] = true;
		if (game->postponed.open) /* drawn either way: what was claimed is decided */
			game->postponed.open = false;
		touch_finish(w, RULES_DRAWN, TOUCH_REASON_TIME, TOUCH_LAW_FLAGS_DRAWN);
		return;
	}
	touch_find(w, TOUCH_KIND_BOTH_FLAGS, TOUCH_LAW_FLAGS_GO_ON, TOUCH_BOTH, TOUCH_OBSERVED);
}

unsigned touch_completed_moves(const struct touch_game *game, enum rules_color color)
{
	const struct rules_position *base = &game->turn.base;
	unsigned made = base->number - 1u + (color == RULES_WHITE && base->turn == RULES_BLACK);

	return made - (game->uncompleted[color].is && made > 0);
}

/*
 * Art. 6.4: when a flag falls the moves are counted. A clock that stands at
 * zero for good has no time left; one that goes on in the next period asks
 * whether the moves of the last one are complete.
 */
void touch_clock_flag(struct work *w, enum rules_color color, enum touch_flag how)
{
	struct touch_game *game = w->game;
	const struct touch_control *control = &game->rules.control;
	unsigned period = game->flags[color];
	unsigned due = touch_control_moves(control, period);
	bool is_last = period + 1 >= control->count;

	if (game->state == TOUCH_ST_ENDED)
		return;
	if (how != TOUCH_FLAG_BLOCKED) {
		bool is_lost = is_last ? how == TOUCH_FLAG_AT_ZERO
				       : touch_completed_moves(game, color) < due;

		game->flags[color] = (uint8_t)(period + !is_last);
		if (!is_lost)
			return;
	}
	touch_flag(w, color);
}

/* The claimant's own flag must be up; with both down it is a draw (2001 B7, B8). */
static void uphold_flag(struct work *w)
{
	struct touch_game *game = w->game;
	enum rules_color claimant = (enum rules_color)game->claim.color;

	if (game->flag_down[claimant] && game->flag_down[rules_opponent(claimant)])
		touch_finish(w, RULES_DRAWN, TOUCH_REASON_TIME, TOUCH_LAW_BOTH_FLAGS);
	else if (!game->flag_down[claimant])
		touch_lose_on_time(w, rules_opponent(claimant), TOUCH_LAW_TIME_CLAIMED);
}

bool touch_claim_upheld(struct work *w)
{
	struct touch_waiting_claim claim = w->game->claim;

	if (!claim.open || claim.finding != 0)
		return false;
	w->game->claim.open = false;
	switch (claim.claim) {
	case TOUCH_CLAIM_THREEFOLD:
		touch_finish(w, RULES_DRAWN, TOUCH_REASON_THREEFOLD,
			     claim.announced ? TOUCH_LAW_THREEFOLD_NEXT : TOUCH_LAW_THREEFOLD);
		break;
	case TOUCH_CLAIM_FIFTY:
		touch_finish(w, RULES_DRAWN, TOUCH_REASON_FIFTY_MOVES,
			     claim.announced ? TOUCH_LAW_FIFTY_NEXT : TOUCH_LAW_FIFTY);
		break;
	case TOUCH_CLAIM_FLAG: uphold_flag(w); break;
	case TOUCH_CLAIM_QUICKPLAY: touch_quickplay_upheld(w, &claim, false); break;
	case TOUCH_CLAIM_INCREMENT: touch_increment_granted(w, &claim); break;
	case TOUCH_CLAIM_TOUCH_MOVE:
	case TOUCH_CLAIM_ILLEGAL_MOVE:
	case TOUCH_CLAIMS: break;
	}
	return true;
}

/* After a flag there is no time to give: what is not drawn is lost by it. */
bool touch_claim_dismissed(struct work *w)
{
	struct touch_game *game = w->game;
	struct touch_waiting_claim claim = game->claim;

	if (!claim.open || claim.finding != 0)
		return false;
	game->claim.open = false;
	if (is_of_draw(&claim) && !claim.absent && touch_arbiter_calls_flag(&game->rules) &&
	    (game->flag_down[RULES_WHITE] || game->flag_down[RULES_BLACK]))
		touch_lose_by_flag(w);
	else if (claim.claim == TOUCH_CLAIM_QUICKPLAY)
		touch_quickplay_rejected(w, claim);
	return true;
}

/* --- offers (Art. 9.1) --- */

/* How many moves a player has made, the one on the board included. */
static unsigned moves_made(const struct rules_position *pos, enum rules_color color)
{
	return pos->number - 1u + (color == RULES_WHITE && pos->turn == RULES_BLACK);
}

/* 9.1.1: the rules of the event ask for so many moves, unless the arbiter consents: then it is the
 * arbiter who enters the result. */
static bool is_too_early(const struct touch_game *game)
{
	const struct rules_position *pos = position_now(game);

	return moves_made(pos, RULES_WHITE) < game->rules.draw_moves ||
	       moves_made(pos, RULES_BLACK) < game->rules.draw_moves;
}

static void accept_offer(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;
	const struct rules_position *pos = position_now(game);

	if (!game->offer_stands || game->offer_by == color) {
		if (game->offer_lapsed && game->offer_by != color)
			touch_find(w, TOUCH_KIND_OFFER_LAPSED, TOUCH_LAW_OFFER, (uint8_t)color,
				   TOUCH_OBSERVED);
		return;
	}
	if (touch_code_of(&game->rules)->agreement_needs_moves &&
	    (moves_made(pos, RULES_WHITE) == 0 || moves_made(pos, RULES_BLACK) == 0)) {
		touch_find(w, TOUCH_KIND_DRAW_TOO_EARLY, TOUCH_LAW_AGREEMENT, TOUCH_BOTH,
			   TOUCH_OBSERVED);
		return;
	}
	if (touch_code_of(&game->rules)->event_limits_agreement && is_too_early(game)) {
		touch_find(w, TOUCH_KIND_DRAW_TOO_EARLY, TOUCH_LAW_DRAW_LIMITED, TOUCH_BOTH,
			   TOUCH_OBSERVED);
		return;
	}
	touch_finish(w, RULES_DRAWN, TOUCH_REASON_AGREEMENT, TOUCH_LAW_AGREEMENT);
}

/*
 * In time after making a move and before pressing, or after sealing one (A4 / guideline 4 / I.4);
 * otherwise irregular, but an offer.
 */
static void make_offer(struct work *w, enum rules_color color)
{
	struct touch_game *game = w->game;
	bool in_time = (game->state == TOUCH_ST_MADE && touch_player(game) == color) ||
		       game->told_to_seal[color];

	if (touch_code_of(&game->rules)->event_limits_offer && is_too_early(game)) {
		touch_find(w, TOUCH_KIND_DRAW_TOO_EARLY, TOUCH_LAW_DRAW_LIMITED, (uint8_t)color,
			   TOUCH_OBSERVED);
		return;
	}
	if (!in_time)
		touch_find(w, TOUCH_KIND_OFFER_WRONG_TIME, TOUCH_LAW_OFFER, (uint8_t)color,
			   TOUCH_OBSERVED);
	game->offer_stands = true;
	game->offer_lapsed = false;
	game->offer_by = (uint8_t)color;
}

void touch_offer(struct work *w, const struct touch_event *event)
{
	enum rules_color color = (enum rules_color)event->color;

	if (event->color == TOUCH_BOTH)
		return;
	if (event->action == TOUCH_ACT_OFFER) {
		make_offer(w, color);
	} else if (event->action == TOUCH_ACT_ACCEPT) {
		accept_offer(w, color);
	} else if (w->game->offer_stands && w->game->offer_by != color) {
		w->game->offer_stands = false;
		w->game->offer_lapsed = true;
		w->game->declined_by = 0;
	}
}
