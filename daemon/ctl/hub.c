/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/ctl/online.h"
#include "daemon/ctl/show.h"

const char ctl_hub_help[] =
	"Makes one event of several machines. The hub is a boardd with [hub] name; the others\n"
	"are its nodes.\n"
	"\n"
	"  invite NAME TABLE   at the hub: one line for the node that is to be called NAME,\n"
	"                      and whose tables have numbers from TABLE on; good once and\n"
	"                      for an hour. Where qrencode is installed, as a QR code too\n"
	"  join LINE           at the node: takes the invitation. From then on the hub may act\n"
	"                      here; what the configuration needs is printed\n"
	"  show                at the hub: who has joined, and what became of invitations; at\n"
	"                      a node: its hubs\n"
	"\n" CTL_ONLINE_HELP
	"  --address URL   where this machine is reached, if not where [http] listens\n"
	"  --by NAME       who says so; the user of this machine unless given\n"
	"  --write FILE    join: writes the configuration into this file\n"
	"\n"
	"Examples:\n"
	"  boardctl hub invite hall-b 33\n"
	"  boardctl hub join 'https://10.0.0.1:1982/#...'\n"
	"  boardctl hub show\n";

extern char **environ;

/* --- invite --- */

/* For a telephone that carries it to the node. In a terminal dark stays dark, whatever its colours.
 */
static void print_code(const char *line)
{
	char *const kind = isatty(STDOUT_FILENO) ? "ANSIUTF8" : "UTF8";
	char *const words[] = {"qrencode", "-t", kind, (char *)line, NULL};
	pid_t child;
	int status;

	fflush(stdout);
	if (posix_spawnp(&child, words[0], NULL, NULL, words, environ) == 0)
		(void)waitpid(child, &status, 0);
}

static void say_invitation(const json_t *answer)
{
	printf("Good once, within an hour, on the machine that is to be %s:\n\n"
	       "  boardctl hub join '%s'\n\n",
	       ctl_text(answer, "name"), ctl_text(answer, "line"));
	print_code(ctl_text(answer, "line"));
}

/* --- join --- */

static void print_config(FILE *to, const json_t *answer)
{
	const json_t *mqtt = json_object_get(answer, "mqtt");
	const char *event = json_string_value(json_object_get(answer, "event"));

	fprintf(to, "# From hub %s.\n[mqtt]\nhost = %s\nport = %lld\nprefix = %s\nnode = %s\n",
		ctl_text(answer, "hub"), ctl_text(mqtt, "host"),
		(long long)json_integer_value(json_object_get(mqtt, "port")),
		ctl_text(mqtt, "prefix"), ctl_text(answer, "name"));
	if (json_is_true(json_object_get(mqtt, "tls")))
		fputs("# tls_ca, user and password_file as your broker wants them\n", to);
	fprintf(to, "[boards]\nfirst_table = %lld\n",
		(long long)json_integer_value(json_object_get(answer, "first_table")));
	if (event)
		fprintf(to, "[broadcast]\nid = %s\n", event);
}

static int write_config(const char *path, const json_t *answer)
{
	FILE *to = fopen(path, "wxe");
	int error = 0;

	if (!to)
		return ctl_fail(CTL_BAD_INPUT, "hub: %s: %s", path, strerror(errno));
	print_config(to, answer);
	if (fclose(to) != 0)
		error = errno;
	if (error)
		return ctl_fail(CTL_BAD_INPUT, "hub: %s: %s", path, strerror(error));
	printf("%s is written; restart boardd.\n", path);
	return CTL_DONE;
}

static int say_joined(const struct ctl_online *online, const json_t *answer)
{
	printf("Hub %s may act here; this machine is %s.\n", ctl_text(answer, "hub"),
	       ctl_text(answer, "name"));
	if (online->write)
		return write_config(online->write, answer);
	puts("Put this into the configuration (boardd.conf.d/hub.conf), and restart boardd:\n");
	print_config(stdout, answer);
	return CTL_DONE;
}

/* --- show --- */

static void say_hub(const json_t *answer)
{
	const json_t *one;
	size_t i;

	json_array_foreach(json_object_get(answer, "nodes"), i, one)
		printf("%-20s %-12s tables from %-4lld %s, joined %s from %s, invited by %s\n",
		       ctl_text(one, "name"), ctl_text(one, "state"),
		       (long long)json_integer_value(json_object_get(one, "first_table")),
		       ctl_text(one, "address"), ctl_text(one, "joined"), ctl_text(one, "from"),
		       ctl_text(one, "by"));
	json_array_foreach(json_object_get(answer, "invitations"), i, one) printf(
		"%-20s invitation of %s: %s %s\n", ctl_text(one, "name"), ctl_text(one, "by"),
		ctl_text(one, "state"),
		json_is_string(json_object_get(one, "taken_from")) ? ctl_text(one, "taken_from")
								   : "");
	json_array_foreach(json_object_get(answer, "hubs"), i, one)
		printf("hub %s may act here\n", json_string_value(one));
}

/* --- all --- */

/* NULL: the words are none that are known. */
static json_t *param_of(const struct ctl_online *online)
{
	const char *word = online->count > 0 ? online->words[0] : "show";
	uint64_t table = 0;
	json_t *param = NULL;

	if (strcmp(word, "invite") == 0 && online->count == 3 &&
	    ctl_number(online->words[2], &table))
		param = json_pack("{s:s, s:I}", "invite", online->words[1], "first_table",
				  (json_int_t)table);
	else if (strcmp(word, "join") == 0 && online->count == 2)
		param = json_pack("{s:s}", "join", online->words[1]);
	else if (strcmp(word, "show") == 0 && online->count <= 1)
		param = json_object();
	if (param && online->address)
		json_object_set_new(param, "address", json_string(online->address));
	if (param && online->by)
		json_object_set_new(param, "by", json_string(online->by));
	return param;
}

int ctl_hub(int argc, char **argv)
{
	struct ctl_online online;
	json_t *param, *answer;
	int status = CTL_DONE;

	if (ctl_online_read(&online, argc, argv, "bAw", 0, 3) != CTL_DONE)
		return CTL_BAD_CALL;
	param = param_of(&online);
	if (!param)
		return ctl_fail(CTL_BAD_CALL, "hub: invite NAME TABLE, join LINE or show is wanted "
					      "(see boardctl hub --help)");
	answer = ctl_online_ask(&online, "hub", param, -1);
	if (!answer)
		return CTL_BAD_INPUT;
	if (online.json)
		ctl_online_print(answer);
	else if (json_object_get(answer, "line"))
		say_invitation(answer);
	else if (json_object_get(answer, "mqtt"))
		status = say_joined(&online, answer);
	else
		say_hub(answer);
	json_decref(answer);
	return status;
}
