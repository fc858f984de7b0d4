"""`python -m tools.bot_secrets 10000`: in so many moments, what others hide never changes what a bot does."""

import sys
from random import Random

from narrator.bot.characters import BOT_LEVELS
from tests.support.positions import decided_events, moments, shuffled

A_GAME = 25
"""So many moments of each game."""


def main(words: list[str]) -> None:
    wanted = int(words[0]) if words else 1000
    done, seed = 0, int(words[1]) if len(words) > 1 else 0
    while done < wanted:
        seed += 1
        rng = Random(seed)
        for record, seat in moments(2 + seed % 3, seed, A_GAME):
            level = BOT_LEVELS[done % len(BOT_LEVELS)]
            told = decided_events(record, seat, level, seed)
            other = decided_events(shuffled(record, seat, rng), seat, level, seed)
            if told != other:
                raise SystemExit(f"seed {seed}, entry {len(record.log)}, seat {seat}, {level}: {told} != {other}")
            done += 1
        print(f"{done} moments, nothing shone through", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
