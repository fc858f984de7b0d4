"""A server with games that are being played, and everybody who may knock at it."""

import hashlib
import json
import re
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from narrator.storage.storage import Storage
from narrator.web.app import create_app
from tests.support.app import close_logs, games_in
from tests.support.browser.server import Server
from tools.hostile.raw_http import Answer, Sent, exchange, request
from tools.hostile.stopwatch import Stopwatch

SAMPLE = Path("narrator/samples/evening.json")
ENTRIES = 210
"""So far the sample evening has come: the middle of a turn."""
UNKNOWN = "zzzzzzzz"
PATIENCE = 20
"""Seconds after which nobody will answer any more."""


class Game(Struct, frozen=True):
    id: str
    secret: str
    code: str


class Role(Struct, frozen=True):
    """What somebody shows for themselves, and the game that they meddle with."""

    name: str
    game: Game
    cookie: str = ""
    bearer: str = ""


class Route(Struct, frozen=True):
    rule: str
    methods: tuple[str, ...]


class People:
    """Four games: one that is watched for any change, one beside it, one whose own host is hostile, and one whose host
    taps on while others do their worst."""

    def __init__(self, folder: Path, workers: int = 1, database: str = "") -> None:
        self.log = opened(database) if database else None
        self.database = folder / "games.db"
        self.server = Server(folder, "--workers", str(workers), database=database)
        self.port = int(self.server.port)
        self.watched, self.beside, self.butt, self.tapped = (self._begin() for _ in range(4))
        self.roles = self._introduce()
        self.routes = routes_in(folder / "routes")
        self.before = self.kept()

    def ask(self, sent: Sent, source: str) -> Answer:
        """By the server's own time: patient with a machine that has more to do."""
        watch = Stopwatch(self.processes)
        answer = exchange(self.port, sent, source, PATIENCE)
        return replace(answer, seconds=watch.seconds())

    # How they came in: as people do, by forms.

    def _begin(self) -> Game:
        file = json.loads(SAMPLE.read_bytes())
        agreed = [{"type": "rules_agreed", "seat": seat, "late": True} for seat in range(len(file["setup"]["players"]))]
        body = json.dumps({**file, "events": [*file["events"][:ENTRIES], *agreed]}).encode()
        answer = exchange(self.port, Sent("begin", request("POST", "/api/v1/games", body)), patience=20)
        assert answer.status == 201, answer.body
        made = json.loads(answer.body)
        return Game(made["id"], made["secret"], made["join_code"])

    def post(self, path: str, cookie: str = "", **fields: str) -> Answer:
        kind = "application/x-www-form-urlencoded"
        data = request("POST", path, urlencode(fields).encode(), Content_Type=kind, Cookie=cookie)
        return exchange(self.port, Sent(path, data), patience=20)

    def cookie(self, path: str, cookie: str = "", **fields: str) -> str:
        """What a form makes a device remember."""
        answer = self.post(path, cookie, **fields)
        found = re.search(rb"set-cookie: *((?:host|me)_[^;\r]*)", answer.head, re.IGNORECASE)
        return "; ".join([*[cookie] * bool(cookie), *([found[1].decode()] if found else [])])

    def seat(self, game: Game, seat: int) -> str:
        return self.cookie(f"/j/{game.code}", seat=str(seat), name=f"Guest {seat}", language="en")

    def _introduce(self) -> list[Role]:
        game, lobby = self.watched, f"/g/{self.watched.id}/lobby"
        host = f"host_{game.id}={game.secret}"
        seats = [self.seat(game, seat) for seat in range(4)]
        self.post(lobby, host, do="co_host", seat="2", on="1")
        co_host = self.cookie(f"/g/{game.id}/co-host", seats[2])
        self.post(lobby, host, do="co_host", seat="2", on="0")
        self.post(lobby, host, do="free", seat="3")
        foreign = self.butt.secret
        return [
            Role("a stranger", game),
            Role("a stranger", self.beside),
            Role("a guesser", game, f"host_{game.id}=guess; me_{game.id}=guess", "guess"),
            Role("another game's host", game, f"host_{game.id}={foreign}; me_{game.id}={foreign}", foreign),
            Role("a watcher", game, self.cookie(f"/j/{game.code}", seat="watch")),
            *(Role("a seat", game, cookie) for cookie in seats[:2]),
            Role("a seat whose secret asks for more", game, seats[1].replace("me_", "host_"), seats[1].split("=")[1]),
            Role("somebody who was co-host", game, co_host),
            Role("somebody who had a seat", game, seats[3]),
            Role("a host with odd fingers", self.butt, f"host_{self.butt.id}={foreign}", foreign),
        ]

    # What must not change, and what it costs.

    def kept(self) -> dict[str, str]:
        """A fingerprint of each game that nobody here may change: entries, set-up, code and the host's secrets."""
        if self.log is not None:
            return {game.id: fingerprint(self._rows_of(self.log, game.id)) for game in (self.watched, self.beside)}
        file = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        found = {}
        for game in (self.watched, self.beside):
            rows = [
                *file.execute("SELECT number, event FROM entries WHERE game = ? ORDER BY number", (game.id,)),
                *file.execute("SELECT setup, join_code FROM games WHERE id = ?", (game.id,)),
                *file.execute("SELECT sha256 FROM secrets WHERE game = ? AND kind = 'host' ORDER BY 1", (game.id,)),
            ]
            found[game.id] = fingerprint(rows)
        file.close()
        return found

    def _rows_of(self, log: Storage, game: str) -> list[object]:
        hosts = sorted(secret.sha256 for secret in log.secrets.secrets(game, "host"))
        return [*log.games.entries(game), log.games.setup(game), log.games.join_code(game), *hosts]

    @property
    def megabytes(self) -> int:
        """The most memory that a process of the server has had so far."""
        return max(_most_memory(process) for process in self.processes)

    @property
    def processes(self) -> list[int]:
        """Of the server: whoever watches over the others, and they."""
        number = self.server.process.pid
        return [number, *map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())]

    def complaints(self) -> list[str]:
        """The last line of every traceback that the server wrote, each once, its numbers left out."""
        written = self.server.errors.read_text(errors="replace")
        ends = re.findall(r"^Traceback .*\n(?:[ \t].*\n|\n)*(.*)", written, re.MULTILINE)
        return sorted({re.sub(r"\d\w*", "…", end) for end in ends})

    def close(self) -> None:
        self.server.kill()


def _most_memory(process: int) -> int:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) // 1024 if found else 0


def fingerprint(rows: list[Any]) -> str:
    return f"{len(rows)} rows, {hashlib.sha256(repr(rows).encode()).hexdigest()[:12]}"


def opened(url: str) -> Storage:
    """The games of another store than a file."""
    from narrator.cli.startup import open_games

    return open_games(url)


def routes_in(folder: Path) -> list[Route]:
    """Every route that the application has."""
    folder.mkdir()
    rules = create_app(games_in(folder)).url_map.iter_rules()
    found = [Route(rule.rule, tuple(sorted(rule.methods or ()))) for rule in rules]
    close_logs()
    return sorted(found, key=lambda route: (route.rule, route.methods))
