/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/log.h"

/* What the daemon logs would bury what a fuzzer says: it is checked, and thrown away. */

#include <stdarg.h>
#include <stdio.h>

static void throw_away(const char *format, va_list args)
{
	char line[1024];

	vsnprintf(line, sizeof(line), format, args);
}

#define THROW_AWAY(format)                \
	do {                              \
		va_list args;             \
		va_start(args, format);   \
		throw_away(format, args); \
		va_end(args);             \
	} while (0)

void log_begin(bool is_verbose)
{
	(void)is_verbose;
}

void log_error(const char *format, ...)
{
	THROW_AWAY(format);
}

void log_warning(const char *format, ...)
{
	THROW_AWAY(format);
}

void log_notice(const char *format, ...)
{
	THROW_AWAY(format);
}

void log_table(enum log_level level, unsigned table, const char *board, const char *format, ...)
{
	(void)level;
	(void)table;
	(void)board;
	THROW_AWAY(format);
}

bool log_limit_allows(struct log_limit *limit, uint64_t now_ms, unsigned *ret_kept_back)
{
	(void)limit;
	(void)now_ms;
	*ret_kept_back = 0;
	return true;
}

void log_seldom(struct log_limit *limit, enum log_level level, const char *format, ...)
{
	(void)limit;
	(void)level;
	THROW_AWAY(format);
}

size_t log_sentences(struct log_sentence ret[LOG_SENTENCES_MAX])
{
	(void)ret;
	return 0;
}

void log_bytes(unsigned table, bool is_out, const uint8_t *bytes, size_t len)
{
	(void)table;
	(void)is_out;
	(void)bytes;
	(void)len;
}
