/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/desk/undo.h"
#include "daemon/hall/private.h"

/* --- telling --- */

static void log_news(const struct desk *desk, const struct table_news *news)
{
	if (news->kind == TABLE_NEWS_BOARD)
		log_table(LOG_LEVEL_NOTICE, desk->number, desk->board, "board %s: %s", desk->board,
			  news->state);
	else if (news->kind == TABLE_NEWS_GAME)
		log_table(LOG_LEVEL_NOTICE, desk->number, desk->board, "game %s", news->state);
	else if (news->kind == TABLE_NEWS_REPORT && news->finding)
		log_table(LOG_LEVEL_NOTICE, desk->number, desk->board, "irregularity: %s, Art. %s",
			  touch_kind_name(news->report->kind),
			  touch_article(&desk->table.config.rules, news->report->law));
}

/* As which it was published before the daemon stopped, or NULL: it was not. */
static const struct stored *next_stored(struct place *place)
{
	return place->stored_next < place->stored_count ? &place->stored[place->stored_next++]
							: NULL;
}

static void name_board(struct place *place, const struct stored *known,
		       const struct table_news *news)
{
	struct desk *desk = &place->desk;
	char serial[BOARD_SERIAL_MAX];

	hall_serial_of(desk->line, desk->table.identity.serial, serial);
	if (known)
		memcpy(desk->board, known->board, sizeof(desk->board));
	else if (news->kind == TABLE_NEWS_BOARD && strcmp(news->state, "connected") == 0)
		hall_name(place->hall, place, serial, desk->board);
	else if (desk->board[0] == '\0')
		hall_name(place->hall, place, "", desk->board);
}

/* Almost all are short: what is longer than `room` is new, and to be freed. */
static char *text_of(const json_t *report, char *room, size_t size, size_t *ret_len)
{
	char *text = room;

	*ret_len = json_dumpb(report, room, size, JSON_COMPACT);
	if (*ret_len > size) {
		text = malloc(*ret_len);
		*ret_len = text ? json_dumpb(report, text, *ret_len, JSON_COMPACT) : 0;
	}
	if (*ret_len > 0)
		return text;
	if (text != room)
		free(text);
	return NULL;
}

static void remember(struct place *place, const struct journal_report *report)
{
	bool is_over = strcmp(report->event, "result") == 0;
	struct journal_game game = {.id = report->game,
				    .board = report->board,
				    .table = report->table,
				    .is_over = is_over};

	if (!report->game || (!is_over && strcmp(place->game, report->game) == 0))
		return;
	snprintf(place->game, sizeof(place->game), "%s", report->game);
	hall_remember_game(place->hall, &game);
}

static void publish(struct place *place, uint64_t seq, uint64_t at_ms, json_t *report)
{
	struct hall *hall = place->hall;
	char room[2048];
	size_t len;
	char *text = text_of(report, room, sizeof(room), &len);
	struct journal_report entry = {
		.seq = seq,
		.at_ms = at_ms,
		.board = place->desk.board,
		.table = place->desk.number,
		.game = json_string_value(json_object_get(report, "game")),
		.event = json_string_value(json_object_get(report, "event")),
		.text = text,
		.len = len,
	};

	if (!text || journal_put_report(hall->parts.journal, &entry) < 0 ||
	    feed_put(hall->parts.feed, seq, place->desk.board, report, text, len) < 0)
		hall_die();
	remember(place, &entry);
	if (text != room)
		free(text);
}

static void note(struct place *place, const struct table_news *news, uint64_t seq)
{
	if (news->kind == TABLE_NEWS_DECISION)
		place->decision = seq;
	if (news->kind == TABLE_NEWS_GAME)
		place->wants_snapshot = true;
	if (news->kind == TABLE_NEWS_BOARD && strcmp(news->state, "connected") == 0)
		place->damages = 0;
	else if (news->kind == TABLE_NEWS_BOARD && !news->report &&
		 strcmp(news->state, "damaged") == 0)
		place->damages++;
}

/* Where the game stands, should the journal have to be begun anew. */
static void keep_fen(struct place *place, const json_t *report)
{
	const char *fen = json_string_value(json_object_get(report, "fen"));

	if (fen)
		snprintf(place->fen, sizeof(place->fen), "%s", fen);
}

static bool is_event(const json_t *report, const struct stored *known)
{
	return strcmp(known->event, json_string_value(json_object_get(report, "event"))) == 0;
}

/*
 * A report that is not what was published next: its own row is damaged, and it has the first number
 * between the last of this table and the next that nobody else has. 0: there is none.
 */
static uint64_t take_missing(struct hall *hall, uint64_t after, const struct stored *before)
{
	for (size_t i = 0; i < hall->missing_count; i++) {
		uint64_t seq = hall->missing[i];

		if (seq > after && seq < before->seq) {
			hall->missing[i] = 0;
			return seq;
		}
	}
	return 0;
}

uint64_t hall_tell(void *owner, struct desk *desk, const struct table_news *news)
{
	struct place *place = owner;
	const struct stored *known = next_stored(place);
	uint64_t seq = known ? known->seq : journal_last_seq(place->hall->parts.journal) + 1;
	uint64_t missing;
	json_t *report;

	if (hall_is_trunk(place))
		return 0; /* what there is to tell of a bus its tables tell */
	name_board(place, known, news);
	if (place->hall->is_recovering && desk->settings.reader != LAW_VERSION) {
		place->differs = true; /* what was published stands, whatever is read now */
		return known ? known->seq : desk->last_seq;
	}
	report = desk_report(desk, seq, news);
	if (!report)
		hall_die();
	keep_fen(place, report);
	note(place, news, seq);
	if (known) {
		missing = is_event(report, known)
				  ? 0
				  : take_missing(place->hall, desk->last_seq, known);
		place->stored_next -= missing > 0; /* the next one is still to come */
		place->differs |= missing == 0 && !is_event(report, known);
		json_decref(report);
		return missing > 0 ? missing : seq;
	}
	publish(place, seq, news->at_ms, report);
	log_news(desk, news);
	return seq;
}

void hall_write(void *owner, struct desk *desk, const uint8_t *bytes, size_t len)
{
	struct place *place = owner;

	if (place->line && !place->hall->is_recovering) {
		log_bytes(desk->number, true, bytes, len);
		hall_line_write(place->line, bytes, len);
	}
}

void hall_saw(void *owner, const struct desk *desk)
{
	const struct hall *hall = ((struct place *)owner)->hall;

	if (hall->listener && !hall->is_recovering)
		hall->listener(hall->listener_data, desk);
}

void hall_listen(struct hall *hall, hall_listener *listener, void *data)
{
	hall->listener = listener;
	hall->listener_data = data;
}

/* --- undoing --- */

/* Live, the past has been read: see past.h. Computed again, it is read as it is needed. */
bool hall_undo(void *owner, struct desk *desk, const struct journal_input *input,
	       struct rules_fault *ret_fault)
{
	struct place *place = owner;
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	bool is_done = false;

	if (place->past)
		return desk_undo_with(desk, place->past, input, ret_fault);
	if (journal_reader_open(&reader, place->hall->parts.journal_path, &fault) < 0)
		snprintf(ret_fault->why, sizeof(ret_fault->why), "the journal cannot be read");
	else
		is_done = desk_undo(desk, reader, input, ret_fault);
	journal_reader_close(reader);
	return is_done;
}
