/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/login.h"
#include "daemon/http/private.h"

/*
 * Access ends with the person, on every connection: when somebody is logged out, or
 * the session is over, what is open in that name is closed.
 */

#define LOOK_MS 1000 /* sessions end by themselves after two weeks */

bool http_person_is_gone(const struct visit *visit)
{
	return visit->session > 0 && !login_is_open(visit->at->http->server->login, visit->session);
}

static void look(void *data)
{
	struct http *http = data;

	for (struct visit *visit = http->sockets; visit; visit = visit->next_socket) {
		if (http_person_is_gone(visit))
			http_socket_end(visit, "logged out");
	}
}

static void look_again(uv_timer_t *timer)
{
	look(timer->data);
}

void http_people_begin(struct http *http)
{
	login_listen(http->server->login, look, http);
}

void http_people_add(struct visit *visit)
{
	struct http *http = visit->at->http;

	if (visit->session == 0)
		return;
	if (!http->sockets)
		uv_timer_start(&http->session_timer, look_again, LOOK_MS, LOOK_MS);
	visit->next_socket = http->sockets;
	visit->socket_link = &http->sockets;
	if (visit->next_socket)
		visit->next_socket->socket_link = &visit->next_socket;
	http->sockets = visit;
}

void http_people_remove(struct visit *visit)
{
	if (!visit->socket_link)
		return;
	*visit->socket_link = visit->next_socket;
	if (visit->next_socket)
		visit->next_socket->socket_link = visit->socket_link;
	visit->socket_link = NULL;
	if (!visit->at->http->sockets)
		uv_timer_stop(&visit->at->http->session_timer);
}

bool http_seat_may_ask(const struct http_seat *seat)
{
	const struct server *server = seat->at->http->server;

	return http_peer_asks(seat->at->peers, seat->peer, server->publish.config.http.request_rate,
			      uv_now(&server->publish.loop));
}

bool http_may_ask(struct lws *wsi)
{
	const struct http_seat *seat = lws_get_opaque_user_data(wsi);

	return seat && http_seat_may_ask(seat);
}
