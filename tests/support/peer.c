/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/peer.h"

struct peer peer_begin(void)
{
	struct peer peer = {.in = tmpfile(), .out = tmpfile(), .err = tmpfile()};

	ck_assert(peer.in != NULL && peer.out != NULL && peer.err != NULL);
	return peer;
}

void peer_run(struct peer *peer, const char *const argv[])
{
	int status;
	pid_t child;

	ck_assert_int_eq(fflush(peer->in), 0);
	rewind(peer->in);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		if (dup2(fileno(peer->in), STDIN_FILENO) >= 0 &&
		    dup2(fileno(peer->out), STDOUT_FILENO) >= 0 &&
		    dup2(fileno(peer->err), STDERR_FILENO) >= 0)
			execv(argv[0], (char *const *)argv);
		_exit(127);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s failed (status %d)",
		      argv[0], status);
	rewind(peer->out);
}

void peer_is_content(struct peer *peer)
{
	char complaint[256];

	rewind(peer->err);
	if (fgets(complaint, sizeof(complaint), peer->err))
		ck_abort_msg("it said: %s", complaint);
}

void peer_end(struct peer *peer)
{
	fclose(peer->err);
	fclose(peer->in);
	fclose(peer->out);
}
