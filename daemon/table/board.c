/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table/private.h"
#include "rules-core/start.h"
#include "touchmove/law/frame.h"

/* What the board shows: squares that change, and all of them in a dump. */

rules_square table_square_of(const struct table *t, board_square square)
{
	return touch_turn_square(square, t->is_turned);
}

/* Noise is taken out as the machine does it, at the same times. */
void table_tell_sensed(struct table *t, uint64_t until_ms, bool forced)
{
	struct sense_update update;

	while (sense_waiting_take(&t->sensed, until_ms, forced, t->config.rules.scan_ms, &update)) {
		struct table_news news = {.kind = TABLE_NEWS_SENSED,
					  .at_ms = update.at_ms,
					  .square = update.square,
					  .piece = update.is_lift ? RULES_NO_PIECE : update.piece};

		table_keep_trace(t, update.id, table_say(t, &news));
		forced = false;
	}
}

static void sense(struct table *t, const struct touch_event *event)
{
	struct sense_update update = {.at_ms = event->at_ms,
				      .id = event->id,
				      .square = event->square,
				      .piece = event->piece,
				      .is_lift = event->type == TOUCH_EV_LIFTED};

	while (!sense_waiting_add(&t->sensed, &update, t->config.rules.scan_ms))
		table_tell_sensed(t, event->at_ms, true);
	table_tell_sensed(t, event->at_ms, false);
}

struct touch_event table_event_of(struct table *t, enum touch_event_type type)
{
	uint32_t id = ++t->events;

	table_keep_trace(t, id, 0);
	return (struct touch_event){.type = type,
				    .at_ms = t->now_ms,
				    .id = id,
				    .square = RULES_NO_SQUARE,
				    .piece = RULES_NO_PIECE,
				    .color = TOUCH_BOTH};
}

static void show(const struct table *t)
{
	if (t->saw)
		t->saw(t->data, t);
}

/* --- a board that tells where something stands, not what --- */

bool table_sees_men(const struct table *t)
{
	return (board_make_at(t->config.board.make)->tells & BOARD_TELLS_MEN) != 0;
}

/* The men stand on the four outer ranks and nowhere else. */
static bool is_home(const rules_piece men[64])
{
	for (rules_square square = 0; square < 64; square++)
		if ((men[square] != RULES_NO_PIECE) != (square < 16 || square >= 48))
			return false;
	return true;
}

/* Who stands where follows from the game, and before one from how it begins. */
static void name_men(struct table *t)
{
	struct rules_position start = t->config.start;
	const rules_piece *men = t->has_game ? table_position(t)->at : start.at;

	if (!t->config.has_start)
		rules_start(&start);
	if (is_home(t->seen) && !(t->has_game && is_home(men)))
		men = start.at;
	for (rules_square square = 0; square < 64; square++)
		if (t->seen[square] != RULES_NO_PIECE && men[square] != RULES_NO_PIECE)
			t->seen[square] = men[square];
}

/* A man comes down: he that was lifted last, until the game says who it was. */
static rules_piece name_placed(struct table *t)
{
	return t->lifted != RULES_NO_PIECE ? t->lifted : rules_piece_of(RULES_WHITE, RULES_PAWN);
}

void table_name_men(struct table *t)
{
	if (!table_sees_men(t))
		name_men(t);
}

static rules_piece piece_of(board_piece piece)
{
	return piece == BOARD_UNKNOWN ? rules_piece_of(RULES_WHITE, RULES_PAWN)
				      : rules_fen_piece(piece);
}

void table_change_square(struct table *t, const struct board_event *from)
{
	bool is_lift = from->type == BOARD_EV_LIFTED;
	struct touch_event event = table_event_of(t, is_lift ? TOUCH_EV_LIFTED : TOUCH_EV_PLACED);

	event.square = table_square_of(t, from->square);
	event.piece = piece_of(is_lift ? from->was : from->piece);
	if (!table_sees_men(t) && is_lift)
		event.piece = t->lifted = t->seen[event.square];
	else if (!table_sees_men(t))
		event.piece = name_placed(t);
	t->seen[event.square] = is_lift ? RULES_NO_PIECE : event.piece;
	if (!is_lift && from->source != BOARD_FROM_LOG && table_turn_by_move(t)) {
		show(t);
		return;
	}
	if (event.piece != RULES_NO_PIECE) {
		if (from->source != BOARD_FROM_LOG)
			sense(t, &event);
		table_step(t, &event);
	}
	if (from->source == BOARD_FROM_LOG)
		return; /* that is past: only the dump behind it shows the board */
	table_look(t);
	show(t);
}

void table_sync(struct table *t)
{
	t->sensed.count = 0;
	law_board(&t->law, t->seen, t->now_ms, &t->reports);
	table_take_reports(t);
}

/* As the players see it. */
void table_turn_board(const struct table *t, const struct board_men *board, rules_piece ret[64])
{
	for (board_square square = 0; square < 64; square++)
		ret[table_square_of(t, square)] = piece_of(board->at[square]);
}

void table_take_dump(struct table *t, const struct board_men *board)
{
	table_turn_board(t, board, t->seen);
	if (t->is_blind)
		table_turn_by_position(t);
	table_name_men(t);
	table_look(t);
	show(t);
	if (t->has_game)
		table_sync(t);
}
