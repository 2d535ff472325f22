/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct driver_name *find(struct driver_names *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->list[i].name, name) == 0)
			return &names->list[i];
	return NULL;
}

static struct driver_name *at_place(struct driver_names *names, const char *serial,
				    const char *place)
{
	for (size_t i = 0; i < names->count; i++)
		if (strcmp(names->list[i].serial, serial) == 0 &&
		    strcmp(names->list[i].place, place) == 0)
			return &names->list[i];
	return NULL;
}

/* The one board with this number that is away; NULL when there is none, or more than one. */
static struct driver_name *the_missing(struct driver_names *names, const char *serial)
{
	struct driver_name *missing = NULL;

	for (size_t i = 0; i < names->count; i++) {
		struct driver_name *name = &names->list[i];

		if (name->is_here || strcmp(name->serial, serial) != 0)
			continue;
		if (missing)
			return NULL;
		missing = name;
	}
	return missing;
}

static void invent(struct driver_names *names, struct driver_name *name)
{
	const char *base = name->serial[0] != '\0' ? name->serial : "dev";
	unsigned number = name->serial[0] != '\0' ? 2 : 1;

	snprintf(name->name, sizeof(name->name), "%.40s", base);
	if (name->serial[0] != '\0' && !find(names, name->name))
		return;
	do {
		snprintf(name->name, sizeof(name->name), "%.36s-%u", base, number++);
	} while (find(names, name->name));
}

static struct driver_name *add(struct driver_names *names, const char *serial, const char *place)
{
	struct driver_name added = {0}, *more;

	more = reallocarray(names->list, names->count + 1, sizeof(*names->list));
	if (!more)
		return NULL;
	names->list = more;
	snprintf(added.serial, sizeof(added.serial), "%s", serial);
	snprintf(added.place, sizeof(added.place), "%s", place);
	invent(names, &added);
	names->list[names->count] = added;
	return &names->list[names->count++];
}

const char *driver_names_claim(struct driver_names *names, const char *serial, const char *place)
{
	struct driver_name *name = at_place(names, serial, place);

	if (!name && serial[0] != '\0') /* without a number only the place tells */
		name = the_missing(names, serial);
	if (!name)
		name = add(names, serial, place);
	if (!name)
		return NULL;
	name->is_here = true;
	snprintf(name->place, sizeof(name->place), "%s", place);
	return name->name;
}

void driver_names_release(struct driver_names *names, const char *name)
{
	struct driver_name *found = find(names, name);

	if (found)
		found->is_here = false;
}

void driver_names_clear(struct driver_names *names)
{
	free(names->list);
	*names = (struct driver_names){0};
}
