/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "touchmove/law/game.h"

/* The editions, modes and kinds of irregularity that the code has, one a line with its list. */
int main(void)
{
	for (int i = 0; i < TOUCH_EDITIONS; i++)
		printf("edition %s\n", touch_edition_words[i]);
	for (int i = 0; i < TOUCH_MODES; i++)
		printf("mode %s\n", touch_mode_words[i]);
	for (int i = 0; i < TOUCH_KINDS; i++)
		printf("kind %s\n", touch_kind_name((enum touch_kind)i));
	return 0;
}
