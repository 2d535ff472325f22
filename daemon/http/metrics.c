/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>

#include "broadcast/fold/when.h"
#include "daemon/control/backup.h"
#include "daemon/http/private.h"
#include "daemon/hub/hub.h"
#include "daemon/publish/notify.h"
#include "daemon/send/folder.h"
#include "daemon/send/lichess.h"
#include "daemon/send/mqtt.h"
#include "daemon/send/upload.h"

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

/* --- where games go --- */

struct output {
	const char *name;
	json_t *status; /* as in the status; null: it is not configured */
};

static bool is_failing(const struct output *output)
{
	const json_t *ready = json_object_get(output->status, "ready");

	return ready ? !json_is_true(ready)
		     : json_is_string(json_object_get(output->status, "why"));
}

static double silent_s(const struct output *output, const struct moment *moment)
{
	const char *last = json_string_value(json_object_get(output->status, "last"));
	int64_t last_ms;

	if (!last || !when_read(last, &last_ms))
		return NAN;
	return (double)((int64_t)(moment_now(moment) + moment->ahead_ms) - last_ms) / 1000;
}

static void outputs(FILE *to, const struct server *server)
{
	struct output all[] = {{"folder", send_folder_status(server->folder)},
			       {"lichess", send_lichess_status(server->lichess)},
			       {"mqtt", send_mqtt_status(server->mqtt)},
			       {"notices", notify_status(server->notify)},
			       {"upload", send_upload_status(server->upload)}};
	static const char *const heads[] = {
		"# HELP boardd_output_failing 1 while what is sent there does not arrive.\n"
		"# TYPE boardd_output_failing gauge\n",
		"# HELP boardd_output_silent_seconds Since something last arrived there.\n"
		"# TYPE boardd_output_silent_seconds gauge\n"};

	for (size_t k = 0; k < 2; k++) {
		fputs(heads[k], to);
		for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
			double value = k == 0 ? is_failing(&all[i])
					      : silent_s(&all[i], &server->publish.moment);

			if (json_is_object(all[i].status) && !isnan(value))
				fprintf(to, "boardd_output_%s{output=\"%s\"} %.17g\n",
					k == 0 ? "failing" : "silent_seconds", all[i].name, value);
		}
	}
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		json_decref(all[i].status);
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
	outputs(to, server);
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
