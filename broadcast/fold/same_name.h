/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_SAME_NAME_H
#define BOARDD_SAME_NAME_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether two texts in UTF-8 are one person's name as people read it: "Last, First"
 * is "First Last", and capitals, accents, spaces, hyphens and points make no
 * difference; ae is æ and ä, oe is ø and ö, aa is å, ue is ü. A text without letters
 * is nobody's name. No I/O, no clock.
 */
bool same_name(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
