/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/settings.h"

#include <string.h>

#include "daemon/stream.h"

static const char *const wirings[] = {"unknown", "single", "bus"};

static json_t *start_of(const struct table_config *config)
{
	char bytes[RULES_FEN_MAX];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));

	if (!config->has_start)
		return json_null();
	rules_fen_write(&text, &config->start, RULES_FEN_PLAIN);
	return json_string(bytes);
}

json_t *settings_write(const struct settings *s)
{
	const struct touch_rules *rules = &s->table.rules;
	const struct dgt_config *board = &s->table.board;

	return json_pack("{s:s, s:s, s:b, s:i, s:i, s:i, s:i, s:i, s:i,"
			 " s:s, s:b, s:b, s:o, s:s, s:i, s:i, s:s, s:s}",
			 "laws", stream_laws[rules->edition], "mode", stream_modes[rules->mode],
			 "supervised", !rules->unsupervised, "penalty_minutes",
			 (int)rules->penalty_minutes, "scan_ms", (int)rules->scan_ms, "settle_ms",
			 (int)rules->settle_ms, "adjust_ms", (int)rules->adjust_ms, "rest_ms",
			 (int)rules->rest_ms, "knock_ms", (int)rules->knock_ms, "wiring",
			 wirings[board->wiring], "bluetooth", board->is_bluetooth, "skip_log",
			 board->skip_log, "start", start_of(&s->table), "event", s->event, "round",
			 (int)s->round, "games", (int)s->games, "white", s->white, "black",
			 s->black);
}

static bool find_word(const char *word, const char *const *words, int count, int *ret)
{
	for (int i = 0; i < count; i++) {
		if (strcmp(words[i], word) == 0) {
			*ret = i;
			return true;
		}
	}
	return false;
}

/* Texts of the journal are ours, but the file may have been changed by hand. */
static bool keep_text(char *to, size_t size, const char *text)
{
	size_t len = strlen(text);

	if (len >= size)
		return false;
	memcpy(to, text, len + 1);
	return true;
}

static bool read_rules(struct touch_rules *rules, const json_t *object)
{
	const char *laws, *mode;
	int edition, speed, supervised, penalty, scan, settle, adjust, rest, knock;

	if (json_unpack((json_t *)object, "{s:s, s:s, s:b, s:i, s:i, s:i, s:i, s:i, s:i}", "laws",
			&laws, "mode", &mode, "supervised", &supervised, "penalty_minutes",
			&penalty, "scan_ms", &scan, "settle_ms", &settle, "adjust_ms", &adjust,
			"rest_ms", &rest, "knock_ms", &knock) < 0)
		return false;
	if (!find_word(laws, stream_laws, TOUCH_EDITIONS, &edition) ||
	    !find_word(mode, stream_modes, TOUCH_MODES, &speed))
		return false;
	*rules = touch_rules_for((enum touch_edition)edition, (enum touch_mode)speed, !supervised);
	rules->penalty_minutes = (uint8_t)penalty;
	rules->scan_ms = (uint32_t)scan;
	rules->settle_ms = (uint32_t)settle;
	rules->adjust_ms = (uint32_t)adjust;
	rules->rest_ms = (uint32_t)rest;
	rules->knock_ms = (uint32_t)knock;
	return true;
}

static bool read_board(struct table_config *config, const json_t *object)
{
	const char *wiring;
	json_t *start;
	struct rules_fault fault;
	int kind, is_bluetooth, skip_log;

	if (json_unpack((json_t *)object, "{s:s, s:b, s:b, s:o}", "wiring", &wiring, "bluetooth",
			&is_bluetooth, "skip_log", &skip_log, "start", &start) < 0 ||
	    !find_word(wiring, wirings, 3, &kind))
		return false;
	config->board = (struct dgt_config){.wiring = (enum dgt_wiring)kind,
					    .is_bluetooth = is_bluetooth,
					    .skip_log = skip_log};
	config->has_start = json_is_string(start);
	return !config->has_start ||
	       rules_fen_read(&config->start, rules_slice_of(json_string_value(start)), &fault);
}

bool settings_read(struct settings *ret, const json_t *object)
{
	struct settings s = {0};
	const char *event, *white, *black;
	int round, games;

	if (!read_rules(&s.table.rules, object) || !read_board(&s.table, object) ||
	    json_unpack((json_t *)object, "{s:s, s:i, s:i, s:s, s:s}", "event", &event, "round",
			&round, "games", &games, "white", &white, "black", &black) < 0 ||
	    !keep_text(s.event, sizeof(s.event), event) ||
	    !keep_text(s.white, sizeof(s.white), white) ||
	    !keep_text(s.black, sizeof(s.black), black) || round < 0 || games < 0)
		return false;
	s.round = (unsigned)round;
	s.games = (unsigned)games;
	*ret = s;
	return true;
}
