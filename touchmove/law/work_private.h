/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TOUCH_WORK_PRIVATE_H
#define BOARDD_TOUCH_WORK_PRIVATE_H

#include "touchmove/law/explain.h"
#include "touchmove/law/game.h"

/*
 * What the files of this folder share while one event is worked on; nothing of
 * it is for callers.
 */
struct work {
	struct touch_game *game;
	struct touch_reports *out;
	rules_move said; /* in this turn already, before its press could be judged */
};

/* --- report.c: what is found is said, and kept while it can be ruled on --- */

struct touch_finding *touch_find(struct work *w, enum touch_kind kind, enum touch_law law,
				 uint8_t color, enum touch_certainty certainty);
void touch_find_must(struct touch_finding *finding, const struct touch_set *must,
		     enum touch_law must_law);
void touch_find_evidence(struct work *w, struct touch_finding *finding);
struct touch_finding *touch_finding_open(struct touch_game *game, uint32_t id);
struct touch_finding *touch_finding_newest(struct touch_game *game);
void touch_finding_becomes(struct work *w, struct touch_finding *finding,
			   enum touch_finding_state state);
void touch_findings_file(struct work *w, uint32_t after_id);
void touch_findings_file_from(struct work *w, uint16_t ply);
struct touch_report *touch_say(struct work *w, enum touch_report_type type);
void touch_say_completed(struct work *w, uint8_t color, uint16_t ply, rules_move move,
			 const char san[RULES_SAN_MAX]);

void touch_say_revised(struct work *w, uint16_t ply, rules_move move,
		       const struct rules_position *before);

/* --- turn.c: whose turn it is and what it begins with --- */

static inline enum rules_color touch_player(const struct touch_game *game)
{
	return (enum rules_color)game->turn.base.turn;
}

static inline enum rules_color touch_opponent(const struct touch_game *game)
{
	return rules_opponent(touch_player(game));
}

static inline bool touch_is_made(const struct touch_game *game)
{
	return game->turn.made != RULES_NO_MOVE;
}

/* A man seen on two squares within this time is one man on his way. */
static inline uint64_t touch_twice_ms(const struct touch_game *game)
{
	return 2 * (uint64_t)game->rules.scan_ms;
}

/* The lever is often seen before the last square: by so much at most. */
static inline uint64_t touch_late_ms(const struct touch_rules *rules)
{
	return rules->late_ms > rules->scan_ms ? rules->late_ms : rules->scan_ms;
}

/* Who has the move (Art. 1.3): from the moment the opponent's move is made. */
enum rules_color touch_on_move(const struct touch_game *game);

void touch_turn_begin(struct touch_game *game, const struct rules_position *base);
void touch_turn_pass(struct work *w);
void touch_turn_pass_in_disorder(struct work *w); /* his men stay where they stand */
void touch_turn_pass_explained(struct work *w);   /* no man stands wrong: moves to come tell why */

void touch_turn_pass_irregular(struct work *w, rules_move displaced);
void touch_turn_give_back(struct work *w);
void touch_turn_put_right(struct work *w, rules_move move);
void touch_turn_revise(struct work *w, rules_move move);
void touch_turn_players_list(const struct touch_game *game, bool with_pending,
			     struct touch_list *ret);
void touch_turn_obligation(const struct touch_game *game, bool with_pending,
			   struct touch_obligation *ret);

/* The same for who has the move while the player's is made and not passed on. */
void touch_turn_obligation_of_opponent(const struct touch_game *game, struct touch_obligation *ret);
void touch_history_push(struct touch_game *game, const struct rules_position *pos);
void touch_history_rebuild(struct touch_game *game);
unsigned touch_history_count(const struct touch_game *game, const struct rules_position *pos);

/* His move is made but not pressed, and the opponent has answered; or no man of it was seen. */
void touch_pass_uncompleted(struct work *w);
void touch_pass_unseen(struct work *w);

/* The board shows this legal move of the offender instead of what he pressed, or none. */
rules_move touch_putting_right(const struct touch_game *game);

/* The move is no longer on the board; what was released still binds. */
void touch_undo_made(struct touch_game *game);

/* Where the made move put this man, or RULES_NO_SQUARE if it is none of the move. */
rules_square touch_moved_to(const struct touch_turn *turn, uint8_t man);

/* --- law.c: a move is made, and was it allowed? --- */

void touch_make(struct work *w, rules_move move, enum touch_certainty certainty, bool unchecked);

/* The same, but the game has not ended with it yet: more is to be reported first. */
void touch_make_only(struct work *w, rules_move move, enum touch_certainty certainty,
		     bool unchecked);

/* The men of the made move are known to stand where it put them; its victim is nobody's any more.
 */
void touch_place_men(struct touch_game *game);

/* The move it was about is no longer on the board: put right, or worse came after it. */
void touch_close_reported(struct work *w, enum touch_finding_state state);

/* --- commitment.c: what a release binds to --- */

void touch_commit_release(struct work *w, const struct touch_released *released,
			  enum touch_certainty certainty);
void touch_commit_made(struct work *w);
void touch_commit_new_piece(struct work *w, rules_square square, rules_piece piece,
			    enum touch_certainty certainty);

/* --- castling.c, promotion.c: what these moves look like half done --- */

bool touch_castling_half_done(const struct touch_game *game, const rules_piece view[64]);
bool touch_castling_is_incomplete(const struct touch_game *game, const rules_piece view[64],
				  rules_move *ret);
bool touch_castling_release(const struct touch_game *game, const struct touch_released *released,
			    rules_move *ret_castling, bool *ret_illegal);
bool touch_promotion_pawn_left(const struct touch_game *game, const rules_piece view[64],
			       rules_move *ret);
bool touch_promotion_wrong_piece(const struct touch_game *game);
void touch_promotion_from_box(struct touch_game *game);

/* --- over.c: the game seems over --- */

/* The men are put away: with this result, if the kings told one. */
void touch_say_over(struct work *w, enum rules_result result);

/* --- outofturn.c --- */

/* A man of this colour, who stood there, has been put down where he may not go now. */
void touch_find_out_of_turn(struct work *w, const struct touch_released *released,
			    const struct rules_position *pos, rules_square stood,
			    enum rules_color color);

/* A man of the completed move goes on long after its press: true, and it waits to be said. */
bool touch_moves_on(struct work *w, const struct touch_released *released);
void touch_say_moved_on(struct work *w);
uint64_t touch_moved_on_at(const struct touch_game *game);

/* --- press.c --- */

void touch_press(struct work *w, enum rules_color color);
void touch_press_judge(struct work *w);
void touch_leave_to_reader(struct touch_game *game);
void touch_press_due(struct work *w);
uint64_t touch_press_at(const struct touch_game *game); /* when it is judged, or UINT64_MAX */
void touch_complete_if_made(struct work *w);
void touch_complete_unseen(struct work *w);
void touch_look_for_illegal_position(struct work *w, const struct rules_position *pos);
void touch_press_open(struct work *w, enum touch_certainty certainty);

/* A press of a made move: what it leaves in disorder, whose that is, and the turn passes. */
void touch_complete(struct work *w);
void touch_complete_told(struct work *w, uint64_t at_ms, bool has_strays);
void touch_complete_in_disorder(struct work *w, uint64_t at_ms);

/* Art. 6.2.2: a player may press after the answer too; false: nothing is to be completed. */
bool touch_complete_earlier(struct work *w, enum rules_color color);
void touch_say_turn_completed(struct work *w);

/* --- judge.c --- */

void touch_judge_board(struct work *w, enum touch_certainty certainty);

/* Men are missing, nothing is new and nothing stands elsewhere. */
bool touch_only_misses_men(const struct touch_game *game, const rules_piece view[64]);
bool touch_enemy_stands_elsewhere(const struct touch_game *game);

/* --- begun.c: an answer begun before the press --- */

/* A legal move and such an answer explain the board: it is made and completed. */
bool touch_answer_begun(struct work *w, const rules_piece view[64], enum touch_certainty certainty);

/* A man was in the air when the turn began, and still is. */
bool touch_answer_left_men(const struct touch_game *game);

/* --- disorder.c: men that stand wrong at a press --- */

/* Whose men are out of order, the move being what the player did, or RULES_NO_MOVE. */
uint8_t touch_disorder_color(const struct touch_game *game, rules_move move);

/* Men carried off that stood on the board at the press, not reported yet. */
rules_set touch_disorder_carried_off(const struct touch_game *game);

/* There are such men; now they are reported. */
bool touch_disorder_of_strays(struct touch_game *game);

/* A man of the side that has moved stands wrong. */
bool touch_disorder_of_mover(const struct touch_game *game);

/* Further away than a knock: he has moved a second man, and not out of turn by the rules. */
bool touch_disorder_is_second_move(const struct touch_game *game);

/* A knocked man was not touched in order to move it. */
void touch_disorder_strike(struct touch_game *game, rules_move move);

/* --- lapse.c --- */

void touch_lapse_by(struct work *w, enum rules_color claimant, enum touch_lapse moment);
void touch_lapse_flush(struct work *w);
void touch_lapse_undo(struct work *w, uint32_t event);

/* --- finish.c: results --- */

void touch_finish_by_move(struct work *w);
void touch_finish(struct work *w, enum rules_result result, enum touch_reason reason,
		  enum touch_law law);
void touch_finish_held(struct work *w);

/* The position that the arbiter's correction leads to may be an end by itself. */
void touch_finish_by_position(struct work *w);

/* The arbiter gives a result, also another one than before; undecided: play goes on. */
void touch_finish_by_arbiter(struct work *w, enum rules_result result, enum touch_reason reason);
void touch_finish_withdraw(struct work *w);
void touch_finish_against(struct work *w, enum rules_color loser, enum touch_reason reason,
			  enum touch_law law, bool may_be_drawn, const struct rules_position *pos);

void touch_finish_answered(struct work *w, const struct touch_question *question,
			   enum rules_winnable can);

/* A move that may have broken Article 4 ends nothing before that is ruled on (5.1.1, 5.2). */
void touch_finish_dead(struct work *w);

/* --- question.c: what a try leaves open --- */

/* Is the position on the board dead? True: proven; what stays open is asked. */
bool touch_ask_dead(struct work *w, const struct rules_position *pos);

/* Can he still mate? What stays open is asked, and play stops until it is answered. */
enum rules_winnable touch_ask_against(struct work *w, const struct touch_question *question);
void touch_ask_nothing(struct touch_game *game);
void touch_take_answer(struct work *w, const enum rules_winnable can[2]);

/* --- claims.c, arbiter.c --- */

bool touch_claim_is_lost(const struct touch_game *game, enum rules_color color);
void touch_claim_made(struct work *w, const struct touch_event *event);
bool touch_claim_upheld(struct work *w);
void touch_claim_is_offer(struct touch_game *game, uint8_t color);
/* --- sealed.c: the envelope of an adjourned game is opened --- */

void touch_seal(struct touch_game *game, enum rules_color color);
/* A11b, I.12.2: nobody can establish the position; an annulled game is played anew. */
void touch_adjourned_lost(struct work *w, uint8_t color);
void touch_sealed_opened(struct work *w, enum rules_color color, const char *text);

/* --- said.c: a move that a player has said or written, in his own letters --- */

enum rules_san_result touch_said_read(const struct rules_position *pos, const char *text,
				      rules_move *ret);

/* --- announced.c: moves that are announced (appendix D) --- */

void touch_announce(struct work *w, enum rules_color color, const char *text);

/* A move is completed: is it the one that was announced? */
void touch_announced_look(struct work *w, enum rules_color color, uint16_t ply, rules_move move);

/* Moves were taken back: they are announced anew. */
void touch_announced_forget(struct touch_game *game);

/* The other board of the game shows this as a half-move, from 1; SAN or UCI. */
void touch_other_board_shows(struct work *w, uint32_t ply, const char *text);

/* --- arrival.c: the default time (6.7) --- */

void touch_arrival_begin(struct work *w);
void touch_arrival(struct work *w, enum rules_color color);
uint64_t touch_arrival_at(const struct touch_game *game);
void touch_arrival_due(struct work *w);

/* Both flags are down, and nobody can tell which fell first (6.12, 10.3 / 6.11 / III.3). */
void touch_both_flags(struct work *w);
bool touch_is_in_last_period(const struct touch_game *game, enum rules_color color);
void touch_lose_on_time(struct work *w, enum rules_color loser, enum touch_law law);
void touch_offer(struct work *w, const struct touch_event *event);
void touch_flag(struct work *w, enum rules_color color);
void touch_clock_flag(struct work *w, enum rules_color color, enum touch_flag how);
void touch_arbiter(struct work *w, const struct touch_event *event);
void touch_illegal_offence(struct work *w, enum rules_color color, bool both_kings);

/* --- quickplay.c: a draw claimed with less than two minutes left --- */

void touch_quickplay_claimed(struct work *w, const struct touch_event *event);
void touch_increment_asked(struct work *w, const struct touch_event *event);
void touch_increment_granted(struct work *w, const struct touch_waiting_claim *claim);
void touch_quickplay_upheld(struct work *w, const struct touch_waiting_claim *claim, bool later);
void touch_quickplay_rejected(struct work *w, struct touch_waiting_claim claim);
void touch_quickplay_postponed(struct work *w, uint32_t minutes);

/* A postponed claim is what a ruling without a number means now. */
bool touch_quickplay_is_due(struct touch_game *game);
void touch_quickplay_ruled(struct work *w, bool upheld);

/* --- resume.c: play stops and goes on --- */

void touch_pause(struct work *w);
void touch_resume(struct work *w);

/* Nobody knows what was played: play goes on from this position. */
void touch_begin_from(struct work *w, const struct rules_position *pos);

/* A report is upheld: back to where the offence began, until play goes on. */
void touch_restore(struct work *w, const struct touch_finding *finding);

/* --- adopt.c: the board is taken as it is --- */

/* The board as the game knows it: after a move that is made. */
const struct rules_position *touch_position_now(const struct touch_game *game);
void touch_adopt_forget(struct touch_game *game);
void touch_adopt_names(struct touch_game *game);
void touch_adopt_board(struct touch_game *game);

/* The squares on which a man is missing, if nothing else differs and hands can hold them. */
bool touch_adopt_misses(const struct rules_position *pos, const rules_piece board[64],
			rules_set *ret);

/* --- correct.c --- */

/* The position so many plies back, a made move counting; false: it is not known. */
bool touch_position_back(const struct touch_game *game, unsigned back, struct rules_position *ret);

void touch_go_on(struct work *w);
void touch_record_made(struct touch_game *game);
void touch_takeback(struct work *w, uint32_t count);

/* The board shows an earlier position of the game, after so many plies. */
void touch_take_back_to(struct work *w, uint16_t plies, const struct rules_position *pos);
void touch_set_move(struct work *w, uint32_t ply, const char *uci);
void touch_set_line(struct work *w, uint32_t ply, const struct touch_line *line);
void touch_take_position(struct work *w, const struct rules_position *pos);

/* --- sure.c: whose hand it was --- */

enum touch_certainty touch_sure_of_breach(const struct touch_game *game,
					  const struct touch_list *list, bool with_moved);

/* --- touchmove.c --- */

/* An event that a machine can take: squares, men, colours and words that there are. */
bool touch_is_sound(const struct touch_event *event);

#endif
