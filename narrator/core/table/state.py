"""The state: what lies on the table after an entry. Values only; the rules are functions in the files beside it."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.table.board import Board
from narrator.core.table.box import (
    CITIES,
    COLOURS,
    ROADS,
    SETTLEMENTS,
    TOKENS_AT_START,
    TRADE_TOKENS,
    Box,
    Colour,
    HarbourKind,
)
from narrator.core.table.cards import Cards, DevelopmentKind, Resource
from narrator.core.table.coordinates import Hex, Intersection, Path
from narrator.core.table.events import Touch
from narrator.core.table.hands import Hands
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.phase import Phase, between_turns

Tracking = Literal["script", "counts", "board"]
BotLevel = Literal["friend", "player", "master"]
"""The characters that play in an empty chair."""
Dealing = Literal["table", "app"]
"""Whether cards lie on the table, or the app deals and each phone is a hand."""
S = TypeVar("S", bound=Struct)


class Building(Struct, frozen=True):
    """A settlement or a city on an intersection."""

    seat: int
    city: bool = False


class Site(Struct, frozen=True):
    """A settlement or a city of a table without a board: the numbers it touches, if the host said."""

    touches: tuple[Touch, ...] | None
    city: bool = False


class Seat(Struct, frozen=True):
    """One player: what everybody at the table can see."""

    name: str
    colour: Colour
    language: str | None = None
    hand: int = 0
    roads: int = 0
    settlements: int = 0
    cities: int = 0
    road_length: int = 0
    road_at_least: int = 0
    """Without a board: what is still certain of the length since it was measured."""
    road_measured: bool = True
    """Without a board: whether nothing happened to the road since."""
    knights: int = 0
    development_cards: int = 0
    """Held and not played or shown."""
    bought_this_turn: int = 0
    revealed_points: int = 0
    harbours: frozenset[HarbourKind] = frozenset()
    sites: tuple[Site, ...] = ()
    """Only without a board."""
    tokens: int = TOKENS_AT_START
    """Trade tokens; they matter in Catan for Two only."""
    left: bool = False

    @property
    def roads_left(self) -> int:
        return ROADS - self.roads

    @property
    def settlements_left(self) -> int:
        return SETTLEMENTS - self.settlements

    @property
    def cities_left(self) -> int:
        return CITIES - self.cities


class Held(Struct, frozen=True):
    """A development card that somebody holds, where the app deals; none for eyes that may not see it."""

    kind: DevelopmentKind | None
    fresh: bool = True
    """Whether it was bought in this turn, and waits."""


class Neutral(Struct, frozen=True):
    """A colour that nobody plays, in Catan for Two: its pieces block, and it may hold Longest Road."""

    colour: Colour
    roads: int = 0
    settlements: int = 0
    road_length: int = 0
    road_at_least: int = 0
    road_measured: bool = True

    @property
    def roads_left(self) -> int:
        return ROADS - self.roads

    @property
    def settlements_left(self) -> int:
        return SETTLEMENTS - self.settlements


class Game(Struct, frozen=True):
    """What was settled before the first event and never changes."""

    tracking: Tracking
    box: Box
    layout: str | None = None
    board: Board | None = None
    theme: str = "classic"
    detail: str = "normal"
    bots: Mapping[int, BotLevel] = {}
    """The chairs that nobody sat in when the game began, and who plays there."""
    cards: Dealing = "table"


class Unseen(Struct, frozen=True):
    """Cards that went to the bank face down, and what they leave in doubt."""

    stacks: frozenset[Resource]
    """Stacks that may hold some of them, beyond what the record has there."""
    known: tuple[Cards, ...]
    """What each hand surely holds, by what everybody has seen since."""
    fewer: Mapping[int, int] = {}
    """Hands that may hold so many cards fewer: a stack that paid them may have been too short."""
    vague: frozenset[int] = frozenset()
    """Hands that don't add up for another reason."""


class GameState(Struct, frozen=True, dict=True):
    game: Game
    rules: HouseRules
    seats: tuple[Seat, ...]
    phase: Phase
    bank: Cards
    """Below zero where a bank without limit has paid more than the box holds: so many cards are owed to it. Show
    people `shown_bank`."""
    deck: int
    seq: int = 0
    turn: int = 0
    """Whose turn it is."""
    first: int = 0
    """Who began."""
    round: int = 0
    buildings: Mapping[Intersection, Building] = {}
    roads: Mapping[Path, int] = {}
    robber: Hex | None = None
    blocks: Touch | None = None
    """What the robber stands on, where there is no board."""
    longest_road: int | None = None
    largest_army: int | None = None
    cards_played: int = 0
    """Development cards played in this turn."""
    progress_played: Mapping[str, int] = {}
    roll: int | None = None
    """The last total."""
    rolls: tuple[int, ...] = ()
    """Where a turn has two rolls, the totals of this turn that count."""
    drawn: int = 0
    """Where a deck of numbers replaces the dice, how many of its cards this pass has shown."""
    neutrals: tuple[Neutral, ...] = ()
    """Colours that nobody plays; what they own, they own as `owners.FIRST_NEUTRAL` and the next number."""
    knight_given_up: bool = False
    """Whether a knight was given up for tokens in this turn."""
    final_round: int | None = None
    """Who called the last round, where the table plays one."""
    hands: Hands | None = None
    """What may be in hands; nothing where nobody asked for it."""
    held: Mapping[int, tuple[Held, ...]] = {}
    """Where the app deals: each seat's development cards in the order in which they were bought."""
    unsure: Mapping[str, int] = {}
    """Counts that the record can't vouch for, and the entry since when."""
    unseen: Unseen | None = None
    """Where cards lie face down in the bank."""
    done: tuple[str, ...] = ()
    """Checklist lines that are ticked."""
    agreed: frozenset[int] = frozenset()
    """Who has agreed to the rules as they are."""
    asks_again: bool = False
    """Whether a rule was changed in a way that needs everybody's word."""
    rulings: Mapping[str, str] = {}
    """Cases that the table decided otherwise, each with its last word on it."""


def shown_bank(state: GameState) -> Cards:
    """Return the stacks as they lie on the table: one that is owed cards is empty."""
    return state.bank if min(state.bank) >= 0 else Cards(*(max(0, stack) for stack in state.bank))


def with_seat(state: GameState, number: int, **changes: Any) -> GameState:
    """The same table with one seat changed."""
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(state, seats=tuple(seats))


def with_mark(state: GameState, *counts: str) -> GameState:
    """Mark counts as unsure from the entry that is being applied; what was unsure before keeps its older mark."""
    now = state.seq + 1
    return replace(state, unsure={**dict.fromkeys(counts, now), **state.unsure})


def with_unsure(state: GameState, *counts: str) -> GameState:
    """Mark counts that don't add up: only a recount makes them sure again."""
    unseen = state.unseen
    if unseen is not None:
        vague = {seat for seat in range(len(state.seats)) if f"hand.{seat}" in counts}
        stacks = _without(unseen.stacks, counts)
        state = replace(state, unseen=replace(unseen, stacks=stacks, vague=unseen.vague | vague))
    return with_mark(state, *counts)


def with_sure(state: GameState, *counts: str) -> GameState:
    """Nothing speaks against these counts any more; without any doubt left, no cards are unseen."""
    unsure = {count: since for count, since in state.unsure.items() if count not in counts}
    unseen = state.unseen
    if unseen is not None:
        unseen = replace(
            unseen,
            stacks=_without(unseen.stacks, counts),
            fewer={seat: count for seat, count in unseen.fewer.items() if f"hand.{seat}" not in counts},
            vague=frozenset(seat for seat in unseen.vague if f"hand.{seat}" not in counts),
        )
    return replace(state, unsure=unsure, unseen=unseen if unseen and (unseen.stacks or unseen.fewer) else None)


def _without(stacks: frozenset[Resource], counts: tuple[str, ...]) -> frozenset[Resource]:
    return frozenset(resource for resource in stacks if f"bank.{resource}" not in counts)


def points(state: GameState, number: int) -> int:
    """What everybody can count: settlements, cities, titles, points cards that lie open."""
    seat = state.seats[number]
    titles = (state.longest_road == number) + (state.largest_army == number)
    return seat.settlements + 2 * seat.cities + seat.revealed_points + 2 * titles


def acting_seat(state: GameState) -> int:
    """Who acts: the turn's owner, or between two turns whoever's part it is."""
    part = between_turns(state.phase)
    return state.turn if part is None else part.seat


def active_seats(state: GameState) -> list[int]:
    return [number for number, seat in enumerate(state.seats) if not seat.left]


def next_seat(state: GameState, number: int) -> int:
    """The next player to the left who is still there."""
    count = len(state.seats)
    for step in range(1, count + 1):
        following = (number + step) % count
        if not state.seats[following].left:
            return following
    return number


def passes_start(state: GameState, to: int) -> bool:
    """Whether the turn, going on to this seat, passes the first player's: then a round is over."""
    count = len(state.seats)
    return (to - state.first) % count <= (state.turn - state.first) % count


def first_active(state: GameState) -> int:
    """Who begins each round: the first player, or whoever now sits in their place."""
    return next_seat(state, state.first) if state.seats[state.first].left else state.first


LARGE_TABLE = 5
"""From this many players on, somebody acts between two turns."""


class Mode(Struct, frozen=True):
    """What a table plays otherwise than three or four do."""

    second_roll: bool = False
    """Whether every turn has two rolls."""
    neutrals: int = 0
    """Colours that nobody plays, whose pieces stand in the way."""
    tokens: int = 0
    """Trade tokens in play."""
    between_turns: Literal["none", "paired", "special_build"] = "none"
    """Who acts between two turns: nobody, the partner, or everybody who wants to build."""


PLAIN = Mode()
FOR_TWO = Mode(second_roll=True, neutrals=2, tokens=TRADE_TOKENS)
BETWEEN_TURNS = {
    "none": PLAIN,
    "paired": Mode(between_turns="paired"),
    "special_build": Mode(between_turns="special_build"),
}


def mode_of(state: GameState) -> Mode:
    """What this table plays. Who leaves a large table may make it a small one; two stay two."""
    seats = len(state.seats)
    return mode_for(state.rules, seats, seats if seats < LARGE_TABLE else len(active_seats(state)))


def mode_for(rules: HouseRules, seats: int, playing: int) -> Mode:
    if seats == 2:
        return FOR_TWO if rules.two_player_mode == "catan_for_two" else PLAIN
    return BETWEEN_TURNS[rules.five_six_turns] if playing >= LARGE_TABLE else PLAIN


FIRST_NEUTRAL = 6
"""The first neutral colour's number: a seat can't have it."""


def is_neutral(number: int) -> bool:
    return number >= FIRST_NEUTRAL


def owners(state: GameState) -> list[int]:
    """Everybody who may own pieces."""
    return [*range(len(state.seats)), *(FIRST_NEUTRAL + place for place in range(len(state.neutrals)))]


def owner(state: GameState, number: int) -> Seat | Neutral:
    return state.neutrals[number - FIRST_NEUTRAL] if is_neutral(number) else state.seats[number]


def with_owner(state: GameState, number: int, **changes: Any) -> GameState:
    """The same table with one owner's counts changed."""
    if not is_neutral(number):
        return with_seat(state, number, **changes)
    neutrals = list(state.neutrals)
    neutrals[number - FIRST_NEUTRAL] = replace(neutrals[number - FIRST_NEUTRAL], **changes)
    return replace(state, neutrals=tuple(neutrals))


def neutral_of(state: GameState, colour: str) -> int | None:
    """The number of a neutral colour that has pieces on the table."""
    return next((FIRST_NEUTRAL + i for i, neutral in enumerate(state.neutrals) if neutral.colour == colour), None)


def neutral_colours(state: GameState) -> tuple[Colour, ...]:
    """The two colours that nobody plays: those on the table, then those that the box has left."""
    taken = {seat.colour for seat in state.seats}
    standing = [neutral.colour for neutral in state.neutrals]
    left = [c for c in dict.fromkeys((*state.game.box.colours, *COLOURS)) if c not in taken and c not in standing]
    return (*standing, *left)[: mode_of(state).neutrals]


def road_holder(state: GameState) -> int | None:
    """The player with Longest Road; where a neutral colour or nobody holds it, none."""
    holder = state.longest_road
    return None if holder is None or is_neutral(holder) else holder
