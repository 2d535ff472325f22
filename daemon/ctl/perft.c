/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "daemon/ctl/ctl.h"
#include "rules-core/fen.h"
#include "rules-core/movegen.h"
#include "rules-core/setup.h"
#include "rules-core/uci.h"

const char ctl_perft_help[] =
	"Counts the sequences of legal moves of length DEPTH. The last line is 'nodes N'.\n"
	"Comparing N with another program shows whether the two agree on the rules.\n"
	"\n"
	"  --fen FEN     from this position (FEN, X-FEN or Shredder-FEN) instead of the\n"
	"                initial one\n"
	"  --chess960    write castling as in Chess960: the king onto its rook\n"
	"  --divide      first a line for each move: how many sequences begin with it\n"
	"\n"
	"Examples:\n"
	"  boardctl perft 5                              nodes 4865609\n"
	"  boardctl perft 1 --divide --fen '4k3/8/8/8/8/8/8/4K2R w K - 0 1'\n";

#define DEPTH_MAX 99

struct request {
	struct rules_position pos;
	unsigned depth;
	bool chess960, divide;
};

static int read_fen(const char *fen, struct rules_position *ret)
{
	struct rules_fault fault;
	struct rules_setup setup;
	char why[120];
	struct rules_text text = rules_text_in(why, sizeof(why));

	if (!rules_fen_read(ret, rules_slice_of(fen), &fault))
		return ctl_fail(CTL_BAD_INPUT, "FEN, character %zu: %s", fault.at + 1, fault.why);
	setup = rules_setup_check(ret);
	if (rules_setup_is_playable(setup))
		return CTL_DONE;
	rules_setup_explain(&text, setup);
	return ctl_fail(CTL_BAD_INPUT, "FEN: %s", why);
}

static int read_depth(const char *word, unsigned *ret)
{
	char *end;
	unsigned long depth = strtoul(word, &end, 10);

	if (word[0] < '0' || word[0] > '9' || *end || depth > DEPTH_MAX)
		return ctl_fail(CTL_BAD_CALL,
				"perft: DEPTH must be a number from 0 to %d, not '%s'", DEPTH_MAX,
				word);
	*ret = (unsigned)depth;
	return CTL_DONE;
}

static int read_request(int argc, char **argv, struct request *ret)
{
	static const struct option options[] = {
		{"fen", required_argument, NULL, 'f'},
		{"chess960", no_argument, NULL, '9'},
		{"divide", no_argument, NULL, 'd'},
		{0},
	};
	const char *fen = RULES_START_FEN;
	int option, status;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		switch (option) {
		case 'f': fen = optarg; break;
		case '9': ret->chess960 = true; break;
		case 'd': ret->divide = true; break;
		default: return ctl_bad_option(option, argv);
		}
	}
	if (argc - optind != 1)
		return ctl_fail(CTL_BAD_CALL, "perft: needs one DEPTH (see boardctl perft --help)");
	status = read_depth(argv[optind], &ret->depth);
	return status == CTL_DONE ? read_fen(fen, &ret->pos) : status;
}

static uint64_t divide(const struct rules_position *pos, unsigned depth)
{
	struct rules_moves moves;
	uint64_t total = 0;

	rules_legal_moves(pos, &moves);
	for (size_t i = 0; i < moves.count; i++) {
		struct rules_position next = *pos;
		char uci[RULES_UCI_MAX];
		struct rules_text text = rules_text_in(uci, sizeof(uci));
		uint64_t nodes;

		rules_uci_write(&text, pos, moves.move[i]);
		rules_apply(&next, moves.move[i], NULL);
		nodes = rules_perft(&next, depth - 1);
		printf("%s: %" PRIu64 "\n", uci, nodes);
		total += nodes;
	}
	return total;
}

int ctl_perft(int argc, char **argv)
{
	struct request request = {0};
	int status = read_request(argc, argv, &request);
	uint64_t nodes;

	if (status != CTL_DONE)
		return status;
	request.pos.chess960 |= request.chess960;
	if (request.divide && request.depth > 0)
		nodes = divide(&request.pos, request.depth);
	else
		nodes = rules_perft(&request.pos, request.depth);
	printf("nodes %" PRIu64 "\n", nodes);
	return CTL_DONE;
}
