"""`python -m tools.layout_fit`: everything. Ends with 1 where something does not fit.

What was found can be looked at again: `make fits ONLY=road_cut@123` or `ONLY="counts@40?do=menu"`. `SCREEN`, `LANGUAGE`
and `DETAIL` choose some of the rest, `EVERY=5` one moment of five.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from narrator.text.languages import LANGUAGES
from tests.support.browser.chromium import chromium
from tools.layout_fit.games import all_games
from tools.layout_fit.moment_server import MomentServer
from tools.layout_fit.moments import Moment, moments
from tools.layout_fit.open_panels import everything_opened
from tools.layout_fit.report import Report
from tools.layout_fit.screens import DETAILS, SCREENS, Finding, load, look

BATCH = 40
USUAL = 3
"""Of so many moments one is shown among people with usual names, too."""
ADDRESSES = re.compile(r'(?:href|action|data-\w+|value)="[^"]*"')
"""What differs between two tellings of the same game and is not seen."""


def every_moment(server: MomentServer, only: str = "") -> list[Moment]:
    """Those whose name begins so, among people with long names, and some with usual ones."""
    found = list(moments(all_games()))
    found += everything_opened(server, found)
    named = [one for place, one in enumerate(found) if place % USUAL == 0 or only] + [one.recast() for one in found]
    return sorted((one for one in named if str(one).startswith(only)), key=lambda one: (one.game.name, one.number))


def choose(names: str, known: Sequence[str]) -> list[str]:
    """
    >>> choose("th,ru", ("en", "th", "ru")), choose("", ("en", "th"))
    (['th', 'ru'], ['en', 'th'])
    """
    return names.split(",") if names else list(known)


def run(asked: argparse.Namespace, language: str) -> list[Finding]:
    """All screens in one language, in a browser of its own."""
    screens = [screen for screen in SCREENS if screen.name in choose(asked.screen, [one.name for one in SCREENS])]
    report = Report()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = MomentServer(Path(folder))
        shown = every_moment(server, asked.only)[:: asked.every]
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        pages = {screen: load(server, browser, screen, shown[0]) for screen in screens}
        details, done = choose(asked.detail, DETAILS), 0
        for batch in batches(shown):
            known: set[tuple[str, str]] = set()
            for detail in details:
                for kind in dict.fromkeys(screen.page for screen in screens):
                    written = write(server, batch, kind, language, detail, known)
                    for screen in screens:
                        if screen.page == kind and written:
                            report.add(look(pages[screen], screen, written, language, detail))
            done += len(batch)
            report.progress(language, done, len(shown))
        browser.close()
        server.close()
    return report.findings


def write(
    server: MomentServer, batch: Sequence[Moment], kind: str, language: str, detail: str, known: set[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Every page is written once for all screens that show it, and left out where another detail wrote the same."""
    found = []
    for moment in batch:
        if kind != "stage" and (moment.query or moment.refused):
            continue
        html = server.page(moment, kind, language, detail)
        alike = (str(moment), ADDRESSES.sub("", html))
        if alike not in known:
            known.add(alike)
            found.append((str(moment), html))
    return found


def batches(shown: Sequence[Moment]) -> Iterator[Sequence[Moment]]:
    for first in range(0, len(shown), BATCH):
        yield shown[first : first + BATCH]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make fits")
    parser.add_argument("--only", default="", help="moments whose name begins so: road_cut@123")
    parser.add_argument("--screen", default="")
    parser.add_argument("--language", default="")
    parser.add_argument("--detail", default="")
    parser.add_argument("--every", type=int, default=1, help="only one of so many moments")
    asked = parser.parse_args()
    begun, report = time.monotonic(), Report(quiet=True)
    with ProcessPoolExecutor(os.cpu_count()) as people:
        for findings in people.map(partial(run, asked), choose(asked.language, LANGUAGES)):
            report.add(findings)
    print(f"\n{report}\n\n{time.monotonic() - begun:.0f} s", flush=True)
    sys.exit(bool(report.findings))


if __name__ == "__main__":
    main()
