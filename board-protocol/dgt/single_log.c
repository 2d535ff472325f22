/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/session_private.h"

/*
 * The event log of a single board: fetched after a gap that is long enough, or later, when hands
 * are still, after one that seems to have changed nothing.
 */

#define FETCHES_MAX     2
#define WORTH_FETCH_MS  8000  /* as long as the log itself takes: a shorter gap is bridged better */
#define RETURN_MS       2000  /* in less than that nobody plays four half-moves */
#define UNREAD_QUIET_MS 3000  /* nobody's hand was at work for so long: somebody thinks */
#define UNREAD_HASTE_MS 1000  /* enough when the game has not been quiet */
#define UNREAD_LONG_MS  20000 /* for so long */

/* The next moment in which hands have been still long enough. */
void dgt_single_log_wait(struct dgt_session *s)
{
	bool is_long = s->now_ms - s->single.unread.owed_ms >= UNREAD_LONG_MS;

	if (s->single.unread.is_owed && s->state == DGT_ST_RUNNING)
		dgt_session_wait(s, DGT_TIMER_PHASE, is_long ? UNREAD_HASTE_MS : UNREAD_QUIET_MS);
}

/*
 * A gap in which men may have gone and come back. When the one before is still
 * unread, its beginning stays the place to read from.
 */
void dgt_single_log_owe(struct dgt_session *s)
{
	struct dgt_unread *unread = &s->single.unread;

	if (s->config.skip_log || s->config.is_recorded || unread->is_owed ||
	    s->single.dumped_ms - s->single.gap_ms < RETURN_MS)
		return;
	*unread = (struct dgt_unread){
		.is_owed = true, .owed_ms = s->now_ms, .left = s->single.mirror};
}

/* A change or a press was told while the log was still to be read. */
void dgt_single_log_note(struct dgt_session *s, const struct dgt_field *change)
{
	struct dgt_unread *unread = &s->single.unread;

	if (!unread->is_owed)
		return;
	unread->has_gone_on = true;
	unread->is_long |= unread->since.count == DGT_TRAIL_MAX;
	if (change)
		dgt_trail_add(&unread->since, *change);
	dgt_single_log_wait(s);
}

/* Live again, after the log was fetched or given up. */
static void resume(struct dgt_session *s)
{
	s->state = DGT_ST_RUNNING;
	s->single.has_suspect = false;
	dgt_single_forget_pending(&s->single);
	dgt_session_stop(s, DGT_TIMER_PHASE);
	dgt_single_ask_dump(s);
	dgt_session_command(s, DGT_CMD_SEND_TIME);
	dgt_session_wait(s, DGT_TIMER_ALIVE, DGT_ALIVE_MS);
}

void dgt_single_log_fetch(struct dgt_session *s)
{
	s->state = DGT_ST_FETCHING;
	if (s->single.fetches++ == 0)
		dgt_session_say(s, (struct board_event){.type = BOARD_EV_READING});
	s->single.fetch_until_ms = s->now_ms + DGT_FETCH_MS;
	dgt_session_stop(s, DGT_TIMER_DUMP);
	dgt_session_stop(s, DGT_TIMER_ALIVE);
	dgt_session_forget_writes(s);
	dgt_session_command(s, DGT_CMD_IDLE);
	dgt_session_command(s, DGT_CMD_SEND_LOG);
	dgt_session_wait(s, DGT_TIMER_PHASE, DGT_FETCH_PAUSE_MS);
}

void dgt_single_log_failed(struct dgt_session *s)
{
	if (s->single.fetches < FETCHES_MAX) {
		dgt_single_log_fetch(s);
		return;
	}
	s->single.is_unexplained = true;
	s->single.unread.is_owed = false;
	resume(s);
}

/* While the log comes nothing is seen: that is a gap of its own. */
void dgt_single_log_fetch_unread(struct dgt_session *s)
{
	s->single.has_gap = true;
	s->single.fetches = 0;
	s->single.is_unexplained = false;
	dgt_single_forget_pending(&s->single);
	dgt_single_log_fetch(s);
}

/* While the log comes nothing is seen, and play goes on: after a short gap that would lose more. */
bool dgt_single_log_is_worth(const struct dgt_session *s)
{
	const struct dgt_single *one = &s->single;

	return !s->config.skip_log && !one->is_unexplained && one->fetches < FETCHES_MAX &&
	       (one->fetches > 0 || s->now_ms - one->gap_ms >= WORTH_FETCH_MS);
}

/*
 * The log of a gap that seemed to have changed nothing. Men that went and came
 * back are told from it; when play has gone on since, only that they did.
 */
static void hear_unread(struct dgt_session *s, const struct dgt_message *msg)
{
	struct dgt_single *one = &s->single;
	struct dgt_unread *unread = &one->unread;
	size_t at;
	bool has_moved =
		!unread->is_long &&
		dgt_gap_find(msg->payload, msg->len, &unread->left, &one->mirror.board, &at) &&
		dgt_gap_has_moved(msg->payload, msg->len, at, &unread->left, &unread->since);

	unread->is_owed = false;
	if (has_moved && !unread->has_gone_on) {
		one->mirror = unread->left;
		one->replay.at = at;
		one->replay_len = msg->len;
		return;
	}
	if (has_moved)
		dgt_session_say(s, (struct board_event){.type = BOARD_EV_RESYNCED,
							.resync = BOARD_RESYNC_MISSED});
	resume(s);
}

void dgt_single_log_hear(struct dgt_session *s, const struct dgt_message *msg)
{
	struct dgt_single *one = &s->single;
	size_t at;

	if (s->state != DGT_ST_FETCHING)
		return; /* unasked, as a probe of ModemManager does: not ours */
	if (one->unread.is_owed) {
		hear_unread(s, msg);
		return;
	}
	if (!dgt_gap_find(msg->payload, msg->len, &one->mirror, &one->suspect, &at)) {
		one->is_unexplained = true;
		resume(s);
		return;
	}
	one->replay.at = at;
	one->replay_len = msg->len;
}

bool dgt_single_replay(struct dgt_session *s, struct board_event *ret_event)
{
	struct dgt_single *one = &s->single;
	bool is_told = dgt_replay_next(&one->replay, &one->mirror, s->parser.frame + DGT_HEADER,
				       one->replay_len, ret_event) ||
		       dgt_replay_finish(&one->replay, &one->mirror, ret_event);

	if (!is_told) {
		one->replay_len = 0;
		resume(s);
		return false;
	}
	ret_event->source = BOARD_FROM_LOG;
	ret_event->at_ms = s->now_ms;
	return true;
}
