/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_JUDGE_PRIVATE_H
#define BOARDD_LAW_JUDGE_PRIVATE_H

#include "touchmove/law/walk_private.h"
#include "touchmove/law/work.h"

#define LAW_REST_MS 8000 /* a board that rests so long shows what it shows */

/* How what the reader tells becomes what the law says; nothing of it is for callers. */

/* --- base.c: the position law and reader start from --- */

bool law_is_playing(const struct touch_game *game);
void law_refresh(struct law *law, struct work *w, enum law_how how);

/* While play stands only the board matters. */
void law_see_board(struct law *law);

/* The move that is made in this turn was said before. */
void law_remember_said(struct law *law);

/* The reader starts again from where law stands; or only if it stands elsewhere. */
void law_give_base(struct law *law, struct work *w);
void law_agree_on_base(struct law *law, struct work *w);
/* What was put down after this moment is no part of the turn that passes now. */
void law_forget_later(struct law *law, uint64_t at_ms);
void law_agree_after_press(struct law *law, struct work *w);

void law_wait_for_release(struct law *law);

/* Section 3: the offender may put an irregular press right until it is answered. */
void law_put_right(struct law *law, struct work *w);

/* A man of the offender in the air at his press belongs where he comes down. */
void law_bring_home(struct law *law, struct work *w);
void law_join_base(struct law *law, struct work *w);

/* A man of the completed move has gone on: the answer is read from where he stands. */
void law_say_moved_on(struct law *law, struct work *w);

/* --- press.c: what a press finds on the board (section 7) --- */

bool law_has_untold_move(const struct reader *r);
void law_play_on(struct touch_game *game);
bool law_has_untold_press(const struct reader *r);
void law_take_press(struct law *law, struct work *w, const struct read_news *news);
void law_release_press(struct law *law, struct work *w);
void law_look_at_held(struct law *law, struct work *w);
void law_press(struct law *law, struct work *w, uint8_t color, uint64_t at_ms);
bool law_judge_at_press(struct law *law, struct work *w);
bool law_is_pressed_badly(const struct law *law);
bool law_is_too_soon(const struct law *law);
/* The opponent presses back at once; or the move that is made is completed by it. */
bool law_gives_clock_back(struct touch_game *game, uint8_t color);
bool law_is_complete(const struct law *law, uint8_t color);
void law_look_at_open_press(struct law *law, struct work *w);
bool law_explains_rest(struct law *law, struct work *w);

/* --- found.c: what a press found besides the half-move that is told --- */

/* What hands had done by the press; true: a captured man was left. ret_until: when that is known.
 */
bool law_acts_at_press(const struct law *law, struct read_acts *acts, uint64_t *ret_until);
bool law_is_told_whole(const struct law *law, const struct reader *then);
bool law_found_disorder(const struct law *law);
bool law_found_no_move(const struct law *law, const struct law_input *in);
bool law_misses_men(const struct law *law, const struct reader *then, bool is_disorder);
bool law_found_enemies(const struct law *law, const struct reader *then);
bool law_awaits_board(const struct law *law);
uint64_t law_judge_ms(const struct law *law);

/* --- clear.c: is it sure whose hand left what the press found? --- */

bool law_is_press_clear(const struct law *law);
bool law_is_other_hand(const struct law *law, const struct law_input *in);

/* --- again.c: reading a second time from a press on --- */

void law_feed(struct reader *r, const struct law_input *in, struct read_list *ret_list);

/* The reader as the press found the board, with what was seen within a scan of it. */
size_t law_reader_at_press(const struct law *law, struct reader *ret);
void law_press_is_judged(struct law *law, uint64_t at_ms);
void law_take_again(struct law *law, struct work *w, const struct reader *from, size_t first);
void law_read_again(struct law *law, struct work *w, const struct reader *from, size_t first);

/* --- news.c --- */

void law_take_news(struct law *law, struct work *w, struct read_list *list);

/* Somebody acts, and has to know: the best reading is taken as it is. */
void law_decide(struct law *law, struct work *w);

/* --- unseen.c: whole boards, gaps, the clock's messages, doubts --- */

void law_take_board(struct law *law, struct work *w, const rules_piece board[64]);
void law_take_gap(struct law *law, struct work *w, bool is_blind);
void law_on_clock(struct law *law, struct work *w, const struct touch_event *event);
void law_say_unsure(struct law *law, struct work *w, const struct read_news *news);
void law_say_missed(struct law *law, struct work *w);
void law_say_over(struct law *law, struct work *w, const struct read_news *news);
void law_mind_doubt(struct law *law);
/* Nothing the reader knows explains the board yet: it is not for law to make something of it. */
bool law_is_in_the_dark(const struct law *law);
void law_choose(struct law *law, struct work *w, uint32_t number);
void law_forget_presses(struct law *law);

/* --- follow.c: law goes where the reader goes --- */

#define LAW_SHAKEN_TURNS 4 /* nobody is accused so soon after a doubt */

void law_take_back(struct law *law, struct work *w, uint16_t ply);
void law_catch_up(struct law *law, struct work *w, uint16_t plies);
void law_follow_reader(struct law *law, struct work *w);

/* --- input.c --- */

void law_take_input(struct law *law, struct work *w, const struct law_input *in);
void law_on_square(struct law *law, struct work *w, const struct touch_event *event);
void law_on_press(struct law *law, struct work *w, const struct touch_event *event);

/* --- stop.c: the arbiter acts; play stops and goes on --- */

void law_stop_clocks(struct law *law, struct work *w);
bool law_is_reading_gap(const struct law *law);
void law_stop_late(struct law *law, struct work *w);
void law_start_clocks(struct law *law, struct work *w, uint8_t color);
void law_on_arbiter(struct law *law, struct work *w, const struct touch_event *event);
void law_take_position(struct law *law, struct work *w, const struct rules_position *pos);
void law_on_adjusted(struct law *law, struct work *w, const struct touch_event *event);

#endif
