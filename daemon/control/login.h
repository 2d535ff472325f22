/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LOGIN_H
#define BOARDD_LOGIN_H

#include "daemon/base/name.h"
#include "daemon/control/server.h"

/*
 * Who may act over HTTP. An operator invites a person by name, over the control
 * socket; the invitation is a link that works once, for ten minutes; the page
 * trades it for a secret that the browser keeps as a cookie. The journal has
 * only hashes, so that who can read it cannot act.
 */

#define LOGIN_LINK_MAX   (SERVER_ADDRESS_MAX + 80)
#define LOGIN_SECRET_MAX 65 /* in hexadecimal */
#define LOGIN_WHY_MAX    120

struct login;

/* Knows who was logged in before. Returns 0 or a negative errno. */
int login_new(struct login **ret, struct server *server);
void login_free(struct login *login); /* takes NULL */

/* Returns 0 and the link, or -EINVAL with a sentence in ret_why: it is no name. */
int login_invite(struct login *login, const char *name, char ret_link[LOGIN_LINK_MAX],
		 char ret_why[LOGIN_WHY_MAX]);

/*
 * Trades an invitation for the secret of a session. False: it is none, or it was
 * used, or it is too old.
 */
bool login_accept(struct login *login, const char *invitation, char ret_secret[LOGIN_SECRET_MAX]);

/* The person a secret belongs to, or NULL. Borrowed until the next call. */
const char *login_who(struct login *login, const char *secret);

/*
 * The session a secret belongs to; 0: none. Numbers are not used again, so that whoever
 * keeps a connection open in a person's name can ask later whether it still may.
 */
uint64_t login_session(struct login *login, const char *secret);
bool login_is_open(struct login *login, uint64_t session);

/* ended is called after a person was logged out. There is one listener. */
void login_listen(struct login *login, void (*ended)(void *data), void *data);

/*
 * Ends all sessions and invitations of a person. Returns 1, 0 when there was
 * none, or a negative errno when the journal can take no more: then they are
 * over all the same, until boardd starts again.
 */
int login_revoke(struct login *login, const char *name);

#endif
