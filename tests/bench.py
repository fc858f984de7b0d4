"""`make bench`: how fast the parts are, beside a fixed loop measured in the same run, so that machines compare."""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise

from narrator.core.events import AnyEvent
from narrator.core.record import Record, fold
from narrator.core.setup import start
from narrator.core.state import GameState
from narrator.store.codec import read_event, read_game
from tests.make_games import FOLDER

Game = tuple[GameState, list[AnyEvent]]


def calibration() -> float:
    """Seconds for a fixed piece of plain Python: a hundred thousand steps of dictionary and tuple work."""

    def loop() -> None:
        found: dict[int, tuple[int, int]] = {}
        for number in range(100_000):
            found[number % 997] = (number, number // 3)

    return best(loop)


def best(work: Callable[[], object], times: int = 5) -> float:
    """The quickest of several runs: the others were disturbed."""
    seconds = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def sample_games() -> list[Game]:
    games = []
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem != "finals":
            game = read_game(path.read_bytes())
            games.append((start(game.setup), [read_event(raw) for raw in game.events]))
    return games


def folding(games: list[Game]) -> float:
    """Events folded and judged in a second, roads included."""
    seconds = best(lambda: [fold(state, events) for state, events in games])
    return sum(len(events) for _, events in games) / seconds


def flatness(games: list[Game]) -> float:
    """What the last hundred events of a game cost against the first hundred, in the median game."""

    def seconds(state: GameState, events: list[AnyEvent]) -> list[float]:
        record = Record(state)
        marks = [time.perf_counter()]
        for event in events:
            record.add(event)
            marks.append(time.perf_counter())
        return [late - early for early, late in pairwise(marks)]

    ratios = []
    for state, events in games:
        runs = [seconds(state, events) for _ in range(3)]
        quickest = [min(costs) for costs in zip(*runs, strict=True)]
        ratios.append(sum(quickest[-100:]) / sum(quickest[:100]))
    return statistics.median(ratios)


def memory(games: list[Game]) -> tuple[int, int]:
    """The process's peak in MB after a hundred games and after a thousand."""
    peaks = []
    for count in (100, 900):
        for number in range(count):
            fold(*games[number % len(games)])
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
    return peaks[0], peaks[1]


def importing() -> float:
    """Milliseconds to import the core, less a bare interpreter's start."""

    def run(code: str) -> float:
        return best(lambda: subprocess.run([sys.executable, "-c", code], check=True))

    return (run("import narrator.core.record, narrator.core.setup") - run("pass")) * 1000


def main() -> None:
    games = sample_games()
    loop = calibration()
    print(f"calibration loop: {loop * 1000:.1f} ms")
    speed = folding(games)
    print(f"fold and judge: {speed:,.0f} events a second; {speed * loop:,.0f} events in the time of the loop")
    print(f"last hundred events against the first hundred, median game: {flatness(games):.2f}")
    print(f"import narrator.core: {importing():.0f} ms")
    few, many = memory(games)
    print(f"peak memory after 100 games {few} MB, after 1,000 games {many} MB")


if __name__ == "__main__":
    main()
