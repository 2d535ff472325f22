/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/ctl.h"
#include "rules-core/fen.h"
#include "rules-core/uci.h"
#include "rules-core/winnable.h"

const char ctl_winnable_help[] =
	"Can a side still checkmate by any possible series of legal moves (Art. 5.2.2, 6.9)?\n"
	"Three lines: 'white yes', 'no' or 'unknown', the same for black, and 'dead yes' when\n"
	"neither can. Yes and no are certain; unknown means that the effort was used up, or\n"
	"that no game can be played from the position.\n"
	"\n"
	"FEN may be - : then each line of standard input is a FEN, and each gives a line:\n"
	"W, - or ? for White and B, - or ? for Black, as in WB, W- or -?.\n"
	"\n"
	"  --nodes N   how many positions may be looked at for a side, and for the other as\n"
	"              many as the first leaves over; 90000 if not said\n"
	"  --line      add the moves that lead to each mate, in UCI notation\n"
	"\n"
	"Examples:\n"
	"  boardctl winnable '8/2k5/8/p1p1p1p1/P1P1P1P1/8/5K2/8 w - - 0 1'\n"
	"  boardctl winnable - --line < positions.txt\n";

#define NODES_MAX 20000000

struct request {
	const char *fen;
	uint32_t nodes;
	bool line;
	void *memory;
};

static int read_nodes(const char *word, uint32_t *ret)
{
	char *end;
	unsigned long nodes = strtoul(word, &end, 10);

	if (word[0] < '0' || word[0] > '9' || *end || nodes < 1 || nodes > NODES_MAX)
		return ctl_fail(CTL_BAD_CALL,
				"winnable: --nodes must be a number from 1 to %d, not '%s'",
				NODES_MAX, word);
	*ret = (uint32_t)nodes;
	return CTL_DONE;
}

static int read_request(int argc, char **argv, struct request *ret)
{
	static const struct option options[] = {
		{"nodes", required_argument, NULL, 'n'},
		{"line", no_argument, NULL, 'l'},
		{0},
	};
	int option, status = CTL_DONE;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		switch (option) {
		case 'n': status = read_nodes(optarg, &ret->nodes); break;
		case 'l': ret->line = true; break;
		default: return ctl_bad_option(option, argv);
		}
		if (status != CTL_DONE)
			return status;
	}
	if (argc - optind != 1)
		return ctl_fail(CTL_BAD_CALL,
				"winnable: needs one FEN, or - (see boardctl winnable --help)");
	ret->fen = argv[optind];
	return CTL_DONE;
}

static void ask(const struct request *request, const struct rules_position *pos,
		struct rules_winnable_sides *ret)
{
	struct rules_winnable_effort effort = {.nodes = request->nodes, .memory = request->memory};

	rules_winnable_sides(pos, effort, ret);
}

static void print_moves(const struct rules_position *pos, const struct rules_helpmate *line)
{
	struct rules_position at = *pos;

	for (size_t i = 0; i < line->count; i++) {
		char uci[RULES_UCI_MAX];
		struct rules_text text = rules_text_in(uci, sizeof(uci));

		rules_uci_write(&text, &at, line->move[i]);
		printf(" %s", uci);
		rules_apply(&at, line->move[i], NULL);
	}
}

static const char *word_of(enum rules_winnable can)
{
	switch (can) {
	case RULES_WINNABLE_YES: return "yes";
	case RULES_WINNABLE_NO: return "no";
	case RULES_WINNABLE_UNKNOWN: break;
	}
	return "unknown";
}

static const char *is_dead(const struct rules_winnable_sides *sides)
{
	enum rules_winnable white = sides->can[0], black = sides->can[1];

	if (white == RULES_WINNABLE_YES || black == RULES_WINNABLE_YES)
		return "no";
	return white == RULES_WINNABLE_NO && black == RULES_WINNABLE_NO ? "yes" : "unknown";
}

static int answer_one(const struct request *request, struct rules_winnable_sides *sides)
{
	static const char *const names[2] = {"white", "black"};
	struct rules_position pos;
	struct rules_fault fault;

	if (!rules_fen_read(&pos, rules_slice_of(request->fen), &fault))
		return ctl_fail(CTL_BAD_INPUT, "FEN, character %zu: %s", fault.at + 1, fault.why);
	ask(request, &pos, sides);
	for (int color = 0; color < 2; color++) {
		printf("%s %s", names[color], word_of(sides->can[color]));
		if (request->line)
			print_moves(&pos, &sides->line[color]);
		putchar('\n');
	}
	printf("dead %s\n", is_dead(sides));
	return CTL_DONE;
}

static char letter_of(enum rules_winnable can, char yes)
{
	return can == RULES_WINNABLE_YES ? yes : can == RULES_WINNABLE_NO ? '-' : '?';
}

static void print_letters(const struct request *request, const struct rules_position *pos,
			  const struct rules_winnable_sides *sides)
{
	printf("%c%c", letter_of(sides->can[0], 'W'), letter_of(sides->can[1], 'B'));
	for (int color = 0; request->line && color < 2; color++) {
		if (sides->can[color] != RULES_WINNABLE_YES)
			continue;
		printf(" %c", "WB"[color]);
		print_moves(pos, &sides->line[color]);
	}
	putchar('\n');
	fflush(stdout); /* the other program may wait for this line before it writes the next */
}

/* A line that is no FEN has its answer too, so that the lines agree. */
static int answer_lines(const struct request *request, struct rules_winnable_sides *sides)
{
	int status = CTL_DONE;
	char *line = NULL;
	size_t room = 0, number = 0;
	ssize_t len;

	while ((len = getline(&line, &room, stdin)) >= 0) {
		struct rules_position pos;
		struct rules_fault fault;

		number++;
		while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
			len--;
		if (rules_fen_read(&pos, (struct rules_slice){line, (size_t)len}, &fault)) {
			ask(request, &pos, sides);
			print_letters(request, &pos, sides);
		} else {
			puts("??");
			status = ctl_fail(CTL_BAD_INPUT, "line %zu, character %zu: %s", number,
					  fault.at + 1, fault.why);
		}
	}
	free(line);
	return status;
}

int ctl_winnable(int argc, char **argv)
{
	struct request request = {.fen = "", .nodes = RULES_WINNABLE_NODES};
	struct rules_winnable_sides *sides = NULL;
	int status = read_request(argc, argv, &request);

	if (status != CTL_DONE)
		return status;
	request.memory = malloc(rules_winnable_room(2 * request.nodes));
	sides = calloc(1, sizeof(*sides));
	if (!request.memory || !sides)
		status = ctl_fail(CTL_BAD_INPUT, "winnable: no memory for %u nodes", request.nodes);
	else if (strcmp(request.fen, "-") == 0)
		status = answer_lines(&request, sides);
	else
		status = answer_one(&request, sides);
	free(sides);
	free(request.memory);
	return status;
}
