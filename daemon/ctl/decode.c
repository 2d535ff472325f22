/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board-protocol/dgt/describe.h"
#include "board-protocol/dgt/parser.h"
#include "daemon/ctl/ctl.h"
#include "daemon/ctl/decode_private.h"

const char ctl_decode_help[] =
	"Reads what a board sent and prints each message as a line of JSON. FILE may be -\n"
	"or left out for standard input.\n"
	"\n"
	"  {\"at\":7,\"message\":\"field_update\",\"square\":\"e4\",\"piece\":\"P\"}\n"
	"\n"
	"\"at\" counts bytes from the beginning. Bytes that are no message are printed as\n"
	"\"damaged\", with \"why\"; they do not make the command fail.\n"
	"\n"
	"  --protocol NAME   whose bytes they are: dgt, which is the default, chesslink, certabo,\n"
	"                    sentio, eone, chessnut, pegasus or squareoff\n"
	"  --bus             the bytes come from a bus of boards, not from one board\n"
	"  --hex             the bytes are written as hexadecimal digits, two each; blanks,\n"
	"                    commas, colons and what follows a # mean nothing\n"
	"\n"
	"Examples:\n"
	"  boardctl decode board.bin\n"
	"  echo '8e 00 05 24 01' | boardctl decode --hex\n";

struct job;

/* Whose bytes they are. The messages of an eONE are those of a ChessLink, of a Pegasus DGT's. */
struct protocol {
	const char *name;
	void (*decode)(struct job *job, const uint8_t *bytes, size_t len);
	void (*end)(struct job *job);
};

struct job {
	const char *file;
	const struct protocol *protocol;
	enum dgt_mode mode;
	bool is_hex;
	bool sees_no_men; /* whatever code it sends stands for any man */
	/* Of hexadecimal text. */
	size_t line;
	bool in_comment, has_half;
	uint8_t half;
	/* Empty is how both begin. */
	struct dgt_parser parser;
	struct chesslink_parser chesslink;
	struct decode_make make;
};

/* --- one message as JSON --- */

static json_t *made(json_t *json)
{
	if (!json)
		exit(ctl_fail(CTL_BAD_INPUT, "out of memory"));
	return json;
}

void decode_put(json_t *object, const char *name, json_t *value)
{
	if (json_object_set_new(object, name, made(value)) < 0)
		exit(ctl_fail(CTL_BAD_INPUT, "out of memory"));
}

void decode_print(json_t *line)
{
	json_dumpf(line, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(line);
}

json_t *decode_hex(const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	char *text = malloc(2 * len + 1);
	json_t *json;

	assert(bytes || len == 0);
	if (!text)
		return NULL;
	for (size_t i = 0; i < len; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 0x0f];
	}
	json = json_stringn(text, 2 * len);
	free(text);
	return json;
}

static json_t *offset(uint64_t at)
{
	return json_integer((json_int_t)at);
}

static json_t *square_of(board_square square)
{
	char name[] = {(char)('a' + square % 8), (char)('1' + square / 8)};

	return json_stringn(name, sizeof(name));
}

static json_t *piece_of(board_piece piece)
{
	return piece == BOARD_EMPTY ? json_null() : json_stringn(&piece, 1);
}

/* As in a FEN; what is no piece of chess keeps its sign. */
json_t *decode_placement(const struct board_men *board)
{
	char text[BOARD_SQUARES + 8];
	size_t len = 0;

	for (int rank = 7; rank >= 0; rank--) {
		int empty = 0;

		for (int file = 0; file < 8; file++) {
			board_piece piece = board->at[8 * rank + file];

			if (piece == BOARD_EMPTY) {
				empty++;
				continue;
			}
			if (empty > 0)
				text[len++] = (char)('0' + empty);
			empty = 0;
			text[len++] = piece;
		}
		if (empty > 0)
			text[len++] = (char)('0' + empty);
		if (rank > 0)
			text[len++] = '/';
	}
	return json_stringn(text, len);
}

static json_t *log_of(const struct dgt_value *value, uint64_t at);

/* at: where the value's bytes stand in the stream */
static json_t *json_of(const struct dgt_value *value, uint64_t at)
{
	switch (value->type) {
	case DGT_VALUE_NUMBER: return json_integer(value->number);
	case DGT_VALUE_BOOL: return json_boolean(value->number != 0);
	case DGT_VALUE_WORD: return json_string(value->word);
	case DGT_VALUE_TEXT: return json_stringn((const char *)value->bytes, value->len);
	case DGT_VALUE_BYTES: return decode_hex(value->bytes, value->len);
	case DGT_VALUE_SQUARE: return square_of((board_square)value->number);
	case DGT_VALUE_PIECE: return piece_of((board_piece)value->number);
	case DGT_VALUE_BOARD: return decode_placement(&value->board);
	case DGT_VALUE_LOG: return log_of(value, at);
	}
	return NULL;
}

static json_t *log_of(const struct dgt_value *value, uint64_t at)
{
	struct dgt_value values[DGT_VALUES_MAX];
	json_t *list = made(json_array());
	struct dgt_log_event event;
	struct dgt_log log;

	dgt_log_init(&log, value->bytes, value->len, value->number != 0);
	while (dgt_log_next(&log, &event)) {
		size_t count = dgt_describe_log(&event, values);
		json_t *entry = made(json_object());

		decode_put(entry, "at", offset(at + event.at));
		decode_put(entry, "event", json_string(dgt_log_name(event.type)));
		for (size_t i = 0; i < count; i++)
			decode_put(entry, values[i].name, json_of(&values[i], 0));
		if (json_array_append_new(list, entry) < 0)
			exit(ctl_fail(CTL_BAD_INPUT, "out of memory"));
	}
	return list;
}

/* A Pegasus says where something stands; the code that it sends says no more. */
static void unname(struct dgt_value *value)
{
	if (value->type == DGT_VALUE_PIECE && value->number != BOARD_EMPTY)
		value->number = BOARD_UNKNOWN;
	for (unsigned i = 0; i < BOARD_SQUARES && value->type == DGT_VALUE_BOARD; i++)
		if (value->board.at[i] != BOARD_EMPTY)
			value->board.at[i] = BOARD_UNKNOWN;
}

static void print_message(const struct dgt_message *msg, bool sees_no_men)
{
	struct dgt_value values[DGT_VALUES_MAX];
	size_t count = dgt_describe(msg, values);
	json_t *line = made(json_object());

	decode_put(line, "at", offset(msg->at));
	if (msg->type != DGT_MSG_DAMAGED)
		decode_put(line, "message", json_string(dgt_message_name(msg->type)));
	for (size_t i = 0; i < count; i++) {
		struct dgt_value *value = &values[i];
		uint64_t inside = value->bytes ? (uint64_t)(value->bytes - msg->frame) : 0;

		if (sees_no_men)
			unname(value);
		decode_put(line, value->name, json_of(value, msg->at + inside));
	}
	decode_print(line);
}

/* --- bytes --- */

/* A code that stands for no man of a DGT board is a man of a Pegasus all the same. */
static bool is_change(const struct dgt_message *msg)
{
	return msg->type == DGT_MSG_DAMAGED && msg->damage == BOARD_DAMAGE_CONTENT &&
	       msg->frame_len == DGT_HEADER + 2 && msg->frame[0] == DGT_MSG_FIELD_UPDATE &&
	       msg->frame[DGT_HEADER] < BOARD_SQUARES;
}

static void print_any(const struct job *job, struct dgt_message msg)
{
	uint8_t change[] = {0, 1};

	if (job->sees_no_men && is_change(&msg)) {
		change[0] = msg.frame[DGT_HEADER];
		msg.type = DGT_MSG_FIELD_UPDATE;
		msg.payload = change;
		msg.len = sizeof(change);
	}
	print_message(&msg, job->sees_no_men);
}

static void decode_dgt(struct job *job, const uint8_t *bytes, size_t len)
{
	struct dgt_message msg;

	while (len > 0) {
		size_t n = dgt_parser_feed(&job->parser, job->mode, 0, bytes, len, &msg);

		if (msg.type != DGT_MSG_NONE)
			print_any(job, msg);
		bytes += n;
		len -= n;
	}
}

static void end_dgt(struct job *job)
{
	struct dgt_message msg;

	if (dgt_parser_end(&job->parser, &msg))
		print_any(job, msg);
}

static void decode_chesslink(struct job *job, const uint8_t *bytes, size_t len)
{
	decode_chesslink_bytes(&job->chesslink, bytes, len);
}

static void end_chesslink(struct job *job)
{
	decode_chesslink_end(&job->chesslink);
}

static void decode_make(struct job *job, const uint8_t *bytes, size_t len)
{
	decode_make_bytes(&job->make, bytes, len);
}

static void end_make(struct job *job)
{
	decode_make_end(&job->make);
}

static const struct protocol protocols[] = {
	{"dgt", decode_dgt, end_dgt},
	{"pegasus", decode_dgt, end_dgt},
	{"chesslink", decode_chesslink, end_chesslink},
	{"eone", decode_chesslink, end_chesslink},
};

static const struct protocol of_a_make = {"", decode_make, end_make};

/* Returns false when nobody speaks so. */
static bool find_protocol(struct job *job, const char *name)
{
	job->sees_no_men = strcmp(name, "pegasus") == 0;
	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
		job->protocol = &protocols[i];
		if (strcmp(job->protocol->name, name) == 0)
			return true;
	}
	job->protocol = &of_a_make;
	return decode_make_begin(&job->make, name);
}

static int digit_of(char c)
{
	const char *digits = "0123456789abcdef", *at = strchr(digits, tolower((unsigned char)c));

	return c != '\0' && at ? (int)(at - digits) : -1;
}

static bool is_between(char c)
{
	return isspace((unsigned char)c) || c == ',' || c == ':';
}

/* Text to bytes, in place. Returns how many, or -1 where it is not hexadecimal. */
static ssize_t from_hex(struct job *job, uint8_t *bytes, size_t len)
{
	ssize_t count = 0;

	for (size_t i = 0; i < len; i++) {
		char c = (char)bytes[i];
		int digit = digit_of(c);

		if (c == '\n') {
			job->line++;
			job->in_comment = false;
		}
		if (job->in_comment || (is_between(c) && !job->has_half))
			continue;
		if (c == '#' && !job->has_half) {
			job->in_comment = true;
			continue;
		}
		if (digit < 0)
			return -1;
		if (job->has_half)
			bytes[count++] = (uint8_t)(job->half << 4 | digit);
		job->half = (uint8_t)digit;
		job->has_half = !job->has_half;
	}
	return count;
}

static int not_hex(const struct job *job)
{
	return ctl_fail(CTL_BAD_INPUT, "%s:%zu: not hexadecimal: two digits make a byte", job->file,
			job->line);
}

static int take(struct job *job, uint8_t *bytes, size_t len)
{
	ssize_t count = job->is_hex ? from_hex(job, bytes, len) : (ssize_t)len;

	if (count < 0)
		return not_hex(job);
	job->protocol->decode(job, bytes, (size_t)count);
	fflush(stdout); /* the bytes may come from a living board */
	return CTL_DONE;
}

static int finish(struct job *job)
{
	job->protocol->end(job);
	return job->has_half ? not_hex(job) : CTL_DONE;
}

static int decode_all(struct job *job, int fd)
{
	uint8_t bytes[1 << 16];
	int status = CTL_DONE;

	while (status == CTL_DONE && !ferror(stdout)) {
		ssize_t got = read(fd, bytes, sizeof(bytes));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return ctl_fail(CTL_BAD_INPUT, "%s: %s", job->file, strerror(errno));
		if (got == 0)
			return finish(job);
		status = take(job, bytes, (size_t)got);
	}
	return status;
}

static int decode_file(struct job *job)
{
	int fd, status;

	if (strcmp(job->file, "-") == 0)
		return decode_all(job, STDIN_FILENO);
	fd = open(job->file, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", job->file, strerror(errno));
	status = decode_all(job, fd);
	close(fd);
	return status;
}

int ctl_decode(int argc, char **argv)
{
	static const struct option options[] = {
		{"protocol", required_argument, NULL, 'p'},
		{"bus", no_argument, NULL, 'b'},
		{"hex", no_argument, NULL, 'x'},
		{0},
	};
	struct job job = {
		.file = "-", .protocol = &protocols[0], .mode = DGT_MODE_SINGLE, .line = 1};
	int option;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		switch (option) {
		case 'p':
			if (!find_protocol(&job, optarg))
				return ctl_fail(
					CTL_BAD_CALL,
					"decode: no protocol '%s' (see boardctl decode --help)",
					optarg);
			break;
		case 'b': job.mode = DGT_MODE_BUS; break;
		case 'x': job.is_hex = true; break;
		default: return ctl_bad_option(option, argv);
		}
	}
	if (argc - optind > 1)
		return ctl_fail(CTL_BAD_CALL,
				"decode: takes one FILE (see boardctl decode --help)");
	if (optind < argc)
		job.file = argv[optind];
	return decode_file(&job);
}
