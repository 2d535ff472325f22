/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config/config.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config/check.h"
#include "daemon/config/private.h"

/* --- memory: a chain of blocks, all freed together --- */

struct config_block {
	struct config_block *next;
	max_align_t bytes[];
};

void *config_keep(struct config *config, size_t size)
{
	struct config_block *block = calloc(1, sizeof(*block) + size);

	if (!block)
		return NULL;
	block->next = config->memory;
	config->memory = block;
	return block->bytes;
}

char *config_keep_text(struct config *config, const char *bytes, size_t len)
{
	char *text = config_keep(config, len + 1);

	if (text)
		memcpy(text, bytes, len);
	return text;
}

void config_clear(struct config *config)
{
	struct config_block *block = config->memory;

	while (block) {
		struct config_block *next = block->next;

		free(block);
		block = next;
	}
	*config = (struct config){0};
}

/* --- faults --- */

static bool keep_line(struct config_faults *faults, char *line)
{
	if (faults->count == faults->room) {
		size_t room = faults->room > 0 ? 2 * faults->room : 16;
		char **lines = realloc(faults->lines, room * sizeof(*lines));

		if (!lines)
			return false;
		faults->lines = lines;
		faults->room = room;
	}
	faults->lines[faults->count++] = line;
	return true;
}

void config_fault_add(struct config_draft *draft, struct config_origin origin, const char *section,
		      const char *key, const char *format, ...)
{
	char *line = NULL;
	size_t size;
	FILE *to = open_memstream(&line, &size);
	va_list args;

	draft->has_faults = true;
	if (!to) {
		draft->no_memory = true;
		return;
	}
	fputs(origin.file, to);
	if (origin.line > 0)
		fprintf(to, ":%u", origin.line);
	fputs(": ", to);
	if (section && key && origin.line > 0)
		fprintf(to, "[%s] %.100s: ", section, key);
	va_start(args, format);
	vfprintf(to, format, args);
	va_end(args);
	if (fclose(to) != 0 || !keep_line(draft->faults, line)) {
		draft->no_memory = true;
		free(line);
	}
}

void config_faults_print(const struct config_faults *faults, FILE *to)
{
	for (size_t i = 0; i < faults->count; i++)
		fprintf(to, "%s\n", faults->lines[i]);
}

void config_faults_clear(struct config_faults *faults)
{
	for (size_t i = 0; i < faults->count; i++)
		free(faults->lines[i]);
	free(faults->lines);
	*faults = (struct config_faults){0};
}

/* --- a draft is filled: defaults, files, options --- */

void config_draft_set(struct config_draft *draft, struct config_reading *reading, const char *key,
		      const char *text)
{
	size_t row = (size_t)(reading->row - config_rows);
	struct config_origin *origin = &draft->config.origins[row];

	reading->config = &draft->config;
	if (origin->file && origin->file == reading->origin.file && reading->origin.line > 0 &&
	    reading->row->type != CONFIG_PAIRS) {
		config_fault_add(draft, reading->origin, reading->row->section, key,
				 "given twice, first in line %u", origin->line);
		return;
	}
	if (config_value_read(reading, text)) {
		*origin = reading->origin;
	} else if (reading->no_memory) {
		draft->no_memory = true;
	} else {
		draft->is_bad[row] = true;
		config_fault_add(
			draft, reading->origin, reading->row->section, key, "%s%s", reading->why,
			strstr(text, " #") ? "; a comment behind a value begins with ;" : "");
	}
}

static void set_defaults(struct config_draft *draft)
{
	for (size_t i = 0; i < CONFIG_ROWS; i++) {
		struct config_reading reading = {.row = &config_rows[i]};

		if (config_rows[i].type != CONFIG_PAIRS)
			config_draft_set(draft, &reading, config_rows[i].key,
					 config_rows[i].initial);
		assert(!draft->is_bad[i]);
	}
}

static void set_overrides(struct config_draft *draft, const struct config_source *source)
{
	bool is_given[CONFIG_ROWS] = {false};

	for (size_t i = 0; i < source->override_count; i++) {
		const struct config_override *o = &source->overrides[i];
		struct config_reading reading = {.is_item = true};
		const char *why = config_check_line(o->value);

		reading.row = config_row_find(o->section, o->key, &reading.name);
		assert(reading.row);
		reading.joins = is_given[reading.row - config_rows];
		is_given[reading.row - config_rows] = true;
		reading.origin.file =
			config_keep_text(&draft->config, o->option, strlen(o->option));
		if (!reading.origin.file)
			draft->no_memory = true;
		else if (why)
			config_fault_add(draft, reading.origin, NULL, NULL, "the value %s", why);
		else
			config_draft_set(draft, &reading, o->key, o->value);
	}
}

#define FILE_SIZE_MAX (1 << 20)

/* Reads it whole. False: it is not there, or a fault says why it cannot be read. */
static void read_file(struct config_draft *draft, const char *path, bool may_be_absent)
{
	struct config_origin origin = {.file = path};
	FILE *from = fopen(path, "re");
	char *bytes;
	size_t len;

	if (!from) {
		if (errno != ENOENT || !may_be_absent)
			config_fault_add(draft, origin, NULL, NULL, "cannot be opened: %s",
					 strerror(errno));
		return;
	}
	bytes = malloc(FILE_SIZE_MAX + 1);
	if (!bytes) {
		draft->no_memory = true;
	} else {
		len = fread(bytes, 1, FILE_SIZE_MAX + 1, from);
		if (ferror(from))
			config_fault_add(draft, origin, NULL, NULL, "cannot be read: %s",
					 strerror(errno));
		else if (len > FILE_SIZE_MAX)
			config_fault_add(draft, origin, NULL, NULL, "is longer than %d bytes",
					 FILE_SIZE_MAX);
		else
			config_draft_read(draft, path, bytes, len);
	}
	free(bytes);
	fclose(from);
}

static int is_drop_in(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return entry->d_name[0] != '.' && len > 5 && strcmp(entry->d_name + len - 5, ".conf") == 0;
}

/* By bytes: the order is the same in every language. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* A file of a folder; of the page's own perhaps what it would be. */
static void read_drop_in(struct config_draft *draft, const struct config_source *source,
			 const char *path)
{
	if (source->page_text && strcmp(path, source->page_file) == 0)
		return; /* it comes after the others of its folder */
	read_file(draft, path, false);
}

static void read_folder(struct config_draft *draft, const struct config_source *source,
			const char *folder)
{
	struct dirent **entries;
	char *path;
	int count = scandir(folder, &entries, is_drop_in, by_name);

	if (count < 0 && errno != ENOENT)
		config_fault_add(draft, (struct config_origin){.file = folder}, NULL, NULL,
				 "cannot be read: %s", strerror(errno));
	for (int i = 0; i < count; i++) {
		if (asprintf(&path, "%s/%s", folder, entries[i]->d_name) < 0) {
			draft->no_memory = true;
		} else {
			read_drop_in(draft, source, path);
			free(path);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void read_drop_ins(struct config_draft *draft, const struct config_source *source)
{
	char *folder;

	if (asprintf(&folder, "%s.d", source->file) < 0) {
		draft->no_memory = true;
		return;
	}
	read_folder(draft, source, folder);
	free(folder);
}

static void read_page(struct config_draft *draft, const struct config_source *source)
{
	if (source->page_folder)
		read_folder(draft, source, source->page_folder);
	if (source->page_text)
		config_draft_read(draft, source->page_file, source->page_text,
				  strlen(source->page_text));
}

static int finish(struct config_draft *draft, struct config *ret)
{
	config_draft_agree(draft);
	if (draft->no_memory || draft->has_faults) {
		config_clear(&draft->config);
		return draft->no_memory ? -ENOMEM : -EINVAL;
	}
	*ret = draft->config;
	return 0;
}

int config_load(struct config *ret, const struct config_source *source,
		struct config_faults *faults)
{
	struct config_draft draft = {.faults = faults};

	set_defaults(&draft);
	read_page(&draft, source);
	read_file(&draft, source->file, source->may_be_absent);
	read_drop_ins(&draft, source);
	set_overrides(&draft, source);
	return finish(&draft, ret);
}

int config_load_text(struct config *ret, const char *name, const char *bytes, size_t len,
		     struct config_faults *faults)
{
	struct config_draft draft = {.faults = faults};

	set_defaults(&draft);
	config_draft_read(&draft, name, bytes, len);
	return finish(&draft, ret);
}

/* --- what it says about a board --- */

static const char *value_of(const struct config_pairs *pairs, const char *name)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (strcmp(pairs->list[i].name, name) == 0)
			return pairs->list[i].value;
	return NULL;
}

struct touch_control config_control(const struct config *config)
{
	const struct config_time_control *from = &config->game.time_control;
	struct touch_control control = {.count = (uint8_t)from->count};

	for (size_t i = 0; i < from->count; i++)
		control.period[i] =
			(struct touch_period){.moves = (uint16_t)from->stages[i].moves,
					      .increment_s = (uint16_t)from->stages[i].increment_s,
					      .time_s = from->stages[i].time_s};
	return control;
}

struct touch_rules config_rules(const struct config *config, bool is_bluetooth)
{
	struct touch_rules rules =
		touch_rules_for(config->laws.edition, config->laws.mode, !config->laws.supervised);

	if (config->laws.penalty_minutes != CONFIG_AUTO)
		rules.penalty_minutes = (uint8_t)config->laws.penalty_minutes;
	rules.watches_arrival = config->laws.default_minutes != CONFIG_AUTO;
	if (rules.watches_arrival)
		rules.default_minutes = (uint16_t)config->laws.default_minutes;
	rules.without_guideline_3 = !config->laws.quickplay_finish;
	rules.draw_moves = config->laws.draw_moves == CONFIG_AUTO
				   ? UINT16_MAX
				   : (uint16_t)config->laws.draw_moves;
	rules.only_queens = config->game.promotion == CONFIG_PROMOTION_QUEEN;
	rules.control = config_control(config);
	rules.scan_ms =
		(uint32_t)(is_bluetooth ? config->game.scan_bluetooth_ms : config->game.scan_ms);
	rules.settle_ms = (uint32_t)config->game.settle_ms;
	rules.adjust_ms = (uint32_t)config->game.adjust_ms;
	rules.rest_ms = (uint32_t)config->game.rest_ms;
	rules.knock_ms = (uint32_t)config->game.knock_ms;
	return rules;
}

const char *config_board_id(const struct config *config, const char *serial)
{
	return value_of(&config->boards.ids, serial);
}

unsigned config_table_of(const struct config *config, const char *id)
{
	const char *table = value_of(&config->boards.tables, id);

	return table ? (unsigned)strtoul(table, NULL, 10) : 0;
}

const char *config_lichess_round(const struct config *config, unsigned round)
{
	char name[12];

	snprintf(name, sizeof(name), "%u", round);
	return value_of(&config->lichess.rounds, name);
}

const char *config_player(const struct config *config, unsigned table, bool is_black)
{
	char name[12];

	snprintf(name, sizeof(name), "%u", table);
	return value_of(is_black ? &config->players.black : &config->players.white, name);
}
