"""The headline: what this game was above all, drawn from what its story tells."""

from collections.abc import Callable, Sequence

from narrator.core.reading.stats.model import GameStats
from narrator.script.story.ending import find_margin, is_clear
from narrator.script.story.model import Find
from narrator.script.story.wordings import number_of

CHOICE = 4
"""From so many of the best fitting ones a game takes its own."""
PATIENCE, DENIED, LEAP, COSTLY, ODD, EARLY = 2, 3, 3, 15, 1.2, 0.4
LONG = 1 / 3
"""The part of a game that a lead has to last to stand above it."""
Fits = Callable[[GameStats, Find], bool]


def _is_long(stats: GameStats, find: Find) -> bool:
    return bool(find.params["n"] >= LONG * stats.rounds[-1].number)


HEADS: dict[str, tuple[str, Fits]] = {
    "comeback": ("head_comeback", lambda *_: True),
    "end_behind": ("head_behind", lambda *_: True),
    "road_cut": ("head_cut", lambda stats, find: find.params["seat"] != stats.winner != find.params["other"]),
    "poor_won": ("head_poor", lambda *_: True),
    "won_unlucky": ("head_unlucky", lambda *_: True),
    "end_cards": ("head_cards", lambda *_: True),
    "fallen": ("head_fallen", _is_long),
    "long_lead": ("head_fallen", _is_long),
    "match": ("head_denied", lambda _, find: find.params["n"] >= DENIED),
    "match_won": ("head_patience", lambda _, find: find.params["n"] >= PATIENCE),
    "win_close": ("head_close", lambda *_: True),
    "end_leap": ("head_leap", lambda _, find: find.params["n"] >= LEAP),
    "win_far": ("head_far", lambda *_: True),
    "win_two": ("head_far", lambda _, find: is_clear(find.params["n"] + find.params["points"], find.params["points"])),
    "seesaw": ("head_seesaw", lambda *_: True),
    "monopoly_big": ("head_monopoly", lambda stats, find: find.params["seat"] == stats.winner),
    "for_good": ("head_early", lambda stats, find: find.params["round"] <= EARLY * stats.rounds[-1].number),
    "for_good_title": ("head_early", lambda stats, find: find.params["round"] <= EARLY * stats.rounds[-1].number),
    "end_road": ("head_road", lambda *_: True),
    "end_army": ("head_army", lambda *_: True),
    "best_last": ("head_best_last", lambda *_: True),
    "discards": ("head_seven", lambda stats, find: find.params["n"] >= COSTLY and stats.winner in find.params["names"]),
    "hot": ("head_number", lambda _, find: find.strength >= ODD),
}
"""By what the story tells: the headline, and when it fits; the most telling first."""


def find_headline(stats: GameStats, told: Sequence[Find], seed: str) -> Find:
    if stats.winner is None:
        return Find("head_stopped" if stats.over else "head_running", ())
    first = {find.kind: find for find in reversed([*told, *find_margin(stats)])}
    fitting = [
        Find(head, first[kind].entries, {**first[kind].params, "winner": stats.winner})
        for kind, (head, fits) in HEADS.items()
        if kind in first and fits(stats, first[kind])
    ][:CHOICE]
    plain = Find("head_plain", (), {"seat": stats.winner})
    return fitting[number_of(f"{seed} headline") % len(fitting)] if fitting else plain
