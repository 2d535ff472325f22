/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "board-protocol/dgt/session.h"
#include "tests/support/words.h"

/* boardsim seen from outside: started as a program, talked to as a board. */

#define TIMEOUT_MS 150000 /* on the simulator's clock */

/*
 * So many times as fast as life, for the program and for our clock;
 * BOARDSIM_TEST_SPEED=1 is real.
 */
static const char *speed = "5"; /* a board may be late by a second of a busy machine */

/* --- the program --- */

struct program {
	pid_t pid;
	FILE *out;
	char folder[64];
	char name[8][128]; /* where its boards are */
};

static const char *in_folder(const struct program *p, const char *name)
{
	static char path[160];

	snprintf(path, sizeof(path), "%s/%s", p->folder, name);
	return path;
}

static void write_file(const struct program *p, const char *name, const char *text)
{
	FILE *file = fopen(in_folder(p, name), "w");

	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static struct program prepare(void)
{
	struct program p = {.folder = "/tmp/boardsim-XXXXXX"};

	ck_assert_ptr_nonnull(mkdtemp(p.folder));
	return p;
}

/* Starts it in its folder, and reads where so many boards are. */
static void start(struct program *p, size_t boards, const char *const *argv)
{
	int out[2];

	ck_assert_int_eq(pipe(out), 0);
	p->pid = fork();
	ck_assert_int_ge(p->pid, 0);
	if (p->pid == 0) {
		dup2(out[1], STDOUT_FILENO);
		close(out[0]);
		close(out[1]);
		if (chdir(p->folder) == 0)
			execv(BOARDD_BOARDSIM, (char *const *)argv);
		_exit(127);
	}
	close(out[1]);
	p->out = fdopen(out[0], "r");
	for (size_t i = 0; i < boards; i++) {
		size_t number;

		ck_assert_int_eq(fscanf(p->out, " board %zu: %127s", &number, p->name[i]), 2);
		ck_assert_uint_eq(number, i + 1);
	}
}

static void clean_up(const struct program *p)
{
	unlink(in_folder(p, "script"));
	unlink(in_folder(p, "truth"));
	ck_assert_int_eq(rmdir(p->folder), 0); /* it has left nothing of its own */
}

/* Asks it to end, and returns its exit status. */
static int end(struct program *p, int signal_number)
{
	int status;

	if (signal_number)
		kill(p->pid, signal_number);
	ck_assert_int_eq(waitpid(p->pid, &status, 0), p->pid);
	ck_assert(WIFEXITED(status));
	fclose(p->out);
	clean_up(p);
	return WEXITSTATUS(status);
}

/* --- a host --- */

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return ((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000) *
	       strtoull(speed, NULL, 10);
}

static int open_tty(const char *path)
{
	int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK);

	if (fd >= 0)
		tcflush(fd, TCIOFLUSH);
	return fd;
}

static int connect_to(int family, const struct sockaddr *address, socklen_t len)
{
	int fd = socket(family, SOCK_STREAM, 0);

	if (connect(fd, address, len) == 0) {
		fcntl(fd, F_SETFL, O_NONBLOCK);
		return fd;
	}
	close(fd);
	return -1;
}

static int open_port(const char *name)
{
	struct sockaddr_un local = {.sun_family = AF_UNIX};
	struct sockaddr_in inet = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	unsigned port;

	if (sscanf(name, "unix:%107s", local.sun_path) == 1)
		return connect_to(AF_UNIX, (struct sockaddr *)&local, sizeof(local));
	if (sscanf(name, "tcp:127.0.0.1:%u", &port) == 1) {
		inet.sin_port = htons((uint16_t)port);
		return connect_to(AF_INET, (struct sockaddr *)&inet, sizeof(inet));
	}
	return open_tty(name);
}

struct host {
	struct dgt_session session;
	const char *name;
	int fd;
	size_t counts[16]; /* by type of event */
	uint64_t addresses;
	struct board_event last[16];
};

static void host_begin(struct host *h, const char *name, enum board_wiring wiring)
{
	memset(h, 0, sizeof(*h));
	h->name = name;
	h->fd = -1;
	dgt_session_init(&h->session, (struct board_config){.wiring = wiring});
}

static void host_events(struct host *h)
{
	struct board_event event;

	while (dgt_session_next(&h->session, &event)) {
		h->counts[event.type]++;
		h->last[event.type] = event;
		if (event.type == BOARD_EV_CONNECTED && event.address >= 1025)
			h->addresses |= UINT64_C(1) << (event.address - 1025);
	}
}

static void host_lose(struct host *h)
{
	close(h->fd);
	h->fd = -1;
	dgt_session_close(&h->session, now_ms());
}

static void host_read(struct host *h)
{
	struct pollfd poll_fd = {.fd = h->fd, .events = POLLIN};
	uint8_t bytes[512];
	size_t used = 0;
	ssize_t got;

	if (poll(&poll_fd, 1, 2) <= 0)
		return;
	got = read(h->fd, bytes, sizeof(bytes));
	if (got == 0 || (got < 0 && errno != EAGAIN) || (poll_fd.revents & POLLHUP)) {
		host_lose(h);
		return;
	}
	while (got > 0 && used < (size_t)got) {
		used += dgt_session_feed(&h->session, now_ms(), bytes + used, (size_t)got - used);
		host_events(h);
	}
}

static void host_step(struct host *h)
{
	uint8_t bytes[BOARD_OUT_MAX];
	size_t len;

	if (h->fd < 0) {
		h->fd = open_port(h->name);
		if (h->fd < 0) {
			usleep(5000);
			return;
		}
		dgt_session_open(&h->session, now_ms());
	}
	host_read(h);
	if (h->fd >= 0) {
		dgt_session_tick(&h->session, now_ms());
		len = dgt_session_take(&h->session, bytes, sizeof(bytes));
		if (len > 0)
			ck_assert_int_eq(write(h->fd, bytes, len), (ssize_t)len);
		if (h->session.state == DGT_ST_LOST)
			host_lose(h);
	}
	host_events(h);
}

/* Until an event of this kind has come so often. */
static void host_await(struct host *h, enum board_event_type type, size_t times)
{
	uint64_t until = now_ms() + TIMEOUT_MS;

	while (h->counts[type] < times) {
		ck_assert_msg(now_ms() < until, "only %zu of %zu %s", h->counts[type], times,
			      board_event_name(type));
		host_step(h);
	}
}

/* --- tests --- */

static const char two_moves[] =
	"lift e2; place e4 P; press white; lift e7; place e5 p; press black\n";

static void expect_two_moves(struct host *h)
{
	host_await(h, BOARD_EV_CONNECTED, 1);
	ck_assert_str_eq(h->last[BOARD_EV_CONNECTED].identity.serial, "01025");
	host_await(h, BOARD_EV_PRESSED, 2);
	ck_assert_uint_eq(h->counts[BOARD_EV_LIFTED], 2);
	ck_assert_uint_eq(h->counts[BOARD_EV_PLACED], 2);
	ck_assert_uint_eq(h->last[BOARD_EV_PLACED].square, on("e5"));
	ck_assert_int_eq(h->last[BOARD_EV_PLACED].piece, 'p');
	ck_assert_int_eq(h->last[BOARD_EV_PRESSED].side, BOARD_RIGHT);
}

START_TEST(over_a_pseudo_terminal)
{
	const char *const argv[] = {"boardsim", "--pty",   "link", "--script",
				    "script",   "--speed", speed,  NULL};
	struct program p = prepare();
	static struct host h;
	char name[200];

	write_file(&p, "script", two_moves);
	start(&p, 1, argv);
	snprintf(name, sizeof(name), "%s", in_folder(&p, "link"));
	host_begin(&h, name, BOARD_WIRING_SINGLE);
	expect_two_moves(&h);
	ck_assert_int_eq(end(&p, SIGINT), 0);
}
END_TEST

START_TEST(over_a_unix_socket)
{
	const char *const argv[] = {"boardsim", "--unix",  "socket", "--script",
				    "script",   "--speed", speed,    NULL};
	struct program p = prepare();
	static struct host h;
	char name[200];

	write_file(&p, "script", two_moves);
	start(&p, 1, argv);
	snprintf(name, sizeof(name), "unix:%s", in_folder(&p, "socket"));
	host_begin(&h, name, BOARD_WIRING_SINGLE);
	expect_two_moves(&h);
	ck_assert_int_eq(end(&p, SIGTERM), 0);
}
END_TEST

START_TEST(over_tcp_and_a_host_may_come_back)
{
	const char *const argv[] = {"boardsim", "--tcp",   "0",   "--script",
				    "script",   "--speed", speed, NULL};
	struct program p = prepare();
	static struct host h;

	write_file(&p, "script", two_moves);
	start(&p, 1, argv);
	host_begin(&h, p.name[0], BOARD_WIRING_SINGLE);
	expect_two_moves(&h);
	host_lose(&h);
	host_await(&h, BOARD_EV_RESYNCED, 1);
	ck_assert_int_eq(h.last[BOARD_EV_RESYNCED].resync, BOARD_RESYNC_UNCHANGED);
	ck_assert_int_eq(end(&p, SIGINT), 0);
}
END_TEST

/* A minute without a cable, six half-moves in it, told afterwards from the board's log. */
START_TEST(an_unplugged_board_is_gone_and_comes_back_with_its_log)
{
	const char *const argv[] = {"boardsim", "--pty", "link",    "--script", "script",
				    "--speed",  speed,   "--truth", "truth",    NULL};
	static const char script[] = "lift e2; place e4 P; press white; wait 3; unplug 60; wait 5\n"
				     "lift e7; place e5 p; press black; wait 5; lift g1; place f3 "
				     "N; press white; wait 5\n"
				     "lift b8; place c6 n; press black; wait 5; lift f1; place b5 "
				     "B; press white; wait 5\n"
				     "lift a7; place a6 p; press black; wait 5; lift b5; place a4 "
				     "B; press white; wait 40\n"
				     "lift g8; place f6 n; press black\n";
	struct program p = prepare();
	static struct host h;
	char name[200];

	write_file(&p, "script", script);
	start(&p, 1, argv);
	snprintf(name, sizeof(name), "%s", in_folder(&p, "link"));
	host_begin(&h, name, BOARD_WIRING_SINGLE);
	host_await(&h, BOARD_EV_PRESSED, 1);
	host_await(&h, BOARD_EV_LOST, 1);
	ck_assert_int_eq(h.last[BOARD_EV_LOST].lost, BOARD_LOST_CLOSED);
	ck_assert_uint_eq(h.counts[BOARD_EV_LIFTED], 1);
	host_await(&h, BOARD_EV_RESYNCED, 1);
	ck_assert_int_eq(h.last[BOARD_EV_RESYNCED].resync, BOARD_RESYNC_RECOVERED);
	ck_assert_uint_eq(h.counts[BOARD_EV_LIFTED], 7);
	ck_assert_uint_eq(h.counts[BOARD_EV_PLACED], 7);
	ck_assert_int_eq(h.last[BOARD_EV_PLACED].source, BOARD_FROM_LOG);
	host_await(&h, BOARD_EV_PRESSED, 8);
	ck_assert_uint_eq(h.counts[BOARD_EV_LIFTED], 8);
	ck_assert_uint_eq(h.last[BOARD_EV_PLACED].square, on("f6"));
	ck_assert_int_eq(end(&p, SIGINT), 0);
}
END_TEST

START_TEST(a_bus_of_boards_is_found)
{
	const char *const argv[] = {"boardsim", "--tcp",   "0",   "--bus", "--boards",
				    "3",        "--speed", speed, NULL};
	struct program p = prepare();
	static struct host h;

	start(&p, 1, argv);
	host_begin(&h, p.name[0], BOARD_WIRING_BUS);
	host_await(&h, BOARD_EV_CONNECTED, 3);
	ck_assert_uint_eq(h.addresses, 7);
	host_await(&h, BOARD_EV_PLACED, 4);
	ck_assert_int_eq(end(&p, SIGINT), 0);
}
END_TEST

START_TEST(many_boards_have_many_ports)
{
	const char *const argv[] = {"boardsim", "--pty",   "table", "--boards",
				    "4",        "--speed", speed,   NULL};
	struct program p = prepare();
	static struct host h[4];
	static char names[4][160];

	start(&p, 4, argv);
	for (size_t i = 0; i < 4; i++) {
		char link[16];

		snprintf(link, sizeof(link), "table%zu", i + 1);
		snprintf(names[i], sizeof(names[i]), "%s", in_folder(&p, link));
		host_begin(&h[i], names[i], BOARD_WIRING_SINGLE);
	}
	for (uint64_t until = now_ms() + TIMEOUT_MS;
	     h[0].counts[BOARD_EV_PLACED] < 3 || h[3].counts[BOARD_EV_PLACED] < 3;) {
		ck_assert_uint_lt(now_ms(), until);
		for (size_t i = 0; i < 4; i++)
			host_step(&h[i]);
	}
	ck_assert_str_eq(h[3].last[BOARD_EV_CONNECTED].identity.serial, "01028");
	ck_assert_int_eq(end(&p, SIGINT), 0);
}
END_TEST

START_TEST(it_ends_by_itself_when_asked_to)
{
	const char *const argv[] = {"boardsim", "--tcp", "0",      "--script", "script",
				    "--speed",  speed,   "--once", NULL};
	struct program p = prepare();
	static struct host h;

	write_file(&p, "script", two_moves);
	start(&p, 1, argv);
	host_begin(&h, p.name[0], BOARD_WIRING_SINGLE);
	host_await(&h, BOARD_EV_LOST, 1);
	ck_assert_int_eq(end(&p, 0), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("boardsim from outside");
	TCase *tc = tcase_create("boardsim");
	const char *asked = getenv("BOARDSIM_TEST_SPEED");

	if (asked)
		speed = asked;
	tcase_set_timeout(tc, 30 + 400 / strtod(speed, NULL));
	tcase_add_test(tc, over_a_pseudo_terminal);
	tcase_add_test(tc, over_a_unix_socket);
	tcase_add_test(tc, over_tcp_and_a_host_may_come_back);
	tcase_add_test(tc, an_unplugged_board_is_gone_and_comes_back_with_its_log);
	tcase_add_test(tc, a_bus_of_boards_is_found);
	tcase_add_test(tc, many_boards_have_many_ports);
	tcase_add_test(tc, it_ends_by_itself_when_asked_to);
	suite_add_tcase(suite, tc);
	return run_suite(suite);
}
