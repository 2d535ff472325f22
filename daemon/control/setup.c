/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control/setup.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/base/log.h"
#include "daemon/base/paths.h"

#define TOKEN_FILE "lichess-token" /* beside the folder of the page's file */
#define TOKEN_MAX  200
#define SET_MAX    20000 /* keys of one change: 4,096 tables have two players each */

/* --- what is shown --- */

struct showing {
	const struct server *server;
	json_t *list;
};

static const char *from_word(const struct server *server, const struct config_origin *origin)
{
	if (!origin->file)
		return "default";
	return strcmp(origin->file, server->source->page_file) == 0 ? "page" : "fixed";
}

static json_t *words_of(const char *const *words)
{
	json_t *list = json_array();

	for (; words && *words; words++)
		json_array_append_new(list, json_string(*words));
	return list;
}

static void show_entry(void *data, const struct config_entry *entry)
{
	static const char *const whens[] = {"at-once", "next-game", "restart"};
	struct showing *to = data;
	char where[600] = "";

	if (entry->origin.file && entry->origin.line > 0)
		snprintf(where, sizeof(where), "%.500s:%u", entry->origin.file, entry->origin.line);
	else if (entry->origin.file)
		snprintf(where, sizeof(where), "%.500s", entry->origin.file);
	json_array_append_new(
		to->list, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o}", "section",
				    entry->section, "key", entry->key, "value", entry->value,
				    "from", from_word(to->server, &entry->origin), "where", where,
				    "when", whens[entry->when], "words", words_of(entry->words)));
}

json_t *setup_show(const struct server *server)
{
	const struct config *config = &server->publish.config;
	struct showing to = {server, json_array()};

	config_each_of_page(config, show_entry, &to);
	return json_pack("{s:o, s:b, s:b, s:s}", "keys", to.list, "token",
			 config->lichess.token_file != NULL, "restart", server->needs_restart,
			 "file", server->source->page_file);
}

/* --- the file --- */

/* From inih: {"laws":{"edition":"2009"}}. */
static int take_key(void *data, const char *section, const char *key, const char *value)
{
	json_t *all = data, *keys = json_object_get(all, section);

	if (!keys) {
		keys = json_object();
		json_object_set_new(all, section, keys);
	}
	return json_object_set_new(keys, key, json_string(value)) == 0;
}

static json_t *read_own(const char *path)
{
	json_t *all = json_object();

	(void)ini_parse(path, take_key, all); /* none yet: nothing is set */
	return all;
}

static char *text_of_file(const json_t *all)
{
	json_t *keys, *value;
	const char *section, *key;
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return NULL;
	fputs("# Written by the page of boardd: what is set there stands here. What /etc or an "
	      "option says\n# comes later, and holds.\n",
	      to);
	json_object_foreach((json_t *)all, section, keys)
	{
		if (json_object_size(keys) > 0)
			fprintf(to, "\n[%s]\n", section);
		json_object_foreach(keys, key, value)
			fprintf(to, "%s = %s\n", key, json_string_value(value));
	}
	if (fclose(to) == 0)
		return text;
	free(text);
	return NULL;
}

/* The old one stays until the new one is whole. */
static int put_file(const char *path, const char *text, mode_t mode)
{
	char fresh[PUBLISH_PATH_MAX + 8];
	size_t len = strlen(text);
	ssize_t written;
	int fd;

	snprintf(fresh, sizeof(fresh), "%s.new", path);
	(void)unlink(fresh);
	fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode);
	if (fd < 0)
		return -errno;
	written = write(fd, text, len);
	if (close(fd) < 0 || written != (ssize_t)len || rename(fresh, path) < 0) {
		(void)unlink(fresh);
		return -EIO;
	}
	return 0;
}

/* --- a change --- */

/* A value that would not come back as it was written. */
static bool is_readable_again(const char *value)
{
	size_t len = strlen(value);

	if (len > 0 && (value[0] == ' ' || value[len - 1] == ' '))
		return false;
	return !strstr(value, " ;") && value[0] != ';' && strcspn(value, "\r\n\t") == len;
}

/* "players.1.white" is the key 1.white of [players]. */
static int set_one(json_t *all, const char *name, const json_t *value, char ret_why[SETUP_WHY_MAX])
{
	const char *dot = strchr(name, '.'), *text = json_string_value(value);
	char section[40] = "";

	if (dot && (size_t)(dot - name) < sizeof(section))
		snprintf(section, sizeof(section), "%.*s", (int)(dot - name), name);
	if (section[0] == '\0' || !config_is_of_page(section, dot + 1)) {
		snprintf(ret_why, SETUP_WHY_MAX, "%.100s cannot be set here", name);
		return -EINVAL;
	}
	if (json_is_null(value)) {
		json_object_del(json_object_get(all, section), dot + 1);
		return 0;
	}
	if (!text || !is_readable_again(text)) {
		snprintf(ret_why, SETUP_WHY_MAX, "%.100s: this is no value", name);
		return -EINVAL;
	}
	return take_key(all, section, dot + 1, text) == 1 ? 0 : -EIO;
}

static int set_all(json_t *all, const json_t *set, char ret_why[SETUP_WHY_MAX])
{
	json_t *value;
	const char *name;
	int r = 0;

	if (!json_is_object(set) || json_object_size(set) > SET_MAX) {
		snprintf(ret_why, SETUP_WHY_MAX, "\"set\" is an object of keys and values");
		return -EINVAL;
	}
	json_object_foreach((json_t *)set, name, value)
	{
		r = set_one(all, name, value, ret_why);
		if (r < 0)
			break;
	}
	return r;
}

/* The first thing that is wrong, without the name of a file that nobody has seen. */
static void say_fault(const struct config_faults *faults, char ret_why[SETUP_WHY_MAX])
{
	const char *line = faults->count > 0 ? faults->lines[0] : "out of memory";
	const char *key = strstr(line, ": [");

	snprintf(ret_why, SETUP_WHY_MAX, "%.380s", key ? key + 2 : line);
}

/* Would boardd take it? */
static int try_text(const struct server *server, const char *text, char ret_why[SETUP_WHY_MAX])
{
	struct config_source source = *server->source;
	struct config_faults faults = {0};
	struct config config;
	int r;

	source.page_text = text;
	r = config_load(&config, &source, &faults);
	if (r == 0)
		config_clear(&config);
	else
		say_fault(&faults, ret_why);
	config_faults_clear(&faults);
	return r;
}

/* The secret itself is in no journal. */
static int write_down(struct server *server, const json_t *wanted, const char *author)
{
	json_t *said = json_copy((json_t *)wanted);
	char *text;
	struct journal_input input = {.kind = JOURNAL_INPUT_CONFIG,
				      .at_ms = moment_now(&server->publish.moment),
				      .author = author};
	int r;

	if (json_object_get(said, "token"))
		json_object_set_new(said, "token",
				    json_boolean(json_is_string(json_object_get(said, "token"))));
	text = json_dumps(said, JSON_COMPACT);
	input.data = text;
	input.len = text ? strlen(text) : 0;
	r = text ? journal_put_input(server->publish.journal, &input, NULL) : -ENOMEM;
	free(text);
	json_decref(said);
	return r;
}

/* --- the token --- */

static void token_path(const struct server *server, char ret[PUBLISH_PATH_MAX + 20])
{
	const char *folder = server->source->page_folder, *slash = strrchr(folder, '/');

	snprintf(ret, PUBLISH_PATH_MAX + 20, "%.*s/%s", (int)(slash - folder), folder, TOKEN_FILE);
}

/* Says in the configuration where it is, or that there is none. */
static int name_token(const struct server *server, json_t *all, const json_t *token,
		      char ret_why[SETUP_WHY_MAX])
{
	const char *secret = json_string_value(token);
	char path[PUBLISH_PATH_MAX + 20];
	size_t len = secret ? strlen(secret) : 0;

	if (json_is_null(token)) {
		json_object_del(json_object_get(all, "lichess"), "token_file");
		return 0;
	}
	for (size_t i = 0; i < len; i++)
		if (secret[i] <= ' ' || secret[i] > '~')
			len = 0;
	if (len == 0 || len > TOKEN_MAX) {
		snprintf(ret_why, SETUP_WHY_MAX, "a token is a word of letters and signs");
		return -EINVAL;
	}
	token_path(server, path);
	return take_key(all, "lichess", "token_file", path) == 1 ? 0 : -ENOMEM;
}

static int keep_token(const struct server *server, const json_t *token)
{
	char path[PUBLISH_PATH_MAX + 20];

	token_path(server, path);
	if (json_is_string(token))
		return put_file(path, json_string_value(token), 0600);
	return unlink(path) == 0 || errno == ENOENT ? 0 : -EIO;
}

/* --- all of it --- */

static int change(struct server *server, json_t *all, const json_t *wanted, const char *author,
		  char ret_why[SETUP_WHY_MAX])
{
	const json_t *set = json_object_get(wanted, "set"),
		     *token = json_object_get(wanted, "token");
	char *text;
	int r = set ? set_all(all, set, ret_why) : 0;

	if (r == 0 && token)
		r = name_token(server, all, token, ret_why);
	text = r == 0 ? text_of_file(all) : NULL;
	if (text)
		r = try_text(server, text, ret_why);
	else if (r == 0)
		r = -ENOMEM;
	if (r == 0)
		r = write_down(server, wanted, author);
	if (r == 0 && token)
		r = keep_token(server, token);
	if (r == 0)
		r = put_file(server->source->page_file, text, 0644);
	free(text);
	return r;
}

int setup_change(struct server *server, const json_t *wanted, const char *author,
		 char ret_why[SETUP_WHY_MAX])
{
	json_t *all;
	int r;

	snprintf(ret_why, SETUP_WHY_MAX, "it cannot be written down");
	if (!server->source || !server->source->page_file ||
	    paths_make(server->source->page_folder) < 0)
		return -EIO;
	all = read_own(server->source->page_file);
	r = change(server, all, wanted, author, ret_why);
	json_decref(all);
	if (r < 0)
		return r == -EINVAL ? r : -EIO;
	log_notice("configuration: changed by %s on the page", author);
	server->reload(server->owner);
	return 0;
}
