"""State of the table after an entry. Values and lookups only; the rules are in `core.play`."""

from collections.abc import Mapping
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.table import box
from narrator.core.table.board import NO_BOARD, Board
from narrator.core.table.cards import Cards, DevelopmentKind, Resource
from narrator.core.table.coordinates import Hex, Intersection, Path
from narrator.core.table.events import TouchedHex
from narrator.core.table.hands import Hands
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.phase import Phase, interlude_of

Tracking = Literal["script", "counts", "board"]
BotLevel = Literal["friend", "player", "master"]  # bot characters
CardSource = Literal["table", "app"]  # cards from the box on the table, or dealt by the app to phones
S = TypeVar("S", bound=Struct)


class Building(Struct, frozen=True):
    seat: int
    city: bool = False


class Site(Struct, frozen=True):
    """A settlement or city at a table without a board: the hexes it touches, if the host entered them."""

    touches: tuple[TouchedHex, ...] | None
    city: bool = False


class PieceOwner(Struct, frozen=True, kw_only=True):
    roads: int = 0
    settlements: int = 0
    road_length: int = 0
    road_at_least: int = 0  # without a board: a lower bound since the road was last measured
    road_measured: bool = True  # without a board: whether the measured length is still valid

    @property
    def roads_left(self) -> int:
        return box.ROADS - self.roads

    @property
    def settlements_left(self) -> int:
        return box.SETTLEMENTS - self.settlements


class Seat(PieceOwner, frozen=True):
    name: str
    colour: box.Colour
    language: str | None = None
    hand_size: int = 0
    cities: int = 0
    knights: int = 0
    development_cards: int = 0  # in hand, neither played nor revealed
    bought_this_turn: int = 0
    revealed_points: int = 0
    harbours: frozenset[box.HarbourKind] = frozenset()
    sites: tuple[Site, ...] = ()  # without a board only
    tokens: int = box.TOKENS_AT_START  # trade tokens, for Catan for Two only
    has_left: bool = False

    @property
    def cities_left(self) -> int:
        return box.CITIES - self.cities


class HeldCard(Struct, frozen=True):
    """A development card in hand, if the app deals; the kind is None for viewers who may not see it."""

    kind: DevelopmentKind | None
    bought_this_turn: bool = True  # so not playable yet


class Neutral(PieceOwner, frozen=True):
    """A colour that nobody plays in Catan for Two: its pieces block, and it may hold Longest Road."""

    colour: box.Colour


class Game(Struct, frozen=True):
    tracking: Tracking
    box: box.Box
    layout: str | None = None
    board: Board = NO_BOARD
    theme: str = "classic"
    detail: str = "normal"
    bots: Mapping[int, BotLevel] = {}  # seats played by bots from the start
    cards: CardSource = "table"

    @property
    def has_board(self) -> bool:
        """Whether Narrator knows the board. If not, events have no places and the host describes what matters there."""
        return self.tracking == "board"

    @property
    def is_dealt(self) -> bool:
        """Whether the app deals the cards."""
        return self.cards == "app"


class UnseenCards(Struct, frozen=True):
    """Cards that went to the bank face down, and which counts are uncertain because of them."""

    stacks: frozenset[Resource]  # may hold some of these cards, in addition to what the record has
    known: tuple[Cards, ...]  # what each hand certainly holds, from what everybody has seen since
    # by seat: cards that the hand may not have received, because the stack that paid them may have been too short
    maybe_unpaid: Mapping[int, int] = {}
    inconsistent_hands: frozenset[int] = frozenset()  # seats whose hands don't add up for another reason


class GameState(Struct, frozen=True, dict=True):
    game: Game
    rules: HouseRules
    seats: tuple[Seat, ...]
    phase: Phase
    bank: Cards  # negative for cards owed by an unlimited bank; display `shown_bank`
    deck: int
    last_entry: int = 0  # its number in the log
    turn: int = 0  # seat
    first_seat: int = 0  # seat that began
    round: int = 0
    buildings: Mapping[Intersection, Building] = {}
    roads: Mapping[Path, int] = {}
    robber: Hex | None = None
    blocked_hex: TouchedHex | None = None  # without a board: where the robber stands
    longest_road: int | None = None
    largest_army: int | None = None
    cards_played: int = 0  # development cards in this turn
    progress_played: Mapping[str, int] = {}
    roll: int | None = None  # last total
    rolls: tuple[int, ...] = ()  # with two rolls per turn: those of this turn that count
    deck_cards_drawn: int = 0  # with a deck instead of dice: cards drawn since it was shuffled
    neutrals: tuple[Neutral, ...] = ()  # as owners they are numbered from `FIRST_NEUTRAL`
    knight_given_up: bool = False  # for tokens, in this turn
    final_round: int | None = None  # seat that triggered it, if the table plays one
    hands: Hands | None = None  # what is known about them; None if nothing is counted
    held_cards: Mapping[int, tuple[HeldCard, ...]] = {}  # if the app deals: development cards by seat, oldest first
    unsure: Mapping[str, int] = {}  # counts that may be wrong, and the entry since when
    unseen: UnseenCards | None = None  # if there are face-down cards in the bank
    finished_steps: tuple[str, ...] = ()  # checked-off lines of the checklist
    agreed_seats: frozenset[int] = frozenset()  # seats that agreed to the current rules
    needs_agreement: bool = False  # after a rule change
    rulings: Mapping[str, str] = {}  # the table's last ruling on each case


def shown_bank(state: GameState) -> Cards:
    """Return the stacks as they are on the table: one that is owed cards is empty."""
    return state.bank if min(state.bank) >= 0 else Cards(*(max(0, stack) for stack in state.bank))


def with_seat(state: GameState, number: int, **changes: Any) -> GameState:
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return replace(state, seats=tuple(seats))


def mark_unsure(state: GameState, *counts: str) -> GameState:
    """Mark counts as unsure from the current entry; earlier marks stay."""
    now = state.last_entry + 1
    return replace(state, unsure={**dict.fromkeys(counts, now), **state.unsure})


def mark_inconsistent(state: GameState, *counts: str) -> GameState:
    """Mark counts that don't add up: only a recount makes them certain again."""
    unseen = state.unseen
    if unseen is not None:
        hands = unseen.inconsistent_hands | {seat for seat in range(len(state.seats)) if f"hand.{seat}" in counts}
        stacks = _doubtful_without(unseen.stacks, counts)
        state = replace(state, unseen=replace(unseen, stacks=stacks, inconsistent_hands=hands))
    return mark_unsure(state, *counts)


def mark_sure(state: GameState, *counts: str) -> GameState:
    """Clear the marks of these counts. If no count is uncertain because of unseen cards any more, forget those."""
    unsure = {count: since for count, since in state.unsure.items() if count not in counts}
    unseen = state.unseen
    if unseen is not None:
        unseen = replace(
            unseen,
            stacks=_doubtful_without(unseen.stacks, counts),
            maybe_unpaid={seat: count for seat, count in unseen.maybe_unpaid.items() if f"hand.{seat}" not in counts},
            inconsistent_hands=frozenset(seat for seat in unseen.inconsistent_hands if f"hand.{seat}" not in counts),
        )
    return replace(state, unsure=unsure, unseen=unseen if unseen and (unseen.stacks or unseen.maybe_unpaid) else None)


def _doubtful_without(stacks: frozenset[Resource], counts: tuple[str, ...]) -> frozenset[Resource]:
    return frozenset(resource for resource in stacks if f"bank.{resource}" not in counts)


def points(state: GameState, number: int) -> int:
    """Return the public points: settlements, cities, titles, revealed point cards."""
    seat = state.seats[number]
    titles = (state.longest_road == number) + (state.largest_army == number)
    return seat.settlements + 2 * seat.cities + seat.revealed_points + 2 * titles


def acting_seat(state: GameState) -> int:
    """Return the seat on turn or, between two turns, the seat whose interlude it is."""
    interlude = interlude_of(state.phase)
    return state.turn if interlude is None else interlude.seat


def active_seats(state: GameState) -> list[int]:
    return [number for number, seat in enumerate(state.seats) if not seat.has_left]


def next_seat(state: GameState, number: int) -> int:
    """Return the next active seat to the left."""
    count = len(state.seats)
    for step in range(1, count + 1):
        following = (number + step) % count
        if not state.seats[following].has_left:
            return following
    return number


def passes_first_player(state: GameState, to: int) -> bool:
    count = len(state.seats)
    return (to - state.first_seat) % count <= (state.turn - state.first_seat) % count


def first_active_seat(state: GameState) -> int:
    """Return the seat that begins each round: the first player, or the next active one."""
    return next_seat(state, state.first_seat) if state.seats[state.first_seat].has_left else state.first_seat


LARGE_TABLE = 5  # from this many players on, there are interludes between turns


class Mode(Struct, frozen=True):
    """How the turns of this table differ from those of three or four players."""

    second_roll: bool = False  # every turn has two rolls
    neutrals: int = 0  # colours that nobody plays, whose pieces block
    tokens: int = 0  # trade tokens in play
    interlude: Literal["none", "paired", "special_build"] = "none"


STANDARD_MODE = Mode()
CATAN_FOR_TWO_MODE = Mode(second_roll=True, neutrals=2, tokens=box.TRADE_TOKENS)
LARGE_TABLE_MODES = {
    "none": STANDARD_MODE,
    "paired": Mode(interlude="paired"),
    "special_build": Mode(interlude="special_build"),
}


def mode_of(state: GameState) -> Mode:
    """Return the mode of this table. Leaving can turn a large table into a small one, but never into two."""
    seats = len(state.seats)
    return mode_for(state.rules, seats, seats if seats < LARGE_TABLE else len(active_seats(state)))


def mode_for(rules: HouseRules, seats: int, playing: int) -> Mode:
    if seats == 2:
        return CATAN_FOR_TWO_MODE if rules.two_player_mode == "catan_for_two" else STANDARD_MODE
    return LARGE_TABLE_MODES[rules.five_six_turns] if playing >= LARGE_TABLE else STANDARD_MODE


# `buildings`, `roads` and `longest_road` name owners by number: seats are 0 to 5, neutral colours follow
FIRST_NEUTRAL = 6


def is_neutral(number: int) -> bool:
    return number >= FIRST_NEUTRAL


def owners(state: GameState) -> list[int]:
    return [*range(len(state.seats)), *(FIRST_NEUTRAL + place for place in range(len(state.neutrals)))]


def owner(state: GameState, number: int) -> Seat | Neutral:
    return state.neutrals[number - FIRST_NEUTRAL] if is_neutral(number) else state.seats[number]


def with_owner(state: GameState, number: int, **changes: Any) -> GameState:
    if not is_neutral(number):
        return with_seat(state, number, **changes)
    neutrals = list(state.neutrals)
    neutrals[number - FIRST_NEUTRAL] = replace(neutrals[number - FIRST_NEUTRAL], **changes)
    return replace(state, neutrals=tuple(neutrals))


def neutral_number(state: GameState, colour: str) -> int | None:
    return next((FIRST_NEUTRAL + i for i, neutral in enumerate(state.neutrals) if neutral.colour == colour), None)


def neutral_colours(state: GameState) -> tuple[box.Colour, ...]:
    """Return the two colours that nobody plays: those on the table, then those left in the box."""
    taken = {seat.colour for seat in state.seats}
    standing = [neutral.colour for neutral in state.neutrals]
    left = [c for c in dict.fromkeys((*state.game.box.colours, *box.COLOURS)) if c not in taken and c not in standing]
    return (*standing, *left)[: mode_of(state).neutrals]


def longest_road_seat(state: GameState) -> int | None:
    """Return the seat with Longest Road; None if a neutral colour or nobody holds it."""
    holder = state.longest_road
    return None if holder is None or is_neutral(holder) else holder
