/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_TESTS_CONFIGURED_H
#define BOARDD_TESTS_CONFIGURED_H

#include "daemon/config/config.h"
#include "tests/support/words.h"

/* The words of the tests of the configuration: what was loaded last, and what was wrong with it. */

extern struct config config;
extern struct config_faults faults;

/* Clears both. */
void forget(void);

/* Loads a text as a file called f. */
int load_bytes(const char *text, size_t len);
int load(const char *text);
void expect_good(const char *text);

/* One fault, exactly this line. */
void expect_fault(const char *text, const char *line);

/* What config_print() prints, good until the next call; and without what is said about keys. */
#define PRINTED_MAX 40000
const char *print(const struct config *c);
const char *print_bare(const struct config *c);

#endif
