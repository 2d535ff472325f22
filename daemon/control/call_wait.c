/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/call_private.h"
#include "daemon/hub/errand.h"

/* Calls that wait until everybody can see their report, or until the journal has what they did. */

/*
 * Whoever is answered may let others be answered as well, so each time it is looked for the next
 * from the beginning.
 */
static struct call *next_released(const struct server *server, uint64_t seq)
{
	struct call *call = server->waiting;

	while (call && !call_is_back(call, seq) && (call->seq == 0 || call->seq > seq))
		call = call->next;
	return call;
}

void call_released(struct server *server, uint64_t seq)
{
	struct call *call;

	while ((call = next_released(server, seq)))
		call_end(call, json_pack("{s:I}", "seq",
					 (json_int_t)(call->errand ? hub_errand_seq(server->hub,
										    call->errand)
								   : call->seq)));
}

static struct call *next_written(const struct server *server)
{
	struct call *call = server->waiting;

	while (call && (call->seq > 0 || call->errand || call->pieces || call->awaits_forgotten ||
			!journal_has(server->publish.journal, call->mark)))
		call = call->next;
	return call;
}

void call_written(struct server *server)
{
	struct call *call;

	while ((call = next_written(server))) {
		if (call->shown_round > 0)
			call_show_round(call);
		else
			call_end(call, call->result);
	}
}
