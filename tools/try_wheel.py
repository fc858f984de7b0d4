"""`make dist-check`: install the wheel of dist/ into a clean environment and try what a host does first.

The environment is in a temporary folder, with an empty home and the pinned packages. It doesn't see the source tree, so
a file that the wheel lacks is noticed.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from narrator import __version__
from narrator.text.languages import LANGUAGES
from tools.dist import WHEEL
from tools.installed import ROOT, Browser, Environment, Failed, enter_taps, expect, start_new_game, tell

OLD_FILES = ROOT / "tests" / "storage" / "files"
OLD_GAME = "four"


def install(environment: Environment) -> None:
    """Install the pinned packages by their hashes, then the wheel, and nothing else."""
    expect(WHEEL.exists(), f"{WHEEL} is not there; build it with: make dist")
    print("Installing the wheel and the pinned packages into a new environment (some seconds)", flush=True)
    environment.create()
    environment.install("--no-deps", "--require-hashes", "--requirement", str(ROOT / "constraints.txt"))
    environment.install("--no-deps", str(WHEEL))
    code = "import narrator; print(narrator.__file__)"
    found = subprocess.run(
        [environment.python, "-c", code],
        cwd=environment.folder,
        env=environment.variables,
        capture_output=True,
        text=True,
    )
    place = found.stdout.strip()
    expect(Path(place).is_relative_to(environment.folder), f"narrator is imported from {place or found.stderr}")


def try_commands(environment: Environment) -> None:
    said = environment.run("--version").strip()
    expect(said == f"Narrator {__version__}", f"narrator --version says {said!r}, not {__version__}")
    tell(said)
    expect("serve" in environment.run("--help"), "narrator --help names no command")
    for language in LANGUAGES:
        script = environment.run("script", "--lang", language)
        expect(len(script) > 1000, f"narrator script --lang {language} prints {len(script)} characters")
    tell(f"script in {', '.join(LANGUAGES)}")


def try_server(environment: Environment) -> None:
    with environment.serving() as address:
        host = Browser(address)
        for language in LANGUAGES:
            expect(f'lang="{language}"' in host.get(f"/?lang={language}"), f"the home page is not in {language}")
        start_new_game(host)
        enter_taps(host, 1)
        check_htmx(host)
        open_old_game(host)
    tell("server stopped")


def check_htmx(host: Browser) -> None:
    found = re.search(r'src="(/[^"]*htmx[^"]*)"', host.get("/"))
    expect(found, "the home page has no htmx")
    assert found is not None
    expect("htmx" in host.get(found[1]), f"{found[1]} is not htmx")


def open_old_game(host: Browser) -> None:
    file = json.loads((OLD_FILES / f"{OLD_GAME}.json").read_bytes())
    then = json.loads((OLD_FILES / "states.json").read_bytes())[OLD_GAME]["last"]
    created = host.call("/games", file)
    state = host.call(f"/games/{created['id']}", secret=created["secret"])
    for key in ("seq", "phase", "seat", "round", "bank"):
        expect(state[key] == then[key], f"{OLD_GAME}.json: {key} is {state[key]}, not {then[key]}")
    tell(f"an old game file with {state['seq']} entries")


def open_old_store(environment: Environment) -> None:
    """Check an old file of games, and print a game as the host says it."""
    copy = environment.folder / "old.db"
    shutil.copy(OLD_FILES / "evening.db", copy)
    environment.run("doctor", "--db", f"sqlite:///{copy}")
    tell("doctor with an old file of games")
    said = environment.run("replay", str(OLD_FILES / f"{OLD_GAME}.json"), "--lang", "th")
    expect(len(said) > 1000, "narrator replay prints nothing of an old game")
    tell("replay of an old game file")


def main() -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        environment = Environment(Path(name))
        install(environment)
        try_commands(environment)
        try_server(environment)
        open_old_store(environment)
    print(f"The wheel works in a clean environment ({time.monotonic() - started:.0f} s)")


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError, subprocess.SubprocessError) as failure:
        sys.exit(f"The wheel does not work: {failure}")
