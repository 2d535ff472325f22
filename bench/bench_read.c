/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/read_game.h"
#include "bench/read_speed.h"

/*
 * How well boards are read: games by every kind of hands, offences of every
 * kind, gaps of the line, and boardd killed again and again, each with seeds that
 * readers were tuned on (from 1) and with others (from -f), side by side, and the
 * target beside the figure.
 *
 *	bench_read [-r READER] [-n GAMES] [-f FRESH] [-s SHOWN] [ROW...]
 *	bench_read [-r READER] -t SEED ROW      one game as text: seen, done, told
 *	bench_read -r read -e [-n GAMES] ROW... how fast the reader is by itself
 *
 * A row is one of the names in the first column; "hands", "offences", "gaps",
 * "kills" and "blind" are all of a part. -s names so many seeds of each row that went wrong. A
 * reader is one of those in the table below; the first is boardd's.
 */
#define GAMES      400
#define FRESH      700001
#define ALWAYS     1000000
#define PERCENT    10000
#define PER_EVENT  10 /* a gap begins at every tenth thing done */
#define GAP_PLACES 24

static const struct bench_reader *const readers[] = {&bench_reader_table, &bench_reader_read};

enum part { HANDS, OFFENCES, GAPS, KILLS, BLIND };

static const char *const part_names[] = {"hands", "offences", "gaps", "kills", "blind"};

struct row {
	char name[40];
	const char *kind; /* whose hands; NULL: the counted ones */
	struct read_setting set;
	enum part part;
	unsigned target; /* games right, or found, of 10,000 */
};

struct job {
	const struct row *row;
	unsigned long first, games;
	unsigned shown;
};

/* --- playing --- */

static struct read_setting setting_of(const struct row *row, uint64_t seed)
{
	struct read_setting set = row->set;

	set.contest.seed = seed;
	set.contest.laws.edition = SIM_LAWS_2023;
	set.contest.kind = row->kind ? sim_kind_of(rules_slice_of(row->kind)) : NULL;
	if (set.gap != READ_NO_GAP)
		set.gap_at = PER_EVENT * (1 + (unsigned)(seed % GAP_PLACES));
	return set;
}

static void play_some(const struct job *job, unsigned long skip, unsigned long step,
		      struct read_score *score)
{
	unsigned shown = 0;
	char why[200];

	for (unsigned long i = skip; i < job->games; i += step) {
		struct read_setting set = setting_of(job->row, job->first + i);

		read_game(&set, score, why, sizeof(why));
		if (why[0] && shown++ < job->shown)
			fprintf(stderr, "  %s %lu:%s\n", job->row->name, job->first + i, why);
	}
}

static void add(struct read_score *sum, const struct read_score *one)
{
	unsigned long *to = (unsigned long *)sum;
	const unsigned long *from = (const unsigned long *)one;

	for (size_t i = 0; i < sizeof(*sum) / sizeof(*to); i++)
		to[i] += from[i];
}

/* One process for each core: games do not know of each other. */
static struct read_score play_all(const struct job *job)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	size_t size = (size_t)cores * sizeof(struct read_score);
	struct read_score sum = {0};
	struct read_score *scores =
		mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (cores < 1 || scores == MAP_FAILED)
		abort();
	for (long i = 0; i < cores; i++) {
		pid_t child = fork();

		if (child < 0)
			abort();
		if (child == 0) {
			play_some(job, (unsigned long)i, (unsigned long)cores, &scores[i]);
			_exit(0);
		}
	}
	while (wait(NULL) > 0)
		;
	for (long i = 0; i < cores; i++)
		add(&sum, &scores[i]);
	munmap(scores, size);
	return sum;
}

/* --- telling --- */

static double of_100(unsigned long part, unsigned long whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

/* The time below which so many of 1000 are, in seconds. */
static double quantile(const unsigned long *buckets, unsigned long of_1000)
{
	unsigned long total = 0, below = 0;

	for (size_t i = 0; i < READ_BUCKETS; i++)
		total += buckets[i];
	for (size_t i = 0; i < READ_BUCKETS && total; i++) {
		below += buckets[i];
		if (below * 1000 >= total * of_1000)
			return (double)(i * READ_BUCKET_MS) / 1000;
	}
	return 0;
}

static void print_head(enum part part)
{
	if (part == HANDS)
		printf("\n%-15s %-6s %6s  %15s %5s %5s %5s  %14s %9s %9s %9s  %s\n", "hands",
		       "seeds", "games", "right % (target)", "wrong", "lost", "late",
		       "withdrawn/10k (1)", "obs. (0)", "presumed", "unsure",
		       "published after s: median p99 | unpressed");
	else if (part == OFFENCES)
		printf("\n%-26s %-6s %6s  %17s %12s %9s %9s\n", "offence", "seeds", "done",
		       "found % (target)", "obs. beside", "presumed", "unsure");
	else if (part == BLIND)
		printf("\n%-20s %-6s %6s  %16s %9s %9s %6s %6s %9s %9s\n", "no men seen", "seeds",
		       "games", "right to the end", "wrong (0)", "unsure", "told", "false",
		       "obs. (0)", "presumed");
	else
		printf("\n%-26s %-6s %6s  %20s %12s %9s %9s %9s\n", "gap", "seeds", "games",
		       "end right % (target)", "wrong (0)", "unsure", "obs. (0)", "presumed");
}

static void print_hands(const struct row *row, const struct read_score *s)
{
	printf("%6.2f (%6.2f) %7lu %5lu %5lu  %17.2f %9lu %9lu %9lu  %.2f %.2f | %.2f %.2f\n",
	       of_100(s->right, s->games), row->target / 100.0, s->wrong, s->missing, s->late,
	       100 * of_100(s->withdrawn, s->made), s->observed, s->presumed, s->unsure,
	       quantile(s->pressed, 500), quantile(s->pressed, 990), quantile(s->unpressed, 500),
	       quantile(s->unpressed, 990));
}

static void print_score(const struct row *row, const char *seeds, const struct read_score *s)
{
	if (row->part == HANDS) {
		printf("%-15s %-6s %6lu  ", row->name, seeds, s->games);
		print_hands(row, s);
	} else if (row->part == BLIND) {
		printf("%-20s %-6s %6lu  %16.2f %9lu %9lu %6lu %6lu %9lu %9lu\n", row->name, seeds,
		       s->games, of_100(s->ends_right, s->games), s->silently_wrong, s->unsure,
		       s->made, s->wrong, s->observed, s->presumed);
	} else if (row->part == OFFENCES) {
		printf("%-26s %-6s %6lu  %8.2f (%6.2f) %12lu %9lu %9lu\n", row->name, seeds,
		       s->violations, of_100(s->found, s->due), row->target / 100.0, s->observed,
		       s->presumed, s->unsure);
	} else {
		printf("%-26s %-6s %6lu  %10.2f (%6.2f) %12lu %9lu %9lu %9lu\n", row->name, seeds,
		       s->games, of_100(s->ends_right, s->games), row->target / 100.0,
		       s->silently_wrong, s->unsure, s->observed, s->presumed);
	}
	if (s->silent)
		printf("%-15s %lu times nothing was told of half-moves seen (0)\n", "", s->silent);
	if (s->after_doubt)
		printf("%-15s %lu accusations after a doubt (0)\n", "", s->after_doubt);
	fflush(stdout);
}

/* --- the rows --- */

#define ROWS_MAX 128

static struct row rows[ROWS_MAX];
static size_t row_count;

static struct row *add_row(enum part part, const char *name, const char *kind, unsigned target)
{
	struct row *row = &rows[row_count++];

	snprintf(row->name, sizeof(row->name), "%s", name);
	row->part = part;
	row->kind = kind;
	row->target = target;
	return row;
}

static void add_hands(void)
{
	static const struct {
		const char *kind;
		unsigned target;
	} targets[] = {{"flashing", 9950},
		       {"blitz", 9950},
		       {"bullet", 9700},
		       {"no-clock", 9950},
		       {"recapture", 9950}};

	add_row(HANDS, "counted", NULL, 10000);
	add_row(HANDS, "recorded", NULL, 10000)->set.contest.is_hasty = true;
	for (size_t i = 0; i < sim_kind_count; i++) {
		unsigned target = 10000;

		for (size_t j = 0; j < sizeof(targets) / sizeof(targets[0]); j++)
			if (strcmp(sim_kinds[i].name, targets[j].kind) == 0)
				target = targets[j].target;
		add_row(HANDS, sim_kinds[i].name, sim_kinds[i].name, target);
	}
	add_row(HANDS, "bluetooth", "blitz", 9700)->set.contest.is_bluetooth = true;
	add_row(HANDS, "lossy", "careful", 9700)->set.contest.lose = PERCENT;
}

static void add_offences(void)
{
	for (int v = 1; v < SIM_VIOLATIONS; v++) {
		struct row *row =
			add_row(OFFENCES, sim_violation_truth((enum sim_violation)v)->name,
				"careful", 9950);

		row->set.contest.violation = (enum sim_violation)v;
		row->set.contest.violation_chance = ALWAYS;
		row->set.contest.is_sought = true;
	}
}

static void add_gap(enum read_gap_kind gap, unsigned gap_s, unsigned think_s, bool skip_log)
{
	char name[40];
	struct row *row;

	snprintf(name, sizeof(name), "%s-%us-think-%us%s",
		 gap == READ_GAP_CABLE ? "cable" : "restart", gap_s, think_s,
		 skip_log ? "-nolog" : "");
	row = add_row(GAPS, name, "careful", gap_s == 3 ? 9900 : think_s == 10 ? 9500 : 0);
	row->set.gap = gap;
	row->set.gap_ms = gap_s * 1000;
	row->set.skip_log = skip_log;
	row->set.contest.think_ms = think_s * 1000;
}

static void add_gaps(void)
{
	static const unsigned think_s[] = {2, 4, 10}, gap_s[] = {3, 30};

	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < 3; j++)
			for (int log = 0; log < 2; log++) {
				add_gap(READ_GAP_CABLE, gap_s[i], think_s[j], log == 1);
				add_gap(READ_GAP_RESTART, gap_s[i], think_s[j], log == 1);
			}
}

/* boardd is killed again and again. */
static void add_kills(bool skip_log)
{
	static const unsigned think_s[] = {3, 6, 15};

	for (size_t i = 0; i < 3; i++) {
		char name[40];
		struct row *row;

		snprintf(name, sizeof(name), "kills-think-%us%s", think_s[i],
			 skip_log ? "-nolog" : "");
		row = add_row(KILLS, name, "careful", 0);
		row->set.gap = READ_GAP_RESTART;
		row->set.gap_ms = 30000;
		row->set.gap_again = 60;
		row->set.skip_log = skip_log;
		row->set.contest.think_ms = think_s[i] * 1000;
	}
}

static void add_blind(void)
{
	char name[40];

	for (size_t i = 0; i < sim_kind_count; i++) {
		snprintf(name, sizeof(name), "blind-%s", sim_kinds[i].name);
		add_row(BLIND, name, sim_kinds[i].name, 0)->set.sees_no_men = true;
	}
}

/* --- */

static bool is_wanted(const struct row *row, int count, char **names)
{
	for (int i = 0; i < count; i++)
		if (strcmp(names[i], row->name) == 0 ||
		    strcmp(names[i], part_names[row->part]) == 0)
			return true;
	return count == 0;
}

static bool choose_reader(const char *name)
{
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++) {
		if (strcmp(readers[i]->name, name) != 0)
			continue;
		for (size_t j = 0; j < row_count; j++)
			rows[j].set.reader = readers[i];
		return true;
	}
	return false;
}

static int tell_story(const char *name, uint64_t seed)
{
	struct read_score score = {0};
	char why[200];

	for (size_t i = 0; i < row_count; i++) {
		if (strcmp(rows[i].name, name) == 0) {
			struct read_setting set = setting_of(&rows[i], seed);

			set.story = stdout;
			read_game(&set, &score, why, sizeof(why));
			printf("%s%s\n", name, why[0] ? why : ": all right");
			return 0;
		}
	}
	return 2;
}

static bool measure(struct job job, unsigned long fresh, int count, char **names)
{
	enum part part = BLIND + 1;

	for (size_t i = 0; i < row_count; i++) {
		struct read_score score;

		if (!is_wanted(&rows[i], count, names))
			continue;
		if (rows[i].part != part)
			print_head(part = rows[i].part);
		job.row = &rows[i];
		job.first = 1;
		score = play_all(&job);
		print_score(&rows[i], "tuned", &score);
		job.first = fresh;
		score = play_all(&job);
		print_score(&rows[i], "fresh", &score);
	}
	return part != BLIND + 1;
}

static bool measure_speed(unsigned long games, int count, char **names)
{
	bool is_good = true;

	for (size_t i = 0; i < row_count; i++) {
		struct read_setting set = setting_of(&rows[i], 1);

		if (is_wanted(&rows[i], count, names) && rows[i].part != OFFENCES)
			is_good &= read_speed(rows[i].name, &set, games);
	}
	return is_good;
}

int main(int argc, char **argv)
{
	struct job job = {.games = GAMES};
	unsigned long fresh = FRESH, story = 0;
	bool is_good = true, is_timed = false;
	int option;

	add_hands();
	add_offences();
	add_gaps();
	add_kills(false);
	add_kills(true);
	add_blind();
	choose_reader(readers[0]->name);
	while ((option = getopt(argc, argv, "er:n:f:s:t:")) != -1) {
		switch (option) {
		case 'e': is_timed = true; break;
		case 'r': is_good &= choose_reader(optarg); break;
		case 'n': job.games = strtoul(optarg, NULL, 10); break;
		case 'f': fresh = strtoul(optarg, NULL, 10); break;
		case 's': job.shown = (unsigned)strtoul(optarg, NULL, 10); break;
		case 't': story = strtoul(optarg, NULL, 10); break;
		default: is_good = false;
		}
	}
	if (is_good && is_timed)
		return measure_speed(job.games, argc - optind, argv + optind) ? 0 : 1;
	if (is_good && story && optind + 1 == argc)
		return tell_story(argv[optind], story);
	if (is_good && job.games > 0 && measure(job, fresh, argc - optind, argv + optind))
		return 0;
	fprintf(stderr, "bench_read: [-r READER] [-n GAMES] [-f FRESH] [-s SHOWN] [-t SEED] [-e] "
			"[ROW...]\n");
	return 2;
}
