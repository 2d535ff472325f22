/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/daemon/table/recorded.h"

/*
 * Simulated games from hands to reports (10,000, or the first argument): clean
 * ones by careful hands and with all manners, on other boards and under other
 * Laws; a tenth as many violations of each kind under each edition, a hundredth
 * under each appendix; a tenth with field updates lost on the way, a twentieth
 * with each fault of the line; and blitz games as recordings of another program
 * whose times were put in later. The second argument names one of these parts:
 * clean, boards, laws, recorded, violations, lossy, faults.
 * Budgets: every half-move right, at most 1 in 10,000 told and then told
 * otherwise, nobody accused who did nothing; every violation found. Where updates
 * are lost, 95 games of 100 are right to the end, and the others say that they are unsure.
 */
#define GAMES      10000
#define SHOWN_MAX  40 /* seeds that are named, of each kind of game */
#define ALWAYS     1000000
#define PERCENT    10000
#define OF_BYTES   1000
#define OF_SECONDS 3000

struct total {
	unsigned long games, good, made, right, again, accused, unsure, ends_right, says_unsure;
	unsigned long violations, due, found;
};

struct batch {
	const char *what;
	struct contest contest;
	bool is_recorded; /* and replayed */
	bool has_no_clock;
	bool may_fail; /* if it is said */
	unsigned long games;
	unsigned shown; /* at most */
};

/* --- one game --- */

static void show(const struct batch *batch, uint64_t seed, const char *complaint, unsigned *shown)
{
	if ((*shown)++ < batch->shown)
		fprintf(stderr, "  %s seed %lu:%s\n", batch->what, (unsigned long)seed, complaint);
}

/* Each game with other times: only the order is right. In haste the clock's are, more or less. */
static void run(const struct batch *batch, struct recorded *r, struct contest contest)
{
	unsigned times =
		contest.is_hasty && !batch->has_no_clock ? RECORDED_PACKED : RECORDED_TIMES;
	enum recorded_host host = (enum recorded_host)(contest.seed / times % RECORDED_BLIND);

	if (!batch->is_recorded) {
		played_run(&r->played, &contest);
		return;
	}
	contest.is_rotated = contest.seed % 2;
	recorded_run(r,
		     (struct recorded_config){.played = contest,
					      .times = (enum recorded_times)(contest.seed % times),
					      .host = batch->has_no_clock ? RECORDED_BLIND : host});
}

static void play(const struct batch *batch, struct recorded *r, uint64_t seed, struct total *total,
		 unsigned *shown)
{
	const struct verdict *v = &r->played.verdict;
	struct contest contest = batch->contest;
	char bytes[200];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	bool ends_right, is_bad;

	contest.seed = seed;
	run(batch, r, contest);
	ends_right = verdict_ends_right(v);
	total->games++;
	total->due += v->due_count;
	total->found += v->finding_count - verdict_accusations(v);
	total->violations += v->violation_count;
	total->made += v->made;
	total->right += verdict_right(v);
	total->again += v->again;
	total->accused += verdict_accusations(v);
	total->unsure += v->unsure;
	total->ends_right += ends_right;
	total->says_unsure += !ends_right && v->unsure > 0;
	is_bad = verdict_complain(v, &text);
	total->good += !is_bad;
	if (is_bad && !(batch->may_fail && (ends_right || v->unsure > 0)))
		show(batch, seed, bytes, shown);
}

/* --- many --- */

/* The seeds from `first` on, every `step`th. */
static struct total play_some(const struct batch *batch, unsigned long first, unsigned long step)
{
	struct recorded *r = malloc(sizeof(*r));
	struct total total = {0};
	unsigned shown = 0;

	if (!r)
		abort();
	for (unsigned long seed = first; seed <= batch->games; seed += step)
		play(batch, r, seed, &total, &shown);
	free(r);
	return total;
}

static void add(struct total *sum, const struct total *one)
{
	unsigned long *to = (unsigned long *)sum;
	const unsigned long *from = (const unsigned long *)one;

	for (size_t i = 0; i < sizeof(*sum) / sizeof(*to); i++)
		to[i] += from[i];
}

static pid_t play_in_child(const struct batch *batch, unsigned long first, unsigned long step,
			   int to)
{
	pid_t child = fork();

	if (child == 0) {
		struct total total = play_some(batch, first, step);

		_exit(write(to, &total, sizeof(total)) == sizeof(total) ? 0 : 1);
	}
	return child;
}

/* One process for each core: games do not know of each other. */
static struct total play_all(const struct batch *batch)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct total sum = {0}, one;
	int ends[2];

	if (cores < 1 || pipe(ends) != 0)
		abort();
	for (long i = 0; i < cores; i++)
		if (play_in_child(batch, (unsigned long)i + 1, (unsigned long)cores, ends[1]) < 0)
			abort();
	for (long i = 0; i < cores; i++) {
		if (read(ends[0], &one, sizeof(one)) != sizeof(one))
			abort();
		add(&sum, &one);
	}
	while (wait(NULL) > 0)
		;
	close(ends[0]);
	close(ends[1]);
	return sum;
}

static bool tell_clean(const struct batch *batch)
{
	struct total total = play_all(batch);

	printf("%s: %lu games, %lu without a fault; %lu of %lu half-moves right, %lu told anew "
	       "(budget 1 in 10,000), %lu accusations (budget 0), %lu unsure\n",
	       batch->what, total.games, total.good, total.right, total.made, total.again,
	       total.accused, total.unsure);
	fflush(stdout);
	return total.games == batch->games && total.right == total.made && total.accused == 0 &&
	       total.again * 10000 <= total.made;
}

static bool play_clean(const char *what, struct contest contest, unsigned long games)
{
	return tell_clean(&(struct batch){
		.what = what, .contest = contest, .games = games, .shown = SHOWN_MAX});
}

static bool play_recorded(unsigned long games)
{
	struct batch batch = {
		.what = "re-timed",
		.contest = {.laws.edition = SIM_LAWS_2023, .is_blitz = true, .is_timeless = true},
		.is_recorded = true,
		.games = games,
		.shown = SHOWN_MAX};
	bool is_good = tell_clean(&batch);

	batch.what = "re-timed, in haste";
	batch.contest.is_hasty = true;
	is_good &= tell_clean(&batch);
	batch.what = "re-timed, in haste, without a clock"; /* neither press nor time: no budget */
	batch.has_no_clock = true;
	tell_clean(&batch);
	return is_good;
}

static const struct {
	const char *name;
	struct sim_laws laws;
} laws[] = {
	{"2001", {SIM_LAWS_2001, SIM_STANDARD, false}},
	{"2009", {SIM_LAWS_2009, SIM_STANDARD, false}},
	{"2023", {SIM_LAWS_2023, SIM_STANDARD, false}},
	{"2001 rapid", {SIM_LAWS_2001, SIM_RAPID, false}},
	{"2001 blitz", {SIM_LAWS_2001, SIM_BLITZ, false}},
	{"2009 rapid, supervised", {SIM_LAWS_2009, SIM_RAPID, false}},
	{"2009 rapid", {SIM_LAWS_2009, SIM_RAPID, true}},
	{"2009 blitz, supervised", {SIM_LAWS_2009, SIM_BLITZ, false}},
	{"2009 blitz", {SIM_LAWS_2009, SIM_BLITZ, true}},
	{"2023 rapid, supervised", {SIM_LAWS_2023, SIM_RAPID, false}},
	{"2023 rapid", {SIM_LAWS_2023, SIM_RAPID, true}},
	{"2023 blitz, supervised", {SIM_LAWS_2023, SIM_BLITZ, false}},
	{"2023 blitz", {SIM_LAWS_2023, SIM_BLITZ, true}},
};

#define STANDARD 3 /* the first of them */

/*
 * Often under each edition, and less often under each of its appendices. Hands
 * are quick now and then, and do no wrong in such a turn: some more are played.
 */
static bool play_violation(enum sim_violation violation, unsigned long games)
{
	const char *name = sim_violation_truth(violation)->name;
	struct total sum = {0};
	bool is_good = true;

	for (size_t i = 0; i < sizeof(laws) / sizeof(laws[0]); i++) {
		unsigned long times = (i < STANDARD ? games / 10 : games / 100) + 1;
		char what[80];
		struct batch batch = {.what = what,
				      .contest = {.laws = laws[i].laws,
						  .violation = violation,
						  .violation_chance = ALWAYS,
						  .is_sought = true},
				      .games = times + times / 10 + 1,
				      .shown = 2};
		struct total total;

		snprintf(what, sizeof(what), "%s, %s", name, laws[i].name);
		total = play_all(&batch);
		is_good &= total.good == batch.games && total.violations >= times;
		add(&sum, &total);
	}
	printf("%s: %lu times, %lu of %lu findings with article and player, %lu accusations "
	       "besides, %lu of %lu half-moves right, %lu told anew\n",
	       name, sum.violations, sum.found, sum.due, sum.accused, sum.right, sum.made,
	       sum.again);
	fflush(stdout);
	return is_good;
}

/* Not all of it can be right; what is wrong says so. */
static bool tell_lossy(const struct batch *batch, unsigned long right_of_100)
{
	struct total total = play_all(batch);
	unsigned long wrong = total.games - total.ends_right - total.says_unsure;

	printf("%s: %lu games, %lu end right, %lu say unsure, %lu wrong (budget 0); %lu of %lu "
	       "half-moves right, %lu accusations (budget 0)\n",
	       batch->what, total.games, total.ends_right, total.says_unsure, wrong, total.right,
	       total.made, total.accused);
	fflush(stdout);
	return total.games == batch->games && wrong == 0 && total.accused == 0 &&
	       total.ends_right * 100 >= total.games * right_of_100;
}

static bool play_lost(unsigned long games, unsigned percent)
{
	char what[40];

	snprintf(what, sizeof(what), "%u %% of updates lost", percent);
	return tell_lossy(&(struct batch){.what = what,
					  .contest = {.laws.edition = SIM_LAWS_2023,
						      .lose = percent * PERCENT},
					  .may_fail = true,
					  .games = games / 10 + 1,
					  .shown = SHOWN_MAX},
			  95);
}

static bool play_lossy(unsigned long games)
{
	bool is_good = play_lost(games, 1);

	return play_lost(games, 3) && is_good;
}

static bool play_faults(unsigned long games)
{
	bool is_good = true;

	for (int kind = SIM_FAULT_DROP; kind <= SIM_FAULT_POWER; kind++) {
		struct batch batch = {
			.what = sim_fault_name((enum sim_fault_kind)kind),
			.contest = {.laws.edition = SIM_LAWS_2023, .is_careful = true},
			.may_fail = true,
			.games = games / 20 + 1,
			.shown = SHOWN_MAX};

		batch.contest.faults.chance[kind] = kind <= SIM_FAULT_FLIP ? OF_BYTES : OF_SECONDS;
		is_good &= tell_lossy(&batch, 0);
	}
	return is_good;
}

static bool play_hands(unsigned long games)
{
	const struct sim_laws now = {.edition = SIM_LAWS_2023};
	bool is_good =
		play_clean("careful", (struct contest){.laws = now, .is_careful = true}, games);

	return play_clean("all manners", (struct contest){.laws = now}, games) && is_good;
}

static bool play_boards(unsigned long games)
{
	const struct sim_laws now = {.edition = SIM_LAWS_2023};
	bool is_good =
		play_clean("Bluetooth", (struct contest){.laws = now, .is_bluetooth = true}, games);

	is_good &=
		play_clean("no clock", (struct contest){.laws = now, .has_no_clock = true}, games);
	is_good &=
		play_clean("Chess960", (struct contest){.laws = now, .is_chess960 = true}, games);
	return is_good;
}

static bool play_laws(unsigned long games)
{
	bool is_good = true;

	for (size_t i = 0; i < sizeof(laws) / sizeof(laws[0]); i++)
		if (laws[i].laws.edition != SIM_LAWS_2023)
			is_good &= play_clean(laws[i].name, (struct contest){.laws = laws[i].laws},
					      games / 10 + 1);
	return is_good;
}

static bool play_violations(unsigned long games)
{
	bool is_good = true;

	for (int v = 1; v < SIM_VIOLATIONS; v++)
		is_good &= play_violation((enum sim_violation)v, games);
	return is_good;
}

static const struct {
	const char *name;
	bool (*play)(unsigned long games);
} parts[] = {
	{"clean", play_hands},       {"boards", play_boards},         {"laws", play_laws},
	{"recorded", play_recorded}, {"violations", play_violations}, {"lossy", play_lossy},
	{"faults", play_faults},
};

int main(int argc, char **argv)
{
	unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : GAMES;
	bool is_good = true;
	size_t played = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (argc > 2 && strcmp(argv[2], parts[i].name) != 0)
			continue;
		is_good &= parts[i].play(games);
		played++;
	}
	if (games == 0 || played == 0) {
		fprintf(stderr, "bench_games: games "
				"[clean|boards|laws|recorded|violations|lossy|faults]?\n");
		return 2;
	}
	return is_good ? 0 : 1;
}
