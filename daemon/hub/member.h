/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_MEMBER_H
#define BOARDD_HUB_MEMBER_H

#include "daemon/hall/hall.h"
#include "daemon/hub/https.h"
#include "daemon/publish/publish.h"

/*
 * A node's side of the event: which hubs may act here, and what they have said of round,
 * pairings, delay and hidden names. Kept in a file of the state directory that only boardd can
 * read.
 */

#define MEMBER_LINE_MAX 512
#define MEMBER_WHY_MAX  240

struct member;

/*
 * Before the public is shown anything: what the hub said of it last holds from the start. Returns
 * 0 or a negative errno. A hub is none, and has none: *ret stays NULL.
 */
int member_new(struct member **ret, struct publish *publish);
void member_enter(struct member *member, struct hall *hall); /* takes NULL; the hall is borrowed */
void member_free(struct member *member);                     /* takes NULL */

/* --- joining: the invitation is one line --- */

struct member_invitation {
	struct https_peer hub;
	char secret[65], name[33];
	unsigned first_table;
};

/* https://HOST:PORT/#PIN.SECRET.NAME.TABLE; false: it is none. */
bool member_line_read(const char *line, struct member_invitation *ret);
void member_line_write(const struct member_invitation *invitation, char ret[MEMBER_LINE_MAX]);

/* On a thread: asks the hub, which may act here from then on if member_joined() is told. */
struct member_joining {
	struct member_invitation invitation;
	json_t *told; /* who we are: for the hub */
	char pin[HTTPS_PIN_MAX];
	char token[65]; /* by which the hub will be known */
	json_t *answer; /* the hub's; NULL: it has refused */
	char why[MEMBER_WHY_MAX];
};

/* address: where we can be reached; NULL: where the configuration listens. False: ret->why. */
bool member_join_begin(const struct member *member, const char *line, const char *address,
		       struct member_joining *ret);
void member_join_run(struct member_joining *joining);
void member_join_clear(struct member_joining *joining);

/* The hub of an answer may act here. Returns 0 or a negative errno. */
int member_joined(struct member *member, const struct member_joining *joining);

/* --- what a hub does here --- */

/* The hub with this token, borrowed; NULL: none. */
const char *member_who(const struct member *member, const char *token);

/*
 * Round, pairings, delay and hidden names as they should be (state.h): what differs is said here in
 * the name of that person. An earlier state than the one we know changes nothing. Returns 0, or a
 * negative errno with a sentence.
 */
int member_follow(struct member *member, const json_t *state, const char *by, const char *hub,
		  char ret_why[MEMBER_WHY_MAX]);

/* The stamp of what we were told last of the event of this state; 0: nothing. */
uint64_t member_stamp(const struct member *member, const json_t *state);

/* The whole state as it is here, for a hub that does not have it. A new object. */
json_t *member_state(const struct member *member);

/* The configuration was loaded: the hub's delay and hidden names hold all the same. */
void member_reload(struct member *member); /* takes NULL */

/* Where its hubs are, for look_run(): name, address, pin. A new array. */
json_t *member_ways(const struct member *member); /* takes NULL */

/* For people: the names of the hubs. A new array. */
json_t *member_hubs(const struct member *member); /* takes NULL */

#endif
