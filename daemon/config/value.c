/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config/value.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/config/check.h"
#include "daemon/config/units.h"

static bool refuse(struct config_reading *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static bool refuse(struct config_reading *r, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(r->why, sizeof(r->why), format, args);
	va_end(args);
	return false;
}

/* --- numbers, with units and without --- */

/* "from 20ms to 2s" */
static void say_range(struct config_reading *r, const char *value, const char *what,
		      const struct config_unit *units)
{
	const struct config_unit *low = config_unit_for(r->row->low, units);
	const struct config_unit *high = config_unit_for(r->row->high, units);

	if (r->row->low == 0) /* none of any unit is none */
		low = high;
	refuse(r, "'%.80s' is not %s from %" PRIu64 "%s to %" PRIu64 "%s%s%s", value, what,
	       r->row->low / low->worth, low->name, r->row->high / high->worth, high->name,
	       r->row->word ? ", or " : "", r->row->word ? r->row->word : "");
}

static bool in_range(const struct config_row *row, uint64_t value)
{
	return value >= row->low && value <= row->high;
}

static bool is_word(const struct config_row *row, const char *text)
{
	return row->word && strcmp(text, row->word) == 0;
}

static bool read_duration(struct config_reading *r, void *field, const char *text)
{
	uint64_t value = 0;

	if (!is_word(r->row, text)) {
		bool is_none = strcmp(text, "0") == 0; /* needs no unit */

		if ((!is_none && !config_units_read(text, config_times, &value)) ||
		    !in_range(r->row, value)) {
			say_range(r, text, "a time with its unit", config_times);
			return false;
		}
	}
	*(uint64_t *)field = value;
	return true;
}

static void print_duration(const struct config_row *row, const void *field, FILE *to)
{
	uint64_t value = *(const uint64_t *)field;

	if (value == 0 && row->word)
		fputs(row->word, to);
	else
		config_units_print(to, value, config_times);
}

static bool read_size(struct config_reading *r, void *field, const char *text)
{
	uint64_t value;

	if (!config_units_read(text, config_sizes, &value) || !in_range(r->row, value)) {
		say_range(r, text, "a size", config_sizes);
		return false;
	}
	*(uint64_t *)field = value;
	return true;
}

static void print_size(const struct config_row *row, const void *field, FILE *to)
{
	(void)row;
	config_units_print(to, *(const uint64_t *)field, config_sizes);
}

static bool read_number(struct config_reading *r, void *field, const char *text)
{
	static const struct config_unit one[] = {{"", 1}, {0}};
	uint64_t value = CONFIG_AUTO;

	if (!is_word(r->row, text) &&
	    (!config_is_number(text, r->row->high, &value) || !in_range(r->row, value))) {
		say_range(r, text, "a number", one);
		return false;
	}
	*(uint32_t *)field = (uint32_t)value;
	return true;
}

static void print_number(const struct config_row *row, const void *field, FILE *to)
{
	uint32_t value = *(const uint32_t *)field;

	if (value == CONFIG_AUTO && row->word)
		fputs(row->word, to);
	else
		fprintf(to, "%" PRIu32, value);
}

/* --- words --- */

static bool read_bool(struct config_reading *r, void *field, const char *text)
{
	static const char *const words[] = {"no", "yes", "false", "true", "off", "on", "0", "1"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(text, words[i]) == 0) {
			*(bool *)field = i % 2;
			return true;
		}
	}
	return refuse(r, "'%.80s' is neither yes nor no", text);
}

static void print_bool(const struct config_row *row, const void *field, FILE *to)
{
	(void)row;
	fputs(*(const bool *)field ? "yes" : "no", to);
}

/* "'x' is not one of a, b, c" */
static bool refuse_word(struct config_reading *r, const char *text)
{
	char words[200] = "";
	struct rules_text list = rules_text_in(words, sizeof(words));

	for (size_t i = 0; r->row->words[i]; i++) {
		rules_text_string(&list, i > 0 ? ", " : "");
		rules_text_string(&list, r->row->words[i]);
	}
	return refuse(r, "'%.80s' is not one of %s", text, words);
}

/* Which of the words; how many there are if none. */
static unsigned word_of(const struct config_row *row, const char *text)
{
	unsigned i = 0;

	while (row->words[i] && strcmp(row->words[i], text) != 0)
		i++;
	return i;
}

static bool read_choice(struct config_reading *r, void *field, const char *text)
{
	unsigned value = word_of(r->row, text);

	if (!r->row->words[value])
		return refuse_word(r, text);
	*(unsigned *)field = value; /* what gcc and clang make of these enums */
	return true;
}

static void print_choice(const struct config_row *row, const void *field, FILE *to)
{
	fputs(row->words[*(const unsigned *)field], to);
}

/* --- texts --- */

static bool is_good_text(struct config_reading *r, const char *text)
{
	const struct config_row *row = r->row;
	size_t len = strlen(text);
	const char *wanted;

	if (row->high > 0 && len > row->high)
		return refuse(r, "'%.40s...': %zu bytes; at most %" PRIu64 " are allowed", text,
			      len, row->high);
	if (len < row->low && row->type != CONFIG_LIST)
		return refuse(r, "is empty");
	if (row->type == CONFIG_LIST && row->words && !row->words[word_of(row, text)])
		return refuse_word(r, text);
	wanted = row->check && len > 0 ? row->check(text) : NULL;
	return !wanted || refuse(r, "'%.80s' is not %s", text, wanted);
}

static bool keep_text(struct config_reading *r, const char **ret, const char *text, size_t len)
{
	const char *kept = config_keep_text(r->config, text, len);

	if (!kept) {
		r->no_memory = true;
		return false;
	}
	*ret = kept;
	return true;
}

static bool read_text(struct config_reading *r, void *field, const char *text)
{
	const char **to = field;

	if (!is_good_text(r, text))
		return false;
	if (*text != '\0')
		return keep_text(r, to, text, strlen(text));
	*to = NULL;
	return true;
}

static void print_text(const struct config_row *row, const void *field, FILE *to)
{
	const char *const *text = field;

	(void)row;
	if (*text)
		fputs(*text, to);
}

/* --- lists --- */

/* One more place in an array. A full array is copied to one of twice the room. */
static void *grown(struct config *config, const void *array, size_t count, size_t *room,
		   size_t size)
{
	size_t more = *room > 0 ? 2 * *room : 4;
	void *bigger = config_keep(config, more * size);

	if (!bigger)
		return NULL;
	if (count > 0)
		memcpy(bigger, array, count * size);
	*room = more;
	return bigger;
}

bool config_list_add(struct config *config, struct config_list *list, const char *text)
{
	const char *kept = config_keep_text(config, text, strlen(text));

	if (list->count == list->room) {
		const char **items =
			grown(config, list->items, list->count, &list->room, sizeof(*items));

		if (!items)
			return false;
		list->items = items;
	}
	list->items[list->count] = kept;
	list->count += kept != NULL;
	return kept != NULL;
}

#define LIST_BYTES_MAX 250000 /* so that it can be printed as one line */

static bool add_item(struct config_reading *r, struct config_list *list, const char *text)
{
	size_t bytes = strlen(text);

	if (!is_good_text(r, text))
		return false;
	if (strpbrk(text, " \t"))
		return refuse(r, "'%.80s': nothing in a list can hold a blank", text);
	for (size_t i = 0; i < list->count; i++) {
		bytes += strlen(list->items[i]) + 1;
		if (strcmp(list->items[i], text) == 0)
			return refuse(r, "'%.80s' is there twice", text);
	}
	if (list->count == CONFIG_ITEMS_MAX || bytes > LIST_BYTES_MAX)
		return refuse(r, "has more than %d items or %d bytes", CONFIG_ITEMS_MAX,
			      LIST_BYTES_MAX);
	r->no_memory = !config_list_add(r->config, list, text);
	return !r->no_memory;
}

static bool read_list(struct config_reading *r, void *field, const char *text)
{
	struct config_list list = {0};
	char *words, *rest, *word;
	bool good = true;

	if (r->joins)
		list = *(const struct config_list *)field;
	if (r->is_item) {
		good = add_item(r, &list, text);
	} else {
		words = config_keep_text(r->config, text, strlen(text));
		if (!words) {
			r->no_memory = true;
			return false;
		}
		for (word = strtok_r(words, " \t", &rest); word && good;
		     word = strtok_r(NULL, " \t", &rest))
			good = add_item(r, &list, word);
	}
	if (good && list.count < r->row->low)
		return refuse(r, "is empty");
	if (good)
		*(struct config_list *)field = list;
	return good;
}

static void print_list(const struct config_row *row, const void *field, FILE *to)
{
	const struct config_list *list = field;

	(void)row;
	for (size_t i = 0; i < list->count; i++)
		fprintf(to, "%s%s", i > 0 ? " " : "", list->items[i]);
}

/* --- ADDRESS:PORT --- */

static bool read_address(struct config_reading *r, void *field, const char *text)
{
	struct config_address address = {0};
	const char *host = text, *colon = strrchr(text, ':');
	size_t len = colon ? (size_t)(colon - text) : 0;
	uint64_t port;

	if (strcmp(text, "off") != 0) {
		bool is_six = text[0] == '[' && len > 2 && text[len - 1] == ']';

		if (is_six) {
			host++;
			len -= 2;
		}
		if (!colon || !config_is_number(colon + 1, 65535, &port))
			return refuse(r, "'%.80s' is not ADDRESS:PORT, [IPv6]:PORT or off", text);
		if (!keep_text(r, &address.host, host, len))
			return false;
		if (config_check_ip(address.host) || is_six != (strchr(address.host, ':') != NULL))
			return refuse(r, "'%.80s' is not ADDRESS:PORT, [IPv6]:PORT or off", text);
		address.port = (uint16_t)port;
	}
	*(struct config_address *)field = address;
	return true;
}

static void print_address(const struct config_row *row, const void *field, FILE *to)
{
	const struct config_address *address = field;

	(void)row;
	if (!address->host)
		fputs("off", to);
	else
		fprintf(to, strchr(address->host, ':') ? "[%s]:%u" : "%s:%u", address->host,
			(unsigned)address->port);
}

/* --- time control: [MOVES/]TIME[+INCREMENT], one for each stage --- */

#define STAGE_MOVES_MAX 200
#define STAGE_TIME_MAX  (UINT64_C(100) * 3600) /* s */
#define INCREMENT_MAX   (UINT64_C(3600))

static bool read_seconds(const char *text, uint64_t high, uint32_t *ret)
{
	uint64_t ms;

	if (!config_units_read(text, config_times, &ms) || ms % 1000 != 0 || ms / 1000 > high)
		return false;
	*ret = (uint32_t)(ms / 1000);
	return true;
}

static bool read_stage(char *text, struct config_stage *ret)
{
	char *slash = strchr(text, '/'), *plus;
	uint64_t moves = 0;

	*ret = (struct config_stage){0};
	if (slash) {
		*slash = '\0';
		if (!config_is_number(text, STAGE_MOVES_MAX, &moves) || moves == 0)
			return false;
		ret->moves = (uint32_t)moves;
		text = slash + 1;
	}
	plus = strchr(text, '+');
	if (plus) {
		*plus = '\0';
		if (!read_seconds(plus + 1, INCREMENT_MAX, &ret->increment_s))
			return false;
	}
	return read_seconds(text, STAGE_TIME_MAX, &ret->time_s) && ret->time_s > 0;
}

static bool read_time_control(struct config_reading *r, void *field, const char *text)
{
	struct config_time_control control = {0};
	char words[200], *rest, *word = NULL;
	bool good = strlen(text) < sizeof(words);

	if (good && strcmp(text, "none") != 0) {
		memcpy(words, text, strlen(text) + 1);
		word = strtok_r(words, " \t", &rest);
		good = word != NULL;
	}
	for (; word && good; word = strtok_r(NULL, " \t", &rest)) {
		/* A stage for all moves is the last one. */
		good = control.count < CONFIG_STAGES_MAX &&
		       (control.count == 0 || control.stages[control.count - 1].moves > 0) &&
		       read_stage(word, &control.stages[control.count]);
		control.count++;
	}
	if (!good)
		return refuse(r,
			      "'%.80s' is neither none nor up to %d stages such as 90m+30s or "
			      "40/100m+30s 15m+30s",
			      text, CONFIG_STAGES_MAX);
	*(struct config_time_control *)field = control;
	return true;
}

static void print_time_control(const struct config_row *row, const void *field, FILE *to)
{
	const struct config_time_control *control = field;

	(void)row;
	if (control->count == 0)
		fputs("none", to);
	for (size_t i = 0; i < control->count; i++) {
		const struct config_stage *stage = &control->stages[i];

		if (i > 0)
			fputc(' ', to);
		if (stage->moves > 0)
			fprintf(to, "%" PRIu32 "/", stage->moves);
		config_units_print(to, UINT64_C(1000) * stage->time_s, config_times);
		if (stage->increment_s > 0) {
			fputc('+', to);
			config_units_print(to, UINT64_C(1000) * stage->increment_s, config_times);
		}
	}
}

/* --- pairs --- */

/* Where the pair of that name is, or a new place for it; NULL: see r. */
static struct config_pair *place_for(struct config_reading *r, struct config_pairs *pairs)
{
	struct config_pair *list = pairs->list;

	for (size_t i = 0; i < pairs->count; i++)
		if (rules_slice_is(r->name, list[i].name))
			return &list[i];
	if (pairs->count == CONFIG_PAIRS_MAX) {
		refuse(r, "there are more than %d of them", CONFIG_PAIRS_MAX);
		return NULL;
	}
	if (pairs->count == pairs->room) {
		list = grown(r->config, list, pairs->count, &pairs->room, sizeof(*list));
		if (!list) {
			r->no_memory = true;
			return NULL;
		}
		pairs->list = list;
	}
	list[pairs->count] = (struct config_pair){0};
	return &list[pairs->count];
}

static bool read_pair(struct config_reading *r, void *field, const char *text)
{
	struct config_pairs *pairs = field;
	struct config_pair pair = {.origin = r->origin}, *place;
	const char *wanted;

	if (!is_good_text(r, text) || !keep_text(r, &pair.name, r->name.at, r->name.len) ||
	    !keep_text(r, &pair.value, text, strlen(text)))
		return false;
	if (r->name.len > CONFIG_NAME_MAX)
		return refuse(r, "'%.40s...' in the key is longer than %d bytes", pair.name,
			      CONFIG_NAME_MAX);
	wanted = r->row->check_name(pair.name);
	if (wanted)
		return refuse(r, "'%.80s' in the key is not %s", pair.name, wanted);
	place = place_for(r, pairs);
	if (!place)
		return false;
	if (place->name && place->origin.file == pair.origin.file)
		return refuse(r, "given twice, first in line %u", place->origin.line);
	pairs->count += !place->name;
	*place = pair;
	return true;
}

static void print_pairs(const struct config_row *row, const void *field, FILE *to)
{
	(void)row;
	(void)field;
	(void)to;
}

/* --- all types --- */

static const struct {
	bool (*read)(struct config_reading *r, void *field, const char *text);
	void (*print)(const struct config_row *row, const void *field, FILE *to);
} types[] = {
	[CONFIG_BOOL] = {read_bool, print_bool},
	[CONFIG_CHOICE] = {read_choice, print_choice},
	[CONFIG_NUMBER] = {read_number, print_number},
	[CONFIG_DURATION] = {read_duration, print_duration},
	[CONFIG_SIZE] = {read_size, print_size},
	[CONFIG_TEXT] = {read_text, print_text},
	[CONFIG_LIST] = {read_list, print_list},
	[CONFIG_ADDRESS] = {read_address, print_address},
	[CONFIG_TIME_CONTROL] = {read_time_control, print_time_control},
	[CONFIG_PAIRS] = {read_pair, print_pairs},
};

bool config_value_read(struct config_reading *r, const char *text)
{
	return types[r->row->type].read(r, config_field(r->config, r->row), text);
}

void config_value_print(const struct config *config, const struct config_row *row, FILE *to)
{
	types[row->type].print(row, config_field_of(config, row), to);
}
