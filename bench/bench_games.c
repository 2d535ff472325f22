/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "simulator/sim_violation.h"
#include "tests/daemon/played.h"

/*
 * Simulated games from hands to reports (10,000, or the first argument): clean
 * ones by careful hands and with all manners, a twentieth as many with each
 * violation that a board can show, a tenth with one field update in a hundred lost.
 * Budgets: every half-move right, at most 1 in 10,000 told and then revised,
 * nobody accused who did nothing; every violation found.
 */
#define GAMES     10000
#define SHOWN_MAX 40 /* seeds that are named, of each kind of game */
#define CHANCE    200000
#define LOSE      10000

struct total {
	unsigned long games, good, made, right, again, accused, unsure, ends_right, says_unsure;
	unsigned long violations, found;
	unsigned shown;
	bool is_lossy;
};

static void show(struct total *total, const char *what, uint64_t seed, const struct played *p)
{
	char bytes[200];
	struct rules_text text = rules_text_in(bytes, sizeof(bytes));
	bool is_allowed = total->is_lossy && (played_ends_right(p) || p->unsure > 0);

	if (!played_complain(p, &text)) {
		total->good++;
	} else if (!is_allowed && total->shown < SHOWN_MAX) {
		total->shown++;
		printf("  %s seed %lu:%s\n", what, (unsigned long)seed, bytes);
	}
}

static void play(struct total *total, struct played *p, const char *what,
		 struct played_config config)
{
	played_run(p, config);
	total->games++;
	total->found += played_match(p);
	total->violations += p->violation_count;
	total->made += p->made;
	total->right += played_right(p);
	total->again += p->again;
	total->accused += played_accusations(p);
	total->unsure += p->unsure;
	total->ends_right += played_ends_right(p);
	total->says_unsure += !played_ends_right(p) && p->unsure > 0;
	show(total, what, config.seed, p);
}

static bool play_clean(struct played *p, unsigned long games, bool is_careful)
{
	const char *what = is_careful ? "careful" : "clean";
	struct total total = {0};

	for (unsigned long i = 1; i <= games; i++)
		play(&total, p, what, (struct played_config){.seed = i, .is_careful = is_careful});
	printf("%s: %lu games, %lu without a fault; %lu of %lu half-moves right, %lu told and "
	       "revised (budget 1 in 10,000), %lu accusations (budget 0), %lu unsure\n",
	       what, total.games, total.good, total.right, total.made, total.again, total.accused,
	       total.unsure);
	return total.right == total.made && total.accused == 0 && total.again * 10000 <= total.made;
}

static bool play_violations(struct played *p, unsigned long games)
{
	bool is_good = true;

	for (int v = 1; v < SIM_VIOLATIONS; v++) {
		const char *name = sim_violation_truth((enum sim_violation)v)->name;
		struct total total = {.shown = SHOWN_MAX - 3};

		for (unsigned long i = 1; i <= games; i++)
			play(&total, p, name,
			     (struct played_config){.seed = i,
						    .is_careful = true,
						    .violation = (enum sim_violation)v,
						    .violation_chance = CHANCE});
		printf("%s: %lu of %lu found with article and player, %lu accusations besides\n",
		       name, total.found, total.violations, total.accused);
		is_good &= total.found == total.violations && total.accused == 0;
	}
	return is_good;
}

static bool play_lossy(struct played *p, unsigned long games)
{
	struct total total = {.is_lossy = true};

	for (unsigned long i = 1; i <= games; i++)
		play(&total, p, "lossy", (struct played_config){.seed = i, .lose = LOSE});
	printf("1 %% of updates lost: %lu games, %lu end right, %lu say unsure, %lu wrong (budget "
	       "0); %lu of %lu half-moves right, %lu accusations\n",
	       total.games, total.ends_right, total.says_unsure,
	       total.games - total.ends_right - total.says_unsure, total.right, total.made,
	       total.accused);
	return total.ends_right + total.says_unsure == total.games;
}

int main(int argc, char **argv)
{
	unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : GAMES;
	struct played *p = malloc(sizeof(*p));
	bool is_good;

	if (!p)
		return 1;
	is_good = play_clean(p, games, true);
	is_good &= play_clean(p, games, false);
	is_good &= play_violations(p, games / 20 + 1);
	is_good &= play_lossy(p, games / 10 + 1);
	free(p);
	return is_good ? 0 : 1;
}
