/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/winnable.h"

#include "daemon/stream/value.h"
#include "touchmove/law/action.h"

static const char *can_of(const struct table_answer *answer, enum rules_color color)
{
	static const char *const words[] = {"unknown", "yes", "no"};

	return answer && answer->is_asked[color] ? words[answer->can[color]] : NULL;
}

static json_t *dead_of(const struct table_answer *answer)
{
	if (!answer)
		return json_null();
	if (answer->can[RULES_WHITE] == RULES_WINNABLE_YES ||
	    answer->can[RULES_BLACK] == RULES_WINNABLE_YES)
		return json_false();
	return answer->can[RULES_WHITE] == RULES_WINNABLE_NO &&
			       answer->can[RULES_BLACK] == RULES_WINNABLE_NO
		       ? json_true()
		       : json_null();
}

static json_t *words_of(struct rules_slice text)
{
	json_t *list = json_array();
	struct rules_slice word;

	while ((word = touch_word_next(&text)).len > 0)
		json_array_append_new(list, json_stringn(word.at, word.len));
	return list;
}

/* Who is asked about, also when nobody knows any more what for. */
static uint8_t asked_about(const struct table_news *news)
{
	if (news->question)
		return news->question->winner;
	if (news->answer->is_asked[RULES_WHITE] && news->answer->is_asked[RULES_BLACK])
		return TOUCH_BOTH;
	return news->answer->is_asked[RULES_WHITE] ? RULES_WHITE : RULES_BLACK;
}

void stream_winnable(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_question *question = news->question;
	const struct table_answer *answer = news->answer;

	stream_set_string(to, "state", news->state);
	stream_set_color(to, "color", asked_about(news));
	stream_set(to, "ply", json_integer(answer ? answer->ply : question->ply));
	if (answer)
		stream_set(to, "fen", stream_text(answer->fen.at, answer->fen.len));
	else
		stream_set_fen(to, &question->pos);
	stream_set_string(to, "reason", question ? touch_reason_name(question->reason) : NULL);
	stream_set_string(to, "article",
			  question ? touch_article(&t->config.rules, question->law) : NULL);
	stream_set_string(to, "white", can_of(answer, RULES_WHITE));
	stream_set_string(to, "black", can_of(answer, RULES_BLACK));
	stream_set(to, "dead", dead_of(answer));
	stream_set(to, "line",
		   answer && answer->line.len > 0 ? words_of(answer->line) : json_null());
	stream_set(to, "late", json_boolean(answer && answer->is_late));
}
