/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "daemon/desk/examine.h"
#include "daemon/desk/scenario.h"
#include "rules-core/uci.h"
#include "touchmove/law/action.h"
#include "touchmove/law/law.h"

/* --- reading --- */

#define STEP_MS 300 /* between two events */

enum field {
	F_SCENARIO,
	F_EDITION,
	F_MODE,
	F_SUPERVISED,
	F_DEFAULT,
	F_DRAWS,
	F_QUICKPLAY,
	F_FEN,
	F_EVENTS,
	F_EXPECT,
	FIELDS,
};

static const char *const fields[FIELDS] = {"scenario",     "edition",    "mode",      "supervised",
					   "default-time", "draws-from", "quickplay", "fen",
					   "events",       "expect"};

struct draft {
	struct scenario *to;
	struct scenario_fault *fault;
	unsigned seen;    /* fields, one bit each */
	uint8_t editions; /* of the line that is read */
	size_t line;
	uint64_t at_ms;
	uint64_t gap_ms;
};

static bool fail(struct draft *d, const char *why, struct rules_slice what)
{
	struct rules_text text = rules_text_in(d->fault->why, sizeof(d->fault->why));

	d->fault->line = d->line;
	rules_text_string(&text, why);
	if (what.len > 0) {
		rules_text_string(&text, ": ");
		rules_text_bytes(&text, what.at, what.len);
	}
	return false;
}

static struct rules_slice trimmed(struct rules_slice text)
{
	while (text.len > 0 && (text.at[0] == ' ' || text.at[0] == '\t')) {
		text.at++;
		text.len--;
	}
	while (text.len > 0 && (text.at[text.len - 1] == ' ' || text.at[text.len - 1] == '\t' ||
				text.at[text.len - 1] == '\r'))
		text.len--;
	return text;
}

/* The part before a mark, which the text loses together with it. */
static struct rules_slice cut(struct rules_slice *text, char mark)
{
	struct rules_slice part = {text->at, 0};

	while (part.len < text->len && text->at[part.len] != mark)
		part.len++;
	text->at += part.len;
	text->len -= part.len;
	if (text->len > 0) {
		text->at++;
		text->len--;
	}
	return part;
}

/* "2001 2009", or "all"; a bit for each. False: a word is none, or none is there. */
static bool read_editions(struct rules_slice words, uint8_t *ret)
{
	const uint8_t all = (1u << TOUCH_EDITIONS) - 1u;
	struct rules_slice word;

	*ret = 0;
	while ((word = touch_word_next(&words)).len > 0) {
		uint8_t bits = rules_slice_is(word, "all") ? all : 0;

		for (int i = 0; i < TOUCH_EDITIONS; i++)
			if (rules_slice_is(word, touch_edition_words[i]))
				bits = (uint8_t)(1u << i);
		if (bits == 0 || *ret & bits)
			return false;
		*ret |= bits;
	}
	return *ret != 0;
}

static bool read_edition(struct draft *d, struct rules_slice value)
{
	uint8_t editions;

	if (!read_editions(value, &editions))
		return fail(d, "edition: some of 2001, 2009 and 2023, or all, not", value);
	for (int i = 0; i < TOUCH_EDITIONS; i++)
		d->to->in_edition[i] = editions & 1u << i;
	return true;
}

static bool read_mode(struct draft *d, struct rules_slice value)
{
	for (int i = 0; i < TOUCH_MODES; i++) {
		if (rules_slice_is(value, touch_mode_words[i])) {
			d->to->mode = (enum touch_mode)i;
			return true;
		}
	}
	return fail(d, "mode: standard, rapid or blitz, not", value);
}

static bool read_supervised(struct draft *d, struct rules_slice value)
{
	d->to->unsupervised = rules_slice_is(value, "no");
	return d->to->unsupervised || rules_slice_is(value, "yes") ||
	       fail(d, "supervised: yes or no, not", value);
}

/* "quickplay: no": the guideline III of 2023 was not announced. */
static bool read_quickplay(struct draft *d, struct rules_slice value)
{
	d->to->without_guideline_3 = rules_slice_is(value, "no");
	return d->to->without_guideline_3 || rules_slice_is(value, "yes") ||
	       fail(d, "quickplay: yes or no, not", value);
}

/* "default-time: 30", minutes; "draws-from: 30", moves of each. */
static bool read_count(struct draft *d, struct rules_slice value, uint16_t *ret)
{
	unsigned count = 0;

	for (size_t i = 0; i < value.len; i++) {
		if (value.at[i] < '0' || value.at[i] > '9' || i > 3)
			return fail(d, "a number up to 9999, not", value);
		count = 10 * count + (unsigned)(value.at[i] - '0');
	}
	*ret = (uint16_t)count;
	return value.len > 0 || fail(d, "a number is missing", value);
}

static bool read_fen(struct draft *d, struct rules_slice value)
{
	struct rules_fault fault;

	return rules_fen_read(&d->to->start, value, &fault) ||
	       fail(d, fault.why, (struct rules_slice){0});
}

static bool square_read(rules_square *ret, struct rules_slice word)
{
	if (word.len != 2 || !rules_is_file(word.at[0]) || !rules_is_rank(word.at[1]))
		return false;
	*ret = rules_square_at(word.at[0] - 'a', word.at[1] - '1');
	return true;
}

/* Seconds with at most three decimals, in milliseconds. */
static bool read_wait(struct draft *d, struct rules_slice word)
{
	uint64_t ms = 0, unit = 0;

	for (size_t i = 0; i < word.len; i++) {
		if (word.at[i] == '.' && unit == 0 && i > 0) {
			unit = 1000;
		} else if (word.at[i] >= '0' && word.at[i] <= '9' && i < 9 && unit != 1) {
			ms = 10 * ms + (uint64_t)(word.at[i] - '0');
			unit /= 10;
		} else {
			return false;
		}
	}
	if (word.len == 0)
		return false;
	ms = unit == 0 ? ms * 1000 : ms * unit;
	d->gap_ms = ms == 0 ? 0 : d->gap_ms + ms;
	return true;
}

static bool read_board_event(struct touch_event *ret, struct rules_slice verb,
			     struct rules_slice rest)
{
	struct rules_slice square = touch_word_next(&rest), piece = {0};

	ret->type = TOUCH_EV_LIFTED;
	if (rules_slice_is(verb, "place")) {
		ret->type = TOUCH_EV_PLACED;
		piece = touch_word_next(&rest);
		if (piece.len != 1 || rules_fen_piece(piece.at[0]) == RULES_NO_PIECE)
			return false;
		ret->piece = rules_fen_piece(piece.at[0]);
	}
	return square_read(&ret->square, square) && touch_word_next(&rest).len == 0;
}

static bool read_verb(struct draft *d, struct touch_event *ret, struct rules_slice text)
{
	struct rules_slice rest = text, verb = touch_word_next(&rest);

	if (rules_slice_is(verb, "lift") || rules_slice_is(verb, "place"))
		return read_board_event(ret, verb, rest) || fail(d, "what is this event?", text);
	if (rules_slice_is(verb, "press")) {
		ret->type = TOUCH_EV_PRESSED;
		return (touch_color_read(&ret->color, touch_word_next(&rest)) &&
			touch_word_next(&rest).len == 0) ||
		       fail(d, "press white or press black, not", text);
	}
	if (rules_slice_is(verb, "arbiter")) {
		if (!touch_action_read(ret, rest, NULL))
			return fail(d, "unknown action", text);
		/* Nobody is there to be asked: the scenario says whether it was claimed. */
		if (ret->action == TOUCH_ACT_UPHOLD && ret->detail == TOUCH_ASKED_NOT_SAID)
			ret->detail = TOUCH_ASKED_UNCLAIMED;
		return true;
	}
	if (rules_slice_is(verb, "adjust"))
		return touch_action_read(ret, text, NULL) || fail(d, "adjust whom?", text);
	return fail(d, "what is this event?", text);
}

static bool read_event(struct draft *d, struct rules_slice text)
{
	struct scenario *to = d->to;
	struct touch_event event = {.square = RULES_NO_SQUARE, .piece = RULES_NO_PIECE};
	struct rules_slice rest = text, verb = touch_word_next(&rest);

	if (rules_slice_is(verb, "wait")) {
		struct rules_slice seconds = touch_word_next(&rest);

		return (read_wait(d, seconds) && touch_word_next(&rest).len == 0) ||
		       fail(d, "wait how many seconds?", text);
	}
	if (!read_verb(d, &event, text))
		return false;
	if (to->event_count == SCENARIO_EVENTS_MAX)
		return fail(d, "too many events", (struct rules_slice){0});
	d->at_ms += d->gap_ms;
	d->gap_ms = STEP_MS;
	event.at_ms = d->at_ms;
	event.id = (uint32_t)(to->event_count + 1);
	to->events[to->event_count++] = event;
	return true;
}

static bool read_events(struct draft *d, struct rules_slice value)
{
	while (value.len > 0) {
		struct rules_slice event = trimmed(cut(&value, ';'));

		if (event.len > 0 && !read_event(d, event))
			return false;
	}
	return true;
}

/* --- what is expected --- */

static bool is_san(struct rules_slice rest)
{
	struct rules_slice san = touch_word_next(&rest);

	return san.len > 0 && touch_word_next(&rest).len == 0;
}

static bool is_irregularity(struct rules_slice rest)
{
	struct rules_slice kind = touch_word_next(&rest), article = touch_word_next(&rest);
	struct rules_slice color = touch_word_next(&rest);
	bool known = false;
	uint8_t side;

	for (int i = 0; i < TOUCH_KINDS; i++)
		known |= rules_slice_is(kind, touch_kind_name((enum touch_kind)i));
	return known && article.len > 0 &&
	       (touch_color_read(&side, color) || rules_slice_is(color, "both")) &&
	       touch_word_next(&rest).len == 0;
}

static bool is_result(struct rules_slice rest)
{
	struct rules_slice result = touch_word_next(&rest), reason = touch_word_next(&rest);
	struct rules_slice article = touch_word_next(&rest);
	enum rules_result read;
	bool known = false;

	for (int i = 0; i < TOUCH_REASONS; i++)
		known |= rules_slice_is(reason, touch_reason_name((enum touch_reason)i));
	return known && rules_result_read(result, &read) &&
	       (read == RULES_UNDECIDED) ==
		       rules_slice_is(reason, touch_reason_name(TOUCH_REASON_WITHDRAWN)) &&
	       article.len > 0 && touch_word_next(&rest).len == 0;
}

/* Moves from square to square; whether they are legal is for the run to say. */
static bool is_move_set(struct rules_slice rest)
{
	struct rules_slice word;

	while ((word = touch_word_next(&rest)).len > 0) {
		rules_square square;

		if (word.len < 4 || word.len > 5 ||
		    !square_read(&square, (struct rules_slice){word.at, 2}) ||
		    !square_read(&square, (struct rules_slice){word.at + 2, 2}))
			return false;
	}
	return true;
}

static bool is_nothing(struct rules_slice rest)
{
	return touch_word_next(&rest).len == 0;
}

enum expected { E_MOVE, E_COMPLETE, E_IRREGULARITY, E_RESULT, E_MUST, E_NONE, EXPECTED };

static const struct {
	const char *word;
	bool (*is_sound)(struct rules_slice rest);
} expected[EXPECTED] = {
	[E_MOVE] = {"move", is_san},
	[E_COMPLETE] = {"complete", is_san},
	[E_IRREGULARITY] = {"irregularity", is_irregularity},
	[E_RESULT] = {"result", is_result},
	[E_MUST] = {"must", is_move_set},
	[E_NONE] = {"none", is_nothing},
};

static bool keep_expected(struct draft *d, enum expected what, struct rules_slice value,
			  struct rules_slice rest)
{
	struct scenario *to = d->to;

	for (int i = 0; i < TOUCH_EDITIONS; i++) {
		if (!(d->editions & 1u << i))
			continue;
		to->has_none[i] |= what == E_NONE;
		to->has_must[i] |= what == E_MUST;
		if (what == E_MUST)
			to->must[i] = trimmed(rest);
	}
	if (what == E_NONE || what == E_MUST)
		return true;
	if (to->expect_count == SCENARIO_EXPECT_MAX)
		return fail(d, "too many lines expected", (struct rules_slice){0});
	to->expect[to->expect_count++] =
		(struct scenario_line){.text = value, .editions = d->editions};
	return true;
}

static bool read_expect(struct draft *d, struct rules_slice value)
{
	struct rules_slice rest = value, word = touch_word_next(&rest);

	for (int i = 0; i < EXPECTED; i++)
		if (rules_slice_is(word, expected[i].word) && expected[i].is_sound(rest))
			return keep_expected(d, (enum expected)i, value, rest);
	return fail(d, "what is expected?", value);
}

/* --- the fields of a scenario --- */

static bool read_field(struct draft *d, enum field field, struct rules_slice value)
{
	if (d->seen & 1u << field && field != F_EVENTS && field != F_EXPECT)
		return fail(d, "stands here twice", rules_slice_of(fields[field]));
	if (field != F_SCENARIO && !(d->seen & 1u << F_SCENARIO))
		return fail(d, "a scenario begins with its name", (struct rules_slice){0});
	d->seen |= 1u << field;
	switch (field) {
	case F_SCENARIO:
		d->to->name = value;
		d->to->line = d->line;
		return true;
	case F_EDITION: return read_edition(d, value);
	case F_MODE: return read_mode(d, value);
	case F_SUPERVISED: return read_supervised(d, value);
	case F_DEFAULT:
		d->to->watches_arrival = true;
		return read_count(d, value, &d->to->default_minutes);
	case F_QUICKPLAY: return read_quickplay(d, value);
	case F_DRAWS: return read_count(d, value, &d->to->draw_moves);
	case F_FEN: return read_fen(d, value);
	case F_EVENTS: return read_events(d, value);
	case F_EXPECT: return read_expect(d, value);
	case FIELDS: break;
	}
	return false;
}

/* "expect 2001 2009" leaves "expect" and the editions; without any it is for all of them. */
static bool cut_editions(struct draft *d, struct rules_slice *name)
{
	struct rules_slice rest = *name, word = touch_word_next(&rest);

	read_editions(rules_slice_of("all"), &d->editions);
	if (!rules_slice_is(word, fields[F_EXPECT]) || trimmed(rest).len == 0)
		return true;
	*name = word;
	return read_editions(rest, &d->editions) ||
	       fail(d, "expected in which editions?", trimmed(rest));
}

static bool read_line(struct draft *d, struct rules_slice line)
{
	struct rules_slice rest = line, name = trimmed(cut(&rest, ':'));

	if (!cut_editions(d, &name))
		return false;
	for (int i = 0; i < FIELDS; i++)
		if (rules_slice_is(name, fields[i]))
			return read_field(d, (enum field)i, trimmed(rest));
	return fail(d, "what is this line?", line);
}

static bool is_complete(struct draft *d)
{
	for (int i = 0; i < FIELDS; i++)
		if (i != F_SUPERVISED && i != F_DEFAULT && i != F_DRAWS && i != F_QUICKPLAY &&
		    !(d->seen & 1u << i))
			return fail(d, "missing before the scenario ends",
				    rules_slice_of(fields[i]));
	return true;
}

void scenario_open(struct scenario_reader *reader, struct rules_slice text)
{
	*reader = (struct scenario_reader){.rest = text};
}

enum scenario_result scenario_next(struct scenario_reader *reader, struct scenario *ret,
				   struct scenario_fault *ret_fault)
{
	struct draft d = {.to = ret, .fault = ret_fault};

	memset(ret, 0, sizeof(*ret));
	while (reader->rest.len > 0) {
		struct rules_slice line = trimmed(cut(&reader->rest, '\n'));

		d.line = ++reader->line;
		if (line.len == 0 && d.seen)
			break;
		if (line.len > 0 && line.at[0] != '#' && !read_line(&d, line))
			return SCENARIO_MALFORMED;
	}
	if (!d.seen)
		return SCENARIO_END;
	return is_complete(&d) ? SCENARIO_READ : SCENARIO_MALFORMED;
}

/* --- playing --- */

#define LINE_MAX_BYTES 80

struct play {
	const struct scenario *scenario;
	enum touch_edition edition;
	struct law *law;
	struct touch_game *game;
	struct touch_reports reports;
	struct rules_text *out;
	size_t next;   /* of the lines expected */
	bool is_wrong; /* a line differs */
	bool accuses;  /* an irregularity or a result */
};

static const char *color_name(uint8_t color)
{
	static const char *const names[] = {"white", "black", "both"};

	return names[color];
}

static void say_words(struct rules_text *line, const char *a, const char *b)
{
	rules_text_string(line, a);
	rules_text_char(line, ' ');
	rules_text_string(line, b);
}

/* False: this report is no line of the scenario format. */
static bool write_report(struct rules_text *line, const struct touch_game *game,
			 const struct touch_report *report)
{
	switch (report->type) {
	case TOUCH_REPORT_MOVE: say_words(line, "move", report->san); return true;
	case TOUCH_REPORT_COMPLETED: say_words(line, "complete", report->san); return true;
	case TOUCH_REPORT_IRREGULARITY:
		say_words(line, "irregularity", touch_kind_name(report->kind));
		say_words(line, "", touch_article(&game->rules, report->law));
		say_words(line, "", color_name(report->color));
		return true;
	case TOUCH_REPORT_RESULT:
		say_words(line, "result", rules_result_text(report->result));
		say_words(line, "", touch_reason_name(report->reason));
		say_words(line, "", touch_article(&game->rules, report->law));
		return true;
	case TOUCH_REPORT_TOUCH:
	case TOUCH_REPORT_UNSURE:
	case TOUCH_REPORT_REVISED:
	case TOUCH_REPORT_OVER:
	case TOUCH_REPORT_FLASHING:
	case TOUCH_REPORT_FINDING: return false;
	}
	return false;
}

static void differ(struct play *p, const char *what, struct rules_slice text)
{
	p->is_wrong = true;
	rules_text_string(p->out, "# ");
	rules_text_string(p->out, what);
	rules_text_bytes(p->out, text.at, text.len);
	rules_text_char(p->out, '\n');
}

/* Word by word: how many blanks stand between them does not matter. */
static bool is_same(struct rules_slice a, struct rules_slice b)
{
	for (;;) {
		struct rules_slice x = touch_word_next(&a), y = touch_word_next(&b);

		if (x.len != y.len || memcmp(x.at, y.at, x.len) != 0)
			return false;
		if (x.len == 0)
			return true;
	}
}

/* The next line of this edition; false: there is none. */
static bool next_expected(struct play *p, struct rules_slice *ret)
{
	const struct scenario *s = p->scenario;

	while (p->next < s->expect_count) {
		const struct scenario_line *line = &s->expect[p->next++];

		*ret = line->text;
		if (line->editions & 1u << p->edition)
			return true;
	}
	return false;
}

static void compare_line(struct play *p, const char *line)
{
	struct rules_slice due = {0};

	if (!next_expected(p, &due))
		due = (struct rules_slice){0};
	if (is_same(due, rules_slice_of(line)))
		return;
	differ(p, "expected: ", due);
	differ(p, "     got: ", rules_slice_of(line));
}

static void compare_reports(struct play *p)
{
	for (size_t i = 0; i < p->reports.count; i++) {
		const struct touch_report *report = &p->reports.report[i];
		char bytes[LINE_MAX_BYTES];
		struct rules_text line = rules_text_in(bytes, sizeof(bytes));

		if (!write_report(&line, p->game, report))
			continue;
		p->accuses |= report->type == TOUCH_REPORT_IRREGULARITY ||
			      report->type == TOUCH_REPORT_RESULT;
		compare_line(p, bytes);
	}
}

/* What a try leaves open is found out on the spot: a scenario says what holds in the end. */
static void examine_open(struct play *p)
{
	struct touch_question asked = p->game->question;
	enum rules_winnable can[2];
	struct rules_helpmate line;

	if (!asked.is_open)
		return;
	examine_sides(&asked, can, &line);
	law_answer(p->law, can, p->game->now_ms, &p->reports);
	compare_reports(p);
}

static void step(struct play *p, const struct touch_event *event)
{
	law_step(p->law, event, &p->reports);
	compare_reports(p);
	examine_open(p);
}

/* After the last event time simply runs on. */
static void run_on(struct play *p, uint64_t until_ms)
{
	struct touch_event tick = {.type = TOUCH_EV_TICK};

	for (int i = 0; i < 100; i++) {
		tick.at_ms = law_deadline(p->law);
		if (tick.at_ms > until_ms)
			return;
		step(p, &tick);
	}
}

static bool names(struct rules_slice words, const char *uci)
{
	for (;;) {
		struct rules_slice word = touch_word_next(&words);

		if (word.len == 0)
			return false;
		if (rules_slice_is(word, uci))
			return true;
	}
}

static size_t count_words(struct rules_slice words)
{
	size_t count = 0;

	while (touch_word_next(&words).len > 0)
		count++;
	return count;
}

static void compare_must(struct play *p)
{
	struct rules_slice due = p->scenario->must[p->edition];
	const struct rules_position *base;
	struct touch_obligation must;
	char bytes[TOUCH_SET_MAX * RULES_UCI_MAX + 1];
	struct rules_text all = rules_text_in(bytes, sizeof(bytes));
	bool same;

	touch_must(p->game, &must, &base);
	same = must.set.count == count_words(due);
	for (size_t i = 0; i < must.set.count; i++) {
		char uci[RULES_UCI_MAX];
		struct rules_text text = rules_text_in(uci, sizeof(uci));

		rules_uci_write(&text, base, must.set.move[i]);
		same &= names(due, uci);
		say_words(&all, "", uci);
	}
	if (same)
		return;
	differ(p, "expected: must ", due);
	differ(p, "     got: must", rules_slice_of(bytes));
}

bool scenario_run(const struct scenario *scenario, enum touch_edition edition,
		  struct rules_text *out)
{
	struct touch_rules rules = touch_rules_for(edition, scenario->mode, scenario->unsupervised);
	struct law law;
	struct play p = {.scenario = scenario,
			 .edition = edition,
			 .law = &law,
			 .game = &law.game,
			 .out = out};
	struct rules_slice due;
	uint64_t last_ms = 0;

	rules.watches_arrival = scenario->watches_arrival;
	rules.default_minutes = scenario->default_minutes;
	rules.draw_moves = scenario->draw_moves;
	rules.without_guideline_3 = scenario->without_guideline_3;
	law_begin(&law, &rules, &scenario->start, 0);
	for (size_t i = 0; i < scenario->event_count; i++) {
		last_ms = scenario->events[i].at_ms;
		step(&p, &scenario->events[i]);
	}
	run_on(&p, last_ms + 60000);
	while (next_expected(&p, &due)) {
		differ(&p, "expected: ", due);
		differ(&p, "     got: nothing", (struct rules_slice){0});
	}
	if (scenario->has_none[edition] && p.accuses)
		differ(&p, "expected: no irregularity and no result", (struct rules_slice){0});
	if (scenario->has_must[edition])
		compare_must(&p);
	return !p.is_wrong;
}
