/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/board/sim_list.h"

#include "simulator/board/sim_random.h"

#define DECIMALS 6

bool sim_decimal_read(struct rules_slice text, uint64_t limit, uint64_t *ret_millionths)
{
	uint64_t value = 0;
	unsigned decimals = 0;
	bool has_point = false, has_digit = false;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];

		if (c == '.' && !has_point) {
			has_point = true;
		} else if (c >= '0' && c <= '9') {
			has_digit = true;
			if (has_point && decimals == DECIMALS)
				continue; /* finer than we count */
			decimals += has_point;
			value = value * 10 + (uint64_t)(c - '0');
			if (value > limit * 10)
				return false;
		} else {
			return false;
		}
	}
	for (; decimals < DECIMALS; decimals++) {
		value *= 10;
		if (value > limit)
			return false;
	}
	if (!has_digit || value > limit)
		return false;
	*ret_millionths = value;
	return true;
}

static void explain(struct rules_fault *fault, size_t at, const char *why, struct rules_slice word)
{
	struct rules_text text = rules_text_in(fault->why, sizeof(fault->why));

	fault->at = at;
	rules_text_string(&text, why);
	rules_text_string(&text, " '");
	rules_text_bytes(&text, word.at, word.len < 40 ? word.len : 40);
	rules_text_char(&text, '\'');
}

static size_t find(char wanted, struct rules_slice in)
{
	size_t at = 0;

	while (at < in.len && in.at[at] != wanted)
		at++;
	return at;
}

static bool set(struct rules_slice name, const char *const *names, size_t count, uint32_t value,
		uint32_t *ret)
{
	bool is_all = rules_slice_is(name, "all"), is_known = is_all;

	for (size_t i = 0; i < count; i++) {
		if (!is_all && !rules_slice_is(name, names[i]))
			continue;
		ret[i] = value;
		is_known = true;
	}
	return is_known;
}

bool sim_list_read(struct rules_slice text, const char *const *names, size_t count,
		   uint32_t *ret_millionths, struct rules_fault *ret_fault)
{
	size_t at = 0;

	while (at < text.len) {
		struct rules_slice item = {text.at + at, text.len - at};
		struct rules_slice name, number;
		uint64_t value;

		item.len = find(',', item);
		name = (struct rules_slice){item.at, find('=', item)};
		if (name.len == item.len) {
			explain(ret_fault, at, "a probability is missing behind", item);
			return false;
		}
		number = (struct rules_slice){item.at + name.len + 1, item.len - name.len - 1};
		if (!sim_decimal_read(number, SIM_MILLION, &value)) {
			explain(ret_fault, at + name.len + 1,
				"not a probability from 0 to 1:", number);
			return false;
		}
		if (!set(name, names, count, (uint32_t)value, ret_millionths)) {
			explain(ret_fault, at, "unknown name", name);
			return false;
		}
		at += item.len + 1;
	}
	return true;
}
