/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/http/head.h"
#include "daemon/http/rules.h"
#include "tests/fuzz/fuzz.h"

/* Any bytes as the head of a request, and any text as host, origin, cookie, query and tag. */

static void try_texts(const char *text)
{
	static const char *const names[] = {"since", "board", NULL};
	const char *item = "hall.example";
	struct config_list list = {.count = 1, .items = &item};
	char out[64] = "", query[64] = "";
	uint64_t number = 0;

	(void)http_host_is_ours(text, "192.0.2.1", &list);
	(void)http_origin_is_allowed(text, text, false, true, &list);
	(void)http_is_loopback(text);
	(void)http_query_number(text, "since", &number);
	(void)http_query_is_known(text, names);
	(void)http_type_is_json(text);
	(void)http_tag_matches(text, "\"a\"");
	if (http_cookie(text, "boardd", out, sizeof(out)))
		expect(strlen(out) < sizeof(out), "cookie of %s", text);
	if (http_query_text(text, "board", out, sizeof(out)))
		expect(strlen(out) < sizeof(out), "query %s", text);
	/* What was put into a query comes out of it again. */
	if (http_query_add(query, sizeof(query), "board=") && strlen(text) < 15) {
		char part[32];

		snprintf(part, sizeof(part), "board=%s", text);
		query[0] = '\0';
		expect(http_query_add(query, sizeof(query), part), "no room for %s", part);
		expect(http_query_text(query, "board", out, sizeof(out)) && strcmp(out, text) == 0,
		       "%s became %s by %s", text, out, query);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct http_verdict whole = http_head_check((const char *)bytes, len, 65536);
	char *text = malloc(len + 1);

	expect((whole.status == 0 || whole.status == 200) == !whole.why, "%u", whole.status);
	/* A head that is good stays so, whatever follows; one that is not yet there is no refusal.
	 */
	for (size_t i = 0; whole.status == 200 && i < len; i++) {
		unsigned status = http_head_check((const char *)bytes, i, 65536).status;

		expect(status == 0 || status == 200, "%u after %zu bytes", status, i);
	}
	if (text) {
		memcpy(text, bytes, len);
		text[len] = '\0';
		try_texts(text);
	}
	free(text);
	return 0;
}
