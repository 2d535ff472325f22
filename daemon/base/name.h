/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_NAME_H
#define BOARDD_NAME_H

/*
 * The name of a person who decides something, where it comes in. It will stand in
 * reports, log lines, links and printed pages, beside the names of others: so it is
 * text that everybody reads in the same way, or it is refused; it is never cut.
 */

#define NAME_CHARACTERS_MAX 60
#define NAME_BYTES_MAX      (4 * NAME_CHARACTERS_MAX + 1) /* bytes, with the NUL */

/*
 * What is wrong with it, a static sentence; NULL: nothing. It is UTF-8, from 1 to 60
 * characters, without spaces at its ends and without characters that are not seen:
 * control characters, fillers, and those that turn the direction of a text or hide in it.
 */
const char *name_fault(const char *name);

#endif
