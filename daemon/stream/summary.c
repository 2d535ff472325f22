/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/summary.h"

#include "daemon/stream/catalogue.h"

const char *summary_of(enum touch_kind kind)
{
	return catalogue_text(CATALOGUE_EN, CATALOGUE_KIND, touch_kind_name(kind));
}

const char *summary_of_remedy(enum touch_remedy remedy)
{
	switch (remedy) {
	case TOUCH_REMEDY_NONE: return NULL;
	case TOUCH_REMEDY_REPLACE: return "replace";
	case TOUCH_REMEDY_COUNT: return "replace-and-count";
	case TOUCH_REMEDY_LOSS: return "loss";
	case TOUCH_REMEDY_RIGHT_SQUARE: return "right-square";
	case TOUCH_REMEDY_DRAW: return "draw";
	case TOUCH_REMEDY_RESTART: return "restart";
	case TOUCH_REMEDY_TIME: return "time";
	}
	return NULL;
}
