/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board-protocol/dgt_command.h"
#include "board-protocol/dgt_encode.h"
#include "daemon/capture.h"
#include "daemon/ctl.h"
#include "daemon/stream.h"

const char ctl_replay_help[] =
	"Plays a capture through board, touch-move and the Laws, and prints what is\n"
	"reported: one JSON object for each line. The same capture gives the same lines.\n"
	"Times count from 1970. FILE may be - for standard input.\n"
	"\n"
	"A line of the capture that cannot be understood is named, FILE:LINE, and nothing\n"
	"is played.\n"
	"\n"
	"Examples:\n"
	"  boardctl replay game.capture\n"
	"  boardctl replay game.capture | grep '\"event\":\"irregularity\"'\n";

#define AFTER_MS 60000 /* time runs on after the last line */
#define LEAD_MS  2000  /* a stand-in has greeted us before the first line */

struct replay {
	const struct capture *capture;
	struct table table;
	uint64_t seq;
	uint64_t lead_ms;
	bool is_silent; /* only to see whether board and session talk */
	bool has_failed;
};

/* Nobody knows the number of a board that did not tell it. */
static void forget_stand_in(struct replay *r)
{
	struct dgt_identity *identity = &r->table.identity;

	if (r->lead_ms == 0)
		return;
	*identity = (struct dgt_identity){0};
	memcpy(identity->serial, r->capture->serial, sizeof(identity->serial));
}

static const char *board_id(const struct replay *r)
{
	if (r->capture->serial[0] != '\0')
		return r->capture->serial;
	return r->table.identity.serial[0] != '\0' ? r->table.identity.serial : "dev-1";
}

static uint64_t print_news(void *data, const struct table *table, const struct table_news *news)
{
	struct replay *r = data;
	struct table_news told = *news;
	struct stream_head head = {
		.seq = ++r->seq, .table = 1, .event = "local-19700101", .round = 1};
	json_t *object;

	if (r->is_silent)
		return head.seq;
	forget_stand_in(r);
	head.board = board_id(r);
	told.at_ms = news->at_ms > r->lead_ms ? news->at_ms - r->lead_ms : 0;
	object = stream_build(&head, table, &told);
	r->has_failed |= !object || json_dumpf(object, stdout, JSON_COMPACT) < 0;
	putchar('\n');
	json_decref(object);
	return head.seq;
}

/* --- the stand-in: answers what a recording by another program does not --- */

static bool has_dump(const struct capture *capture)
{
	struct dgt_parser parser;
	struct dgt_message msg;

	dgt_parser_init(&parser);
	for (size_t i = 0; i < capture->count; i++) {
		const struct capture_line *line = &capture->lines[i];
		size_t used = 0;

		while (line->way == CAPTURE_IN && used < line->len) {
			used += dgt_parser_feed(&parser, DGT_MODE_SINGLE, line->at_ms,
						line->bytes + used, line->len - used, &msg);
			if (msg.type == DGT_MSG_BOARD_DUMP)
				return true;
		}
	}
	return false;
}

/* What stands on a board that is never shown: the start given, or the usual one. */
static struct dgt_board board_of(const struct capture *capture)
{
	struct dgt_board board = dgt_board_start(false);

	for (rules_square square = 0; capture->config.has_start && square < 64; square++) {
		rules_piece piece = capture->config.start.at[square];

		board.at[square] = piece == RULES_NO_PIECE ? DGT_EMPTY : rules_fen_letter(piece);
	}
	return board;
}

static size_t answer(const struct replay *r, uint8_t command, bool is_before, uint8_t *ret,
		     size_t cap)
{
	const char *serial = r->capture->serial[0] != '\0' ? r->capture->serial : "00000";
	struct dgt_board board = board_of(r->capture);

	if (command == DGT_CMD_SEND_VERSION)
		return dgt_encode_version(DGT_MSG_VERSION, (struct dgt_version){1, 0}, ret, cap);
	if (command == DGT_CMD_SEND_SERIAL)
		return dgt_encode_text(DGT_MSG_SERIAL, serial, ret, cap);
	if (command == DGT_CMD_SEND_BOARD && is_before && !has_dump(r->capture))
		return dgt_encode_board(&board, ret, cap);
	return 0;
}

/* Never into the middle of a message: what is asked will be asked again. */
static void stand_in(struct replay *r, uint64_t at_ms)
{
	uint8_t asked[DGT_OUT_MAX], said[256];
	size_t count = table_take(&r->table, asked, sizeof(asked));

	for (size_t i = 0; r->lead_ms > 0 && i < count; i++) {
		size_t len = answer(r, asked[i], at_ms < r->lead_ms, said, sizeof(said));

		if (dgt_parser_deadline(&r->table.session.parser) == UINT64_MAX)
			table_bytes(&r->table, at_ms, said, len);
	}
}

/* --- playing --- */

static void run_to(struct replay *r, uint64_t at_ms)
{
	uint64_t due;

	while ((due = table_deadline(&r->table)) <= at_ms && due != UINT64_MAX) {
		table_tick(&r->table, due);
		stand_in(r, due);
	}
	table_tick(&r->table, at_ms);
}

/* The greeting in a capture shows that the port was opened again. */
static bool reopens(const struct replay *r, const struct capture_line *line)
{
	return r->lead_ms == 0 && r->table.session.state == DGT_ST_LOST && line->len > 0 &&
	       line->bytes[0] == DGT_CMD_IDLE;
}

static void play_line(struct replay *r, const struct capture_line *line)
{
	uint64_t at_ms = r->lead_ms + line->at_ms;
	struct rules_slice words = {(const char *)line->bytes, line->len};

	run_to(r, at_ms);
	switch (line->way) {
	case CAPTURE_IN: table_bytes(&r->table, at_ms, line->bytes, line->len); break;
	case CAPTURE_OUT:
		if (reopens(r, line))
			table_open(&r->table, at_ms);
		break;
	case CAPTURE_ARBITER: table_act(&r->table, at_ms, words, NULL); break;
	}
	stand_in(r, at_ms);
}

static void play(struct replay *r)
{
	const struct capture *c = r->capture;

	table_init(&r->table, &c->config, print_news, r);
	table_open(&r->table, 0);
	for (size_t i = 0; i < c->count; i++)
		play_line(r, &c->lines[i]);
}

/* A recording of our own session is a talk; others hold answers to other questions. */
static bool is_talk(struct replay *r)
{
	r->is_silent = true;
	play(r);
	r->is_silent = false;
	r->seq = 0;
	return r->table.identity.firmware.main > 0 && r->table.session.state != DGT_ST_LOST;
}

static int replay(const struct capture *capture)
{
	struct replay *r = calloc(1, sizeof(*r));
	uint64_t end_ms = capture->count > 0 ? capture->lines[capture->count - 1].at_ms : 0;
	bool is_good;

	if (!r)
		return ctl_fail(CTL_BAD_INPUT, "no memory");
	r->capture = capture;
	if (!is_talk(r))
		r->lead_ms = LEAD_MS;
	play(r);
	table_rest(&r->table, r->lead_ms + end_ms + AFTER_MS);
	is_good = !r->has_failed;
	free(r);
	return is_good ? CTL_DONE : ctl_fail(CTL_BAD_INPUT, "cannot write");
}

/* --- the command --- */

static char *read_all(FILE *file, size_t *ret_len)
{
	size_t room = 1 << 16, len = 0;
	char *text = malloc(room);

	while (text) {
		size_t got = fread(text + len, 1, room - len, file);
		char *bigger;

		len += got;
		if (got == 0)
			break;
		if (len < room)
			continue;
		room *= 2;
		bigger = realloc(text, room);
		if (!bigger)
			free(text);
		text = bigger;
	}
	*ret_len = len;
	return text;
}

static int replay_text(const char *name, struct rules_slice text)
{
	struct capture capture;
	struct capture_fault fault;
	int status = capture_read(&capture, text, &fault);

	if (status == -EINVAL) {
		fprintf(stderr, "%s:%zu: %s\n", name, fault.line, fault.why);
		status = CTL_BAD_INPUT;
	} else if (status < 0) {
		status = ctl_fail(CTL_BAD_INPUT, "%s: %s", name, strerror(-status));
	} else {
		status = replay(&capture);
	}
	capture_clear(&capture);
	return status;
}

static int replay_file(const char *name)
{
	FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "re");
	struct rules_slice text;
	char *bytes;
	int status;

	if (!file)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", name, strerror(errno));
	errno = 0;
	bytes = read_all(file, &text.len);
	if (ferror(file) || !bytes) {
		status = ctl_fail(CTL_BAD_INPUT, "%s: %s", name, strerror(errno));
	} else {
		text.at = bytes;
		status = replay_text(name, text);
	}
	free(bytes);
	if (file != stdin)
		fclose(file);
	return status;
}

int ctl_replay(int argc, char **argv)
{
	static const struct option options[] = {{0}};
	int option = getopt_long(argc, argv, ":", options, NULL);

	if (option != -1)
		return ctl_bad_option(option, argv);
	if (argc - optind != 1)
		return ctl_fail(CTL_BAD_CALL,
				"replay: needs one FILE (see boardctl replay --help)");
	return replay_file(argv[optind]);
}
