/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "tests/fuzz/whole.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "tests/fuzz/folder.h"
#include "tests/fuzz/fuzz.h"

#define FILES_MAX 1200 /* more than ever wait to be closed */
#define START_MS  60000

/* daemon/boardd.c, whose main() has this name here. */
int boardd_main(int argc, char **argv);

/* Leaks of a daemon that does not end are none; libFuzzer would look for them after each input. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

static const char config[] = "[boards]\ndevice = unix:/nonexistent\n"
			     "[broadcast]\nall_tables = yes\nid = f\n"
			     "[http]\nrequest_rate = 100000\nconnections_each = 100000\n"
			     "connections = 100000\ntimeout = 1s\n"
			     "[journal]\nballast = 0\n"
			     "[control]\ngroup = nobody\n";

static char conf_path[128], state_path[128], socket_path[100];
static uint16_t port;

static void *run(void *data)
{
	char *words[] = {
		(char *)"boardd",   (char *)"-c", conf_path,        (char *)"--state", state_path,
		(char *)"--socket", socket_path,  (char *)"--port", (char *)"0",       NULL};

	(void)data;
	boardd_main((int)(sizeof(words) / sizeof(words[0])) - 1, words);
	expect(false, "boardd has ended");
	return NULL;
}

/* --- connections --- */

static int connect_to(const struct sockaddr *address, socklen_t len)
{
	int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	expect(fd >= 0, "%s", strerror(errno));
	if (connect(fd, address, len) == 0 || errno == EINTR)
		return fd;
	close(fd);
	return -1;
}

int whole_connect_control(void)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};

	memcpy(address.sun_path, socket_path, sizeof(socket_path));
	return connect_to((const struct sockaddr *)&address, sizeof(address));
}

int whole_connect_http(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};

	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return connect_to((const struct sockaddr *)&address, sizeof(address));
}

bool whole_send(int fd, const void *bytes, size_t len, size_t piece)
{
	const char *at = bytes;

	for (size_t sent = 0; sent < len;) {
		size_t now = piece > 0 && len - sent > piece ? piece : len - sent;
		ssize_t n = send(fd, at + sent, now, MSG_NOSIGNAL);

		if (n < 0 && errno != EINTR)
			return false;
		sent += n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* libFuzzer has a clock that interrupts. */
static bool has_come(int fd, int silence_ms)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
	int n;

	do
		n = poll(&poll_fd, 1, silence_ms);
	while (n < 0 && errno == EINTR);
	return n > 0;
}

size_t whole_receive(int fd, char *ret, size_t size, int silence_ms, const char *end)
{
	size_t len = 0;

	while (len + 1 < size && has_come(fd, silence_ms)) {
		ssize_t n = recv(fd, ret + len, size - len - 1, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		len += (size_t)n;
		ret[len] = '\0';
		if (end && strstr(ret, end))
			break;
	}
	ret[len] = '\0';
	return len;
}

/* --- beginning --- */

static json_t *ask(const char *line)
{
	static char answer[1 << 16];
	int fd = whole_connect_control();
	json_t *object;

	if (fd < 0)
		return NULL;
	(void)whole_send(fd, line, strlen(line), 0);
	(void)whole_receive(fd, answer, sizeof(answer), START_MS, "\n");
	close(fd);
	object = json_loads(answer, 0, NULL);
	expect(json_is_object(object), "%s", answer);
	return object;
}

static void find_port(void)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	json_t *status = NULL;
	const char *address, *colon;

	for (int i = 0; !status && i < START_MS / 10; i++) {
		nanosleep(&pause, NULL);
		status = ask("{\"id\":1,\"call\":\"status\"}\n");
	}
	address = json_string_value(json_object_get(json_object_get(status, "result"), "address"));
	expect(address, "boardd does not begin");
	colon = strrchr(address, ':');
	port = (uint16_t)strtoul(colon + 1, NULL, 10);
	json_decref(status);
}

void whole_begin(void)
{
	pthread_t thread;

	snprintf(conf_path, sizeof(conf_path), "%s", folder_path("conf"));
	snprintf(state_path, sizeof(state_path), "%s", folder_path("state"));
	snprintf(socket_path, sizeof(socket_path), "%.90s", folder_path("socket"));
	folder_write("conf", config, sizeof(config) - 1);
	expect(pthread_create(&thread, NULL, run, NULL) == 0, "no thread");
	find_port();
	json_decref(
		ask("{\"id\":1,\"call\":\"round\",\"param\":{\"start\":1,\"by\":\"A\",\"pairings\":"
		    "\"board;white;black\\n1;A, A;B, B\\n2;C, C;D, D\\n\"}}\n"));
}

void whole_begin_anew(void)
{
	static unsigned round = 1;
	char line[256];

	round = round % 998 + 1;
	snprintf(line, sizeof(line),
		 "{\"id\":1,\"call\":\"round\",\"param\":{\"start\":%u,\"by\":\"A\","
		 "\"abandon\":[1,2],\"pairings\":\"board;white;black\\n1;A, A;B, B\\n\"}}\n",
		 round);
	json_decref(ask(line));
}

void whole_check_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned count = 0;

	while (dir && readdir(dir))
		count++;
	if (dir)
		closedir(dir);
	expect(count < FILES_MAX, "%u descriptors are open", count);
}
