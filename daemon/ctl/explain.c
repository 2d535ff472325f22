/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/explain.h"

#include "touchmove/read/explain.h"

#define TEXT_MAX 8192

static void print_time(FILE *out, uint64_t at_ms)
{
	fprintf(out, "%u:%02u:%02u.%03u ", (unsigned)(at_ms / 3600000),
		(unsigned)(at_ms / 60000 % 60), (unsigned)(at_ms / 1000 % 60),
		(unsigned)(at_ms % 1000));
}

/* Each line of a text, a tab before it. */
static void print_below(FILE *out, const char *text)
{
	for (const char *line = text; *line != '\0';) {
		const char *end = line;

		while (*end != '\0' && *end != '\n')
			end++;
		fprintf(out, "\t%.*s\n", (int)(end - line), line);
		line = *end == '\n' ? end + 1 : end;
	}
}

static void print_readings(FILE *out, const struct reader *r)
{
	char bytes[TEXT_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	read_explain(r, &text);
	print_below(out, bytes);
}

static void print_acts(FILE *out, const struct reader *r, uint16_t ply)
{
	struct read_acts acts;

	read_acts_of(r, ply, &acts);
	for (size_t i = 0; i < acts.count; i++) {
		char bytes[120];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		read_act_explain(&acts.act[i], &text);
		fprintf(out, "\t%s\n", bytes);
	}
}

/* What law tells the reader has told before; it is remembered for the last half-moves. */
static bool is_known(const struct reader *r, const struct table_news *news)
{
	const struct read_ply *ply = &r->told_ply[news->ply % READ_TOLD_MAX];

	return news->ply <= r->told && news->ply + READ_TOLD_MAX > r->told &&
	       ply->move == news->move;
}

static void explain_move(FILE *out, const struct table *table, const struct table_news *news)
{
	const struct reader *r = &table->law.reader;
	const struct read_ply *ply = &r->told_ply[news->ply % READ_TOLD_MAX];
	struct read_news told = {.type = READ_NEWS_MOVE,
				 .ply = news->ply,
				 .move = news->move,
				 .at_ms = table->law.game.now_ms,
				 .color = news->before.turn};
	char bytes[400];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	print_time(out, news->at_ms);
	if (!is_known(r, news)) {
		fprintf(out, "%u. %s, by what the law says of the board\n", news->ply,
			news->san ? news->san : "an illegal move that stands");
		print_readings(out, r);
		return;
	}
	told.rest_ms = r->zero_ms + ply->rest_ms;
	read_explain_news(r, &told, &text);
	fputs(bytes, out);
	print_acts(out, r, news->ply);
	print_readings(out, r);
}

static void explain_revised(FILE *out, const struct table *table, const struct table_news *news)
{
	print_time(out, news->at_ms);
	fprintf(out, "%u. %s", news->ply, news->san ? news->san : "taken back");
	if (news->was)
		fprintf(out, ", told as %s before", news->was);
	fputs(news->by_arbiter ? ": the arbiter's\n" : ": every near reading contradicts it\n",
	      out);
	print_readings(out, &table->law.reader);
}

static void print_lines(FILE *out, const struct touch_unsure *unsure)
{
	for (size_t i = 0; i < unsure->count; i++) {
		struct rules_position pos = unsure->from;
		char bytes[120];
		struct rules_text text = rules_text_in(bytes, sizeof(bytes));

		for (size_t k = 0; k < unsure->line[i].count; k++) {
			rules_text_char(&text, ' ');
			rules_san_write(&text, &pos, unsure->line[i].move[k], RULES_EN,
					RULES_SAN_PGN);
			rules_apply(&pos, unsure->line[i].move[k], NULL);
		}
		fprintf(out, "\tperhaps%s\n", bytes);
	}
}

static void explain_report(FILE *out, const struct table *table, const struct table_news *news)
{
	static const char *const players[] = {"white", "black", "both"};
	const struct touch_report *report = news->report;
	const struct touch_unsure *unsure = law_unsure_of(&table->law);

	if (report->type == TOUCH_REPORT_UNSURE) {
		print_time(out, news->at_ms);
		fprintf(out, "unsure from half-move %u on\n", report->ply);
		if (unsure)
			print_lines(out, unsure);
		print_readings(out, &table->law.reader);
	} else if (report->type == TOUCH_REPORT_IRREGULARITY) {
		print_time(out, news->at_ms);
		fprintf(out, "%s, %s, %s, %s\n", touch_kind_name(report->kind),
			touch_article(&table->law.game.rules, report->law), players[report->color],
			report->certainty == TOUCH_OBSERVED ? "observed" : "presumed");
	}
}

void explain_news(FILE *out, const struct table *table, const struct table_news *news)
{
	if (news->kind == TABLE_NEWS_MOVE)
		explain_move(out, table, news);
	else if (news->kind == TABLE_NEWS_REVISED)
		explain_revised(out, table, news);
	else if (news->kind == TABLE_NEWS_REPORT)
		explain_report(out, table, news);
}
