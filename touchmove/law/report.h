/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_LAW_REPORT_H
#define BOARDD_LAW_REPORT_H

#include "touchmove/law/work.h"

/* What is found is said, and kept while it can be ruled on. */

struct touch_finding *touch_find(struct work *w, enum touch_kind kind, enum touch_law law,
				 uint8_t color, enum touch_certainty certainty);
void touch_find_must(struct touch_finding *finding, const struct touch_set *must,
		     enum touch_law must_law);
void touch_find_evidence(struct work *w, struct touch_finding *finding);
struct touch_finding *touch_finding_open(struct touch_game *game, uint32_t id);
struct touch_finding *touch_finding_newest(struct touch_game *game);
void touch_finding_becomes(struct work *w, struct touch_finding *finding,
			   enum touch_finding_state state);
void touch_findings_file(struct work *w, uint32_t after_id);
void touch_findings_file_from(struct work *w, uint16_t ply);
struct touch_report *touch_say(struct work *w, enum touch_report_type type);
void touch_say_completed(struct work *w, uint8_t color, uint16_t ply, rules_move move,
			 const char san[RULES_SAN_MAX]);

void touch_say_revised(struct work *w, uint16_t ply, rules_move move,
		       const struct rules_position *before);

#endif
