"""What one viewer is shown now: a scene. A script knows everything that could be said; a scene is directed from it.

Stage, table view, phone and voice show the same scene, each in its own way. Words are message keys; cards, titles and
points that a picture tells faster than a sentence are chips.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.table.cards import Resource
from narrator.core.table.coordinates import Hex, Path
from narrator.script.model import Lesson, Prompt, Step

Kind = Literal[
    "question",
    "opening",
    "seven",
    "title",
    "match_point",
    "win",
    "first_city",
    "payout",
    "first_cards",
    "theft",
    "monopoly",
    "trade",
    "discard",
    "plenty",
    "repayment",
    "bot",
    "order",
    "options",
]
"""What the hero is about. Which of them wins where several are due stands in `directing/importance.py`."""
Title = Literal["longest_road", "largest_army"]
Sign = Literal["robber", "longest_road", "largest_army", "city", "crown", "undo"]


class Chip(Struct, frozen=True):
    """A player in a picture: what they take, give, miss, owe or become."""

    seat: int
    takes: Mapping[Resource, int] = {}
    gives: Mapping[Resource, int] = {}
    misses: Mapping[Resource, int] = {}
    """What they should have got and the bank could not pay: crossed out."""
    takes_unseen: int = 0
    """Cards whose faces the table did not see."""
    gives_unseen: int = 0
    owes: int = 0
    """Cards still to discard."""
    hand: int | None = None
    """How many cards they hold, where that matters."""
    title: Title | None = None
    """The title that they win or lose by this."""
    length: int | None = None
    """Roads or knights that count for it."""
    points: tuple[int, int] | None = None
    """Before and after, where a moment changes them."""
    why: Msg | None = None
    """Why they miss something."""


class Picture(Struct, frozen=True):
    """What says it faster than the sentence."""

    roll: int | None = None
    """The number, large."""
    dice: tuple[int, int] | None = None
    sign: Sign | None = None
    chips: tuple[Chip, ...] = ()
    """By seat, from the one on turn; where a title moves, the loser and then the winner."""
    arrow: bool = False
    """From the first chip to the second: a title or a card changes hands."""
    podium: tuple[int, ...] = ()
    """Seats, the winner first."""
    lit: tuple[Hex, ...] = ()
    """The hexes that pay."""
    road: tuple[Path, ...] = ()
    """The roads that count for Longest Road."""
    drawing: str | None = None
    """What a page of the opening is about."""


class Said(Struct, frozen=True):
    """What the voice says of one entry, once, clause by clause."""

    entry: int
    """Its number in the log as it was written: a voice that has said it never says it again."""
    clauses: tuple[Msg, ...]


class You(Struct, frozen=True):
    """What the scene means for the one who reads it, on a phone of their own."""

    kind: Literal["takes", "gives", "must", "may", "none"]
    """`none` where the news brings and costs them nothing."""
    chip: Chip | None = None
    """Their own, where cards move; it is the picture's first."""


class Scene(Struct, frozen=True):
    kind: Kind
    is_moment: bool
    """Takes the whole text side of the stage, for one entry."""
    seat: int | None
    """Whose colour it wears."""
    hero: tuple[Msg, ...]
    """The largest thing: one sentence, seldom two."""
    picture: Picture
    second: tuple[Msg, ...]
    """What belongs to the news and is not in hero or picture: a blocked hex, a shortage, the quiet line of a build."""
    order: Step | None
    """Who acts now and what they do, where the hero is not that itself."""
    why: Msg | None
    aside: Prompt | Lesson | None
    """A decision, a lesson, or the most urgent odd case; others wait for their turn."""
    before: Step | None
    """What was said last."""
    next: Step | None
    spoken: tuple[Said, ...]
    """For the voice: the last entries, oldest first."""
    detail: str = "normal"
    """How much is said of the step that is due."""
    keeping: tuple[int, ...] = ()
    """While others discard: who keeps all cards, as far as the record is sure of their number."""
    you: You | None = None
    """On a phone, where the scene concerns its own seat: then the hero is said to them."""
