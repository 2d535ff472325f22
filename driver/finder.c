/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/finder.h"
#include "driver/node.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* After news from USB; then rarely, in case some were missed. */
static const uint64_t looks_ms[] = {100, 300, 1000, 3000};
#define LOOKS           (sizeof(looks_ms) / sizeof(looks_ms[0]))
#define RARELY_MS       30000
#define WITHOUT_NEWS_MS 2000

struct list {
	struct driver_port *ports;
	size_t count;
};

struct driver_finder {
	struct driver_usb *usb; /* NULL: there is no USB */
	char **patterns;
	size_t pattern_count;
	struct list known; /* told of */
	struct list seen;  /* in the last look, not told of yet */
	uint64_t changed_ms;
	size_t look; /* the place in looks_ms that comes next */
	uint64_t next_ms;
};

/* --- looking --- */

static bool add(struct list *list, const struct driver_port *port)
{
	struct driver_port *more = reallocarray(list->ports, list->count + 1, sizeof(*list->ports));

	if (!more)
		return false;
	list->ports = more;
	list->ports[list->count++] = *port;
	return true;
}

static struct driver_port *find_node(struct list *list, const char *node)
{
	for (size_t i = 0; i < list->count; i++)
		if (strcmp(list->ports[i].node, node) == 0)
			return &list->ports[i];
	return NULL;
}

static void name_one(struct list *list, const char *path)
{
	struct driver_port named = {.is_named = true}, *port;
	char node[PATH_MAX];

	if (driver_node_of(path, node) < 0 || strlen(node) >= sizeof(named.node))
		return;
	port = find_node(list, node);
	if (port) {
		port->is_named = true;
		return;
	}
	snprintf(named.node, sizeof(named.node), "%.*s", DRIVER_NODE_MAX - 1, node);
	add(list, &named);
}

/* What a pattern matches is a port, whatever it is: the user said so. */
static void add_named(struct list *list, const char *pattern)
{
	glob_t paths;

	if (glob(pattern, 0, NULL, &paths) == 0)
		for (size_t i = 0; i < paths.gl_pathc; i++)
			name_one(list, paths.gl_pathv[i]);
	globfree(&paths);
}

static void keep_ours(struct list *list)
{
	size_t count = 0;

	for (size_t i = 0; i < list->count; i++)
		if (list->ports[i].identity || list->ports[i].is_named)
			list->ports[count++] = list->ports[i];
	list->count = count;
}

static void look(struct driver_finder *finder)
{
	struct list now = {0};
	ssize_t count = driver_port_list(finder->usb, &now.ports);

	if (count < 0)
		return; /* out of memory: the next look may do better */
	now.count = (size_t)count;
	for (size_t i = 0; i < finder->pattern_count; i++)
		add_named(&now, finder->patterns[i]);
	keep_ours(&now);
	free(finder->seen.ports);
	finder->seen = now;
}

/* --- news --- */

/* The same plugging, not only the same name: a board may be back before we looked. */
static bool is_same(const struct driver_port *a, const struct driver_port *b)
{
	return strcmp(a->node, b->node) == 0 && a->bus == b->bus && a->address == b->address;
}

static bool has(const struct list *list, const struct driver_port *port)
{
	for (size_t i = 0; i < list->count; i++)
		if (is_same(&list->ports[i], port))
			return true;
	return false;
}

/* Devices that left come first, so that their names are free again. */
bool driver_finder_next(struct driver_finder *finder, struct driver_news *ret_news)
{
	struct list *known = &finder->known, *seen = &finder->seen;

	for (size_t i = 0; i < known->count; i++) {
		if (has(seen, &known->ports[i]))
			continue;
		*ret_news = (struct driver_news){DRIVER_NEWS_LEFT, known->ports[i]};
		known->ports[i] = known->ports[--known->count];
		return true;
	}
	for (size_t i = 0; i < seen->count; i++) {
		if (has(known, &seen->ports[i]) || !add(known, &seen->ports[i]))
			continue;
		*ret_news = (struct driver_news){DRIVER_NEWS_ARRIVED, seen->ports[i]};
		return true;
	}
	return false;
}

/* --- when --- */

static bool has_hotplug(const struct driver_finder *finder)
{
	return finder->usb && driver_usb_has_hotplug(finder->usb);
}

static void plan(struct driver_finder *finder, uint64_t now_ms)
{
	while (finder->look < LOOKS && finder->changed_ms + looks_ms[finder->look] <= now_ms)
		finder->look++;
	finder->next_ms = now_ms + (has_hotplug(finder) ? RARELY_MS : WITHOUT_NEWS_MS);
	if (finder->look < LOOKS && finder->changed_ms + looks_ms[finder->look] < finder->next_ms)
		finder->next_ms = finder->changed_ms + looks_ms[finder->look];
}

void driver_finder_step(struct driver_finder *finder, uint64_t now_ms)
{
	bool has_changed = finder->usb && driver_usb_changed(finder->usb);

	if (has_changed) {
		finder->changed_ms = now_ms;
		finder->look = 0;
	}
	if (!has_changed && now_ms < finder->next_ms)
		return;
	look(finder);
	plan(finder, now_ms);
}

int driver_finder_fd(const struct driver_finder *finder)
{
	return finder->usb ? driver_usb_fd(finder->usb) : -1;
}

uint64_t driver_finder_deadline(const struct driver_finder *finder)
{
	return finder->next_ms;
}

/* --- life --- */

int driver_finder_new(struct driver_finder **ret, const char *const *patterns, size_t count)
{
	struct driver_finder *finder = calloc(1, sizeof(*finder));

	if (!finder)
		return -ENOMEM;
	finder->look = LOOKS;
	finder->patterns = calloc(count + 1, sizeof(*finder->patterns));
	if (!finder->patterns)
		goto fail;
	for (; finder->pattern_count < count; finder->pattern_count++) {
		char *copy = strdup(patterns[finder->pattern_count]);

		if (!copy)
			goto fail;
		finder->patterns[finder->pattern_count] = copy;
	}
	if (driver_usb_new(&finder->usb) < 0)
		finder->usb = NULL;
	*ret = finder;
	return 0;

fail:
	driver_finder_free(finder);
	return -ENOMEM;
}

void driver_finder_free(struct driver_finder *finder)
{
	if (!finder)
		return;
	driver_usb_free(finder->usb);
	for (size_t i = 0; i < finder->pattern_count; i++)
		free(finder->patterns[i]);
	free((void *)finder->patterns);
	free(finder->known.ports);
	free(finder->seen.ports);
	free(finder);
}
