/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "board-protocol/certabo/message.h"
#include "board-protocol/chesslink/message.h"
#include "board-protocol/chessnut/message.h"
#include "simulator/board/sim_board_private.h"

/*
 * Boards that show all their squares, again and again or when they have changed. What
 * the sensor has noticed by then is what they show: a change between two reports is
 * seen in the second.
 */

static const struct person {
	const char *name;
	uint32_t scan_ms, report_ms, byte_us;
	struct board_version version;
} people[SIM_MAKES] = {
	[SIM_DGT] = {.name = "dgt"},
	[SIM_CERTABO] = {"certabo", 100, 340, 260, {0, 0}},
	[SIM_CHESSLINK] = {"chesslink", 41, 41, 260, {1, 3}},
	[SIM_CHESSNUT] = {"chessnut", 100, 50, 0, {0, 0}},
	[SIM_SENTIO] = {"sentio", 100, 250, 260, {0, 0}},
	[SIM_EONE] = {"eone", 41, 41, 260, {1, 3}},
	[SIM_PEGASUS] = {"pegasus", 100, 0, 0, {1, 0}},
	[SIM_SQUAREOFF] = {"squareoff", 100, 0, 0, {0, 0}},
};

struct sim_board_config sim_board_of(enum sim_make make, uint64_t seed)
{
	struct sim_board_config config = sim_board_usual(seed);
	const struct person *person = &people[make];

	if (make == SIM_DGT)
		return config;
	config.make = make;
	config.scan_ms = person->scan_ms;
	config.report_ms = person->report_ms;
	config.byte_us = person->byte_us;
	config.version = person->version;
	return config;
}

const char *sim_make_name(enum sim_make make)
{
	return people[make].name;
}

bool sim_make_of(const char *name, enum sim_make *ret)
{
	for (unsigned i = 0; i < SIM_MAKES; i++) {
		size_t len = strlen(people[i].name);

		if (strlen(name) == len && memcmp(people[i].name, name, len) == 0) {
			*ret = (enum sim_make)i;
			return true;
		}
	}
	return false;
}

/* Of two men of a kind the first that is not on the board is taken. */
void sim_whole_put(struct sim_board *b, board_square square, board_piece piece)
{
	uint8_t number = piece == BOARD_EMPTY ? 0 : 1;

	b->man[square] = 0;
	for (unsigned i = 0; i < BOARD_SQUARES && number > 0; i++) {
		if (b->sensor.real.at[i] == piece && b->man[i] == number && i != square) {
			number++;
			i = 0 - 1u;
		}
	}
	b->man[square] = number;
}

void sim_board_met(struct sim_board *b)
{
	if (b->was_asked || b->mode == SIM_MODE_OFF || !sim_board_is_listened_to(b))
		return;
	b->was_asked = true;
	b->met_ms = b->now_ms;
}

bool sim_board_is_listened_to(const struct sim_board *b)
{
	return b->config.make == SIM_CERTABO || b->config.make == SIM_SENTIO;
}

void sim_whole_begin(struct sim_board *b)
{
	b->heard_len = 0;
	b->is_shown = false;
	b->report_at_ms = b->config.report_ms > 0 ? b->now_ms + b->config.report_ms : SIM_NEVER;
	sim_board_enter(b, SIM_MODE_UPDATE);
}

/* --- Certabo --- */

#define WEAK_TAG   (SIM_MILLION / 500) /* of the tags that are read, so many are not */
#define SPARE_D3   19
#define SPARE_D6   43
#define SPARE_TAG  2 /* the second queen */
#define PAWNS      8
#define SPARE_MS   18000 /* so long they stand there: until a host knows all men */
#define PATIENT_MS 10000

static struct certabo_tag tag_of(struct sim_board *b, board_piece piece, uint8_t number)
{
	if (sim_random_chance(&b->random, WEAK_TAG))
		return (struct certabo_tag){{0}};
	/* A man that slides is seen twice, and a third rook is not in the box: no new tags. */
	if (piece == 'K' || piece == 'k')
		number = 1;
	else if (piece == 'P' || piece == 'p')
		number = number > PAWNS ? PAWNS : number;
	else if (number > SPARE_TAG)
		number = SPARE_TAG;
	return (struct certabo_tag){{(uint8_t)piece, (uint8_t)(0x40 + number), 0x54, 0xfc, 0x99}};
}

/* Before play the spare queens stand where a host learns them. */
static void certabo_show(struct sim_board *b)
{
	struct certabo_tag tag[BOARD_SQUARES] = {0};
	uint8_t bytes[CERTABO_LINE_MAX];

	for (unsigned i = 0; i < BOARD_SQUARES; i++)
		if (b->sensor.seen.at[i] != BOARD_EMPTY)
			tag[i] = tag_of(b, b->sensor.seen.at[i], b->man[i]);
	if (b->now_ms >= PATIENT_MS) /* nobody can know who listens */
		sim_board_met(b);
	if (!b->was_asked || b->now_ms < b->met_ms + SPARE_MS) {
		tag[SPARE_D3] = tag_of(b, 'Q', SPARE_TAG);
		tag[SPARE_D6] = tag_of(b, 'q', SPARE_TAG);
	}
	sim_board_send(b, bytes, certabo_encode(tag, bytes, sizeof(bytes)));
}

/* --- Millennium ChessLink --- */

#define CHESSLINK_QUESTION 3 /* a letter and its check */

static void chesslink_show(struct sim_board *b)
{
	uint8_t bytes[CHESSLINK_FRAME_MAX];

	sim_board_send(b, bytes, chesslink_encode_board(&b->sensor.seen, bytes, sizeof(bytes)));
}

static void chesslink_answer(struct sim_board *b, char letter)
{
	static const char hex[] = "0123456789ABCDEF";
	const struct board_version *v = &b->config.version;
	char version[] = {
		'v', hex[v->main >> 4], hex[v->main & 15], hex[v->sub >> 4], hex[v->sub & 15],
		'\0'};
	uint8_t bytes[CHESSLINK_FRAME_MAX];

	b->was_asked |= letter == 'S';
	if (letter == 'X')
		sim_lights_off(b);
	if (letter == 'S')
		chesslink_show(b);
	else if (letter == 'V')
		sim_board_send(b, bytes, chesslink_encode(version, bytes, sizeof(bytes)));
	else if (letter == 'X')
		sim_board_send(b, bytes, chesslink_encode("x", bytes, sizeof(bytes)));
	else
		b->harmful++; /* a reset, or its EEPROM */
}

/* What has no good check is not obeyed, and not answered. */
static void chesslink_hear(struct sim_board *b, uint8_t byte)
{
	char letter[2] = {0};
	uint8_t good[CHESSLINK_QUESTION];

	if ((b->heard_len == 0 || (b->heard[0] & 0x7f) == 'L') && sim_lights_chesslink(b, byte))
		return;
	if (b->heard_len == CHESSLINK_QUESTION)
		memmove(b->heard, b->heard + 1, --b->heard_len);
	b->heard[b->heard_len++] = byte;
	letter[0] = (char)(b->heard[0] & 0x7f);
	if (b->heard_len < CHESSLINK_QUESTION || !strchr("VSXT", letter[0]) ||
	    chesslink_encode(letter, good, sizeof(good)) != sizeof(good) ||
	    memcmp(b->heard, good, sizeof(good)) != 0)
		return;
	b->heard_len = 0;
	chesslink_answer(b, letter[0]);
}

/* --- Chessnut --- */

#define CHESSNUT_QUESTION 3
#define CHESSNUT_LIGHTS   0x0a

static void chessnut_show(struct sim_board *b)
{
	uint8_t bytes[CHESSNUT_BOARD_BYTES];

	b->has_changed = false;
	sim_board_send(b, bytes, chessnut_encode_board(&b->sensor.seen, bytes, sizeof(bytes)));
}

static void chessnut_answer(struct sim_board *b)
{
	static const uint8_t battery[] = {0x2a, 0x02, 0x58, 0x00};

	if (b->heard[0] == 0x21 && b->heard[2] == 0) {
		b->was_asked = b->is_shown = true;
		chessnut_show(b);
	} else if (b->heard[0] == 0x29) {
		sim_board_send(b, battery, sizeof(battery));
	} else {
		b->harmful++; /* stored games could be lost */
	}
}

static bool is_chessnut_kind(uint8_t byte)
{
	return byte == 0x21 || byte == 0x29 || byte == CHESSNUT_LIGHTS;
}

/* A kind, a length, so many bytes; what is no kind is skipped. */
static void chessnut_hear(struct sim_board *b, uint8_t byte)
{
	bool is_order = b->heard_len > 0 && b->heard[0] == CHESSNUT_LIGHTS;
	size_t whole = is_order ? CHESSNUT_LIGHTS_BYTES : CHESSNUT_QUESTION;

	if (b->heard_len == 0 && !is_chessnut_kind(byte))
		return;
	b->heard[b->heard_len++] = byte;
	if (b->heard_len == 2 && byte != whole - CHESSNUT_HEADER)
		b->heard_len = 0;
	if (b->heard_len < whole || b->heard_len == 1)
		return;
	b->heard_len = 0;
	if (is_order)
		sim_lights_chessnut(b);
	else
		chessnut_answer(b);
}

/* --- all of them --- */

void sim_whole_report(struct sim_board *b)
{
	switch (b->config.make) {
	case SIM_CERTABO: certabo_show(b); break;
	case SIM_EONE:
	case SIM_CHESSLINK: chesslink_show(b); break;
	case SIM_CHESSNUT:
		if (b->is_shown && b->has_changed)
			chessnut_show(b);
		break;
	case SIM_SENTIO:
	case SIM_PEGASUS:
	case SIM_SQUAREOFF: sim_blind_report(b); break;
	case SIM_DGT:
	case SIM_MAKES: break;
	}
	b->report_at_ms = b->now_ms + b->config.report_ms;
}

void sim_whole_hear(struct sim_board *b, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		switch (b->config.make) {
		case SIM_EONE:
		case SIM_CHESSLINK: chesslink_hear(b, bytes[i]); break;
		case SIM_CHESSNUT: chessnut_hear(b, bytes[i]); break;
		case SIM_CERTABO: sim_lights_certabo(b, bytes[i]); break;
		case SIM_SENTIO:
		case SIM_PEGASUS:
		case SIM_SQUAREOFF: sim_blind_hear(b, bytes[i]); break;
		case SIM_DGT:
		case SIM_MAKES: break;
		}
	}
}
