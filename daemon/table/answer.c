/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/table/private.h"
#include "rules-core/uci.h"
#include "touchmove/law/action.h"

/*
 * Can they still mate? What the machine leaves open somebody else finds out, on a thread of his
 * own or years later from the journal. His answer names its position: by then the game may have
 * gone on, and what is late is told and ends nothing.
 */

static const char *const words[] = {
	[RULES_WINNABLE_UNKNOWN] = "unknown",
	[RULES_WINNABLE_YES] = "yes",
	[RULES_WINNABLE_NO] = "no",
};
static const char not_asked[] = "-";

const struct touch_question *table_question(const struct table *t)
{
	return t->has_game && t->law.game.question.is_open ? &t->law.game.question : NULL;
}

void table_tell_question(struct table *t)
{
	const struct touch_question *question = table_question(t);
	struct table_news news = {.kind = TABLE_NEWS_WINNABLE,
				  .at_ms = t->law.game.now_ms,
				  .state = "asked",
				  .question = question};

	if (!question || (question->number == t->asked && question->pos.key == t->asked_key))
		return;
	t->asked = question->number;
	t->asked_key = question->pos.key;
	table_say(t, &news);
}

/* --- the answer as text --- */

static bool is_asked(const struct touch_question *question, enum rules_color color)
{
	return question->winner == TOUCH_BOTH || question->winner == color;
}

static void write_can(struct rules_text *text, const struct touch_question *question,
		      enum rules_color color, enum rules_winnable can)
{
	rules_text_string(text, color == RULES_WHITE ? " white " : " black ");
	rules_text_string(text, is_asked(question, color) ? words[can] : not_asked);
}

void table_answer_write(struct rules_text *text, const struct touch_question *question,
			const enum rules_winnable can[2], const struct rules_helpmate *line)
{
	struct rules_position pos = question->pos;

	rules_text_string(text, "ply ");
	rules_text_number(text, question->ply);
	write_can(text, question, RULES_WHITE, can[RULES_WHITE]);
	write_can(text, question, RULES_BLACK, can[RULES_BLACK]);
	rules_text_string(text, " fen ");
	rules_fen_write(text, &pos, RULES_FEN_PLAIN);
	rules_text_string(text, " line");
	for (size_t i = 0; i < line->count; i++) {
		rules_text_char(text, ' ');
		rules_uci_write(text, &pos, line->move[i]);
		rules_apply(&pos, line->move[i], NULL);
	}
}

static bool skip(struct rules_slice *rest, const char *word)
{
	return rules_slice_is(touch_word_next(rest), word);
}

static bool read_ply(struct rules_slice *rest, uint16_t *ret)
{
	struct rules_slice word;
	unsigned ply = 0;

	if (!skip(rest, "ply"))
		return false;
	word = touch_word_next(rest);
	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] < '0' || word.at[i] > '9' || i > 4)
			return false;
		ply = 10 * ply + (unsigned)(word.at[i] - '0');
	}
	*ret = (uint16_t)ply;
	return word.len > 0;
}

static bool read_can(struct rules_slice *rest, enum rules_color color, struct table_answer *ret)
{
	struct rules_slice word;

	if (!skip(rest, color == RULES_WHITE ? "white" : "black"))
		return false;
	word = touch_word_next(rest);
	ret->is_asked[color] = !rules_slice_is(word, not_asked);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!rules_slice_is(word, words[i]))
			continue;
		ret->can[color] = (enum rules_winnable)i;
		return true;
	}
	return !ret->is_asked[color];
}

/* All words up to "line", behind which the moves are. */
static bool read_fen_and_line(struct rules_slice *rest, struct table_answer *ret)
{
	struct rules_slice word;

	if (!skip(rest, "fen"))
		return false;
	while ((word = touch_word_next(rest)).len > 0 && !rules_slice_is(word, "line")) {
		if (!ret->fen.at)
			ret->fen.at = word.at;
		ret->fen.len = (size_t)(word.at + word.len - ret->fen.at);
	}
	ret->line = *rest;
	return ret->fen.len > 0 && word.len > 0;
}

static bool read_answer(struct table_answer *ret, struct rules_slice text)
{
	*ret = (struct table_answer){0};
	return read_ply(&text, &ret->ply) && read_can(&text, RULES_WHITE, ret) &&
	       read_can(&text, RULES_BLACK, ret) && read_fen_and_line(&text, ret);
}

/* --- taking it --- */

static bool is_of(const struct table_answer *answer, const struct touch_question *question)
{
	char fen[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(fen, sizeof(fen));

	if (!question || question->ply != answer->ply ||
	    !is_asked(question, RULES_WHITE) != !answer->is_asked[RULES_WHITE] ||
	    !is_asked(question, RULES_BLACK) != !answer->is_asked[RULES_BLACK])
		return false;
	rules_fen_write(&text, &question->pos, RULES_FEN_PLAIN);
	return rules_slice_is(answer->fen, fen);
}

bool table_answer(struct table *t, uint64_t at_ms, struct rules_slice text,
		  struct rules_fault *ret_fault)
{
	struct table_answer answer;
	struct table_news news = {
		.kind = TABLE_NEWS_WINNABLE, .state = "answered", .answer = &answer};
	struct rules_text why = rules_text_in(ret_fault->why, sizeof(ret_fault->why));

	if (!read_answer(&answer, text)) {
		ret_fault->at = 0;
		rules_text_string(&why, "this is no answer");
		return false;
	}
	table_tick(t, at_ms);
	if (!t->has_game)
		return true;
	answer.is_late = !is_of(&answer, table_question(t));
	if (!answer.is_late)
		news.question = table_question(t);
	table_say(t, &news);
	if (answer.is_late)
		return true;
	law_answer(&t->law, answer.can, at_ms, &t->reports);
	table_take_reports(t);
	return true;
}
