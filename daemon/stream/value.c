/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/value.h"

#include <stdlib.h>
#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/san.h"
#include "rules-core/uci.h"

void stream_set(json_t *to, const char *key, json_t *value)
{
	json_object_set_new_nocheck(to, key, value);
}

void stream_set_filled(json_t *to, const char *key, json_t *value)
{
	if (json_object_size(value) + json_array_size(value) > 0)
		stream_set(to, key, value);
	else
		json_decref(value);
}

/* jansson refuses such a text, and a report has all its fields, whatever is in them. */
json_t *stream_text(const char *text, size_t len)
{
	json_t *found = json_stringn(text, len);
	char *plain = found ? NULL : malloc(len + 1);

	for (size_t i = 0; plain && i < len; i++)
		plain[i] = (char)((unsigned char)text[i] < 128 ? text[i] : '?');
	if (plain)
		found = json_stringn(plain, len);
	free(plain);
	return found;
}

void stream_set_string(json_t *to, const char *key, const char *value)
{
	stream_set(to, key, value ? stream_text(value, strlen(value)) : json_null());
}

void stream_set_color(json_t *to, const char *key, uint8_t color)
{
	static const char *const names[] = {"white", "black", "both"};

	stream_set_string(to, key, names[color]);
}

void stream_set_square(json_t *to, rules_square square)
{
	char bytes[4];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (square < 64)
		rules_text_square(&text, square);
	stream_set_string(to, "square", square < 64 ? bytes : NULL);
}

void stream_set_piece(json_t *to, rules_piece piece)
{
	char letter[2] = {0};

	if (piece != RULES_NO_PIECE)
		letter[0] = rules_fen_letter(piece);
	stream_set_string(to, "piece", piece != RULES_NO_PIECE ? letter : NULL);
}

void stream_set_fen(json_t *to, const struct rules_position *pos)
{
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_fen_write(&text, pos, RULES_FEN_PLAIN);
	stream_set_string(to, "fen", bytes);
}

void stream_set_uci(json_t *to, const struct rules_position *before, rules_move move)
{
	char bytes[RULES_UCI_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (move != RULES_NO_MOVE)
		rules_uci_write(&text, before, move);
	stream_set_string(to, "uci", move != RULES_NO_MOVE ? bytes : NULL);
}

json_t *stream_moves(const struct rules_position *base, const struct touch_set *moves)
{
	json_t *list = json_array();

	for (size_t i = 0; i < moves->count; i++) {
		char bytes[RULES_UCI_MAX];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		rules_uci_write(&text, base, moves->move[i]);
		json_array_append_new(list, json_string(bytes));
	}
	return list;
}

json_t *stream_sans(const struct rules_position *base, const struct touch_set *moves)
{
	json_t *list = json_array();

	for (size_t i = 0; i < moves->count; i++) {
		char bytes[RULES_SAN_MAX];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		rules_san_write(&text, base, moves->move[i], RULES_EN, RULES_SAN_PGN);
		json_array_append_new(list, json_string(bytes));
	}
	return list;
}
