/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/send/lichess_push.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX ((size_t)1024 * 1024) /* of an answer */

static size_t keep(char *bytes, size_t size, size_t count, void *data)
{
	struct lichess_answer *answer = data;
	size_t len = size * count;
	char *text =
		answer->len + len <= TEXT_MAX ? realloc(answer->text, answer->len + len + 1) : NULL;

	if (!text)
		return 0;
	memcpy(text + answer->len, bytes, len);
	answer->text = text;
	answer->len += len;
	text[answer->len] = '\0';
	return len;
}

static int look(void *data, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	const struct lichess_push *push = data;

	(void)a;
	(void)b;
	(void)c;
	(void)d;
	return push->is_over(push->data);
}

static enum lichess_fate fate_of(long status)
{
	switch (status) {
	case 200: return LICHESS_ANSWERED;
	case 400: return LICHESS_BAD;
	case 413: return LICHESS_TOO_LONG;
	case 429: return LICHESS_TOO_MANY;
	default: break;
	}
	return status >= 300 && status < 500 && status != 408 ? LICHESS_REFUSED : LICHESS_FAILED;
}

static void judge(CURL *curl, CURLcode code, const char *why, struct lichess_answer *ret)
{
	curl_off_t wait_s = 0;
	long status = 0;

	if (code != CURLE_OK) {
		ret->fate = LICHESS_FAILED;
		snprintf(ret->why, sizeof(ret->why), "%s",
			 why[0] != '\0' ? why : curl_easy_strerror(code));
		return;
	}
	curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait_s);
	ret->fate = fate_of(status);
	ret->wait_s = wait_s > 0 && wait_s < 86400 ? (unsigned)wait_s : 0;
	if (ret->fate != LICHESS_ANSWERED)
		snprintf(ret->why, sizeof(ret->why), "it answered %ld %.60s", status,
			 ret->text && !strpbrk(ret->text, "\r\n\033") ? ret->text : "");
}

static struct curl_slist *headers_of(const struct lichess_push *push)
{
	struct curl_slist *headers = NULL;
	char line[SECRET_MAX + 40];

	snprintf(line, sizeof(line), "Authorization: Bearer %s", push->token);
	headers = curl_slist_append(headers, line);
	headers = curl_slist_append(headers, "Content-Type: text/plain; charset=utf-8");
	/* "Expect: 100-continue" would cost a round trip */
	return curl_slist_append(headers, "Expect:");
}

void lichess_push(CURLSH *share, const struct lichess_push *push, struct lichess_answer *ret)
{
	struct curl_slist *headers;
	char why[CURL_ERROR_SIZE] = "", url[1100];
	CURL *curl = curl_easy_init();

	*ret = (struct lichess_answer){.fate = LICHESS_FAILED, .why = "out of memory"};
	if (!curl)
		return;
	ret->why[0] = '\0';
	headers = headers_of(push);
	snprintf(url, sizeof(url), "%s/api/broadcast/round/%s/push", push->url, push->round);
	curl_easy_setopt(curl, CURLOPT_SHARE, share);
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(curl, CURLOPT_POSTFIELDS, push->body);
	curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)push->len);
	curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(curl, CURLOPT_USERAGENT, "boardd/" BOARDD_VERSION);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, ret);
	curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, push->timeout_ms);
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, look);
	curl_easy_setopt(curl, CURLOPT_XFERINFODATA, (void *)push);
	judge(curl, curl_easy_perform(curl), why, ret);
	curl_easy_cleanup(curl);
	curl_slist_free_all(headers);
}
