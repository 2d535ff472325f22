/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_CTL_JOURNAL_H
#define BOARDD_CTL_JOURNAL_H

#include <stdbool.h>

/*
 * A game of a journal again: prints its reports, computed from what came in, and
 * says on standard error where they differ from what was published; or, stored,
 * prints what was published. Returns an exit status of boardctl: 1 when
 * something differs.
 */
int ctl_journal_replay(const char *journal, const char *game, bool is_stored);

#endif
