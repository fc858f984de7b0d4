"""`python -m tools.soak 200`: a server that is killed again and again while a game is entered.

No entry that was acknowledged may be lost, none may be there twice, and a call whose answer never came is sent again
with its key. The servers are real processes, forked from one that has imported everything, so a restart is quick.
"""

import contextlib
import http.client
import json
import multiprocessing
import os
import random
import signal
import socket
import sqlite3
import sys
import tempfile
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Timer
from typing import Any

PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}]
FILE = {"format": "narrator/1", "setup": {"players": PLAYERS, "tracking": "script"}}
QUIET_ENTRIES = 12
"""Fewer calls than this are answered before a server's end is near; then it comes at any moment of the next ones."""
LAST_MOMENTS = 0.015
LOST = (OSError, http.client.HTTPException)
"""What a client sees of a server that dies."""

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["narrator.cli.serve", "babel.messages.pofile", "babel.messages.mofile", "qrcode"])


def run_server(port: int, database: Path) -> None:
    """What `narrator serve` runs, saying nothing."""
    from gevent import monkey

    monkey.patch_all()
    from narrator.cli.serve import serve

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    serve("127.0.0.1", port, f"sqlite:///{database}")


class Server:
    """A server of its own process, answering when this returns."""

    def __init__(self, database: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process: BaseProcess = PROCESSES.Process(target=run_server, args=(self.port, database))
        self.process.start()
        self.connection = self._connected()

    def _connected(self) -> http.client.HTTPConnection:
        for _ in range(1000):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            with contextlib.suppress(OSError):
                connection.connect()
                return connection
            assert self.process.is_alive(), "the server did not start"
            time.sleep(0.01)
        raise AssertionError("the server does not answer")

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        self.connection.request(method, f"/api/v1{path}", json.dumps(body), headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read())

    def kill_after(self, seconds: float) -> Timer:
        assert self.process.pid is not None
        timer = Timer(seconds, os.kill, (self.process.pid, signal.SIGKILL))
        timer.start()
        return timer

    def end(self) -> None:
        self.connection.close()
        self.process.kill()
        self.process.join()


class Evening:
    """A client that enters one thing after another and remembers what was acknowledged."""

    def __init__(self, database: Path, chance: random.Random) -> None:
        self.database = database
        self.chance = chance
        self.acknowledged: list[str] = []
        self.sent: tuple[list[str], str] | None = None
        """What was sent last, with its key, until it is answered."""
        self.resent = self.repeated = 0
        server = Server(database)
        _, created = server.call("POST", "/games", FILE)
        self.path = f"/games/{created['id']}"
        self.bearer = f"Bearer {created['secret']}"
        server.end()

    def lived_through(self) -> None:
        """One life of a server: what it remembers is right; then entries until it is killed."""
        server = Server(self.database)
        try:
            self.check(server)
            for _ in range(self.chance.randrange(QUIET_ENTRIES)):
                self.enter(server)
            dying = server.kill_after(self.chance.uniform(0, LAST_MOMENTS))
            with contextlib.suppress(*LOST):
                while True:
                    self.enter(server)
            dying.join()
        finally:
            server.end()

    def enter(self, server: Server) -> None:
        if self.sent is None:
            first = len(self.acknowledged) + 1
            texts = [str(first + place) for place in range(self.chance.choice((1, 1, 1, 3)))]
            self.sent = (texts, f"key {first}")
        else:
            self.resent += 1
        texts, key = self.sent
        events = [{"type": "ruling_made", "case": "soak", "text": text} for text in texts]
        body = {"events": events, "seen": len(self.acknowledged)}
        headers = {"Authorization": self.bearer, "Idempotency-Key": key}
        status, answer = server.call("POST", f"{self.path}/events", body, **headers)
        assert status == 201, answer
        assert answer["numbers"] == [int(text) for text in texts], (answer, texts)
        self.acknowledged += texts
        self.sent = None

    def check(self, server: Server) -> None:
        """All that was acknowledged is there once, in order; behind it at most what was sent last, whole."""
        status, file = server.call("GET", f"{self.path}/file", Authorization=self.bearer)
        assert status == 200, file
        kept = [event["text"] for event in file["events"]]
        unanswered = self.sent[0] if self.sent else []
        assert kept in (self.acknowledged, self.acknowledged + unanswered), (kept, self.acknowledged, unanswered)
        self.repeated += len(kept) > len(self.acknowledged)

    def check_file(self) -> None:
        file = sqlite3.connect(self.database)
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        file.close()


def soak(folder: Path, kills: int, seed: int) -> Evening:
    """An evening with so many killed servers. Raises `AssertionError` where something is lost or doubled."""
    evening = Evening(folder / "games.db", random.Random(seed))
    for _ in range(kills):
        evening.lived_through()
    server = Server(evening.database)
    evening.check(server)
    server.end()
    evening.check_file()
    return evening


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        evening = soak(Path(folder), kills, seed)
    seconds = time.monotonic() - started
    print(f"{kills} servers killed in {seconds:.0f} s (seed {seed}).")
    print(f"{len(evening.acknowledged)} entries acknowledged: none lost, none twice.")
    print(f"{evening.resent} calls sent again, of which {evening.repeated} had been kept before the answer was lost.")


if __name__ == "__main__":
    main()
