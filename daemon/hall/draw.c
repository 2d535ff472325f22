/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdio.h>
#include <sys/random.h>

#include "daemon/hall/private.h"
#include "rules-core/start.h"

/*
 * A position of Chess960 is drawn by lot (Guidelines II.2). The lot is cast once: what goes into
 * the journal, and to the table, has its number.
 */

int hall_draw_chess960(char ret_action[HALL_DRAWN_MAX], char ret_why[HALL_WHY_MAX])
{
	const unsigned even = UINT16_MAX - UINT16_MAX % RULES_CHESS960_COUNT; /* each as likely */
	uint16_t number;

	do {
		if (getrandom(&number, sizeof(number), 0) != (ssize_t)sizeof(number)) {
			snprintf(ret_why, HALL_WHY_MAX, "the system has no lots to draw");
			return -EIO;
		}
	} while (number >= even);
	snprintf(ret_action, HALL_DRAWN_MAX, "chess960 %u", number % RULES_CHESS960_COUNT);
	return 0;
}
