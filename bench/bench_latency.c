/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "board-protocol/dgt_encode.h"
#include "board-protocol/dgt_host.h"
#include "board-protocol/dgt_parser.h"

/*
 * How long a press of the clock takes, from the last byte that the board wrote
 * into the pty until the report that the move is completed can be read on the
 * control socket, durable: with one board, and with two hundred at tournament
 * pace. Beside it, in turns: a bare loop from a pty through the decoder to a
 * socket, and a bare commit of SQLite with the same safety on the same disk.
 */

#define SAMPLES   200
#define BOARDS    200
#define PACE_MS   60000 /* a half-move a minute */
#define LINE_MAX_ 65536
#define FOLDER    "/var/tmp/boardd-bench-XXXXXX" /* a disk, where /tmp may be memory */

static char folder[] = FOLDER;

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static pid_t daemon_pid;

static void end_daemon(void)
{
	char command[128];

	if (daemon_pid > 0) {
		kill(daemon_pid, SIGKILL);
		waitpid(daemon_pid, NULL, 0);
	}
	daemon_pid = 0;
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	(void)!system(command); /* NOLINT(cert-env33-c): a folder of our own */
}

static void give_up(const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
	end_daemon();
	exit(1);
}

/* --- ptys --- */

struct pty {
	int fd, keep;
	char name[64];
};

static void pty_open(struct pty *pty)
{
	struct termios t;

	pty->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (pty->fd < 0 || grantpt(pty->fd) < 0 || unlockpt(pty->fd) < 0 ||
	    ptsname_r(pty->fd, pty->name, sizeof(pty->name)) != 0)
		give_up("no pty");
	pty->keep = open(pty->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (pty->keep < 0 || tcgetattr(pty->keep, &t) < 0)
		give_up(pty->name);
	cfmakeraw(&t);
	tcsetattr(pty->keep, TCSANOW, &t);
}

/* --- the bare loop --- */

static struct pty bare_pty;
static int bare_socket;
static pid_t bare_pid;

/* In a process of its own: bytes become a message, and that a line. */
static void run_bare(int fd, int to)
{
	struct dgt_parser parser;
	uint8_t bytes[256];
	struct pollfd wanted = {.fd = fd, .events = POLLIN};

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dgt_parser_init(&parser);
	while (poll(&wanted, 1, -1) > 0) {
		ssize_t len = read(fd, bytes, sizeof(bytes));

		for (ssize_t at = 0; at < len;) {
			struct dgt_message msg;

			at += (ssize_t)dgt_parser_feed(&parser, DGT_MODE_SINGLE, 0, bytes + at,
						       (size_t)(len - at), &msg);
			if (msg.type == DGT_MSG_TIME)
				(void)!write(to, "{\"event\":\"press\"}\n", 18);
		}
	}
	_exit(0);
}

static void open_bare(void)
{
	int pair[2];

	pty_open(&bare_pty);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		give_up("no socket");
	bare_socket = pair[0];
	bare_pid = fork();
	if (bare_pid == 0)
		run_bare(bare_pty.keep, pair[1]);
}

static size_t encode_time(uint8_t *bytes, size_t cap, enum dgt_side to_move)
{
	struct dgt_time time = {
		.side = {{.hours = 1, .minutes = 5, .is_known = true},
			 {.hours = 1, .minutes = 4, .is_known = true}},
		.to_move = to_move,
		.running = true,
		.connected = true,
	};

	return dgt_encode_time(&time, bytes, cap);
}

static double loop_bare(void)
{
	uint8_t bytes[16];
	char line[64];
	size_t len = encode_time(bytes, sizeof(bytes), DGT_LEFT);
	double start = now_ms();

	if (write(bare_pty.fd, bytes, len) < 0 || read(bare_socket, line, sizeof(line)) <= 0)
		give_up("the bare loop");
	return now_ms() - start;
}

/* --- the bare commit --- */

static sqlite3 *db;
static sqlite3_stmt *insert;

static void open_commit(void)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/bare.sqlite", folder);
	if (sqlite3_open(path, &db) != SQLITE_OK ||
	    sqlite3_exec(db,
			 "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
			 "CREATE TABLE report (seq INTEGER PRIMARY KEY, text TEXT)",
			 NULL, NULL, NULL) != SQLITE_OK ||
	    sqlite3_prepare_v2(db, "INSERT INTO report (text) VALUES (zeroblob(300))", -1, &insert,
			       NULL) != SQLITE_OK)
		give_up("SQLite");
}

static double commit_bare(void)
{
	double start = now_ms();

	if (sqlite3_step(insert) != SQLITE_DONE)
		give_up("a bare commit");
	sqlite3_reset(insert);
	return now_ms() - start;
}

/* --- boards --- */

struct fake {
	struct pty pty;
	struct dgt_host host;
	struct dgt_board board;
	enum dgt_side to_move;
	unsigned turn;
	double next_ms; /* when it moves */
	double pressed_ms;
	double second_ms; /* when its clock speaks */
	char serial[6];
};

static struct fake fakes[BOARDS];

static size_t answer(struct fake *fake, uint8_t command, uint8_t *bytes, size_t cap)
{
	switch (command) {
	case DGT_CMD_SEND_TIME: return encode_time(bytes, cap, fake->to_move);
	case DGT_CMD_SEND_BOARD: return dgt_encode_board(&fake->board, bytes, cap);
	case DGT_CMD_SEND_SERIAL: return dgt_encode_text(DGT_MSG_SERIAL, fake->serial, bytes, cap);
	case DGT_CMD_SEND_VERSION:
		return dgt_encode_version(DGT_MSG_VERSION, (struct dgt_version){1, 2}, bytes, cap);
	default: return 0;
	}
}

static void hear(struct fake *fake)
{
	struct dgt_host_request request;
	uint8_t bytes[64], reply[DGT_FRAME_MAX];
	ssize_t len = read(fake->pty.fd, bytes, sizeof(bytes));

	for (ssize_t at = 0; at < len;) {
		at += (ssize_t)dgt_host_feed(&fake->host, bytes + at, (size_t)(len - at), &request);
		if (request.type == DGT_HOST_COMMAND)
			(void)!write(fake->pty.fd, reply,
				     answer(fake, request.command, reply, sizeof(reply)));
	}
}

static void change(struct fake *fake, dgt_square square, dgt_piece piece)
{
	uint8_t bytes[8];

	fake->board.at[square] = piece;
	(void)!write(fake->pty.fd, bytes,
		     dgt_encode_field((struct dgt_field){square, piece}, bytes, sizeof(bytes)));
}

/* Knights go out and come back. */
static void move(struct fake *fake)
{
	static const struct {
		dgt_square from, to;
		dgt_piece piece;
	} moves[] = {{6, 21, 'N'}, {62, 45, 'n'}, {21, 6, 'N'}, {45, 62, 'n'}};
	unsigned i = fake->turn++ % 4;

	change(fake, moves[i].from, DGT_EMPTY);
	change(fake, moves[i].to, moves[i].piece);
}

static void press(struct fake *fake)
{
	uint8_t bytes[16];
	size_t len;

	fake->to_move = fake->to_move == DGT_LEFT ? DGT_RIGHT : DGT_LEFT;
	len = encode_time(bytes, sizeof(bytes), fake->to_move);
	(void)!write(fake->pty.fd, bytes, len);
	fake->pressed_ms = now_ms();
}

/* --- the daemon --- */

static int control = -1;

static void start(unsigned boards)
{
	static char words[BOARDS * 2 + 16][128];
	char *argv[BOARDS * 2 + 16];
	size_t count = 0;
	const char *fixed[] = {BENCH_BOARDD, "--state", NULL, "--socket", NULL, "--port", "0"};

	for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); i++, count++)
		snprintf(words[count], sizeof(words[0]), fixed[i] ? "%s" : "%s/state-%u",
			 fixed[i] ? fixed[i] : folder, boards);
	snprintf(words[4], sizeof(words[0]), "%s/socket-%u", folder, boards);
	for (unsigned i = 0; i < boards; i++) {
		fakes[i] = (struct fake){.board = dgt_board_start(false), .to_move = DGT_LEFT};
		snprintf(fakes[i].serial, sizeof(fakes[i].serial), "%05u", 20000 + i);
		dgt_host_init(&fakes[i].host);
		pty_open(&fakes[i].pty);
		snprintf(words[count++], sizeof(words[0]), "--device");
		snprintf(words[count++], sizeof(words[0]), "%s", fakes[i].pty.name);
	}
	for (size_t i = 0; i < count; i++)
		argv[i] = words[i];
	argv[count] = NULL;
	daemon_pid = fork();
	if (daemon_pid == 0) {
		int log = open("/dev/null", O_WRONLY);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(log, 2);
		execv(argv[0], argv);
		_exit(1);
	}
}

static void connect_control(unsigned boards)
{
	static const char watch[] = "{\"id\":1,\"call\":\"watch\"}\n";
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	static const struct timespec pause = {.tv_nsec = 20000000};

	snprintf(at.sun_path, sizeof(at.sun_path), "%s/socket-%u", folder, boards);
	control = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	for (int i = 0; connect(control, (struct sockaddr *)&at, sizeof(at)) < 0; i++) {
		if (i == 3000)
			give_up("boardd does not answer");
		nanosleep(&pause, NULL);
	}
	if (write(control, watch, sizeof(watch) - 1) < 0)
		give_up("boardd");
}

/* --- what comes back --- */

static char in[LINE_MAX_ * 4];
static size_t in_len;
static double samples[SAMPLES];
static unsigned sample_count;

static void take_line(const char *line, double at_ms)
{
	const char *table = strstr(line, "\"table\":");
	unsigned long number = table ? strtoul(table + 8, NULL, 10) : 0;

	if (!strstr(line, "\"event\":\"completed\"") || number == 0 || number > BOARDS)
		return;
	if (fakes[number - 1].pressed_ms > 0 && sample_count < SAMPLES)
		samples[sample_count++] = at_ms - fakes[number - 1].pressed_ms;
	fakes[number - 1].pressed_ms = 0;
}

static void read_control(void)
{
	double at_ms = now_ms();
	ssize_t len = recv(control, in + in_len, sizeof(in) - 1 - in_len, MSG_DONTWAIT);
	char *from = in, *end;

	if (len == 0 || in_len == sizeof(in) - 1)
		give_up("boardd is gone");
	in_len += len > 0 ? (size_t)len : 0;
	in[in_len] = '\0';
	while ((end = strchr(from, '\n')) != NULL) {
		*end = '\0';
		take_line(from, at_ms);
		from = end + 1;
	}
	in_len -= (size_t)(from - in);
	memmove(in, from, in_len + 1);
}

/* Everybody is listened to for so long. */
static void serve(unsigned boards, double until_ms)
{
	static struct pollfd wanted[BOARDS + 1];
	int left;

	for (unsigned i = 0; i < boards; i++)
		wanted[i] = (struct pollfd){.fd = fakes[i].pty.fd, .events = POLLIN};
	wanted[boards] = (struct pollfd){.fd = control, .events = POLLIN};
	while ((left = (int)(until_ms - now_ms()) + 1) > 0 && until_ms > now_ms()) {
		if (poll(wanted, boards + 1, left) <= 0)
			continue;
		for (unsigned i = 0; i < boards; i++)
			if (wanted[i].revents)
				hear(&fakes[i]);
		if (wanted[boards].revents)
			read_control();
	}
}

/* --- measuring --- */

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct spread {
	double p50, p99;
};

static struct spread spread_of(double *values, unsigned count)
{
	qsort(values, count, sizeof(*values), by_size);
	return (struct spread){values[count / 2], values[count * 99 / 100]};
}

static double loops[SAMPLES], commits[SAMPLES];

/* One board moves again and again; the yardsticks are measured in between. */
static void measure_one(void)
{
	serve(1, now_ms() + 3000);
	for (unsigned i = 0; i < SAMPLES; i++) {
		move(&fakes[0]);
		serve(1, now_ms() + 60);
		press(&fakes[0]);
		serve(1, now_ms() + 60);
		loops[i] = loop_bare();
		commits[i] = commit_bare();
	}
	serve(1, now_ms() + 1000);
}

/* Two hundred, each once in a minute, in no order; clocks speak every second. */
static void measure_many(void)
{
	double end = now_ms() + 3000 + 1.2 * PACE_MS, now;

	for (unsigned i = 0; i < BOARDS; i++) {
		fakes[i].next_ms =
			now_ms() + 8000 + (double)PACE_MS * ((i * 7919) % BOARDS) / BOARDS;
		fakes[i].second_ms = now_ms() + 1000 + 5.0 * i;
	}
	while ((now = now_ms()) < end && sample_count < SAMPLES) {
		for (unsigned i = 0; i < BOARDS; i++) {
			struct fake *fake = &fakes[i];
			uint8_t bytes[16];

			if (now >= fake->second_ms) {
				fake->second_ms += 1000;
				(void)!write(fake->pty.fd, bytes,
					     encode_time(bytes, sizeof(bytes), fake->to_move));
			}
			if (now < fake->next_ms)
				continue;
			if (fake->turn % 2 == (fake->to_move == DGT_RIGHT)) {
				move(fake);
				fake->next_ms = now + 100;
			} else {
				press(fake);
				fake->next_ms = now + PACE_MS;
			}
		}
		serve(BOARDS, now_ms() + 5);
	}
}

static void print_result(const char *what, struct spread ours, double p50, double p99)
{
	bool is_good = ours.p99 <= p99 && (p50 == 0 || ours.p50 <= p50);

	printf("latency, %s: %u presses, p50 %.2f ms", what, sample_count, ours.p50);
	if (p50 > 0)
		printf(" (budget %.2f)", p50);
	printf(", p99 %.2f ms (budget %.2f)%s\n", ours.p99, p99, is_good ? "" : ", MISSED");
}

int main(void)
{
	struct spread loop, commit;

	if (!mkdtemp(folder))
		give_up("cannot make a folder in /var/tmp");
	open_bare();
	open_commit();
	start(1);
	connect_control(1);
	measure_one();
	if (sample_count < SAMPLES / 2)
		give_up("presses were not answered");
	loop = spread_of(loops, SAMPLES);
	commit = spread_of(commits, SAMPLES);
	printf("latency, a bare loop: p50 %.2f ms, p99 %.2f ms; a bare WAL commit: p50 %.2f ms, "
	       "p99 %.2f ms\n",
	       loop.p50, loop.p99, commit.p50, commit.p99);
	print_result("1 board", spread_of(samples, sample_count), 1.5 * loop.p50 + 1.3 * commit.p50,
		     commit.p99 + 2);
	kill(daemon_pid, SIGKILL);
	waitpid(daemon_pid, NULL, 0);
	close(control);
	sample_count = 0;
	start(BOARDS);
	connect_control(BOARDS);
	measure_many();
	if (sample_count < BOARDS / 4)
		give_up("presses were not answered");
	print_result("200 boards", spread_of(samples, sample_count), 0, 3 * commit.p99 + 5);
	kill(bare_pid, SIGKILL);
	end_daemon();
	return 0;
}
