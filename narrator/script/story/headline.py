"""The headline: what this game was above all."""

from collections.abc import Sequence

from narrator.core.reading.night.model import Night

from .model import Find

FROM_STORY = (("comeback", "head_comeback"), ("win_close", "head_close"), ("seesaw", "head_seesaw"))
"""What a story tells, and the headline for it; the first that fits."""


def find_headline(night: Night, told: Sequence[Find]) -> Find:
    if night.winner is None:
        return Find("head_stopped" if night.over else "head_running", ())
    by_kind = {find.kind: find for find in told}
    for kind, headline in FROM_STORY:
        if kind in by_kind:
            return Find(headline, by_kind[kind].entries, {**by_kind[kind].params, "seat": night.winner})
    if "win_far" in by_kind:
        return Find("head_far", (), {"seat": night.winner})
    return Find("head_plain", (), {"seat": night.winner})
