/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "daemon/control/backup.h"
#include "daemon/http/private.h"
#include "daemon/hub/hub.h"

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

/* One line for each machine that a hub follows. */
static void each_node(FILE *to, const struct hub *hub, const char *name, const char *help,
		      double (*value)(const struct hub_node_view *view))
{
	fprintf(to, "# HELP boardd_node_%s %s\n# TYPE boardd_node_%s gauge\n", name, help, name);
	for (size_t i = 0; i < hub_count(hub); i++) {
		struct hub_node_view view = hub_view(hub, i);

		if (!view.is_hub)
			fprintf(to, "boardd_node_%s{node=\"%s\"} %.17g\n", name, view.name,
				value(&view));
	}
}

static double ready_of(const struct hub_node_view *view)
{
	return view->is_ready;
}

static double tables_of(const struct hub_node_view *view)
{
	return (double)view->tables;
}

static double missing_of(const struct hub_node_view *view)
{
	return (double)view->missing;
}

static double behind_of(const struct hub_node_view *view)
{
	return (double)view->behind_ms / 1000;
}

static double off_of(const struct hub_node_view *view)
{
	return (double)view->off_ms / 1000;
}

static double disk_of(const struct hub_node_view *view)
{
	return view->disk_free_percent / 100.0;
}

static double failing_of(const struct hub_node_view *view)
{
	return view->is_journal_failing;
}

static void nodes(FILE *to, const struct hub *hub)
{
	if (!hub)
		return;
	number(to, "hub_connected", "gauge", "1 if the broker is there.", hub_is_connected(hub));
	number(to, "hub_leads", "gauge", "1 if this hub pushes.", hub_is_leading(hub));
	each_node(to, hub, "ready", "1 if the machine is at the broker.", ready_of);
	each_node(to, hub, "tables", "Its tables.", tables_of);
	each_node(to, hub, "missing_reports", "Reports that have not come yet.", missing_of);
	each_node(to, hub, "lag_seconds", "The last report: taken less told.", behind_of);
	each_node(to, hub, "clock_offset_seconds", "Its clock less ours.", off_of);
	each_node(to, hub, "disk_free_ratio", "Free part of its journal's disk.", disk_of);
	each_node(to, hub, "journal_failing", "1 while its journal cannot be written.", failing_of);
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
	nodes(to, server->hub);
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
