/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/rig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
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

#include "bench/spread.h"

#define IN_MAX    (256 * 1024)
#define WORDS_MAX (2 * RIG_BOARDS + 32)

static const char *folder_in_use;

void rig_make_folder(char folder[64])
{
	snprintf(folder, 64, "/var/tmp/boardd-bench-XXXXXX");
	if (!mkdtemp(folder))
		rig_give_up("cannot make a folder in /var/tmp");
	folder_in_use = folder;
}

void rig_remove_folder(const char *folder)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf '%s'", folder);
	(void)!system(command); /* NOLINT(cert-env33-c): a folder of our own */
	folder_in_use = NULL;
}

/* What was started dies with us. */
void rig_give_up(const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
	if (folder_in_use)
		rig_remove_folder(folder_in_use);
	exit(1);
}

/* --- boards --- */

void rig_pty_open(struct rig_pty *pty)
{
	struct termios t;

	pty->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	if (pty->fd < 0 || grantpt(pty->fd) < 0 || unlockpt(pty->fd) < 0 ||
	    ptsname_r(pty->fd, pty->name, sizeof(pty->name)) != 0)
		rig_give_up("no pty");
	pty->keep = open(pty->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (pty->keep < 0 || tcgetattr(pty->keep, &t) < 0)
		rig_give_up(pty->name);
	cfmakeraw(&t);
	tcsetattr(pty->keep, TCSANOW, &t);
}

size_t rig_encode_time(uint8_t *bytes, size_t cap, enum board_side to_move)
{
	struct board_time time = {
		.side = {{.hours = 1, .minutes = 5, .is_known = true},
			 {.hours = 1, .minutes = 4, .is_known = true}},
		.to_move = to_move,
		.running = true,
		.connected = true,
	};

	return dgt_encode_time(&time, bytes, cap);
}

static size_t answer(const struct rig_board *board, uint8_t command, uint8_t *bytes, size_t cap)
{
	switch (command) {
	case DGT_CMD_SEND_TIME: return rig_encode_time(bytes, cap, board->to_move);
	case DGT_CMD_SEND_BOARD: return dgt_encode_board(&board->board, bytes, cap);
	case DGT_CMD_SEND_SERIAL: return dgt_encode_text(DGT_MSG_SERIAL, board->serial, bytes, cap);
	case DGT_CMD_SEND_VERSION:
		return dgt_encode_version(DGT_MSG_VERSION, (struct board_version){1, 2}, bytes,
					  cap);
	default: return 0;
	}
}

static void hear(struct rig_board *board)
{
	struct dgt_host_request request;
	uint8_t bytes[64], reply[DGT_FRAME_MAX];
	ssize_t len = read(board->pty.fd, bytes, sizeof(bytes));

	for (ssize_t at = 0; at < len;) {
		at += (ssize_t)dgt_host_feed(&board->host, bytes + at, (size_t)(len - at),
					     &request);
		if (request.type == DGT_HOST_COMMAND)
			(void)!write(board->pty.fd, reply,
				     answer(board, request.command, reply, sizeof(reply)));
	}
}

static void change(struct rig_board *board, board_square square, board_piece piece)
{
	uint8_t bytes[8];

	board->board.at[square] = piece;
	(void)!write(board->pty.fd, bytes,
		     dgt_encode_field((struct dgt_field){square, piece}, bytes, sizeof(bytes)));
}

/* A knight's round of each side; they meet in the same places after 24 half-moves. */
static const board_square white_round[] = {6, 21, 38, 23}, black_round[] = {57, 40, 34, 44, 27, 42};
/* Then, before it is the third time, pawns go where nobody is in their way. */
static const board_square pawns[2][6][2] = {
	{{8, 16}, {16, 24}, {9, 17}, {17, 25}, {12, 20}, {20, 28}},
	{{55, 47}, {47, 39}, {49, 41}, {41, 33}, {54, 46}, {53, 45}},
};
#define BLOCK 21 /* moves of each side: a pawn's is the last */

void rig_move(struct rig_board *board)
{
	unsigned side = board->turn % 2, number = board->turn / 2, block = number / BLOCK;
	unsigned size = side == 0 ? sizeof(white_round) : sizeof(black_round);
	const board_square *round = side == 0 ? white_round : black_round;
	unsigned step = (number - block) % (size / sizeof(*round));
	board_square from = round[step], to = round[(step + 1) % (size / sizeof(*round))];
	board_piece piece = side == 0 ? 'N' : 'n';

	board->turn++;
	if (number % BLOCK == BLOCK - 1) {
		from = pawns[side][block % 6][0];
		to = pawns[side][block % 6][1];
		piece = side == 0 ? 'P' : 'p';
	}
	change(board, from, BOARD_EMPTY);
	change(board, to, piece);
}

void rig_tell_time(const struct rig_board *board)
{
	uint8_t bytes[16];

	(void)!write(board->pty.fd, bytes, rig_encode_time(bytes, sizeof(bytes), board->to_move));
}

void rig_press(struct rig *rig, struct rig_board *board)
{
	board->to_move = board->to_move == BOARD_LEFT ? BOARD_RIGHT : BOARD_LEFT;
	rig->waiting += board->pressed_ms == 0 ? 1 : 0;
	rig_tell_time(board);
	board->pressed_ms = spread_now_ms();
}

/* --- the daemon --- */

static size_t add_boards(struct rig *rig, unsigned boards, const char **words, size_t count)
{
	rig->board_count = boards;
	for (unsigned i = 0; i < boards; i++) {
		struct rig_board *board = &rig->boards[i];

		*board = (struct rig_board){.board = board_men_start(false), .to_move = BOARD_LEFT};
		snprintf(board->serial, sizeof(board->serial), "%05u", 20000 + i);
		dgt_host_init(&board->host);
		rig_pty_open(&board->pty);
		words[count++] = "--device";
		words[count++] = board->pty.name;
	}
	return count;
}

static void run(const char *const *words, const char *log)
{
	int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (fd >= 0 && dup2(fd, 2) >= 0)
		execv(words[0], (char *const *)words);
	_exit(1);
}

static void connect_control(struct rig *rig, const char *path)
{
	static const char watch[] = "{\"id\":1,\"call\":\"watch\",\"param\":{\"since\":0}}\n";
	static const struct timespec pause = {.tv_nsec = 20000000};
	struct sockaddr_un at = {.sun_family = AF_UNIX};

	snprintf(at.sun_path, sizeof(at.sun_path), "%.100s", path);
	rig->control = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	for (int i = 0; connect(rig->control, (struct sockaddr *)&at, sizeof(at)) < 0; i++) {
		if (i == 3000)
			rig_give_up("boardd does not answer");
		nanosleep(&pause, NULL);
	}
	if (write(rig->control, watch, sizeof(watch) - 1) < 0)
		rig_give_up("boardd");
}

void rig_start(struct rig *rig, const char *boardd, unsigned boards, const char *const *more)
{
	static unsigned times;
	char state[128], socket[128], log[128];
	const char *words[WORDS_MAX] = {boardd, "--state", state, "--socket",
					socket, "--port",  "0"};
	size_t count = 7;

	/* Of a boardd that ran before nothing is taken over. */
	times++;
	snprintf(state, sizeof(state), "%s/state-%u", rig->folder, times);
	snprintf(socket, sizeof(socket), "%s/socket-%u", rig->folder, times);
	snprintf(log, sizeof(log), "%s/log", rig->folder);
	for (; more && *more; more++)
		words[count++] = *more;
	add_boards(rig, boards, words, count);
	rig->waiting = rig->ready = 0;
	rig->in_len = 0;
	if (!rig->in)
		rig->in = malloc(IN_MAX);
	if (!rig->in)
		rig_give_up("no memory");
	rig->pid = fork();
	if (rig->pid == 0)
		run(words, log);
	connect_control(rig, socket);
	for (int i = 0; rig->ready < boards; i++) {
		if (i == 600)
			rig_give_up("the boards do not become ready");
		rig_serve(rig, spread_now_ms() + 100, false);
	}
}

void rig_stop(struct rig *rig)
{
	kill(rig->pid, SIGKILL);
	waitpid(rig->pid, NULL, 0);
	close(rig->control);
	for (unsigned i = 0; i < rig->board_count; i++) {
		close(rig->boards[i].pty.fd);
		close(rig->boards[i].pty.keep);
	}
	rig->board_count = 0;
}

/* --- what comes back --- */

static void take_line(struct rig *rig, const char *line, double at_ms)
{
	const char *table = strstr(line, "\"table\":");
	unsigned long number = table ? strtoul(table + 8, NULL, 10) : 0;
	struct rig_board *board;

	if (strstr(line, "\"event\":\"game\"") && strstr(line, "\"state\":\"ready\""))
		rig->ready++;
	if (!strstr(line, "\"event\":\"completed\"") || number == 0 || number > rig->board_count)
		return;
	board = &rig->boards[number - 1];
	if (board->pressed_ms == 0)
		return;
	rig->completed(rig->data, at_ms - board->pressed_ms);
	board->pressed_ms = 0;
	rig->waiting--;
}

static void read_control(struct rig *rig)
{
	double at_ms = spread_now_ms();
	ssize_t len =
		recv(rig->control, rig->in + rig->in_len, IN_MAX - 1 - rig->in_len, MSG_DONTWAIT);
	char *from = rig->in, *end;

	if (len == 0 || rig->in_len == IN_MAX - 1)
		rig_give_up("boardd is gone");
	rig->in_len += len > 0 ? (size_t)len : 0;
	rig->in[rig->in_len] = '\0';
	while ((end = strchr(from, '\n')) != NULL) {
		*end = '\0';
		take_line(rig, from, at_ms);
		from = end + 1;
	}
	rig->in_len -= (size_t)(from - rig->in);
	memmove(rig->in, from, rig->in_len + 1);
}

void rig_serve(struct rig *rig, double until_ms, bool is_enough)
{
	static struct pollfd wanted[RIG_BOARDS + 1];
	unsigned boards = rig->board_count;
	double now;

	for (unsigned i = 0; i < boards; i++)
		wanted[i] = (struct pollfd){.fd = rig->boards[i].pty.fd, .events = POLLIN};
	wanted[boards] = (struct pollfd){.fd = rig->control, .events = POLLIN};
	while ((now = spread_now_ms()) < until_ms && !(is_enough && rig->waiting == 0)) {
		if (poll(wanted, boards + 1, (int)(until_ms - now) + 1) <= 0)
			continue;
		if (wanted[boards].revents)
			read_control(rig);
		for (unsigned i = 0; i < boards; i++)
			if (wanted[i].revents)
				hear(&rig->boards[i]);
	}
}
