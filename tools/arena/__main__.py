"""Sparring: `python -m tools.arena master published --games 400`, one against three with three names more.

Each game is a seed: board, dice and deck follow from it, and everybody moves one chair on from game to game. With
`--file` results are kept, and a run that was stopped goes on where it was.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from time import perf_counter

import msgspec

from tools.arena.matches import Match, Result, known, played, summary


def main(words: list[str]) -> None:
    asked = _asked(words)
    rules = {key: int(value) if value.isdigit() else value for key, value in _pairs(asked.rule)}
    matches = [Match(tuple(asked.names), asked.seed + number, rules) for number in range(asked.games)]
    before = known(asked.file)
    results = [before[match.names, match.seed] for match in matches if (match.names, match.seed) in before]
    left = [match for match in matches if (match.names, match.seed) not in before]
    begun = perf_counter()
    with ProcessPoolExecutor(asked.processes) as pool:
        for number, future in enumerate(as_completed([pool.submit(played, match) for match in left]), start=1):
            results.append(future.result())
            _keep(asked.file, results[-1])
            if number % asked.every == 0 and number < len(left):
                print(f"{number} of {len(left)}, {perf_counter() - begun:.0f} s: {summary(results)}", flush=True)
    print(summary(results))


def _pairs(words: list[str]) -> list[tuple[str, str]]:
    return [(key, value) for key, _, value in (word.partition("=") for word in words)]


def _keep(file: Path | None, result: Result) -> None:
    if file is not None:
        with file.open("ab") as end:
            end.write(msgspec.json.encode(result) + b"\n")


def _asked(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description=__doc__)
    parser.add_argument("names", nargs="+", help="friend, player, master, random, greedy, published; two to four")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="the first game's seed")
    parser.add_argument("--file", type=Path, help="where results are kept")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--every", type=int, default=20, help="how often the standing is printed")
    parser.add_argument("--rule", action="append", default=[], help="a house rule, key=value")
    return parser.parse_args(words)


if __name__ == "__main__":
    main(sys.argv[1:])
