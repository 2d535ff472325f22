/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <time.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/paths.h"
#include "daemon/config/options.h"
#include "daemon/control/backup.h"
#include "daemon/control/call.h"
#include "daemon/control/caution.h"
#include "daemon/control/control.h"
#include "daemon/control/login.h"
#include "daemon/control/server.h"
#include "daemon/control/setup.h"
#include "daemon/hall/demo.h"
#include "daemon/http/http.h"
#include "daemon/hub/hub.h"
#include "daemon/hub/member.h"
#include "daemon/journal/reader.h"
#include "daemon/publish/halted.h"
#include "daemon/publish/notify.h"
#include "daemon/publish/snapshot.h"
#include "daemon/send/folder.h"
#include "daemon/send/lichess.h"
#include "daemon/send/mqtt.h"
#include "daemon/send/upload.h"

/*
 * boardd: the loop that holds everything together. Boards are read by the hall,
 * reports are written by the journal's thread, and go from the feed to all who
 * listen.
 */

#define FEED_BYTES    (1024 * 1024)
#define COMPARE_MS    5000 /* how often the machine's clock is looked at */
#define FILES_WANTED  16384
#define END_NS        (10 * 1000000000ULL) /* after that no thread is waited for */
#define RESTART_MS    200
#define SAID_STILL_MS 1000 /* a machine that stands still for longer may be in trouble */

struct boardd {
	struct server server;
	struct options options;
	struct config_source source; /* of the configuration */
	struct config *next;         /* that is to be in force, while the hall prepares; or NULL */
	struct control *control;
	struct http *http;
	struct halted_games *halted;
	struct demo *demo; /* or NULL */
	uv_poll_t hall_poll, journal_poll;
	uv_timer_t hall_timer, compare_timer, watchdog_timer, restart_timer;
	uv_signal_t on_term, on_int, on_hup; /* open from the very beginning */
	bool is_running, is_stopping;
	bool wants_restart;
	char page_folder[PUBLISH_PATH_MAX], page_file[PUBLISH_PATH_MAX + 16]; /* of source */
	bool wants_reload; /* was told to while another was under way */
	bool is_behind;    /* the machine's clock was put back */
};

/* --- the hall --- */

static void step(struct boardd *b);

static void hall_ready(uv_poll_t *poll, int status, int events)
{
	(void)status;
	(void)events;
	step(poll->data);
}

static void hall_due(uv_timer_t *timer)
{
	step(timer->data);
}

/* When the hall wants to be stepped next. */
static void arm(struct boardd *b)
{
	struct server *server = &b->server;
	uint64_t due = hall_deadline(server->hall), now = moment_now(&server->publish.moment);
	bool is_held_up = hall_is_held_up(server->hall);

	if (b->is_stopping)
		return;
	moment_await(&server->publish.moment, due);
	if (is_held_up)
		uv_poll_stop(&b->hall_poll);
	else if (!uv_is_active((uv_handle_t *)&b->hall_poll))
		uv_poll_start(&b->hall_poll, UV_READABLE, hall_ready);
	if (due == UINT64_MAX)
		uv_timer_stop(&b->hall_timer);
	else
		uv_timer_start(
			&b->hall_timer, hall_due,
			due <= now ? 0 : moment_machine_ms(&server->publish.moment, due - now), 0);
}

/* What boards said while we could not listen has been read by now. */
static void go_on(struct server *server)
{
	uint64_t still_ms = moment_go_on(&server->publish.moment);
	uint64_t machine_ms = moment_machine_ms(&server->publish.moment, still_ms);

	if (still_ms > 0 && machine_ms >= SAID_STILL_MS)
		log_warning("this machine stood still for %.1f s: no board was heard meanwhile",
			    (double)machine_ms / 1000);
}

static void step(struct boardd *b)
{
	hall_step(b->server.hall);
	go_on(&b->server);
	arm(b);
}

/* --- the journal --- */

static void forgotten(void *data)
{
	call_forgotten(data);
}

static void take_note(struct boardd *b, const struct journal_note *note)
{
	struct server *server = &b->server;

	switch (note->kind) {
	case JOURNAL_NOTE_CHANGED:
	case JOURNAL_NOTE_FAILED:
	case JOURNAL_NOTE_SCARCE: log_error("%s", note->text); break;
	case JOURNAL_NOTE_LOW:
	case JOURNAL_NOTE_BALLAST: log_warning("%s", note->text); break;
	case JOURNAL_NOTE_RECOVERED:
	case JOURNAL_NOTE_ROOM:
	case JOURNAL_NOTE_WHOLE: log_notice("%s", note->text); break;
	case JOURNAL_NOTE_FORGOTTEN:
		log_notice("%s", note->text);
		feed_forget(server->publish.feed);
		snapshot_read_again(server->publish.snapshot, forgotten, server);
		break;
	case JOURNAL_NOTE_REPLACED:
		log_error("%s", note->text);
		snprintf(server->publish.uuid, sizeof(server->publish.uuid), "%s", note->uuid);
		hall_rewrite(server->hall);
		break;
	}
}

static void journal_ready(uv_poll_t *poll, int status, int events)
{
	struct boardd *b = poll->data;
	struct journal_note note;

	(void)status;
	(void)events;
	journal_clear_fd(b->server.publish.journal);
	feed_release(b->server.publish.feed, journal_released(b->server.publish.journal));
	while (journal_next_note(b->server.publish.journal, &note))
		take_note(b, &note);
	call_written(&b->server);
	arm(b);
}

/* What is published is what people can ask for. */
static void keep_record(void *data, const struct feed_entry *entry)
{
	struct boardd *b = data;
	struct game_fault fault;

	if (record_apply(b->server.publish.record, entry->report, &fault) == -ENOMEM)
		log_error("out of memory: report %llu is not shown",
			  (unsigned long long)entry->seq);
	call_released(&b->server, entry->seq);
}

/* --- time --- */

static void compare_clocks(uv_timer_t *timer)
{
	struct boardd *b = timer->data;
	struct server *server = &b->server;
	bool is_synchronised = moment_is_synchronised();
	int64_t off_ms;

	if (moment_compare(&server->publish.moment, &off_ms)) {
		log_warning("the machine's clock was put forward; times follow it");
		step(b);
	} else if (server->publish.moment.scale == 1.0 && off_ms > 10000 && !b->is_behind) {
		log_warning("the machine's clock was put back by %lld s; times go on as they were",
			    (long long)(off_ms / 1000));
	}
	b->is_behind = off_ms > 10000;
	if (is_synchronised != server->publish.is_synchronised)
		log_notice("the machine's clock is %s",
			   is_synchronised ? "synchronised" : "not synchronised");
	server->publish.is_synchronised = is_synchronised;
}

static void feed_watchdog(uv_timer_t *timer)
{
	(void)timer;
	sd_notify(0, "WATCHDOG=1");
}

/* --- signals --- */

static void stop(struct boardd *b)
{
	if (b->is_stopping)
		return;
	b->is_stopping = true;
	sd_notify(0, b->wants_restart ? "RELOADING=1" : "STOPPING=1");
	uv_stop(&b->server.publish.loop);
}

static void told_to_stop(uv_signal_t *signal, int number)
{
	struct boardd *b = signal->data;

	(void)number;
	b->wants_restart = false;
	stop(b);
}

static void reload(uv_signal_t *signal, int number);

/* The configuration that was read is in force from now on. */
static void change_over(void *data)
{
	struct boardd *b = data;
	struct config before = b->server.publish.config;
	struct config_change changes[CONFIG_ROWS];
	size_t count = config_diff(&before, b->next, changes);

	for (size_t i = 0; i < count; i++)
		if (changes[i].when == CONFIG_RESTART) {
			log_warning("[%s] %s: takes effect after a restart", changes[i].section,
				    changes[i].key);
			b->server.needs_restart = true;
		}
	b->server.publish.config = *b->next;
	free(b->next);
	b->next = NULL;
	member_reload(b->server.member);
	hall_reload(b->server.hall, &b->server.publish.config);
	notify_reload(b->server.notify);
	snapshot_reload(b->server.publish.snapshot);
	send_lichess_reload(b->server.lichess);
	send_upload_reload(b->server.upload);
	http_reload(b->http);
	backup_reload(b->server.backup);
	caution_say(&b->server.publish.config);
	hub_reload(b->server.hub);
	call_import_configured(&b->server);
	config_clear(&before);
	log_notice("configuration loaded again, %zu keys changed", count);
	sd_notify(0, "READY=1");
	arm(b);
	if (b->wants_reload)
		reload(&b->on_hup, SIGHUP);
}

/* What the public sees by it is made: it is the hall's turn. */
static void prepare_hall(void *data)
{
	struct boardd *b = data;

	if (b->server.hall)
		hall_prepare(b->server.hall, b->next, change_over, b);
}

static void reload_for_page(void *owner)
{
	reload(&((struct boardd *)owner)->on_hup, SIGHUP);
}

static void restart_now(uv_timer_t *timer)
{
	stop(timer->data);
}

/* Who asked for it is answered first. */
static void restart_for_page(void *owner)
{
	struct boardd *b = owner;

	b->wants_restart = true;
	uv_timer_start(&b->restart_timer, restart_now, RESTART_MS, 0);
}

static void reload(uv_signal_t *signal, int number)
{
	struct boardd *b = signal->data;
	struct config_faults faults = {0};
	struct config *next;

	(void)number;
	b->wants_reload = b->next != NULL;
	if (b->wants_reload)
		return; /* when the one before is in force */
	sd_notify(0, "RELOADING=1");
	next = malloc(sizeof(*next));
	if (next && config_load(next, &b->source, &faults) == 0) {
		b->next = next;
		snapshot_prepare(b->server.publish.snapshot, next, prepare_hall, b);
	} else {
		for (size_t i = 0; i < faults.count; i++)
			log_error("%s", faults.lines[i]);
		log_error("the configuration stays as it was");
		free(next);
		sd_notify(0, "READY=1");
	}
	config_faults_clear(&faults);
}

/* Before anything else is begun: whoever is told to stop then stops as cleanly as later. */
static void begin_signals(struct boardd *b)
{
	uv_loop_t *loop = &b->server.publish.loop;

	signal(SIGPIPE, SIG_IGN);
	uv_loop_init(loop);
	workers_init(&b->server.publish.workers, loop);
	uv_signal_init(loop, &b->on_term);
	uv_signal_init(loop, &b->on_int);
	uv_signal_init(loop, &b->on_hup);
	b->on_term.data = b->on_int.data = b->on_hup.data = b;
	uv_signal_start(&b->on_term, told_to_stop, SIGTERM);
	uv_signal_start(&b->on_int, told_to_stop, SIGINT);
	uv_signal_start(&b->on_hup, reload, SIGHUP);
}

/* --- beginning and end --- */

static int open_journal(struct boardd *b)
{
	struct server *server = &b->server;
	char directory[PUBLISH_PATH_MAX];
	struct journal_config config;
	struct journal_opened opened;
	struct journal_fault fault;
	int r = paths_state(server->publish.config.journal.directory, directory, sizeof(directory));

	if (r < 0) {
		log_error("there is no state directory: give one with --state");
		return r;
	}
	config = journal_config_for(directory);
	config.on_full = server->publish.config.journal.on_full == CONFIG_FULL_HOLD
				 ? JOURNAL_HOLD
				 : JOURNAL_PUBLISH;
	config.time_scale = b->options.time_scale;
	config.commit_ms = (uint32_t)server->publish.config.journal.sync_ms;
	config.keep_ms = server->publish.config.journal.keep_ms;
	config.ballast = server->publish.config.journal.ballast;
	config.queue_bytes = server->publish.config.journal.memory;
	config.version = BOARDD_VERSION;
	r = journal_open(&server->publish.journal, &config, &opened, &fault);
	if (r < 0) {
		log_error("%s", fault.why);
		return r;
	}
	if (opened.put_aside[0] != '\0')
		log_error("the journal is damaged; it is now %s, and a new one is begun",
			  opened.put_aside);
	if (opened.dropped > 0)
		log_error("somebody had put views or triggers into the journal: %u, dropped now",
			  opened.dropped);
	snprintf(server->publish.journal_path, sizeof(server->publish.journal_path), "%.400s/%s",
		 directory, JOURNAL_FILE);
	memcpy(server->publish.uuid, opened.uuid, sizeof(server->publish.uuid));
	moment_begin(&server->publish.moment, b->options.time_scale, opened.last_ms + 1);
	server->publish.started_ms = moment_now(&server->publish.moment);
	return feed_new(&server->publish.feed, opened.last_seq, FEED_BYTES);
}

static int open_hall(struct boardd *b)
{
	struct server *server = &b->server;
	struct hall_parts parts = {.config = &server->publish.config,
				   .journal = server->publish.journal,
				   .journal_path = server->publish.journal_path,
				   .feed = server->publish.feed,
				   .moment = &server->publish.moment,
				   .workers = &server->publish.workers};
	int r;

	server->publish.record = record_new(NULL, NULL);
	if (!server->publish.record || feed_listen(server->publish.feed, keep_record, b) < 0 ||
	    notify_new(&server->notify, &server->publish) < 0 ||
	    halted_games_new(&b->halted, &server->publish) < 0 ||
	    member_new(&server->member, &server->publish) < 0 ||
	    snapshot_new(&server->publish.snapshot, &server->publish) < 0 ||
	    send_folder_new(&server->folder, &server->publish) < 0)
		return -ENOMEM;
	r = hall_new(&server->hall, &parts);
	if (r < 0)
		return r;
	server->publish.started_ms =
		moment_now(&server->publish.moment); /* it may have found an earlier one */
	if (send_lichess_new(&server->lichess, &server->publish) < 0 ||
	    send_upload_new(&server->upload, &server->publish) < 0 ||
	    send_mqtt_new(&server->mqtt, &server->publish, server->hall) < 0)
		return -ENOMEM;
	member_enter(server->member, server->hall);
	return hub_new(&server->hub, &server->publish, server->hall, server->address);
}

/* The folder of the socket, where the system has not made it. */
static int make_room(const char *path)
{
	char folder[PUBLISH_PATH_MAX];
	char *slash;

	snprintf(folder, sizeof(folder), "%s", path);
	slash = strrchr(folder, '/');
	if (!slash || slash == folder)
		return 0;
	*slash = '\0';
	return paths_make(folder);
}

static int open_control(struct boardd *b)
{
	char path[PUBLISH_PATH_MAX];
	const struct config *config = &b->server.publish.config;
	int r = paths_socket(config->control.socket, config->journal.directory, path, sizeof(path));

	if (r == 0)
		r = make_room(path);
	snprintf(b->server.socket, sizeof(b->server.socket), "%s", path);
	if (r == 0)
		r = control_new(&b->control, &b->server, path,
				b->server.publish.config.control.group);
	if (r == -EADDRINUSE)
		log_error("%s: another boardd listens there", path);
	else if (r < 0)
		log_error("%s: %s", path, strerror(-r));
	return r;
}

static void begin_handles(struct boardd *b)
{
	uv_loop_t *loop = &b->server.publish.loop;
	uint64_t watchdog_us = 0;

	uv_poll_init(loop, &b->hall_poll, hall_fd(b->server.hall));
	uv_poll_init(loop, &b->journal_poll, journal_fd(b->server.publish.journal));
	uv_timer_init(loop, &b->hall_timer);
	uv_timer_init(loop, &b->compare_timer);
	uv_timer_init(loop, &b->watchdog_timer);
	uv_timer_init(loop, &b->restart_timer);
	b->restart_timer.data = b;
	b->hall_poll.data = b->journal_poll.data = b->hall_timer.data = b->compare_timer.data = b;
	uv_poll_start(&b->hall_poll, UV_READABLE, hall_ready);
	uv_poll_start(&b->journal_poll, UV_READABLE, journal_ready);
	uv_timer_start(&b->compare_timer, compare_clocks, COMPARE_MS, COMPARE_MS);
	if (sd_watchdog_enabled(0, &watchdog_us) > 0)
		uv_timer_start(&b->watchdog_timer, feed_watchdog, 0, watchdog_us / 3000);
}

/* A hall of three hundred boards and those who watch it need more than the usual thousand. */
static void want_files(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur >= FILES_WANTED)
		return;
	limit.rlim_cur = limit.rlim_max < FILES_WANTED ? limit.rlim_max : FILES_WANTED;
	(void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void say_ready(struct boardd *b)
{
	const struct server *server = &b->server;

	if (!server->publish.is_synchronised)
		log_warning("the machine's clock is not synchronised; the order of events is right "
			    "all the same");
	log_notice("ready: %s", server->address);
	if (b->demo)
		log_notice("this is a demonstration: open %s, or run boardctl watch --socket %s",
			   server->address, server->socket);
	sd_notifyf(0, "READY=1\nSTATUS=%zu tables, %s", hall_count(server->hall), server->address);
}

static int begin(struct boardd *b)
{
	int r;

	want_files();
	caution_say(&b->server.publish.config);
	b->server.publish.is_synchronised = moment_is_synchronised();
	r = open_journal(b);
	if (r == 0)
		r = login_new(&b->server.login, &b->server);
	if (r == 0)
		r = open_hall(b);
	if (r == 0)
		r = backup_new(&b->server.backup, &b->server);
	if (r == 0)
		r = open_control(b);
	if (r == 0)
		r = http_new(&b->http, &b->server);
	if (r < 0)
		return r;
	begin_handles(b);
	b->is_running = true;
	call_import_configured(&b->server);
	step(b);
	say_ready(b);
	return 0;
}

static void close_handles(struct boardd *b)
{
	uv_handle_t *handles[] = {
		(uv_handle_t *)&b->on_term,       (uv_handle_t *)&b->on_int,
		(uv_handle_t *)&b->on_hup,        (uv_handle_t *)&b->hall_poll,
		(uv_handle_t *)&b->journal_poll,  (uv_handle_t *)&b->hall_timer,
		(uv_handle_t *)&b->compare_timer, (uv_handle_t *)&b->watchdog_timer,
		(uv_handle_t *)&b->restart_timer,
	};
	size_t count = b->is_running ? sizeof(handles) / sizeof(handles[0]) : 3;

	for (size_t i = 0; i < count; i++)
		uv_close(handles[i], NULL);
}

/* Until nothing is open any more. False: a thread hangs, perhaps on a disk that is gone. */
static bool run_out(uv_loop_t *loop)
{
	static const struct timespec pause = {.tv_nsec = 1000000};
	uint64_t until_ns = uv_hrtime() + END_NS;

	while (uv_run(loop, UV_RUN_NOWAIT) != 0) {
		if (uv_hrtime() > until_ns)
			return false;
		nanosleep(&pause, NULL);
	}
	return true;
}

static void close_journal(struct journal *journal)
{
	if (journal_close(journal) < 0)
		log_error("the disk did not take everything: the last moments are lost");
}

/* The tables say that their boards are gone, and the journal has it, before all is closed. */
static void end(struct boardd *b, int status)
{
	struct server *server = &b->server;

	http_close(b->http);
	control_free(b->control);
	call_give_up(server);
	backup_close(server->backup);
	hub_free(server->hub);
	server->hub = NULL;
	send_mqtt_free(server->mqtt);
	send_lichess_free(server->lichess);
	send_upload_free(server->upload);
	hall_free(server->hall);
	server->hall = NULL;
	if (b->next)
		config_clear(b->next);
	free(b->next);
	notify_free(b->server.notify);
	send_folder_free(b->server.folder);
	snapshot_free(server->publish.snapshot);
	close_handles(b);
	if (!run_out(&server->publish.loop)) {
		log_error("something that was begun does not end: stopping without it");
		close_journal(server->publish.journal);
		_exit(status);
	}
	http_free(b->http);
	uv_run(&server->publish.loop, UV_RUN_DEFAULT);
	uv_loop_close(&server->publish.loop);
	close_journal(server->publish.journal);
	halted_games_free(b->halted);
	feed_free(server->publish.feed);
	record_free(server->publish.record);
	login_free(server->login);
	member_free(server->member);
	demo_free(b->demo);
	config_clear(&server->publish.config);
	options_clear(&b->options);
}

/* What is there and no directory is refused later, by its name. */
static bool can_be_directory(const char *path)
{
	struct stat found;

	return stat(path, &found) < 0 || S_ISDIR(found.st_mode);
}

/* What the page has set stands in the state directory, wherever the rest says that this is. */
static void find_page_folder(struct boardd *b, struct config_source *source)
{
	struct config_faults faults = {0};
	char state[PUBLISH_PATH_MAX - 8];
	struct config config;
	int r = config_load(&config, source, &faults); /* faults are told when all of it is read */

	config_faults_clear(&faults);
	if (r < 0)
		return;
	if (paths_state(config.journal.directory, state, sizeof(state)) == 0 &&
	    can_be_directory(state)) {
		snprintf(b->page_folder, sizeof(b->page_folder), "%s/conf.d", state);
		snprintf(b->page_file, sizeof(b->page_file), "%s/" SETUP_FILE, b->page_folder);
		source->page_folder = b->page_folder;
		source->page_file = b->page_file;
	}
	config_clear(&config);
}

/* Everything is closed: the same program, from the beginning. */
static int begin_again(char **argv)
{
	execv("/proc/self/exe", argv);
	log_error("cannot begin again: %s", strerror(errno));
	return OPTIONS_STATUS_FAILED;
}

int main(int argc, char **argv)
{
	static struct boardd b;
	struct config_faults faults = {0};
	int r, status;

	switch (options_read(&b.options, argc, argv)) {
	case OPTIONS_GO_ON: break;
	case OPTIONS_DONE: return OPTIONS_STATUS_GOOD;
	case OPTIONS_BAD_CALL: return OPTIONS_STATUS_BAD;
	}
	if (b.options.check || b.options.print_config) {
		find_page_folder(&b, &b.options.source);
		return options_show(&b.options, stdout, stderr);
	}
	log_begin(b.options.verbose);
	begin_signals(&b);
	b.source = b.options.source;
	if (b.options.demo && demo_new(&b.demo, b.options.time_scale, &b.source) < 0)
		return OPTIONS_STATUS_FAILED;
	find_page_folder(&b, &b.source);
	b.server.source = &b.source;
	b.server.owner = &b;
	b.server.reload = reload_for_page;
	b.server.restart = restart_for_page;
	r = config_load(&b.server.publish.config, &b.source, &faults);
	if (r < 0) {
		if (r == -ENOMEM)
			log_error("out of memory");
		config_faults_print(&faults, stderr);
		config_faults_clear(&faults);
		demo_free(b.demo);
		return OPTIONS_STATUS_BAD;
	}
	r = begin(&b);
	if (r == -ENOMEM)
		log_error("out of memory");
	if (r == 0)
		uv_run(&b.server.publish.loop, UV_RUN_DEFAULT);
	status = r < 0 ? OPTIONS_STATUS_FAILED : OPTIONS_STATUS_GOOD;
	end(&b, status);
	return b.wants_restart ? begin_again(argv) : status;
}
