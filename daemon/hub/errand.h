/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_HUB_ERRAND_H
#define BOARDD_HUB_ERRAND_H

#include "daemon/hub/hub.h"

/*
 * What is to be done at a node: asked on a thread, done and journalled there in the name of
 * the person, and answered, refused, or said to be undecided.
 */

struct hub_errand;

enum hub_errand_outcome {
	HUB_ERRAND_DONE,
	HUB_ERRAND_REFUSED,   /* by the node, with its status and its words */
	HUB_ERRAND_NOT_DONE,  /* the node cannot be reached */
	HUB_ERRAND_UNDECIDED, /* it may or may not have been done */
};

#define HUB_ERRAND_WHY_MAX 320

/*
 * A call for the node that has this board; param and by are copied. NULL, with a sentence: no
 * such board, or its node has not joined.
 */
struct hub_errand *hub_errand_new(struct hub *hub, const char *board, const char *call,
				  const json_t *param, const char *by,
				  char ret_why[HUB_ERRAND_WHY_MAX]);

/* The same, for the node that has the table of this game, by its GID: its bytes are there alone. */
struct hub_errand *hub_errand_of_game(struct hub *hub, const char *game, const char *by,
				      char ret_why[HUB_ERRAND_WHY_MAX]);
void hub_errand_free(struct hub_errand *errand); /* takes NULL */

/* On a thread. */
void hub_errand_run(struct hub_errand *errand);

/* On the loop, afterwards. */
enum hub_errand_outcome hub_errand_outcome(const struct hub_errand *errand);
const char *hub_errand_why(const struct hub_errand *errand);
long hub_errand_status(const struct hub_errand *errand); /* of HTTP */
const char *hub_errand_node(const struct hub_errand *errand);

/* What the node has answered as "text"; NULL: nothing. Borrowed. */
const char *hub_errand_text(const struct hub_errand *errand);

/*
 * The number here of the report by which it was done. 0: that report has not come yet, or
 * nothing was reported (then is_reported is false).
 */
uint64_t hub_errand_seq(const struct hub *hub, const struct hub_errand *errand);
bool hub_errand_is_reported(const struct hub_errand *errand);

#endif
