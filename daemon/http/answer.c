/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/base/sha256.h"
#include "daemon/http/private.h"

#define HEAD_MAX  2048
#define PIECE_MAX 16384

void http_answer(struct visit *visit, unsigned status, const char *type, char *text, size_t len)
{
	visit->status = text ? status : 503;
	visit->type = type;
	free(visit->out);
	visit->out = text;
	visit->out_len = text ? len : 0;
	visit->out_sent = 0;
	visit->is_last = true;
	http_hurry(visit, true);
	lws_callback_on_writable(visit->wsi);
}

/* The timer of 4.1.6 goes off at once when it is cancelled; so it is not, but it does nothing. */
void http_hurry(struct visit *visit, bool is_on)
{
	uint64_t timeout_ms = visit->at->http->server->publish.config.http.timeout_ms;

	visit->is_hurried = is_on;
	if (is_on)
		lws_set_timer_usecs(visit->wsi, (lws_usec_t)timeout_ms * 1000);
}

void http_answer_tagged(struct visit *visit, const char *type, char *text, size_t len)
{
	char hash[SHA256_TEXT_MAX];
	struct sha256 sum;

	http_answer(visit, 200, type, text, len);
	if (!text)
		return;
	sha256_init(&sum);
	sha256_feed(&sum, text, len);
	sha256_finish_text(&sum, hash);
	snprintf(visit->tag, sizeof(visit->tag), "\"%.32s\"", hash);
	if (http_tag_matches(visit->known_tags, visit->tag)) {
		visit->status = 304;
		visit->out_len = 0;
	}
}

void http_answer_json(struct visit *visit, unsigned status, json_t *object)
{
	char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;

	json_decref(object);
	if (text)
		http_answer(visit, status, "application/json", text, strlen(text));
	else
		http_answer(visit, 503, "application/json", NULL, 0);
}

void http_answer_error(struct visit *visit, unsigned status, const char *format, ...)
{
	char why[512];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof(why), format, args);
	va_end(args);
	http_answer_json(visit, status, json_pack("{s:s}", "error", why));
}

struct head {
	struct lws *wsi;
	unsigned char bytes[LWS_PRE + HEAD_MAX];
	unsigned char *at, *end;
	bool is_full;
};

static void add(struct head *head, const char *name, const char *value)
{
	head->is_full |= lws_add_http_header_by_name(head->wsi, (const unsigned char *)name,
						     (const unsigned char *)value,
						     (int)strlen(value), &head->at, head->end) != 0;
}

#define OWN_ONLY                                                                          \
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " \
	"connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "     \
	"form-action 'none'"

/* What a browser may do with us: nothing but our own page. Others may frame what is public. */
static void add_guards(struct head *head, const struct visit *visit)
{
	add(head, "x-content-type-options:", "nosniff");
	add(head, "referrer-policy:", "no-referrer");
	add(head, "cache-control:", "no-cache");
	if (visit->at->is_public) {
		add(head, "access-control-allow-origin:", "*");
		add(head, "content-security-policy:", OWN_ONLY);
		return;
	}
	add(head, "cross-origin-resource-policy:", "same-origin");
	add(head, "x-frame-options:", "DENY");
	add(head, "content-security-policy:", OWN_ONLY "; frame-ancestors 'none'");
}

/* /public is the only place that anybody is sent to. A query goes along if it is plain. */
static void add_location(struct head *head, const struct visit *visit)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789=&-_.";
	bool has_query =
		visit->query[0] != '\0' && visit->query[strspn(visit->query, plain)] == '\0';
	char to[sizeof(visit->query) + 16];

	snprintf(to, sizeof(to), "/public%s%s", has_query ? "?" : "",
		 has_query ? visit->query : "");
	add(head, "location:", to);
}

static int write_head(struct visit *visit)
{
	struct head head = {.wsi = visit->wsi};
	lws_filepos_t len = visit->has_no_end ? LWS_ILLEGAL_HTTP_CONTENT_LEN : visit->out_len;

	head.at = head.bytes + LWS_PRE;
	head.end = head.bytes + sizeof(head.bytes) - 1;
	if (lws_add_http_common_headers(visit->wsi, visit->status, visit->type, len, &head.at,
					head.end))
		return -1;
	add_guards(&head, visit);
	if (visit->is_packed) {
		add(&head, "content-encoding:", "gzip");
		add(&head, "vary:", "accept-encoding");
	}
	if (visit->modified[0] != '\0')
		add(&head, "last-modified:", visit->modified);
	if (visit->cookie[0] != '\0')
		add(&head, "set-cookie:", visit->cookie);
	if (visit->tag[0] != '\0')
		add(&head, "etag:", visit->tag);
	if (visit->status == 302)
		add_location(&head, visit);
	if (visit->status == 405 && visit->allow)
		add(&head, "allow:", visit->allow);
	if (visit->status == 426)
		add(&head, "upgrade:", "websocket");
	if (!visit->has_no_end) /* there it is said already */
		add(&head, "connection:", "close");
	if (visit->status == 429 || visit->status == 503)
		add(&head, "retry-after:", "1");
	visit->is_headed = true;
	return head.is_full || lws_finalize_write_http_header(visit->wsi, head.bytes + LWS_PRE,
							      &head.at, head.end)
		       ? -1
		       : 0;
}

/* One piece; libwebsockets buffers what the socket does not take. */
static int write_piece(struct visit *visit)
{
	static unsigned char room[LWS_PRE + PIECE_MAX];
	size_t left = visit->out_len - visit->out_sent, len = left < PIECE_MAX ? left : PIECE_MAX;
	bool is_end = visit->is_last && len == left;

	if (len > 0)
		memcpy(room + LWS_PRE, visit->out + visit->out_sent, len);
	if (lws_write(visit->wsi, room + LWS_PRE, len,
		      is_end ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)len)
		return -1;
	visit->out_sent += len;
	http_hurry(visit, true);
	return 0;
}

/*
 * One request a connection: the next one comes through the door again. A POST
 * behind a GET in one packet would keep libwebsockets 4.1.6 busy for ever.
 */
static int complete(struct visit *visit)
{
	http_hurry(visit, false);
	http_request_forget(visit);
	return -1;
}

int http_answer_write(struct visit *visit)
{
	if (visit->status == 0)
		return 0; /* the answer is not there yet */
	if (!visit->is_headed) {
		if (write_head(visit) < 0)
			return -1;
		if (visit->method == HTTP_HEAD || visit->status == 304)
			return complete(visit);
		if (visit->out_len == 0 && visit->is_last)
			return complete(visit);
		lws_callback_on_writable(visit->wsi);
		return 0;
	}
	if (visit->out_sent < visit->out_len && write_piece(visit) < 0)
		return -1;
	if (visit->out_sent < visit->out_len)
		lws_callback_on_writable(visit->wsi);
	else if (visit->is_last)
		return complete(visit);
	return 0;
}

int http_answer_now(struct visit *visit, unsigned status, const char *why)
{
	struct head head = {.wsi = visit->wsi};
	char body[256];
	int len = snprintf(body, sizeof(body), "{\"error\":\"%s\"}", why);

	visit->at->http->refused++;
	head.at = head.bytes + LWS_PRE;
	head.end = head.bytes + sizeof(head.bytes) - 1;
	if (lws_add_http_common_headers(visit->wsi, status, "application/json", (lws_filepos_t)len,
					&head.at, head.end))
		return -1;
	add_guards(&head, visit);
	if (head.is_full || lws_finalize_http_header(visit->wsi, &head.at, head.end) ||
	    head.end - head.at < len)
		return -1;
	memcpy(head.at, body, (size_t)len);
	head.at += len;
	len = (int)(head.at - head.bytes - LWS_PRE);
	if (lws_write(visit->wsi, head.bytes + LWS_PRE, (size_t)len, LWS_WRITE_HTTP_HEADERS) < len)
		return -1;
	return -1;
}
