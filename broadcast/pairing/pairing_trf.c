/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "broadcast/pairing/pairing_private.h"

/*
 * FIDE's tournament report file: fixed columns, counted in characters from 1.
 * It tells who the players are, and who met whom; at which board it does not
 * tell. The list of a pairing engine does, in numbers of players.
 */

#define NUMBER_MAX   9999
#define FIRST_ROUND  92 /* the column where the first round is */
#define ROUND_WIDTH  10
#define TEAM_MEMBERS 200

struct competitor {
	size_t line_number;        /* 0: no such player */
	struct rules_slice rounds; /* from FIRST_ROUND on, where a character is a byte */
	struct game_player player;
	unsigned half_points; /* before the round that is wanted */
};

struct trf {
	struct pairing_list *list;    /* where lines of no use are named; NULL: nowhere */
	unsigned rounds;              /* that any line has */
	struct competitor *by_number; /* NUMBER_MAX + 1 of them */
};

/* --- columns --- */

/* From one column to another, both included; what the line does not have is left out. */
static struct rules_slice columns(struct rules_slice line, size_t from, size_t to)
{
	struct rules_slice slice = {line.at + line.len, 0};
	size_t column = 1, at = 0;

	while (at < line.len && column <= to) {
		size_t len = rules_utf8_len(line.at + at, line.len - at);

		if (column == from)
			slice.at = line.at + at;
		at += len > 0 ? len : 1;
		column++;
	}
	if (slice.at < line.at + at)
		slice.len = (size_t)(line.at + at - slice.at);
	return slice;
}

static bool is_record(struct rules_slice line, const char *code)
{
	return line.len >= 3 && memcmp(line.at, code, 3) == 0;
}

/* --- rounds --- */

struct met {
	unsigned opponent; /* 0: none */
	char color;        /* w, b, or anything else */
	char result;       /* in capitals */
};

static char letter(struct rules_slice text, size_t at)
{
	return at < text.len ? text.at[at] : ' ';
}

static struct met met_in(const struct competitor *competitor, unsigned round)
{
	struct rules_slice rounds = competitor->rounds, opponent;
	size_t at = (size_t)ROUND_WIDTH * (round - 1);
	struct met met = {.color = letter(rounds, at + 5), .result = letter(rounds, at + 7)};

	if (at + 4 > rounds.len)
		return met;
	opponent = (struct rules_slice){rounds.at + at, 4};
	if (!pairing_count(opponent, NUMBER_MAX, &met.opponent))
		met.opponent = 0;
	if (met.color == 'W' || met.color == 'B')
		met.color = (char)(met.color - 'A' + 'a');
	if (met.result >= 'a' && met.result <= 'z')
		met.result = (char)(met.result - 'a' + 'A');
	return met;
}

static unsigned half_points_of(char result)
{
	switch (result) {
	case '1':
	case '+':
	case 'W':
	case 'F':
	case 'U': return 2;
	case '=':
	case 'D':
	case 'H': return 1;
	}
	return 0;
}

/* --- players and teams --- */

static int add_player(struct trf *trf, struct rules_slice line, size_t number)
{
	struct competitor *competitor;
	struct game_player player = {0};
	unsigned rank, rounds;

	if (!pairing_count(columns(line, 5, 8), NUMBER_MAX, &rank) || rank == 0)
		return trf->list ? pairing_skip(trf->list, number, "no number of a player") : 0;
	competitor = &trf->by_number[rank];
	if (competitor->line_number > 0)
		return trf->list ? pairing_skip(trf->list, number, "player %u is on line %zu", rank,
						competitor->line_number)
				 : 0;
	if (!pairing_name(columns(line, 15, 47), player.name, sizeof(player.name)))
		return trf->list ? pairing_skip(trf->list, number, "player %u has no name", rank)
				 : 0;
	pairing_title(columns(line, 11, 13), player.title);
	player.elo = pairing_number(columns(line, 49, 52));
	(void)pairing_name(columns(line, 54, 56), player.federation, sizeof(player.federation));
	player.fide = pairing_number(columns(line, 58, 68));
	*competitor = (struct competitor){.line_number = number,
					  .rounds = columns(line, FIRST_ROUND, line.len),
					  .player = player};
	/* The colour may be missing from the last round, its opponent not. */
	rounds = (unsigned)((competitor->rounds.len + ROUND_WIDTH - 4) / ROUND_WIDTH);
	if (rounds > PAIRING_ROUND_MAX)
		rounds = PAIRING_ROUND_MAX;
	trf->rounds = rounds > trf->rounds ? rounds : trf->rounds;
	return 0;
}

static void add_team(struct trf *trf, struct rules_slice name, struct rules_slice line,
		     size_t first)
{
	char team[sizeof(((struct game_player *)NULL)->team)];
	unsigned rank;

	if (!pairing_name(name, team, sizeof(team)))
		return;
	for (size_t i = 0; i < TEAM_MEMBERS; i++) {
		struct rules_slice member = columns(line, first + 5 * i, first + 5 * i + 3);

		if (pairing_count(member, NUMBER_MAX, &rank))
			memcpy(trf->by_number[rank].player.team, team, sizeof(team));
		else if (member.len == 0)
			break;
	}
}

static void read_team(struct trf *trf, struct rules_slice line)
{
	if (is_record(line, "013"))
		add_team(trf, columns(line, 5, 36), line, 37);
	else if (is_record(line, "310"))
		add_team(trf, columns(line, 9, 40), line, 74);
}

/* What tells of the tournament, and is read over because nobody asks for it here. */
static bool is_known(struct rules_slice line)
{
	static const char *const codes[] = {"012", "022", "032", "042", "052", "062",
					    "072", "082", "092", "102", "112", "122",
					    "132", "142", "222", "013", "310", "###"};

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++)
		if (is_record(line, codes[i]))
			return true;
	return pairing_trim(line).len == 0;
}

static int read_players(struct trf *trf, struct rules_slice text)
{
	struct pairing_lines lines = pairing_lines_of(text);
	struct rules_slice line;
	int r = 0;

	while (r == 0 && pairing_line_next(&lines, &line)) {
		if (is_record(line, "001"))
			r = add_player(trf, line, lines.number);
		else if (trf->list && !is_known(line))
			r = pairing_skip(trf->list, lines.number, "nothing of it is needed");
	}
	lines = pairing_lines_of(text); /* teams may stand before their players */
	while (r == 0 && pairing_line_next(&lines, &line))
		read_team(trf, line);
	return r;
}

static int trf_open(struct trf *trf, struct pairing_list *list, struct rules_slice text)
{
	*trf = (struct trf){.list = list};
	trf->by_number = calloc(NUMBER_MAX + 1, sizeof(*trf->by_number));
	return trf->by_number ? read_players(trf, text) : -ENOMEM;
}

/* --- who met whom --- */

/* The last round in which somebody has an opponent; 0: none. */
static unsigned last_round(const struct trf *trf)
{
	for (unsigned round = trf->rounds; round > 0; round--)
		for (unsigned i = 1; i <= NUMBER_MAX; i++)
			if (trf->by_number[i].line_number > 0 &&
			    met_in(&trf->by_number[i], round).opponent > 0)
				return round;
	return 0;
}

static void count_points(struct trf *trf, unsigned round)
{
	for (unsigned i = 1; i <= NUMBER_MAX; i++) {
		struct competitor *competitor = &trf->by_number[i];

		for (unsigned j = 1; competitor->line_number > 0 && j < round; j++)
			competitor->half_points += half_points_of(met_in(competitor, j).result);
	}
}

static void set_result(struct pairing *pairing, char white, char black)
{
	const char *text = "*";

	if (white == '1' || white == '+' || white == 'W')
		text = "1-0";
	else if (black == '1' || black == '+' || black == 'W')
		text = "0-1";
	else if (white == '=' || white == 'D')
		text = "1/2-1/2";
	else if (white == '0' || white == 'L' || white == '-')
		text = white == '-' && black == '-' ? "0-0" : "0-1";
	memcpy(pairing->result, text, strlen(text) + 1);
	pairing->is_forfeit = white == '+' || white == '-' || black == '+' || black == '-';
}

/* The pairing of somebody who has White; everybody else's line says the same, or is named. */
static int add_pairing(struct trf *trf, unsigned rank, unsigned round, struct pairing_fault *fault)
{
	const struct competitor *white = &trf->by_number[rank], *black;
	struct met met = met_in(white, round), other;
	struct pairing pairing = {.round = round, .line = white->line_number};

	if (met.opponent == 0)
		return pairing_skip(trf->list, white->line_number, "player %u has no opponent",
				    rank);
	black = &trf->by_number[met.opponent];
	if (black->line_number == 0)
		return pairing_skip(trf->list, white->line_number,
				    "player %u meets %u, whom nobody knows", rank, met.opponent);
	other = met_in(black, round);
	if (other.opponent != rank || met.color == other.color ||
	    (met.color != 'w' && met.color != 'b'))
		return pairing_skip(trf->list, white->line_number,
				    "players %u and %u do not say the same of round %u", rank,
				    met.opponent, round);
	if (met.color == 'b')
		return 0; /* told by the other */
	pairing.player[RULES_WHITE] = white->player;
	pairing.player[RULES_BLACK] = black->player;
	set_result(&pairing, met.result, other.result);
	return pairing_add(trf->list, &pairing, fault);
}

/* --- the usual order of boards --- */

struct ranked {
	unsigned high, low; /* half points of the pair */
	unsigned rank;      /* the better one */
	size_t at;
};

static int by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->high != y->high)
		return x->high > y->high ? -1 : 1;
	if (x->low != y->low)
		return x->low > y->low ? -1 : 1;
	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static struct ranked rank_of(const struct trf *trf, size_t at, unsigned white, unsigned black)
{
	unsigned a = trf->by_number[white].half_points, b = trf->by_number[black].half_points;

	return (struct ranked){.high = a > b ? a : b,
			       .low = a > b ? b : a,
			       .rank = white < black ? white : black,
			       .at = at};
}

/* By the higher score of a pair, then the lower, then the better number. */
static int number_boards(const struct trf *trf, unsigned round)
{
	struct pairing_list *list = trf->list;
	struct ranked *order = calloc(list->count + 1, sizeof(*order));
	size_t next = 0;

	if (!order)
		return -ENOMEM;
	for (unsigned i = 1; i <= NUMBER_MAX && next < list->count; i++) {
		const struct competitor *white = &trf->by_number[i];

		if (white->line_number == 0 || list->pairings[next].line != white->line_number)
			continue;
		order[next] = rank_of(trf, next, i, met_in(white, round).opponent);
		next++;
	}
	qsort(order, next, sizeof(*order), by_rank);
	for (size_t i = 0; i < next; i++)
		list->pairings[order[i].at].board = (unsigned)i + 1;
	free(order);
	return 0;
}

static int read_round(struct trf *trf, const struct pairing_source *source,
		      struct pairing_fault *fault)
{
	unsigned last = last_round(trf), round = source->round > 0 ? source->round : last;
	int r = 0;

	if (last == 0)
		return pairing_blame(fault, 0,
				     "it has players and no pairings: give the list of the pairing "
				     "program, and this as its players");
	if (round > last)
		return pairing_blame(fault, 0, "it has no pairings of round %u, only up to %u",
				     round, last);
	count_points(trf, round);
	for (unsigned i = 1; i <= NUMBER_MAX && r == 0; i++)
		if (trf->by_number[i].line_number > 0)
			r = add_pairing(trf, i, round, fault);
	trf->list->is_guessed = true;
	return r < 0 ? r : number_boards(trf, round);
}

int pairing_read_trf(struct pairing_list *list, const struct pairing_source *source,
		     struct pairing_fault *fault)
{
	struct trf trf;
	int r = trf_open(&trf, list, source->text);

	if (r == 0)
		r = read_round(&trf, source, fault);
	free(trf.by_number);
	return r;
}

/* --- the list of a pairing engine --- */

/* "12 7": two numbers, and nothing else. */
static bool read_pair(struct rules_slice line, unsigned *ret_white, unsigned *ret_black)
{
	struct rules_slice first = pairing_trim(line), rest = first;

	while (rest.len > 0 && rest.at[0] != ' ' && rest.at[0] != '\t')
		rest = (struct rules_slice){rest.at + 1, rest.len - 1};
	first.len -= rest.len;
	return pairing_count(first, NUMBER_MAX, ret_white) &&
	       pairing_count(rest, NUMBER_MAX, ret_black);
}

static int add_pair(struct trf *trf, const struct pairing *begun, unsigned white, unsigned black,
		    struct pairing_fault *fault)
{
	struct pairing pairing = *begun;
	unsigned unknown = trf->by_number[white].line_number == 0 ? white : black;

	if (white == 0 || black == 0)
		return pairing_skip(trf->list, begun->line, "player %u has no opponent",
				    white > 0 ? white : black);
	if (trf->by_number[unknown].line_number == 0)
		return pairing_skip(trf->list, begun->line, "no player %u in the TRF", unknown);
	pairing.player[RULES_WHITE] = trf->by_number[white].player;
	pairing.player[RULES_BLACK] = trf->by_number[black].player;
	return pairing_add(trf->list, &pairing, fault);
}

static int read_pairs(struct trf *trf, const struct pairing_source *source,
		      struct pairing_fault *fault)
{
	struct pairing_lines lines = pairing_lines_of(source->text);
	struct pairing pairing = {.round = source->round, .result = "*"};
	struct rules_slice line;
	unsigned promised = 0, white, black;
	bool has_count = false;
	int r = 0;

	while (r == 0 && pairing_line_next(&lines, &line)) {
		if (pairing_trim(line).len == 0)
			continue;
		if (!has_count) {
			has_count = pairing_count(line, NUMBER_MAX, &promised);
			continue;
		}
		if (!read_pair(line, &white, &black))
			return pairing_blame(fault, lines.number, "not two numbers of players");
		pairing.board++;
		pairing.line = lines.number;
		if (pairing.board <= promised)
			r = add_pair(trf, &pairing, white, black, fault);
	}
	if (r == 0 && pairing.board != promised)
		return pairing_blame(fault, 0, "the first line promises %u pairs, there are %u",
				     promised, pairing.board);
	return r;
}

int pairing_read_engine(struct pairing_list *list, const struct pairing_source *source,
			struct pairing_fault *fault)
{
	struct trf trf;
	int r;

	if (source->players.len == 0)
		return pairing_blame(fault, 0,
				     "this list has only numbers: the TRF with the players is "
				     "needed, too");
	r = trf_open(&trf, NULL, source->players);
	trf.list = list;
	if (r == 0)
		r = read_pairs(&trf, source, fault);
	free(trf.by_number);
	return r;
}
