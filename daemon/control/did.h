/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DID_H
#define BOARDD_DID_H

#include <jansson.h>

#include "rules-core/position.h"

/*
 * What a hand has done to a position, as long as the board shows it: one man that
 * stands elsewhere, and why that is no legal move. As of `did` in docs/openapi.yaml;
 * NULL where it is not one man, or when there is no memory. Pure but for memory.
 */
json_t *did_of(const struct rules_position *before, const rules_piece seen[64]);

#endif
