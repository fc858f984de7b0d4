"""A true game that a host follows with taps: seeded players at the table, each thing they do entered as a host would.

Without a board the same players sit at the same island, and the host enters what it touches instead of where it lies.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.play.counts_tracking import roads_to_measure
from narrator.core.play.production import income
from narrator.core.record.judging import apply
from narrator.core.table.box import PRODUCES
from narrator.core.table.cards import Counts
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    SettlementBuilt,
    TouchedHex,
    TurnEnded,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Over, Stealing
from narrator.core.table.state import GameState
from tests.support.browser.host import Host
from tests.support.player import Policy, TrueTable

EAGER = Policy(
    road=3,
    settlement=60,
    city=60,
    card=8,
    play=20,
    bank_trade=4,
    player_trade=0.3,
    checklist=0,
    seen_theft=0,
    two_dice=0,
)
"""Players who get somewhere, so that the game is over soon; nobody sees which card is stolen."""
SEVENS = 0.2
MOST = 400


class LuckyTable(TrueTable):
    """Whoever rolls gets what helps them most, or a seven now and then: a game that takes few taps."""

    def _roll(self) -> AnyFact:
        totals = sorted((2, 3, 4, 5, 6, 8, 9, 10, 11, 12), key=lambda _: self.luck.random())
        total = 7 if self.luck.random() < SEVENS else max(totals, key=self._help)
        return DiceRolled(seat=self.state.turn, total=total)

    def _help(self, total: int) -> int:
        """How much a roll helps whoever rolls: what they lack counts for more."""
        gain, hand = income(self.state, total)[self.state.turn], self.hands[self.state.turn]
        return sum(gain.count_of(kind) * (5 if hand.count_of(kind) == 0 else 1) for kind in gain.resources())


class Fact:
    """Something that happened, and the table that it happened at."""

    def __init__(self, before: GameState, event: AnyFact) -> None:
        self.before, self.event = before, event
        self.is_due = before.phase.part_of_game != "turn" or before.phase.step == "free_roads"
        """A piece that is not built but placed."""


def happenings(table: TrueTable) -> Iterator[tuple[Fact, ...]]:
    """What a host enters in one go: a roll with the end of the turn before, the robber with the theft."""
    ended: tuple[Fact, ...] = ()
    for _ in range(MOST):
        if isinstance(table.state.phase, Over):
            break
        fact = next_fact(table)
        if isinstance(fact.event, TurnEnded) and not isinstance(table.state.phase, Over):
            ended = (fact,)
        elif isinstance(fact.event, DiceRolled):
            yield (*ended, fact)
            ended = ()
        else:
            if ended:
                yield ended
            ended = ()
            is_theft = isinstance(fact.event, RobberMoved) and isinstance(table.state.phase, Stealing)
            yield (fact, next_fact(table)) if is_theft else (fact,)
    assert isinstance(table.state.phase, Over), "nobody won"


def next_fact(table: TrueTable) -> Fact:
    event = table.next_event()
    assert event is not None
    if isinstance(event, BankTraded):  # one card at a time
        rate = sum(event.give.values()) // sum(event.receive.values())
        event = replace(event, give=dict.fromkeys(event.give, rate), receive=dict.fromkeys([*event.receive][:1], 1))
    fact = Fact(table.state, event)
    table.enter(event)
    return fact


def listed(cards: Counts | None) -> list[str]:
    """Cards one by one."""
    return [card for card, count in (cards or {}).items() for _ in range(count)]


def enter(host: Host, happened: tuple[Fact, ...]) -> None:
    """What happened, as taps at a table with a board."""
    fact, event = happened[-1], happened[-1].event
    if isinstance(event, SettlementBuilt | RoadBuilt | CityBuilt):
        assert event.at is not None
        (host.place if fact.is_due else host.build)(event.at)
    elif isinstance(happened[0].event, RobberMoved):
        assert happened[0].event.to is not None
        host.robber(happened[0].event.to, _victim(happened))
    else:
        _enter_rest(host, event)


def _victim(happened: tuple[Fact, ...]) -> int | None:
    event = happened[-1].event
    return event.victim if isinstance(event, CardStolen) else None


def _enter_rest(host: Host, event: AnyFact) -> None:
    """What is entered the same way with a board and without."""
    match event:
        case DiceRolled(dice=(one, other)):
            host.roll_dice(one, other)
        case DiceRolled():
            host.roll(event.sum)
        case TurnEnded():
            host.end_turn()
        case DevelopmentBought():
            host.buy()
        case KnightPlayed():
            host.enter(type="knight_played")
        case RoadBuildingPlayed():
            host.road_building()
        case YearOfPlentyPlayed():
            host.plenty(*listed(event.cards))
        case MonopolyPlayed():
            host.monopoly(event.resource, {seat: count for seat, count in event.taken.items() if count})
        case PointsRevealed():
            host.show_points(event.count)
        case BankTraded():
            host.bank_trade(*event.give, *event.receive)
        case PlayersTraded():
            host.trade(event.partner, listed(event.give), listed(event.receive))
        case CardsDiscarded():
            host.discard(event.seat, listed(event.cards))
        case _:
            raise NotImplementedError(event)


class Counted:
    """The same table as a host counts it who has drawn no board: the state that the taps should lead to."""

    def __init__(self, true: GameState, counted: GameState) -> None:
        board = true.game.board
        self.board = board
        self.state = counted
        self._settlements: dict[int, list[str]] = {seat: [] for seat in range(len(true.seats))}

    def touches(self, at: str) -> list[TouchedHex]:
        hexes = self.board.island.hexes_at[at]
        return [touch for hex_ in hexes if (touch := self.touch(hex_)) is not None]

    def touch(self, hex_: str) -> TouchedHex | None:
        number = self.board.numbers.get(hex_)
        return None if number is None else TouchedHex(PRODUCES[self.board.terrain[hex_]], number)

    def enter(self, host: Host, happened: tuple[Fact, ...], true: GameState) -> None:
        """What happened, as taps; and every road that the page then asks for, measured on the true island."""
        for fact in happened:
            self.state = apply(self.state, self._described(fact))
        self._tap(host, happened)
        if self.state.phase.step == "steal" and not isinstance(true.phase, Stealing):
            self.state = apply(self.state, CardStolen(seat=self.state.turn, victim=None))
        while (asked := roads_to_measure(self.state)) and not isinstance(self.state.phase, Over):
            length = true.seats[asked[0]].road_length
            self.state = apply(self.state, RoadReported(seat=asked[0], length=length))
            host.report_road(asked[0], length)

    def _tap(self, host: Host, happened: tuple[Fact, ...]) -> None:
        fact, event = happened[-1], happened[-1].event
        match event:
            case SettlementBuilt(at=at) if at is not None:
                settle = host.settle if fact.is_due else host.settle_in_turn
                settle(self.touches(at), self.board.harbour_at.get(at))
            case RoadBuilt():
                host.road()
            case CityBuilt():
                host.city(self._city)
            case _ if isinstance(happened[0].event, RobberMoved):
                host.block(self._blocked(happened[0]), _victim(happened))
            case _:
                _enter_rest(host, event)

    def _described(self, fact: Fact) -> AnyFact:
        """The event without a place."""
        event = fact.event
        if isinstance(event, SettlementBuilt):
            assert event.at is not None
            self._settlements[event.seat].append(event.at)
            harbour = self.board.harbour_at.get(event.at)
            return SettlementBuilt(seat=event.seat, touches=self.touches(event.at), harbour=harbour)
        if isinstance(event, RoadBuilt):
            return RoadBuilt(seat=event.seat)
        if isinstance(event, CityBuilt):
            standing = self._settlements[event.seat]
            self._city = standing.index(event.at or "") + 1
            standing.remove(event.at or "")
            return CityBuilt(seat=event.seat, settlement=self._city)
        if isinstance(event, RobberMoved):
            return RobberMoved(seat=event.seat, blocks=self._blocked(fact))
        return event

    def _blocked(self, fact: Fact) -> TouchedHex | None:
        """What the robber blocks; where nobody has built, the host knows nothing of the hex."""
        assert isinstance(fact.event, RobberMoved)
        assert fact.event.to is not None
        corners = self.board.island.corners_of[fact.event.to]
        return self.touch(fact.event.to) if any(at in fact.before.buildings for at in corners) else None
