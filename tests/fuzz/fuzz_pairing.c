/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "broadcast/pairing/pairing.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any bytes are a file of pairings: it is refused with a reason, or gives
 * pairings in order, with names that need no escape anywhere. The first byte is
 * the round; what follows a zero byte is the TRF beside it.
 */

static void check_name(const char *name)
{
	size_t left = strlen(name);

	expect(left > 0 && name[0] != ' ' && name[left - 1] != ' ', "'%s'", name);
	for (size_t len; left > 0; name += len, left -= len) {
		len = rules_utf8_len(name, left);
		expect(len > 0 && rules_control_len(name, left) == 0 && *name != '"' &&
			       *name != '\\',
		       "'%s'", name);
	}
}

static void check_again(const char *name)
{
	char again[96];

	expect(pairing_name(rules_slice_of(name), again, sizeof(again)), "'%s'", name);
	expect(strcmp(again, name) == 0, "'%s' became '%s'", name, again);
}

static void check(const struct pairing_list *list)
{
	expect(list->count > 0, "nothing was read, and nobody said so");
	for (size_t i = 0; i < list->count; i++) {
		const struct pairing *p = &list->pairings[i], *before = i > 0 ? p - 1 : NULL;

		expect(p->board > 0 && p->board <= PAIRING_BOARD_MAX, "board %u", p->board);
		expect(p->round <= PAIRING_ROUND_MAX, "round %u", p->round);
		expect(!before || before->round < p->round ||
			       (before->round == p->round && before->board < p->board),
		       "board %u after %u", p->board, before->board);
		for (int color = 0; color < 2; color++) {
			check_name(p->player[color].name);
			check_again(p->player[color].name);
		}
	}
	expect(list->unused_kept <= list->unused_count, "%zu", list->unused_kept);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct pairing_source source = {0};
	struct pairing_fault fault = {0};
	struct pairing_list list;
	const uint8_t *zero;

	if (len == 0)
		return 0;
	source.round = bytes[0] % 4;
	source.text = (struct rules_slice){(const char *)bytes + 1, len - 1};
	zero = memchr(bytes + 1, 0, len - 1);
	if (zero) {
		source.text.len = (size_t)(zero - bytes - 1);
		source.players =
			(struct rules_slice){(const char *)zero + 1, len - 2 - source.text.len};
	}
	if (pairing_read(&list, &source, &fault) < 0) {
		expect(fault.why[0] != '\0', "refused without a reason");
		return 0;
	}
	check(&list);
	pairing_list_clear(&list);
	return 0;
}
