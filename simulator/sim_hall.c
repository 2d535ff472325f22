/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulator/sim_hall.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "simulator/board/sim_random.h"

#define RANDOM_PLIES  160
#define BUS_ADDRESSES 16383 /* of fourteen bits; 0 is everybody */

/* --- files --- */

static bool read_file(struct sim_hall *hall, const char *name)
{
	FILE *file = strcmp(name, "-") == 0 ? stdin : fopen(name, "re");
	size_t room = 0;

	if (!file) {
		sim_complain("%s: %s", name, strerror(errno));
		return false;
	}
	for (;;) {
		size_t got;

		if (hall->text_len == room) {
			char *more = realloc(hall->text, room = room ? 2 * room : 65536);

			if (!more)
				break;
			hall->text = more;
		}
		got = fread(hall->text + hall->text_len, 1, room - hall->text_len, file);
		hall->text_len += got;
		if (got == 0)
			break;
	}
	if (ferror(file) || !feof(file)) {
		sim_complain("%s: %s", name, strerror(errno));
		return false;
	}
	if (file != stdin)
		fclose(file);
	return true;
}

static struct rules_slice text_of(const struct sim_hall *hall)
{
	return (struct rules_slice){hall->text, hall->text_len};
}

/* Every game is read once before the first one is played. */
static bool check_games(struct sim_hall *hall, size_t *ret_count)
{
	struct rules_pgn_reader *reader = &hall->seats[0].reader;
	struct rules_pgn_item item;
	struct sim_game game;

	rules_pgn_open(reader, text_of(hall), hall->options->language);
	for (*ret_count = 0; sim_game_read(reader, &game, &item); ++*ret_count)
		;
	if (item.kind == RULES_PGN_FAULT)
		sim_complain("%s:%zu: game %zu: %s", hall->options->file, item.line, reader->game,
			     item.why);
	else if (*ret_count == 0)
		sim_complain("%s: there is no game in it", hall->options->file);
	return item.kind != RULES_PGN_FAULT && *ret_count > 0;
}

static bool open_games(struct sim_hall *hall)
{
	struct rules_pgn_item item;
	struct sim_game game;
	size_t count;

	if (!read_file(hall, hall->options->file) || !check_games(hall, &count))
		return false;
	for (size_t i = 0; i < hall->count; i++) {
		rules_pgn_open(&hall->seats[i].reader, text_of(hall), hall->options->language);
		for (size_t skip = i % count; skip > 0; skip--)
			sim_game_read(&hall->seats[i].reader, &game, &item);
	}
	return true;
}

static bool open_script(struct sim_hall *hall)
{
	struct sim_script_fault fault;

	if (!read_file(hall, hall->options->file))
		return false;
	if (sim_script_open(&hall->script, text_of(hall), &fault))
		return true;
	sim_complain("%s:%zu:%zu: %s", hall->options->file, fault.line, fault.column, fault.why);
	return false;
}

/* --- tables --- */

/* What a script says is what the sensors see, unless a scan is asked for. */
static void set_scan(const struct sim_options *o, struct sim_table_config *config)
{
	if (o->source == SIM_SOURCE_SCRIPT && !o->has_scan) {
		config->board.scan_ms = 0;
		config->board.poll_ms = 0;
	}
	if (o->has_scan)
		config->board.scan_ms = o->scan_ms;
	if (config->board.scan_ms + 10 > config->hands.seen_ms)
		config->hands.seen_ms = config->board.scan_ms + 10;
}

/* A number of five digits, the same behind those of a board with a long one, and on a bus. */
static void number_board(const struct sim_options *o, size_t number, struct sim_board_config *ret)
{
	unsigned serial = (unsigned)(o->serial + number) % 100000;
	char *end = ret->long_serial + sizeof(ret->long_serial) - sizeof(ret->serial);

	snprintf(ret->serial, sizeof(ret->serial), "%05u", serial);
	if (ret->long_serial[0])
		memcpy(end, ret->serial, sizeof(ret->serial));
	ret->address = (uint16_t)(1 + (serial + BUS_ADDRESSES - 1) % BUS_ADDRESSES);
	ret->has_remote_clock = o->has_remote_clock;
}

static struct sim_table_config configure(const struct sim_options *o, size_t number)
{
	uint64_t seed = o->seed * 10007 + number;
	struct sim_table_config config = sim_table_usual(seed);

	config.board = o->is_bluetooth ? sim_board_bluetooth(seed) : sim_board_of(o->make, seed);
	number_board(o, number, &config.board);
	if (o->kind)
		sim_hands_become(&config.hands, o->kind);
	if (o->has_think || !o->kind)
		config.hands.think_ms = o->think_ms;
	config.has_no_clock = o->kind && o->kind->has_no_clock;
	config.hands.time_ms = o->time_ms;
	config.hands.increment_ms = o->increment_ms;
	if (o->is_careful)
		config.hands.habits = sim_habits_careful();
	memcpy(config.hands.violation, o->violations, sizeof(config.hands.violation));
	config.faults = o->faults;
	config.is_rotated = o->is_rotated;
	config.is_self_powered = !o->is_usb;
	config.is_patient = true;
	set_scan(o, &config);
	return config;
}

static bool next_game(struct sim_hall *hall, struct sim_seat *seat, struct sim_game *ret)
{
	const struct sim_options *o = hall->options;
	struct rules_pgn_item item;

	if (o->games > 0 && seat->games == o->games)
		return false;
	seat->games++;
	if (o->source == SIM_SOURCE_PGN)
		return sim_game_read(&seat->reader, ret, &item);
	if (o->kind && o->kind->is_sharp)
		sim_game_sharp(&seat->random, RANDOM_PLIES, ret);
	else
		sim_game_random(&seat->random, RANDOM_PLIES, ret);
	return true;
}

/* A table that is done with its game gets the next one. */
static void serve(struct sim_hall *hall, struct sim_seat *seat)
{
	struct sim_game game;

	if (hall->options->source == SIM_SOURCE_SCRIPT || seat->is_out ||
	    !sim_table_is_over(&seat->table))
		return;
	if (next_game(hall, seat, &game))
		sim_table_give_game(&seat->table, &game);
	else
		seat->is_out = true;
}

static void sit_down(struct sim_hall *hall, size_t number)
{
	struct sim_seat *seat = &hall->seats[number];

	sim_table_init(&seat->table, configure(hall->options, number));
	seat->random = sim_random_of(hall->options->seed, 100 + number);
	if (hall->options->source == SIM_SOURCE_SCRIPT)
		sim_table_give_script(&seat->table, &hall->script);
	else
		serve(hall, seat);
}

static bool open_truth(struct sim_hall *hall)
{
	const char *name = hall->options->truth;

	if (!name)
		return true;
	hall->truth = strcmp(name, "-") == 0 ? stdout : fopen(name, "we");
	if (hall->truth && hall->options->capture == NULL)
		setvbuf(hall->truth, NULL, _IOLBF, 0); /* it is read while they play */
	if (!hall->truth)
		sim_complain("%s: %s", name, strerror(errno));
	return hall->truth != NULL;
}

bool sim_hall_open(struct sim_hall *hall, const struct sim_options *options)
{
	*hall = (struct sim_hall){.options = options, .count = options->boards};
	hall->seats = calloc(hall->count, sizeof(*hall->seats));
	if (!hall->seats) {
		sim_complain("no memory for %zu boards", hall->count);
		return false;
	}
	if ((options->source == SIM_SOURCE_PGN && !open_games(hall)) ||
	    (options->source == SIM_SOURCE_SCRIPT && !open_script(hall)) || !open_truth(hall))
		return false;
	for (size_t i = 0; i < hall->count; i++)
		sit_down(hall, i);
	return true;
}

bool sim_hall_close(struct sim_hall *hall)
{
	bool is_good = true;

	if (hall->truth) {
		is_good = fflush(hall->truth) == 0 && !ferror(hall->truth);
		if (!is_good)
			sim_complain("%s: cannot write: %s", hall->options->truth, strerror(errno));
		if (hall->truth != stdout)
			fclose(hall->truth);
	}
	free(hall->seats);
	free(hall->text);
	return is_good;
}

bool sim_hall_step(struct sim_hall *hall, size_t table, uint64_t at_ms, struct sim_truth *ret_truth)
{
	struct sim_seat *seat = &hall->seats[table];
	char line[SIM_TRUTH_MAX];
	struct rules_text text = rules_text_in(line, sizeof(line));

	if (!sim_table_step(&seat->table, at_ms, ret_truth))
		return false;
	serve(hall, seat);
	if (hall->truth) {
		sim_truth_write(&text, (unsigned)table + 1, ret_truth);
		fprintf(hall->truth, "%s\n", line);
	}
	return true;
}

bool sim_hall_is_over(struct sim_hall *hall)
{
	for (size_t i = 0; i < hall->count; i++)
		if (!sim_table_is_over(&hall->seats[i].table))
			return false;
	return true;
}
