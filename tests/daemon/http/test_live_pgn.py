#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_live_pgn.py BOARDD BOARDSIM PGN-EXTRACT: the games while they are played. TAP.

Three simulated boards play fast; all that is served is fetched again and again. What the public
gets is held against the reports and their times: nothing younger than the delay, in no text, no
number and no header.
"""

import email.utils
import json
import os
import re
import signal
import subprocess
import sys
import time
from datetime import datetime

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "support"))
import lila  # noqa: E402
from broadcast import Hall, WebSocket, get, run, wait_until  # noqa: E402

BOARDD, BOARDSIM, PGN_EXTRACT = sys.argv[1:4]
SCALE = "20"
DELAY_S = 60  # three seconds of the machine's
TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
CONFIG = f"""
[broadcast]
event = Harbour Open 2026
site = Aarhus DEN
id = hbr26
delay = {DELAY_S}s
folder = FOLDER/games
cloud_id = {TID}
[players]
1.white = Berg, Ane
1.black = Lund, Jörg Peter
2.white = O'Brien, "Bob" \\ Ærø [x] {{y}} 50%
2.black = LONG
""".replace("LONG", "Ø" * 47)


def judge(text):
    """pgn-extract has nothing to say about it."""
    done = subprocess.run([PGN_EXTRACT, "-s", "-r"], input=text.encode(),
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 0 and not done.stderr, done.stderr.decode() + text
    lila.check(text)


def games_of(text):
    """By GameId: how many moves, and the result."""
    games = {}
    for part in re.split(r"\n\n(?=\[Event )", text):
        found = re.search(r'\[GameId "([^"]*)"\]', part)
        if found:
            moves = re.sub(r"\{[^}]*\}", "", part.split("\n\n", 1)[1])
            words = [w for w in moves.split() if not re.match(r"\d+\.", w)]
            games[found[1]] = (len(words) - 1, words[-1])
    return games


def ms_of(report):
    return datetime.fromisoformat(report["time"].replace("Z", "+00:00")).timestamp() * 1000


class Watch:
    """The reports so far, and the time of the house."""

    def __init__(self, hall):
        self.hall = hall
        self.client = WebSocket(hall.port)
        self.reports = []

    def now_ms(self):
        return json.loads(self.client.call('{"id":1,"call":"eboards"}'))["time"]

    def catch_up(self):
        while True:
            since = self.reports[-1]["seq"] if self.reports else 0
            lines = get(self.hall.port, f"/v1/events?since={since}").text.splitlines()
            self.reports += [json.loads(line) for line in lines]
            if len(lines) < 10000:  # they go on coming
                return

    def plies_by(self, time_ms):
        """What may be shown of each game: the most plies it ever had by then; is it over?"""
        plies, over = {}, set()
        for report in self.reports:
            if ms_of(report) > time_ms or not report.get("game"):
                continue
            if report["event"] in ("move", "revised"):
                plies[report["game"]] = max(plies.get(report["game"], 0), report["ply"])
            elif report["event"] in ("result", "game"):
                plies.setdefault(report["game"], 0)
                if report["event"] == "result":
                    over.add(report["game"])
        return plies, over


def public_samples(hall):
    paths = ["/pgn/games.pgn"] + [f"/pgn/board-{i}.pgn" for i in (1, 2, 3)]
    paths += [f"/get/{TID}/tournament.json", f"/get/{TID}/round-1/index.json"]
    paths += [f"/get/{TID}/round-1/game-{i}.json" for i in (1, 2, 3)]
    return {path: get(hall.public, path) for path in paths}


def check_public(watch, samples, at_ms):
    """Nothing of them is younger than the delay was at that time."""
    watch.catch_up()
    plies, over = watch.plies_by(at_ms - DELAY_S * 1000)
    for path, answer in samples.items():
        if answer.status != 200:
            assert answer.status == 404, (path, answer.status)
            continue
        assert answer.headers["access-control-allow-origin"] == "*", path
        assert int(answer.headers["content-length"]) == len(answer.text.encode()), path
        changed = answer.headers.get("last-modified")
        if changed:
            changed_ms = email.utils.parsedate_to_datetime(changed).timestamp() * 1000
            assert changed_ms <= at_ms, (path, changed)
        if path.endswith(".pgn"):
            for game, (count, result) in games_of(answer.text).items():
                assert game in plies, (path, game)
                assert count <= plies[game], (path, game, count, plies[game])
                assert result == "*" or game in over, (path, game)
        elif "game-" in path:
            table = path[-6]
            most = max(n for game, n in plies.items() if f"-b{table}-" in game)
            assert len(answer.json()["moves"]) <= most, (path, most)
            clock = answer.json()["clock"]
            assert not clock or clock["time"] <= at_ms - DELAY_S * 1000, (path, clock)


def check_folder(hall):
    seen = 0
    for folder, _, names in os.walk(os.path.join(hall.folder, "games")):
        for name in names:
            if name.endswith(".pgn"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text = file.read()
                judge(text)
                seen += len(games_of(text))
    return seen


def check_folder_of_livechess(hall):
    """What LiveChess exports beside the games, and nothing that only its cloud has."""
    folder = os.path.join(hall.folder, "games")
    with open(os.path.join(folder, "tournament.json"), encoding="utf-8") as file:
        tournament = json.load(file)
    assert list(tournament) == ["id", "name", "rounds"], tournament
    assert tournament["name"] == "Harbour Open 2026" and len(tournament["rounds"]) == 1, tournament
    with open(os.path.join(folder, "round-1", "index.json"), encoding="utf-8") as file:
        index = json.load(file)
    assert list(index) == ["pairings"] and len(index["pairings"]) == 3, index
    white = index["pairings"][0]["white"]
    assert white == {"fname": "Ane", "mname": None, "lname": "Berg", "title": None,
                     "federation": None}, white
    names = {name for _, _, files in os.walk(folder) for name in files}
    assert all(re.fullmatch(r"(game-\d|games)\.pgn|(index|tournament)\.json|\..*\.new", name)
               for name in names), names


def check_again(hall, path, answer):
    """Who has it already is told so, in every spelling of the tag."""
    tag = answer.headers["etag"]
    assert re.fullmatch(r'"[0-9a-f]+"', tag), tag
    for spelling in (tag, tag.strip('"'), "W/" + tag, f'"x", {tag}', "*"):
        again = get(hall.public, path, If_None_Match=spelling)
        if again.status == 200:
            assert again.headers["etag"] != tag, (path, spelling)
            return
        assert again.status == 304 and again.text == "", (path, spelling, again.status)
    assert get(hall.public, path, If_None_Match='"00"').status == 200
    assert get(hall.public, path, "HEAD").text == ""


def check_not_stale(port, path, tag, answers):
    """Who has an older one gets the new one; who has this one gets 304."""
    before = get(port, path)
    if before.status != 200:
        return
    asked = get(port, path, If_None_Match=tag or '"none"')
    after = get(port, path)
    if before.headers["etag"] == after.headers["etag"]:  # nothing came between
        is_same = before.headers["etag"] == tag
        assert asked.status == (304 if is_same else 200), (path, tag, asked.status)
        assert asked.headers["etag"] == before.headers["etag"], (path, asked.headers)
        answers.add((path, asked.status))


def played(hall, seconds):
    """Everything at every instant, for a while."""
    watch = Watch(hall)
    end, rounds, tags, files, answers = time.monotonic() + seconds, 0, {}, 0, set()
    while time.monotonic() < end or rounds < 10:
        live = get(hall.port, "/pgn/games.pgn")
        assert live.headers["content-type"] == "text/plain; charset=utf-8"
        assert "access-control-allow-origin" not in live.headers
        judge(live.text)
        samples = public_samples(hall)
        at_ms = watch.now_ms()
        judge(samples["/pgn/games.pgn"].text)
        check_public(watch, samples, at_ms)
        for path, answer in samples.items():
            if answer.status == 200: # the tag is the text's, and nothing else's
                known = tags.setdefault((path, answer.text), answer.headers["etag"])
                assert known == answer.headers["etag"], path
                check_not_stale(hall.public, path, answer.headers["etag"], answers)
                check_not_stale(hall.port, path, answer.headers["etag"], answers)
        files = check_folder(hall)
        rounds += 1
    assert {(path, 304) for path in samples} <= answers, answers
    assert {("/pgn/games.pgn", 200), ("/pgn/board-1.pgn", 200)} <= answers, answers
    check_again(hall, "/pgn/games.pgn", get(hall.public, "/pgn/games.pgn"))
    check_again(hall, f"/get/{TID}/round-1/game-1.json",
                get(hall.public, f"/get/{TID}/round-1/game-1.json"))
    watch.client.close()
    assert files > 0, "nothing in the folder"
    return rounds


def moves_shown(port):
    return sum(count for count, _ in games_of(get(port, "/pgn/games.pgn").text).values())


def games_at_every_instant():
    with Hall(BOARDD, BOARDSIM, CONFIG, boards=3, scale=SCALE) as hall:
        hall.plug_in("--random", "7", "--think", "6", "--careful")
        hall.start()
        rounds = played(hall, 20)
        wait_until("the public sees moves", lambda: moves_shown(hall.public) > 20)
        text = get(hall.port, "/pgn/games.pgn").text
        order = re.findall(r'\[Board "(\d)"\]', text)
        assert order == ["1", "2", "3"], order
        assert '[Event "Harbour Open 2026"]' in text and '[White "Berg, Ane"]' in text
        print(f"# {rounds} rounds, {moves_shown(hall.port)} moves live, "
              f"{moves_shown(hall.public)} shown, {check_folder(hall)} games in files")

        # what was published is known after a crash, and the public still waits for it
        hall.pull()
        wait_until("the last report", lambda: "lost" in get(hall.port, "/v1/events?since=0").text)
        before = games_of(get(hall.port, "/pgn/games.pgn").text)
        hall.stop(signal.SIGKILL)
        hall.start()
        watch = Watch(hall)
        samples = public_samples(hall)
        check_public(watch, samples, watch.now_ms())
        watch.client.close()
        after = games_of(get(hall.port, "/pgn/games.pgn").text)
        assert after == before, (before, after)
        check_folder_of_livechess(hall)
        wait_until("the public has caught up", lambda: games_of(
            get(hall.public, "/pgn/games.pgn").text) == before)
        assert hall.stop() == 0, hall.said()


def only_what_is_public():
    with Hall(BOARDD, BOARDSIM, CONFIG, scale=SCALE) as hall:
        hall.plug_in("--random", "1")
        hall.start()
        home = get(hall.public, "/")
        assert (home.status, home.headers["location"]) == (302, "/public"), home.headers
        for query, kept in (("lang=de&hall", "?lang=de&hall"), ("x=%3cy", "")):
            assert get(hall.public, f"/?{query}").headers["location"] == f"/public{kept}"
        for path in ("/v1/boards", "/v1/games", "/v1/events", "/v1/status", "/metrics",
                     "/healthz", "/api/v1.0/eboards", "/doc/index.html", "/v1/stream",
                     "/pgn", "/pgn/", "/pgn/board-0.pgn", "/pgn/board-01.pgn", "/pgn/x.pgn",
                     "/pgn/board-99999999999.pgn", f"/get/{TID}", f"/get/{TID}/", "/get",
                     f"/get/{TID}/round-0/index.json", f"/get/{TID}/round-2/index.json",
                     f"/get/{TID}/round-1/game-0.json", f"/get/{TID}/round-1/game-9.json",
                     f"/get/{TID}x/tournament.json", "/meta", "/meta/x"):
            assert get(hall.public, path).status == 404, path
        meta = get(hall.public, f"/meta/{TID}?poll")
        assert meta.json() == {"host": f"127.0.0.1:{hall.public}", "format": "1"}, meta.text
        assert meta.headers["content-type"] == "application/json; charset=utf-8", meta.headers
        there = get(hall.public, f"/get/{TID}/tournament.json?noCache=1")
        assert there.headers["content-type"] == "application/json; charset=utf-8"
        assert there.json()["name"] == "Harbour Open 2026"


def a_move_is_published_when_it_is_pressed():
    config = "[broadcast]\npublish = completed\n"
    with Hall(BOARDD, BOARDSIM, config) as hall:
        script = os.path.join(hall.folder, "hands")
        with open(script, "w", encoding="utf-8") as to:
            to.write("wait 3; lift e2; place e4 P; wait 2; press white; lift e7; place e5 p\n")
        hall.plug_in("--script", script)
        hall.start()
        wait_until("e5 is made", lambda: '"san":"e5"' in get(hall.port, "/v1/events").text)
        for port in (hall.port, hall.public):
            text = get(port, "/pgn/board-1.pgn").text
            assert "1. e4" in text and "e5" not in text, text
        changed = get(hall.public, "/pgn/board-1.pgn").headers.get("last-modified")
        if changed:
            again = get(hall.public, "/pgn/board-1.pgn", If_Modified_Since=changed)
            assert again.status == 304, again.status
        old = get(hall.public, "/pgn/board-1.pgn",
                  If_Modified_Since="Thu, 01 Jan 1970 00:00:00 GMT")
        assert old.status == 200


run([games_at_every_instant, only_what_is_public, a_move_is_published_when_it_is_pressed])
