/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/touchmove/read/read_words.h"

#include <string.h>

#include "rules-core/fen.h"
#include "rules-core/san.h"

static void hear(struct reading *g, const struct read_news *news)
{
	switch (news->type) {
	case READ_NEWS_MOVE:
		g->move[news->ply - 1] = news->move;
		g->told_ms[news->ply - 1] = news->at_ms;
		g->told = news->ply;
		if (news->ply <= sizeof(g->acts) / sizeof(g->acts[0]))
			read_acts_of(&g->reader, news->ply, &g->acts[news->ply - 1]);
		break;
	case READ_NEWS_REVISED:
		g->withdrawn += g->told + 1 - news->ply;
		g->told = news->ply - 1u;
		break;
	case READ_NEWS_UNSURE:
		g->unsure++;
		g->last_unsure = *news;
		break;
	case READ_NEWS_PRESS:
		g->presses++;
		g->unexplained_presses += news->ply == 0;
		g->differs = news->differs;
		break;
	case READ_NEWS_OVER:
		g->over++;
		g->result = news->result;
		break;
	case READ_NEWS_SURE:
	case READ_NEWS_SET_UP:
	case READ_NEWS_WANT_BOARD: g->boards_wanted++; break;
	}
}

static void hear_all(struct reading *g, const struct read_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		hear(g, &list->news[i]);
}

void reading_begin_with(struct reading *g, const char *fen, const struct read_config *config)
{
	memset(g, 0, sizeof(*g));
	g->start = position(fen);
	read_begin(&g->reader, config, &g->start, 0);
}

void reading_begin(struct reading *g, const char *fen)
{
	struct read_config config = read_config_of(SENSE_CABLE, true, true);

	reading_begin_with(g, fen, &config);
}

/* As a caller would: every look at its time. */
static void pass_time(struct reading *g, uint64_t until_ms)
{
	struct read_list list;
	uint64_t next_ms;

	while ((next_ms = read_deadline(&g->reader)) <= until_ms) {
		read_tick(&g->reader, next_ms, &list);
		hear_all(g, &list);
	}
	g->now_ms = until_ms;
}

static void do_word(struct reading *g, const char *word)
{
	struct read_list list = {0};

	if (strcmp(word, "wait") == 0) {
		read_tick(&g->reader, g->now_ms, &list);
	} else if (strcmp(word, "white") == 0 || strcmp(word, "black") == 0) {
		read_press(&g->reader, word[0] == 'w' ? RULES_WHITE : RULES_BLACK, g->now_ms, 0,
			   &list);
	} else if (strcmp(word, "stop") == 0) {
		read_clock(&g->reader, READ_NOBODY, g->now_ms, &list);
	} else {
		char name[3] = {word[0], word[1], '\0'};
		rules_piece piece = word[2] == 'x' ? RULES_NO_PIECE : rules_fen_piece(word[2]);

		ck_assert_msg(strlen(word) == 3, "no event: %s", word);
		read_square(&g->reader, on(name), piece, g->now_ms, ++g->events, &list);
	}
	hear_all(g, &list);
}

void reading_events(struct reading *g, const char *script)
{
	const char *at = script;

	while (*at != '\0') {
		char *end, word[8] = "";
		uint64_t ms = strtoul(at, &end, 10);
		size_t len = strcspn(end + 1, ", ");

		ck_assert_msg(end > at && *end == ' ' && len < sizeof(word), "no time: %s", at);
		memcpy(word, end + 1, len);
		pass_time(g, ms);
		do_word(g, word);
		at = end + 1 + len;
		at += strspn(at, ", ");
	}
}

void reading_board(struct reading *g, const char *fen)
{
	struct rules_position pos = position(fen);
	struct read_list list;

	read_board(&g->reader, pos.at, g->now_ms, &list);
	hear_all(g, &list);
}

void reading_gap(struct reading *g)
{
	struct read_list list;

	read_gap(&g->reader, true, g->now_ms, &list);
	hear_all(g, &list);
}

void reading_clock(struct reading *g, uint8_t running)
{
	struct read_list list;

	read_clock(&g->reader, running, g->now_ms, &list);
	hear_all(g, &list);
}

const char *reading_moves(const struct reading *g)
{
	static char bytes[2000];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	struct rules_position pos = g->start;

	for (size_t i = 0; i < g->told; i++) {
		if (i > 0)
			rules_text_char(&text, ' ');
		rules_san_write(&text, &pos, g->move[i], RULES_EN, RULES_SAN_PGN);
		rules_apply(&pos, g->move[i], NULL);
	}
	return bytes;
}

const struct read_act *reading_act(const struct reading *g, unsigned ply, enum read_act_kind kind,
				   const char *square)
{
	const struct read_acts *acts = &g->acts[ply - 1];

	for (size_t i = 0; i < acts->count; i++)
		if (acts->act[i].kind == kind && acts->act[i].square == on(square))
			return &acts->act[i];
	return NULL;
}

void expect_moves(const struct reading *g, const char *moves)
{
	char bytes[3000];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	read_explain(&g->reader, &text);
	ck_assert_msg(strcmp(reading_moves(g), moves) == 0, "wanted %s, told %s; readings:\n%s",
		      moves, reading_moves(g), bytes);
	ck_assert_msg(g->withdrawn == 0 && g->unsure == 0, "%zu withdrawn, %zu unsure",
		      g->withdrawn, g->unsure);
}
