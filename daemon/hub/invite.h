/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_INVITE_H
#define BOARDD_HUB_INVITE_H

#include "daemon/hub/hub.h"
#include "daemon/hub/member.h"

/*
 * The hub's side of joining. An invitation is good once and for an hour; what it was used
 * for, and from where, is shown. Invitations, without their secrets, and nodes that have joined
 * stand in files of the state directory.
 */

/* At a start: those of before. */
void hub_invitations_read(struct hub *hub);

/* Returns 0 and the line, or -EINVAL with a sentence: no such name, no such table, no address. */
int hub_invite(struct hub *hub, const char *name, unsigned first_table, const char *address,
	       const char *by, char ret_line[MEMBER_LINE_MAX], char ret_why[MEMBER_WHY_MAX]);

/*
 * A node has come with an invitation, from that address. Returns the answer for it, a new
 * object, or NULL with a sentence.
 */
json_t *hub_join(struct hub *hub, const json_t *told, const char *peer,
		 char ret_why[MEMBER_WHY_MAX]);

/* {nodes: [...], invitations: [...]}. A new object. */
json_t *hub_show(const struct hub *hub);

#endif
