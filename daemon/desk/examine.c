/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk/examine.h"

#include <stdlib.h>

/* When one can it is not dead: the other need not be looked at. Without memory nothing is known. */
void examine_sides(const struct touch_question *question, enum rules_winnable ret_can[2],
		   struct rules_helpmate *ret_line)
{
	enum { NODES = 2 * RULES_WINNABLE_NODES }; /* as one side has in rules_winnable_sides() */
	struct rules_winnable_effort effort = {NODES, malloc(rules_winnable_room(NODES))};

	ret_line->count = 0;
	ret_can[RULES_WHITE] = ret_can[RULES_BLACK] = RULES_WINNABLE_UNKNOWN;
	for (int color = 0; color < 2 && effort.memory; color++) {
		if (question->winner != TOUCH_BOTH && question->winner != color)
			continue;
		ret_can[color] = rules_winnable(&question->pos, (enum rules_color)color, effort,
						ret_line, NULL);
		if (ret_can[color] == RULES_WINNABLE_YES)
			break;
	}
	free(effort.memory);
}

char *examine(const struct touch_question *question)
{
	enum rules_winnable can[2];
	struct rules_helpmate line;
	char *words = malloc(TABLE_ANSWER_MAX);
	struct rules_text text;

	if (!words)
		return NULL;
	examine_sides(question, can, &line);
	text = rules_text_in(words, TABLE_ANSWER_MAX);
	table_answer_write(&text, question, can, &line);
	return words;
}
