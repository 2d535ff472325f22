/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "broadcast/fold/when.h"

#include <string.h>

#define DAY_MS   86400000LL
#define FIRST_MS (-719528LL * DAY_MS)           /* 0000-01-01 */
#define LAST_MS  ((2932896LL + 1) * DAY_MS - 1) /* 9999-12-31 */

/* Days since 1970 of a day of the Gregorian calendar; the year is counted from March. */
static int64_t days_of(int year, int month, int day)
{
	int64_t y = month > 2 ? year : year - 1;
	int64_t in_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	int64_t before = y >= 0 ? y / 4 - y / 100 + y / 400 : -1; /* leap days; y is -1 or more */

	return 365 * y + before + in_year - 719468;
}

struct when_parts when_split(int64_t ms)
{
	struct when_parts at = {0};
	int64_t in_day, days;

	if (ms < FIRST_MS)
		ms = FIRST_MS;
	if (ms > LAST_MS)
		ms = LAST_MS;
	in_day = (ms - FIRST_MS) % DAY_MS;
	days = (ms - in_day) / DAY_MS;
	at.year = (int)((ms - FIRST_MS) / DAY_MS / 366);
	while (days_of(at.year + 1, 1, 1) <= days)
		at.year++;
	at.month = 1;
	while (at.month < 12 && days_of(at.year, at.month + 1, 1) <= days)
		at.month++;
	at.day = (int)(days - days_of(at.year, at.month, 1)) + 1;
	at.hour = (int)(in_day / 3600000);
	at.minute = (int)(in_day / 60000 % 60);
	at.second = (int)(in_day / 1000 % 60);
	at.ms = (int)(in_day % 1000);
	return at;
}

/* The fields of the text: where each begins and how many digits it has. */
static const struct {
	unsigned char at, digits;
} layout[7] = {{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}, {20, 3}};

static const char shape[] = "0000-00-00T00:00:00.000Z";

void when_write(int64_t ms, char ret[WHEN_TEXT_MAX])
{
	struct when_parts at = when_split(ms);
	int fields[7] = {at.year, at.month, at.day, at.hour, at.minute, at.second, at.ms};

	memcpy(ret, shape, sizeof(shape));
	for (int i = 0; i < 7; i++)
		for (int digit = layout[i].digits; digit-- > 0; fields[i] /= 10)
			ret[layout[i].at + digit] = (char)('0' + fields[i] % 10);
}

bool when_read(const char *text, int64_t *ret)
{
	int f[7] = {0};
	char again[WHEN_TEXT_MAX];
	int64_t ms;

	if (strlen(text) != sizeof(shape) - 1)
		return false;
	for (int i = 0; i < 7; i++)
		for (int digit = 0; digit < layout[i].digits; digit++) {
			char c = text[layout[i].at + digit];

			if (c < '0' || c > '9')
				return false;
			f[i] = f[i] * 10 + (c - '0');
		}
	if (f[1] < 1 || f[1] > 12 || f[2] < 1 || f[3] > 23 || f[4] > 59 || f[5] > 59)
		return false;
	ms = days_of(f[0], f[1], f[2]) * DAY_MS + f[3] * 3600000LL + f[4] * 60000LL +
	     f[5] * 1000LL + f[6];
	when_write(ms, again); /* 31 June is another day when written again */
	if (strcmp(text, again) != 0)
		return false;
	*ret = ms;
	return true;
}
