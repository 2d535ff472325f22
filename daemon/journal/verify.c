/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal/chain.h"
#include "daemon/journal/reader_private.h"

/*
 * Is the record the one that was written? Links are checked in batches: their
 * inputs are added up, then their reports, then each is compared with what
 * follows from the link before it. So one that was changed is found where it
 * is, and those behind it are judged by themselves.
 */

#define BATCH 512

struct batch {
	struct journal_reader *reader;
	struct journal_sum sum;
	struct journal_verdict *verdict;
	struct journal_link before; /* the one before the first */
	struct journal_swept swept;
	struct journal_link links[BATCH];
	struct journal_link found[BATCH]; /* what their rows add up to */
	size_t count, at;
	const char *whys[BATCH];
};

/* --- what is wrong --- */

static void say(struct journal_verdict *verdict, const struct journal_link *before,
		const struct journal_link *link, const char *why)
{
	if (++verdict->bad_count > 1)
		return;
	snprintf(verdict->where, sizeof(verdict->where),
		 "commit %llu, reports %llu to %llu, inputs %llu to %llu: %s",
		 (unsigned long long)link->id, (unsigned long long)before->seq + 1,
		 (unsigned long long)link->seq, (unsigned long long)before->input + 1,
		 (unsigned long long)link->input, why ? why : "not as it was written");
}

/* --- reading --- */

/* A commit that is longer than any may be is the last that can be read. */
static void end_chain(struct batch *b)
{
	struct journal_link link = b->before;

	link.id++;
	say(b->verdict, &b->before, &link, "it is longer than any may be");
}

static int read_links(struct batch *b)
{
	sqlite3_stmt *statement;
	int result = journal_reader_prepare(b->reader,
					    "SELECT " JOURNAL_LINK_COLUMNS " FROM chain"
					    " WHERE id > ?1 ORDER BY id LIMIT 512",
					    &statement);

	if (result < 0)
		return result;
	bind_number(statement, 1, b->before.id);
	b->count = 0;
	while ((result = sqlite3_step(statement)) == SQLITE_ROW && b->count < BATCH)
		journal_link_of_row(statement, &b->links[b->count++]);
	result = journal_reader_done(b->reader, statement, result);
	if (result == -EFBIG && b->count == 0)
		end_chain(b);
	return result < 0 && result != -EFBIG ? result : 0;
}

/* Whatever a name had against it goes to the link at hand. */
static void keep_why(struct batch *b)
{
	if (b->sum.unknown && b->at < b->count && !b->whys[b->at])
		b->whys[b->at] = b->sum.unknown;
	b->sum.unknown = NULL;
}

static void end_inputs(struct batch *b, uint64_t before)
{
	while (b->at < b->count && b->links[b->at].input < before) {
		sha256_finish(&b->sum.inputs, b->found[b->at++].inputs);
		sha256_init(&b->sum.inputs);
	}
}

static int add_input(void *data, const struct journal_input *input)
{
	struct batch *b = data;

	end_inputs(b, input->id);
	journal_sum_input(&b->sum, input);
	keep_why(b);
	return 0;
}

static void end_reports(struct batch *b, uint64_t before)
{
	while (b->at < b->count && b->links[b->at].seq < before) {
		sha256_finish(&b->sum.reports, b->found[b->at++].reports);
		sha256_init(&b->sum.reports);
	}
}

static int add_report(void *data, const struct journal_report *report)
{
	struct batch *b = data;

	end_reports(b, report->seq);
	journal_sum_report(&b->sum, report);
	keep_why(b);
	return 0;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Of what was deleted the sums stand for the rows. */
static void take_swept(struct batch *b)
{
	for (size_t i = 0; i < b->count; i++) {
		if (b->links[i].input <= b->swept.input)
			memcpy(b->found[i].inputs, b->links[i].inputs, SHA256_SIZE);
		if (b->links[i].seq <= b->swept.seq)
			memcpy(b->found[i].reports, b->links[i].reports, SHA256_SIZE);
	}
}

/* Between the link before the batch and its last. */
static int add_up(struct batch *b)
{
	const struct journal_link *last = &b->links[b->count - 1];
	uint64_t input = later(b->before.input, b->swept.input);
	struct journal_reports which = {.since = later(b->before.seq, b->swept.seq),
					.up_to = last->seq};
	int result = 0;

	journal_sum_begin(&b->sum, &b->before);
	memset(b->whys, 0, sizeof(b->whys));
	b->at = 0;
	if (last->input > input)
		result = journal_read_inputs(b->reader, 0, input + 1, last->input, add_input, b);
	end_inputs(b, UINT64_MAX);
	b->at = 0;
	if (result == 0 && last->seq > which.since)
		result = journal_read_reports(b->reader, &which, add_report, b);
	end_reports(b, UINT64_MAX);
	take_swept(b);
	return result;
}

/* --- judging --- */

static void judge_link(struct batch *b, size_t i)
{
	const struct journal_link *before = i > 0 ? &b->links[i - 1] : &b->before;
	const struct journal_link *link = &b->links[i];
	uint8_t head[SHA256_SIZE];

	journal_link_head(before, &b->found[i], head);
	if (link->id != before->id + 1 || link->seq < before->seq || link->input < before->input)
		say(b->verdict, before, link, "commits before it are missing");
	else if (memcmp(head, link->head, sizeof(head)) != 0 || b->whys[i])
		say(b->verdict, before, link, b->whys[i]);
}

static void look_for_head(struct journal_verdict *verdict, const struct journal_link *link,
			  const char *head)
{
	char text[SHA256_TEXT_MAX];

	sha256_write(link->head, text);
	memcpy(verdict->head, text, sizeof(text));
	if (!head || verdict->has_head || strcmp(text, head) != 0)
		return;
	verdict->has_head = true;
	verdict->head_seq = link->seq;
	verdict->is_unchanged = verdict->bad_count == 0;
}

static int verify(struct batch *b, const char *head)
{
	int result = 0;

	look_for_head(b->verdict, &b->before, head);
	while (result == 0) {
		result = read_links(b);
		if (result < 0 || b->count == 0)
			return result;
		result = add_up(b);
		for (size_t i = 0; i < b->count && result == 0; i++) {
			judge_link(b, i);
			look_for_head(b->verdict, &b->links[i], head);
		}
		b->verdict->links += b->count;
		b->before = b->links[b->count - 1];
	}
	return result;
}

/* What came in after the last link, by another hand; and games that name reports of others. */
static int look_around(struct batch *b)
{
	uint64_t seq = 0, input = 0, games = 0;
	int result = journal_reader_ask(b->reader, "SELECT max(seq) FROM report", &seq);

	if (result == 0)
		result = journal_reader_ask(b->reader, "SELECT max(id) FROM input", &input);
	if (result == 0)
		result = journal_reader_ask(
			b->reader,
			"SELECT count(*) FROM game WHERE NOT EXISTS (SELECT 1 FROM report"
			" WHERE seq = first_seq AND game = game.id) OR NOT EXISTS"
			" (SELECT 1 FROM report WHERE seq = last_seq AND game = game.id)",
			&games);
	if (result == -EFBIG)
		games = 1; /* that is longer than any may be */
	else if (result < 0)
		return result;
	if ((seq > b->before.seq || input > b->before.input) && ++b->verdict->bad_count == 1)
		snprintf(b->verdict->where, sizeof(b->verdict->where),
			 "rows after report %llu and input %llu: no commit has them",
			 (unsigned long long)b->before.seq, (unsigned long long)b->before.input);
	if (games > 0 && ++b->verdict->bad_count == 1)
		snprintf(b->verdict->where, sizeof(b->verdict->where),
			 "%llu games: their first or last report is none of theirs",
			 (unsigned long long)games);
	b->verdict->last_seq = b->before.seq;
	return 0;
}

int journal_read_head(struct journal_reader *r, char ret[JOURNAL_HEAD_MAX])
{
	struct journal_link link = {0};
	int result = journal_link_last(r->db, &link);

	if (result != SQLITE_OK && result != SQLITE_DONE)
		return journal_reader_fail(r, result);
	sha256_write(link.head, ret);
	return 0;
}

int journal_verify(struct journal_reader *r, const char *head, struct journal_verdict *ret)
{
	struct batch *b = calloc(1, sizeof(*b));
	int result = b ? 0 : -ENOMEM;

	*ret = (struct journal_verdict){0};
	if (!b)
		return result;
	b->reader = r;
	b->verdict = ret;
	result = journal_link_first(r->db, &b->before);
	if (result == SQLITE_OK)
		result = journal_sum_open(&b->sum, r->db, false);
	if (result == SQLITE_DONE)
		snprintf(ret->where, sizeof(ret->where), "there is no chain of commits");
	ret->bad_count = result == SQLITE_DONE;
	if (result == SQLITE_OK)
		result = journal_swept_read(r->db, &b->swept);
	ret->first_seq = later(b->before.seq, b->swept.seq) + 1;
	if (result == SQLITE_OK)
		result = verify(b, head);
	else if (result != SQLITE_DONE)
		result = journal_reader_fail(r, result);
	if (result == 0)
		result = look_around(b);
	journal_sum_close(&b->sum);
	free(b);
	return result < 0 ? result : 0;
}
