/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/build_id.h"
#include "daemon/base/log.h"
#include "daemon/hall/private.h"
#include "daemon/journal/reader.h"
#include "daemon/table/pack.h"

/*
 * After a stop the tables are computed again from their inputs: from the last
 * snapshot if this very program made it, else from their last settings. A game that
 * another version has read is not: it goes on from its published half-moves. What
 * comes out was published already, up to the last report the journal has; from
 * there on it is new. All tables go together, input by input in the order in
 * which they came, and with them the talks with the buses their boards were on.
 */

#define TIMER_MS    60000                 /* a timer of a table is never longer */
#define MISSING_MAX 10000                 /* damaged reports in a row; more are another journal */
#define TOO_OLD_MS  (24ull * 3600 * 1000) /* nobody comes back to a game after that */

/* Where a board of a bus sat. */
struct sitting {
	unsigned table, holder;
	uint64_t input; /* the input that says so */
};

struct recovery {
	struct hall *hall;
	struct journal_reader *reader;
	struct place **places; /* those that are computed again, together */
	size_t place_count;
	struct sitting *sittings;
	size_t sitting_count;
	uint64_t from;  /* the first input that anybody needs */
	uint64_t since; /* the last report that nobody needs */
	uint64_t seen;  /* the last report that was read */
};

static struct place *wanted(const struct recovery *recovery, unsigned number)
{
	struct place *place = hall_place_of_number(recovery->hall, number);

	return place && place->from > 0 ? place : NULL;
}

/* --- where to begin --- */

/* The state of a table from which this program may go on. */
static bool read_snapshot(struct recovery *recovery, struct place *place, uint64_t base)
{
	struct journal_snapshot snapshot;
	struct desk_owner owner = place->desk.owner;
	unsigned number = place->desk.number;
	void *data = NULL;
	bool is_good = strcmp(build_id(), "unknown") != 0 &&
		       journal_read_snapshot(recovery->reader, place->desk.number, build_id(),
					     &snapshot, &data) > 0 &&
		       snapshot.after_input >= base;

	if (is_good && !pack_get(data, snapshot.len, &place->desk, sizeof(place->desk))) {
		desk_init(&place->desk, number, owner);
		is_good = false;
	}
	if (is_good) {
		desk_adopt(&place->desk, owner);
		place->from = snapshot.after_input + 1;
		place->since = place->desk.last_seq;
	}
	free(data);
	return is_good;
}

static void begin_with(struct recovery *recovery, struct place *place)
{
	if (place->from < recovery->from)
		recovery->from = place->from;
	if (place->since < recovery->since)
		recovery->since = place->since;
}

/* From the settings in force at an input. False: the journal knows none. */
static bool begin_at(struct recovery *recovery, struct place *place, uint64_t input)
{
	uint64_t base = 0;

	if (journal_read_base(recovery->reader, place->desk.number, input, &base) < 0 || base == 0)
		return false;
	desk_init(&place->desk, place->desk.number, place->desk.owner);
	place->from = base;
	place->since = 0;
	(void)journal_read_before(recovery->reader, base,
				  journal_last_seq(recovery->hall->parts.journal), &place->since);
	begin_with(recovery, place);
	return true;
}

/* False: the journal knows nothing of the table. */
static bool find_start(struct recovery *recovery, struct place *place)
{
	uint64_t base = 0, last = journal_last_input(recovery->hall->parts.journal);

	if (journal_read_base(recovery->reader, place->desk.number, last, &base) < 0 || base == 0)
		return false;
	if (!read_snapshot(recovery, place, base))
		return begin_at(recovery, place, base);
	begin_with(recovery, place);
	return true;
}

static bool add(struct recovery *recovery, struct place *place)
{
	struct place **places =
		realloc(recovery->places, (recovery->place_count + 1) * sizeof(struct place *));

	if (!places)
		hall_die();
	recovery->places = places;
	places[recovery->place_count++] = place;
	return find_start(recovery, place);
}

/* --- buses --- */

static int take_sitting(void *data, const struct journal_input *input)
{
	struct recovery *recovery = data;
	struct sitting *sittings, sitting = {.table = input->table, .input = input->id};
	uint16_t address;

	if (!desk_is_sitting(input, &sitting.holder, &address))
		return 0;
	sittings = realloc(recovery->sittings, (recovery->sitting_count + 1) * sizeof(*sittings));
	if (!sittings)
		hall_die();
	recovery->sittings = sittings;
	sittings[recovery->sitting_count++] = sitting;
	return 0;
}

/* A table that is not computed again yet, and can be; else NULL. */
static struct place *call_in(struct recovery *recovery, unsigned number)
{
	struct hall *hall = recovery->hall;
	struct place *place;

	if (hall_place_of_number(hall, number))
		return NULL;
	place = hall_add_place(hall, number);
	(void)add(recovery, place);
	return place;
}

/*
 * The talk with a bus is computed from before the first of its boards sat down,
 * and with it all who sat there since. Returns whether there is more to be read
 * now.
 */
static bool gather(struct recovery *recovery, const struct sitting *sitting)
{
	struct place *place = wanted(recovery, sitting->table);
	struct place *holder = wanted(recovery, sitting->holder);

	if (!place && holder && sitting->input >= holder->from)
		return call_in(recovery, sitting->table) != NULL;
	if (!place || sitting->input < place->from)
		return false;
	if (!holder)
		return call_in(recovery, sitting->holder) != NULL;
	return holder->from > sitting->input && begin_at(recovery, holder, sitting->input);
}

/* Who sat on which bus. */
static int find_buses(struct recovery *recovery)
{
	bool has_changed;
	int r;

	do {
		has_changed = false;
		recovery->sitting_count = 0;
		r = journal_read_inputs(recovery->reader, 0, recovery->from, 0, take_sitting,
					recovery);
		for (size_t i = 0; i < recovery->sitting_count && r == 0; i++)
			has_changed |= gather(recovery, &recovery->sittings[i]);
	} while (has_changed);
	return r;
}

/* --- what was published --- */

static void keep_fen(struct place *place, const struct journal_report *report)
{
	json_t *object = json_loadb(report->text, report->len, 0, NULL);
	const char *fen = json_string_value(json_object_get(object, "fen"));

	if (fen)
		snprintf(place->fen, sizeof(place->fen), "%s", fen);
	json_decref(object);
}

/*
 * Numbers have no gaps: what is not there was passed over as damaged. It had its number all the
 * same, and whoever computes it again finds it by that: see hall_tell().
 */
static void note_missing(struct recovery *recovery, uint64_t seq)
{
	struct hall *hall = recovery->hall;
	uint64_t first = recovery->seen + 1;
	uint64_t *missing;

	recovery->seen = seq;
	if (first == 1 || seq <= first || seq - first > MISSING_MAX)
		return;
	missing = realloc(hall->missing,
			  (hall->missing_count + (size_t)(seq - first)) * sizeof(*missing));
	if (!missing)
		hall_die();
	hall->missing = missing;
	while (first < seq)
		missing[hall->missing_count++] = first++;
}

static int take_report(void *data, const struct journal_report *report)
{
	struct place *place = wanted(data, report->table);
	struct stored *to;

	note_missing(data, report->seq);
	if (!place || report->seq <= place->since)
		return 0;
	if (place->stored_count == place->stored_room) {
		place->stored_room = place->stored_room > 0 ? 2 * place->stored_room : 64;
		place->stored = realloc(place->stored, place->stored_room * sizeof(*place->stored));
		if (!place->stored)
			hall_die();
	}
	to = &place->stored[place->stored_count++];
	*to = (struct stored){.seq = report->seq};
	snprintf(to->event, sizeof(to->event), "%s", report->event ? report->event : "");
	snprintf(to->board, sizeof(to->board), "%s", report->board ? report->board : "");
	if (report->game)
		snprintf(place->published, sizeof(place->published), "%s", report->game);
	keep_fen(place, report);
	return 0;
}

/* --- computing again --- */

/* A board that sits down on a bus is met there, also if the past of its table is not computed. */
static void meet(const struct recovery *recovery, const struct journal_input *input)
{
	struct place *holder;
	uint16_t address;
	unsigned number;

	if (!desk_is_sitting(input, &number, &address))
		return;
	holder = wanted(recovery, number);
	if (holder && input->id >= holder->from)
		desk_meet(&holder->desk, input->at_ms, address);
}

static int take_input(void *data, const struct journal_input *input)
{
	struct place *place = wanted(data, input->table);
	struct rules_fault fault;

	if (place && input->id >= place->from)
		(void)hall_apply(place, input, &fault);
	else
		meet(data, input);
	return 0;
}

/* When something happens at a place, or on its bus. */
static uint64_t next_of(const struct place *place)
{
	const struct place *trunk = hall_trunk_of(place);
	uint64_t own = desk_deadline(&place->desk);
	uint64_t of_bus = trunk ? desk_deadline(&trunk->desk) : UINT64_MAX;

	return own < of_bus ? own : of_bus;
}

/*
 * A timer may have spoken after the last input, and at a time that no report
 * carries: what is sensed is told with the time of the hand. If the clock says
 * that this is still to come, it has been put back. Our time goes on with the timers, the end of
 * this does not: one that is set again each time would never be the last.
 */
static void catch_up(struct place *place)
{
	struct moment *moment = place->hall->parts.moment;
	uint64_t until = hall_now(place->hall) + TIMER_MS, due;

	while (place->stored_next < place->stored_count && (due = next_of(place)) != UINT64_MAX &&
	       due <= until) {
		hall_tick(place, due);
		moment_not_before(moment, due);
	}
	moment_not_before(moment, place->desk.table.now_ms);
}

/*
 * What is shown goes on from where it was: it was ahead of our time when boardd
 * stopped, and is as much ahead now.
 */
static void keep_ahead(const struct recovery *recovery)
{
	uint64_t ahead_ms = 0;

	for (size_t i = 0; i < recovery->place_count; i++)
		if (recovery->places[i]->desk.ahead_ms > ahead_ms)
			ahead_ms = recovery->places[i]->desk.ahead_ms;
	moment_resume(recovery->hall->parts.moment, ahead_ms);
}

static int fold(void *data, const struct journal_report *report)
{
	json_t *object = json_loadb(report->text, report->len, 0, NULL);
	int r = object ? game_apply(data, object, NULL) : -EINVAL;

	json_decref(object);
	return r == -ENOMEM ? -1 : 0;
}

/* The game goes on from what was published of it. False: there is none that could. */
static bool go_on_from_published(struct recovery *recovery, struct place *place)
{
	struct journal_reports which = {.game = place->published};
	struct game game;
	bool is_on;

	if (place->published[0] == '\0')
		return false;
	game_init(&game);
	is_on = journal_read_reports(recovery->reader, &which, fold, &game) == 0 &&
		game.state == GAME_STARTED && game.ply_count > 0 &&
		game.ply_count < TOUCH_PLIES_MAX;
	if (is_on) {
		log_table(LOG_LEVEL_NOTICE, place->desk.number, place->desk.board,
			  "game %s was read by another version of boardd: it goes on from its %zu "
			  "published half-moves",
			  game.id, game.ply_count);
		hall_go_on(place, &game);
	}
	game_clear(&game);
	return is_on;
}

/* What was computed is what was published, or the game goes on from that. */
static void judge(struct recovery *recovery, struct place *place)
{
	bool is_same = !place->differs && place->stored_next == place->stored_count;
	char fen[RULES_FEN_MAX];

	free(place->stored);
	place->stored = NULL;
	place->stored_count = place->stored_room = place->stored_next = 0;
	place->differs = false;
	if (is_same || go_on_from_published(recovery, place))
		return;
	log_table(LOG_LEVEL_WARNING, place->desk.number, place->desk.board,
		  "what was published cannot be computed again from the journal (another version "
		  "of boardd?); a new game begins from the position published last");
	memcpy(fen, place->fen, sizeof(fen));
	hall_begin(place, fen[0] != '\0' ? fen : NULL);
}

static void close_session(struct place *place)
{
	static const char why[] = "boardd was stopped";
	struct journal_input input = {.kind = JOURNAL_INPUT_CLOSE,
				      .at_ms = hall_now(place->hall),
				      .data = why,
				      .len = strlen(why)};
	char fault[HALL_WHY_MAX];

	if (place->desk.is_begun &&
	    board_session_state(&place->desk.table.session) != BOARD_ST_CLOSED)
		(void)hall_input(place, &input, fault);
}

/* A game goes on; where there is none, what is in force now is in force. */
static void go_on(struct place *place)
{
	bool is_playing =
		hall_is_trunk(place) ? hall_trunk_is_playing(place) : desk_is_playing(&place->desk);

	place->from = 0;
	if (!place->desk.is_begun ||
	    (!is_playing && (hall_is_trunk(place) || !hall_keeps_game(place))))
		hall_begin(place, NULL);
	else if (!hall_is_trunk(place))
		hall_seat_players(place, false, NULL);
	/* A game that was abandoned for another round. */
	place->is_stale = is_playing && !hall_is_trunk(place) &&
			  place->desk.settings.round != place->hall->round;
	place->due_ms = desk_deadline(&place->desk);
}

static void compute(struct recovery *recovery)
{
	struct journal_reports which;
	int r = find_buses(recovery);

	which = (struct journal_reports){.since = recovery->since};
	recovery->seen = recovery->since;
	if (r == 0)
		r = journal_read_reports(recovery->reader, &which, take_report, recovery);
	recovery->hall->is_recovering = true;
	if (r == 0)
		r = journal_read_inputs(recovery->reader, 0, recovery->from, 0, take_input,
					recovery);
	for (size_t i = 0; i < recovery->place_count; i++)
		catch_up(recovery->places[i]);
	recovery->hall->is_recovering = false;
	free(recovery->hall->missing);
	recovery->hall->missing = NULL;
	recovery->hall->missing_count = 0;
	if (r < 0)
		log_warning("the journal cannot be read: %s", journal_reader_why(recovery->reader));
}

static void recover(struct hall *hall, struct journal_reader *reader, struct place **places,
		    size_t count)
{
	struct recovery recovery = {
		.hall = hall, .reader = reader, .from = UINT64_MAX, .since = UINT64_MAX};
	bool is_any = false;

	for (size_t i = 0; i < count; i++)
		is_any |= add(&recovery, places[i]);
	if (is_any)
		compute(&recovery);
	keep_ahead(&recovery);
	for (size_t i = 0; i < recovery.place_count; i++)
		judge(&recovery, recovery.places[i]);
	for (size_t i = 0; i < recovery.place_count; i++)
		close_session(recovery.places[i]);
	hall_show_ahead(hall);
	for (size_t i = 0; i < recovery.place_count; i++)
		go_on(recovery.places[i]);
	free(recovery.places);
	free(recovery.sittings);
}

/* --- from outside --- */

/*
 * Does somebody come back to the game? One without a result may go on within a day, and in its own
 * round, be it adjourned, however late; one with a result counts as long as its round is played.
 */
static bool is_awaited(const struct hall *hall, const struct journal_game *game)
{
	bool is_of_round = hall_is_of_round(hall, game);
	bool is_recent = game->last_ms + TOO_OLD_MS > hall_now(hall);

	if (game->is_over)
		return is_of_round && rounds_pairing(&hall->rounds, hall->round, game->table);
	return is_of_round || is_recent;
}

static int take_game(void *data, const struct journal_game *game)
{
	struct hall *hall = data;

	if (is_awaited(hall, game) && !hall_place_of_number(hall, game->table))
		(void)hall_add_place(hall, game->table);
	return 0;
}

static void recover_all(struct hall *hall, struct journal_reader *reader)
{
	size_t count = hall->place_count;
	struct place **places = calloc(count + 1, sizeof(struct place *));

	if (!places)
		hall_die();
	for (size_t i = 0; i < count; i++)
		places[i] = hall->places[i];
	recover(hall, reader, places, count);
	free(places);
}

static void say_damage(void *data, const char *what)
{
	(void)data;
	log_error("%s", what);
}

void hall_recover(struct hall *hall)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault;
	int r = journal_reader_open(&reader, hall->parts.journal_path, &fault);

	if (r == 0) {
		journal_reader_on_damage(reader, say_damage, NULL);
		r = journal_read_games(reader, take_game, hall);
	}
	if (r == 0)
		recover_all(hall, reader);
	else
		log_warning("the games of the journal cannot be read: %s",
			    reader ? journal_reader_why(reader) : fault.why);
	for (size_t i = 0; i < hall->place_count && r != 0; i++)
		hall_begin(hall->places[i], NULL);
	journal_reader_close(reader);
}
