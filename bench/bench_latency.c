/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/rig.h"
#include "bench/spread.h"
#include "bench/yardstick.h"

/*
 * How long a press of the clock takes until its report can be read: with one
 * board, and with two hundred at tournament pace. Beside it, in turns and in
 * several rounds, the bare loop and the bare commit, which it cannot do without.
 *
 * The commit that the budget is made of is that of a log that has gone round:
 * boardd makes its log long when it starts. A log that still grows, as SQLite
 * begins, takes longer; it is printed beside it.
 *
 * Usage: bench_latency [BOARDD [ROUNDS [ROUNDS-OF-MANY]]]
 */

#define ROUNDS      5
#define PRESSES     200 /* of one board, in a round */
#define MANY_ROUNDS 3
#define PACE_MS     60000.0 /* a half-move a minute */

static struct rig rig;
static struct spread ours, loops, commits[YARDSTICK_LOGS];
static int rounds = ROUNDS, many_rounds = MANY_ROUNDS;
static bool has_missed;

static void completed(void *data, double ms)
{
	(void)data;
	spread_add(&ours, ms);
}

static void take_yardsticks(unsigned turn)
{
	enum yardstick_log first = turn % 2 == 0 ? YARDSTICK_NEW_LOG : YARDSTICK_LONG_LOG;
	enum yardstick_log second = turn % 2 == 0 ? YARDSTICK_LONG_LOG : YARDSTICK_NEW_LOG;

	spread_add(&loops, yardstick_loop_ms());
	spread_add(&commits[first], yardstick_commit_ms(first));
	spread_add(&commits[second], yardstick_commit_ms(second));
}

static void end_round(void)
{
	if (ours.count == 0)
		rig_give_up("presses were not answered");
	spread_end_round(&ours);
	spread_end_round(&loops);
	for (int i = 0; i < YARDSTICK_LOGS; i++)
		spread_end_round(&commits[i]);
}

static void start(unsigned boards, const char *boardd)
{
	rig_start(&rig, boardd, boards, NULL);
	rig_serve(&rig, spread_now_ms() + 3000, false);
}

/* One board moves again and again. */
static void measure_one(void)
{
	for (unsigned i = 0; i < PRESSES; i++) {
		rig_move(&rig.boards[0]);
		rig_serve(&rig, spread_now_ms() + 30, false);
		rig_press(&rig, &rig.boards[0]);
		rig_serve(&rig, spread_now_ms() + 5000, true);
		rig_serve(&rig, spread_now_ms() + 20, false);
		take_yardsticks(i);
	}
}

/* Two hundred, each once in a minute, in no order; clocks speak every second. */
static double next_ms[RIG_BOARDS], second_ms[RIG_BOARDS];

static void play(unsigned i, double now)
{
	struct rig_board *board = &rig.boards[i];

	if (now >= second_ms[i]) {
		second_ms[i] += 1000;
		rig_tell_time(board);
	}
	if (now < next_ms[i])
		return;
	if (board->turn % 2 == (board->to_move == BOARD_RIGHT)) {
		rig_move(board);
		next_ms[i] = now + 100;
	} else {
		rig_press(&rig, board);
		next_ms[i] += PACE_MS - 100;
	}
}

static void begin_many(void)
{
	double now = spread_now_ms();

	for (unsigned i = 0; i < RIG_BOARDS; i++) {
		next_ms[i] = now + 8000 + PACE_MS * ((i * 7919) % RIG_BOARDS) / RIG_BOARDS;
		second_ms[i] = now + 1000 + 5.0 * i;
	}
	rig_serve(&rig, now + 1000, false);
}

static void measure_many(double until_ms)
{
	double yardstick_ms = 0, now;
	unsigned turn = 0;

	while ((now = spread_now_ms()) < until_ms) {
		for (unsigned i = 0; i < RIG_BOARDS; i++)
			play(i, now);
		rig_serve(&rig, spread_now_ms() + 5, false);
		/* Not while somebody waits: we would read it late. */
		if (rig.waiting == 0 && spread_now_ms() >= yardstick_ms) {
			take_yardsticks(turn++);
			yardstick_ms = spread_now_ms() + 250;
		}
	}
}

static void print_yardsticks(const char *what)
{
	printf("latency, beside %s: a bare loop p50 %.2f ms, p99 %.2f ms; a bare WAL commit p50 "
	       "%.2f ms, p99 %.2f ms, in a log that grows p50 %.2f ms, p99 %.2f ms\n",
	       what, spread_p50(&loops), spread_p99(&loops),
	       spread_p50(&commits[YARDSTICK_LONG_LOG]), spread_p99(&commits[YARDSTICK_LONG_LOG]),
	       spread_p50(&commits[YARDSTICK_NEW_LOG]), spread_p99(&commits[YARDSTICK_NEW_LOG]));
}

static const char *verdict(double is, double budget)
{
	has_missed |= is > budget;
	return is > budget ? ", MISSED" : "";
}

static void print_one(void)
{
	double p50 = 1.5 * spread_p50(&loops) + 1.3 * spread_p50(&commits[YARDSTICK_LONG_LOG]);
	double p99 = spread_p99(&commits[YARDSTICK_LONG_LOG]) + 2;

	print_yardsticks("1 board");
	printf("latency, 1 board, %d rounds of %d presses: p50 %.2f ms (budget %.2f%s), p99 %.2f "
	       "ms "
	       "(budget %.2f%s)\n",
	       rounds, PRESSES, spread_p50(&ours), p50, verdict(spread_p50(&ours), p50),
	       spread_p99(&ours), p99, verdict(spread_p99(&ours), p99));
}

static void print_many(void)
{
	double p99 = 3 * spread_p99(&commits[YARDSTICK_LONG_LOG]) + 5;

	print_yardsticks("200 boards");
	printf("latency, %d boards, %d rounds of a minute: p50 %.2f ms, p99 %.2f ms (budget "
	       "%.2f%s)\n",
	       RIG_BOARDS, many_rounds, spread_p50(&ours), spread_p99(&ours), p99,
	       verdict(spread_p99(&ours), p99));
}

static void do_one(const char *boardd)
{
	for (int i = 0; i < rounds; i++) {
		start(1, boardd);
		measure_one();
		end_round();
		rig_stop(&rig);
	}
	print_one();
}

static void do_many(const char *boardd)
{
	memset(&ours, 0, sizeof(ours));
	memset(&loops, 0, sizeof(loops));
	memset(commits, 0, sizeof(commits));
	start(RIG_BOARDS, boardd);
	begin_many();
	measure_many(spread_now_ms() + 9000); /* they begin to play */
	ours.count = 0;
	for (int i = 0; i < many_rounds; i++) {
		measure_many(spread_now_ms() + PACE_MS);
		end_round();
	}
	rig_stop(&rig);
	print_many();
}

static int number(const char *word)
{
	return (int)strtol(word, NULL, 10);
}

int main(int argc, char **argv)
{
	const char *boardd = argc > 1 ? argv[1] : BENCH_BOARDD;
	char folder[64];

	if (argc > 2)
		rounds = number(argv[2]);
	if (argc > 3)
		many_rounds = number(argv[3]);
	setvbuf(stdout, NULL, _IOLBF, 0);
	rig_make_folder(folder);
	rig.folder = folder;
	rig.completed = completed;
	yardstick_open_loop();
	yardstick_open_commit(folder);
	if (rounds > 0)
		do_one(boardd);
	if (many_rounds > 0)
		do_many(boardd);
	yardstick_close();
	rig_remove_folder(folder);
	return has_missed ? 1 : 0;
}
