/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/board.h"

#include <assert.h>
#include <string.h>

/*
 * Every make that boardd knows: a line is a board_make_NAME, most in a folder of this
 * name. Settings without a make mean the first. A port that may be of
 * several is asked in this order: a DGT board first, because noise puts it to silence;
 * then those that are only listened to.
 */
#define MAKES(MAKE)     \
	MAKE(dgt)       \
	MAKE(certabo)   \
	MAKE(sentio)    \
	MAKE(chesslink) \
	MAKE(eone)      \
	MAKE(chessnut)  \
	MAKE(pegasus)   \
	MAKE(squareoff)

#define DECLARE(make) extern const struct board_make board_make_##make;
#define LIST(make)    &board_make_##make,

MAKES(DECLARE)

static const struct board_make *const makes[] = {MAKES(LIST)};

#define COUNT (sizeof(makes) / sizeof(makes[0]))

const struct board_make *const *board_makes(size_t *ret_count)
{
	*ret_count = COUNT;
	return makes;
}

const struct board_make *board_make_at(uint8_t number)
{
	assert(number < COUNT);
	return makes[number];
}

bool board_make_find(const char *name, uint8_t *ret_number)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < COUNT; i++) {
		if (strlen(makes[i]->name) == len && memcmp(makes[i]->name, name, len) == 0) {
			*ret_number = (uint8_t)i;
			return true;
		}
	}
	return false;
}

size_t board_make_unlock(const struct board_make *make, const uint8_t key[BOARD_KEY],
			 uint8_t *ret_bytes, size_t cap)
{
	return make->unlock ? make->unlock(key, ret_bytes, cap) : 0;
}
