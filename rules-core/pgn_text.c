/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "rules-core/pgn_scan_private.h"

static const char *const results[] = {
	[RULES_UNDECIDED] = "*",   [RULES_WHITE_WINS] = "1-0", [RULES_BLACK_WINS] = "0-1",
	[RULES_DRAWN] = "1/2-1/2", [RULES_BOTH_LOST] = "0-0",
};

const char *rules_result_text(enum rules_result result)
{
	return results[result];
}

bool rules_result_read(struct rules_slice text, enum rules_result *ret)
{
	for (int i = RULES_UNDECIDED; i <= RULES_DRAWN; i++) {
		if (rules_slice_is(text, results[i])) {
			*ret = (enum rules_result)i;
			return true;
		}
	}
	return false;
}

void rules_pgn_unescape(struct rules_text *out, struct rules_slice value)
{
	for (size_t i = 0; i < value.len; i++) {
		if (value.at[i] == '\\' && i + 1 < value.len &&
		    (value.at[i + 1] == '"' || value.at[i + 1] == '\\'))
			i++;
		rules_text_char(out, value.at[i]);
	}
}

bool rules_pgn_command(struct rules_slice comment, const char *name, struct rules_slice *ret)
{
	size_t len = strlen(name);

	for (size_t i = 0; i + len + 3 < comment.len; i++) {
		size_t from = i + 2 + len, to;

		if (comment.at[i] != '[' || comment.at[i + 1] != '%' ||
		    memcmp(comment.at + i + 2, name, len) != 0 || !is_space(comment.at[from]))
			continue;
		while (from < comment.len && is_space(comment.at[from]))
			from++;
		for (to = from; to < comment.len && comment.at[to] != ']'; to++)
			;
		if (to == comment.len)
			return false;
		while (to > from && is_space(comment.at[to - 1]))
			to--;
		*ret = (struct rules_slice){.at = comment.at + from, .len = to - from};
		return true;
	}
	return false;
}

bool rules_pgn_seconds(struct rules_slice time, unsigned long *ret)
{
	unsigned long total = 0, part = 0;
	size_t digits = 0, colons = 0, i = 0;

	for (; i < time.len && time.at[i] != '.'; i++) {
		if (time.at[i] == ':' && digits > 0 && colons < 2) {
			total = (total + part) * 60;
			part = digits = 0;
			colons++;
		} else if (is_digit(time.at[i]) && digits < 6) {
			part = part * 10 + (unsigned long)(time.at[i] - '0');
			digits++;
		} else {
			return false;
		}
	}
	if (digits == 0)
		return false;
	for (i++; i < time.len; i++)
		if (!is_digit(time.at[i]))
			return false;
	*ret = total + part;
	return true;
}
