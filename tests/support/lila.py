# SPDX-License-Identifier: GPL-3.0-or-later
"""What Lichess makes of PGN: where it splits games, what it refuses, where it cuts, and which
game it takes for which. As strict as it is, and no stricter."""

import re

TAG = re.compile(r'\[([A-Za-z]+) "((?:\\["\\]|[^"\\\n])*)"\]\Z')
MOVE = re.compile(r"(?:O-O(?:-O)?|0-0(?:-0)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?)"
                  r"[+#]*[!?]*\Z")
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
KNOWN = RESULTS + ("0-0", "1/2-0", "0-1/2")
RESULT_WORDS = {"normal", "time forfeit", "abandoned", "rules infraction", "adjudication",
                "unterminated"}


class Refused(ValueError):
    pass


def split(body):
    """Games begin at an empty line that is followed by a bracket."""
    return [part for part in re.split(r"\n\n+(?=\[)", body.replace("\r", "")) if part.strip()]


def words_of(text):
    """Moves, numbers and results; comments are passed over, and must end."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
        elif text[at] == "{":
            end = text.find("}", at)
            if end < 0:
                raise Refused("a comment without an end")
            at = end + 1
        else:
            found = re.compile(r"[^\s{]+").match(text, at)
            yield found[0]
            at = found.end()


def moves_of(text):
    """The plies understood: a word that is no move ends them, or is refused behind a number."""
    moves, after_number = [], False
    for word in words_of(text):
        if re.fullmatch(r"\d+\.+", word):
            if after_number:
                raise Refused(f"{word} behind a number")
            after_number = True
        elif word in KNOWN:
            if after_number:
                raise Refused("a number without a move")
            return moves, word
        elif MOVE.match(word):
            moves.append(word)
            after_number = False
        elif after_number:
            raise Refused(f"{word!r} behind a number")
        else:
            raise Refused(f"{word!r} ends the game before its end")
    if after_number:
        raise Refused("a number without a move")
    raise Refused("no marker behind the moves")


def parse(game):
    """(tags, moves, marker) of one game; Refused if Lichess would not take all of it."""
    head, _, rest = game.partition("\n\n")
    tags = {}
    for line in head.split("\n"):
        found = TAG.match(line)
        if not found:
            raise Refused(f"no tag: {line}")
        if found[1] in tags:
            raise Refused(f"twice: {line}")
        if len(found[2].encode()) > 255 or re.search(r"[\x00-\x1f\x7f]", found[2]):
            raise Refused(f"no value: {line}")
        tags[found[1]] = found[2]
    moves, marker = moves_of(rest)
    if tags.get("Result") not in KNOWN:
        raise Refused(f"Result {tags.get('Result')}")
    if marker != tags["Result"] and marker != "*":
        raise Refused(f"marker {marker}, Result {tags['Result']}")
    if ("FEN" in tags) != ("SetUp" in tags):
        raise Refused("FEN without SetUp")
    if tags.get("Termination", "normal") not in RESULT_WORDS:
        raise Refused(tags["Termination"])
    return tags, moves, marker


def check(body):
    """All games of a text, each as parse() has it."""
    return [parse(game) for game in split(body)]


def is_dropped(tags):
    """A side that it does not know: the game is not shown, and nothing says so."""
    return any(len(tags.get(side, "")) < 2 and tags.get(side + "FideId", "0") == "0"
               for side in ("White", "Black"))


class Round:
    """The games of a round as they are stored."""

    def __init__(self):
        self.games = []  # dicts of tags and moves, in order

    def find(self, tags):
        for game in self.games:
            mine = game["tags"]
            if "GameId" in mine and "GameId" in tags:
                if mine["GameId"] == tags["GameId"]:
                    return game
                continue
            if all(mine.get(k) == tags.get(k)
                   for k in ("Event", "Site", "Round", "Board", "White", "Black")):
                return game
        return None

    def push(self, tags, moves):
        """What a push does to a game: one with moves is never taken back to none."""
        game = self.find(tags)
        if not game:
            if not is_dropped(tags):
                self.games.append({"tags": dict(tags), "moves": moves, "variations": 0})
            return
        game["tags"].update(tags)
        if not moves and game["moves"]:
            return
        if moves[: len(game["moves"])] != game["moves"]:
            game["variations"] += 1
        game["moves"] = moves
