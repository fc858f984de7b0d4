"""An installed Narrator, tried from outside: its environment, its commands and a browser. Used by `make newest` and
`make dist-check`."""

import json
import os
import re
import signal
import subprocess
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

ROOT = Path(__file__).parents[1]
GAME = ROOT / "tests" / "games" / "bank_short_for_one.json"
PATIENCE = 60  # seconds that a server gets to start, and each answer


class Failed(Exception):
    pass


def expect(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise Failed(otherwise)


def tell(line: str) -> None:
    print(f"  {line}", flush=True)


class Environment:
    """A virtual environment in an empty home folder, away from the source tree, and the commands installed there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.narrator, self.python = (str(folder / "venv" / "bin" / name) for name in ("narrator", "python"))
        left_out = ("PYTHON", "VIRTUAL_ENV", "NARRATOR_", "MAKE")
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        self.variables |= {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}

    def create(self) -> None:
        venv.create(self.folder / "venv", with_pip=True)

    def install(self, *what: str) -> None:
        """Run `pip install` with the user's settings, which say where packages come from."""
        quiet = ("-qq", "--no-input", "--disable-pip-version-check")
        command = [self.python, "-m", "pip", *quiet, "install", *what]
        done = subprocess.run(command, cwd=self.folder, env=os.environ | {"PYTHONPATH": ""})
        expect(done.returncode == 0, f"pip install {' '.join(what)} ended with {done.returncode}")

    def run(self, *args: str, said: str = "") -> str:
        done = subprocess.run(
            [self.narrator, *args],
            cwd=self.folder,
            env=self.variables,
            input=said,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        expect(done.returncode == 0, f"narrator {' '.join(args)}: {done.stderr}")
        return done.stdout

    def packages(self) -> dict[str, str]:
        listed = [self.python, "-m", "pip", "--disable-pip-version-check", "list", "--format", "json"]
        found = subprocess.run(listed, cwd=self.folder, check=True, capture_output=True, text=True)
        return {row["name"].lower().replace("_", "-"): row["version"] for row in json.loads(found.stdout)}

    @contextmanager
    def serving(self, *options: str) -> Iterator[str]:
        """Run a server and yield its address. Stop it as a user would, and fail if it reported an error."""
        command = [self.narrator, "serve", "--host", "127.0.0.1", "--port", "0", *options]
        with (self.folder / "server.log").open("w+") as log:
            process = subprocess.Popen(command, cwd=self.folder, env=self.variables, stdout=log, stderr=log)
            try:
                yield self._address(process)
                process.send_signal(signal.SIGTERM)
                expect(process.wait(PATIENCE) == 0, f"the server ended with {process.returncode}")
            finally:
                process.kill()
                process.wait()
            expect("Traceback" not in self._log(), self._log())

    def _log(self) -> str:
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def _address(self, process: subprocess.Popen[bytes]) -> str:
        for _ in range(PATIENCE * 10):
            if found := re.search(r"http://127\.0\.0\.1:\d+", self._log()):
                return found[0]
            expect(process.poll() is None, f"the server did not start: {self._log()}")
            time.sleep(0.1)
        raise Failed(f"the server says no address: {self._log()}")


class Browser:
    """Keeps cookies and follows redirects. Fails on every error response."""

    def __init__(self, address: str) -> None:
        self.address, self.cookies = address, CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self.cookies)).open

    def get(self, path: str) -> str:
        return self._ask(Request(self.address + path))[1]

    def post(self, path: str, **form: object) -> tuple[str, str]:
        """Return the path that it led to, and the page there."""
        return self._ask(Request(self.address + path, urlencode(form).encode()))

    def call(self, path: str, body: Any = None, secret: str = "") -> Any:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        data = None if body is None else json.dumps(body).encode()
        return json.loads(self._ask(Request(f"{self.address}/api/v1{path}", data, headers))[1])

    def _ask(self, request: Request) -> tuple[str, str]:
        try:
            with self._open(request, timeout=PATIENCE) as answer:
                return answer.url.removeprefix(self.address), answer.read().decode()
        except HTTPError as error:
            said = error.read().decode(errors="replace")[:500]
            raise Failed(f"{request.get_method()} {request.selector} was answered {error.code}: {said}") from None


def start_new_game(host: Browser) -> None:
    """Open the home page and start a game there."""
    expect("/new" in host.get("/"), "the home page has no link to a new game")
    stage, _ = host.post("/new")
    expect(re.fullmatch(r"/g/\w+/stage", stage), f"a new game led to {stage}")
    tell("home page and a new game")


def enter_taps(host: Browser, count: int) -> tuple[str, str]:
    """Create a game by the API and enter its first events as taps on the stage. Return its id and secret."""
    file = json.loads(GAME.read_text(encoding="utf-8"))
    created = host.call("/games", {"format": file["format"], "setup": file["setup"]})
    game, secret = created["id"], created["secret"]
    host.post(f"/g/{game}/host/{secret}")
    for number, event in enumerate(file["events"][:count]):
        host.post(f"/g/{game}/enter", events=json.dumps([event]), seen=number)
    found = host.call(f"/games/{game}", secret=secret)["seq"]
    expect(found == count, f"{count} taps became {found} entries")
    tell(f"taps on the stage: {count}")
    return game, secret
