/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>

#include "daemon/control/call_private.h"
#include "daemon/control/describe.h"

/*
 * All tables in one answer. Five hundred of them take longer to describe than the boards may be
 * kept waiting: so a few are described in each round of the loop. The answer is of one moment all
 * the same, that of its seq: whichever table was reported on meanwhile is described once more.
 */

#define PIECE     32 /* tables; half a millisecond */
#define TRIES_MAX 3  /* tables may come and go meanwhile, but not for ever */

struct call_pieces {
	uv_idle_t idle;
	struct call *call;
	json_t *list;
	size_t count, next;
	unsigned tries;
	uint64_t seqs[]; /* the last report on each when it was described */
};

static uint64_t seq_of(const struct server *server, const struct hall_view *view)
{
	const struct record_board *board = record_board(server->publish.record, view->desk->board);

	return board ? board->seq : 0;
}

static void free_pieces(uv_handle_t *handle)
{
	struct call_pieces *pieces = handle->data;

	json_decref(pieces->list);
	free(pieces);
}

void call_drop_pieces(struct call *call)
{
	if (call->pieces)
		uv_close((uv_handle_t *)&call->pieces->idle, free_pieces);
	call->pieces = NULL;
}

static json_t *answer_of(const struct server *server, json_t *list)
{
	return json_pack("{s:O, s:I}", "boards", list, "seq",
			 (json_int_t)feed_last(server->publish.feed));
}

/* From the next table to this one, it not included. */
static void describe_to(struct call_pieces *pieces, size_t end)
{
	const struct server *server = pieces->call->server;

	for (; pieces->next < end; pieces->next++) {
		struct hall_view view = hall_view(server->hall, pieces->next);

		pieces->seqs[pieces->next] = seq_of(server, &view);
		json_array_append_new(pieces->list, describe_table(server, &view));
	}
}

static void describe_changed(struct call_pieces *pieces)
{
	const struct server *server = pieces->call->server;

	for (size_t i = 0; i < pieces->count; i++) {
		struct hall_view view = hall_view(server->hall, i);

		if (seq_of(server, &view) != pieces->seqs[i])
			json_array_set_new(pieces->list, i, describe_table(server, &view));
	}
}

static void begin(struct call *call, unsigned tries);

/* One round of the loop. Whoever asked may have gone, and tables may have come. */
static void step(uv_idle_t *idle)
{
	struct call_pieces *pieces = idle->data;
	struct call *call = pieces->call;
	size_t left = pieces->count - pieces->next;

	if (!call->answer) {
		call_end(call, NULL);
	} else if (hall_count(call->server->hall) != pieces->count) {
		unsigned tries = pieces->tries + 1;

		call_drop_pieces(call);
		begin(call, tries);
	} else if (left > 0) {
		describe_to(pieces, pieces->next + (left < PIECE ? left : PIECE));
	} else {
		describe_changed(pieces);
		call_end(call, answer_of(call->server, pieces->list));
	}
}

static struct call_pieces *new_pieces(struct call *call, unsigned tries)
{
	size_t count = hall_count(call->server->hall);
	struct call_pieces *pieces = calloc(1, sizeof(*pieces) + count * sizeof(pieces->seqs[0]));

	if (!pieces)
		return NULL;
	pieces->call = call;
	pieces->count = count;
	pieces->tries = tries;
	pieces->list = json_array();
	pieces->idle.data = pieces;
	uv_idle_init(&call->server->publish.loop, &pieces->idle);
	return pieces;
}

static void begin(struct call *call, unsigned tries)
{
	struct call_pieces *pieces = new_pieces(call, tries);

	call->pieces = pieces;
	if (!pieces) {
		call_end(call, NULL);
	} else if (pieces->count <= PIECE || tries >= TRIES_MAX) {
		describe_to(pieces, pieces->count);
		call_end(call, answer_of(call->server, pieces->list));
	} else {
		uv_idle_start(&pieces->idle, step);
	}
}

void call_boards(struct call *call, const json_t *param)
{
	(void)param;
	call_join_waiting(call); /* to be refused when boardd stops */
	begin(call, 0);
}

/* --- which of them is it? --- */

#define BLINK_S     10
#define BLINK_MAX_S 60

void call_blink(struct call *call, const json_t *param)
{
	const char *name = json_string_value(json_object_get(param, "board"));
	const json_t *given = json_object_get(param, "seconds");
	json_int_t seconds = given ? json_integer_value(given) : BLINK_S;
	char why[HALL_WHY_MAX] = "";
	int r;

	if (!name || seconds < 1 || seconds > BLINK_MAX_S) {
		call_fail(call, CALL_BAD, "\"board\" is needed, and \"seconds\" from 1 to %d",
			  BLINK_MAX_S);
		return;
	}
	r = hall_blink(call->server->hall, name, (unsigned)seconds, why);
	if (r < 0)
		call_fail(call, r == -ENOENT ? CALL_NOT_FOUND : CALL_NOT_NOW, "%s", why);
	else
		call_end(call, json_pack("{s:I}", "seconds", seconds));
}
