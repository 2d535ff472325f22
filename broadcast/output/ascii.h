/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_ASCII_H
#define BOARDD_ASCII_H

#include <stddef.h>

/*
 * Names for programs that know no letters but those of ASCII: accents are left
 * out (é is e, å is a, ø is o), ligatures are written out (æ is ae, ß is ss), and
 * what no Latin alphabet has is a question mark. Pure.
 */

/* utf8 without accents, as much as fits, with a zero behind it. Never longer than utf8 is. */
void ascii_write(const char *utf8, char *ret, size_t size);

#endif
