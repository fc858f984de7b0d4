"""The scene: what one viewer is shown now. A script knows everything that could be said; a scene is directed from it.

Stage, television, phone and voice show the same scene, each in its own way. Words are message keys; cards, titles and
points are in the picture, which shows them faster than a sentence.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, get_args

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.table.cards import Resource
from narrator.core.table.coordinates import Hex, Path
from narrator.core.table.state import GameState
from narrator.script.model import Lesson, Prompt, Step

MomentKind = Literal["win", "title", "seven", "match_point", "first_city"]  # fill the text side, for one entry
CardKind = Literal["repayment", "payout", "first_cards", "theft", "monopoly", "plenty", "trade", "discard"]
# What the hero is about, the most important first. A page itself puts a question or a refusal before the scene.
SceneKind = Literal["question", MomentKind, CardKind, "introduction", "bot", "instruction", "options"]
MOMENTS: tuple[SceneKind, ...] = get_args(MomentKind)
IMPORTANCE: tuple[SceneKind, ...] = get_args(SceneKind)
IMPORTANCE_RANK: dict[SceneKind, int] = {kind: place for place, kind in enumerate(IMPORTANCE)}
Title = Literal["longest_road", "largest_army"]
Sign = Literal["robber", "longest_road", "largest_army", "city", "crown", "undo"]
# Steps in which a player may do something; in all others somebody must.
OPTIONAL_STEPS = (
    *("turn.roll", "turn.roll_or_card", "turn.second_roll"),
    *("turn.actions", "turn.trade", "turn.build", "turn.partner", "turn.special_build"),
)


class PicturedPlayer(Struct, frozen=True):
    """A player in a picture, with the cards, title or points that change hands."""

    seat: int
    takes: Mapping[Resource, int] = {}
    gives: Mapping[Resource, int] = {}
    misses: Mapping[Resource, int] = {}  # due, but the bank cannot pay: crossed out
    takes_unseen: int = 0  # cards whose faces the table did not see
    gives_unseen: int = 0
    owes: int = 0  # cards still to discard
    hand: int | None = None  # number of cards held, if it matters
    title: Title | None = None  # won or lost
    length: int | None = None  # roads or knights that count for the title
    points: tuple[int, int] | None = None  # before and after
    why: Msg | None = None  # the reason for `misses`


class Picture(Struct, frozen=True):
    roll: int | None = None  # the number, large
    dice: tuple[int, int] | None = None
    sign: Sign | None = None
    players: tuple[PicturedPlayer, ...] = ()  # from the one on turn; if a title moves, the loser and then the winner
    arrow: bool = False  # from the first player to the second: a title or a card changes hands
    podium: tuple[int, ...] = ()  # seats, the winner first
    lit: tuple[Hex, ...] = ()  # the hexes that pay
    road: tuple[Path, ...] = ()  # the roads that count for Longest Road
    drawing: str | None = None  # of a page of the introduction


NO_PICTURE = Picture()


class SpokenEntry(Struct, frozen=True):
    """What the voice says about one entry, clause by clause."""

    entry: int  # its number in the log; the voice says each entry once
    clauses: tuple[Msg, ...]


class SceneForReader(Struct, frozen=True):
    """What the scene means for the owner of a phone."""

    kind: Literal["takes", "gives", "must", "may", "none"]  # `none` if the news does not affect them
    player: PicturedPlayer | None = None  # the reader in the picture, if their cards move: the first one


class Scene(Struct, frozen=True):
    kind: SceneKind
    is_moment: bool  # fills the text side of the stage, for one entry
    seat: int | None  # whose color it has
    hero: tuple[Msg, ...]  # the largest text: one sentence, seldom two
    picture: Picture
    more_lines: tuple[Msg, ...]  # the rest of the news: a blocked hex, a shortage, the price of a build
    instruction: Step | None  # who acts now and how, unless the hero says so
    why: Msg | None
    aside: Prompt | Lesson | None  # a decision, a lesson, or the most urgent odd case
    before: Step | None  # what was said last
    next: Step | None
    spoken: tuple[SpokenEntry, ...]  # the last entries, oldest first
    detail: str = "normal"  # how much is said about the current step
    seats_keeping_cards: tuple[int, ...] = ()  # while others discard: seats that surely keep all their cards
    for_reader: SceneForReader | None = None  # on a phone whose owner is concerned: then the hero addresses them


class News(Struct, frozen=True):
    """A candidate for the hero of a scene, with its picture."""

    kind: SceneKind
    hero: tuple[Msg, ...]
    seat: int | None = None
    picture: Picture = NO_PICTURE
    covered_keys: tuple[str, ...] = ()  # prefixes of message keys that hero and picture make redundant
    more_lines: tuple[Msg, ...] = ()
    # Lines that are in no announcement. The voice says them. If other news is the hero, they stand below it.
    extra_lines: tuple[Msg, ...] = ()


def scene_kind_of_step(step: str) -> SceneKind:
    return "options" if step in OPTIONAL_STEPS else "instruction"


def in_turn_order(seats: Iterable[int], first: int, state: GameState) -> list[int]:
    return sorted(seats, key=lambda seat: (seat - first) % len(state.seats))
