/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ctl/online.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/ctl/line.h"

bool ctl_number(const char *text, uint64_t *ret)
{
	char *end;

	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*ret = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0' && *ret <= INT64_MAX;
}

/* --- options --- */

static int take(struct ctl_online *to, int option, const char *command)
{
	switch (option) {
	case 'j': to->json = true; break;
	case 'S': to->socket = optarg; break;
	case 'b': to->by = optarg; break;
	case 'B': to->board = optarg; break;
	case 'p': to->pgn = true; break;
	case 'f': to->force = true; break;
	case 'y': to->yes = true; break;
	case 'P': to->pairings = optarg; break;
	case 'T': to->players = optarg; break;
	case 'r': to->round = optarg; break;
	case 'a': to->abandon = optarg; break;
	case 't': to->tongue = optarg; break;
	case 'k': to->speak = true; break;
	case 'A': to->address = optarg; break;
	case 'w': to->write = optarg; break;
	case 's':
		to->has_since = true;
		if (!ctl_number(optarg, &to->since))
			return ctl_fail(CTL_BAD_CALL,
					"%s: --since '%s' is not the number of a report", command,
					optarg);
		break;
	case 'l':
		if (!catalogue_language_of(optarg, &to->language))
			return ctl_fail(CTL_BAD_CALL, "%s: no language '%s' (en, da, no)", command,
					optarg);
		break;
	}
	return CTL_DONE;
}

int ctl_online_read(struct ctl_online *ret, int argc, char **argv, const char *own, int least,
		    int most)
{
	static const struct option all[] = {
		{"json", no_argument, NULL, 'j'},
		{"socket", required_argument, NULL, 'S'},
		{"by", required_argument, NULL, 'b'},
		{"board", required_argument, NULL, 'B'},
		{"since", required_argument, NULL, 's'},
		{"lang", required_argument, NULL, 'l'},
		{"pgn", no_argument, NULL, 'p'},
		{"force", no_argument, NULL, 'f'},
		{"yes", no_argument, NULL, 'y'},
		{"pairings", required_argument, NULL, 'P'},
		{"players", required_argument, NULL, 'T'},
		{"round", required_argument, NULL, 'r'},
		{"abandon", required_argument, NULL, 'a'},
		{"lang", required_argument, NULL, 't'},
		{"speak", no_argument, NULL, 'k'},
		{"address", required_argument, NULL, 'A'},
		{"write", required_argument, NULL, 'w'},
	};
	struct option options[sizeof(all) / sizeof(all[0]) + 1] = {{0}};
	size_t count = 0;
	int option;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (strchr("jS", all[i].val) || strchr(own, all[i].val))
			options[count++] = all[i];
	*ret = (struct ctl_online){.language = catalogue_language_here()};
	while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
		if (option == '?' || option == ':')
			return ctl_bad_option(option, argv);
		if (take(ret, option, argv[0]) != CTL_DONE)
			return CTL_BAD_CALL;
	}
	ret->count = argc - optind;
	ret->words = argv + optind;
	if (ret->count < least || (most >= 0 && ret->count > most))
		return ctl_fail(CTL_BAD_CALL, "%s: too %s words (see boardctl %s --help)", argv[0],
				ret->count < least ? "few" : "many", argv[0]);
	return CTL_DONE;
}

/* --- one question --- */

int ctl_online_fail(const char *path, int error)
{
	if (error == -ENOENT || error == -ECONNREFUSED)
		return ctl_fail(CTL_BAD_INPUT, "no boardd listens at %s: is it running?", path);
	if (error == -EACCES || error == -EPERM)
		return ctl_fail(CTL_BAD_INPUT,
				"%s: you may not open it: are you in the group of its arbiters?",
				path);
	return ctl_fail(CTL_BAD_INPUT, "%s: %s", path, strerror(-error));
}

static json_t *understand(const char *text, size_t len)
{
	json_t *answer = json_loadb(text, len, 0, NULL);
	json_t *result = json_incref(json_object_get(answer, "result"));
	const char *error = json_string_value(json_object_get(answer, "error"));

	if (!result)
		ctl_fail(CTL_BAD_INPUT, "%s", error ? error : "boardd gave no answer");
	json_decref(answer);
	return result;
}

static json_t *ask(const char *path, const char *call, json_t *param, int fd)
{
	struct ctl_line *line;
	json_t *answer = NULL;
	const char *text = NULL;
	size_t len = 0;
	int r = ctl_line_open(&line, path);

	if (r < 0) {
		json_decref(param);
		ctl_online_fail(path, r);
		return NULL;
	}
	r = ctl_line_ask(line, call, param, fd);
	if (r == 0)
		r = ctl_line_next(line, &text, &len);
	if (r > 0)
		answer = understand(text, len);
	else if (r == -EINTR)
		ctl_fail(CTL_BAD_INPUT, "%s: interrupted", call);
	else
		ctl_fail(CTL_BAD_INPUT, "%s: %s", path,
			 r == 0 ? "boardd has closed the line" : strerror(-r));
	ctl_line_close(line);
	return answer;
}

json_t *ctl_online_ask(const struct ctl_online *online, const char *call, json_t *param, int fd)
{
	char path[CTL_PATH_MAX];

	if (ctl_line_path(online->socket, path) < 0) {
		json_decref(param);
		ctl_fail(CTL_BAD_INPUT, "there is no usual place for the socket: give --socket");
		return NULL;
	}
	return ask(path, call, param, fd);
}

void ctl_online_print(const json_t *answer)
{
	json_dumpf(answer, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
	putchar('\n');
}
