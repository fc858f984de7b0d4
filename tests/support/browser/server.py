"""A real server of its own process, on a real file, that can be killed and started again."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec

from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup
from narrator.storage.files.game_file import write_game

ROOT = Path(__file__).parents[3]


class Game(msgspec.Struct, frozen=True):
    """A game on a server, and what makes a device its host."""

    id: str
    secret: str


class Server:
    def __init__(self, folder: Path, *options: str, database: str = "", **environment: str) -> None:
        """`options` of `narrator serve`; another `database` than a file in this folder."""
        self.options = options
        self.environment = environment
        self.database = database or f"sqlite:///{folder}/games.db"
        self.errors = folder / "errors.txt"
        self.port = "0"
        self.start()

    def start(self) -> None:
        """Answering when this returns; after the first time on the same port again."""
        command = [sys.executable, "-m", "narrator", "serve", "--host", "127.0.0.1", "--port", self.port]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, "--db", self.database, *self.options],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                cwd=ROOT,
                env={"LANG": "C", "PYTHONUTF8": "1", "XDG_DATA_HOME": str(self.errors.parent), **self.environment},
            )
        assert self.process.stdout is not None
        said = ""
        while "Ctrl+C" not in said:
            line = self.process.stdout.readline()
            assert line, f"the server did not start: {self.errors.read_text()}"
            said += line
        self.address = re.findall(r"http://\S+", said)[0]
        self.port = self.address.rpartition(":")[2]

    def kill(self) -> None:
        """As a pulled plug does."""
        self.process.kill()
        self.process.communicate()

    def begin(self, setup: Setup, *events: AnyEvent) -> Game:
        """A game that has come so far."""
        created = self.call("/games", write_game(setup, events))
        return Game(created["id"], created["secret"])

    def state(self, game: Game) -> dict[str, Any]:
        """What the API tells everybody."""
        found: dict[str, Any] = self.call(f"/games/{game.id}")
        return found

    def log(self, game: Game) -> list[dict[str, Any]]:
        """Every entry as the game file has it, without the time."""
        events = json.loads(self.file(game))["events"]
        return [{name: value for name, value in entry.items() if name != "time"} for entry in events]

    def file(self, game: Game) -> bytes:
        return self._answer(f"/games/{game.id}/file", Authorization=f"Bearer {game.secret}")

    def call(self, path: str, body: bytes | None = None) -> Any:
        return json.loads(self._answer(path, body))

    def _answer(self, path: str, body: bytes | None = None, **headers: str) -> bytes:
        with urlopen(Request(f"{self.address}/api/v1{path}", body, headers), timeout=20) as answer:
            read: bytes = answer.read()
            return read
