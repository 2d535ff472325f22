/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "touchmove/law/said.h"

/*
 * A move that a person has said or written and an arbiter enters: announced, sealed, claimed with.
 * C.2 lets each player use the letters of his own language. Those of English and of Danish, which
 * are the Norwegian, Swedish and German ones too, never contradict each other and are read first:
 * e8S is a knight, and not a Czech bishop. What says nothing in them is read in any language.
 */

enum rules_san_result touch_said_read(const struct rules_position *pos, const char *text,
				      rules_move *ret)
{
	enum rules_san_result read = rules_san_read(pos, rules_slice_of(text), RULES_DA, ret, NULL);

	if (read == RULES_SAN_GOOD || read == RULES_SAN_AMBIGUOUS)
		return read;
	return rules_san_read(pos, rules_slice_of(text), RULES_ANY_LANGUAGE, ret, NULL);
}
