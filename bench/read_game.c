/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/read_game.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "board-protocol/board.h"
#include "board-protocol/dgt/message.h"
#include "board-protocol/dgt/parser.h"
#include "rules-core/uci.h"

#define AFTER_MS     5000
#define GAP_END_MS   60000 /* after a gap the board is asked what it remembers */
#define REOPEN_MS    1000
#define GAP_LEAST_MS 500
#define LATE_MS      5000 /* a half-move is late after that, */
#define ANSWER_MS    2000 /* or so long after the answer, whichever is later */
#define NEWS_MAX     4096
#define SILENT       8 /* half-moves with an open port, and nothing told: play is not followed */

struct told {
	uint16_t ply;
	rules_move move;
	uint64_t at_ms;
};

struct half_move {
	uint64_t made_ms, pressed_ms;
	rules_set squares; /* that it changes */
};

struct game {
	const struct read_setting *set;
	struct read_score *score;
	void *reader;
	struct sim_table sim;
	struct verdict verdict;
	struct sim_random random, gaps;
	uint64_t now_ms, reopen_ms, heard_ms[64];
	bool is_open, has_gap;
	unsigned acts, next_gap, untold, silent;
	size_t len, told_count;
	uint8_t message[DGT_FRAME_MAX];
	struct half_move half[SIM_PLIES_MAX];
	struct told told[NEWS_MAX];
};

/* --- the story --- */

static void print_square(FILE *to, rules_square square, const char *what)
{
	fprintf(to, "%c%c%s", 'a' + rules_file_of(square), '1' + rules_rank_of(square), what);
}

static void print_change(const struct game *g, rules_square square, char piece)
{
	const char letter[2] = {piece, 0};

	if (!g->set->story)
		return;
	fprintf(g->set->story, "%8" PRIu64 "  ", g->now_ms);
	print_square(g->set->story, square, letter);
	fputc('\n', g->set->story);
}

static void print_move(const struct game *g, const char *word, unsigned ply, rules_move move)
{
	if (!g->set->story)
		return;
	fprintf(g->set->story, "%8" PRIu64 "                %s %u ", g->now_ms, word, ply);
	if (move == RULES_NO_MOVE) {
		fputs("-\n", g->set->story);
		return;
	}
	print_square(g->set->story, rules_from(move), "");
	print_square(g->set->story, rules_to(move), "\n");
}

static void print_finding(const struct game *g, const struct bench_news *news)
{
	static const char *const colors[] = {"white", "black", "both"};

	if (g->set->story)
		fprintf(g->set->story, "%8" PRIu64 "                %s %s %s %s %u\n", g->now_ms,
			news->is_presumed ? "PRESUMED" : "OBSERVED", news->finding.kind,
			news->finding.article, colors[news->finding.color], news->ply);
}

static void print_act(const struct game *g, const struct sim_act *act)
{
	if (!g->set->story)
		return;
	if (act->type == SIM_ACT_MADE)
		print_move(g, "made", act->ply, act->move);
	else if (act->type == SIM_ACT_PRESS)
		fprintf(g->set->story, "%8" PRIu64 "  press %s\n", g->now_ms,
			act->color == RULES_WHITE ? "white" : "black");
}

/* --- what is told --- */

static void count_latency(struct game *g, const struct bench_news *news)
{
	const struct half_move *half = &g->half[news->ply - 1];
	uint64_t last_ms = 0;
	unsigned long *spread;
	uint64_t bucket;

	if (news->type != BENCH_NEWS_MOVE || news->ply > g->verdict.made ||
	    g->verdict.moves[news->ply - 1] != news->move || g->set->gap != READ_NO_GAP)
		return;
	for (rules_square square = 0; square < 64; square++)
		if (rules_has(half->squares, square) && g->heard_ms[square] > last_ms)
			last_ms = g->heard_ms[square];
	bucket = (g->now_ms - last_ms) / READ_BUCKET_MS;
	spread = half->pressed_ms ? g->score->pressed : g->score->unpressed;
	spread[bucket < READ_BUCKETS ? bucket : READ_BUCKETS - 1]++;
}

static void hear_news(void *data, const struct bench_news *news)
{
	struct game *g = data;
	struct verdict *v = &g->verdict;

	if (news->type == BENCH_NEWS_MOVE || news->type == BENCH_NEWS_REVISED) {
		bool is_revised = news->type == BENCH_NEWS_REVISED;

		verdict_take_move(v, news->ply, news->move, is_revised);
		print_move(g, is_revised ? "REVISED" : "told", news->ply, news->move);
		g->untold = 0;
		if (news->ply == 0 || news->ply > SIM_PLIES_MAX || g->told_count == NEWS_MAX)
			return;
		count_latency(g, news);
		g->told[g->told_count++] = (struct told){news->ply, news->move, g->now_ms};
	} else if (news->type == BENCH_NEWS_FINDING) {
		g->score->after_doubt += v->unsure > 0;
		verdict_take_finding(v, news->finding, news->ply, news->is_presumed);
		print_finding(g, news);
	} else {
		v->unsure++;
		if (g->set->story)
			fprintf(g->set->story, "%8" PRIu64 "                UNSURE\n", g->now_ms);
	}
}

/* --- what is done --- */

static void keep_move(struct game *g, const struct sim_truth *truth)
{
	struct half_move *half = &g->half[g->verdict.made];
	struct rules_position after = truth->pos;

	if (g->verdict.made == SIM_PLIES_MAX)
		return;
	if (truth->act.move != RULES_NO_MOVE)
		rules_apply(&after, truth->act.move, NULL);
	half->made_ms = g->now_ms;
	g->silent += g->is_open && ++g->untold == SILENT;
	for (rules_square square = 0; square < 64; square++)
		if (after.at[square] != truth->pos.at[square])
			half->squares |= rules_set_of(square);
}

/* The line is interrupted in the middle of things: once, or again and again for any time. */
static void begin_gap(struct game *g)
{
	uint32_t gap_ms = g->set->gap_ms;

	g->has_gap = g->set->gap_again == 0;
	g->untold = 0;
	if (g->set->gap_again > 0) {
		gap_ms = GAP_LEAST_MS + sim_random_below(&g->gaps, gap_ms);
		g->next_gap = g->acts + 1 + sim_random_below(&g->gaps, g->set->gap_again);
	}
	if (g->set->gap == READ_GAP_CABLE)
		sim_fault_begin(&g->sim.fault, SIM_FAULT_UNPLUG, g->now_ms, gap_ms);
	g->set->reader->close(g->reader, g->now_ms);
	g->is_open = false;
	g->reopen_ms = g->now_ms + gap_ms;
	if (g->set->story)
		fprintf(g->set->story, "%8" PRIu64 "  gap %u ms\n", g->now_ms, gap_ms);
}

static bool is_gap_due(const struct game *g)
{
	return g->set->gap != READ_NO_GAP && !g->has_gap && g->is_open && g->acts >= g->next_gap &&
	       g->verdict.made > 0;
}

static void keep_truth(struct game *g, const struct sim_truth *truth)
{
	if (truth->is_fault)
		return;
	print_act(g, &truth->act);
	if (truth->act.type == SIM_ACT_MADE)
		keep_move(g, truth);
	if (truth->act.type == SIM_ACT_PRESS && !g->sim.config.has_no_clock &&
	    g->verdict.made > 0 && !g->half[g->verdict.made - 1].pressed_ms)
		g->half[g->verdict.made - 1].pressed_ms = g->now_ms;
	verdict_take_act(&g->verdict, &truth->act);
	if (truth->act.type == SIM_ACT_SAY)
		g->set->reader->say(g->reader, g->now_ms, truth->act.text);
	g->acts += g->sim.is_started;
	if (is_gap_due(g))
		begin_gap(g);
}

/* --- the line --- */

static bool is_lost(struct game *g)
{
	return sim_random_chance(&g->random, g->set->contest.lose);
}

static void keep_change(struct game *g)
{
	static const char codes[16] = "xPRNBKQprnbkq???";
	board_square square = dgt_square_of(g->message[3] & 63);

	g->heard_ms[square] = g->now_ms;
	print_change(g, square, codes[g->message[4] & 15]);
}

static void hand_on(struct game *g, const uint8_t *bytes, size_t len)
{
	g->set->reader->bytes(g->reader, g->now_ms, bytes, len);
}

/* Changes are handed on whole, some of them never; the rest byte by byte, as a log comes. */
static void hear(struct game *g, uint8_t byte)
{
	bool is_change;

	if (g->len == 0 && byte < 0x80) { /* the rest of a message that began before we listened */
		hand_on(g, &byte, 1);
		return;
	}
	g->message[g->len++] = byte;
	is_change = g->message[0] == DGT_MSG_FIELD_UPDATE;
	if (!is_change)
		hand_on(g, &byte, 1);
	if (g->len < 3 || g->len < g->message[1] * 128u + g->message[2])
		return;
	if (is_change && !is_lost(g)) {
		keep_change(g);
		hand_on(g, g->message, g->len);
	}
	g->len = 0;
}

static void listen(struct game *g)
{
	uint8_t bytes[2];
	uint64_t at_us;
	size_t len;

	while ((len = sim_table_say(&g->sim, bytes, &at_us)) > 0) {
		for (size_t i = 0; i < len && g->is_open; i++)
			hear(g, bytes[i]);
		if (!g->is_open)
			g->len = 0;
	}
}

/* A lost board is opened again, as a driver would. */
static void mind_the_port(struct game *g)
{
	if (g->is_open && (!sim_table_is_plugged(&g->sim) || g->set->reader->is_lost(g->reader))) {
		g->set->reader->close(g->reader, g->now_ms);
		g->is_open = false;
		g->reopen_ms = g->now_ms + REOPEN_MS;
	}
	if (!g->is_open && sim_table_is_plugged(&g->sim) && g->now_ms >= g->reopen_ms) {
		g->len = 0;
		g->set->reader->open(g->reader, g->now_ms);
		g->is_open = true;
	}
}

static void step(struct game *g, uint64_t at_ms)
{
	uint8_t bytes[BOARD_OUT_MAX];
	struct sim_truth truth;
	size_t len;

	while (sim_table_step(&g->sim, at_ms, &truth)) {
		g->now_ms = g->sim.now_ms;
		listen(g);
		mind_the_port(g);
		keep_truth(g, &truth);
	}
	g->now_ms = g->sim.now_ms;
	listen(g);
	mind_the_port(g);
	g->set->reader->tick(g->reader, g->now_ms);
	while ((len = g->set->reader->take(g->reader, bytes, sizeof(bytes))) > 0)
		if (g->is_open)
			sim_table_hear(&g->sim, bytes, len);
}

static void play(struct game *g)
{
	uint64_t end_ms = UINT64_MAX;

	step(g, 0);
	while (g->now_ms < end_ms) {
		uint64_t sim = sim_table_deadline(&g->sim);
		uint64_t host = g->set->reader->deadline(g->reader);
		uint64_t next = sim < host ? sim : host;

		if (!g->is_open && g->reopen_ms > g->now_ms && g->reopen_ms < next)
			next = g->reopen_ms;
		step(g, next > g->now_ms ? next : g->now_ms + 1);
		if (end_ms == UINT64_MAX && sim_table_is_over(&g->sim))
			end_ms = g->now_ms + (g->set->gap ? GAP_END_MS : AFTER_MS);
	}
}

/* --- how it went --- */

static bool is_late(const struct game *g, size_t ply, uint64_t at_ms)
{
	uint64_t limit_ms = g->half[ply].made_ms + LATE_MS;

	if (ply + 1 == g->verdict.made)
		return at_ms > limit_ms + ANSWER_MS;
	if (g->half[ply + 1].made_ms + ANSWER_MS > limit_ms)
		limit_ms = g->half[ply + 1].made_ms + ANSWER_MS;
	return at_ms > limit_ms;
}

/* Every publication against what was played; returns how many half-moves were late or missing. */
static unsigned long count_moves(struct game *g)
{
	static uint64_t right_ms[SIM_PLIES_MAX];
	const struct verdict *v = &g->verdict;
	unsigned long late = 0, missing = 0;

	memset(right_ms, 0, sizeof(right_ms));
	for (size_t i = 0; i < g->told_count; i++) {
		const struct told *told = &g->told[i];
		bool is_right = told->ply <= v->made && v->moves[told->ply - 1] == told->move;

		g->score->wrong += !is_right && told->move != RULES_NO_MOVE;
		if (is_right && !right_ms[told->ply - 1])
			right_ms[told->ply - 1] = told->at_ms;
	}
	for (size_t i = 0; i < v->made; i++) {
		missing += right_ms[i] == 0;
		late += right_ms[i] > 0 && is_late(g, i, right_ms[i]);
	}
	g->score->late += late;
	g->score->missing += missing;
	return late + missing;
}

static void count_findings(struct game *g)
{
	const struct verdict *v = &g->verdict;

	for (size_t i = 0; i < v->finding_count; i++) {
		if (v->findings[i].is_due)
			g->score->found++;
		else if (v->findings[i].is_presumed)
			g->score->presumed++;
		else
			g->score->observed++;
	}
	g->score->violations += v->violation_count;
	g->score->due += v->due_count;
}

static void judge(struct game *g, char *ret_why, size_t why_size)
{
	struct rules_text why = rules_text_in(ret_why, why_size);
	bool ends_right;
	unsigned long faults;

	verdict_match(&g->verdict);
	ends_right = verdict_ends_right(&g->verdict);
	faults = count_moves(g);
	count_findings(g);
	g->score->games++;
	g->score->made += g->verdict.made;
	g->score->withdrawn += g->verdict.again;
	g->score->unsure += g->verdict.unsure;
	g->score->ends_right += ends_right;
	g->score->right += ends_right && faults == 0 && g->verdict.unsure == 0;
	g->score->silent += g->silent;
	g->score->silently_wrong += !ends_right && g->verdict.unsure == 0;
	verdict_complain(&g->verdict, &why);
	if (g->silent > 0)
		rules_text_string(&why, " silent");
	if (faults > 0 && ends_right)
		rules_text_string(&why, " late");
	if (g->verdict.unsure > 0)
		rules_text_string(&why, " unsure");
}

void read_game(const struct read_setting *setting, struct read_score *score, char *ret_why,
	       size_t why_size)
{
	static struct sim_game game;
	struct bench_seat seat = {
		.contest = &setting->contest,
		.skip_log = setting->skip_log,
		.sees_no_men = setting->sees_no_men,
		.story = setting->story,
		.inputs = setting->inputs,
		.tell = hear_news,
	};
	struct game *g = calloc(1, sizeof(*g));

	if (!g || !(g->reader = calloc(1, setting->reader->size)))
		abort();
	ret_why[0] = '\0';
	g->set = setting;
	g->score = score;
	g->verdict.laws = setting->contest.laws;
	g->random = sim_random_of(setting->contest.seed, 4);
	g->gaps = sim_random_of(setting->contest.seed, 5);
	g->next_gap = setting->gap_at;
	sim_table_init(&g->sim, contest_table(&setting->contest, &game));
	sim_table_give_game(&g->sim, &game);
	seat.start = game.start;
	seat.data = g;
	setting->reader->begin(g->reader, &seat);
	setting->reader->open(g->reader, 0);
	g->is_open = true;
	play(g);
	judge(g, ret_why, why_size);
	free(g->reader);
	free(g);
}
