/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <time.h>

#include "daemon/http_private.h"

/*
 * Answers that are asked for again and again. Both validators are made of the
 * answer itself and of when it became what it is: they tell nothing else.
 */

/* One client sends a tag back without its quotes. */
static bool is_bare_tag(const char *header, const char *tag)
{
	size_t len = strlen(header);

	return len > 0 && strlen(tag) == len + 2 && strncmp(header, tag + 1, len) == 0;
}

static void write_date(uint64_t ms, char ret[32])
{
	time_t s = (time_t)(ms / 1000);
	struct tm tm = {0};

	gmtime_r(&s, &tm);
	strftime(ret, 32, "%a, %d %b %Y %H:%M:%S GMT", &tm);
}

/* The names of days and months are English: the daemon never leaves the C locale. */
static bool is_since(const char *header, uint64_t changed_ms)
{
	struct tm tm = {0};
	const char *end = strptime(header, "%a, %d %b %Y %H:%M:%S GMT", &tm);

	return end && *end == '\0' && (uint64_t)timegm(&tm) >= changed_ms / 1000;
}

/* The date counts only for who has no tag. */
static bool is_known(const struct visit *visit, uint64_t changed_ms)
{
	char header[64];

	if (visit->known_tags[0] != '\0')
		return is_bare_tag(visit->known_tags, visit->tag);
	return visit->modified[0] != '\0' &&
	       lws_hdr_copy(visit->wsi, header, sizeof(header), WSI_TOKEN_HTTP_IF_MODIFIED_SINCE) >
		       0 &&
	       is_since(header, changed_ms);
}

void http_answer_cached(struct visit *visit, const char *type, char *text, size_t len,
			uint64_t changed_ms)
{
	const struct house *house = visit->at->http->house;
	uint64_t now_ms = moment_now(&house->moment) + house->moment.ahead_ms;

	http_answer_tagged(visit, type, text, len);
	/* Within its second it may change again, and the date would not tell. */
	if (now_ms / 1000 > changed_ms / 1000)
		write_date(changed_ms, visit->modified);
	if (visit->status == 200 && is_known(visit, changed_ms)) {
		visit->status = 304;
		visit->out_len = 0;
	}
}

void http_answer_cached_json(struct visit *visit, json_t *object, uint64_t changed_ms)
{
	char *text = json_dumps(object, JSON_COMPACT);

	json_decref(object);
	http_answer_cached(visit, "application/json; charset=utf-8", text, text ? strlen(text) : 0,
			   changed_ms);
}
