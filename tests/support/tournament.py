# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole tournament: boards, rounds, a delay, an arbiter who errs and corrects, a broker that is
killed, and Lichess in its moods. Everything that is broadcast is looked at all the time: it never
shows more than the delay allows, and in the end it is what was played."""

import json
import os
import re
import subprocess
import sys
import time
from datetime import datetime

import lila
from broadcast import Hall, WebSocket, get, wait_until
from mqtt import Broker, Client, retained

TID = "5b1f0c6e-6a0e-4c5b-9d57-0d5f6c1e2a11"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RESULTS = ("1-0", "1/2-1/2", "0-1")
ROOT = "boardd/1/hall-a"


def ms_of(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


class Reports:
    """What was published, and when: what the public may know at a time follows from it."""

    def __init__(self, hall):
        self.hall, self.last = hall, 0
        self.plies, self.words, self.ends = {}, {}, {}  # by game: (ms, what)
        self.corrected, self.unsure = set(), set()

    def catch_up(self):
        while True:
            lines = get(self.hall.port, f"/v1/events?since={self.last}").text.splitlines()
            for line in lines:
                self.take(json.loads(line))
            if len(lines) < 10000:
                return

    def take(self, report):
        self.last = report["seq"]
        gid, event = report.get("game"), report["event"]
        if not gid:
            return
        ms = ms_of(report["time"])
        if event == "game":
            self.plies.setdefault(gid, []).append((ms, 0))
        elif event in ("move", "revised"):
            self.plies.setdefault(gid, []).append((ms, report["ply"]))
            self.words.setdefault(gid, {}).setdefault((report["ply"], report["san"]), ms)
            if event == "revised":
                self.corrected.add(gid)
        elif event == "unsure":
            self.unsure.add(gid)
        elif event == "result":
            self.ends.setdefault(gid, []).append((ms, report["result"]))

    def allows(self, gid, moves, result, until_ms):
        """Why this may not be shown of a game, or None."""
        known = [count for ms, count in self.plies.get(gid, []) if ms <= until_ms]
        if not known:
            return f"{gid} is not known yet"
        if len(moves) > max(known):
            return f"{gid}: {len(moves)} plies, and {max(known)} are known"
        for ply, san in enumerate(moves, 1):
            # behind a correction the same move may need another origin in its notation
            if gid not in self.corrected and self.words[gid].get((ply, san), 1e18) > until_ms:
                return f"{gid}: ply {ply}, {san}, is not known yet"
        if result != "*" and not any(r == result for ms, r in self.ends.get(gid, [])
                                     if ms <= until_ms):
            return f"{gid}: {result} is not known yet"
        return None


class Page:
    """The LiveChess API: a feed for each board, which never gets a list it cannot follow."""

    def __init__(self, port, boards):
        self.socket = WebSocket(port)
        self.san = {}
        self.serials = boards
        for number, serial in enumerate(boards, 1):
            self.socket.send(json.dumps({"id": number, "call": "subscribe", "param": {
                "feed": "eboardevent", "id": number, "param": {"serialnr": serial}}}))

    def set_up(self):
        self.san = {}
        for number in range(1, len(self.serials) + 1):
            self.socket.send(json.dumps({"id": number, "call": "call", "param": {
                "id": number, "method": "setup", "param": {"fen": START}}}))

    def hear(self):
        while (text := self.socket.receive(0.001)) is not None:
            said = json.loads(text)
            assert said["response"] != "error", said
            if said["response"] == "feed" and "san" in said["param"]:
                self.san[said["id"]] = said["param"]["san"]


class Tournament:
    def __init__(self, programs, boards, rounds, scale, delay_s, plies):
        self.boardd, self.boardsim, self.boardctl, self.make_games = programs
        self.boards, self.rounds, self.scale = boards, rounds, scale
        self.delay_s, self.plies = delay_s, plies
        self.hall = Hall(self.boardd, self.boardsim, boards=boards, scale=str(scale))
        self.folder = self.hall.folder
        self.broker = Broker(self.folder)
        self.lichess = None
        self.looks = self.fixes = self.pushes = self.broker_deaths = self.wrongs = self.results = self.silent = 0
        self.heard_public = {}
        self.public = None
        self.tags = {}
        self.truth = {}  # by game: moves, result

    def at(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        try:
            with open(self.at(name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    # --- what is around the hall ---

    def begin_lichess(self):
        for name in ("plan", "heard"):
            open(self.at(name), "w").close()
        with open(self.at("token"), "w", encoding="utf-8") as to:
            to.write("lip_Secret1\n")
        server = os.path.join(os.path.dirname(__file__), "..", "daemon", "send", "lichess.py")
        self.lichess = subprocess.Popen([sys.executable, "-B", server, self.at("heard"),
                                         self.at("store"), self.at("plan"), "lip_Secret1"])
        return wait_until("Lichess", lambda: self.read("heard").split("\n")[0])

    def configure(self):
        rounds = "".join(f"round.{r} = round{r:03d}\n" for r in range(1, self.rounds + 1))
        self.hall.config = f"""
[broadcast]
id = hbr26
event = Harbour Open 2026
site = Aarhus DEN
delay = {self.delay_s}s
folder = {self.folder}/games
cloud_id = {TID}
[lichess]
{rounds}url = http://127.0.0.1:{self.begin_lichess()}
token_file = {self.folder}/token
repeat = 10s
[mqtt]
host = 127.0.0.1
port = {self.broker.port}
node = hall-a
keepalive = 5s
"""

    def ctl(self, *words, check=True):
        done = subprocess.run([self.boardctl, *words, "--by", "Ane", "--socket",
                               self.at("control")], capture_output=True, text=True, check=False)
        assert not check or done.returncode == 0, (words, done.stderr)
        return done

    # --- a round ---

    def write_games(self, number):
        """Short games of their own for every board, and who plays them."""
        text = subprocess.check_output([self.make_games, str(100 + number), str(8 * self.boards)],
                                       text=True)
        games = []
        for game in lila.split(text):
            moves = lila.moves_of(game.partition("\n\n")[2])[0]
            if '[FEN "' not in game and len(moves) >= self.plies and not any(
                    "#" in move for move in moves[: self.plies]):
                games.append(moves[: self.plies])
        assert len(games) >= self.boards, len(games)
        with open(self.at(f"games-{number}.pgn"), "w", encoding="utf-8") as to:
            for i, moves in enumerate(games[: self.boards]):
                result = RESULTS[(i + number) % 3]
                to.write(f'[Event "x"]\n[Result "{result}"]\n\n' + "\n".join(moves) +
                         f"\n{result}\n\n")
        with open(self.at(f"pairs-{number}.csv"), "w", encoding="utf-8") as to:
            to.write("round,board,white,white_elo,black,black_fide\n")
            for board in range(1, self.boards + 1):
                to.write(f'{number},{board},"Hvid, Åse {board}",{2000 + board},'
                         f'"Sort, Jörg {board}",{1400000 + board}\n')

    def begin_round(self, number):
        self.write_games(number)
        with open(self.at(f"pairs-{number}.csv"), encoding="utf-8") as file:
            right = file.read()
        with open(self.at("wrong.csv"), "w", encoding="utf-8") as to:
            to.write(right.replace("Åse 1\"", "Aase 1\""))
        self.ctl("round", "start", str(number), "--pairings", self.at("wrong.csv"))
        # a name was wrong: the same games, and nobody sees them twice
        self.ctl("round", "pairings", self.at(f"pairs-{number}.csv"))
        self.hall.plug_in("--pgn", self.at(f"games-{number}.pgn"), "--games", "1", "--careful",
                          "--seed", str(number), "--time", "90+30", "--truth",
                          self.at(f"truth-{number}"))

    def gids(self, number):
        """By table, of the games that are played now."""
        games = get(self.hall.port, "/v1/games").json()["games"]
        return {g["table"]: g["game"] for g in games if g["round"] == number}

    def read_truth(self, number):
        """By table: moves in SAN and UCI, and the result, or None while it is open."""
        found = {}
        for line in self.read(f"truth-{number}").split("\n")[:-1]:
            told = json.loads(line)
            game = found.setdefault(told["board"], {"san": [], "uci": [], "result": None})
            if told["truth"] == "made":
                game["san"].append(told["san"])
                game["uci"].append(told["uci"])
            elif told["truth"] == "result":
                game["result"] = told["result"]
        return found

    # --- looking ---

    def now_ms(self):
        return json.loads(self.clock.call('{"id":1,"call":"x"}'))["time"]

    def judge(self, name, gid, moves, result, until_ms):
        why = self.reports.allows(gid, moves, result, until_ms)
        assert why is None, f"{name} shows too much: {why}"

    def look_at_pgn(self, name, text, until_ms):
        for tags, moves, _ in lila.check(text):
            self.judge(name, tags["GameId"], moves, tags["Result"], until_ms)

    def files(self):
        for folder, _, names in os.walk(self.at("games")):
            for name in sorted(names):
                if name.endswith(".pgn"):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        yield os.path.relpath(os.path.join(folder, name), self.at("games")), \
                            file.read()

    def cloud(self, number):
        """By table what the files of a round have; the index says which there are."""
        index = get(self.hall.public, f"/get/{TID}/round-{number}/index.json")
        games = {}
        for i, pairing in enumerate(index.json()["pairings"] if index.status == 200 else [], 1):
            answer = get(self.hall.public, f"/get/{TID}/round-{number}/game-{i}.json")
            if answer.status == 404:
                continue  # paired, and not at the board yet
            game = answer.json()
            games[i] = ([m.split(" ")[0] for m in game["moves"]], pairing["result"], game)
        return games

    def look(self, number, with_all):
        """Everything that the public can see, and then what it may know."""
        pgn = get(self.hall.public, "/pgn/games.pgn")
        store = json.loads(self.read("store") or "{}")
        cloud = self.cloud(number) if with_all else {}
        files = list(self.files()) if with_all else []
        self.hear_public()
        told, self.heard_public = self.heard_public, {}
        until_ms = self.now_ms() - 1000 * self.delay_s
        self.reports.catch_up()
        known = self.tags.setdefault(pgn.text, pgn.headers["etag"])
        assert known == pgn.headers["etag"], "the tag tells more than the text"
        assert int(pgn.headers["content-length"]) == len(pgn.text.encode())
        self.look_at_pgn("PGN", pgn.text, until_ms)
        for name, text in files:
            self.look_at_pgn(name, text, until_ms)
        for gid, game in store.items():
            self.judge("Lichess", gid, game["moves"], game["tags"]["Result"], until_ms)
        for table, (moves, result, game) in cloud.items():
            self.judge("the cloud", f"hbr26-r{number}-b{table}-1", moves, result, until_ms)
            clock = game["clock"]
            assert not clock or clock["time"] <= until_ms, (table, clock)
        for topic, text in told.items():
            if topic.endswith("/game"):
                game = json.loads(text)
                self.judge(topic, game["game"], game["san"], game["result"], until_ms)
            else:
                self.look_at_pgn(topic, text, until_ms)
        self.page.hear()
        self.looks += 1

    # --- the broker ---

    def hear_public(self):
        try:
            if not self.public:
                self.public = Client(self.broker.port, "public")
                self.public.subscribe(f"{ROOT}/public/#")
            while (message := self.public.receive(0)) is not None:
                if message.payload:
                    self.heard_public[message.topic] = message.text
        except OSError:
            self.public = None

    def restart_broker(self):
        self.broker.kill()
        self.broker.start()
        self.broker_deaths += 1

    # --- the arbiter ---

    def err_and_undo(self, table):
        """A correction that is wrong, and is undone."""
        done = self.ctl("act", str(table), "takeback", "1", check=False)
        if done.returncode != 0:
            return  # no move yet, or it is over
        seq = re.search(r"\d+", done.stdout)[0]
        self.ctl("act", str(table), "undo", seq, check=False)
        self.wrongs += 1
        self.erred.append(table)

    def put_right(self, number, truth):
        """After the games: what the boards did not show as it was, by the scoresheets."""
        for table, gid in self.gids(number).items():
            for _ in range(3 * self.plies):
                game = get(self.hall.port, f"/v1/games/{gid}").json()
                played = [move["uci"] for move in game["moves"]]
                wanted = truth[table]["uci"]
                if played == wanted:
                    break
                ply = next((i for i, (a, b) in enumerate(zip(played, wanted)) if a != b),
                           min(len(played), len(wanted)))
                self.fixes += 1
                self.silent += gid not in self.reports.unsure
                if os.environ.get("BOARDD_TELL"):
                    print(f"# {gid}: ply {ply + 1} of {len(played)}: {played[ply:ply + 3]}, not"
                          f" {wanted[ply:ply + 3]}; erred {self.erred.count(table)} times", flush=True)
                if ply == len(wanted):
                    self.ctl("act", str(table), "takeback", str(len(played) - ply))
                else:
                    self.ctl("act", str(table), "set-move", str(ply + 1), wanted[ply])
            assert played == wanted, (gid, played, wanted)
            if game["result"] != truth[table]["result"]:
                self.results += 1
                self.ctl("act", str(table), "result", truth[table]["result"])
            self.truth[gid] = (truth[table]["san"], truth[table]["result"])

    # --- the end of a round ---

    def expect_equal(self, number):
        """Every output has come to the truth."""
        gids = self.gids(number)
        wanted = {gid: self.truth[gid] for gid in gids.values()}
        tables = {table: self.truth[gid] for table, gid in gids.items()}
        assert len(wanted) == self.boards, gids

        def of_pgn(text):
            return {tags["GameId"]: (moves, tags["Result"]) for tags, moves, _ in lila.check(text)}

        def of_store():
            store = json.loads(self.read("store") or "{}")
            return {gid: (g["moves"], g["tags"]["Result"]) for gid, g in store.items()
                    if f"-r{number}-" in gid}

        def of_mqtt():
            seen = retained(self.broker.port, f"{ROOT}/public/+/game", quiet_s=1)
            games = [json.loads(text) for text in seen.values()]
            return {g["game"]: (g["san"], g["result"]) for g in games}

        def of_mqtt_pgn():
            seen = retained(self.broker.port, f"{ROOT}/public/+/pgn", quiet_s=1)
            return of_pgn("".join(seen.values()))

        def of_page():
            self.page.hear()
            return {gids[table]: (san, self.truth[gids[table]][1])
                    for table, san in self.page.san.items() if table in gids}

        for name, look in {
            "PGN": lambda: of_pgn(get(self.hall.port, "/pgn/games.pgn").text),
            "the public's PGN": lambda: of_pgn(get(self.hall.public, "/pgn/games.pgn").text),
            "the folder": lambda: of_pgn(self.read(f"games/round-{number}/games.pgn")),
            "the folder's files": lambda: of_pgn("".join(
                self.read(f"games/round-{number}/game-{t}.pgn") for t in gids)),
            "the cloud": lambda: {gids[t]: v[:2] for t, v in self.cloud(number).items()},
            "MQTT": of_mqtt, "PGN by MQTT": of_mqtt_pgn, "Lichess": of_store,
            "the LiveChess API": of_page,
        }.items():
            seen = []
            try:
                wait_until(name, lambda: seen.append(look()) or seen[-1] == wanted)
            except AssertionError as why:
                differ = {gid: (seen[-1].get(gid), wanted[gid]) for gid in wanted
                          if seen[-1].get(gid) != wanted[gid]}
                raise AssertionError(f"{name} is not what was played: {differ}") from why
        assert len(tables) == self.boards

    def play_round(self, number):
        self.begin_round(number)
        wait_until("all games are ready", lambda: len(self.gids(number)) == self.boards)
        self.page.set_up()
        turn = self.mishaps = 0
        self.erred = []
        patience = time.monotonic() + 900
        while True:
            turn += 1
            self.look(number, with_all=turn % 5 == 0)
            truth = self.read_truth(number)
            done = sum(1 for game in truth.values() if game["result"])
            if done == self.boards:
                break
            assert time.monotonic() < patience, f"{done} of {self.boards} games are over"
            self.disturb(number, truth)
        wait_until("the boards are quiet", self.is_quiet)
        self.put_right(number, truth)
        self.look(number, with_all=True)
        self.expect_equal(number)
        self.ctl("round", "end", "--force")
        self.hall.pull()

    def is_quiet(self):
        before = self.reports.last
        time.sleep(30 / self.scale)  # a result on the board needs ten seconds of the house
        self.reports.catch_up()
        return self.reports.last == before

    def disturb(self, number, truth):
        """Now and then something goes wrong: at points of the round, so that nothing hangs on the
        speed of the machine."""
        plies = sum(len(game["san"]) for game in truth.values())
        share = plies / (self.boards * self.plies)
        if number <= 2 and self.broker_deaths < number and share > 0.4:
            self.restart_broker()
        while self.mishaps < 12 * share:
            self.mishaps += 1
            with open(self.at("plan"), "w", encoding="utf-8") as to:
                to.write("500" if self.mishaps % 3 else "429")
            if self.mishaps < 11:
                self.err_and_undo(1 + (number + 5 * self.mishaps) % self.boards)

    def all_active(self):
        boards = get(self.hall.port, "/api/v1.0/eboards").json()
        return len(boards) == self.boards and all(b["state"] == "ACTIVE" for b in boards) and boards

    def run(self):
        self.configure()
        self.hall.start()
        self.reports = Reports(self.hall)
        self.clock = WebSocket(self.hall.port)
        self.hall.plug_in("--script", "/dev/null")
        boards = wait_until("all boards", self.all_active)  # by table
        self.page = Page(self.hall.port, [board["serialnr"] for board in boards])
        self.hall.pull()
        for number in range(1, self.rounds + 1):
            self.play_round(number)
        # and Lichess still has all rounds, each game once
        store = json.loads(self.read("store"))
        assert {gid: (g["moves"], g["tags"]["Result"]) for gid, g in store.items()} == self.truth
        heard = [json.loads(line) for line in self.read("heard").split("\n")[1:-1]]
        words = [line["done"] for line in heard]
        assert self.hall.stop() == 0, self.hall.said()
        return (f"{len(self.truth)} games, {sum(len(m) for m, _ in self.truth.values())} half-moves,"
                f" {self.looks} looks, {self.wrongs} wrong decisions undone, {self.fixes} moves"
                f" ({self.silent} of games that were not said to be unsure) and {self.results} results"
                f" put right by the scoresheets, {self.broker_deaths} brokers died, {len(heard)} pushes of which"
                f" {words.count('429')} were answered 429 and {words.count('500')} 500")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if self.lichess:
            self.lichess.kill()
            self.lichess.wait()
        self.broker.close()
        self.hall.__exit__(kind, value, trace)
