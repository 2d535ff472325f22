/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/movegen.h"
#include "tests/support/games.h"
#include "tests/support/hands.h"
#include "touchmove/law/law.h"

/* Whole games: what innocent hands do is understood, and nobody is accused. */

static struct law law;
static struct touch_reports reports;

/* What was said in a game; an accusation or a doubt fails the test. */
struct heard {
	size_t moves, completed, results;
	rules_move move[GAME_PLIES_MAX + 1];
};

static void hear(struct heard *heard, const struct rules_position *pos)
{
	for (size_t i = 0; i < reports.count; i++) {
		const struct touch_report *report = &reports.report[i];

		switch (report->type) {
		case TOUCH_REPORT_MOVE:
			ck_assert_uint_le(heard->moves, GAME_PLIES_MAX);
			heard->move[heard->moves++] = report->move;
			break;
		case TOUCH_REPORT_COMPLETED: heard->completed++; break;
		case TOUCH_REPORT_RESULT: heard->results++; break;
		case TOUCH_REPORT_TOUCH:
		case TOUCH_REPORT_FLASHING:
		case TOUCH_REPORT_FINDING: break;
		case TOUCH_REPORT_IRREGULARITY:
			ck_abort_msg("accused of %s in %s", touch_kind_name(report->kind),
				     fen_of(pos));
		case TOUCH_REPORT_UNSURE:
		case TOUCH_REPORT_OVER:
		case TOUCH_REPORT_REVISED: ck_abort_msg("unsure in %s", fen_of(pos));
		}
	}
}

static void play(struct hands *hands, const struct rules_position *pos, rules_move move,
		 struct heard *heard)
{
	struct hands_events events;

	hands_move(hands, pos, move, &events);
	for (size_t i = 0; i < events.count; i++) {
		law_step(&law, &events.event[i], &reports);
		hear(heard, pos);
	}
}

static void play_game(struct random *random, bool chess960, enum touch_edition edition)
{
	static struct game script;
	struct touch_rules rules = touch_rules_for(edition, TOUCH_STANDARD, false);
	struct hands hands = {.random = random, .at_ms = 1000, .stray = RULES_NO_PIECE};
	struct touch_event rest = {.type = TOUCH_EV_TICK};
	struct heard heard = {0};
	struct rules_position pos;
	size_t plies = 0;

	random_game(random, chess960, &script);
	pos = script.start;
	law_begin(&law, &rules, &pos, 0);
	while (plies < script.plies && law.game.state != TOUCH_ST_ENDED) {
		play(&hands, &pos, script.moves[plies], &heard);
		rules_apply(&pos, script.moves[plies++], NULL);
	}
	rest.at_ms = hands.at_ms + 10000;
	law_step(&law, &rest, &reports);
	hear(&heard, &pos);
	if (heard.results > 0 && heard.moves + 1 == plies)
		plies--; /* it was over, but that was said while the hands went on */
	for (size_t i = 0; i < plies; i++)
		if (heard.move[i] != script.moves[i])
			ck_abort_msg("half-move %zu is %04x, not %04x", i + 1, heard.move[i],
				     script.moves[i]);
	ck_assert_uint_eq(heard.moves, plies);
	ck_assert_uint_eq(heard.completed, plies);
}

START_TEST(clean_games_give_exactly_their_moves_and_no_accusation)
{
	struct random random = {.state = 4};

	for (int i = 0; i < 300; i++)
		play_game(&random, false, (enum touch_edition)(i % TOUCH_EDITIONS));
}
END_TEST

START_TEST(clean_chess960_games_too)
{
	struct random random = {.state = 960};

	for (int i = 0; i < 100; i++)
		play_game(&random, true, TOUCH_LAWS_2023);
}
END_TEST

/*
 * One in a hundred updates is lost; a dump of the whole board comes every few
 * seconds, and when the machine asks for one before it accuses anybody.
 */
struct lossy {
	struct random *random;
	rules_piece board[64]; /* as it really is */
	uint64_t next_dump_ms;
	bool is_unsure;
	size_t accused;
};

static void see(struct lossy *l, const struct touch_event *event)
{
	if (event->type == TOUCH_EV_LIFTED)
		l->board[event->square] = RULES_NO_PIECE;
	else if (event->type == TOUCH_EV_PLACED)
		l->board[event->square] = event->piece;
	if (event->type == TOUCH_EV_PRESSED || random_below(l->random, 100) != 0)
		law_step(&law, event, &reports);
	else
		reports.count = 0;
}

static void count_losses(struct lossy *l)
{
	for (size_t i = 0; i < reports.count; i++) {
		l->is_unsure |= reports.report[i].type == TOUCH_REPORT_UNSURE ||
				reports.report[i].type == TOUCH_REPORT_OVER;
		l->accused += reports.report[i].type == TOUCH_REPORT_IRREGULARITY;
	}
}

/* True if the game was followed to its end. */
static bool play_lossy(struct random *random, size_t *accused)
{
	static struct game script;
	struct touch_rules rules = touch_rules_for(TOUCH_LAWS_2023, TOUCH_STANDARD, false);
	struct hands hands = {.random = random, .at_ms = 1000, .stray = RULES_NO_PIECE};
	struct lossy l = {.random = random};
	struct rules_position pos;

	random_game(random, false, &script);
	pos = script.start;
	memcpy(l.board, pos.at, sizeof(l.board));
	law_begin(&law, &rules, &pos, 0);
	for (size_t i = 0; i < script.plies && law.game.state != TOUCH_ST_ENDED && !l.is_unsure;
	     i++) {
		struct hands_events events;

		hands_move(&hands, &pos, script.moves[i], &events);
		for (size_t k = 0; k < events.count; k++) {
			see(&l, &events.event[k]);
			count_losses(&l);
			if (!law.reader.wants_board &&
			    (hands.at_ms < l.next_dump_ms || k + 1 < events.count))
				continue;
			law_board(&law, l.board, events.event[k].at_ms, &reports);
			count_losses(&l);
			l.next_dump_ms = hands.at_ms + 3000;
		}
		rules_apply(&pos, script.moves[i], NULL);
	}
	*accused += l.accused;
	return !l.is_unsure &&
	       (law.game.state == TOUCH_ST_ENDED || memcmp(law.game.hands.at, pos.at, 64) == 0);
}

START_TEST(lost_updates_are_made_up_for_or_said_to_be_unsure)
{
	struct random random = {.state = 99};
	size_t followed = 0, accused = 0;

	for (int i = 0; i < 100; i++)
		followed += play_lossy(&random, &accused);
	ck_assert_uint_eq(accused, 0);
	ck_assert_uint_ge(followed, 95);
}
END_TEST

/* Anything a broken board, a clock or a cat could do. */
static struct touch_event garbage(struct random *random, uint64_t *at_ms)
{
	static const rules_piece men[] = {0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13};
	struct touch_event event = {.at_ms = *at_ms += random_below(random, 900),
				    .id = (uint32_t)random_next(random),
				    .square = (rules_square)random_below(random, 64),
				    .piece = men[random_below(random, 12)],
				    .color = (uint8_t)random_below(random, 3),
				    .number = (uint32_t)random_below(random, 5)};
	size_t kind = random_below(random, 20);

	event.type = kind < 8    ? TOUCH_EV_LIFTED
		     : kind < 15 ? TOUCH_EV_PLACED
		     : kind < 17 ? TOUCH_EV_PRESSED
		     : kind < 18 ? TOUCH_EV_ADJUSTED
				 : TOUCH_EV_ARBITER;
	event.action = (uint8_t)random_below(random, TOUCH_ACT_SEAL);
	event.detail = (uint8_t)random_below(random, 4);
	if (event.action == TOUCH_ACT_RESIGN || event.action == TOUCH_ACT_FLAG)
		event.action = TOUCH_ACT_RESUME;
	if (random_below(random, 3) == 0)
		strcpy(event.text, "Nf3");
	return event;
}

static void throw_garbage(uint64_t seed, int count)
{
	struct random random = {.state = seed};
	struct rules_position pos = random_position(&random, 60);
	struct touch_rules rules =
		touch_rules_for((enum touch_edition)(seed % TOUCH_EDITIONS),
				(enum touch_mode)(seed / 3 % TOUCH_MODES), seed % 2 == 0);
	uint64_t at_ms = 0;

	law_begin(&law, &rules, &pos, 0);
	for (int i = 0; i < count; i++) {
		struct touch_event event = garbage(&random, &at_ms);
		struct touch_obligation must;
		const struct rules_position *base;

		law_step(&law, &event, &reports);
		ck_assert_uint_le(reports.count, TOUCH_REPORTS_MAX);
		ck_assert_uint_le(law.game.hands.count, TOUCH_AIR_MAX);
		touch_must(&law.game, &must, &base);
	}
}

START_TEST(garbage_is_survived)
{
	for (uint64_t seed = 1; seed <= 120; seed++)
		throw_garbage(seed, 400);
}
END_TEST

START_TEST(the_same_events_give_the_same_game_bit_for_bit)
{
	static struct touch_game once;

	for (uint64_t seed = 1; seed <= 10; seed++) {
		memset(&law, 0xa5, sizeof(law));
		throw_garbage(seed, 300);
		once = law.game;
		memset(&law, 0x5a, sizeof(law));
		throw_garbage(seed, 300);
		ck_assert_mem_eq(&once.hands, &law.game.hands, sizeof(law.game.hands));
		ck_assert_uint_eq(once.next_finding, law.game.next_finding);
		ck_assert_int_eq(once.state, law.game.state);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("games");
	TCase *tests = tcase_create("games");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, clean_games_give_exactly_their_moves_and_no_accusation);
	tcase_add_test(tests, clean_chess960_games_too);
	tcase_add_test(tests, lost_updates_are_made_up_for_or_said_to_be_unsure);
	tcase_add_test(tests, garbage_is_survived);
	tcase_add_test(tests, the_same_events_give_the_same_game_bit_for_bit);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
