/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "daemon/summary.h"
#include "rules-core/uci.h"

const char *const stream_laws[TOUCH_EDITIONS] = {"2001", "2009", "2023"};
const char *const stream_modes[TOUCH_MODES] = {"standard", "rapid", "blitz"};

void stream_time(uint64_t ms, char ret[STREAM_TIME_MAX])
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm = {0};
	char day[STREAM_TIME_MAX] = "";

	gmtime_r(&seconds, &tm);
	strftime(day, sizeof(day), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(ret, STREAM_TIME_MAX, "%.19s.%03uZ", day, (unsigned)(ms % 1000));
}

/* --- words --- */

static void set(json_t *to, const char *key, json_t *value)
{
	json_object_set_new(to, key, value);
}

/* NULL is null. */
static void set_string(json_t *to, const char *key, const char *value)
{
	set(to, key, value ? json_string(value) : json_null());
}

static void set_color(json_t *to, const char *key, uint8_t color)
{
	static const char *const names[] = {"white", "black", "both"};

	set_string(to, key, names[color]);
}

static void set_square(json_t *to, rules_square square)
{
	char bytes[4];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (square < 64)
		rules_text_square(&text, square);
	set_string(to, "square", square < 64 ? bytes : NULL);
}

static void set_piece(json_t *to, rules_piece piece)
{
	char letter[2] = {0};

	if (piece != RULES_NO_PIECE)
		letter[0] = rules_fen_letter(piece);
	set_string(to, "piece", piece != RULES_NO_PIECE ? letter : NULL);
}

static void set_fen(json_t *to, const struct rules_position *pos)
{
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	rules_fen_write(&text, pos, RULES_FEN_PLAIN);
	set_string(to, "fen", bytes);
}

static void set_uci(json_t *to, const struct rules_position *before, rules_move move)
{
	char bytes[RULES_UCI_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (move != RULES_NO_MOVE)
		rules_uci_write(&text, before, move);
	set_string(to, "uci", move != RULES_NO_MOVE ? bytes : NULL);
}

static json_t *moves_of(const struct rules_position *base, const struct touch_set *moves)
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

/* A finding is presumed where a move made by waiting is seen all the same. */
static const char *certainty_of_move(enum touch_certainty certainty)
{
	return certainty == TOUCH_INFERRED ? "inferred" : "observed";
}

static const char *certainty_of_finding(enum touch_certainty certainty)
{
	return certainty == TOUCH_OBSERVED ? "observed" : "presumed";
}

static json_t *seconds_of(const struct table *t, enum rules_color color)
{
	const struct dgt_side_time *side = &t->clock.side[table_side(t, color)];

	if (!t->has_clock || !t->clock.connected)
		return json_null();
	return json_integer(side->hours * 3600 + side->minutes * 60 + side->seconds);
}

static void set_clock(json_t *to, const struct table *t)
{
	json_t *clock;

	if (!t->has_clock || !t->clock.connected) {
		set(to, "clock", json_null());
		return;
	}
	clock = json_object();
	set(clock, "white", seconds_of(t, RULES_WHITE));
	set(clock, "black", seconds_of(t, RULES_BLACK));
	set(to, "clock", clock);
}

/* --- one function for each kind --- */

static void build_board(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct dgt_version *firmware = &t->identity.firmware;
	char text[16];

	set_string(to, "state", news->state);
	set_string(to, "serial", t->identity.serial[0] != '\0' ? t->identity.serial : NULL);
	set_string(to, "transport", t->config.board.is_bluetooth ? "bluetooth" : "cable");
	set(to, "battery", t->has_battery ? json_integer(t->battery.percent) : json_null());
	snprintf(text, sizeof(text), "%u.%u", firmware->main, firmware->sub);
	set_string(to, "firmware", firmware->main > 0 ? text : NULL);
}

static void build_game(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_rules *rules = &t->config.rules;
	bool is_start = strcmp(news->state, "started") == 0;

	set_string(to, "state", news->state);
	set_fen(to, is_start ? &t->game.start : table_position(t));
	set_string(to, "white", NULL);
	set_string(to, "black", NULL);
	set_string(to, "laws", stream_laws[rules->edition]);
	set_string(to, "mode", stream_modes[rules->mode]);
	set(to, "supervised", json_boolean(!rules->unsupervised));
	set(to, "penalty_minutes", json_integer(rules->penalty_minutes));
	if (news->result != RULES_UNDECIDED)
		set_string(to, "result", rules_result_text(news->result));
}

static void build_must(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_obligation *must = news->must;

	set(to, "moves", must ? moves_of(&news->before, &must->set) : json_null());
	set_string(to, "article",
		   touch_article(&t->config.rules, must ? must->law : TOUCH_LAW_FREE));
}

static void build_move(json_t *to, const struct table *t, const struct table_news *news)
{
	set(to, "ply", json_integer(news->ply));
	set_string(to, "san", news->san);
	set_uci(to, &news->before, news->move);
	set_fen(to, &news->after);
	set_clock(to, t);
	set_string(to, "certainty", certainty_of_move(news->certainty));
	set(to, "legal", json_boolean(news->move != RULES_NO_MOVE));
}

static void build_revised(json_t *to, const struct table_news *news)
{
	set(to, "ply", json_integer(news->ply));
	set_string(to, "was", news->was);
	set_string(to, "san", news->san);
	set_uci(to, &news->before, news->move);
	set_fen(to, &news->after);
	set_string(to, "why",
		   news->by_arbiter ? "the arbiter has corrected the game"
				    : "the board shows that another move was made");
	set_string(to, "certainty", certainty_of_move(news->certainty));
}

static void build_clock(json_t *to, const struct table *t, const struct table_news *news)
{
	set(to, "white", seconds_of(t, RULES_WHITE));
	set(to, "black", seconds_of(t, RULES_BLACK));
	if (t->clock.connected && t->clock.running)
		set_color(to, "running", (uint8_t)table_color(t, t->clock.to_move));
	else
		set_string(to, "running", NULL);
	set_string(to, "state", news->state);
}

static json_t *evidence_of(const struct table_news *news)
{
	json_t *list = json_array();

	for (size_t i = 0; i < news->evidence_count; i++)
		json_array_append_new(list, json_integer((json_int_t)news->evidence[i]));
	return list;
}

static void build_irregularity(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_report *report = news->report;
	const struct touch_finding *finding = news->finding;
	json_t *args = json_object();

	set(to, "id", json_integer(report->finding));
	set_string(to, "kind", touch_kind_name(report->kind));
	set_string(to, "article", touch_article(&t->config.rules, report->law));
	set_string(to, "edition", stream_laws[t->config.rules.edition]);
	set_color(to, "color", report->color);
	set_string(to, "certainty", certainty_of_finding(report->certainty));
	set(to, "on_request", json_boolean(finding && finding->on_request));
	set_string(to, "summary", summary_of(report->kind));
	set(args, "ply", json_integer((finding ? finding->ply : report->ply) + 1));
	set(to, "args", args);
	set(to, "evidence", evidence_of(news));
	set(to, "must",
	    finding && finding->has_must ? moves_of(&finding->base, &finding->must) : json_null());
	set_string(to, "remedy", summary_of_remedy(finding ? finding->remedy : TOUCH_REMEDY_NONE));
}

static const char *build_report(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_report *report = news->report;

	switch (report->type) {
	case TOUCH_REPORT_COMPLETED:
		set(to, "ply", json_integer(report->ply));
		set_clock(to, t);
		return "completed";
	case TOUCH_REPORT_IRREGULARITY: build_irregularity(to, t, news); return "irregularity";
	case TOUCH_REPORT_RESULT:
		set_string(to, "result", rules_result_text(report->result));
		set_string(to, "reason", touch_reason_name(report->reason));
		set_string(to, "article", touch_article(&t->config.rules, report->law));
		set_string(to, "by", news->by_arbiter ? "arbiter" : "law");
		return "result";
	case TOUCH_REPORT_TOUCH:
		set_color(to, "color", report->color);
		set_square(to, report->square);
		set_piece(to, report->piece);
		set_string(to, "certainty", certainty_of_finding(report->certainty));
		return "touch";
	case TOUCH_REPORT_UNSURE:
		set(to, "ply", json_integer(report->ply + 1));
		set_fen(to, &t->game.turn.base);
		set(to, "candidates", json_array());
		return "unsure";
	case TOUCH_REPORT_MOVE:
	case TOUCH_REPORT_REVISED:
	case TOUCH_REPORT_OVER: break; /* the table tells these in its own words */
	}
	return "unknown";
}

/* Fills in what is particular to the kind; returns its word. */
static const char *build_news(json_t *to, const struct table *t, const struct table_news *news)
{
	switch (news->kind) {
	case TABLE_NEWS_BOARD: build_board(to, t, news); return "board";
	case TABLE_NEWS_GAME: build_game(to, t, news); return "game";
	case TABLE_NEWS_SENSED:
		set_square(to, news->square);
		set_piece(to, news->piece);
		return "sensed";
	case TABLE_NEWS_PRESS: set_color(to, "color", news->color); return "press";
	case TABLE_NEWS_MUST: build_must(to, t, news); return "must";
	case TABLE_NEWS_MOVE: build_move(to, t, news); return "move";
	case TABLE_NEWS_REVISED: build_revised(to, news); return "revised";
	case TABLE_NEWS_CLOCK: build_clock(to, t, news); return "clock";
	case TABLE_NEWS_DECISION:
		set(to, "action", json_stringn(news->text.at, news->text.len));
		set_string(to, "by", "arbiter");
		set(to, "undoes", json_null());
		return "decision";
	case TABLE_NEWS_REPORT: return build_report(to, t, news);
	}
	return "unknown";
}

json_t *stream_build(const struct stream_head *head, const struct table *table,
		     const struct table_news *news)
{
	json_t *object = json_object(), *rest = json_object();
	char time[STREAM_TIME_MAX], game[96];

	if (!object || !rest) {
		json_decref(object);
		json_decref(rest);
		return NULL;
	}
	stream_time(head->before_ms + news->at_ms, time);
	snprintf(game, sizeof(game), "%.64s-r%u-b%u-%u", head->event, head->round, head->table,
		 table->games);
	set_string(object, "event", build_news(rest, table, news));
	set(object, "seq", json_integer((json_int_t)head->seq));
	set_string(object, "board", head->board);
	set(object, "table", json_integer(head->table));
	set_string(object, "game", table->has_game ? game : NULL);
	set_string(object, "time", time);
	json_object_update(object, rest);
	json_decref(rest);
	return object;
}
