/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_PEER_H
#define BOARDD_TESTS_PEER_H

#include <stdio.h>

/*
 * Another program, written by other people, as a judge: it gets what is
 * written to ->in, and what it answers is read from ->out. What it complains
 * about is in ->err.
 */
struct peer {
	FILE *in, *out, *err;
};

/* An empty peer; write to ->in first. Fails the test if files cannot be made. */
struct peer peer_begin(void);

/* Runs it to its end, with ->in as standard input. Fails the test if it fails. */
void peer_run(struct peer *peer, const char *const argv[]);

/* Fails the test with the first complaint, if there is one. */
void peer_is_content(struct peer *peer);
void peer_end(struct peer *peer);

#endif
