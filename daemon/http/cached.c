/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/http/private.h"

/*
 * Answers that are asked for again and again. Both validators are made of the
 * answer itself and of when it became what it is: they tell nothing else.
 */

uint64_t http_mix(uint64_t a, uint64_t b)
{
	return (a ^ (b + (a << 6) + (a >> 2))) * 11400714819323198485u;
}

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

/* --- what was answered before --- */

/* FNV-1a; the two listeners answer differently. */
static uint64_t hash_of(const struct visit *visit)
{
	uint64_t hash = 14695981039346656037u ^ visit->at->is_public;

	for (const char *c = visit->path; *c != '\0'; c++)
		hash = (hash ^ (unsigned char)*c) * 1099511628211u;
	return hash;
}

static struct http_known *known_of(const struct visit *visit, uint64_t hash)
{
	return &visit->at->http->known[(hash ^ hash >> 32) % HTTP_KNOWN_MAX];
}

/* Within its second it may change again, and the date would not tell. */
static void set_date(struct visit *visit, uint64_t changed_ms)
{
	const struct server *server = visit->at->http->server;
	uint64_t now_ms = moment_now(&server->publish.moment) + server->publish.moment.ahead_ms;

	if (now_ms / 1000 > changed_ms / 1000)
		write_date(changed_ms, visit->modified);
}

bool http_answer_unchanged(struct visit *visit, const char *type, struct http_version version)
{
	uint64_t hash = hash_of(visit);
	const struct http_known *known = known_of(visit, hash);
	char *nothing;

	if (visit->known_tags[0] == '\0' || known->path != hash || known->version != version.number)
		return false;
	memcpy(visit->tag, known->tag, sizeof(visit->tag));
	nothing = http_tag_matches(visit->known_tags, visit->tag) ||
				  is_bare_tag(visit->known_tags, visit->tag)
			  ? calloc(1, 1)
			  : NULL;
	if (!nothing)
		return false;
	http_answer(visit, 304, type, nothing, 0);
	set_date(visit, version.changed_ms);
	return true;
}

void http_answer_cached(struct visit *visit, const char *type, char *text, size_t len,
			struct http_version version)
{
	uint64_t hash = hash_of(visit);
	struct http_known *known = known_of(visit, hash);

	http_answer_tagged(visit, type, text, len);
	set_date(visit, version.changed_ms);
	if (!text)
		return;
	*known = (struct http_known){.path = hash, .version = version.number};
	memcpy(known->tag, visit->tag, sizeof(known->tag));
	if (visit->status == 200 && is_known(visit, version.changed_ms)) {
		visit->status = 304;
		visit->out_len = 0;
	}
}
