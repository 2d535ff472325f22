/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_BUILD_H
#define BOARDD_BUILD_H

/*
 * The identity of this very program, as the linker gave it: what one build has
 * written as its memory looks (a snapshot) only the same build may read.
 * Static; "unknown" where the linker gave none, and then nothing is to be read.
 */
const char *build_id(void);

#endif
