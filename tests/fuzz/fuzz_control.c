/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/whole.h"

/*
 * Any lines on the control socket of a whole daemon. Every line that comes back is JSON, and a
 * question behind them is waited for unless the daemon has hung up. The first byte is the size of
 * the pieces they come in.
 */

#define INPUT_MAX 4096
#define LAST      "{\"id\":424242,\"call\":\"board\",\"param\":{\"board\":\"1\"}}\n"

int LLVMFuzzerInitialize(int *argc, char ***argv);

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	whole_begin();
	return 0;
}

static void check_lines(char *text)
{
	for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		json_t *object = json_loadb(line, (size_t)(end - line), 0, NULL);

		expect(json_is_object(object), "%s", line);
		json_decref(object);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static char answer[1 << 22];
	static unsigned count;
	int fd;

	if (len < 2 || len > INPUT_MAX)
		return 0;
	fd = whole_connect_control();
	expect(fd >= 0, "boardd does not listen");
	(void)(whole_send(fd, bytes + 1, len - 1, bytes[0]) && whole_send(fd, "\n", 1, 0) &&
	       whole_send(fd, LAST, strlen(LAST), 0));
	/* Who hangs for ten seconds is found by libFuzzer. */
	(void)whole_receive(fd, answer, sizeof(answer), 20000, "\"id\":424242");
	close(fd);
	check_lines(answer);
	if (++count % 64 == 0) {
		whole_check_descriptors();
		whole_begin_anew();
	}
	return 0;
}
