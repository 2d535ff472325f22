/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/ctl.h"
#include "daemon/ctl/decode_private.h"

/*
 * What boards of the makes with messages of their own sent, as JSON. A parser tells where
 * damaged bytes stood, not which they were: those that it may still tell of are kept.
 */

/* --- the bytes behind the last message --- */

static void keep(struct decode_make *d, const uint8_t *bytes, size_t len)
{
	size_t gone = (size_t)(d->wanted - d->from);

	d->have -= gone;
	d->from = d->wanted;
	if (gone > 0)
		memmove(d->kept, d->kept + gone, d->have);
	if (d->have + len > d->room) {
		size_t room = 2 * (d->have + len);
		uint8_t *kept = realloc(d->kept, room);

		if (!kept)
			exit(ctl_fail(CTL_BAD_INPUT, "out of memory"));
		d->kept = kept;
		d->room = room;
	}
	memcpy(d->kept + d->have, bytes, len);
	d->have += len;
}

/* --- lines --- */

static json_t *line_at(uint64_t at)
{
	json_t *line = json_object();

	decode_put(line, "at", json_integer((json_int_t)at));
	return line;
}

static void print_damage(struct decode_make *d)
{
	json_t *line;

	if (d->damaged_len == 0)
		return;
	line = line_at(d->damaged_at);
	decode_put(line, "damaged",
		   decode_hex(d->kept + (d->damaged_at - d->from), (size_t)d->damaged_len));
	decode_put(line, "why", json_string(board_damage_name(d->damage)));
	decode_print(line);
	d->wanted = d->damaged_at + d->damaged_len;
	d->damaged_len = 0;
}

/* A parser may lose byte after byte: what is lost together is told together. */
static void damaged(struct decode_make *d, enum board_damage damage, uint64_t at, uint64_t len)
{
	if (d->damaged_len > 0 && (damage != d->damage || at != d->damaged_at + d->damaged_len))
		print_damage(d);
	if (d->damaged_len == 0)
		d->damaged_at = at;
	d->damage = damage;
	d->damaged_len += len;
}

/* Returns a line for the fields of the message. */
static json_t *message(struct decode_make *d, const char *name, uint64_t at, uint64_t len)
{
	json_t *line = line_at(at);

	print_damage(d);
	d->wanted = at + len;
	decode_put(line, "message", json_string(name));
	return line;
}

static void put_square(json_t *line, board_square square)
{
	const char name[] = {(char)('a' + square % 8), (char)('1' + square / 8), '\0'};

	decode_put(line, "square", json_string(name));
}

/* --- Certabo: tags, of which the board does not know whose they are --- */

static json_t *tags_of(const struct certabo_tag *tag)
{
	static const struct certabo_tag none;
	json_t *tags = json_object();

	for (unsigned i = 0; i < BOARD_SQUARES; i++) {
		const char name[] = {(char)('a' + i % 8), (char)('1' + i / 8), '\0'};

		if (memcmp(&tag[i], &none, sizeof(none)) != 0)
			decode_put(tags, name, decode_hex(tag[i].bytes, sizeof(tag[i].bytes)));
	}
	return tags;
}

static void tell_certabo(struct decode_make *d, const struct certabo_message *msg)
{
	json_t *line;

	if (msg->type == CERTABO_DAMAGED)
		damaged(d, msg->damage, msg->at, msg->len);
	if (msg->type != CERTABO_TAGS)
		return;
	line = message(d, "tags", msg->at, msg->len);
	decode_put(line, "tags", tags_of(msg->tag));
	decode_print(line);
}

static size_t feed_certabo(struct decode_make *d, const uint8_t *bytes, size_t len)
{
	struct certabo_message msg;
	size_t used = certabo_parser_feed(&d->certabo, bytes, len, &msg);

	tell_certabo(d, &msg);
	return used;
}

static void end_certabo(struct decode_make *d)
{
	struct certabo_message msg;

	if (certabo_parser_end(&d->certabo, &msg))
		tell_certabo(d, &msg);
}

/* --- Sentio --- */

static void tell_sentio(struct decode_make *d, const struct sentio_message *msg)
{
	json_t *line;

	if (msg->type == SENTIO_DAMAGED)
		damaged(d, msg->damage, msg->at, msg->len);
	if (msg->type != SENTIO_BOARD)
		return;
	line = message(d, "board", msg->at, msg->len);
	decode_put(line, "board", decode_placement(&msg->men));
	decode_print(line);
}

static size_t feed_sentio(struct decode_make *d, const uint8_t *bytes, size_t len)
{
	struct sentio_message msg;
	size_t used = sentio_parser_feed(&d->sentio, bytes, len, &msg);

	tell_sentio(d, &msg);
	return used;
}

static void end_sentio(struct decode_make *d)
{
	struct sentio_message msg;

	if (sentio_parser_end(&d->sentio, &msg))
		tell_sentio(d, &msg);
}

/* --- Chessnut --- */

static void print_chessnut(struct decode_make *d, const struct chessnut_message *msg,
			   const char *name)
{
	json_t *line = message(d, name, msg->at, msg->len);

	if (msg->type == CHESSNUT_BOARD)
		decode_put(line, "board", decode_placement(&msg->men));
	if (msg->type == CHESSNUT_BATTERY) {
		decode_put(line, "percent", json_integer(msg->battery.percent));
		decode_put(line, "charging", json_boolean(msg->battery.charging));
	}
	decode_print(line);
}

static void tell_chessnut(struct decode_make *d, const struct chessnut_message *msg)
{
	switch (msg->type) {
	case CHESSNUT_DAMAGED: damaged(d, msg->damage, msg->at, msg->len); break;
	case CHESSNUT_BOARD: print_chessnut(d, msg, "board"); break;
	case CHESSNUT_BATTERY: print_chessnut(d, msg, "battery"); break;
	case CHESSNUT_OTHER: print_chessnut(d, msg, "other"); break;
	case CHESSNUT_NONE: break;
	}
}

static size_t feed_chessnut(struct decode_make *d, const uint8_t *bytes, size_t len)
{
	struct chessnut_message msg;
	size_t used = chessnut_parser_feed(&d->chessnut, bytes, len, &msg);

	tell_chessnut(d, &msg);
	return used;
}

static void end_chessnut(struct decode_make *d)
{
	struct chessnut_message msg;

	if (chessnut_parser_end(&d->chessnut, &msg))
		tell_chessnut(d, &msg);
}

/* --- Square Off --- */

static void print_squareoff(struct decode_make *d, const struct squareoff_message *msg,
			    const char *name)
{
	json_t *line = message(d, name, msg->at, msg->len);

	if (msg->type == SQUAREOFF_LIFTED || msg->type == SQUAREOFF_PLACED)
		put_square(line, msg->square);
	if (msg->type == SQUAREOFF_BOARD)
		decode_put(line, "board", decode_placement(&msg->men));
	if (msg->type == SQUAREOFF_BATTERY)
		decode_put(line, "millivolts", json_integer(msg->millivolts));
	decode_print(line);
}

static void tell_squareoff(struct decode_make *d, const struct squareoff_message *msg)
{
	switch (msg->type) {
	case SQUAREOFF_DAMAGED: damaged(d, msg->damage, msg->at, msg->len); break;
	case SQUAREOFF_LIFTED: print_squareoff(d, msg, "lifted"); break;
	case SQUAREOFF_PLACED: print_squareoff(d, msg, "placed"); break;
	case SQUAREOFF_BOARD: print_squareoff(d, msg, "board"); break;
	case SQUAREOFF_BATTERY: print_squareoff(d, msg, "battery"); break;
	case SQUAREOFF_OTHER: print_squareoff(d, msg, "other"); break;
	case SQUAREOFF_NONE: break;
	}
}

static size_t feed_squareoff(struct decode_make *d, const uint8_t *bytes, size_t len)
{
	struct squareoff_message msg;
	size_t used = squareoff_parser_feed(&d->squareoff, bytes, len, &msg);

	tell_squareoff(d, &msg);
	return used;
}

static void end_squareoff(struct decode_make *d)
{
	struct squareoff_message msg;

	if (squareoff_parser_end(&d->squareoff, &msg))
		tell_squareoff(d, &msg);
}

/* --- all of them --- */

static const struct decode_how {
	const char *name;
	size_t (*feed)(struct decode_make *d, const uint8_t *bytes, size_t len);
	void (*end)(struct decode_make *d);
} makes[] = {
	{"certabo", feed_certabo, end_certabo},
	{"sentio", feed_sentio, end_sentio},
	{"chessnut", feed_chessnut, end_chessnut},
	{"squareoff", feed_squareoff, end_squareoff},
};

bool decode_make_begin(struct decode_make *d, const char *name)
{
	*d = (struct decode_make){0};
	certabo_parser_init(&d->certabo);
	sentio_parser_init(&d->sentio);
	chessnut_parser_init(&d->chessnut);
	squareoff_parser_init(&d->squareoff);
	for (size_t i = 0; i < sizeof(makes) / sizeof(makes[0]); i++)
		if (strcmp(makes[i].name, name) == 0)
			d->how = &makes[i];
	return d->how;
}

void decode_make_bytes(struct decode_make *d, const uint8_t *bytes, size_t len)
{
	keep(d, bytes, len);
	for (size_t used = 0; used < len;)
		used += d->how->feed(d, bytes + used, len - used);
}

void decode_make_end(struct decode_make *d)
{
	d->how->end(d);
	print_damage(d);
	free(d->kept);
	d->kept = NULL;
}
