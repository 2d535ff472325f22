/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_JOURNAL_RESTORE_H
#define BOARDD_JOURNAL_RESTORE_H

#include "daemon/journal/journal.h"

/*
 * Puts a backup in the place of the journal of a state directory. The one that is there is renamed
 * together with its log, which would else be taken for the backup's. The next start gives the
 * journal another name: reports that were published after the backup have numbers that are given
 * again.
 */

struct journal_restored {
	char put_aside[JOURNAL_PATH_MAX]; /* where the journal is now; empty: there was none */
};

/*
 * Returns 0, or a negative errno with a sentence, and then the journal is as it was: -EBUSY when a
 * boardd uses the directory, -EPROTO when the file is no journal of ours.
 */
int journal_restore(const char *directory, const char *backup, struct journal_restored *ret,
		    struct journal_fault *ret_fault);

#endif
