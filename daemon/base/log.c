/* SPDX-License-Identifier: GPL-3.0-or-later */
#define SD_JOURNAL_SUPPRESS_LOCATION /* all lines are written by this file */

#include "daemon/base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <syslog.h>
#include <systemd/sd-journal.h>
#include <time.h>
#include <unistd.h>

#define LINE_MAX_BYTES 1024
#define SHOWN_BYTES    64
#define SELDOM_MS      60000

static bool is_journal, is_verbose;

static struct {
	pthread_mutex_t lock;
	size_t count;
	struct log_sentence list[LOG_SENTENCES_MAX];
} said = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Formats are literals, each in its place: to compare the places is enough. */
static void remember(enum log_level level, const char *format)
{
	struct log_sentence *at = said.list;

	pthread_mutex_lock(&said.lock);
	while (at < said.list + said.count && at->format != format)
		at++;
	if (at == said.list + said.count && said.count < LOG_SENTENCES_MAX) {
		*at = (struct log_sentence){.format = format, .level = level};
		said.count++;
	}
	if (at < said.list + said.count) {
		at->count++;
		at->last_s = time(NULL);
	}
	pthread_mutex_unlock(&said.lock);
}

size_t log_sentences(struct log_sentence ret[LOG_SENTENCES_MAX])
{
	size_t count;

	pthread_mutex_lock(&said.lock);
	count = said.count;
	memcpy(ret, said.list, count * sizeof(*ret));
	pthread_mutex_unlock(&said.lock);
	return count;
}

/* systemd names the stream it has given us; anything else is a terminal or a file. */
static bool stderr_is_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	char own[64];
	struct stat st;

	if (!stream || fstat(STDERR_FILENO, &st) < 0)
		return false;
	snprintf(own, sizeof(own), "%ju:%ju", (uintmax_t)st.st_dev, (uintmax_t)st.st_ino);
	return strcmp(own, stream) == 0;
}

void log_begin(bool verbose)
{
	is_verbose = verbose;
	is_journal = stderr_is_journal();
}

static int priority_of(enum log_level level)
{
	switch (level) {
	case LOG_LEVEL_ERROR: return LOG_ERR;
	case LOG_LEVEL_WARNING: return LOG_WARNING;
	case LOG_LEVEL_NOTICE: return LOG_NOTICE;
	case LOG_LEVEL_BYTES: return LOG_DEBUG;
	}
	return LOG_NOTICE;
}

/* One fact, one line: what people and devices say must not look like another. */
static void make_plain(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 127)
			*text = ' ';
}

static void write_line(enum log_level level, unsigned table, const char *board, char *text)
{
	int priority = priority_of(level);
	char line[LINE_MAX_BYTES + 64];
	int len;

	make_plain(text);
	if (is_journal) {
		if (table > 0)
			sd_journal_send("MESSAGE=table %u: %s", table, text, "PRIORITY=%i",
					priority, "BOARDD_TABLE=%u", table, "BOARDD_BOARD=%s",
					board ? board : "", NULL);
		else
			sd_journal_send("MESSAGE=%s", text, "PRIORITY=%i", priority, NULL);
		return;
	}
	len = table > 0 ? snprintf(line, sizeof(line), "boardd: table %u: %s\n", table, text)
			: snprintf(line, sizeof(line), "boardd: %s\n", text);
	/* In one piece, so that lines of two threads do not mix. */
	if (len > 0 && write(STDERR_FILENO, line, (size_t)len) < 0)
		return; /* standard error is gone: there is nobody left to tell */
}

#define LOG_LINE(level, table, board)                        \
	do {                                                 \
		char text[LINE_MAX_BYTES];                   \
		va_list args;                                \
                                                             \
		va_start(args, format);                      \
		vsnprintf(text, sizeof(text), format, args); \
		va_end(args);                                \
		remember(level, format);                     \
		write_line(level, table, board, text);       \
	} while (0)

void log_error(const char *format, ...)
{
	LOG_LINE(LOG_LEVEL_ERROR, 0, NULL);
}

void log_warning(const char *format, ...)
{
	LOG_LINE(LOG_LEVEL_WARNING, 0, NULL);
}

void log_notice(const char *format, ...)
{
	LOG_LINE(LOG_LEVEL_NOTICE, 0, NULL);
}

void log_table(enum log_level level, unsigned table, const char *board, const char *format, ...)
{
	LOG_LINE(level, table, board);
}

bool log_limit_allows(struct log_limit *limit, uint64_t now_ms, unsigned *ret_kept_back)
{
	*ret_kept_back = 0;
	if (limit->lines == 0 || now_ms - limit->since_ms >= SELDOM_MS) {
		*ret_kept_back = limit->kept_back;
		*limit = (struct log_limit){.since_ms = now_ms};
	}
	if (limit->lines < LOG_SELDOM_LINES) {
		limit->lines++;
		return true;
	}
	limit->kept_back++;
	return false;
}

void log_seldom(struct log_limit *limit, enum log_level level, const char *format, ...)
{
	struct timespec now;
	unsigned kept_back;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!log_limit_allows(limit, (uint64_t)now.tv_sec * 1000, &kept_back))
		return;
	if (kept_back > 0)
		log_notice("%u more lines like the next were kept back", kept_back);
	LOG_LINE(level, 0, NULL);
}

void log_bytes(unsigned table, bool is_out, const uint8_t *bytes, size_t len)
{
	char text[SHOWN_BYTES * 3 + 32];
	size_t used = (size_t)snprintf(text, sizeof(text), "%s", is_out ? "->" : "<-");

	if (!is_verbose)
		return;
	for (size_t i = 0; i < len && i < SHOWN_BYTES; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, " %02x", bytes[i]);
	if (len > SHOWN_BYTES)
		snprintf(text + used, sizeof(text) - used, " and %zu more", len - SHOWN_BYTES);
	write_line(LOG_LEVEL_BYTES, table, NULL, text);
}
