"""How two neighbours belong together: against what was just told, during it, on top of it, or away
from who just had it.

A linked sentence is a kind of its own, `<kind>_but`, `_while`, `_too`, `_worse` or `_away`: no sentence is put
together from parts.
"""

from collections.abc import Sequence

from narrator.script.story.model import Find
from narrator.script.story.wordings import WORDINGS

GAINS = (
    *("road_taken", "road_moves", "army_taken", "army_moves", "leap", "for_good", "for_good_title"),
    *("monopoly", "monopoly_big", "monopoly_back"),
)
"""What `seat` is glad of."""
LOSERS = {
    **{"drought": "seat", "drought_end": "seat", "discard": "seat", "monopoly_zero": "seat", "empty": "seat"},
    **{"robber_stay": "other", "road_moves": "other", "army_moves": "other", "road_cut": "other"},
}
"""Who suffers, by kind."""


def linked(part: Sequence[Find]) -> list[Find]:
    """Each link once; the first of a paragraph stands alone."""
    told: list[Find] = []
    for place, find in enumerate(part):
        kind = f"{find.kind}_{_link(part[place - 1], find)}" if place else ""
        is_new = kind in WORDINGS and all(other.kind != kind for other in told)
        told.append(Find(kind, find.entries, find.params, find.strength, find.when) if is_new else find)
    return told


def _link(before: Find, find: Find) -> str | None:
    gained, lost = _gainer(before), _loser(before)
    if find.kind == "road_moves" and before.kind in ("road_taken", "road_moves") and gained == _loser(find):
        return "away"
    named = (find.params.get("seat"), find.params.get("other"), *find.params.get("names", ()))
    if (gained is not None and gained == _loser(find)) or (lost is not None and lost == _gainer(find)):
        return "but"
    if lost is not None and lost == _loser(find):
        return "worse"
    if before.kind == "drought" and before.when < find.when <= before.entries[-1] and lost not in named:
        return "while"
    return "too" if gained is not None and gained == _gainer(find) else None


def _gainer(find: Find) -> int | None:
    return find.params["seat"] if find.kind in GAINS else None


def _loser(find: Find) -> int | None:
    return find.params[LOSERS[find.kind]] if find.kind in LOSERS else None
