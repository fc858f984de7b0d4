"""Types of the game statistics. All of it is public: stolen cards are never included.

Seats are numbers; a title's holder may also be a neutral colour (`FIRST_NEUTRAL` and the next). `entry` is the number
of a log entry. What is unknown is None, never guessed.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from narrator.core.reading.result import RollCount
from narrator.core.table.cards import NO_CARDS, Cards, Resource
from narrator.core.table.coordinates import Hex
from narrator.core.table.state import Tracking

Title = Literal["longest_road", "largest_army"]
# where cards came from; `told` is income reported without a board, `forced` a trade for tokens
GainSource = Literal["start", "roll", "told", "bank", "trade", "forced", "plenty", "monopoly", "stolen", "recounted"]
# where cards went; `built` includes development cards
LossReason = Literal["built", "discarded", "bank", "trade", "forced", "monopoly", "stolen", "recounted"]
Verdict = Literal["expected", "odd", "rare"]  # about as always, as in one game of ten, as in one of a hundred
# why the robber moved; `told` if the host only corrected his place
RobberCause = Literal["seven", "knight", "sent_home", "told"]


class Pile(Struct, frozen=True):
    """Cards, some of them of unknown kind."""

    cards: Cards = NO_CARDS
    unknown: int = 0

    def plus(self, other: "Pile") -> "Pile":
        return Pile(self.cards.plus(other.cards), self.unknown + other.unknown)

    def total(self) -> int:
        return self.cards.total() + self.unknown


class PointSources(Struct, frozen=True):
    """What a player's points consist of."""

    settlements: int = 0
    cities: int = 0
    longest_road: bool = False
    largest_army: bool = False
    points_cards: int = 0

    @property
    def points(self) -> int:
        titles = self.longest_road + self.largest_army
        return self.settlements + 2 * self.cities + 2 * titles + self.points_cards


class PointsChange(Struct, frozen=True):
    """An entry that changed somebody's points, and everybody's points after it."""

    entry: int
    round: int
    turn: int  # seat on turn
    sources: tuple[PointSources, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(one.points for one in self.sources)


class Luck(Struct, frozen=True):
    """What rolls brought compared with what the corners promised: at every roll their pips in 36ths, considering the
    robber and an empty bank."""

    received: Cards = NO_CARDS
    expected_36ths: Cards = NO_CARDS  # expectation in 36ths of a card: integers, so that sums are exact

    @property
    def expected(self) -> float:
        return self.expected_36ths.total() / 36

    @property
    def luck(self) -> float:
        """Positive if more came than expected."""
        return self.received.total() - self.expected_36ths.total() / 36


class Round(Struct, frozen=True):
    """Standings at the end of a round, or now; 0 is the placement."""

    number: int
    entry: int  # its last
    points: tuple[int, ...]
    leaders: tuple[int, ...]
    luck: tuple[Luck | None, ...]  # since the beginning


class TitleSwing(Struct, frozen=True):
    """A title that was won, lost or changed hands."""

    entry: int
    round: int
    title: Title
    giver: int | None
    taker: int | None
    count: int  # length of the road or size of the army that holds it now; if nobody does, the giver's
    by: str  # type of the entry: `road_built`, `settlement_built` (a road was cut), `knight_played` …


class RobberVisit(Struct, frozen=True):
    """The robber's stay on a hex; `until` is None while he is there."""

    entry: int
    until: int | None
    round: int
    by: int | None  # None if the host corrected his place
    cause: RobberCause
    at: Hex | None  # None without a board
    resource: Resource | None  # None in the desert or if unknown
    number: int | None
    blocked: tuple[int, ...]  # seats with a building there when he came, including the mover's
    times_rolled: int  # how often its number was rolled meanwhile
    blocked_cards: Mapping[int, int]  # cards that he withheld, by seat


class Theft(Struct, frozen=True):
    """A card drawn from a hand; which one is private."""

    entry: int
    round: int
    thief: int
    victim: int
    cards: int  # 0 if the hand was empty


class Discard(Struct, frozen=True):
    """Cards given up for a seven."""

    entry: int
    round: int
    seat: int
    cards: Pile


class Monopoly(Struct, frozen=True):
    entry: int
    round: int
    seat: int
    resource: Resource
    taken: Mapping[int, int]  # by seat, without zeros

    @property
    def total(self) -> int:
        return sum(self.taken.values())


class Trade(Struct, frozen=True):
    """A trade between two players. Unseen cards are unknown; if nobody said what was traded, both piles are empty."""

    entry: int
    round: int
    seat: int
    partner: int
    give: Pile
    receive: Pile
    forced: bool = False  # Catan for Two: paid for with tokens


class BankTrade(Struct, frozen=True):
    entry: int
    round: int
    seat: int
    give: Cards
    receive: Cards

    @property
    def rate(self) -> int | None:
        """4, 3 or 2 for one; None if the table waived other terms."""
        given, got = self.give.total(), self.receive.total()
        return given // got if got and given % got == 0 else None


class Dice(Struct, frozen=True):
    """All rolls, including repeated ones."""

    totals: tuple[RollCount, ...]  # two to twelve
    by_seat: tuple[tuple[int, ...], ...]  # counts of each total, two to twelve
    deviation: float  # Pearson's chi-square against two fair dice
    chance: float | None  # share of games at least as uneven with as many rolls; None without rolls or with a deck
    verdict: Verdict | None  # None for few rolls
    oddest: int | None  # total farthest from its expectation, in standard deviations

    @property
    def roll_count(self) -> int:
        return sum(one.count for one in self.totals)

    def sevens(self, seat: int) -> int:
        return self.by_seat[seat][5]


class Turn(Struct, frozen=True):
    """One turn, including the parts of others that follow it."""

    seat: int
    round: int
    first: int
    last: int  # entries
    rolls: tuple[int, ...]
    seconds: float  # without breaks; 0 if entries have no times
    points: int  # of its owner at the beginning


class Drought(Struct, frozen=True):
    """Consecutive rolls, anybody's, that brought a player nothing."""

    rolls: int
    own_turns: int  # how many of them were the player's own
    first: int
    last: int  # entries of the first and last roll
    first_round: int
    last_round: int


class Lead(Struct, frozen=True):
    """From this entry on, these seats lead; nobody leads before the first roll."""

    entry: int
    round: int
    seats: tuple[int, ...]
    points: int


class Comeback(Struct, frozen=True):
    """The winner's largest deficit."""

    seat: int
    deficit: int
    entry: int  # the last with this deficit
    round: int
    leader: int


class MatchPoint(Struct, frozen=True):
    """A turn begun with one point to go and not won."""

    seat: int
    round: int
    first: int
    last: int
    points: int


class LastTurn(Struct, frozen=True):
    """The turn in which the game was won."""

    seat: int  # on turn, usually the winner
    round: int
    first: int
    last: int  # the entry that won
    before: PointSources  # of the winner, at its beginning
    after: PointSources  # and at the win


class SeatStats(Struct, frozen=True):
    """One player's statistics. `gains` minus `losses` is always the hand: differences are `recounted`."""

    seat: int
    has_left: bool
    sources: PointSources
    gains: Mapping[GainSource, Pile]  # without zeros
    losses: Mapping[LossReason, Pile]
    blocked: Cards  # kept by the robber
    unpaid: Cards  # owed by rolls, but missing in the bank
    luck: Luck | None  # None if cards are not counted, or a corner is unknown
    drought: Drought | None  # the longest; None like `luck`, or if every roll brought something
    hand: int
    peak_hand: int
    roads: int
    longest_road: int  # road ever
    knights: int
    cards_bought: int  # development cards
    tokens_spent: int  # how often
    turns: int
    seconds: float  # as the clock counts them

    def gained(self, source: GainSource) -> int:
        return self.gains[source].total() if source in self.gains else 0

    def lost(self, reason: LossReason) -> int:
        return self.losses[reason].total() if reason in self.losses else 0


class GameStats(Struct, frozen=True):
    """Statistics of a game."""

    tracking: Tracking  # with `script`, only dice, turns, time and the winner are known
    entries: int
    over: bool
    winner: int | None  # None if nobody has won
    target: int
    seats: tuple[SeatStats, ...]
    rounds: tuple[Round, ...]
    points_changes: tuple[PointsChange, ...]
    title_swings: tuple[TitleSwing, ...]
    robber_visits: tuple[RobberVisit, ...]
    thefts: tuple[Theft, ...]
    discards: tuple[Discard, ...]
    monopolies: tuple[Monopoly, ...]
    trades: tuple[Trade, ...]
    bank_trades: tuple[BankTrade, ...]
    dice: Dice
    turns: tuple[Turn, ...]
    leads: tuple[Lead, ...]
    lead_changes: int  # how often another seat took the sole lead
    comeback: Comeback | None  # None if the winner was never behind
    last_turn: LastTurn | None
    match_points: tuple[MatchPoint, ...]
    time: Mapping[str, float]  # seconds by owner: `seat.2`, `trading`, `host`, `break`


class Award(Struct, frozen=True):
    """Something that one player did more than all others. Message key: `award.<kind>`."""

    kind: str
    seat: int
    strength: float  # 1 is remarkable
    params: Mapping[str, int]  # message parameters: always `n` (for `quick`, seconds per turn), others by kind
