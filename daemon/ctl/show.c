/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/show.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "daemon/ctl/ctl.h"

/* --- style --- */

bool ctl_show_is_styled(void)
{
	const char *off = getenv("NO_COLOR"), *terminal = getenv("TERM");

	return isatty(STDOUT_FILENO) && !(off && off[0] != '\0') && terminal &&
	       strcmp(terminal, "dumb") != 0;
}

const char *ctl_bold(void)
{
	return ctl_show_is_styled() ? "\033[1m" : "";
}

const char *ctl_dim(void)
{
	return ctl_show_is_styled() ? "\033[2m" : "";
}

const char *ctl_plain(void)
{
	return ctl_show_is_styled() ? "\033[0m" : "";
}

/* --- columns --- */

void ctl_table_begin(struct ctl_table *table, const char *const *names)
{
	*table = (struct ctl_table){0};
	while (names[table->columns])
		table->columns++;
	assert(table->columns <= CTL_COLUMNS_MAX);
	for (size_t i = 0; i < table->columns; i++)
		ctl_table_add(table, names[i]);
}

void ctl_table_add(struct ctl_table *table, const char *cell)
{
	if (table->count == table->room) {
		size_t room = table->room > 0 ? 2 * table->room : 64;
		char **cells = realloc(table->cells, room * sizeof(*cells));

		table->has_failed |= !cells;
		if (!cells)
			return;
		table->cells = cells;
		table->room = room;
	}
	table->cells[table->count] = strdup(cell && cell[0] != '\0' ? cell : "-");
	table->has_failed |= !table->cells[table->count];
	table->count++;
}

/* Characters, not bytes: names are UTF-8. */
static size_t width_of(const char *text)
{
	size_t width = 0;

	for (; *text != '\0'; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

static void print_rows(const struct ctl_table *table)
{
	size_t widths[CTL_COLUMNS_MAX] = {0};

	for (size_t i = 0; i < table->count; i++) {
		size_t width = width_of(table->cells[i]), *widest = &widths[i % table->columns];

		*widest = width > *widest ? width : *widest;
	}
	for (size_t i = 0; i < table->count; i++) {
		size_t column = i % table->columns;
		bool is_last = column + 1 == table->columns;

		if (i == 0)
			fputs(ctl_bold(), stdout);
		fputs(table->cells[i], stdout);
		if (!is_last)
			printf("%*s", (int)(widths[column] + 2 - width_of(table->cells[i])), "");
		if (i + 1 == table->columns)
			fputs(ctl_plain(), stdout);
		if (is_last)
			putchar('\n');
	}
}

void ctl_table_end(struct ctl_table *table)
{
	if (table->has_failed)
		ctl_fail(CTL_BAD_INPUT, "no memory");
	else
		print_rows(table);
	for (size_t i = 0; i < table->count; i++)
		free(table->cells[i]);
	free(table->cells);
}

/* --- values --- */

const char *ctl_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

json_int_t ctl_integer(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

void ctl_clock(const json_t *seconds, char ret[CTL_CLOCK_MAX])
{
	long long s = json_integer_value(seconds);

	if (!json_is_integer(seconds))
		snprintf(ret, CTL_CLOCK_MAX, "-");
	else
		snprintf(ret, CTL_CLOCK_MAX, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
}

void ctl_time(const char *utc, bool with_day, char ret[CTL_TIME_MAX])
{
	struct tm tm = {0};
	const char *end = utc ? strptime(utc, "%Y-%m-%dT%H:%M:%S", &tm) : NULL;
	time_t at;

	snprintf(ret, CTL_TIME_MAX, "-");
	if (!end)
		return;
	at = timegm(&tm);
	localtime_r(&at, &tm);
	strftime(ret, CTL_TIME_MAX, with_day ? "%Y-%m-%d %H:%M:%S" : "%H:%M:%S", &tm);
}

static char letter_of(char english, enum catalogue_language language)
{
	static const char letters[] = "KQRBN";
	static const enum rules_kind kinds[] = {RULES_KING, RULES_QUEEN, RULES_ROOK, RULES_BISHOP,
						RULES_KNIGHT};
	const char *at = english != '\0' ? strchr(letters, english) : NULL;

	return at ? rules_letter(catalogue_letters(language), kinds[at - letters]) : english;
}

void ctl_letters(const char *san, enum catalogue_language language, char ret[CTL_SAN_MAX])
{
	size_t len = 0;

	for (; *san != '\0' && len < CTL_SAN_MAX - 1; san++)
		if (*san != '=') /* Appendix C.11 */
			ret[len++] = *san == 'O' ? '0' : letter_of(*san, language);
	ret[len] = '\0';
}

/* The position after a move tells its number: the game need not have begun at the first. */
void ctl_san(const char *san, const char *fen_after, enum catalogue_language language,
	     char ret[CTL_SAN_MAX])
{
	const char *turn = fen_after ? strchr(fen_after, ' ') : NULL;
	const char *number = turn ? strrchr(turn, ' ') : NULL;
	char letters[CTL_SAN_MAX];
	bool is_white = turn && turn[1] == 'b';
	unsigned long n = number ? strtoul(number, NULL, 10) % 10000 : 0;

	ctl_letters(san, language, letters);
	if (n == 0)
		snprintf(ret, CTL_SAN_MAX, "%.15s", letters);
	else
		snprintf(ret, CTL_SAN_MAX, "%lu%s %.12s", is_white ? n : n - 1,
			 is_white ? "." : "...", letters);
}

/* --- boards --- */

/* A pawn has no letter in the notation, but it has one here. */
static char man_of(char fen, enum catalogue_language language)
{
	char english = (char)toupper((unsigned char)fen);
	char letter = english == 'P' ? (language == CATALOGUE_EN ? 'P' : 'B')
				     : letter_of(english, language);

	return islower((unsigned char)fen) ? (char)tolower((unsigned char)letter) : letter;
}

void ctl_draw(const char *fen, enum catalogue_language language)
{
	int rank = 8;

	printf("  %d ", rank);
	for (; *fen != '\0' && *fen != ' '; fen++) {
		if (*fen == '/') {
			printf("\n  %d ", --rank);
			continue;
		}
		if (isdigit((unsigned char)*fen))
			for (int i = 0; i < *fen - '0'; i++)
				fputs(" .", stdout);
		else
			printf(" %c", man_of(*fen, language));
	}
	puts("\n     a b c d e f g h");
}
