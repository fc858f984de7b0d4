"""`make newest`: install Narrator with the newest packages that pyproject.toml allows, and try what a host does first.

The lists of pinned packages are not used. Everything is in a temporary folder; the program under test is the installed
wheel, with the packages of its own environment.
"""

import json
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import Any

from tests.support import postgres
from tools.installed import ROOT, Browser, Environment, Failed, enter_taps, expect, start_new_game, tell

ENTRIES = 40
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "newest", "version": "1"}},
}
"""How an assistant greets `narrator mcp`."""


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
    start_new_game(host)
    game, secret = enter_taps(host, ENTRIES)
    expect(host.call(f"/games/{game}/script?lang=th"), "the API has no script")
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
        environment.create()
        extras = ",".join(sorted(project()["optional-dependencies"].keys() - {"dev"}))
        environment.install(f"{ROOT}[{extras}]")
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
