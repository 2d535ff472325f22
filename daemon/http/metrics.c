/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "daemon/control/backup.h"
#include "daemon/http/private.h"

static void number(FILE *to, const char *name, const char *type, const char *help, double value)
{
	fprintf(to, "# HELP boardd_%s %s\n# TYPE boardd_%s %s\nboardd_%s %.17g\n", name, help, name,
		type, name, value);
}

static void tables(FILE *to, const struct server *server)
{
	size_t alive = 0, playing = 0, flooding = 0;

	for (size_t i = 0; i < hall_count(server->hall); i++) {
		struct hall_view view = hall_view(server->hall, i);

		alive += view.health == HALL_ALIVE;
		playing += desk_is_playing(view.desk);
		flooding += view.is_flooding;
	}
	number(to, "tables", "gauge", "Tables known.", (double)hall_count(server->hall));
	number(to, "tables_alive", "gauge", "Tables whose board speaks.", (double)alive);
	number(to, "tables_playing", "gauge", "Tables with a game under way.", (double)playing);
	number(to, "tables_flooding", "gauge", "Boards that say more than a board does.",
	       (double)flooding);
}

char *http_metrics(const struct http *http, size_t *ret_len)
{
	struct server *server = http->server;
	struct journal_stats stats = journal_stats(server->publish.journal);
	char *text = NULL;
	FILE *to = open_memstream(&text, ret_len);

	if (!to)
		return NULL;
	tables(to, server);
	number(to, "reports_total", "counter", "Reports published, over all starts.",
	       (double)feed_last(server->publish.feed));
	number(to, "journal_commits_total", "counter", "Commits since the start.",
	       (double)stats.commits);
	number(to, "journal_waiting_bytes", "gauge", "What waits for the disk.",
	       (double)stats.queued_bytes);
	number(to, "journal_failing", "gauge", "1 while the journal cannot be written.",
	       stats.is_failing);
	number(to, "backup_failing", "gauge", "1 while copies of the journal cannot be made.",
	       backup_is_failing(server->backup));
	number(to, "disk_free_ratio", "gauge", "Free part of the journal's disk.",
	       stats.free_percent / 100.0);
	number(to, "http_connections", "gauge", "Open HTTP connections.", http->connections);
	number(to, "http_requests_total", "counter", "HTTP requests.", (double)http->requests);
	number(to, "http_refused_total", "counter", "HTTP requests refused.",
	       (double)http->refused);
	number(to, "clock_synchronised", "gauge",
	       "1 if the machine's clock is set by a better one.", server->publish.is_synchronised);
	number(to, "uptime_seconds", "gauge", "Since the start.",
	       (double)(moment_now(&server->publish.moment) - server->publish.started_ms) / 1000);
	return fclose(to) == 0 ? text : NULL;
}
