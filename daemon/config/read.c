/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ini.h>
#include <string.h>

#include "daemon/config/check.h"
#include "daemon/config/private.h"

/*
 * One file, by inih. inih alone cuts long lines in two, takes an indented line
 * for more of the value before it, passes over what stands behind a ], reports
 * only the first line it does not understand and knows no line numbers. So it
 * gets its lines from here, one by one: each is checked first, bare of blanks
 * around it, and one that is refused reaches inih as an empty line.
 */

enum line_kind { LINE_NOTHING, LINE_SECTION, LINE_KEY };

struct reader {
	struct config_draft *draft;
	const char *rest;
	size_t left;
	struct config_origin at; /* the line that inih has now */
	enum line_kind kind;
	bool was_taken;      /* inih made a key and a value of it */
	bool has_section;    /* a section was named above this line */
	bool section_is_bad; /* the section is unknown: its keys are passed over */
};

#define LINE_MAX_BYTES (256 << 10) /* a list as long as there can be, and its key */

static void fault_here(struct reader *r, const char *why)
{
	config_fault_add(r->draft, r->at, NULL, NULL, "%s", why);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static struct rules_slice trimmed(struct rules_slice line)
{
	while (line.len > 0 && is_blank(line.at[0])) {
		line.at++;
		line.len--;
	}
	while (line.len > 0 && is_blank(line.at[line.len - 1]))
		line.len--;
	return line;
}

static struct rules_slice take_line(struct reader *r)
{
	const char *end = memchr(r->rest, '\n', r->left);
	struct rules_slice line = {r->rest, end ? (size_t)(end - r->rest) : r->left};
	size_t taken = line.len + (end != NULL);

	r->rest += taken;
	r->left -= taken;
	r->at.line++;
	if (r->at.line == 1 && line.len >= 3 && memcmp(line.at, "\xef\xbb\xbf", 3) == 0) {
		line.at += 3; /* the mark some editors put before UTF-8 */
		line.len -= 3;
	}
	return trimmed(line);
}

static void open_section(struct reader *r, struct rules_slice line)
{
	const char *end = memchr(line.at, ']', line.len);
	size_t len = end ? (size_t)(end - line.at) - 1 : 0;
	struct rules_slice behind = {0};
	char name[40];

	r->kind = LINE_SECTION;
	r->has_section = true;
	r->section_is_bad = true;
	if (end)
		behind = trimmed((struct rules_slice){end + 1, line.len - len - 2});
	if (!end || (behind.len > 0 && behind.at[0] != ';')) {
		fault_here(r, "a line for a section is [NAME], and a comment begins with ;");
		return;
	}
	if (len >= sizeof(name))
		len = sizeof(name) - 1;
	memcpy(name, line.at + 1, len);
	name[len] = '\0';
	if (!config_is_section(name))
		config_fault_add(r->draft, r->at, NULL, NULL,
				 "[%s]: unknown section; did you mean [%s]?", name,
				 config_nearest_section(name)->section);
	else
		r->section_is_bad = false;
}

/* False: inih does not see this line. */
static bool look_at(struct reader *r, struct rules_slice line, size_t room)
{
	const char *why = line.len < room ? config_check_text(line) : "is too long";
	const char *colon = memchr(line.at, ':', line.len);
	const char *equals = memchr(line.at, '=', line.len);

	r->kind = LINE_NOTHING;
	r->was_taken = false;
	if (line.len == 0 || line.at[0] == ';' || line.at[0] == '#')
		return false;
	if (why) {
		config_fault_add(r->draft, r->at, NULL, NULL, "the line %s", why);
	} else if (line.at[0] == '[') {
		open_section(r, line);
		return !r->section_is_bad;
	} else if (colon && (!equals || colon < equals)) {
		fault_here(r, "KEY = VALUE is wanted, with = and not :");
	} else {
		r->kind = LINE_KEY;
		return true;
	}
	return false;
}

static void close_line(struct reader *r)
{
	if (r->kind == LINE_KEY && !r->was_taken)
		fault_here(r, "neither [SECTION] nor KEY = VALUE");
	r->kind = LINE_NOTHING;
}

/* For inih, in the place of fgets(). */
static char *next_line(char *ret, int room, void *data)
{
	struct reader *r = data;
	struct rules_slice line;

	close_line(r);
	if (r->left == 0)
		return NULL;
	line = take_line(r);
	/* A full buffer would be half a line to inih. */
	if (!look_at(r, line, (size_t)room - 1))
		line.len = 0;
	memcpy(ret, line.at, line.len);
	ret[line.len] = '\0';
	return ret;
}

/* The section that has this very key, or NULL. */
static const char *home_of(const char *key)
{
	for (size_t i = 0; i < CONFIG_ROWS; i++)
		if (strcmp(config_rows[i].key, key) == 0)
			return config_rows[i].section;
	return NULL;
}

static void refuse_key(struct reader *r, const char *section, const char *key)
{
	const struct config_row *nearest = config_nearest_key(section, key);
	const char *home = home_of(key);
	char meant[64];
	struct rules_text text = rules_text_in(meant, sizeof(meant));

	config_key_write(nearest, nearest->star, &text);
	if (home)
		config_fault_add(r->draft, r->at, section, key,
				 "unknown key; did you mean that of [%s]?", home);
	else
		config_fault_add(r->draft, r->at, section, key, "unknown key; did you mean %s?",
				 meant);
}

/* From inih: a key and its value. */
static int take_key(void *data, const char *section, const char *key, const char *value)
{
	struct reader *r = data;
	struct config_reading reading = {.origin = r->at};

	r->was_taken = true;
	if (r->section_is_bad)
		return 1;
	if (!r->has_section) {
		config_fault_add(r->draft, r->at, NULL, NULL,
				 "%s stands before the first [SECTION]", key);
		return 1;
	}
	reading.row = config_row_find(section, key, &reading.name);
	if (reading.row)
		config_draft_set(r->draft, &reading, key, value);
	else
		refuse_key(r, section, key);
	return 1;
}

void config_draft_read(struct config_draft *draft, const char *name, const char *bytes, size_t len)
{
	struct reader r = {.draft = draft, .rest = bytes, .left = len};

	struct config_list *files = &draft->config.files;

	if (!config_list_add(&draft->config, files, name)) {
		draft->no_memory = true;
		return;
	}
	r.at.file = files->items[files->count - 1];
#ifdef BOARDD_INIH_HAS_SETTINGS
	/* Debian's inih; where it has none, a line ends after 198 bytes. */
	ini_use_stack = false;
	ini_initial_alloc = ini_max_line = (int)(len < LINE_MAX_BYTES ? len : LINE_MAX_BYTES) + 3;
#endif
	/* Lines that inih could not read have been reported by our own look at the file. */
	if (ini_parse_stream(next_line, &r, take_key, &r) == -2)
		draft->no_memory = true;
}
