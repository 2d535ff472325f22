/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board-protocol/board.h"
#include "rules-core/fen.h"
#include "tests/touchmove/read/read_words.h"

/*
 * Recordings of other programs, the reader alone behind a session: every
 * half-move is told as it was played, and nothing is taken back or doubted.
 * A stand-in answers what the board in the recording was not asked.
 */
#define LINE_MAX_LEN 4096

static const char *const names[] = {"recorded-early", "recorded-digits", "recorded-late", "pushed"};

static struct board_session session;
static struct reader reader;
static struct read_list list;
static rules_move told[READ_PLIES_MAX];
static unsigned told_count, withdrawn, unsure;

static void hear_news(void)
{
	for (size_t i = 0; i < list.count; i++) {
		const struct read_news *news = &list.news[i];

		if (news->type == READ_NEWS_MOVE) {
			told[news->ply - 1] = news->move;
			told_count = news->ply;
		} else if (news->type == READ_NEWS_REVISED) {
			told_count = news->ply - 1u;
			withdrawn++;
		}
		unsure += news->type == READ_NEWS_UNSURE;
	}
}

static enum rules_color color_of(enum board_side side)
{
	return side == BOARD_LEFT ? RULES_WHITE : RULES_BLACK;
}

static void take_event(const struct board_event *event, uint64_t at_ms)
{
	uint8_t running = READ_NOBODY;

	list.count = 0;
	if (event->type == BOARD_EV_LIFTED)
		read_square(&reader, event->square, RULES_NO_PIECE, at_ms, 0, &list);
	else if (event->type == BOARD_EV_PLACED || event->type == BOARD_EV_REPLACED)
		read_square(&reader, event->square, rules_fen_piece(event->piece), at_ms, 0, &list);
	else if (event->type == BOARD_EV_PRESSED)
		read_press(&reader, color_of(event->side), at_ms, 0, &list);
	else if (event->type == BOARD_EV_CLOCK && event->time.running)
		running = (uint8_t)color_of(event->time.to_move);
	if (event->type == BOARD_EV_CLOCK)
		read_clock(&reader, running, at_ms, &list);
	hear_news();
}

static void take_events(uint64_t at_ms)
{
	struct board_event event;

	while (board_session_next(&session, &event))
		take_event(&event, at_ms);
}

static void feed(uint64_t at_ms, const uint8_t *bytes, size_t len)
{
	while (len > 0) {
		size_t used = board_session_feed(&session, at_ms, bytes, len);

		take_events(at_ms);
		bytes += used;
		len -= used;
	}
}

/* The session's questions, until it has no more. */
static void answer(uint64_t at_ms)
{
	struct board_stand_in as = {.serial = "00000"};
	uint8_t asked[BOARD_OUT_MAX], said[256];
	size_t len;

	while ((len = board_session_take(&session, asked, sizeof(asked))) > 0) {
		for (size_t at = 0, used = 0; at<len; at += used> 0 ? used : 1) {
			size_t said_len = board_session_stand_in(
				&session, &as, asked + at, len - at, &used, said, sizeof(said));

			feed(at_ms, said, said_len);
		}
	}
}

static void wait_until(uint64_t at_ms)
{
	while (board_session_deadline(&session) <= at_ms) {
		uint64_t due_ms = board_session_deadline(&session);

		board_session_tick(&session, due_ms);
		take_events(due_ms);
		answer(due_ms);
	}
	list.count = 0;
	read_tick(&reader, at_ms, &list);
	hear_news();
}

static FILE *open_capture(const char *name, const char *ending)
{
	char path[300];
	FILE *file;

	snprintf(path, sizeof(path), "%s/../captures/%s.%s", BOARDD_TEST_DATA, name, ending);
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	return file;
}

static uint64_t play_line(const char *line)
{
	const char *t = strstr(line, "\"t\":"), *in = strstr(line, "\"in\":\"");
	uint64_t at_ms = t ? strtoull(t + 4, NULL, 10) + 2000 : 2000;
	uint8_t bytes[LINE_MAX_LEN / 2];
	size_t len = 0;
	unsigned byte;

	if (!t || !in)
		return at_ms;
	for (in += 6; sscanf(in, "%2x", &byte) == 1 && *in != '"'; in += 2)
		bytes[len++] = (uint8_t)byte;
	wait_until(at_ms);
	feed(at_ms, bytes, len);
	answer(at_ms);
	return at_ms;
}

/* The first line may tell where the game began. */
static struct rules_position start_of(char *head)
{
	char *start = strstr(head, "\"start\":\"");

	if (!start)
		return position(RULES_START_FEN);
	start += strlen("\"start\":\"");
	*strchr(start, '"') = '\0';
	return position(start);
}

static void play(const char *name)
{
	struct read_config config = read_config_of(SENSE_RECORDED, true, true);
	FILE *file = open_capture(name, "capture");
	struct rules_position start;
	char line[LINE_MAX_LEN];
	uint64_t at_ms = 0;

	told_count = withdrawn = unsure = 0;
	ck_assert_ptr_nonnull(fgets(line, sizeof(line), file));
	start = start_of(line);
	read_begin(&reader, &config, &start, 0);
	board_session_init(&session, &(struct board_config){.wiring = BOARD_WIRING_SINGLE,
							    .is_recorded = true});
	board_session_open(&session, 0);
	answer(0);
	while (fgets(line, sizeof(line), file))
		at_ms = play_line(line);
	wait_until(at_ms + 20000);
	fclose(file);
}

START_TEST(a_recording_is_read_without_a_slip)
{
	const char *name = names[_i];
	FILE *file;
	char wanted[16];
	unsigned ply, plies = 0;

	play(name);
	file = open_capture(name, "moves");
	while (fscanf(file, "%u %15s", &ply, wanted) == 2) {
		rules_square from, to;

		ck_assert_msg(ply <= told_count, "%s: %u of %u told", name, told_count, ply);
		from = rules_from(told[ply - 1]);
		to = read_goal(told[ply - 1]);
		ck_assert_msg(from == on((char[]){wanted[0], wanted[1], '\0'}) &&
				      to == on((char[]){wanted[2], wanted[3], '\0'}),
			      "%s: %u. %s, told %d to %d", name, ply, wanted, from, to);
		plies = ply;
	}
	fclose(file);
	ck_assert_msg(told_count == plies && withdrawn == 0 && unsure == 0,
		      "%s: %u of %u told, %u withdrawn, %u unsure", name, told_count, plies,
		      withdrawn, unsure);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("recorded");
	TCase *tests = tcase_create("captures");

	tcase_add_loop_test(tests, a_recording_is_read_without_a_slip, 0,
			    (int)(sizeof(names) / sizeof(names[0])));
	suite_add_tcase(suite, tests);
	return run_suite(suite);
}
