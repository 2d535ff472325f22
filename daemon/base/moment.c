/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/moment.h"

#include <sys/timex.h>
#include <time.h>

#define NOTICED_MS 2000

static uint64_t ns_of(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

void moment_begin(struct moment *m, double scale, uint64_t not_before_ms)
{
	uint64_t wall_ms = ns_of(CLOCK_REALTIME) / 1000000;

	*m = (struct moment){.scale = scale,
			     .began_ms = wall_ms > not_before_ms ? wall_ms : not_before_ms,
			     .machine_ns = ns_of(CLOCK_MONOTONIC),
			     .before_ms = not_before_ms,
			     .awaited_ms = UINT64_MAX};
}

/* Our time as it would be if the machine had never stood still. */
static uint64_t passed_to(const struct moment *m)
{
	double passed_ns = (double)(ns_of(CLOCK_MONOTONIC) - m->machine_ns);

	return m->began_ms + (uint64_t)(passed_ns * m->scale / 1e6);
}

static uint64_t latest(const struct moment *m)
{
	return m->awaited_ms < UINT64_MAX - MOMENT_LATE_MS ? m->awaited_ms + MOMENT_LATE_MS
							   : UINT64_MAX;
}

uint64_t moment_now(const struct moment *m)
{
	uint64_t now_ms = passed_to(m);

	return now_ms < latest(m) ? now_ms : latest(m);
}

void moment_resume(struct moment *m, uint64_t ahead_ms)
{
	uint64_t now_ms = moment_now(m),
		 room_ms = now_ms > m->before_ms ? now_ms - m->before_ms : 0;

	if (m->awaited_ms != UINT64_MAX || ahead_ms <= m->ahead_ms)
		return;
	ahead_ms -= m->ahead_ms;
	m->ahead_ms += ahead_ms;
	/* Where the clock was put back meanwhile, the time that people see stays what it was. */
	m->began_ms -= ahead_ms < room_ms ? ahead_ms : room_ms;
}

void moment_await(struct moment *m, uint64_t ms)
{
	uint64_t now_ms = passed_to(m);

	if (now_ms <= latest(m)) /* otherwise our time stands still until moment_go_on() */
		m->awaited_ms = ms > now_ms ? ms : now_ms;
}

uint64_t moment_go_on(struct moment *m)
{
	uint64_t now_ms = passed_to(m), still_ms = now_ms > latest(m) ? now_ms - latest(m) : 0;

	m->began_ms -= still_ms;
	m->ahead_ms += still_ms;
	return still_ms;
}

void moment_not_before(struct moment *m, uint64_t ms)
{
	uint64_t now_ms = moment_now(m);

	/* Also when it is later already: time that is resumed must not fall behind it. */
	if (ms > m->before_ms)
		m->before_ms = ms;
	if (now_ms >= ms)
		return;
	m->began_ms += ms - now_ms;
	if (m->awaited_ms < ms)
		m->awaited_ms = ms;
}

uint64_t moment_machine_ms(const struct moment *m, uint64_t ms)
{
	return ms == UINT64_MAX ? ms : (uint64_t)((double)ms / m->scale) + 1;
}

bool moment_compare(struct moment *m, int64_t *ret_off_ms)
{
	int64_t shown_ms = (int64_t)(passed_to(m) + m->ahead_ms);
	int64_t off_ms = shown_ms - (int64_t)(ns_of(CLOCK_REALTIME) / 1000000);

	*ret_off_ms = off_ms;
	/* With --time-scale our time runs ahead of the machine's on purpose. */
	if (m->scale != 1.0 || off_ms >= -NOTICED_MS)
		return false;
	m->ahead_ms += (uint64_t)-off_ms;
	*ret_off_ms = 0;
	return true;
}

bool moment_is_synchronised(void)
{
	struct timex timex = {0};
	int state = adjtimex(&timex);

	return state != TIME_ERROR && state >= 0 && !(timex.status & STA_UNSYNC);
}
