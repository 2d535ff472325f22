/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_truth.h"

#include "rules-core/fen.h"
#include "rules-core/san.h"
#include "rules-core/uci.h"
#include "simulator/hands/sim_violation.h"

void sim_truth_string(struct rules_text *out, struct rules_slice string)
{
	rules_text_char(out, '"');
	for (size_t i = 0; i < string.len; i++) {
		char c = string.at[i];

		if (c == '"' || c == '\\')
			rules_text_char(out, '\\');
		if (c >= ' ' && c < 0x7f)
			rules_text_char(out, c);
	}
	rules_text_char(out, '"');
}

static void add_name(struct rules_text *out, const char *name)
{
	rules_text_string(out, ",\"");
	rules_text_string(out, name);
	rules_text_string(out, "\":");
}

static void add_string(struct rules_text *out, const char *name, const char *string)
{
	add_name(out, name);
	sim_truth_string(out, rules_slice_of(string));
}

static void add_number(struct rules_text *out, const char *name, unsigned long number)
{
	add_name(out, name);
	rules_text_number(out, number);
}

static void add_color(struct rules_text *out, enum rules_color color)
{
	add_string(out, "color", color == RULES_WHITE ? "white" : "black");
}

static void add_square(struct rules_text *out, rules_square square, rules_piece piece)
{
	const char letter[] = {rules_fen_letter(piece), '\0'};

	add_name(out, "square");
	rules_text_char(out, '"');
	rules_text_square(out, square);
	rules_text_char(out, '"');
	if (piece != RULES_NO_PIECE)
		add_string(out, "piece", letter);
}

static void add_fen(struct rules_text *out, const struct rules_position *pos)
{
	add_name(out, "fen");
	rules_text_char(out, '"');
	rules_fen_write(out, pos, RULES_FEN_PLAIN);
	rules_text_char(out, '"');
}

static void add_move(struct rules_text *out, const struct sim_truth *truth)
{
	struct rules_position after = truth->pos;

	add_number(out, "ply", truth->act.ply);
	add_color(out, truth->act.color);
	if (truth->act.move == RULES_NO_MOVE) { /* an illegal one */
		rules_text_string(out, ",\"uci\":null,\"san\":null");
		return;
	}
	add_name(out, "uci");
	rules_text_char(out, '"');
	rules_uci_write(out, &truth->pos, truth->act.move);
	rules_text_char(out, '"');
	add_name(out, "san");
	rules_text_char(out, '"');
	rules_san_write(out, &truth->pos, truth->act.move, RULES_EN, RULES_SAN_PGN);
	rules_text_char(out, '"');
	rules_apply(&after, truth->act.move, NULL);
	add_fen(out, &after);
	add_string(out, "manner", sim_manner_name(truth->act.manner));
}

static void add_violation(struct rules_text *out, const struct sim_act *act)
{
	static const char *const editions[SIM_EDITIONS] = {"2001", "2009", "2023"};
	const struct sim_violation_truth *law = sim_violation_truth(act->violation);

	add_number(out, "ply", act->ply);
	add_color(out, act->color);
	add_string(out, "name", law->name);
	add_string(out, "kind", law->kind);
	add_name(out, "article");
	for (int i = 0; i < SIM_EDITIONS; i++) {
		rules_text_char(out, i == 0 ? '{' : ',');
		sim_truth_string(out, rules_slice_of(editions[i]));
		rules_text_char(out, ':');
		sim_truth_string(out, rules_slice_of(law->article[i]));
	}
	rules_text_char(out, '}');
}

static void add_truth(struct rules_text *out, const char *what)
{
	add_string(out, "truth", what);
}

static void add_act(struct rules_text *out, const struct sim_truth *truth)
{
	const struct sim_act *act = &truth->act;

	switch (act->type) {
	case SIM_ACT_LIFT:
	case SIM_ACT_PLACE:
		add_truth(out, act->type == SIM_ACT_LIFT ? "lift" : "place");
		add_square(out, act->square, act->piece);
		break;
	case SIM_ACT_PRESS:
		add_truth(out, "press");
		add_color(out, act->color);
		break;
	case SIM_ACT_SET_CLOCK: add_truth(out, "clock set"); break;
	case SIM_ACT_START_CLOCK: add_truth(out, "clock started"); break;
	case SIM_ACT_STOP_CLOCK: add_truth(out, "clock stopped"); break;
	case SIM_ACT_SAY:
		add_truth(out, "said");
		add_name(out, "words");
		sim_truth_string(out, act->text);
		break;
	case SIM_ACT_FAULT:
		add_truth(out, "fault");
		add_string(out, "fault", sim_fault_name(act->fault));
		break;
	case SIM_ACT_READY:
		add_truth(out, "ready");
		add_fen(out, &truth->pos);
		break;
	case SIM_ACT_MADE:
		add_truth(out, "made");
		add_move(out, truth);
		break;
	case SIM_ACT_VIOLATION:
		add_truth(out, "violation");
		add_violation(out, act);
		break;
	case SIM_ACT_RESULT:
		add_truth(out, "result");
		add_string(out, "result", rules_result_text(act->result));
		break;
	}
}

static void add_lights(struct rules_text *out, uint64_t squares)
{
	bool is_first = true;

	add_truth(out, "lights");
	add_name(out, "squares");
	rules_text_char(out, '"');
	for (rules_square square = 0; square < 64; square++) {
		if ((squares >> square & 1) == 0)
			continue;
		if (!is_first)
			rules_text_char(out, ' ');
		is_first = false;
		rules_text_square(out, square);
	}
	rules_text_char(out, '"');
}

void sim_truth_write(struct rules_text *out, unsigned board, const struct sim_truth *truth)
{
	rules_text_string(out, "{\"t\":");
	rules_text_number(out, (unsigned long)truth->at_ms);
	add_number(out, "board", board);
	if (truth->is_fault) {
		add_truth(out, truth->fault.is_over ? "fault over" : "fault");
		add_string(out, "fault", sim_fault_name(truth->fault.kind));
	} else if (truth->is_lights) {
		add_lights(out, truth->lights);
	} else {
		add_act(out, truth);
	}
	rules_text_char(out, '}');
}
