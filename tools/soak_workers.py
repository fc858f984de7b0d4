"""`python -m tools.soak_workers 1000`: kill workers of `narrator serve --workers 2` while four clients enter events.

Gunicorn replaces each killed worker. Two clients write to each of two games, so that both workers write to one game at
the same time. No acknowledged entry may be lost, none may be there twice, and a call whose answer never came is sent
again with its key. With `--postgres` the games are on a PostgreSQL server, which is killed with every tenth worker.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.support.postgres import Server as Postgres
from tools.soak import FILE, LOST

WORKERS, CLIENTS, GAMES = 2, 4, 2
LONGEST_PAUSE = 0.6
"""Seconds between two kills, at most."""
CHECKED = 100
"""Kills between two looks at all that was acknowledged."""
DATABASE = 10
"""Kills of workers for one of the database."""
PATIENCE = 60


class House:
    """A server with workers; gunicorn's messages go nowhere."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self.chance = chance
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [sys.executable, "-m", "narrator", "serve", "--workers", str(WORKERS), "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--db", url]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def workers(self) -> list[int]:
        number = self.process.pid
        return [*map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())]

    def kill_one(self) -> None:
        """Only when the last one killed has been replaced."""
        until = time.monotonic() + PATIENCE
        while len(workers := self.workers) < WORKERS:
            assert self.process.poll() is None, "the server ended by itself"
            assert time.monotonic() < until, "a killed worker was not replaced"
            time.sleep(0.005)
        os.kill(self.chance.choice(workers), signal.SIGKILL)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


class Client(threading.Thread):
    """Enters one thing after another, and remembers what was acknowledged under which number."""

    def __init__(self, house: House, name: str, path: str, secret: str) -> None:
        super().__init__(name=name, daemon=True)
        self.house, self.path, self.secret = house, path, secret
        self.acknowledged: dict[str, int] = {}
        self.sent = self.resent = 0
        self.is_over = False
        self.trouble = ""

    def run(self) -> None:
        line: HTTPConnection | None = None
        while not self.is_over and not self.trouble:
            text = f"{self.name} {self.sent}"
            while text not in self.acknowledged and not self.trouble:
                line = line or HTTPConnection("127.0.0.1", self.house.port, timeout=PATIENCE)
                try:
                    self.enter(line, text)
                except LOST:
                    line.close()
                    line, self.resent = None, self.resent + 1
            self.sent += 1
        if line:
            line.close()

    def enter(self, line: HTTPConnection, text: str) -> None:
        body = json.dumps({"events": [{"type": "ruling_made", "case": "soak", "text": text}]})
        headers = {"Authorization": f"Bearer {self.secret}", "Idempotency-Key": text}
        line.request("POST", f"/api/v1{self.path}/events", body, headers)
        answer = line.getresponse()
        said = answer.read()
        if answer.status == 201:
            (self.acknowledged[text],) = json.loads(said)["numbers"]
        elif answer.status not in (409, 503):  # others were quicker too often, or the store is away: again
            self.trouble = f"{answer.status} {said[:300]!r}"


class Soak:
    def __init__(self, url: str, seed: int) -> None:
        self.house = House(url, random.Random(seed))
        self.games = [self.new_game() for _ in range(GAMES)]
        self.clients = [Client(self.house, f"c{number}", *self.games[number % GAMES]) for number in range(CLIENTS)]

    def call(self, method: str, path: str, body: Any = None, secret: str = "") -> Any:
        """Asked until somebody answers."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            line = HTTPConnection("127.0.0.1", self.house.port, timeout=PATIENCE)
            with contextlib.closing(line), contextlib.suppress(*LOST):
                line.request(method, f"/api/v1{path}", json.dumps(body), {"Authorization": f"Bearer {secret}"})
                answer = line.getresponse()
                said = answer.read()
                if answer.status in (200, 201):
                    return json.loads(said)
            time.sleep(0.1)
        raise AssertionError("nobody answers")

    def new_game(self) -> tuple[str, str]:
        new = self.call("POST", "/games", FILE)
        return f"/games/{new['id']}", new["secret"]

    def check(self) -> int:
        """Everything that is acknowledged by now is there once and under its number; how many entries there are."""
        known = [(client.path, dict(client.acknowledged)) for client in self.clients]
        entries = 0
        for path, secret in self.games:
            texts = [event["text"] for event in self.call("GET", f"{path}/file", secret=secret)["events"]]
            entries += len(texts)
            assert len(texts) == len({*texts}), "something is there twice"
            for text, number in ((text, number) for at, mine in known if at == path for text, number in mine.items()):
                assert number <= len(texts), f"{text} is lost"
                assert texts[number - 1] == text, f"{text} is not under {number}"
        troubles = [client.trouble for client in self.clients if client.trouble]
        assert not troubles, troubles
        return entries

    def run(self, kills: int, says: bool = True, database: Postgres | None = None) -> None:
        begun = time.monotonic()
        for client in self.clients:
            client.start()
        for number in range(1, kills + 1):
            self.wait_for_entries()
            time.sleep(self.house.chance.uniform(0, LONGEST_PAUSE))
            self.house.kill_one()
            if database is not None and number % DATABASE == 0:
                database.stop(signal.SIGQUIT)  # at once, as a crash: it has to find its way back by what it wrote ahead
                database.start()
            if number % CHECKED == 0 or number == kills:
                entries = self.check()
                if says:
                    seconds = time.monotonic() - begun
                    print(f"{number} of {kills} workers killed, {entries} entries, {seconds:.0f} s", flush=True)
        for client in self.clients:
            client.is_over = True
        for client in self.clients:
            client.join(PATIENCE)
        self.check()

    def wait_for_entries(self) -> None:
        """Something is entered between two kills: a machine that is too slow for a new worker is given the time."""
        before, until = self.acknowledged, time.monotonic() + PATIENCE
        while self.acknowledged < before + CLIENTS:
            assert time.monotonic() < until, "nothing is entered any more"
            time.sleep(0.005)

    @property
    def acknowledged(self) -> int:
        return sum(len(client.acknowledged) for client in self.clients)

    def close(self) -> None:
        self.house.close()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.soak_workers")
    parser.add_argument("kills", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server, which is killed, too")
    asked = parser.parse_args()
    begun, database = time.monotonic(), Postgres(settings=()) if asked.postgres else None
    if database is not None:
        database.start()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(database.url("postgres") if database else f"sqlite:///{Path(folder) / 'games.db'}", asked.seed)
        try:
            soak.run(asked.kills, database=database)
        finally:
            soak.close()
            if database is not None:
                database.remove()
    resent = sum(client.resent for client in soak.clients)
    print(f"{asked.kills} workers killed in {time.monotonic() - begun:.0f} s (seed {asked.seed}).")
    print(f"{soak.acknowledged} entries acknowledged: none lost, none twice. {resent} calls sent again.")


if __name__ == "__main__":
    main()
