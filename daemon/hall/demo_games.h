/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_DEMO_GAMES_H
#define BOARDD_DEMO_GAMES_H

#include <stddef.h>
#include <stdio.h>

/* The games of the demonstration, again and again, as PGN; the first one may be any of them. */
void demo_games_write(FILE *file, size_t first);

#endif
