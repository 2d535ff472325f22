/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/base/mailbox.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define CHAINS 1024 /* of names: a hall of boards has some thousands */

struct slot {
	struct slot *chain;         /* names with the same hash */
	struct slot *before, *next; /* by when they came first */
	bool waits;
	size_t len;
	char *text, *name;
};

struct mailbox {
	struct slot *chains[CHAINS];
	struct slot *first, *last;
	struct slot *from; /* nothing waits before it; NULL: look from the first */
	size_t waiting;
};

struct mailbox *mailbox_new(void)
{
	return calloc(1, sizeof(struct mailbox));
}

static void free_slot(struct slot *slot)
{
	free(slot->text);
	free(slot->name);
	free(slot);
}

void mailbox_free(struct mailbox *box)
{
	while (box && box->first) {
		struct slot *slot = box->first;

		box->first = slot->next;
		free_slot(slot);
	}
	free(box);
}

static struct slot **link_of(struct mailbox *box, const char *name)
{
	uint32_t hash = 2166136261u;
	struct slot **link;

	for (const char *c = name; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619u;
	link = &box->chains[hash % CHAINS];
	while (*link && strcmp((*link)->name, name) != 0)
		link = &(*link)->chain;
	return link;
}

static struct slot *add(struct mailbox *box, const char *name)
{
	struct slot *slot = calloc(1, sizeof(*slot));

	if (!slot || !(slot->name = strdup(name))) {
		free(slot);
		return NULL;
	}
	*link_of(box, name) = slot;
	slot->before = box->last;
	if (box->last)
		box->last->next = slot;
	else
		box->first = slot;
	box->last = slot;
	return slot;
}

static void remove_slot(struct mailbox *box, struct slot *slot)
{
	*link_of(box, slot->name) = slot->chain;
	if (slot->before)
		slot->before->next = slot->next;
	else
		box->first = slot->next;
	if (slot->next)
		slot->next->before = slot->before;
	else
		box->last = slot->before;
	if (box->from == slot)
		box->from = slot->next;
	free_slot(slot);
}

int mailbox_put(struct mailbox *box, const char *name, const char *text, size_t len)
{
	struct slot *slot = *link_of(box, name);
	char *copy;

	if (slot && slot->len == len && memcmp(slot->text, text, len) == 0)
		return 0;
	copy = malloc(len + 1);
	if (copy && !slot)
		slot = add(box, name);
	if (!copy || !slot) {
		free(copy);
		return -ENOMEM;
	}
	memcpy(copy, text, len);
	copy[len] = '\0';
	free(slot->text);
	slot->text = copy;
	slot->len = len;
	box->waiting += !slot->waits;
	slot->waits = true;
	box->from = NULL;
	return 1;
}

bool mailbox_has(const struct mailbox *box, const char *name)
{
	const struct slot *slot = *link_of((struct mailbox *)box, name);

	return slot && slot->len > 0;
}

bool mailbox_next(struct mailbox *box, struct mailbox_letter *ret)
{
	struct slot *slot = box->from ? box->from : box->first;

	if (box->waiting == 0)
		return false;
	while (!slot->waits)
		slot = slot->next;
	box->from = slot;
	*ret = (struct mailbox_letter){slot->name, slot->text, slot->len};
	return true;
}

void mailbox_took(struct mailbox *box, const char *name)
{
	struct slot *slot = *link_of(box, name);

	if (!slot || !slot->waits)
		return;
	slot->waits = false;
	box->waiting--;
	if (slot->len == 0)
		remove_slot(box, slot);
}

void mailbox_again(struct mailbox *box)
{
	for (struct slot *slot = box->first; slot; slot = slot->next) {
		box->waiting += !slot->waits;
		slot->waits = true;
	}
	box->from = NULL;
}
