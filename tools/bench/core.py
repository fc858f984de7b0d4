"""`make bench`: how fast the parts are, beside a fixed loop measured in the same run, so that machines compare."""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from narrator.core.reading.mistakes import consequences
from narrator.core.reading.public_view import public_view
from narrator.core.reading.stats.awards import awards
from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.record.choices import legal_events
from narrator.core.record.event_specs import ACTION_STEPS
from narrator.core.record.record import Record, fold
from narrator.core.table.events import Amended, AnyEvent
from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState
from narrator.script.narrate import narrate
from narrator.storage.files.game_file import read_event, read_game
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say_aloud
from tools.make_games import FOLDER

Game = tuple[GameState, list[AnyEvent]]


def calibration() -> float:
    """Seconds for a fixed piece of plain Python: a hundred thousand steps of dictionary and tuple work."""

    def loop() -> None:
        found: dict[int, tuple[int, int]] = {}
        for number in range(100_000):
            found[number % 997] = (number, number // 3)

    return best(loop)


def best(work: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.process_time) -> float:
    """The quickest of several runs: the others were disturbed. What others do on the machine is not counted."""
    seconds = []
    for _ in range(times):
        begun = clock()
        work()
        seconds.append(clock() - begun)
    return min(seconds)


def sample_games() -> list[Game]:
    games = []
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem != "finals":
            game = read_game(path.read_bytes())
            games.append((initial_state(game.setup), [read_event(raw) for raw in game.events]))
    return games


def folding(games: list[Game]) -> float:
    """Events folded and judged in a second, roads included."""
    seconds = sum(best(lambda: fold(state, events)) for state, events in games)  # noqa: B023
    return sum(len(events) for _, events in games) / seconds


def choosing(games: list[Game]) -> tuple[float, float]:
    """Microseconds to find what may be entered in a turn after its roll: on average, and in the slowest state."""
    points = [point for state, events in games for point in fold(state, events).head.history()]
    states = [point.state for point in points if point.state.game.has_board and point.state.phase.step in ACTION_STEPS][
        ::20
    ]
    seconds = [best(lambda: legal_events(state)) for state in states]  # noqa: B023
    return statistics.mean(seconds) * 1e6, max(seconds) * 1e6


def flatness(games: list[Game]) -> float:
    """What the last hundred events of a game cost against the first hundred, in the median game."""

    def seconds(state: GameState, events: list[AnyEvent]) -> list[float]:
        record = Record(state)
        marks = [time.perf_counter()]
        for event in events:
            record.add(event)
            marks.append(time.perf_counter())
        return [late - early for early, late in pairwise(marks)]

    ratios: list[float] = []
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
        return best(lambda: subprocess.run([sys.executable, "-c", code], check=True), clock=time.perf_counter)

    return (run("import narrator.core.record.record, narrator.core.table.setup") - run("pass")) * 1000


def ledger(games: list[Game]) -> tuple[float, float]:
    """What the hands ledger adds to folding in the median game, and the worst single event in milliseconds."""
    ratios, worst = [], 0.0
    for state, events in games:
        plain = replace(state, hands=None)
        ratios.append(best(lambda: fold(state, events), 3) / best(lambda: fold(plain, events), 3))  # noqa: B023
        record = Record(state)
        for event in events:
            begun = time.perf_counter()
            record.add(event)
            worst = max(worst, time.perf_counter() - begun)
    return statistics.median(ratios), worst * 1000


def amending() -> tuple[int, float]:
    """Milliseconds to amend entry 10 of a long game and to tell its consequences."""
    game = read_game((FOLDER / "bank_short_for_one.json").read_bytes())
    record = fold(initial_state(game.setup), map(read_event, game.events[:1000]))
    amendment = Amended(entry=10, waived=True)

    def amend() -> None:
        record._last_preview = None
        consequences(record, amendment)
        record.refusals(amendment)

    return len(record.log), best(amend, 3) * 1000


def statistics_of_a_game(games: list[Game]) -> float:
    """What the statistics and awards of 300 entries cost against folding them, in the median game."""
    ratios = []
    for state, events in games:
        record = fold(state, events[:300])
        folded = best(lambda: fold(state, events[:300]))  # noqa: B023
        ratios.append(best(lambda: awards(game_stats(record.head))) / folded)  # noqa: B023
    return statistics.median(ratios)


def narrating(games: list[Game]) -> float:
    """Seconds to narrate 300 events in four languages."""
    state, events = games[0]
    record = fold(state, events[:300])
    points = [record.snapshot_at(number) for number in range(301)]

    def tell_all() -> None:
        for snapshot in points:
            script = narrate(public_view(snapshot))
            for language in LANGUAGES:
                voice = TableLocale(language, tuple(seat.name for seat in state.seats))
                for step in (*script.before, script.now, *script.next):
                    say_aloud(step.lines, voice)

    return best(tell_all, 2)


def one_step(games: list[Game]) -> tuple[float, float]:
    """Microseconds for the words of one step, and for folding ten events."""
    state, events = games[0]
    record = fold(state, events[:300])
    script = narrate(public_view(record.head))
    voice = TableLocale("ru", tuple(seat.name for seat in state.seats))
    words = best(lambda: [say_aloud(script.now.lines, voice) for _ in range(100)]) / 100
    ten = best(lambda: fold(state, events)) / len(events) * 10
    return words * 1e6, ten * 1e6


def loading() -> float:
    """Milliseconds to load all catalogs and nouns in a fresh process."""
    code = (
        "import time, narrator.text.catalog as c, narrator.text.grammar as n; t = time.perf_counter();"
        "[c.catalog(x) and n.nouns(x) for x in ('th', 'ru', 'es', 'en')]; print(time.perf_counter() - t)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True) for _ in range(3)]
    return min(float(run.stdout) for run in runs) * 1000


def main() -> None:
    games = sample_games()
    loop = calibration()
    print(f"calibration loop: {loop * 1000:.1f} ms")
    speed = folding(games)
    print(f"fold and judge: {speed:,.0f} events a second; {speed * loop:,.0f} events in the time of the loop")
    usual, slowest = choosing(games)
    print(f"what may be entered in a turn: {usual:.0f} µs, at most {slowest:.0f} µs;", end=" ")
    print(f"{loop / usual * 1e6:,.0f} times in the time of the loop, at least {loop / slowest * 1e6:,.0f}")
    print(f"last hundred events against the first hundred, median game: {flatness(games):.2f}")
    ratio, worst = ledger(games)
    print(f"folding with the hands ledger against without, median game: {ratio:.2f}; worst single event {worst:.1f} ms")
    entries, milliseconds = amending()
    print(f"amending entry 10 of {entries:,} with its consequences: {milliseconds:.0f} ms")
    print(f"statistics of 300 entries against folding them, median game: {statistics_of_a_game(games):.2f}")
    print(f"narrating 300 events in four languages: {narrating(games):.2f} s")
    words, ten = one_step(games)
    print(f"the words of one step: {words:.0f} µs; folding ten events: {ten:.0f} µs; ratio {words / ten:.2f}")
    print(f"loading all catalogs: {loading():.0f} ms")
    print(f"import narrator.core: {importing():.0f} ms")
    few, many = memory(games)
    print(f"peak memory after 100 games {few} MB, after 1,000 games {many} MB")


if __name__ == "__main__":
    main()
