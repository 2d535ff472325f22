/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/setup.h"

#include <errno.h>

#include "daemon/control/ports.h"
#include "daemon/http/private.h"

/* Setting up by the page: what is set, what may be set, and which devices there are. */

void http_serve_setup(struct visit *visit, const char *rest)
{
	(void)rest;
	http_answer_json(visit, 200, setup_show(visit->at->http->server));
}

void http_serve_ports(struct visit *visit, const char *rest)
{
	(void)rest;
	http_answer_json(visit, 200, ports_show());
}

static void change(struct visit *visit, const json_t *body)
{
	struct server *server = visit->at->http->server;
	char why[SETUP_WHY_MAX];
	int r = setup_change(server, body, visit->person, why);

	if (r < 0)
		http_answer_error(visit, r == -EINVAL ? 400 : 503, "%s", why);
	else
		http_answer_when_written(visit, setup_show(server));
}

void http_post_setup(struct visit *visit, const char *rest)
{
	struct server *server = visit->at->http->server;
	json_t *body;

	(void)rest;
	if (visit->person[0] == '\0') {
		http_answer_error(visit, 401, "log in to do this");
		return;
	}
	body = http_body(visit);
	if (!body)
		return;
	if (json_is_true(json_object_get(body, "restart"))) {
		http_answer_json(visit, 200, json_pack("{s:b}", "restart", true));
		server->restart(server->owner);
	} else {
		change(visit, body);
	}
	json_decref(body);
}
