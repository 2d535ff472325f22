/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BOARDD_MIDGAME_H
#define BOARDD_MIDGAME_H

#include "daemon/desk/capture.h"

/*
 * Of a capture without a start that begins in the middle of a game: the position that the
 * board showed first is given to it as its start. Who had the move is known by the first move
 * that leads on from there, else by the first press. A king and a rook at home may still
 * castle, and a pawn that is taken in passing has just passed: nobody is accused for what was
 * before the recording. A capture in which a game is recognised before that stays as it is.
 *
 * Returns false when there is no memory.
 */
bool midgame_find_start(struct capture *capture);

#endif
