#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""legal_moves.py [FEN]: the legal moves of a position, and whether it is mate or stalemate."""
import ctypes
import os
import sys
from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_int, c_size_t
from ctypes import c_uint8, c_uint16, c_uint64


class Slice(Structure):  # rules-core/text.h
    _fields_ = [("at", c_char_p), ("len", c_size_t)]


class Text(Structure):
    _fields_ = [("bytes", POINTER(c_char)), ("room", c_size_t), ("len", c_size_t)]


class Fault(Structure):  # rules-core/fen.h
    _fields_ = [("at", c_size_t), ("why", c_char * 120)]


class Position(Structure):  # rules-core/position.h
    _fields_ = [("of_kind", c_uint64 * 8), ("of_color", c_uint64 * 2), ("at", c_uint8 * 64),
                ("castling", c_uint64), ("key", c_uint64), ("turn", c_uint8), ("passed", c_uint8),
                ("halfmoves", c_uint16), ("number", c_uint16), ("chess960", c_bool)]


class Moves(Structure):  # rules-core/move.h
    _fields_ = [("count", c_size_t), ("move", c_uint16 * 704)]


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
STATE = ["in play", "checkmate", "stalemate"]
rules = ctypes.CDLL(os.environ.get("LIBBOARDD", "libboardd.so.0"))
rules.rules_fen_read.argtypes = [POINTER(Position), Slice, POINTER(Fault)]
rules.rules_fen_read.restype = c_bool
rules.rules_legal_moves.argtypes = [POINTER(Position), POINTER(Moves)]
rules.rules_legal_moves.restype = None
rules.rules_san_write.argtypes = [POINTER(Text), POINTER(Position), c_uint16, c_int, c_int]
rules.rules_san_write.restype = None
rules.rules_state_of.argtypes = [POINTER(Position)]


def san_of(position, move):
    room = ctypes.create_string_buffer(16)  # RULES_SAN_MAX
    text = Text(ctypes.cast(room, POINTER(c_char)), len(room), 0)
    rules.rules_san_write(byref(text), byref(position), move, 0, 0)  # RULES_EN, RULES_SAN_PGN
    return room.value.decode()


def main():
    fen = (sys.argv[1] if len(sys.argv) > 1 else START).encode()
    position, moves, fault = Position(), Moves(), Fault()
    if not rules.rules_fen_read(byref(position), Slice(fen, len(fen)), byref(fault)):
        sys.exit(f"FEN, character {fault.at + 1}: {fault.why.decode()}")
    rules.rules_legal_moves(byref(position), byref(moves))
    for move in moves.move[:moves.count]:
        print(san_of(position, move))
    print(f"{moves.count} legal moves, {STATE[rules.rules_state_of(byref(position))]}")


if __name__ == "__main__":
    main()
