/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/broadcast/story.h"

#include <stdio.h>
#include <string.h>

#include "rules-core/movegen.h"
#include "rules-core/uci.h"
#include "tests/support/games.h"

struct story story_begin(void)
{
	return (struct story){
		.reports = json_array(), .board = "b1", .game = "ev-r2-b1-1", .table = 1};
}

void story_end(struct story *s)
{
	json_decref(s->reports);
}

static json_t *parse(const char *text)
{
	static char json[4096];
	json_error_t error;
	json_t *object;

	ck_assert_uint_lt(strlen(text), sizeof(json));
	strcpy(json, text);
	for (char *c = json; *c != '\0'; c++)
		*c = *c == '\'' ? '"' : *c;
	object = json_loads(json, 0, &error);
	ck_assert_msg(object, "%s: %s", text, error.text);
	return object;
}

json_t *story_tell(struct story *s, const char *event, const char *more)
{
	json_t *rest = parse(more), *report;
	uint64_t second = s->ms / 1000;
	char time[64];

	snprintf(time, sizeof(time), "2026-01-31T%02u:%02u:%02u.%03uZ",
		 (unsigned)(12 + second / 3600), (unsigned)(second / 60 % 60),
		 (unsigned)(second % 60), (unsigned)(s->ms % 1000));
	report =
		json_pack("{s:s,s:I,s:s,s:i,s:s?,s:s}", "event", event, "seq", (json_int_t)++s->seq,
			  "board", s->board, "table", s->table, "game", s->game, "time", time);
	ck_assert(report);
	json_object_update(report, rest);
	json_decref(rest);
	json_array_append_new(s->reports, report);
	s->ms += 1000;
	return report;
}

static void tell_game(struct story *s, const char *state, const struct rules_position *pos)
{
	char more[400];

	snprintf(more, sizeof(more),
		 "{'state':'%s','fen':'%s','white':{'name':'Berg, Ane','title':'WFM','elo':2051,"
		 "'fide':1400001},'black':'Lund, Jörg Peter','laws':'2023','mode':'standard',"
		 "'supervised':true,'penalty_minutes':2}",
		 state, fen_of(pos));
	story_tell(s, "game", more);
}

void story_ready(struct story *s)
{
	struct rules_position pos = position(RULES_START_FEN);

	tell_game(s, "ready", &pos);
}

void story_move(struct story *s, int ply, const char *uci)
{
	char more[200];

	snprintf(more, sizeof(more),
		 "{'ply':%d,'uci':'%s','clock':{'white':%d,'black':%d},'certainty':'observed',"
		 "'legal':true}",
		 ply, uci, 5400 - ply, 5300 - ply);
	story_tell(s, "move", more);
	snprintf(more, sizeof(more), "{'ply':%d,'clock':{'white':%d,'black':%d}}", ply, 5430 - ply,
		 5330 - ply);
	story_tell(s, "completed", more);
}

void story_play(struct story *s, const char *moves)
{
	char uci[8];
	int used;

	for (int ply = 1; sscanf(moves, " %7s%n", uci, &used) == 1; ply++, moves += used)
		story_move(s, ply, uci);
}

/* --- random games --- */

struct play {
	struct story *story;
	struct random random;
	struct game game;
	struct rules_position pos[GAME_PLIES_MAX + 1];
	char uci[GAME_PLIES_MAX][RULES_UCI_MAX];
};

static bool chance(struct play *p, unsigned one_in)
{
	return random_below(&p->random, one_in) == 0;
}

static void tell_hands(struct play *p, size_t ply)
{
	char more[200];
	const char *uci = p->uci[ply];

	snprintf(more, sizeof(more), "{'square':'%.2s','piece':null}", uci);
	story_tell(p->story, "sensed", more);
	snprintf(more, sizeof(more),
		 "{'color':'%s','square':'%.2s','piece':'P','certainty':'presumed'}",
		 ply % 2 ? "black" : "white", uci);
	story_tell(p->story, "touch", more);
	snprintf(more, sizeof(more), "{'moves':['%s'],'article':'4.3.1'}", uci);
	story_tell(p->story, "must", more);
	snprintf(more, sizeof(more), "{'white':%u,'black':%u,'running':'white','state':'running'}",
		 5400 - (unsigned)ply, 5300 - (unsigned)ply);
	story_tell(p->story, "clock", more);
}

static void tell_ply(struct play *p, size_t ply, const char *uci, const char *event)
{
	struct rules_position after = p->pos[ply];
	char more[300];

	rules_apply(&after, rules_uci_read(&p->pos[ply], rules_slice_of(uci)), NULL);
	snprintf(more, sizeof(more),
		 "{'ply':%zu,'uci':'%s','fen':'%s','was':null,'why':'','certainty':'%s'}", ply + 1,
		 uci, fen_of(&after), chance(p, 8) ? "inferred" : "observed");
	story_tell(p->story, event, more);
}

/* Another legal move is read first, and then the right one. */
static void misread(struct play *p, size_t ply)
{
	struct rules_moves moves;

	rules_legal_moves(&p->pos[ply], &moves);
	tell_ply(p, ply, uci_of(&p->pos[ply], moves.move[random_below(&p->random, moves.count)]),
		 "move");
	tell_ply(p, ply, p->uci[ply], "revised");
}

static void tell_turn(struct play *p, size_t ply)
{
	char more[100];

	tell_hands(p, ply);
	if (chance(p, 10))
		misread(p, ply);
	else
		tell_ply(p, ply, p->uci[ply], "move");
	snprintf(more, sizeof(more), "{'ply':%zu,'clock':{'white':%zu,'black':%zu}}", ply + 1,
		 5430 - ply, 5330 - ply);
	if (!chance(p, 6))
		story_tell(p->story, "completed", more);
	if (chance(p, 15))
		story_tell(p->story, "decision", "{'action':'note seen','by':'Ida','undoes':null}");
}

/* Some plies are taken back and played again. Returns the ply to go on with. */
static size_t take_back(struct play *p, size_t ply)
{
	size_t back = 1 + random_below(&p->random, ply < 4 ? ply : 4);
	char more[200];

	snprintf(more, sizeof(more), "{'ply':%zu,'was':null,'san':null,'uci':null,'fen':'%s'}",
		 ply - back + 1, fen_of(&p->pos[ply - back]));
	story_tell(p->story, "revised", more);
	return ply - back;
}

static void lay_out(struct play *p)
{
	p->pos[0] = p->game.start;
	for (size_t i = 0; i < p->game.plies; i++) {
		strcpy(p->uci[i], uci_of(&p->pos[i], p->game.moves[i]));
		p->pos[i + 1] = p->pos[i];
		rules_apply(&p->pos[i + 1], p->game.moves[i], NULL);
	}
}

void story_random(struct story *s, uint64_t seed, bool chess960)
{
	static struct play p;
	char more[100];

	p = (struct play){.story = s, .random = {.state = seed}};
	random_game(&p.random, chess960, &p.game);
	lay_out(&p);
	tell_game(s, "ready", &p.pos[0]);
	story_tell(s, "clock", "{'white':5400,'black':5400,'running':null,'state':'stopped'}");
	for (size_t ply = 0; ply < p.game.plies; ply++) {
		if (ply == 0)
			tell_game(s, "started", &p.pos[0]);
		tell_turn(&p, ply);
		if (chance(&p, 40))
			ply = take_back(&p, ply + 1) - 1;
	}
	snprintf(more, sizeof(more), "{'result':'%s','reason':'resignation','by':'arbiter'}",
		 p.game.result == RULES_UNDECIDED ? "1-0" : rules_result_text(p.game.result));
	story_tell(s, "result", more);
	tell_game(s, "ended", &p.pos[p.game.plies]);
}
