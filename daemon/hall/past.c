/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/hall/past.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "daemon/desk/undo.h"
#include "daemon/hall/private.h"

#define WRITE_MS 2000 /* the disk takes what came before the undo within that, or there is none */

struct hall_past {
	struct place *place;
	struct journal *journal;
	char path[JOURNAL_PATH_MAX];
	uint64_t mark; /* of the journal, that has all the table knows when this is written */
	struct desk_past_of of;
	struct desk_past *past; /* NULL: not read, and why says why */
	const char *why;
};

bool hall_needs_past(const char *action)
{
	uint64_t seq;

	return table_is_undo(rules_slice_of(action), &seq);
}

/* From now on the past has all that came in until now. */
static void ask_for(struct hall_past *past)
{
	desk_past_free(past->past);
	past->past = NULL;
	past->of = desk_past_of(&past->place->desk);
	past->mark = journal_hurry(past->journal);
}

int hall_past_new(struct hall_past **ret, struct hall *hall, const char *board,
		  char ret_why[HALL_WHY_MAX])
{
	struct place *place = hall_find_place(hall, board, ret_why);
	struct hall_past *past = place ? calloc(1, sizeof(*past)) : NULL;

	if (!past)
		return place ? -ENOMEM : -ENOENT;
	past->place = place;
	past->journal = hall->parts.journal;
	snprintf(past->path, sizeof(past->path), "%s", hall->parts.journal_path);
	ask_for(past);
	*ret = past;
	return 0;
}

bool hall_is_written(struct journal *journal, uint64_t mark)
{
	struct timespec pause = {.tv_nsec = 500000};

	for (int i = 0; i < WRITE_MS * 2; i++) {
		if (journal_has(journal, mark))
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

void hall_past_read(struct hall_past *past)
{
	struct journal_reader *reader = NULL;
	struct journal_fault fault;

	past->why = NULL;
	if (!hall_is_written(past->journal, past->mark))
		past->why = "the journal cannot be written";
	else if (journal_reader_open(&reader, past->path, &fault) < 0)
		past->why = "the journal cannot be read";
	else if (desk_past_read(&past->past, reader, &past->of, 0) < 0)
		past->why = "the past of this table cannot be read from the journal";
	journal_reader_close(reader);
}

/* The table, or the bus its board is on, has heard more than was read. */
static bool is_outdated(const struct hall_past *past)
{
	const struct place *trunk = hall_trunk_of(past->place);
	uint64_t read = desk_past_last(past->past);

	return past->place->last_input > read || (trunk && trunk->last_input > read);
}

int hall_past_act(struct hall_past *past, const char *action, const char *author, const char *from,
		  uint64_t *ret_seq, char ret_why[HALL_WHY_MAX])
{
	int r;

	if (past->why) {
		snprintf(ret_why, HALL_WHY_MAX, "%s", past->why);
		return -EINVAL;
	}
	if (is_outdated(past)) {
		ask_for(past);
		return -EAGAIN;
	}
	past->place->past = past->past;
	r = hall_act_at(past->place, action, author, from, ret_seq, ret_why);
	past->place->past = NULL;
	return r;
}

void hall_past_free(struct hall_past *past)
{
	if (past)
		desk_past_free(past->past);
	free(past);
}
