/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/stream/did.h"
#include "daemon/stream/paper.h"
#include "daemon/stream/summary.h"
#include "daemon/stream/value.h"
#include "daemon/stream/winnable.h"
#include "rules-core/movegen.h"
#include "rules-core/start.h"
#include "rules-core/uci.h"
#include "touchmove/law/action.h"

void stream_time(uint64_t ms, char ret[STREAM_TIME_MAX])
{
	time_t seconds = (time_t)(ms / 1000);
	struct tm tm = {0};
	char day[STREAM_TIME_MAX] = "";

	gmtime_r(&seconds, &tm);
	strftime(day, sizeof(day), "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(ret, STREAM_TIME_MAX, "%.19s.%03uZ", day, (unsigned)(ms % 1000));
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

/* --- one function for each kind --- */

static void build_board(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct board_version *firmware = &t->identity.firmware;
	char text[16];

	stream_set_string(to, "state", news->state);
	stream_set_string(to, "make", board_make_at(t->config.board.make)->name);
	stream_set_string(to, "serial", t->identity.serial[0] != '\0' ? t->identity.serial : NULL);
	stream_set_string(to, "transport",
			  t->config.board.is_bluetooth ? "bluetooth"
						       : table_cable_words[t->config.cable]);
	stream_set(to, "battery", t->has_battery ? json_integer(t->battery.percent) : json_null());
	snprintf(text, sizeof(text), "%u.%u", firmware->main, firmware->sub);
	stream_set_string(to, "firmware", firmware->main > 0 ? text : NULL);
	if (news->report)
		stream_set_square(to, news->report->square);
}

static const char *name_or_null(const char *name)
{
	return name && name[0] != '\0' ? name : NULL;
}

static json_t *player_of(const struct game_player *player)
{
	json_t *object = json_object();

	if (player->name[0] == '\0') {
		json_decref(object);
		return json_null();
	}
	stream_set_string(object, "name", player->name);
	stream_set_string(object, "title", name_or_null(player->title));
	stream_set(object, "elo", player->elo > 0 ? json_integer(player->elo) : json_null());
	stream_set(object, "fide", player->fide > 0 ? json_integer(player->fide) : json_null());
	stream_set_string(object, "team", name_or_null(player->team));
	stream_set_string(object, "federation", name_or_null(player->federation));
	return object;
}

static bool is_more_than_a_name(const struct game_player *player)
{
	return player->title[0] != '\0' || player->team[0] != '\0' ||
	       player->federation[0] != '\0' || player->elo > 0 || player->fide > 0;
}

/* The players' names, and all that is known of them if that is more. */
static void set_players(json_t *to, const struct stream_head *head)
{
	static const struct game_player nobody[2];
	const struct game_player *players = head->players ? head->players : nobody;
	json_t *both;

	stream_set_string(to, "white", name_or_null(players[RULES_WHITE].name));
	stream_set_string(to, "black", name_or_null(players[RULES_BLACK].name));
	if (!is_more_than_a_name(&players[RULES_WHITE]) &&
	    !is_more_than_a_name(&players[RULES_BLACK]))
		return;
	both = json_object();
	stream_set(both, "white", player_of(&players[RULES_WHITE]));
	stream_set(both, "black", player_of(&players[RULES_BLACK]));
	stream_set(to, "players", both);
}

/* Where a game that is announced will begin, as far as is known. */
static void set_expected(json_t *to, const struct table *t)
{
	struct rules_position start;

	rules_start(&start);
	stream_set_fen(to, t->config.has_start ? &t->config.start : &start);
}

static void build_game(json_t *to, const struct stream_head *head, const struct table *t,
		       const struct table_news *news)
{
	const struct touch_rules *rules = &t->config.rules;
	bool is_start = strcmp(news->state, "started") == 0;

	stream_set_string(to, "state", news->state);
	if (t->has_game)
		stream_set_fen(to, is_start ? &t->law.game.start : table_position(t));
	else
		set_expected(to, t);
	set_players(to, head);
	stream_set_string(to, "laws", touch_edition_words[rules->edition]);
	stream_set_string(to, "mode", touch_mode_words[rules->mode]);
	stream_set(to, "supervised", json_boolean(!rules->unsupervised));
	stream_set(to, "penalty_minutes", json_integer(rules->penalty_minutes));
	if (t->chess960 >= 0) {
		stream_set(to, "chess960", json_integer(t->chess960));
		stream_set(to, "confirmed", json_boolean(t->is_confirmed));
	}
	if (news->result != RULES_UNDECIDED)
		stream_set_string(to, "result", rules_result_text(news->result));
}

static void build_must(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_obligation *must = news->must;

	stream_set(to, "moves", must ? stream_moves(&news->before, &must->set) : json_null());
	stream_set_string(to, "article",
			  touch_article(&t->config.rules, must ? must->law : TOUCH_LAW_FREE));
}

static void build_move(json_t *to, const struct table *t, const struct table_news *news)
{
	stream_set(to, "ply", json_integer(news->ply));
	stream_set_string(to, "san", news->san);
	stream_set_uci(to, &news->before, news->move);
	stream_set_fen(to, &news->after);
	stream_set_clock(to, t);
	stream_set_string(to, "certainty", certainty_of_move(news->certainty));
	stream_set(to, "legal", json_boolean(news->move != RULES_NO_MOVE));
}

static void build_revised(json_t *to, const struct table_news *news)
{
	stream_set(to, "ply", json_integer(news->ply));
	stream_set_string(to, "was", news->was);
	stream_set_string(to, "san", news->san);
	stream_set_uci(to, &news->before, news->move);
	stream_set_fen(to, &news->after);
	stream_set_string(to, "why",
			  news->by_arbiter ? "the arbiter has corrected the game"
					   : "the board shows that another move was made");
	stream_set_string(to, "certainty", certainty_of_move(news->certainty));
}

/* Who must still write the moves; nobody knows without the time control. */
static void set_recording(json_t *to, const struct table *t)
{
	json_t *recording;

	if (!table_knows_recording(t))
		return;
	recording = json_object();
	stream_set(recording, "white", json_boolean(t->must_record[RULES_WHITE]));
	stream_set(recording, "black", json_boolean(t->must_record[RULES_BLACK]));
	stream_set(to, "recording", recording);
}

static void build_clock(json_t *to, const struct table *t, const struct table_news *news)
{
	stream_set(to, "white", stream_seconds(t, RULES_WHITE));
	stream_set(to, "black", stream_seconds(t, RULES_BLACK));
	if (t->clock.connected && t->clock.running)
		stream_set_color(to, "running", (uint8_t)table_color(t, t->clock.to_move));
	else
		stream_set_string(to, "running", NULL);
	stream_set_string(to, "state", news->state);
	set_recording(to, t);
}

static json_t *evidence_of(const struct table_news *news)
{
	json_t *list = json_array();

	for (size_t i = 0; i < news->evidence_count; i++)
		json_array_append_new(list, json_integer((json_int_t)news->evidence[i]));
	return list;
}

/* Art. 7.5.5, 9.5.3: which illegal move it is, and what the opponent is owed. */
static void set_penalty(json_t *args, const struct table *t, const struct touch_finding *finding)
{
	const struct touch_rules *rules = &t->config.rules;

	if (finding->count > 0) {
		stream_set(args, "count", json_integer(finding->count));
		stream_set(args, "limit", json_integer(touch_code_of(rules)->illegal_limit));
	}
	if (finding->minutes > 0) {
		stream_set(args, "minutes", json_integer(finding->minutes));
		stream_set_color(args, "to",
				 (uint8_t)rules_opponent((enum rules_color)finding->color));
	}
	if (finding->kind == TOUCH_KIND_CLAIM_WRONG && touch_code_of(rules)->claimant_loses_time &&
	    t->has_clock && t->clock.connected)
		stream_set(args, "claimant_loses_s",
			   json_integer(touch_claim_cost_s(
				   rules, (unsigned)stream_time_left(
						  t, (enum rules_color)finding->color))));
}

/* Art. 7.2.1: the first square that is wrong, what stands there, and what should. */
static void set_wrong(json_t *args, const struct touch_finding *finding)
{
	char letter[2] = {0};

	if (finding->square >= 64)
		return;
	stream_set_square(args, finding->square);
	stream_set_piece(args, finding->is);
	if (finding->should_be != RULES_NO_PIECE)
		letter[0] = rules_fen_letter(finding->should_be);
	stream_set_string(args, "should_be", letter[0] != '\0' ? letter : NULL);
	stream_set(args, "wrong", json_integer(finding->wrong));
}

/* Art. 6.7.1: how long the player was waited for, and what began the time. */
static void set_awaited(json_t *args, const struct table *t, const struct touch_finding *finding)
{
	const struct touch_game *game = &t->law.game;

	if (finding->kind != TOUCH_KIND_DEFAULT_TIME)
		return;
	stream_set(args, "waited_minutes", json_integer(game->rules.default_minutes));
	stream_set_string(args, "waited_from", touch_is_awaited_by_clock(game) ? "clock" : "start");
}

static json_t *marks_of(const struct touch_finding *finding)
{
	json_t *marks = json_array();

	if (finding->on_request)
		json_array_append_new(marks, json_string("on request"));
	if (finding->step_in)
		json_array_append_new(marks, json_string("step in"));
	if (finding->wait)
		json_array_append_new(marks, json_string("wait"));
	if (finding->adjusting)
		json_array_append_new(marks, json_string("adjusting?"));
	if (finding->state == TOUCH_FINDING_PUT_RIGHT)
		json_array_append_new(marks, json_string("put right"));
	return marks;
}

static json_t *args_of(const struct table *t, const struct touch_report *report,
		       const struct touch_finding *finding)
{
	json_t *args = json_object();

	stream_set(args, "ply", json_integer((finding ? finding->ply : report->ply) + 1));
	if (!finding)
		return args;
	set_penalty(args, t, finding);
	set_wrong(args, finding);
	set_awaited(args, t, finding);
	stream_set_filled(args, "marks", marks_of(finding));
	return args;
}

static void build_irregularity(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_report *report = news->report;
	const struct touch_finding *finding = news->finding;

	stream_set(to, "id", json_integer(report->finding));
	stream_set_string(to, "kind", touch_kind_name(report->kind));
	stream_set_string(to, "article", touch_article(&t->config.rules, report->law));
	stream_set_string(to, "edition", touch_edition_words[t->config.rules.edition]);
	stream_set_color(to, "color", report->color);
	stream_set_string(to, "certainty", certainty_of_finding(report->certainty));
	stream_set(to, "on_request", json_boolean(finding && finding->on_request));
	stream_set_string(to, "summary", summary_of(report->kind));
	stream_set(to, "args", args_of(t, report, finding));
	stream_set(to, "evidence", evidence_of(news));
	stream_set(to, "must",
		   finding && finding->has_must ? stream_moves(&finding->base, &finding->must)
						: json_null());
	stream_set_string(to, "remedy",
			  summary_of_remedy(finding ? finding->remedy : TOUCH_REMEDY_NONE));
	if (finding)
		stream_set_filled(to, "did", did_of_finding(&t->law.game, finding, t->seen));
}

/* What became of a report: how it was ruled on, and what is owed by it. */
static void build_finding(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_report *report = news->report;
	json_t *counts = json_object(), *owed = json_object();

	stream_set(to, "id", json_integer(report->finding));
	stream_set_string(to, "kind", touch_kind_name(report->kind));
	stream_set_color(to, "color", report->color);
	stream_set_string(to, "state", news->state);
	stream_set(to, "args", args_of(t, report, news->finding));
	stream_set(counts, "white", json_integer(t->law.game.illegal_count[RULES_WHITE]));
	stream_set(counts, "black", json_integer(t->law.game.illegal_count[RULES_BLACK]));
	stream_set(to, "illegal_moves", counts);
	stream_set(owed, "white", json_integer(t->law.game.owed_minutes[RULES_WHITE]));
	stream_set(owed, "black", json_integer(t->law.game.owed_minutes[RULES_BLACK]));
	stream_set(to, "owed_minutes", owed);
}

static void build_claimable(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_claimable *right = news->claimable;
	json_t *plies = json_array();

	for (size_t i = 0; i < right->ply_count; i++)
		json_array_append_new(plies, json_integer(right->plies[i]));
	stream_set_string(to, "state", news->state);
	stream_set_string(to, "what", news->what == TOUCH_CLAIM_FIFTY ? "fifty" : "threefold");
	stream_set_string(to, "article", touch_article(&t->config.rules, right->law));
	stream_set_color(to, "by", right->by);
	stream_set(to, "plies", plies);
	stream_set(to, "moves",
		   right->moves.count > 0 ? stream_moves(&news->before, &right->moves)
					  : json_null());
	stream_set(to, "san",
		   right->moves.count > 0 ? stream_sans(&news->before, &right->moves)
					  : json_null());
}

/* --- decisions --- */

static void set_punished(json_t *args, const struct table *t, const struct touch_event *action)
{
	enum touch_penalty penalty = (enum touch_penalty)action->detail;

	stream_set_color(args, "color", action->color);
	stream_set_string(args, "item", touch_penalty_name(penalty));
	stream_set_string(args, "article", touch_penalty_article(&t->config.rules, penalty));
	if (action->number == 0)
		return;
	stream_set(args, "minutes", json_integer(action->number));
	if (penalty == TOUCH_PENALTY_OPPONENT_TIME)
		stream_set_color(args, "to",
				 (uint8_t)rules_opponent((enum rules_color)action->color));
}

/* A name can be chosen; this cannot. */
static void set_uid(json_t *to, const char *from)
{
	char *end;
	unsigned long uid;

	if (!from || strncmp(from, "uid:", 4) != 0)
		return;
	uid = strtoul(from + 4, &end, 10);
	if (end > from + 4 && *end == '\0')
		stream_set(to, "uid", json_integer((json_int_t)uid));
}

/* Times are used until the clock is stopped: the envelope is written again then (I.2.3). */
static void set_envelope(json_t *args, const struct table *t, const struct touch_event *action)
{
	if (action->action == TOUCH_ACT_SEAL)
		stream_envelope(args, t, (enum rules_color)action->color, action->number);
	for (int color = 0; color < 2 && action->action == TOUCH_ACT_PAUSE; color++)
		if (touch_has_sealed(&t->law.game, (enum rules_color)color))
			stream_envelope(args, t, (enum rules_color)color, t->early_s[color] / 60);
}

static void build_decision(json_t *to, const struct stream_head *head, const struct table *t,
			   const struct table_news *news)
{
	const struct touch_event *action = news->action;
	json_t *args = json_object();

	stream_set(to, "action", stream_text(news->text.at, news->text.len));
	stream_set_string(to, "by", head->by ? head->by : "arbiter");
	set_uid(to, head->from);
	stream_set(to, "undoes",
		   news->undoes > 0 ? json_integer((json_int_t)news->undoes) : json_null());
	if (action && action->type == TOUCH_EV_ARBITER)
		set_envelope(args, t, action);
	if (action && action->type == TOUCH_EV_ARBITER && action->action == TOUCH_ACT_PENALTY)
		set_punished(args, t, action);
	if (action && action->type == TOUCH_EV_ARBITER && action->action == TOUCH_ACT_CLAIM &&
	    (action->detail == TOUCH_CLAIM_QUICKPLAY || action->detail == TOUCH_CLAIM_INCREMENT))
		stream_quickplay(args, t, (enum rules_color)action->color,
				 (enum touch_claim)action->detail, action->number == 1);
	if (news->is_note)
		stream_reconstruction(args, t);
	stream_set_filled(to, "args", args);
}

/* One line an arbiter may choose, twice: for programs and for people. */
static json_t *candidate_of(const struct rules_position *from, const struct touch_line *line)
{
	json_t *object = json_object(), *ucis = json_array(), *sans = json_array();
	struct rules_position pos = *from;

	for (size_t i = 0; i < line->count && rules_is_legal(&pos, line->move[i]); i++) {
		char uci[RULES_UCI_MAX], san[RULES_SAN_MAX];
		struct rules_text uci_text = rules_text_in(uci, sizeof(uci));
		struct rules_text san_text = rules_text_in(san, sizeof(san));

		rules_uci_write(&uci_text, &pos, line->move[i]);
		rules_san_write(&san_text, &pos, line->move[i], RULES_EN, RULES_SAN_PGN);
		json_array_append_new(ucis, json_string(uci));
		json_array_append_new(sans, json_string(san));
		rules_apply(&pos, line->move[i], NULL);
	}
	stream_set(object, "uci", ucis);
	stream_set(object, "san", sans);
	return object;
}

static void build_unsure(json_t *to, const struct table *t, const struct touch_report *report)
{
	const struct touch_unsure *unsure = law_unsure_of(&t->law);
	json_t *candidates = json_array();

	for (size_t i = 0; unsure && i < unsure->count; i++)
		json_array_append_new(candidates, candidate_of(&unsure->from, &unsure->line[i]));
	stream_set(to, "ply", json_integer(report->ply));
	stream_set_fen(to, unsure ? &unsure->from : table_position(t));
	stream_set(to, "candidates", candidates);
}

static const char *build_report(json_t *to, const struct table *t, const struct table_news *news)
{
	const struct touch_report *report = news->report;

	switch (report->type) {
	case TOUCH_REPORT_COMPLETED:
		stream_set(to, "ply", json_integer(report->ply));
		stream_set_clock(to, t);
		return "completed";
	case TOUCH_REPORT_IRREGULARITY: build_irregularity(to, t, news); return "irregularity";
	case TOUCH_REPORT_RESULT:
		stream_set_string(to, "result", rules_result_text(report->result));
		stream_set_string(to, "reason", touch_reason_name(report->reason));
		stream_set_string(to, "article", touch_article(&t->config.rules, report->law));
		stream_set_string(to, "by", news->by_arbiter ? "arbiter" : "law");
		return "result";
	case TOUCH_REPORT_TOUCH:
		stream_set_color(to, "color", report->color);
		stream_set_square(to, report->square);
		stream_set_piece(to, report->piece);
		stream_set_string(to, "certainty", certainty_of_finding(report->certainty));
		return "touch";
	case TOUCH_REPORT_UNSURE: build_unsure(to, t, report); return "unsure";
	case TOUCH_REPORT_FINDING: build_finding(to, t, news); return "finding";
	case TOUCH_REPORT_MOVE:
	case TOUCH_REPORT_REVISED:
	case TOUCH_REPORT_FLASHING:
	case TOUCH_REPORT_OVER: break; /* the table tells these in its own words */
	}
	return "unknown";
}

/* Fills in what is particular to the kind; returns its word. */
static const char *build_news(json_t *to, const struct stream_head *head, const struct table *t,
			      const struct table_news *news)
{
	switch (news->kind) {
	case TABLE_NEWS_BOARD: build_board(to, t, news); return "board";
	case TABLE_NEWS_GAME: build_game(to, head, t, news); return "game";
	case TABLE_NEWS_SENSED:
		stream_set_square(to, news->square);
		stream_set_piece(to, news->piece);
		return "sensed";
	case TABLE_NEWS_PRESS: stream_set_color(to, "color", news->color); return "press";
	case TABLE_NEWS_MUST: build_must(to, t, news); return "must";
	case TABLE_NEWS_MOVE: build_move(to, t, news); return "move";
	case TABLE_NEWS_REVISED: build_revised(to, news); return "revised";
	case TABLE_NEWS_CLOCK: build_clock(to, t, news); return "clock";
	case TABLE_NEWS_CLAIMABLE: build_claimable(to, t, news); return "claimable";
	case TABLE_NEWS_WINNABLE: stream_winnable(to, t, news); return "winnable";
	case TABLE_NEWS_DECISION: build_decision(to, head, t, news); return "decision";
	case TABLE_NEWS_PLAYERS:
		set_players(to, head);
		stream_set_string(to, "by", head->by);
		return "players";
	case TABLE_NEWS_REPORT: return build_report(to, t, news);
	}
	return "unknown";
}

void stream_game_id(const struct stream_head *head, const struct table *table, char *ret,
		    size_t size)
{
	ret[0] = '\0';
	if (table->has_game || table->is_announced)
		snprintf(ret, size, "%.64s-r%u-b%u-%u", head->event, head->round, head->table,
			 head->games + table->games);
}

/* Nothing leaves without what its readers count on; it can be missing when memory is. */
static bool is_whole(const json_t *report)
{
	static const char *const every[] = {"event", "seq", "board", "table", "game", "time"};
	const char *event = json_string_value(json_object_get(report, "event"));

	for (size_t i = 0; i < sizeof(every) / sizeof(every[0]); i++)
		if (!json_object_get(report, every[i]))
			return false;
	return event && (strcmp(event, "decision") != 0 ||
			 (json_is_string(json_object_get(report, "action")) &&
			  json_is_string(json_object_get(report, "by"))));
}

json_t *stream_build(const struct stream_head *head, const struct table *table,
		     const struct table_news *news)
{
	json_t *object = json_object();
	char time[STREAM_TIME_MAX], game[STREAM_GAME_MAX];

	if (!object)
		return NULL;
	stream_time(head->before_ms + news->at_ms, time);
	stream_game_id(head, table, game, sizeof(game));
	stream_set_string(object, "event", NULL); /* "event" stays the first field of the object */
	stream_set(object, "seq", json_integer((json_int_t)head->seq));
	stream_set_string(object, "board", head->board);
	stream_set(object, "table", json_integer(head->table));
	stream_set_string(object, "game", name_or_null(game));
	stream_set_string(object, "time", time);
	stream_set_string(object, "event", build_news(object, head, table, news));
	if (is_whole(object))
		return object;
	json_decref(object);
	return NULL;
}
