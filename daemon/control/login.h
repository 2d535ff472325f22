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
 *
 * Whoever is logged in can invite another, by a link or a PIN that are good for two minutes and
 * once, either of them. While nobody has ever logged in, the first may claim a name.
 */

#define LOGIN_LINK_MAX   (SERVER_ADDRESS_MAX + 80)
#define LOGIN_SECRET_MAX 65 /* in hexadecimal */
#define LOGIN_WHY_MAX    120
#define LOGIN_PIN_MAX    7 /* six digits */

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

/* What one person gives another, to be typed or shown as a code. */
struct login_lent {
	char secret[LOGIN_SECRET_MAX]; /* of an invitation */
	char pin[LOGIN_PIN_MAX];
	unsigned seconds; /* so long both are good, until one is used */
};

/*
 * by: who lends. Returns as login_invite() does. What was lent to that person before is good no
 * more, and what is lent now is not when by is logged out.
 */
int login_lend(struct login *login, const char *by, const char *name, struct login_lent *ret,
	       char ret_why[LOGIN_WHY_MAX]);

/* As login_accept(), by a PIN; after five that are wrong those that are open are good no more. */
bool login_accept_pin(struct login *login, const char *pin, char ret_secret[LOGIN_SECRET_MAX]);

/* Nobody has ever logged in, and the configuration does not forbid it. */
bool login_may_claim(const struct login *login);

/*
 * The first name. The caller has seen that it is asked for on this machine. Returns 0; -EPERM,
 * it may not be claimed; -EINVAL, it is no name; -EIO: with a sentence in ret_why.
 */
int login_claim(struct login *login, const char *name, char ret_secret[LOGIN_SECRET_MAX],
		char ret_why[LOGIN_WHY_MAX]);

/* Every session that is open, the name borrowed, and how long ago it began. */
typedef void login_taker(void *data, const char *name, uint64_t since_ms);
void login_people(struct login *login, login_taker *taker, void *data);

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
 * Ends all sessions and invitations of a person, and those lent by that person. Returns 1, 0 when
 * there was none, or a negative errno when the journal can take no more: then they are over all the
 * same, until boardd starts again.
 */
int login_revoke(struct login *login, const char *name);

#endif
