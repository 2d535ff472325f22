/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/versions.h"
#include "daemon/ctl/ctl.h"
#include "daemon/ctl/talk.h"
#include "driver/access.h"
#include "driver/identity.h"
#include "driver/node.h"

const char ctl_record_help[] =
	"Writes down all that a board says and is told, with the times, as a capture:\n"
	"lines of JSON that can be replayed. FILE may be - for standard output.\n"
	"\n"
	"Ends with Ctrl-C, with the time given, or with an error when the board is\n"
	"unplugged or the disk is full; what was written until then is a capture.\n"
	"\n"
	"  --device PATH   the board: a serial port, a pty, unix:PATH or tcp:HOST:PORT\n"
	"  --bus           several boards hang on it, as a bus\n"
	"  --seconds N     stop after so many\n"
	"  --force         write over a FILE that has something in it\n"
	"\n"
	"Examples:\n"
	"  boardctl record --device /dev/boardd/usb-1-2 game.capture\n"
	"  boardctl record --device /dev/ttyUSB0 --seconds 60 - | head\n";

#define NAMING_MS  5000 /* in which the head of the file waits for the serial number */
#define RECORD_MAX (2 * 4096 + 64)

/* A capture begins with the serial number, which is not known when the first bytes come. */
struct record {
	const char *file;
	enum board_wiring wiring;
	bool is_bluetooth;
	struct ctl_talk *talk;
	bool has_heard;
	uint64_t began_ms; /* when this make was asked for */
	int fd;
	off_t whole; /* bytes of the file that are whole lines */
	int error;   /* negative errno: nothing more can be written */
	bool has_head;
	char serial[BOARD_SERIAL_MAX];
	char *waiting; /* lines to be written after the head */
	size_t waiting_len;
};

/* --- the file --- */

/* All of it or none: a line that did not fit is taken back. */
static void write_lines(struct record *rec, const char *text, size_t len)
{
	size_t done = 0;

	while (rec->error == 0 && done < len) {
		ssize_t put = write(rec->fd, text + done, len - done);

		if (put >= 0)
			done += (size_t)put;
		else if (errno != EINTR)
			rec->error = -errno;
	}
	if (rec->error == 0)
		rec->whole += (off_t)len;
	else if (ftruncate(rec->fd, rec->whole) < 0)
		return; /* a pipe: nobody reads half a line from what is closed */
}

static void write_head(struct record *rec)
{
	json_t *head = json_pack("{s:i, s:s}", "capture", CAPTURE_VERSION, "protocol",
				 ctl_talk_make(rec->talk)->name);
	char *text;

	if (head && rec->serial[0] != '\0')
		json_object_set_new(head, "serial", json_string(rec->serial));
	if (head && rec->is_bluetooth)
		json_object_set_new(head, "transport", json_string("bluetooth"));
	text = head ? json_dumps(head, JSON_COMPACT) : NULL;
	json_decref(head);
	rec->has_head = true;
	if (!text) {
		rec->error = -ENOMEM;
		return;
	}
	write_lines(rec, text, strlen(text));
	write_lines(rec, "\n", 1);
	free(text);
	if (rec->waiting_len > 0)
		write_lines(rec, rec->waiting, rec->waiting_len);
	free(rec->waiting);
	rec->waiting = NULL;
	rec->waiting_len = 0;
}

static void keep_line(struct record *rec, const char *line, size_t len)
{
	char *more = realloc(rec->waiting, rec->waiting_len + len);

	if (!more) {
		rec->error = -ENOMEM;
		return;
	}
	memcpy(more + rec->waiting_len, line, len);
	rec->waiting = more;
	rec->waiting_len += len;
}

/* --- what is heard --- */

static void on_bytes(void *data, uint64_t at_ms, bool is_out, const uint8_t *bytes, size_t len)
{
	struct record *rec = data;
	char line[RECORD_MAX];
	int n = snprintf(line, sizeof(line), "{\"t\":%llu,\"%s\":\"", (unsigned long long)at_ms,
			 is_out ? "out" : "in");

	for (size_t i = 0; i < len && n < RECORD_MAX - 8; i++)
		n += snprintf(line + n, sizeof(line) - (size_t)n, "%02x", bytes[i]);
	n += snprintf(line + n, sizeof(line) - (size_t)n, "\"}\n");
	rec->has_heard |= !is_out;
	if (rec->has_head)
		write_lines(rec, line, (size_t)n);
	else
		keep_line(rec, line, (size_t)n);
}

static void on_event(void *data, const struct board_event *event)
{
	struct record *rec = data;

	if (event->type != BOARD_EV_CONNECTED || event->address != 0)
		return;
	if (rec->serial[0] == '\0')
		memcpy(rec->serial, event->identity.serial, sizeof(rec->serial));
	if (!rec->has_head)
		write_head(rec);
}

/* What was said to a board of another make belongs to no capture. */
static void on_again(void *data, uint64_t at_ms)
{
	struct record *rec = data;

	if (!rec->has_head)
		rec->waiting_len = 0;
	rec->has_heard = false;
	rec->began_ms = at_ms;
}

static bool is_enough(void *data, uint64_t at_ms)
{
	struct record *rec = data;

	if (!rec->has_head && rec->has_heard && at_ms >= rec->began_ms + NAMING_MS)
		write_head(rec);
	return rec->error != 0;
}

/* --- the command --- */

static int open_file(struct record *rec, bool is_forced)
{
	struct stat st;

	if (strcmp(rec->file, "-") == 0) {
		rec->fd = STDOUT_FILENO;
		return CTL_DONE;
	}
	rec->fd = open(rec->file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644);
	if (rec->fd < 0 || fstat(rec->fd, &st) < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", rec->file, strerror(errno));
	if (S_ISREG(st.st_mode) && st.st_size > 0 && !is_forced)
		return ctl_fail(CTL_BAD_INPUT, "%s: is there already; --force writes over it",
				rec->file);
	if (S_ISREG(st.st_mode) && ftruncate(rec->fd, 0) < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", rec->file, strerror(errno));
	return CTL_DONE;
}

static int say_end(const struct record *rec, const char *device, enum ctl_talk_end end, int error)
{
	char text[512];

	if (rec->error != 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", rec->file, strerror(-rec->error));
	switch (end) {
	case CTL_TALK_ENOUGH:
	case CTL_TALK_OVER:
	case CTL_TALK_STOPPED: return CTL_DONE;
	case CTL_TALK_FAILED: driver_explain(device, error, text, sizeof(text)); break;
	case CTL_TALK_SILENT: driver_explain(device, 0, text, sizeof(text)); break;
	}
	return ctl_fail(CTL_BAD_INPUT, "%s", text);
}

static int record(struct record *rec, const char *device, uint64_t for_ms)
{
	struct ctl_listener listener = {.bytes = on_bytes,
					.event = on_event,
					.again = on_again,
					.is_enough = is_enough,
					.data = rec};
	enum ctl_talk_end end;
	int r = ctl_talk_new(&rec->talk, device, driver_identity_named(device), rec->wiring,
			     listener);

	rec->is_bluetooth = driver_node_is_bluetooth(device);
	if (r < 0)
		return ctl_fail(CTL_BAD_INPUT, "%s: %s", device, strerror(-r));
	if (isatty(STDERR_FILENO))
		fprintf(stderr, "boardctl: recording %s; Ctrl-C ends it\n", device);
	end = ctl_talk_run(rec->talk, for_ms);
	if (!rec->has_head && rec->error == 0)
		write_head(rec); /* a capture, if an empty one */
	if (rec->error == 0 && rec->fd != STDOUT_FILENO && fsync(rec->fd) < 0 && errno != EINVAL &&
	    errno != EROFS)
		rec->error = -errno;
	r = say_end(rec, device, end, ctl_talk_error(rec->talk));
	ctl_talk_free(rec->talk);
	return r;
}

static bool read_seconds(const char *text, uint64_t *ret_ms)
{
	char *end;
	unsigned long seconds;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	seconds = strtoul(text, &end, 10);
	*ret_ms = (uint64_t)seconds * 1000;
	return *end == '\0' && errno == 0 && seconds > 0 && seconds < 100000000;
}

static int record_file(struct record *rec, const char *device, bool is_forced, uint64_t for_ms)
{
	int status = open_file(rec, is_forced);

	if (status == CTL_DONE)
		status = record(rec, device, for_ms);
	free(rec->waiting);
	if (rec->fd > STDERR_FILENO)
		close(rec->fd);
	return status;
}

int ctl_record(int argc, char **argv)
{
	static const struct option options[] = {
		{"device", required_argument, NULL, 'd'},
		{"bus", no_argument, NULL, 'b'},
		{"seconds", required_argument, NULL, 's'},
		{"force", no_argument, NULL, 'f'},
		{0},
	};
	struct record rec = {.fd = -1, .wiring = BOARD_WIRING_UNKNOWN};
	const char *device = NULL;
	uint64_t for_ms = UINT64_MAX;
	bool is_forced = false;
	int option;

	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		switch (option) {
		case 'd': device = optarg; break;
		case 's':
			if (!read_seconds(optarg, &for_ms))
				return ctl_fail(CTL_BAD_CALL,
						"record: --seconds must be a number above 0, not "
						"'%s'",
						optarg);
			break;
		case 'b': rec.wiring = BOARD_WIRING_BUS; break;
		case 'f': is_forced = true; break;
		default: return ctl_bad_option(option, argv);
		}
	}
	if (!device)
		return ctl_fail(CTL_BAD_CALL, "record: needs --device PATH (see boardctl record "
					      "--help)");
	if (argc - optind != 1)
		return ctl_fail(CTL_BAD_CALL, "record: needs one FILE (see boardctl record "
					      "--help)");
	rec.file = argv[optind];
	return record_file(&rec, device, is_forced, for_ms);
}
