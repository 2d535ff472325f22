/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/fold/game_private.h"

struct seat {
	struct record_board board; /* board.game is the game below */
	struct game *game;
	bool is_empty; /* no board: a game waits there for one */
};

struct record {
	record_over *over;
	void *data;
	struct seat **seats; /* by ID */
	size_t count, room;
	uint64_t seq;
};

/* --- seats --- */

/* Where the board is, or would be. */
static size_t place_of(const struct record *record, const char *id, bool *ret_found)
{
	size_t low = 0, high = record->count;

	*ret_found = false;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(id, record->seats[middle]->board.id);

		if (order == 0) {
			*ret_found = true;
			return middle;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static struct seat *seat_of(const struct record *record, const char *id)
{
	bool found;
	size_t place = place_of(record, id, &found);

	return found ? record->seats[place] : NULL;
}

static struct seat *seat_of_game(const struct record *record, const char *gid)
{
	for (size_t i = 0; i < record->count; i++)
		if (record->seats[i]->game && strcmp(record->seats[i]->game->id, gid) == 0)
			return record->seats[i];
	return NULL;
}

static struct seat *seat_new(const char *id)
{
	struct seat *seat = calloc(1, sizeof(*seat));
	struct game empty;

	if (!seat)
		return NULL;
	game_init(&empty);
	memcpy(seat->board.id, id, strlen(id) + 1);
	seat->board.battery = -1;
	seat->board.clock = empty.clock;
	seat->board.sensed_square = RULES_NO_SQUARE;
	seat->board.sensed_piece = RULES_NO_PIECE;
	seat->board.sensed_ms = seat->board.time_ms = WHEN_NEVER;
	return seat;
}

static void game_drop(struct game *game)
{
	if (!game)
		return;
	game_clear(game);
	free(game);
}

static void seat_free(struct seat *seat)
{
	if (!seat)
		return;
	game_drop(seat->game);
	free(seat);
}

/* Room for one more seat; -E2BIG at the limit. */
static int make_room(struct record *record)
{
	size_t room = record->room > 0 ? 2 * record->room : 8;
	struct seat **seats;

	if (record->count < record->room)
		return 0;
	if (record->count >= RECORD_BOARDS_MAX)
		return -E2BIG;
	seats = realloc(record->seats, room * sizeof(struct seat *));
	if (!seats)
		return -ENOMEM;
	record->seats = seats;
	record->room = room;
	return 0;
}

static void insert(struct record *record, struct seat *seat)
{
	bool found;
	size_t place = place_of(record, seat->board.id, &found);

	memmove(record->seats + place + 1, record->seats + place,
		(record->count - place) * sizeof(struct seat *));
	record->seats[place] = seat;
	record->count++;
}

/* --- what boards tell --- */

static int take_board(struct record_board *board, struct fields *f)
{
	static const char *const words[] = {"connected", "lost", "damaged", "resynced", "rotated"};
	static const enum record_link links[] = {RECORD_CONNECTED, RECORD_LOST, RECORD_DAMAGED,
						 RECORD_CONNECTED};
	struct record_board next = *board;
	size_t state = fields_choice(f, "state", words, 5);

	fields_word(f, "serial", next.serial, sizeof(next.serial));
	fields_word(f, "transport", next.transport, sizeof(next.transport));
	fields_word(f, "firmware", next.firmware, sizeof(next.firmware));
	next.battery = -1;
	if (fields_text(f, "state") == NULL)
		fields_blame(f, "state", "not there");
	if (!json_is_null(json_object_get(f->object, "battery")) && fields_has(f, "battery"))
		next.battery = (int)fields_number(f, "battery", 100);
	next.rotated = fields_flag(f, "rotated", (state == 4) != board->rotated);
	if (f->bad)
		return -EINVAL;
	if (state < 4 && !fields_has(f, "square")) /* of one square: the rest is as it was */
		next.link = links[state];
	*board = next;
	return 1;
}

static int take_sensed(struct record_board *board, struct fields *f, const struct game_head *head)
{
	rules_square square = fields_square(f);
	rules_piece piece = fields_piece(f);

	if (f->bad)
		return -EINVAL;
	board->sensed_square = square;
	board->sensed_piece = piece;
	board->sensed_ms = head->time_ms;
	return 1;
}

/* What concerns the board itself; 0 if the report does not. */
static int take_message(struct record_board *board, struct fields *f, const struct game_head *head)
{
	if (strcmp(f->event, "board") == 0)
		return take_board(board, f);
	if (strcmp(f->event, "sensed") == 0)
		return take_sensed(board, f, head);
	if (strcmp(f->event, "clock") == 0) {
		struct game_clock clock = fields_whole_clock(f, head->time_ms);

		if (f->bad)
			return -EINVAL;
		board->clock = clock;
		return 1;
	}
	return strcmp(f->event, "press") == 0; /* the report only shows that the board is alive */
}

static int take_own(struct record_board *board, struct fields *f, const struct game_head *head)
{
	int r = take_message(board, f, head);

	if (r > 0 && board->link == RECORD_DAMAGED && strcmp(f->event, "board") != 0)
		board->link = RECORD_CONNECTED; /* what it says makes sense again */
	return r;
}

/* --- games --- */

static void put_game(struct record *record, struct seat *seat, struct game *game)
{
	if (seat->game && record->over)
		record->over(record->data, &seat->board, seat->game);
	game_drop(seat->game);
	seat->game = game;
	seat->board.game = game;
}

static bool begins_game(const struct fields *f)
{
	const char *state = json_string_value(json_object_get(f->object, "state"));

	return strcmp(f->event, "game") == 0 && state && strcmp(state, "ended") != 0;
}

static int begin_game(struct record *record, struct seat *seat, struct fields *f)
{
	struct game *game = malloc(sizeof(*game));
	int r;

	if (!game)
		return -ENOMEM;
	game_init(game);
	r = game_apply(game, f->object, &f->fault);
	if (r > 0)
		put_game(record, seat, game);
	else
		game_drop(game);
	return r;
}

/* The game was on another board, which was exchanged. */
static int move_game(struct record *record, struct seat *from, struct seat *to, struct fields *f)
{
	int r = game_apply(from->game, f->object, &f->fault);

	if (r <= 0)
		return r;
	put_game(record, to, from->game);
	from->game = NULL;
	from->board.game = NULL;
	return r;
}

static void remove_seat(struct record *record, struct seat *seat)
{
	bool found;
	size_t place = place_of(record, seat->board.id, &found);

	seat_free(seat);
	record->count--;
	memmove(record->seats + place, record->seats + place + 1,
		(record->count - place) * sizeof(struct seat *));
}

static void hand_over(struct record *record, struct seat *from, struct seat *to)
{
	struct game *game = from->game;

	snprintf(game->board, sizeof(game->board), "%s", to->board.id);
	put_game(record, to, game);
	from->game = NULL;
	from->board.game = NULL;
	if (from->is_empty)
		remove_seat(record, from);
}

/* A board that went to another table has left its game where it was, for the next board. */
static int leave_table(struct record *record, struct seat *seat)
{
	struct seat *stay;
	char id[GAME_BY_MAX];
	int r;

	snprintf(id, sizeof(id), "dev-%u", seat->board.table);
	stay = seat_of(record, id);
	r = stay ? 0 : make_room(record);
	if (r < 0)
		return r;
	if (!stay) {
		stay = seat_new(id);
		if (!stay)
			return -ENOMEM;
		stay->is_empty = true;
		insert(record, stay);
	}
	stay->board.table = seat->board.table;
	stay->board.link = RECORD_LOST;
	stay->board.seq = seat->board.seq;
	stay->board.time_ms = seat->board.time_ms;
	stay->board.clock = seat->board.clock;
	hand_over(record, seat, stay);
	return 0;
}

/* A board says with whatever it reports which game is played on it. */
static void find_game(struct record *record, struct seat *seat, const struct game_head *head)
{
	struct seat *other;

	if (head->game[0] == '\0' || (seat->game && strcmp(seat->game->id, head->game) == 0))
		return;
	other = seat_of_game(record, head->game);
	if (other)
		hand_over(record, other, seat);
}

static int take_of_game(struct record *record, struct seat *seat, struct fields *f,
			const struct game_head *head)
{
	struct seat *other;

	if (seat->game && strcmp(seat->game->id, head->game) == 0)
		return game_apply(seat->game, f->object, &f->fault);
	other = seat_of_game(record, head->game);
	if (other)
		return move_game(record, other, seat, f);
	return begins_game(f) ? begin_game(record, seat, f) : -ENOENT;
}

/* What the board and its game make of it; nothing has changed unless it is 1. */
static int take_on(struct record *record, struct seat *seat, struct fields *f,
		   const struct game_head *head)
{
	struct record_board before = seat->board;
	int own = take_own(&seat->board, f, head), of_game;

	if (own < 0 || head->game[0] == '\0' || !game_knows(f->event))
		return own;
	of_game = take_of_game(record, seat, f, head);
	if (of_game >= 0 || (of_game == -ENOENT && own > 0)) /* a clock runs without a game too */
		return of_game > 0 || own > 0;
	seat->board = before;
	return of_game;
}

/* --- all --- */

/* A board is kept from its first report on, if that is a good one. */
static int take(struct record *record, struct fields *f)
{
	struct seat *known, *seat;
	struct game_head head;
	int r;

	if (strcmp(f->event, "hello") == 0)
		return 0;
	game_read_head(f, &head);
	if (f->bad)
		return -EINVAL;
	known = seat_of(record, head.board);
	if (known && head.seq <= known->board.seq)
		return 0;
	r = known ? 0 : make_room(record);
	if (r < 0)
		return game_no_room(f, r);
	if (known && known->game && known->board.table != head.table &&
	    strcmp(known->game->id, head.game) != 0) {
		r = leave_table(record, known);
		if (r < 0)
			return game_no_room(f, r);
	}
	seat = known ? known : seat_new(head.board);
	if (!seat)
		return -ENOMEM;
	r = take_on(record, seat, f, &head);
	if (r <= 0) {
		if (!known)
			seat_free(seat);
		return r;
	}
	seat->board.seq = head.seq;
	seat->board.time_ms = head.time_ms;
	seat->board.table = head.table;
	if (head.seq > record->seq)
		record->seq = head.seq;
	if (!known)
		insert(record, seat);
	seat->is_empty = false;
	find_game(record, seat, &head);
	return 1;
}

int record_apply(struct record *record, const json_t *report, struct game_fault *ret_fault)
{
	struct fields f;
	int r = fields_open(&f, report) ? take(record, &f) : -EINVAL;

	if (r == -EINVAL && ret_fault)
		*ret_fault = f.fault;
	return r;
}

int record_apply_text(struct record *record, const char *text, size_t len,
		      struct game_fault *ret_fault)
{
	json_error_t error;
	json_t *report = json_loadb(text, len, 0, &error);
	int r;

	if (!report) {
		if (ret_fault)
			snprintf(ret_fault->why, sizeof(ret_fault->why), "column %d: %.120s",
				 error.column, error.text);
		return -EINVAL;
	}
	r = record_apply(record, report, ret_fault);
	json_decref(report);
	return r;
}

struct record *record_new(record_over *over, void *data)
{
	struct record *record = calloc(1, sizeof(*record));

	if (record) {
		record->over = over;
		record->data = data;
	}
	return record;
}

void record_on_over(struct record *record, record_over *over, void *data)
{
	record->over = over;
	record->data = data;
}

void record_free(struct record *record)
{
	if (!record)
		return;
	for (size_t i = 0; i < record->count; i++)
		seat_free(record->seats[i]);
	free(record->seats);
	free(record);
}

/* --- looking --- */

uint64_t record_seq(const struct record *record)
{
	return record->seq;
}

size_t record_count(const struct record *record)
{
	return record->count;
}

const struct record_board *record_at(const struct record *record, size_t i)
{
	return i < record->count ? &record->seats[i]->board : NULL;
}

const struct record_board *record_board(const struct record *record, const char *id)
{
	struct seat *seat = seat_of(record, id);

	return seat ? &seat->board : NULL;
}

const struct record_board *record_table(const struct record *record, unsigned table)
{
	const struct record_board *last = NULL;

	for (size_t i = 0; i < record->count; i++) {
		const struct record_board *board = &record->seats[i]->board;

		if (board->table == table && (!last || board->seq > last->seq))
			last = board;
	}
	return last;
}

bool record_is_met(const struct record_board *board)
{
	return board->link != RECORD_UNKNOWN || board->serial[0] != '\0' ||
	       strncmp(board->id, "dev-", 4) != 0;
}

const struct record_board *record_game(const struct record *record, const char *gid)
{
	struct seat *seat = seat_of_game(record, gid);

	return seat ? &seat->board : NULL;
}
