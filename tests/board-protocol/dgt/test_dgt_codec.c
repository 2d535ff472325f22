/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vectors.h"

#include "board-protocol/dgt/bus.h"
#include "board-protocol/dgt/clock_command.h"
#include "board-protocol/dgt/describe.h"
#include "board-protocol/dgt/encode.h"
#include "board-protocol/dgt/mirror.h"

#include "tests/support/words.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static uint8_t bytes[DGT_FRAME_MAX];
static struct dgt_parser parser;

static void expect_vector(const char *name, const uint8_t *made, size_t len)
{
	const struct vector *v = vector_named(name);

	ck_assert_uint_eq(len, v->len);
	ck_assert_mem_eq(made, v->bytes, len);
}

static void expect_command(const char *name, struct dgt_clock_command command)
{
	expect_vector(name, command.bytes, command.len);
}

/* What was written, read back. */
static struct dgt_message read_back(size_t len)
{
	struct dgt_message msg;

	dgt_parser_init(&parser);
	ck_assert_uint_gt(len, 0);
	ck_assert_uint_eq(dgt_parser_feed(&parser, DGT_MODE_SINGLE, 0, bytes, len, &msg), len);
	ck_assert_int_ne(msg.type, DGT_MSG_NONE);
	ck_assert_int_ne(msg.type, DGT_MSG_DAMAGED);
	return msg;
}

START_TEST(squares_are_counted_from_a1_and_from_a8)
{
	static const struct {
		const char *name;
		uint8_t number;
	} anchors[] = {{"e2", 0x34}, {"e4", 0x24}, {"e7", 0x0c}, {"e5", 0x1c}, {"d5", 0x1b},
		       {"d4", 0x23}, {"a1", 0x38}, {"h8", 0x07}, {"a8", 0x00}, {"h1", 0x3f}};

	for (size_t i = 0; i < sizeof(anchors) / sizeof(anchors[0]); i++) {
		ck_assert_uint_eq(dgt_number_of(square_named(anchors[i].name)), anchors[i].number);
		ck_assert_uint_eq(dgt_square_of(anchors[i].number), square_named(anchors[i].name));
	}
}
END_TEST

START_TEST(pieces_are_fen_letters_and_the_rest_is_told_apart)
{
	static const char letters[] = ".PRNBKQprnbkq=+-";

	for (uint8_t code = 0; code < 16; code++) {
		ck_assert_int_eq(dgt_piece_of(code), letters[code]);
		ck_assert_uint_eq(dgt_code_of(letters[code]), code);
	}
	ck_assert_int_eq(dgt_piece_of(16), BOARD_UNKNOWN);
	ck_assert_uint_eq(dgt_code_of(BOARD_UNKNOWN), 0);
	ck_assert_uint_eq(dgt_code_of('\0'), 0);
}
END_TEST

START_TEST(a_start_position_is_the_board_dump_of_the_vectors)
{
	struct board_men normal = board_men_start(false), rotated = board_men_start(true);

	expect_vector("1", bytes, dgt_encode_board(&normal, bytes, sizeof(bytes)));
	expect_vector("2", bytes, dgt_encode_board(&rotated, bytes, sizeof(bytes)));
}
END_TEST

START_TEST(every_square_and_piece_goes_there_and_back)
{
	for (board_square square = 0; square < BOARD_SQUARES; square++) {
		for (uint8_t code = 0; code < 16; code++) {
			struct dgt_field in = {square, dgt_piece_of(code)}, out;
			size_t len = dgt_encode_field(in, bytes, sizeof(bytes));
			struct dgt_message msg;

			dgt_parser_init(&parser);
			(void)dgt_parser_feed(&parser, DGT_MODE_SINGLE, 0, bytes, len, &msg);
			out = dgt_message_field(&msg);
			if (msg.type != DGT_MSG_FIELD_UPDATE || out.square != in.square ||
			    out.piece != in.piece)
				ck_abort_msg("square %u code %u", square, code);
		}
	}
}
END_TEST

START_TEST(every_time_goes_there_and_back)
{
	uint32_t seed = 3;

	for (int i = 0; i < 20000; i++) {
		struct board_time in = {.connected = true}, out;
		uint8_t seven[DGT_CLOCK_BYTES];

		for (int k = 0; k < 2; k++) {
			seed = seed * 1664525 + 1013904223;
			in.side[k] =
				(struct board_side_time){.hours = (uint8_t)((seed >> 8) % 10),
							 .minutes = (uint8_t)((seed >> 12) % 60),
							 .seconds = (uint8_t)((seed >> 18) % 60),
							 .is_known = true,
							 .flag_blocked = seed >> 24 & 1,
							 .flag_shown = seed >> 25 & 1,
							 .per_move = seed >> 26 & 1};
		}
		in.to_move = seed >> 27 & 1 ? BOARD_LEFT : BOARD_RIGHT;
		in.running = true; /* else all zeros would be an empty message */
		in.battery_low = seed >> 28 & 1;
		in.left_turn = seed >> 29 & 1;
		in.right_turn = !in.left_turn;
		dgt_time_write(&in, seven);
		out = dgt_time_read(seven);
		if (dgt_clock_kind(seven) != DGT_CLOCK_TIME || !board_time_equal(&in, &out))
			ck_abort_msg("round %d", i);
	}
}
END_TEST

START_TEST(every_answer_of_a_clock_goes_there_and_back)
{
	uint32_t seed = 5;

	for (int i = 0; i < 20000; i++) {
		struct dgt_ack in, out;
		uint8_t seven[DGT_CLOCK_BYTES];

		seed = seed * 1664525 + 1013904223;
		memcpy(in.codes, &seed, sizeof(in.codes));
		dgt_ack_write(in, seven);
		out = dgt_ack_read(seven);
		if (dgt_clock_kind(seven) != DGT_CLOCK_ACK || memcmp(&in, &out, sizeof(in)) != 0)
			ck_abort_msg("round %d", i);
		for (size_t k = 0; k < sizeof(seven); k++) {
			if (seven[k] >= 0x80)
				ck_abort_msg("a top bit inside a message");
		}
	}
}
END_TEST

START_TEST(no_seven_bytes_are_read_as_two_things)
{
	uint32_t seed = 9;

	for (int i = 0; i < 100000; i++) {
		uint8_t seven[DGT_CLOCK_BYTES];
		struct board_time time;

		for (size_t k = 0; k < sizeof(seven); k++) {
			seed = seed * 1664525 + 1013904223;
			seven[k] = seed >> 24 & 0x7f;
		}
		time = dgt_time_read(seven);
		if (time.connected != (dgt_clock_kind(seven) == DGT_CLOCK_TIME))
			ck_abort_msg("round %d", i);
		if (time.connected && (time.side[0].hours > 9 || time.side[0].minutes > 59 ||
				       time.side[1].hours > 9 || time.side[1].seconds > 59))
			ck_abort_msg("no clock shows that");
	}
}
END_TEST

START_TEST(buttons_are_a_set_with_the_digit_of_the_last)
{
	uint8_t seven[DGT_CLOCK_BYTES];

	dgt_ack_write(dgt_ack_of_buttons(DGT_BUTTON_BACK | DGT_BUTTON_OK), seven);
	(void)dgt_encode(DGT_MSG_TIME, seven, sizeof(seven), bytes, sizeof(bytes));
	expect_vector("45", bytes, 10);
	for (unsigned set = 0; set < 32; set++)
		ck_assert_uint_eq(dgt_ack_buttons(dgt_ack_of_buttons(set)), set);
	ck_assert_uint_eq(dgt_ack_buttons((struct dgt_ack){{0x10, DGT_ACK_BUTTON, 5, 0x31}}), 0);
}
END_TEST

START_TEST(clock_commands_are_those_of_the_vectors)
{
	const struct dgt_clock_setting five = {.minutes = 5}, ninety = {.hours = 1, .minutes = 30};
	const uint8_t flags[DGT_ICON_COUNT] = {0, 0, 0x20, 0x20, 0, 0, 0, 0};

	expect_command("60", dgt_clock_ask(DGT_CLOCK_VERSION));
	expect_command("61", dgt_clock_ask(DGT_CLOCK_END));
	expect_command("62", dgt_clock_beep(0x10));
	expect_command("63", dgt_clock_set(five, five, DGT_RUN_LEFT));
	expect_command("64", dgt_clock_set(ninety, ninety, DGT_RUN_PAUSE));
	expect_command("65", dgt_clock_text("e2 e4", 1));
	expect_command("66", dgt_clock_segments("e2-e4 ", 0, false));
	expect_command("67", dgt_clock_icons(flags));
	ck_assert_uint_eq(dgt_clock_text_pi("hello world", 0).bytes[1], 0x0f);
}
END_TEST

START_TEST(a_clock_shows_only_what_it_has_a_shape_for)
{
	static const char shown[] = "0123456789abcdefghijklmnopqrstuvwxyz-=_";

	for (const char *c = shown; *c != '\0'; c++)
		ck_assert_uint_ne(dgt_clock_segment_of(*c), 0);
	ck_assert_uint_eq(dgt_clock_segment_of('E'), dgt_clock_segment_of('e'));
	ck_assert_uint_eq(dgt_clock_segment_of(' '), 0);
	ck_assert_uint_eq(dgt_clock_segment_of('\xe6'), 0);
	ck_assert_uint_eq(dgt_clock_text("\xc3\xa6", 0).bytes[4], '?'); /* never a top bit */
}
END_TEST

START_TEST(lights_are_those_of_the_vectors)
{
	struct dgt_leds on = dgt_leds_on(square_named("e2"), square_named("e4"));
	struct dgt_leds all_off = dgt_leds_all_off();

	expect_vector("68", on.bytes, sizeof(on.bytes));
	expect_vector("69", all_off.bytes, sizeof(all_off.bytes));
	ck_assert_mem_eq(dgt_leds_auto_off(true).bytes, "\x60\x04\x02\x01\x01\x00", 6);
	ck_assert_mem_eq(dgt_leds_auto_turn(false).bytes, "\x60\x04\x02\x02\x00\x00", 6);
	ck_assert_mem_eq(dgt_leds_off(0, 63).bytes, "\x60\x04\x00\x38\x07\x00", 6);
}
END_TEST

START_TEST(bus_requests_and_replies_are_those_of_the_vectors)
{
	static const struct {
		const char *vector;
		enum dgt_bus_command command;
		uint16_t address;
	} requests[] = {
		{"81", DGT_BUS_SEND_TIME, 2054},           {"82", DGT_BUS_PING, DGT_BUS_ALL},
		{"84", DGT_BUS_SEND_VERSION, DGT_BUS_ALL}, {"86", DGT_BUS_IGNORE_NEXT_PING, 1025},
		{"87", DGT_BUS_SEND_CHANGES, 1025},        {"95-request", DGT_BUS_START_GAME, 1025},
		{"97", DGT_BUS_RESET, DGT_BUS_ALL}};
	uint8_t codes[BOARD_SQUARES];
	struct board_men start = board_men_start(false);

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		dgt_bus_request(requests[i].command, requests[i].address, bytes);
		expect_vector(requests[i].vector, bytes, DGT_BUS_REQUEST_LEN);
	}
	expect_vector("83", bytes, dgt_bus_reply(0x87, 1025, NULL, 0, bytes, sizeof(bytes)));
	expect_vector("85", bytes,
		      dgt_bus_reply(0x89, 1025, (const uint8_t[]){1, 2}, 2, bytes, sizeof(bytes)));
	dgt_board_write(&start, codes);
	expect_vector("94", bytes, dgt_bus_reply(0x83, 1025, codes, 64, bytes, sizeof(bytes)));
	ck_assert_uint_eq(dgt_bus_reply(0x83, 1025, codes, 64, bytes, 69), 0);
}
END_TEST

START_TEST(who_the_board_is_goes_there_and_back)
{
	struct board_battery battery = {.percent = 88,
					.left_minutes = 125,
					.on_minutes = 61,
					.standby_minutes = 2 * 1440 + 3 * 60 + 4,
					.discharging = true},
			     read;
	struct dgt_message msg;

	msg = read_back(dgt_encode_text(DGT_MSG_SERIAL, "12345", bytes, sizeof(bytes)));
	ck_assert_str_eq(dgt_message_serial(&msg).number, "12345");
	ck_assert_str_eq(dgt_message_serial(&msg).storage, "");
	msg = read_back(dgt_encode_text(DGT_MSG_SERIAL, "01025 1.0", bytes, sizeof(bytes)));
	ck_assert_str_eq(dgt_message_serial(&msg).number, "01025");
	ck_assert_str_eq(dgt_message_serial(&msg).storage, "1.0");
	msg = read_back(dgt_encode_text(DGT_MSG_LONG_SERIAL, "3000147740", bytes, sizeof(bytes)));
	ck_assert_str_eq(dgt_message_serial(&msg).number, "3000147740");
	msg = read_back(dgt_encode_bus_address(1025, bytes, sizeof(bytes)));
	ck_assert_uint_eq(dgt_message_bus_address(&msg), 1025);
	msg = read_back(dgt_encode_version(DGT_MSG_VERSION, (struct board_version){3, 1}, bytes,
					   sizeof(bytes)));
	ck_assert_uint_eq(dgt_message_version(&msg).main, 3);
	msg = read_back(dgt_encode_battery(&battery, bytes, sizeof(bytes)));
	read = dgt_message_battery(&msg);
	ck_assert_int_eq(read.left_minutes, 125);
	ck_assert_uint_eq(read.on_minutes, 61);
	ck_assert_uint_eq(read.standby_minutes, battery.standby_minutes);
	ck_assert(read.discharging && !read.charging);
}
END_TEST

START_TEST(nothing_is_written_into_too_small_a_room)
{
	struct board_men start = board_men_start(false);

	ck_assert_uint_eq(dgt_encode_board(&start, bytes, 66), 0);
	ck_assert_uint_eq(dgt_encode_field((struct dgt_field){0, 'P'}, bytes, 4), 0);
	ck_assert_uint_eq(dgt_encode(DGT_MSG_LOG, bytes, DGT_FRAME_MAX, bytes, SIZE_MAX), 0);
}
END_TEST

START_TEST(every_event_of_a_log_goes_there_and_back)
{
	for (int type = DGT_LOG_CHANGE; type < DGT_LOG_SKIPPED; type++) {
		struct dgt_log_event in = {.type = (enum dgt_log_type)type,
					   .square = 12,
					   .piece = 'q',
					   .is_quick = true,
					   .side = BOARD_LEFT,
					   .hours = 1,
					   .minutes = 59,
					   .seconds = 7},
				     out;
		uint8_t tag[DGT_TAG_MAX];
		struct dgt_log log;

		dgt_log_init(&log, tag, dgt_log_write(&in, tag), true);
		ck_assert(dgt_log_next(&log, &out));
		ck_assert_int_eq(out.type, type);
		if (type == DGT_LOG_CHANGE)
			ck_assert(out.square == 12 && out.piece == 'q' && out.is_quick);
		if (type == DGT_LOG_TIME)
			ck_assert(out.side == BOARD_LEFT && out.hours == 1 && out.minutes == 59);
		ck_assert(!dgt_log_next(&log, &out));
		ck_assert_int_eq(out.type, DGT_LOG_END);
	}
}
END_TEST

START_TEST(any_log_is_read_to_its_end_byte_by_byte_at_worst)
{
	uint32_t seed = 11;

	for (int round = 0; round < 300; round++) {
		struct dgt_log_event event;
		struct dgt_log log;
		size_t last = 0, events = 0;

		for (size_t i = 0; i < DGT_LOG_RING; i++) {
			seed = seed * 1664525 + 1013904223;
			bytes[i] = seed >> 24 & 0x7f;
			if (bytes[i] == 0x6b)
				bytes[i] = 0x40;
		}
		dgt_log_init(&log, bytes, DGT_LOG_RING, false);
		while (dgt_log_next(&log, &event)) {
			if (log.at <= last || event.at != last)
				ck_abort_msg("at %zu after %zu", log.at, last);
			last = log.at;
			events++;
		}
		ck_assert_uint_eq(last, DGT_LOG_RING);
		ck_assert_uint_gt(events, DGT_LOG_RING / 3);
	}
}
END_TEST

START_TEST(the_stale_bytes_behind_the_end_are_not_read)
{
	static const uint8_t log_bytes[] = {0x6f, 0x6b, 0x40, 0x34};
	struct dgt_log_event event;
	struct dgt_log log;

	dgt_log_init(&log, log_bytes, sizeof(log_bytes), false);
	ck_assert(dgt_log_next(&log, &event));
	ck_assert(!dgt_log_next(&log, &event));
	ck_assert(!dgt_log_next(&log, &event)); /* and stays there */
}
END_TEST

START_TEST(a_trail_remembers_the_last_of_several_changes_of_a_square)
{
	struct dgt_trail a = {0}, b = {0};

	dgt_trail_add(&a, (struct dgt_field){12, '.'});
	dgt_trail_add(&a, (struct dgt_field){28, 'P'});
	dgt_trail_add(&b, (struct dgt_field){12, 'P'});
	dgt_trail_add(&b, (struct dgt_field){12, '.'});
	dgt_trail_add(&b, (struct dgt_field){28, '.'});
	dgt_trail_add(&b, (struct dgt_field){28, 'P'});
	ck_assert_uint_eq(b.count, 2);
	ck_assert_uint_eq(dgt_trail_common(&a, &b, 0), 2);
	ck_assert_uint_eq(dgt_trail_common(&a, &b, 1), 1);
	for (uint8_t i = 0; i < 200; i++)
		dgt_trail_add(&a, (struct dgt_field){i % 64, 'P'});
	ck_assert_uint_eq(a.count, DGT_TRAIL_MAX);
}
END_TEST

/* Random changes into a log; a mirror that saw a part of them must find the rest. */
START_TEST(a_gap_anywhere_in_a_random_log_is_found)
{
	uint32_t seed = 17;

	for (int round = 0; round < 400; round++) {
		struct dgt_mirror mirror = {0};
		struct board_men now = board_men_start(false);
		size_t len = 1, at, cut;
		unsigned seen = 5 + (unsigned)round % 150;
		struct board_event event;

		dgt_mirror_adopt(&mirror, &now);
		bytes[0] = 0x6f;
		cut = len;
		for (unsigned i = 0; i < 300; i++) {
			struct dgt_log_event ev = {.type = DGT_LOG_CHANGE};

			seed = seed * 1664525 + 1013904223;
			ev.square = (board_square)((seed >> 16) % 64);
			ev.piece = dgt_piece_of((uint8_t)((seed >> 24) % 13));
			/* A board logs only what differs, and not one square twice in a row. */
			if (now.at[ev.square] == ev.piece ||
			    bytes[len - 1] == dgt_number_of(ev.square))
				continue;
			now.at[ev.square] = ev.piece;
			len += dgt_log_write(&ev, bytes + len);
			if (i < seen) {
				(void)dgt_mirror_apply(
					&mirror, (struct dgt_field){ev.square, ev.piece}, &event);
				cut = len;
			}
		}
		bytes[len] = 0x6b;
		if (!dgt_gap_find(bytes, len + 1, &mirror, &now, &at) || at != cut)
			ck_abort_msg("round %d: found %zu, cut at %zu", round, at, cut);
	}
}
END_TEST

START_TEST(a_log_that_leads_elsewhere_explains_nothing)
{
	static const uint8_t log_bytes[] = {0x6f, 0x40, 0x34, 0x41, 0x24, 0x6b};
	struct board_men start = board_men_start(false), now = start;
	struct dgt_mirror mirror = {0};
	size_t at = 99;

	dgt_mirror_adopt(&mirror, &start);
	now.at[square_named("d2")] = '.'; /* the log tells of e2-e4 */
	ck_assert(!dgt_gap_find(log_bytes, sizeof(log_bytes), &mirror, &now, &at));
	ck_assert_uint_eq(at, 99);
}
END_TEST

START_TEST(every_message_has_a_name_and_values)
{
	for (unsigned type = 0x80; type < 0x200; type++) {
		enum dgt_mode mode = type & DGT_BUS ? DGT_MODE_BUS : DGT_MODE_SINGLE;
		struct dgt_value values[DGT_VALUES_MAX];
		static const uint8_t zeros[64];
		struct dgt_message msg = {.type = (enum dgt_message_type)type,
					  .payload = zeros,
					  .len = sizeof(zeros),
					  .frame = zeros};
		size_t count;

		if ((type & 0x80) == 0 || !dgt_message_is_known(mode, (uint8_t)type))
			continue;
		ck_assert_str_ne(dgt_message_name(msg.type), "unknown");
		count = dgt_describe(&msg, values);
		ck_assert_uint_le(count, DGT_VALUES_MAX);
		for (size_t i = 0; i < count; i++)
			ck_assert_ptr_nonnull(values[i].name);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("dgt_codec");
	TCase *tests = tcase_create("codec");

	tcase_set_timeout(tests, 60);
	tcase_add_test(tests, squares_are_counted_from_a1_and_from_a8);
	tcase_add_test(tests, pieces_are_fen_letters_and_the_rest_is_told_apart);
	tcase_add_test(tests, a_start_position_is_the_board_dump_of_the_vectors);
	tcase_add_test(tests, every_square_and_piece_goes_there_and_back);
	tcase_add_test(tests, every_time_goes_there_and_back);
	tcase_add_test(tests, every_answer_of_a_clock_goes_there_and_back);
	tcase_add_test(tests, no_seven_bytes_are_read_as_two_things);
	tcase_add_test(tests, buttons_are_a_set_with_the_digit_of_the_last);
	tcase_add_test(tests, clock_commands_are_those_of_the_vectors);
	tcase_add_test(tests, a_clock_shows_only_what_it_has_a_shape_for);
	tcase_add_test(tests, lights_are_those_of_the_vectors);
	tcase_add_test(tests, bus_requests_and_replies_are_those_of_the_vectors);
	tcase_add_test(tests, who_the_board_is_goes_there_and_back);
	tcase_add_test(tests, nothing_is_written_into_too_small_a_room);
	tcase_add_test(tests, every_event_of_a_log_goes_there_and_back);
	tcase_add_test(tests, any_log_is_read_to_its_end_byte_by_byte_at_worst);
	tcase_add_test(tests, the_stale_bytes_behind_the_end_are_not_read);
	tcase_add_test(tests, a_trail_remembers_the_last_of_several_changes_of_a_square);
	tcase_add_test(tests, a_gap_anywhere_in_a_random_log_is_found);
	tcase_add_test(tests, a_log_that_leads_elsewhere_explains_nothing);
	tcase_add_test(tests, every_message_has_a_name_and_values);
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
