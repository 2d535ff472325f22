/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/whole.h"

/*
 * Any bytes as a request to the HTTP listener of a whole daemon, through the library. Whatever is
 * answered well was asked for by one Host that is ours: nobody's page reaches it by another name
 * (DNS rebinding), however it is written. The first byte is the size of the pieces it comes in.
 */

#define INPUT_MAX  8192
#define SILENCE_MS 60 /* what is not whole is not answered */

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	whole_begin();
	return 0;
}

static bool is_ours(const char *host, size_t len)
{
	static const char *const names[] = {"localhost", "localhost.", "127.0.0.1", "[::1]"};

	while (len > 0 && isdigit((unsigned char)host[len - 1]))
		len--;
	if (len > 0 && host[len - 1] == ':')
		len--;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strlen(names[i]) == len && strncasecmp(host, names[i], len) == 0)
			return true;
	return len > 4 && strncmp(host, "127.", 4) == 0;
}

/* As the bytes were sent, line by line, up to the first that is empty. */
static void check_host(const char *text)
{
	unsigned hosts = 0;

	for (const char *line = strchr(text, '\n'), *end; line && line[1] != '\r'; line = end) {
		const char *value = line + 6;

		end = strchr(line + 1, '\n');
		if (strncasecmp(line + 1, "host:", 5) != 0)
			continue;
		expect(end, "a head without an end was answered");
		value += strspn(value, " \t");
		expect(is_ours(value, strcspn(value, " \t\r\n")), "answered: %s", text);
		hosts++;
	}
	expect(hosts == 1, "answered with %u hosts: %s", hosts, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static char answer[1 << 20], sent[INPUT_MAX + 1];
	static unsigned count;
	size_t got;
	int fd;

	if (len < 2 || len > INPUT_MAX)
		return 0;
	fd = whole_connect_http();
	expect(fd >= 0, "boardd does not listen");
	(void)whole_send(fd, bytes + 1, len - 1, bytes[0]);
	if (!memmem(bytes, len, "websocket", 9)) /* which goes on, and is waited for */
		(void)shutdown(fd, SHUT_WR);
	got = whole_receive(fd, answer, sizeof(answer), SILENCE_MS, NULL);
	close(fd);
	memcpy(sent, bytes + 1, len - 1);
	sent[len - 1] = '\0';
	expect(got == 0 || strncmp(answer, "HTTP/1.", 7) == 0, "%.100s", answer);
	if (got > 0 && (answer[9] == '2' || answer[9] == '1'))
		check_host(sent);
	if (++count % 256 == 0)
		whole_check_descriptors();
	return 0;
}
