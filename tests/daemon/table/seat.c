/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/table/seat.h"

#include <string.h>

#include "board-protocol/dgt/command.h"
#include "board-protocol/dgt/encode.h"
#include "daemon/table/rerun.h"
#include "rules-core/fen.h"
#include "rules-core/start.h"

#define STEP_MS    300
#define LINES_MAX  4096
#define INPUTS_MAX 8192

static struct {
	struct table table, from, scratch;
	uint64_t now_ms;
	struct board_men board;
	struct board_time clock;
	size_t input_count;
	struct rerun_input inputs[INPUTS_MAX];
	size_t line_count, first_line; /* of those that count */
	char *lines[LINES_MAX];
	struct rules_fault refusal;
} desk;

/* --- the table --- */

static uint64_t keep_line(void *data, const struct table *table, const struct table_news *news)
{
	struct stream_head head = {.seq = desk.line_count + 1,
				   .board = "desk",
				   .table = 1,
				   .event = "test",
				   .round = 1};
	json_t *object = stream_build(&head, table, news);

	(void)data;
	ck_assert_ptr_nonnull(object);
	ck_assert_uint_lt(desk.line_count, LINES_MAX);
	desk.lines[desk.line_count++] = json_dumps(object, JSON_COMPACT);
	json_decref(object);
	return head.seq;
}

static struct rerun_input *new_input(enum rerun_kind kind, const void *bytes, size_t len)
{
	struct rerun_input *input = &desk.inputs[desk.input_count];
	uint8_t *copy = malloc(len + 1);

	ck_assert_uint_lt(desk.input_count, INPUTS_MAX);
	ck_assert_ptr_nonnull(copy);
	if (len > 0)
		memcpy(copy, bytes, len);
	*input = (struct rerun_input){.at_ms = desk.now_ms,
				      .kind = kind,
				      .bytes = copy,
				      .len = len,
				      .game = desk.table.games};
	return input;
}

static bool hand_out(void *data, size_t index, struct rerun_input *ret)
{
	(void)data;
	if (index >= desk.input_count)
		return false;
	*ret = desk.inputs[index];
	return true;
}

static void clear(void)
{
	for (size_t i = 0; i < desk.line_count; i++)
		free(desk.lines[i]);
	for (size_t i = 0; i < desk.input_count; i++)
		free((void *)(uintptr_t)desk.inputs[i].bytes);
	memset(&desk, 0, sizeof(desk));
}

/* --- the board --- */

static void say(const uint8_t *bytes, size_t len)
{
	struct rerun_input *input = new_input(RERUN_BYTES, bytes, len);

	desk.input_count++;
	table_bytes(&desk.table, desk.now_ms, input->bytes, len);
}

static size_t answer(uint8_t command, uint8_t *ret, size_t cap)
{
	switch (command) {
	case DGT_CMD_SEND_VERSION:
		return dgt_encode_version(DGT_MSG_VERSION, (struct board_version){1, 7}, ret, cap);
	case DGT_CMD_SEND_SERIAL: return dgt_encode_text(DGT_MSG_SERIAL, "00042", ret, cap);
	case DGT_CMD_SEND_BOARD: return dgt_encode_board(&desk.board, ret, cap);
	case DGT_CMD_UPDATE_NICE:
	case DGT_CMD_SEND_TIME: return dgt_encode_time(&desk.clock, ret, cap);
	default: return 0;
	}
}

/* The obligation that was told last is the one there is. */
static void expect_must(void)
{
	struct touch_obligation must;
	const struct rules_position *base;
	const char *told = "";
	bool is_bound;

	if (!desk.table.has_game || !law_is_settled(&desk.table.law))
		return;
	touch_must(&desk.table.law.game, &must, &base);
	is_bound = must.law != TOUCH_LAW_FREE && desk.table.law.game.state != TOUCH_ST_ENDED;
	for (size_t i = desk.line_count; i-- > 0 && told[0] == '\0';)
		if (strncmp(desk.lines[i], "{\"event\":\"must\"", 15) == 0)
			told = desk.lines[i];
	ck_assert_msg(is_bound == (told[0] != '\0' && !strstr(told, "\"moves\":null")), "%s", told);
	ck_assert_msg(!is_bound || strstr(told, uci_of(base, must.set.move[0])), "%s", told);
}

static void answer_all(void)
{
	uint8_t asked[BOARD_OUT_MAX], said[256];
	size_t count;

	while ((count = table_take(&desk.table, asked, sizeof(asked))) > 0) {
		for (size_t i = 0; i < count; i++) {
			size_t len = answer(asked[i], said, sizeof(said));

			if (len > 0)
				say(said, len);
		}
	}
	expect_must();
}

static void run_to(uint64_t at_ms)
{
	uint64_t due;

	while ((due = table_deadline(&desk.table)) <= at_ms && due != UINT64_MAX) {
		desk.now_ms = due > desk.now_ms ? due : desk.now_ms;
		table_tick(&desk.table, desk.now_ms);
		answer_all();
	}
	desk.now_ms = at_ms;
	table_tick(&desk.table, at_ms);
}

/* A press that no move explains is judged a while later: before that is looked for. */
static void let_go(void)
{
	while (desk.table.has_game && !law_is_settled(&desk.table.law))
		run_to(desk.now_ms + STEP_MS);
}

static void set_square(const char *square, board_piece piece)
{
	uint8_t bytes[16];
	struct dgt_field field = {(board_square)on(square), piece};

	run_to(desk.now_ms + STEP_MS);
	desk.board.at[field.square] = piece;
	say(bytes, dgt_encode_field(field, bytes, sizeof(bytes)));
	answer_all();
}

void desk_lift(const char *square)
{
	set_square(square, BOARD_EMPTY);
}

void desk_place(const char *square, char piece)
{
	set_square(square, piece);
}

void desk_wait(unsigned seconds)
{
	run_to(desk.now_ms + 1000u * seconds);
}

void desk_unplug(unsigned seconds)
{
	table_close(&desk.table, desk.now_ms);
	run_to(desk.now_ms + 1000u * seconds);
	table_open(&desk.table, desk.now_ms);
	answer_all();
	desk_wait(3);
	answer_all();
}

/* --- the clock --- */

static struct board_side_time *side_of(enum rules_color color)
{
	return &desk.clock.side[color == RULES_WHITE ? BOARD_LEFT : BOARD_RIGHT];
}

static void set_time(struct board_side_time *side, unsigned seconds)
{
	side->hours = (uint8_t)(seconds / 3600);
	side->minutes = (uint8_t)(seconds / 60 % 60);
	side->seconds = (uint8_t)(seconds % 60);
}

static void show_clock(void)
{
	uint8_t bytes[16];

	run_to(desk.now_ms + STEP_MS);
	say(bytes, dgt_encode_time(&desk.clock, bytes, sizeof(bytes)));
	answer_all();
}

void desk_start(void)
{
	enum rules_color color = desk.table.has_game
					 ? (enum rules_color)desk.table.law.game.turn.base.turn
					 : RULES_WHITE;

	desk.clock.running = true;
	desk.clock.to_move = color == RULES_WHITE ? BOARD_LEFT : BOARD_RIGHT;
	show_clock();
}

void desk_stop_clock(void)
{
	desk.clock.running = false;
	show_clock();
}

void desk_press(enum rules_color color)
{
	desk.clock.to_move = color == RULES_WHITE ? BOARD_RIGHT : BOARD_LEFT;
	desk.clock.running = true;
	show_clock();
}

void desk_plug_clock(void)
{
	desk.clock.connected = true;
	show_clock();
}

void desk_clock(unsigned white_s, unsigned black_s)
{
	set_time(side_of(RULES_WHITE), white_s);
	set_time(side_of(RULES_BLACK), black_s);
	show_clock();
}

void desk_flag(enum rules_color color, bool blocks, unsigned goes_on_s)
{
	struct board_side_time *side = side_of(color);

	set_time(side, goes_on_s);
	side->flag_blocked = blocks;
	side->flag_shown = true;
	desk.clock.running &= !blocks;
	show_clock();
}

/* --- the whole --- */

static void set_up(const char *fen)
{
	struct rules_position pos = position(fen ? fen : RULES_START_FEN);

	for (rules_square square = 0; square < 64; square++)
		desk.board.at[square] = pos.at[square] == RULES_NO_PIECE
						? BOARD_EMPTY
						: rules_fen_letter(pos.at[square]);
}

void desk_begin(struct desk_config config)
{
	struct table_config table = {
		.board = {.wiring = BOARD_WIRING_SINGLE},
		.rules = touch_rules_for(config.edition, config.mode, config.unsupervised)};
	table.rules.watches_arrival = config.has_default || config.default_minutes > 0;
	table.rules.default_minutes = (uint16_t)config.default_minutes;

	clear();
	if (config.control)
		ck_assert(touch_control_read(&table.rules.control, rules_slice_of(config.control),
					     NULL));
	if (config.fen) {
		table.has_start = true;
		table.start = position(config.fen);
	}
	set_up(config.fen ? config.fen : config.men);
	desk.clock = (struct board_time){.connected = !config.no_clock, .to_move = BOARD_LEFT};
	if (config.fen && table.start.turn == RULES_BLACK)
		desk.clock.to_move = BOARD_RIGHT;
	set_time(side_of(RULES_WHITE), config.white_s ? config.white_s : 600);
	set_time(side_of(RULES_BLACK), config.black_s ? config.black_s : 600);
	table_init(&desk.table, &table, keep_line, NULL);
	desk.from = desk.table;
	new_input(RERUN_OPENED, NULL, 0);
	desk.input_count++;
	table_open(&desk.table, desk.now_ms);
	answer_all();
	desk_wait(3);
}

/* A half-move is told when no other reading is left. */
static struct rules_position known_position(void)
{
	let_go();
	return *table_position(&desk.table);
}

/* The man goes by the air, after the man it takes. */
static void play_one(const char *uci)
{
	struct rules_position pos = known_position();
	rules_move made = move(&pos, uci);
	char from[3] = {uci[0], uci[1]}, to[3] = {uci[2], uci[3]};
	char piece = rules_fen_letter(pos.at[on(from)]);

	ck_assert(made != RULES_NO_MOVE);
	desk_lift(from);
	if (pos.at[on(to)] != RULES_NO_PIECE)
		desk_lift(to);
	desk_place(to, piece);
	desk_press((enum rules_color)pos.turn);
	(void)known_position();
}

void desk_play(const char *moves)
{
	for (const char *at = moves; *at != '\0';) {
		char uci[6] = "";
		size_t len = strcspn(at, " ");

		ck_assert_uint_lt(len, sizeof(uci));
		memcpy(uci, at, len);
		play_one(uci);
		at += len;
		at += strspn(at, " ");
	}
}

bool desk_answer(const char *words)
{
	struct rerun_input *input;

	run_to(desk.now_ms + STEP_MS);
	input = new_input(RERUN_ANSWER, words, strlen(words));
	desk.input_count++;
	return table_answer(&desk.table, desk.now_ms,
			    (struct rules_slice){(const char *)input->bytes, input->len},
			    &desk.refusal);
}

uint64_t desk_act(const char *action)
{
	struct rerun rerun = {.from = &desk.from, .scratch = &desk.scratch, .input = hand_out};
	struct rerun_input *input;

	run_to(desk.now_ms + STEP_MS);
	input = new_input(RERUN_ACTION, action, strlen(action));
	if (!rerun_act(&desk.table, &rerun, desk.now_ms, rules_slice_of(action), &desk.refusal)) {
		free((void *)(uintptr_t)input->bytes);
		return 0;
	}
	input->seq = desk.table.decided;
	desk.input_count++;
	desk.refusal.why[0] = '\0';
	answer_all();
	return input->seq;
}

const char *desk_refusal(void)
{
	return desk.refusal.why;
}

const struct table *desk_table(void)
{
	let_go();
	return &desk.table;
}

/* --- what was told --- */

static bool is_line(const char *line, const char *event, const char *words)
{
	char head[64];

	snprintf(head, sizeof(head), "{\"event\":\"%s\",", event);
	return strncmp(line, head, strlen(head)) == 0 && strstr(line, words);
}

size_t desk_count(const char *event, const char *words)
{
	size_t count = 0;

	let_go();
	for (size_t i = desk.first_line; i < desk.line_count; i++)
		count += is_line(desk.lines[i], event, words);
	return count;
}

const char *desk_told(const char *event, const char *words)
{
	let_go();
	for (size_t i = desk.line_count; i-- > desk.first_line;)
		if (is_line(desk.lines[i], event, words))
			return desk.lines[i];
	return "";
}

void desk_forget(void)
{
	let_go();
	desk.first_line = desk.line_count;
}
