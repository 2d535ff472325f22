/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/movegen.h"
#include "simulator/board/sim_sensor.h"
#include "simulator/hands/sim_hands.h"
#include "tests/support/games.h"
#include "tests/support/words.h"

#define SCAN_MS 250

/* A board watched act by act, and what the game is meanwhile. */
struct watch {
	struct sim_hands hands;
	struct rules_position pos; /* after the last move made */
	rules_piece men[64];
	uint64_t now_ms;
	size_t made, pressed;
	unsigned manners[SIM_MANNERS];
	enum rules_color to_press;
	/* Of the turn: what was touched before the move was made. */
	size_t touches;
	struct {
		uint64_t at_ms;
		rules_square square;
	} touched[64];
};

static void begin(struct watch *w, struct sim_hands_config config)
{
	memset(w, 0, sizeof(*w));
	memset(w->men, RULES_NO_PIECE, sizeof(w->men));
	sim_hands_init(&w->hands, config);
}

static void give_random_game(struct watch *w, struct sim_random *random, size_t plies)
{
	static struct sim_game game;

	sim_game_random(random, plies, &game);
	sim_hands_play(&w->hands, &game, w->now_ms);
}

/* All men of the position stand where they should; at most one more is being carried off. */
static void expect_position(const struct watch *w)
{
	unsigned more = 0;

	for (rules_square square = 0; square < 64; square++) {
		if (w->men[square] == w->pos.at[square])
			continue;
		ck_assert_msg(w->pos.at[square] == RULES_NO_PIECE, "%c%c is wrong in %s",
			      'a' + rules_file_of(square), '1' + rules_rank_of(square),
			      fen_of(&w->pos));
		more++;
	}
	ck_assert_uint_le(more, 1);
}

static void watch_made(struct watch *w, const struct sim_act *act)
{
	ck_assert_uint_eq(act->ply, w->made + 1);
	ck_assert_uint_eq(act->move, w->hands.game.moves[w->made]);
	ck_assert(rules_is_legal(&w->pos, act->move));
	ck_assert_int_eq(act->color, w->pos.turn);
	rules_apply(&w->pos, act->move, NULL);
	w->made++;
	w->manners[act->manner]++;
	expect_position(w);
}

static void watch_act(struct watch *w, const struct sim_act *act)
{
	ck_assert_uint_ge(act->at_ms, w->now_ms);
	w->now_ms = act->at_ms;
	switch (act->type) {
	case SIM_ACT_LIFT:
		ck_assert_uint_ne(w->men[act->square], RULES_NO_PIECE);
		ck_assert_uint_eq(w->men[act->square], act->piece);
		w->men[act->square] = RULES_NO_PIECE;
		if (w->pos.at[act->square] != RULES_NO_PIECE && w->touches < 64) {
			w->touched[w->touches].at_ms = act->at_ms;
			w->touched[w->touches++].square = act->square;
		}
		break;
	case SIM_ACT_PLACE:
		ck_assert_uint_ne(act->piece, RULES_NO_PIECE);
		w->men[act->square] = act->piece;
		break;
	case SIM_ACT_PRESS:
		ck_assert_int_eq(act->color, w->to_press);
		w->to_press = rules_opponent(w->to_press);
		w->pressed++;
		break;
	case SIM_ACT_READY:
		w->pos = w->hands.game.start;
		w->made = w->pressed = w->touches = 0;
		w->to_press = (enum rules_color)w->pos.turn;
		expect_position(w);
		break;
	case SIM_ACT_MADE: watch_made(w, act); break;
	case SIM_ACT_SET_CLOCK:
	case SIM_ACT_START_CLOCK:
	case SIM_ACT_STOP_CLOCK:
	case SIM_ACT_SAY:
	case SIM_ACT_FAULT:
	case SIM_ACT_VIOLATION:
	case SIM_ACT_RESULT: break;
	}
}

START_TEST(every_move_of_every_game_ends_on_the_board)
{
	struct sim_random random = sim_random_of(1, 0);
	static struct watch w;
	struct sim_act act;
	size_t results = 0;

	begin(&w, sim_hands_usual(7));
	for (int game = 0; game < 60; game++) {
		give_random_game(&w, &random, 160);
		while (sim_hands_next(&w.hands, &act)) {
			watch_act(&w, &act);
			results += act.type == SIM_ACT_RESULT;
		}
		ck_assert_uint_eq(w.made, w.hands.game.plies);
		ck_assert_uint_ge(w.pressed + 1, w.made);
	}
	ck_assert_uint_eq(results, 60);
	for (int i = 0; i < SIM_MANNERS; i++)
		ck_assert_msg(w.manners[i] > 0, "nobody made a move by %s",
			      sim_manner_name((enum sim_manner)i));
}
END_TEST

START_TEST(games_of_chess960_end_on_the_board_too)
{
	struct random random = {5};
	static struct watch w;
	struct sim_act act;
	unsigned castlings = 0;

	begin(&w, sim_hands_usual(8));
	for (int number = 0; number < 80; number++) {
		static struct sim_game game;
		static struct game found;

		random_game(&random, true, &found);
		game = (struct sim_game){
			.start = found.start, .plies = found.plies, .result = found.result};
		memcpy(game.moves, found.moves, found.plies * sizeof(found.moves[0]));
		sim_hands_play(&w.hands, &game, w.now_ms);
		while (sim_hands_next(&w.hands, &act)) {
			watch_act(&w, &act);
			castlings += act.type == SIM_ACT_MADE && rules_is_castling(act.move);
		}
		ck_assert_uint_eq(w.made, found.plies);
	}
	ck_assert_uint_gt(castlings, 10);
}
END_TEST

static void expect_share(const char *what, unsigned count, unsigned total, double share)
{
	double is = (double)count / total;

	ck_assert_msg(is > share - 0.03 && is < share + 0.03, "%s: %u of %u", what, count, total);
}

START_TEST(captures_come_as_they_were_counted)
{
	struct sim_random random = sim_random_of(2, 0);
	static struct watch w;
	struct sim_act act;
	unsigned captures, castlings;

	begin(&w, sim_hands_usual(11));
	for (int game = 0; game < 150; game++) {
		give_random_game(&w, &random, 160);
		while (sim_hands_next(&w.hands, &act))
			watch_act(&w, &act);
	}
	captures = w.manners[SIM_MANNER_SWAP] + w.manners[SIM_MANNER_VICTIM_FIRST] +
		   w.manners[SIM_MANNER_MOVER_FIRST];
	castlings = w.manners[SIM_MANNER_KING_THEN_ROOK] + w.manners[SIM_MANNER_BOTH_IN_HAND] +
		    w.manners[SIM_MANNER_ROOK_DOWN_FIRST] + w.manners[SIM_MANNER_TWO_HANDS];
	ck_assert_uint_gt(captures, 2000);
	expect_share("swaps", w.manners[SIM_MANNER_SWAP], captures, 0.7);
	expect_share("victim first", w.manners[SIM_MANNER_VICTIM_FIRST], captures, 0.2);
	expect_share("mover first", w.manners[SIM_MANNER_MOVER_FIRST], captures, 0.1);
	ck_assert_uint_gt(castlings, 150);
	ck_assert_uint_gt(w.manners[SIM_MANNER_KING_THEN_ROOK], castlings * 8 / 10);
}
END_TEST

/* --- what the board's sensors see of it --- */

/* Changes noticed in one capture, as letters: own man gone, victim gone, or put in its place. */
static void see(struct sim_sensor *s, uint64_t until_ms, const struct rules_position *before,
		rules_square to, char *story, size_t room)
{
	struct dgt_field change;
	uint64_t at_ms;

	while (sim_sensor_next(s, until_ms, &change, &at_ms)) {
		size_t len = strlen(story);
		char letter = '?';

		if (change.piece != BOARD_EMPTY)
			letter = change.square == to ? 'P' : 'o';
		else if (change.square == to)
			letter = 'V';
		else if (before->at[change.square] != RULES_NO_PIECE)
			letter = 'L';
		if (len + 1 < room) {
			story[len] = letter;
			story[len + 1] = '\0';
		}
	}
}

START_TEST(the_sensors_see_the_manner)
{
	static const struct {
		enum sim_manner manner;
		const char *story;
	} rows[] = {
		{SIM_MANNER_SWAP, "LP"},
		{SIM_MANNER_VICTIM_FIRST, "VLP"},
		{SIM_MANNER_MOVER_FIRST, "LVP"},
	};
	struct rules_position before = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");

	for (size_t i = 0; i < 3 * 40; i++) {
		struct sim_hands_config config = sim_hands_usual(i);
		struct sim_game game = {.start = before, .plies = 1, .result = RULES_UNDECIDED};
		static struct sim_hands hands;
		struct sim_sensor s;
		struct sim_act act;
		char story[32] = "";

		config.habits = sim_habits_careful();
		memset(config.habits.manner, 0, sizeof(config.habits.manner));
		config.habits.manner[rows[i % 3].manner] = 1;
		game.moves[0] = move(&before, "e4d5");
		sim_hands_init(&hands, config);
		sim_hands_play(&hands, &game, 0);
		sim_sensor_init(&s, SCAN_MS, (uint32_t)(i * 37 % SCAN_MS));
		while (sim_hands_next(&hands, &act)) {
			see(&s, act.at_ms, &before, on("d5"), story, sizeof(story));
			if (act.type == SIM_ACT_LIFT)
				sim_sensor_put(&s, act.at_ms, act.square, BOARD_EMPTY);
			else if (act.type == SIM_ACT_PLACE)
				sim_sensor_put(&s, act.at_ms, act.square,
					       rules_fen_letter(act.piece));
			else if (act.type == SIM_ACT_READY)
				sim_sensor_look(&s);
		}
		ck_assert_str_eq(story, rows[i % 3].story);
	}
}
END_TEST

/* --- innocence --- */

static bool can_move(const struct rules_position *pos, rules_square square)
{
	struct rules_moves moves;

	rules_legal_moves_between(pos, rules_set_of(square), RULES_ALL_SQUARES, &moves);
	return moves.count > 0;
}

/* Three men lifted within half a second were knocked over, and count for nothing. */
static bool is_knocked(const struct watch *w, size_t i)
{
	unsigned near = 0;

	for (size_t j = 0; j < w->touches; j++) {
		uint64_t a = w->touched[i].at_ms, b = w->touched[j].at_ms;

		near += (a > b ? a - b : b - a) <= 500;
	}
	return near >= 3;
}

/* Own men touched before the move: the mover, the castling rook, or men that cannot move. */
static void expect_innocent(const struct watch *w, const struct rules_position *before,
			    const struct sim_act *act)
{
	for (size_t i = 0; i < w->touches; i++) {
		rules_square square = w->touched[i].square;
		rules_piece piece = before->at[square];

		if (piece == RULES_NO_PIECE || rules_color_of(piece) != act->color)
			continue;
		if (square == rules_from(act->move) ||
		    (rules_is_castling(act->move) && square == rules_to(act->move)))
			continue;
		ck_assert_msg(is_knocked(w, i) || !can_move(before, square),
			      "ply %u of %s: %s was touched", act->ply, fen_of(before),
			      fen_of(&w->pos));
	}
}

START_TEST(without_violations_nobody_touches_what_he_does_not_move)
{
	struct sim_random random = sim_random_of(3, 0);
	struct sim_hands_config config = sim_hands_usual(13);
	static struct watch w;
	struct sim_act act;

	config.habits.quirk[SIM_QUIRK_ADJUST] = 0; /* shorter than a scan: no touch */
	config.habits.quirk[SIM_QUIRK_STRAIGHTEN] = 0;
	for (int i = 0; i < SIM_QUIRK_STRAIGHTEN; i++)
		config.habits.quirk[i] *= 10;
	config.habits.quirk[SIM_QUIRK_ADJUST] = 0;
	begin(&w, config);
	for (int game = 0; game < 40; game++) {
		give_random_game(&w, &random, 120);
		while (sim_hands_next(&w.hands, &act)) {
			struct rules_position before = w.pos;

			watch_act(&w, &act);
			if (act.type != SIM_ACT_MADE)
				continue;
			expect_innocent(&w, &before, &act);
			w.touches = 0;
		}
	}
}
END_TEST

/* --- the end of a game --- */

START_TEST(kings_in_the_centre_tell_the_result)
{
	static const struct {
		enum rules_result result;
		const char *white, *black;
	} rows[] = {
		{RULES_WHITE_WINS, "e4", "d5"},
		{RULES_BLACK_WINS, "d4", "e5"},
		{RULES_DRAWN, "e4", "e5"},
	};

	for (size_t i = 0; i < 3; i++) {
		struct sim_hands_config config = sim_hands_usual(i);
		struct rules_position start = position("4k3/8/8/3pp3/3PP3/8/8/4K3 w - - 0 1");
		struct sim_game game = {.start = start, .plies = 1, .result = rows[i].result};
		static struct watch w;
		struct sim_act act;

		config.habits.quirk[SIM_QUIRK_KINGS] = SIM_MILLION;
		game.moves[0] = move(&start, "e1e2");
		begin(&w, config);
		sim_hands_play(&w.hands, &game, 0);
		while (sim_hands_next(&w.hands, &act))
			watch_act(&w, &act);
		ck_assert_int_eq(rules_fen_letter(w.men[on(rows[i].white)]), 'K');
		ck_assert_int_eq(rules_fen_letter(w.men[on(rows[i].black)]), 'k');
	}
}
END_TEST

/* --- determinism --- */

START_TEST(the_same_seed_gives_the_same_acts)
{
	static struct sim_hands a, b;
	struct sim_random random = sim_random_of(5, 0);
	static struct sim_game game;
	struct sim_act x, y;
	unsigned differences = 0;

	sim_game_random(&random, 100, &game);
	sim_hands_init(&a, sim_hands_usual(5));
	sim_hands_init(&b, sim_hands_usual(5));
	sim_hands_play(&a, &game, 100);
	sim_hands_play(&b, &game, 100);
	while (sim_hands_next(&a, &x)) {
		ck_assert(sim_hands_next(&b, &y));
		differences += x.at_ms != y.at_ms || x.type != y.type || x.square != y.square;
	}
	ck_assert(!sim_hands_next(&b, &y));
	ck_assert_uint_eq(differences, 0);
	sim_hands_init(&a, sim_hands_usual(6));
	sim_hands_play(&a, &game, 100);
	sim_hands_init(&b, sim_hands_usual(5));
	sim_hands_play(&b, &game, 100);
	while (sim_hands_next(&a, &x) && sim_hands_next(&b, &y))
		differences += x.at_ms != y.at_ms;
	ck_assert_uint_gt(differences, 100);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("simulator: hands");
	TCase *tc = tcase_create("hands");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, every_move_of_every_game_ends_on_the_board);
	tcase_add_test(tc, games_of_chess960_end_on_the_board_too);
	tcase_add_test(tc, captures_come_as_they_were_counted);
	tcase_add_test(tc, the_sensors_see_the_manner);
	tcase_add_test(tc, without_violations_nobody_touches_what_he_does_not_move);
	tcase_add_test(tc, kings_in_the_centre_tell_the_result);
	tcase_add_test(tc, the_same_seed_gives_the_same_acts);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
