/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "broadcast/output/lichess.h"
#include "daemon/send/lichess_push.h"
#include "tests/fuzz/fuzz.h"

/*
 * Any bytes are what a server says to a push of games: with an even first byte the body alone, with
 * an odd one the whole answer over HTTP. It is understood, or there is a sentence why not.
 */

#define INPUT_MAX 8192
#define GAMES     3

int LLVMFuzzerInitialize(int *argc, char ***argv);

static int listener;
static char url[64];
static CURLSH *share;

/* What the server says to the next that comes. */
static struct {
	pthread_mutex_t lock;
	const uint8_t *bytes;
	size_t len;
} said = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *serve(void *data)
{
	char asked[4096];

	(void)data;
	for (;;) {
		int fd = accept(listener, NULL, NULL);

		if (fd < 0)
			continue;
		(void)recv(fd, asked, sizeof(asked), 0);
		pthread_mutex_lock(&said.lock);
		(void)send(fd, said.bytes, said.len, MSG_NOSIGNAL);
		pthread_mutex_unlock(&said.lock);
		(void)shutdown(fd, SHUT_WR);
		while (recv(fd, asked, sizeof(asked), 0) > 0)
			;
		close(fd);
	}
	return NULL;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct sockaddr_in address = {.sin_family = AF_INET};
	socklen_t len = sizeof(address);
	pthread_t thread;

	(void)argc;
	(void)argv;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	expect(bind(listener, (struct sockaddr *)&address, sizeof(address)) == 0 &&
		       listen(listener, 8) == 0 &&
		       getsockname(listener, (struct sockaddr *)&address, &len) == 0,
	       "%s", strerror(errno));
	snprintf(url, sizeof(url), "http://127.0.0.1:%u", ntohs(address.sin_port));
	share = curl_share_init();
	curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
	expect(share && pthread_create(&thread, NULL, serve, NULL) == 0, "no memory");
	return 0;
}

static void check_body(const char *text, size_t len)
{
	struct lichess_entry entries[GAMES];
	char why[LICHESS_ERROR_MAX];

	memset(entries, 'x', sizeof(entries));
	if (!lichess_answer_read(text, len, entries, GAMES))
		return;
	for (size_t i = 0; i < GAMES; i++) {
		expect(entries[i].moves >= -1, "%ld moves", entries[i].moves);
		expect(memchr(entries[i].error, '\0', sizeof(entries[i].error)), "no end");
		lichess_judge(&entries[i], 40, true, why);
	}
}

static bool is_never_over(void *data)
{
	(void)data;
	return false;
}

static void push(const uint8_t *bytes, size_t len)
{
	const struct lichess_push order = {.url = url,
					   .round = "abcdefgh",
					   .token = "secret",
					   .body = "*\n",
					   .len = 2,
					   .timeout_ms = 300,
					   .is_over = is_never_over};
	struct lichess_answer answer = {0};

	pthread_mutex_lock(&said.lock);
	said.bytes = bytes;
	said.len = len;
	pthread_mutex_unlock(&said.lock);
	lichess_push(share, &order, &answer);
	expect(answer.fate == LICHESS_ANSWERED || answer.why[0] != '\0', "%d without a word",
	       (int)answer.fate);
	expect(!strstr(answer.why, "secret") || memmem(bytes, len, "secret", 6),
	       "the token is told: %s", answer.why);
	if (answer.text)
		check_body(answer.text, answer.len);
	free(answer.text);
	pthread_mutex_lock(&said.lock); /* it is no longer read from */
	said.len = 0;
	pthread_mutex_unlock(&said.lock);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	if (len < 2 || len > INPUT_MAX)
		return 0;
	if (bytes[0] % 2 == 0)
		check_body((const char *)bytes + 1, len - 1);
	else
		push(bytes + 1, len - 1);
	return 0;
}
