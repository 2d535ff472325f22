/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/base/log.h"
#include "daemon/control/login.h"
#include "daemon/http/private.h"

/* Who is logged in: coming by a link, a PIN or as the first; inviting, and being sent away. */

static struct login *login_of(const struct visit *visit)
{
	return visit->at->http->server->login;
}

/* Only on this machine, where nobody has come before. */
static bool may_claim(const struct visit *visit)
{
	return visit->at->is_loopback && login_may_claim(login_of(visit));
}

void http_serve_me(struct visit *visit, const char *rest)
{
	bool is_somebody = visit->person[0] != '\0';
	json_t *me = json_pack("{s:s?}", "name", is_somebody ? visit->person : NULL);

	(void)rest;
	if (!is_somebody && may_claim(visit))
		json_object_set_new(me, "claim", json_true());
	http_answer_json(visit, 200, me);
}

static void let_in(struct visit *visit, const char *secret)
{
	snprintf(visit->cookie, sizeof(visit->cookie),
		 "boardd=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=1209600%s", secret,
		 visit->at->is_tls ? "; Secure" : "");
	http_answer_when_written(visit,
				 json_pack("{s:s}", "name", login_who(login_of(visit), secret)));
}

void http_post_login(struct visit *visit, const char *rest)
{
	char secret[LOGIN_SECRET_MAX];
	const char *invitation, *pin;
	json_t *body = http_body(visit);

	(void)rest;
	if (!body)
		return;
	invitation = json_string_value(json_object_get(body, "invitation"));
	pin = json_string_value(json_object_get(body, "pin"));
	if (pin ? !login_accept_pin(login_of(visit), pin, secret)
		: !invitation || !login_accept(login_of(visit), invitation, secret))
		http_answer_error(visit, 401,
				  "this %s was used before, is too old, or is none of ours: "
				  "ask for another (boardctl login NAME)",
				  pin ? "PIN" : "link");
	else
		let_in(visit, secret);
	json_decref(body);
}

static void claim(struct visit *visit, const char *name)
{
	char secret[LOGIN_SECRET_MAX], why[LOGIN_WHY_MAX];
	int r = login_claim(login_of(visit), name, secret, why);

	if (r == 0)
		let_in(visit, secret);
	else
		http_answer_error(visit, r == -EPERM ? 409 : r == -EINVAL ? 400 : 503, "%s", why);
}

void http_post_claim(struct visit *visit, const char *rest)
{
	json_t *body = http_body(visit);
	const char *name = json_string_value(json_object_get(body, "name"));

	(void)rest;
	if (!body)
		return;
	if (!name)
		http_answer_error(visit, 400, "\"name\" must be a text");
	else if (!visit->at->is_loopback)
		http_answer_error(visit, 403, "the first name is claimed on the machine itself");
	else
		claim(visit, name);
	json_decref(body);
}

/* False: nobody is logged in, and that is answered. */
static bool is_somebody(struct visit *visit)
{
	if (visit->person[0] == '\0')
		http_answer_error(visit, 401, "log in to do this");
	return visit->person[0] != '\0';
}

void http_post_invite(struct visit *visit, const char *rest)
{
	json_t *body = is_somebody(visit) ? http_body(visit) : NULL;
	const char *name = json_string_value(json_object_get(body, "name"));
	char why[LOGIN_WHY_MAX];
	struct login_lent lent;

	(void)rest;
	if (!body)
		return;
	if (!name) {
		http_answer_error(visit, 400, "\"name\" must be a text");
	} else if (login_lend(login_of(visit), visit->person, name, &lent, why) < 0) {
		http_answer_error(visit, 400, "%s", why);
	} else {
		log_notice("login: %s invites %s", visit->person, name);
		http_answer_json(visit, 200,
				 json_pack("{s:s, s:s, s:s, s:i}", "name", name, "invitation",
					   lent.secret, "pin", lent.pin, "seconds",
					   (int)lent.seconds));
	}
	json_decref(body);
}

/* One line a person, however many browsers: the session that began first. */
static void take_person(void *data, const char *name, uint64_t since_ms)
{
	json_t *people = data, *one;
	json_int_t since_s = (json_int_t)(since_ms / 1000);
	size_t i;

	json_array_foreach(people, i, one)
	{
		if (strcmp(json_string_value(json_object_get(one, "name")), name) != 0)
			continue;
		if (since_s > json_integer_value(json_object_get(one, "since_s")))
			json_object_set_new(one, "since_s", json_integer(since_s));
		return;
	}
	json_array_append_new(people, json_pack("{s:s, s:I}", "name", name, "since_s", since_s));
}

static json_t *people_of(const struct visit *visit)
{
	json_t *people = json_array();

	login_people(login_of(visit), take_person, people);
	return json_pack("{s:o}", "people", people);
}

void http_serve_people(struct visit *visit, const char *rest)
{
	(void)rest;
	if (is_somebody(visit))
		http_answer_json(visit, 200, people_of(visit));
}

static void send_away(struct visit *visit, const char *name)
{
	int r = login_revoke(login_of(visit), name);

	if (r == 0) {
		http_answer_error(visit, 404, "%.60s is not logged in", name);
	} else if (r < 0) {
		http_answer_error(visit, 503, "the journal can take no more");
	} else {
		log_notice("login: %s has logged out %s", visit->person, name);
		http_answer_when_written(visit, people_of(visit));
	}
}

void http_post_people(struct visit *visit, const char *rest)
{
	json_t *body = is_somebody(visit) ? http_body(visit) : NULL;
	const char *name = json_string_value(json_object_get(body, "end"));

	(void)rest;
	if (!body)
		return;
	if (!name)
		http_answer_error(visit, 400, "\"end\" must be a name");
	else
		send_away(visit, name);
	json_decref(body);
}

void http_post_logout(struct visit *visit, const char *rest)
{
	(void)rest;
	if (visit->person[0] == '\0') {
		http_answer_error(visit, 401, "nobody is logged in here");
		return;
	}
	if (login_revoke(login_of(visit), visit->person) < 0) {
		http_answer_error(visit, 503, "the journal can take no more");
		return;
	}
	snprintf(visit->cookie, sizeof(visit->cookie),
		 "boardd=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0%s",
		 visit->at->is_tls ? "; Secure" : "");
	http_answer_when_written(visit, json_pack("{s:n}", "name"));
}
