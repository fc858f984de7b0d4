"""`make newest`: install Narrator with the newest packages that pyproject.toml allows, and try what a host does first.

The lists of pinned packages are not used. Everything is in a temporary folder; the program under test is the installed
wheel, with the packages of its own environment.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.support import postgres

ROOT = Path(__file__).parents[1]
GAME = ROOT / "tests" / "games" / "bank_short_for_one.json"
ENTRIES = 40
PATIENCE = 60
"""Seconds that a server gets to start, and each answer."""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "newest", "version": "1"}},
}
"""How an assistant greets `narrator mcp`."""


class Failed(Exception):
    pass


def expect(is_so: object, otherwise: str) -> None:
    if not is_so:
        raise Failed(otherwise)


def tell(line: str) -> None:
    print(f"  {line}", flush=True)


class Environment:
    """The installed package and its commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.narrator, self.python = (str(folder / "venv" / "bin" / name) for name in ("narrator", "python"))
        left_out = ("PYTHON", "VIRTUAL_ENV", "NARRATOR_", "MAKE")
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
        self.variables |= {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8"}

    def install(self) -> None:
        """With every extra that a user can choose."""
        venv.create(self.folder / "venv", with_pip=True)
        extras = ",".join(sorted(project()["optional-dependencies"].keys() - {"dev"}))
        quiet = ("-qq", "--no-input", "--disable-pip-version-check")
        command = [self.python, "-m", "pip", *quiet, "install", f"{ROOT}[{extras}]"]
        subprocess.run(command, check=True, cwd=self.folder)  # with the user's settings: where packages come from

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
        """The address of a server that has begun to answer."""
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
    """Remembers cookies and follows redirects; every answer but a good one fails."""

    def __init__(self, address: str) -> None:
        self.address, self.cookies = address, CookieJar()
        self._open = build_opener(HTTPCookieProcessor(self.cookies)).open

    def get(self, path: str) -> str:
        return self._ask(Request(self.address + path))[1]

    def post(self, path: str, **form: object) -> tuple[str, str]:
        """Where it led to, and what is there."""
        return self._ask(Request(self.address + path, urlencode(form).encode()))

    def call(self, path: str, body: Any = None, secret: str = "") -> Any:
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        data = None if body is None else json.dumps(body).encode()
        return json.loads(self._ask(Request(f"{self.address}/api/v1{path}", data, headers))[1])

    def _ask(self, request: Request) -> tuple[str, str]:
        with self._open(request, timeout=PATIENCE) as answer:
            return answer.url.removeprefix(self.address), answer.read().decode()


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def newer(packages: dict[str, str]) -> list[str]:
    """What is installed in another version than the pinned one."""
    pinned = dict(re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "constraints-dev.txt").read_text(), re.MULTILINE))
    versions = sorted(packages.items())
    return [f"{name} {new} (pinned: {pinned[name]})" for name, new in versions if pinned.get(name, new) != new]


def host_a_game(environment: Environment, address: str) -> None:
    host = Browser(address)
    expect("/new" in host.get("/"), "the home page has no link to a new game")
    stage, _ = host.post("/new")
    expect(re.fullmatch(r"/g/\w+/stage", stage), f"a new game led to {stage}")
    tell("home page and a new game")

    file = json.loads(GAME.read_text(encoding="utf-8"))
    created = host.call("/games", {"format": file["format"], "setup": file["setup"]})
    game, secret = created["id"], created["secret"]
    host.post(f"/g/{game}/host/{secret}")
    for number, event in enumerate(file["events"][:ENTRIES]):
        host.post(f"/g/{game}/enter", events=json.dumps([event]), seen=number)
    told = host.call(f"/games/{game}", secret=secret)
    expect(told["seq"] == ENTRIES, f"{ENTRIES} taps became {told['seq']} entries")
    expect(host.call(f"/games/{game}/script?lang=th"), "the API has no script")
    tell(f"{ENTRIES} taps on the stage, read by the API")

    take_a_seat(Browser(address), host.get(f"/g/{game}/lobby"), game)
    expect("narrator_" in host.get("/metrics"), "no metrics")
    expect(host.get("/healthz") == "ok\n", "the server is not healthy")
    greet_as_assistant(environment, f"{address}/g/{game}/stage#{secret}")


def take_a_seat(phone: Browser, lobby: str, game: str) -> None:
    code = re.search(r'class="code">.*</span>(\w+ \w+)</p>', lobby)
    expect(code, "the lobby shows no code")
    assert code is not None
    access, _ = phone.post("/join", code=code[1])
    there, page = phone.post(access, seat=0)
    expect(there.startswith(f"/g/{game}/phone"), f"a phone was led to {there}")
    expect("<main" in page, "the phone's page is empty")
    tell("a phone in a seat")


def greet_as_assistant(environment: Environment, link: str) -> None:
    answer = json.loads(environment.run("mcp", "--link", link, said=json.dumps(HELLO) + "\n").splitlines()[0])
    expect("serverInfo" in answer.get("result", {}), f"an assistant is answered {answer}")
    tell("an assistant's greeting")


def try_store(environment: Environment, name: str, url: str, *options: str) -> None:
    print(f"{name}", flush=True)
    with environment.serving("--db", url, *options) as address:
        host_a_game(environment, address)
    environment.run("doctor", "--db", url)
    tell("doctor")


def try_commands(environment: Environment) -> None:
    print("Commands", flush=True)
    for language in ("th", "ru", "es", "en"):
        expect(len(environment.run("script", "--lang", language)) > 1000, f"no script in {language}")
    tell("script in four languages")
    subprocess.run([environment.python, "-c", "import narrator.app.files.code_reader"], check=True)
    tell("reader of photographs")


def main() -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        environment = Environment(Path(name))
        print("Installing the newest packages that pyproject.toml allows (some seconds)", flush=True)
        environment.install()
        for line in newer(environment.packages()) or ["the same versions as the pinned ones"]:
            tell(line)
        try_commands(environment)
        try_store(environment, "SQLite, one process", f"sqlite:///{name}/one.db")
        try_store(environment, "SQLite, two processes", f"sqlite:///{name}/two.db", "--workers", "2")
        if postgres.programs() is None:
            print("PostgreSQL is not installed here: not tried", flush=True)
        else:
            server = postgres.Server()
            try:
                server.start()
                try_store(environment, "PostgreSQL, two processes", server.new_database("newest"), "--workers", "2")
            finally:
                server.remove()
    print(f"The newest packages work ({time.monotonic() - started:.0f} s)")


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError, subprocess.SubprocessError) as failure:
        sys.exit(f"The newest packages do not work: {failure}")
