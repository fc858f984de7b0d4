"""What the statistics of a game are made of. Everybody may see all of it: which card was stolen is never in here.

Seats are numbers; a title's holder may also be a neutral colour (`owners.FIRST_NEUTRAL` and the next). `entry` is the
number of a log entry, as the history and the replay name it. What can't be known is None, never guessed.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from narrator.core.reading.result import Rolls
from narrator.core.table.cards import NONE, Cards, Resource
from narrator.core.table.coordinates import Hex
from narrator.core.table.state import Tracking

Title = Literal["longest_road", "largest_army"]
Gain = Literal["start", "roll", "told", "bank", "trade", "forced", "plenty", "monopoly", "stolen", "recounted"]
"""Where cards came from: `told` is income that a host without a board told, `forced` a trade for tokens, `recounted`
what a recount found."""
Loss = Literal["built", "discarded", "bank", "trade", "forced", "monopoly", "stolen", "recounted"]
"""Where cards went: `built` is all that was paid for pieces and development cards."""
Verdict = Literal["expected", "odd", "rare"]
"""How unusual the dice were: about as always, as in one evening of ten, as in one of a hundred."""
Cause = Literal["seven", "knight", "sent_home", "told"]
"""Why the robber moved; `told` where the host only set him right."""


class Pile(Struct, frozen=True):
    """Cards, of which some are of kinds that nobody saw."""

    cards: Cards = NONE
    unknown: int = 0

    def plus(self, other: "Pile") -> "Pile":
        return Pile(self.cards.plus(other.cards), self.unknown + other.unknown)

    def total(self) -> int:
        return self.cards.total() + self.unknown


class Made(Struct, frozen=True):
    """What somebody's points are made of: numbers of pieces and cards, and which titles."""

    settlements: int = 0
    cities: int = 0
    longest_road: bool = False
    largest_army: bool = False
    points_cards: int = 0

    @property
    def points(self) -> int:
        titles = self.longest_road + self.largest_army
        return self.settlements + 2 * self.cities + 2 * titles + self.points_cards


class Step(Struct, frozen=True):
    """An entry that changed somebody's points, and what everybody's are made of after it."""

    entry: int
    round: int
    turn: int
    """Whose turn it was."""
    made: tuple[Made, ...]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(one.points for one in self.made)


class Luck(Struct, frozen=True):
    """What rolls brought against what one's corners promised. At every roll each corner promises its pips in 36ths, the
    robber and an empty bank considered."""

    received: Cards = NONE
    ways: Cards = NONE
    """Of every kind, the promise in 36ths of a card: whole numbers, so that all sums are exact."""

    @property
    def expected(self) -> float:
        return self.ways.total() / 36

    @property
    def luck(self) -> float:
        """More than nought is more than promised."""
        return self.received.total() - self.ways.total() / 36


class Round(Struct, frozen=True):
    """How everybody stood when a round was over, or now in the round that is played; 0 is the placement."""

    number: int
    entry: int
    """Its last entry."""
    points: tuple[int, ...]
    leaders: tuple[int, ...]
    """Whoever had most, in the order of the seats."""
    luck: tuple[Luck | None, ...]
    """Everybody's since the beginning."""


class Swing(Struct, frozen=True):
    """A title that changed hands, or was won or lost."""

    entry: int
    round: int
    title: Title
    giver: int | None
    taker: int | None
    count: int
    """How long the road or how large the army is that holds it now; of a title that nobody holds, the giver's."""
    by: str
    """The type of the entry that did it: `road_built`, `settlement_built` (a road was cut), `knight_played` …"""


class Visit(Struct, frozen=True):
    """The robber on a hex, from the entry that put him there until he left it (None while he stands there)."""

    entry: int
    until: int | None
    round: int
    by: int | None
    """None where the host set him right."""
    cause: Cause
    at: Hex | None
    """None where there is no board."""
    resource: Resource | None
    """What the hex gives; None in the desert and where nobody said."""
    number: int | None
    blocked: tuple[int, ...]
    """Whoever had a building there when he came, in the order of the seats; whoever moved him may be among them."""
    rolled: int
    """How often its number was rolled while he was there."""
    kept: Mapping[int, int]
    """How many cards he kept from whom, all of `resource`."""


class Theft(Struct, frozen=True):
    """A card that was drawn from somebody's hand; what it was, two people know."""

    entry: int
    round: int
    thief: int
    victim: int
    cards: int
    """0 where the hand was empty."""


class Discard(Struct, frozen=True):
    """What somebody gave back for a seven."""

    entry: int
    round: int
    seat: int
    cards: Pile


class Monopoly(Struct, frozen=True):
    entry: int
    round: int
    seat: int
    resource: Resource
    taken: Mapping[int, int]
    """From whom how many; who had none is not in it."""

    @property
    def total(self) -> int:
        return sum(self.taken.values())


class Trade(Struct, frozen=True):
    """A trade between two players. What nobody saw is unknown; where nobody said what was traded, both are empty."""

    entry: int
    round: int
    seat: int
    partner: int
    give: Pile
    receive: Pile
    forced: bool = False
    """Catan for Two: paid for with tokens."""


class BankTrade(Struct, frozen=True):
    entry: int
    round: int
    seat: int
    give: Cards
    receive: Cards

    @property
    def rate(self) -> int | None:
        """4, 3 or 2 for one; None where the table let other terms stand."""
        given, got = self.give.total(), self.receive.total()
        return given // got if got and given % got == 0 else None


class Dice(Struct, frozen=True):
    """All rolls, those that were made again included."""

    totals: tuple[Rolls, ...]
    """Two to twelve, each with how often it came and how often dice do it on average."""
    by_seat: tuple[tuple[int, ...], ...]
    """For every seat how often they rolled each total, two to twelve."""
    deviation: float
    """Pearson's chi-square against two fair dice."""
    chance: float | None
    """In what part of all evenings with as many rolls two dice are at least as uneven; None without a roll, and where a
    deck of numbers was used."""
    verdict: Verdict | None
    """None for few rolls."""
    oddest: int | None
    """The total that is farthest from its share, for its own spread."""

    @property
    def thrown(self) -> int:
        return sum(one.count for one in self.totals)

    def sevens(self, seat: int) -> int:
        return self.by_seat[seat][5]


class Turn(Struct, frozen=True):
    """One turn, with the parts of others that follow it."""

    seat: int
    round: int
    first: int
    last: int
    """Its first and its last entry."""
    rolls: tuple[int, ...]
    seconds: float
    """How long it took, breaks not counted; 0 where entries have no times."""
    points: int
    """Of its owner, when it began."""


class Drought(Struct, frozen=True):
    """Rolls in a row, anybody's, that brought somebody nothing."""

    rolls: int
    own_turns: int
    """How many of them were that player's own."""
    first: int
    last: int
    """The entries of its first and last roll."""
    first_round: int
    last_round: int


class Lead(Struct, frozen=True):
    """From this entry on somebody led alone, or several together; before the first roll nobody leads."""

    entry: int
    round: int
    seats: tuple[int, ...]
    points: int


class Comeback(Struct, frozen=True):
    """The farthest that the winner was behind the leader."""

    seat: int
    deficit: int
    entry: int
    """The last at which it was so much."""
    round: int
    leader: int


class MatchPoint(Struct, frozen=True):
    """A turn that somebody began with one point to go, and did not win in."""

    seat: int
    round: int
    first: int
    last: int
    points: int


class LastTurn(Struct, frozen=True):
    """The turn in which the game was won."""

    seat: int
    """Whose turn it was; at most tables the winner's."""
    round: int
    first: int
    last: int
    """The entry that won."""
    before: Made
    """What the winner had when it began."""
    after: Made
    """And when it was won."""


class SeatStats(Struct, frozen=True):
    """One player's evening. `gains` less `losses` is the hand, always: what did not add up is `recounted`."""

    seat: int
    left: bool
    made: Made
    gains: Mapping[Gain, Pile]
    """Only the sources that brought something."""
    losses: Mapping[Loss, Pile]
    blocked: Cards
    """What the robber kept from them."""
    short: Cards
    """What rolls owed them and the bank did not have."""
    luck: Luck | None
    """None where nobody counts cards, or not all of the player's corners are known."""
    drought: Drought | None
    """The longest; None like `luck`, or where every roll brought something."""
    hand: int
    peak_hand: int
    """The most cards that they ever held."""
    roads: int
    longest: int
    """The longest that their road ever was."""
    knights: int
    bought: int
    """Development cards."""
    tokens_spent: int
    """How often they paid with trade tokens."""
    turns: int
    seconds: float
    """The time that was theirs, as the clock counts it."""

    def gained(self, source: Gain) -> int:
        return self.gains[source].total() if source in self.gains else 0

    def lost(self, way: Loss) -> int:
        return self.losses[way].total() if way in self.losses else 0


class GameStats(Struct, frozen=True):
    """A game in figures, as the record stands."""

    tracking: Tracking
    """`script`: nothing but dice, turns, time and the winner is known."""
    entries: int
    over: bool
    winner: int | None
    """None while it is played, and where the table stopped."""
    target: int
    seats: tuple[SeatStats, ...]
    rounds: tuple[Round, ...]
    steps: tuple[Step, ...]
    swings: tuple[Swing, ...]
    visits: tuple[Visit, ...]
    thefts: tuple[Theft, ...]
    discards: tuple[Discard, ...]
    monopolies: tuple[Monopoly, ...]
    trades: tuple[Trade, ...]
    bank_trades: tuple[BankTrade, ...]
    dice: Dice
    turns: tuple[Turn, ...]
    leads: tuple[Lead, ...]
    lead_changes: int
    """How often somebody else than the last one led alone."""
    comeback: Comeback | None
    """None without a winner, and where the winner was never behind."""
    last_turn: LastTurn | None
    match_points: tuple[MatchPoint, ...]
    time: Mapping[str, float]
    """Seconds by whose they were: `seat.2`, `trading`, `host`, `break`."""


class Award(Struct, frozen=True):
    """Something that one player did more than all others. Words: `award.<kind>`."""

    kind: str
    seat: int
    strength: float
    """How remarkable: 1 is what a table talks about."""
    numbers: Mapping[str, int]
    """What its words may name: `n` always (of `quick`, seconds a turn), others by kind."""
