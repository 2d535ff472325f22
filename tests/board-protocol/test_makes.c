/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct board_session session;

static struct board_config config_of(size_t make)
{
	return (struct board_config){.wiring = BOARD_WIRING_SINGLE, .make = (uint8_t)make};
}

START_TEST(every_make_has_a_name_of_its_own)
{
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	ck_assert_uint_gt(count, 0);
	for (size_t i = 0; i < count; i++) {
		uint8_t found;

		ck_assert(board_make_find(makes[i]->name, &found));
		ck_assert_uint_eq(found, i);
		ck_assert_ptr_eq(board_make_at(found), makes[i]);
		ck_assert_uint_gt(strlen(makes[i]->title), 0);
	}
	ck_assert(!board_make_find("nobody", &(uint8_t){0}));
	ck_assert(!board_make_find("", &(uint8_t){0}));
}
END_TEST

/* Settings of an old journal name no make. */
START_TEST(the_first_make_is_dgt)
{
	ck_assert_str_eq(board_make_at(0)->name, "dgt");
}
END_TEST

START_TEST(every_identity_says_what_it_is)
{
	size_t count;
	const struct board_make *const *makes = board_makes(&count);

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < makes[i]->usb_count; j++) {
			const struct board_usb *row = &makes[i]->usb[j];

			ck_assert_uint_gt(strlen(row->name), 0);
			ck_assert(row->vendor != 0 || (row->maker && row->product_name));
		}
		for (size_t j = 0; j < makes[i]->bluetooth_count; j++)
			ck_assert(makes[i]->bluetooth[j].name_has ||
				  makes[i]->bluetooth[j].service);
	}
}
END_TEST

/*
 * Noise can put a DGT board to silence, so it is asked first; and makes that share an adapter with
 * all kinds of things are only listened to before one is asked at their speed.
 */
START_TEST(makes_are_tried_in_an_order_that_harms_nobody)
{
	static const char *const order[] = {"dgt", "certabo", "sentio", "chesslink"};
	uint8_t last = 0, number;

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		ck_assert(board_make_find(order[i], &number));
		ck_assert(i == 0 ? number == 0 : number > last);
		last = number;
	}
}
END_TEST

/* A board that speaks unasked is never written to, whoever is at the other end. */
START_TEST(who_is_listened_to_hears_nothing)
{
	static const char *const listened[] = {"certabo", "sentio"};
	struct board_config config = {.only_meet = true};
	uint8_t bytes[BOARD_OUT_MAX];
	struct board_event event;

	ck_assert(board_make_find(listened[_i], &config.make));
	board_session_init(&session, &config);
	board_session_open(&session, 0);
	for (uint64_t at_ms = 0; at_ms <= BOARD_MEET_MS; at_ms += 100) {
		board_session_tick(&session, at_ms);
		while (board_session_next(&session, &event))
			continue;
		ck_assert_uint_eq(board_session_take(&session, bytes, sizeof(bytes)), 0);
	}
}
END_TEST

/* Events are taken as they must be; returns how many, and the last loss. */
static size_t take_events(bool *ret_is_lost)
{
	struct board_event event;
	size_t count = 0;

	while (board_session_next(&session, &event)) {
		*ret_is_lost |= event.type == BOARD_EV_LOST;
		count++;
	}
	return count;
}

static size_t take_bytes(uint8_t bytes[BOARD_OUT_MAX])
{
	return board_session_take(&session, bytes, BOARD_OUT_MAX);
}

START_TEST(every_make_is_lost_where_nothing_answers)
{
	uint8_t bytes[BOARD_OUT_MAX];
	bool is_lost = false;
	struct board_config config = config_of((size_t)_i);

	board_session_init(&session, &config);
	ck_assert_int_eq(board_session_state(&session), BOARD_ST_CLOSED);
	board_session_open(&session, 1000);
	for (int i = 0; i < 1000 && !is_lost; i++) {
		uint64_t due = board_session_deadline(&session);

		(void)take_events(&is_lost);
		(void)take_bytes(bytes);
		ck_assert_ptr_null(board_session_men(&session, 0));
		if (due == BOARD_NEVER)
			break;
		board_session_tick(&session, due);
		(void)take_events(&is_lost);
	}
	ck_assert(is_lost);
	ck_assert_int_eq(board_session_state(&session), BOARD_ST_LOST);
	ck_assert_uint_le(board_session_now(&session), 61000);
	board_session_close(&session, board_session_now(&session));
	ck_assert_int_eq(board_session_state(&session), BOARD_ST_CLOSED);
}
END_TEST

/* What comes is nobody's message, in pieces of every size; nothing is believed of it. */
START_TEST(every_make_survives_noise)
{
	struct board_config config = config_of((size_t)_i);
	bool is_lost = false;
	uint32_t seed = 1;
	uint8_t noise[97];

	board_session_init(&session, &config);
	board_session_open(&session, 0);
	for (uint64_t at_ms = 0; at_ms < 3000; at_ms += 7) {
		size_t used = 0;

		for (size_t i = 0; i < sizeof(noise); i++) {
			seed = seed * 1103515245 + 12345;
			noise[i] = (uint8_t)(seed >> 16);
		}
		while (used < sizeof(noise)) {
			used += board_session_feed(&session, at_ms, noise + used,
						   sizeof(noise) - used);
			(void)take_events(&is_lost);
		}
	}
	ck_assert_ptr_null(board_session_men(&session, 0));
}
END_TEST

/* A session is plain data: a copy goes on by itself, and the same way. */
START_TEST(a_session_may_be_copied)
{
	static struct board_session copy;
	struct board_config config = config_of((size_t)_i);
	uint8_t first[BOARD_OUT_MAX], second[BOARD_OUT_MAX];
	size_t len;
	bool is_lost = false;

	board_session_init(&session, &config);
	board_session_open(&session, 5);
	copy = session;
	board_session_tick(&session, 900);
	(void)take_events(&is_lost);
	len = take_bytes(first);
	session = copy;
	board_session_tick(&session, 900);
	(void)take_events(&is_lost);
	ck_assert_uint_eq(take_bytes(second), len);
	ck_assert_mem_eq(first, second, len);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("makes");
	TCase *tcase = tcase_create("makes");
	SRunner *runner = srunner_create(suite);
	size_t count;
	int failed;

	(void)board_makes(&count);
	tcase_add_test(tcase, every_make_has_a_name_of_its_own);
	tcase_add_test(tcase, the_first_make_is_dgt);
	tcase_add_test(tcase, every_identity_says_what_it_is);
	tcase_add_test(tcase, makes_are_tried_in_an_order_that_harms_nobody);
	tcase_add_loop_test(tcase, who_is_listened_to_hears_nothing, 0, 2);
	tcase_add_loop_test(tcase, every_make_is_lost_where_nothing_answers, 0, (int)count);
	tcase_add_loop_test(tcase, every_make_survives_noise, 0, (int)count);
	tcase_add_loop_test(tcase, a_session_may_be_copied, 0, (int)count);
	suite_add_tcase(suite, tcase);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}
