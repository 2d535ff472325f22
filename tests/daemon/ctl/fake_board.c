/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "board-protocol/dgt/encode.h"
#include "board-protocol/dgt/host.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

/*
 * fake-board LINK [WORD...]: a board for the black-box tests, on a pty that
 * LINK leads to; or unix:PATH, where it connects itself. It knows these words:
 *
 *	mute      answers nothing
 *	battery   has one, at 88 %
 *	noclock   nothing on the clock's socket
 *	play      moves e2-e4 and back, ten times a second
 *	flood     sends rubbish as fast as it can
 *	unplug=MS is pulled so many milliseconds after the first word to it
 */
struct fake {
	bool is_mute, has_battery, has_clock, plays, floods, updates, was_asked;
	int unplug_ms;
	int fd;   /* of the pty's far end */
	int keep; /* its near end: the board is plugged in, used or not */
	struct board_men board;
	struct dgt_host host;
};

static void take_word(struct fake *fake, const char *word)
{
	if (strcmp(word, "mute") == 0)
		fake->is_mute = true;
	else if (strcmp(word, "battery") == 0)
		fake->has_battery = true;
	else if (strcmp(word, "noclock") == 0)
		fake->has_clock = false;
	else if (strcmp(word, "play") == 0)
		fake->plays = true;
	else if (strcmp(word, "flood") == 0)
		fake->floods = true;
	else if (strncmp(word, "unplug=", 7) == 0)
		fake->unplug_ms = (int)strtol(word + 7, NULL, 10);
	else
		exit(2);
}

static size_t say_time(const struct fake *fake, uint8_t *bytes, size_t cap)
{
	struct board_time time = {
		.side = {{.minutes = 5, .is_known = true}, {.minutes = 4, .is_known = true}},
		.running = true,
		.connected = fake->has_clock,
	};

	return dgt_encode_time(&time, bytes, cap);
}

/* Returns how many bytes the answer has; 0: none. */
static size_t answer(struct fake *fake, uint8_t command, uint8_t *bytes, size_t cap)
{
	struct board_battery battery = {.percent = 88, .discharging = true, .left_minutes = 150};

	switch (command) {
	case DGT_CMD_IDLE: fake->updates = false; return 0;
	case DGT_CMD_UPDATE:
	case DGT_CMD_UPDATE_NICE: fake->updates = true; return 0;
	case DGT_CMD_SEND_TIME: return say_time(fake, bytes, cap);
	case DGT_CMD_SEND_BOARD: return dgt_encode_board(&fake->board, bytes, cap);
	case DGT_CMD_SEND_SERIAL: return dgt_encode_text(DGT_MSG_SERIAL, "12345", bytes, cap);
	case DGT_CMD_SEND_VERSION:
		return dgt_encode_version(DGT_MSG_VERSION, (struct board_version){1, 2}, bytes,
					  cap);
	case DGT_CMD_SEND_BATTERY:
		return fake->has_battery ? dgt_encode_battery(&battery, bytes, cap) : 0;
	default: return 0;
	}
}

static void hear(struct fake *fake, const uint8_t *bytes, size_t len)
{
	struct dgt_host_request request;
	uint8_t reply[DGT_FRAME_MAX];

	for (size_t at = 0; at < len;) {
		at += dgt_host_feed(&fake->host, bytes + at, len - at, &request);
		if (request.type == DGT_HOST_COMMAND && !fake->is_mute)
			(void)!write(fake->fd, reply,
				     answer(fake, request.command, reply, sizeof(reply)));
	}
}

static void listen_once(struct fake *fake)
{
	struct pollfd p = {.fd = fake->fd, .events = POLLIN};
	uint8_t bytes[64];
	ssize_t got;

	poll(&p, 1, 10);
	got = read(fake->fd, bytes, sizeof(bytes));
	if (got == 0)
		exit(0); /* the adapter is gone */
	if (got < 0)
		return;
	fake->was_asked = true;
	hear(fake, bytes, (size_t)got);
}

static void change(struct fake *fake, board_square square, board_piece piece)
{
	uint8_t bytes[8];
	size_t len = dgt_encode_field((struct dgt_field){square, piece}, bytes, sizeof(bytes));

	fake->board.at[square] = piece;
	if (fake->updates)
		(void)!write(fake->fd, bytes, len);
}

static void play(struct fake *fake, int turn)
{
	const board_square e2 = 12, e4 = 28;

	switch (turn % 4) {
	case 0: change(fake, e2, BOARD_EMPTY); break;
	case 1: change(fake, e4, 'P'); break;
	case 2: change(fake, e4, BOARD_EMPTY); break;
	case 3: change(fake, e2, 'P'); break;
	}
}

static void flood(const struct fake *fake)
{
	static uint8_t rubbish[4096];

	memset(rubbish, 0x7f, sizeof(rubbish));
	while (write(fake->fd, rubbish, sizeof(rubbish)) > 0)
		;
}

static void run(struct fake *fake)
{
	for (int ms = 0; fake->unplug_ms == 0 || ms < fake->unplug_ms; ms += fake->was_asked * 10) {
		listen_once(fake);
		if (fake->plays && ms % 100 == 0)
			play(fake, ms / 100);
		if (fake->floods)
			flood(fake);
	}
}

/* Without the raw mode the board would hear its own words. */
static bool plug_in(struct fake *fake, const char *link)
{
	struct termios t;
	char name[64];

	fake->fd = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (fake->fd < 0 || grantpt(fake->fd) < 0 || unlockpt(fake->fd) < 0 ||
	    ptsname_r(fake->fd, name, sizeof(name)) != 0)
		return false;
	fake->keep = open(name, O_RDWR | O_NOCTTY);
	if (fake->keep < 0 || tcgetattr(fake->keep, &t) < 0)
		return false;
	cfmakeraw(&t);
	unlink(link);
	return tcsetattr(fake->keep, TCSANOW, &t) == 0 && symlink(name, link) == 0;
}

/* To the socket of an emulated adapter: as soon as it is there. */
static bool connect_to(struct fake *fake, const char *path)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};

	if (strlen(path) >= sizeof(to.sun_path))
		return false;
	memcpy(to.sun_path, path, strlen(path));
	fake->fd = socket(AF_UNIX, SOCK_STREAM, 0);
	for (int i = 0; i < 100; i++) {
		if (connect(fake->fd, (struct sockaddr *)&to, sizeof(to)) == 0)
			return fcntl(fake->fd, F_SETFL, O_NONBLOCK) == 0;
		usleep(100000);
	}
	return false;
}

int main(int argc, char **argv)
{
	static struct fake fake;

	if (argc < 2)
		return 2;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	fake.board = board_men_start(false);
	fake.has_clock = true;
	for (int i = 2; i < argc; i++)
		take_word(&fake, argv[i]);
	if (strncmp(argv[1], "unix:", 5) == 0) {
		if (!connect_to(&fake, argv[1] + 5))
			return 1;
		run(&fake);
		return 0;
	}
	if (!plug_in(&fake, argv[1]))
		return 1;
	run(&fake);
	unlink(argv[1]);
	return 0;
}
