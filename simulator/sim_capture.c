/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_capture.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "board-protocol/board.h"

#define AFTER_MS 5000 /* the line stays open for a while after the last act */

struct capture {
	FILE *file;
	struct sim_hall *hall;
	struct sim_table *table;
	struct board_session session;
	bool is_open;
	uint64_t now_ms;
	size_t len;
	uint8_t bytes[4096]; /* heard, not yet written */
};

static void write_bytes(struct capture *c, const char *way, const uint8_t *bytes, size_t len)
{
	if (len == 0)
		return;
	fprintf(c->file, "{\"t\":%" PRIu64 ",\"%s\":\"", c->now_ms, way);
	for (size_t i = 0; i < len; i++)
		fprintf(c->file, "%02x", bytes[i]);
	fputs("\"}\n", c->file);
}

static void drain(struct capture *c)
{
	struct board_event event;

	while (board_session_next(&c->session, &event))
		;
}

static void tell_session(struct capture *c)
{
	size_t used = 0;

	write_bytes(c, "in", c->bytes, c->len);
	while (used < c->len) {
		used += board_session_feed(&c->session, c->now_ms, c->bytes + used, c->len - used);
		drain(c);
	}
	c->len = 0;
}

static void listen(struct capture *c)
{
	uint8_t bytes[2];
	uint64_t at_us;
	size_t count;

	while ((count = sim_table_say(c->table, bytes, &at_us)) > 0) {
		if (c->len + count > sizeof(c->bytes))
			tell_session(c);
		memcpy(c->bytes + c->len, bytes, count);
		c->len += count;
	}
	tell_session(c);
}

static void speak(struct capture *c)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len;

	board_session_tick(&c->session, c->now_ms);
	drain(c);
	while ((len = board_session_take(&c->session, bytes, sizeof(bytes))) > 0) {
		write_bytes(c, "out", bytes, len);
		sim_table_hear(c->table, bytes, len);
	}
}

/* A cable that is pulled closes the port; a lost board is tried again. */
static void mind_the_cable(struct capture *c)
{
	bool is_plugged = sim_table_is_plugged(c->table);

	if (c->is_open && (!is_plugged || board_session_state(&c->session) == BOARD_ST_LOST)) {
		board_session_close(&c->session, c->now_ms);
		c->is_open = false;
	}
	if (!c->is_open && is_plugged) {
		board_session_open(&c->session, c->now_ms);
		c->is_open = true;
	}
	drain(c);
}

static void write_said(struct capture *c, const struct sim_truth *truth)
{
	char line[SIM_TRUTH_MAX];
	struct rules_text text = rules_text_in(line, sizeof(line));

	if (truth->is_fault || truth->act.type != SIM_ACT_SAY)
		return;
	sim_truth_string(&text, truth->act.text);
	fprintf(c->file, "{\"t\":%" PRIu64 ",\"arbiter\":%s}\n", c->now_ms, line);
}

static void step(struct capture *c, uint64_t at_ms)
{
	struct sim_truth truth;
	bool is_more;

	do {
		is_more = sim_hall_step(c->hall, 0, at_ms, &truth);
		c->now_ms = c->table->now_ms;
		sim_board_met(&c->table->board);
		listen(c);
		mind_the_cable(c);
		if (is_more)
			write_said(c, &truth);
	} while (is_more);
	speak(c);
}

static void write_header(struct capture *c)
{
	enum sim_make make = c->hall->options->make;
	char fen[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(fen, sizeof(fen));

	fprintf(c->file, "{\"capture\":1,\"protocol\":\"%s\"", sim_make_name(make));
	if (c->hall->options->source == SIM_SOURCE_SCRIPT) {
		rules_fen_write(&text, &c->hall->script.start, RULES_FEN_PLAIN);
		fprintf(c->file, ",\"start\":\"%s\"", fen);
	}
	if (make == SIM_DGT)
		fprintf(c->file, ",\"serial\":\"%s\"", c->table->config.board.serial);
	fputs("}\n", c->file);
}

static void play(struct capture *c)
{
	uint64_t end_ms = UINT64_MAX;

	step(c, 0);
	while (c->now_ms < end_ms) {
		uint64_t board = sim_table_deadline(c->table);
		uint64_t host = board_session_deadline(&c->session);
		uint64_t next = board < host ? board : host;

		step(c, next > c->now_ms ? next : c->now_ms + 1);
		if (end_ms == UINT64_MAX && sim_hall_is_over(c->hall))
			end_ms = c->now_ms + AFTER_MS;
	}
}

bool sim_capture_write(struct sim_hall *hall, const char *name)
{
	struct capture *c = calloc(1, sizeof(*c));
	struct board_config config = {.wiring = BOARD_WIRING_SINGLE};
	bool is_good = false;

	if (!c || !board_make_find(sim_make_name(hall->options->make), &config.make)) {
		free(c);
		sim_complain("no memory");
		return false;
	}
	c->hall = hall;
	c->table = &hall->seats[0].table;
	c->file = strcmp(name, "-") == 0 ? stdout : fopen(name, "we");
	if (c->file) {
		board_session_init(&c->session, &config);
		write_header(c);
		play(c);
		is_good = fflush(c->file) == 0 && !ferror(c->file);
		if (c->file != stdout)
			is_good = fclose(c->file) == 0 && is_good;
	}
	if (!is_good)
		sim_complain("%s: %s", name, strerror(errno));
	free(c);
	return is_good;
}
