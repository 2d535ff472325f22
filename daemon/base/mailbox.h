/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_MAILBOX_H
#define BOARDD_MAILBOX_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Between the loop and a sender: texts by name, the latest of each, in the order
 * in which the names came first. What the sender has not taken when the next text
 * of a name comes is never sent. It keeps the last text of each name, so that all
 * of it can be sent again. Not locked: that is done by those who share it.
 */

struct mailbox;

struct mailbox_letter {
	const char *name, *text; /* borrowed until the next change */
	size_t len; /* 0: the text is empty, and the name is dropped when it has been taken */
};

/* NULL: no memory. */
struct mailbox *mailbox_new(void);
void mailbox_free(struct mailbox *box); /* takes NULL */

/* Copies. Returns 1, 0 when that is what the name has already, -ENOMEM. */
int mailbox_put(struct mailbox *box, const char *name, const char *text, size_t len);

/* Is there a text of this name, which is not empty? */
bool mailbox_has(const struct mailbox *box, const char *name);

/* The first that waits; false: none does. */
bool mailbox_next(struct mailbox *box, struct mailbox_letter *ret);

/* The text of this name has been taken: it waits no longer. */
void mailbox_took(struct mailbox *box, const char *name);

/* Every text waits to be taken again, as after a lost connection. */
void mailbox_again(struct mailbox *box);

#endif
