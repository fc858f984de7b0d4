"""The order of importance, in one place: what is largest where several things are due, and which aside comes first."""

from narrator.script.model import Prompt
from narrator.script.scenes.model import Kind

MOMENTS: tuple[Kind, ...] = ("win", "title", "seven", "match_point", "first_city")
"""What a table stops for. They take the whole text side, for one entry."""
NEWS: tuple[Kind, ...] = (*("repayment", "payout", "first_cards", "theft", "monopoly", "plenty", "trade", "discard"),)
"""Cards that go to or between people, or back to where they belong."""
IMPORTANCE: tuple[Kind, ...] = ("question", *MOMENTS, *NEWS, "opening", "bot", "order", "options")
"""The first of these that is due is the hero. A question or a refusal is put before the scene by the page itself."""
RANK: dict[Kind, int] = {kind: place for place, kind in enumerate(IMPORTANCE)}

OPTIONS = frozenset(
    {
        *("turn.roll", "turn.roll_or_card", "turn.second_roll"),
        *("turn.actions", "turn.trade", "turn.build", "turn.partner", "turn.special_build"),
    }
)
"""Steps in which somebody may do something; in all others somebody must."""


def kind_of_step(step: str) -> Kind:
    return "options" if step in OPTIONS else "order"


ECHOES = frozenset({"title_aside", "target_reached"})
"""Asides that say again what a moment has just said: they come when there is nothing else."""


def urgency(prompt: Prompt, was_there: bool) -> tuple[bool, bool, bool]:
    """Of several asides the least comes: a decision, then what is new with this entry, then what still stands."""
    return not prompt.choices, was_there, prompt.id in ECHOES
