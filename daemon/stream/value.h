/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_STREAM_VALUE_H
#define BOARDD_STREAM_VALUE_H

#include <jansson.h>

#include "touchmove/law/event.h"
#include "touchmove/law/set.h"

/* The values of a report: how a colour, a square or a move is written in the JSON of the stream. */

/* Takes value over. Keys are ours: nobody need look whether they are text. */
void stream_set(json_t *to, const char *key, json_t *value);

/* The same, but an array or object with nothing in it says nothing and is left out. */
void stream_set_filled(json_t *to, const char *key, json_t *value);

/* A text with question marks for bytes that are no UTF-8; NULL when there is no memory. */
json_t *stream_text(const char *text, size_t len);

/* NULL becomes null. */
void stream_set_string(json_t *to, const char *key, const char *value);

/* color: an enum rules_color, or TOUCH_BOTH. */
void stream_set_color(json_t *to, const char *key, uint8_t color);

/* "square" and "piece"; null for none. */
void stream_set_square(json_t *to, rules_square square);
void stream_set_piece(json_t *to, rules_piece piece);

/* "fen" */
void stream_set_fen(json_t *to, const struct rules_position *pos);

/* "uci"; null for RULES_NO_MOVE. */
void stream_set_uci(json_t *to, const struct rules_position *before, rules_move move);

/* A list of moves, in UCI for programs and in SAN for people. */
json_t *stream_moves(const struct rules_position *base, const struct touch_set *moves);
json_t *stream_sans(const struct rules_position *base, const struct touch_set *moves);

#endif
