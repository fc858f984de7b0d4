"""A table of seeded players with a true game behind it: real hands, a real deck, everything that the record never sees.

It enters only what `legal_events` and the open kinds allow, and only what the hidden hands can really do. `reluctance`
and the other knobs of a `Policy` make rare things common: an empty deck, a short bank, a cut road.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec import Struct

from narrator.core.play.building import starting_cards
from narrator.core.play.production import income
from narrator.core.play.roll_and_discard import is_repeated_roll
from narrator.core.record.choices import legal_events, open_choices
from narrator.core.record.judging import apply, refusals
from narrator.core.table.box import PIPS
from narrator.core.table.cards import NO_CARDS, PRICES, RESOURCES, Cards, cards, cards_of
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightGivenUp,
    KnightPlayed,
    MonopolyPlayed,
    NeutralRoadBuilt,
    NeutralSettlementBuilt,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TokensSpent,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import (
    Discarding,
    MovingRobber,
    Over,
    PlacingFreeRoads,
    PlacingNeutral,
    Rolling,
    SettingUp,
    Stealing,
)
from narrator.core.table.state import GameState, acting_seat, shown_bank
from tests.support.games import E, whose

COSTS: dict[type, Cards] = {
    RoadBuilt: PRICES["road"],
    SettlementBuilt: PRICES["settlement"],
    CityBuilt: PRICES["city"],
    DevelopmentBought: PRICES["development"],
}
CARDS: dict[type, str] = {
    KnightPlayed: "knight",
    RoadBuildingPlayed: "road_building",
    YearOfPlentyPlayed: "year_of_plenty",
    MonopolyPlayed: "monopoly",
}


class Policy(Struct):
    """How eager the players are: weights of what they may do, and how readily they end a turn."""

    road: float = 2
    settlement: float = 20
    city: float = 20
    card: float = 6
    play: float = 6
    bank_trade: float = 3
    player_trade: float = 1
    show_points: float = 30
    end: float = 3
    tokens: float = 0.5
    two_dice: float = 0.5
    seen_theft: float = 0.05
    unseen_discard: float = 0.0
    checklist: float = 0.9
    cutter: float = 0
    """How much more a settlement is liked that cuts a road."""


class TrueTable:
    def __init__(self, state: GameState, seed: int, policy: Policy | None = None) -> None:
        self.state = state
        self.luck = Random(seed)
        self.policy = policy or Policy()
        self.hands: list[Cards] = [NO_CARDS for _ in state.seats]
        deck = [kind for kind, count in state.game.box.development.items() for _ in range(count)]
        self.deck = sorted(deck, key=lambda _: self.luck.random())
        self.held: list[list[str]] = [[] for _ in state.seats]
        self.new: list[list[str]] = [[] for _ in state.seats]
        self.stolen: list[str] = []

    def events(self, most: int) -> Iterator[AnyFact]:
        """Play on until the game is over or so many events have been entered."""
        for _ in range(most):
            event = self.next_event()
            if event is None:
                return
            self.enter(event)
            yield event

    def enter(self, event: AnyFact) -> None:
        self._move_true_cards(event)
        self.state = apply(self.state, event)

    # What happens next.

    def next_event(self) -> AnyFact | None:
        state = self.state
        if isinstance(state.phase, Over):
            shows = [e for e in legal_events(state) if isinstance(e, PointsRevealed)]
            shows = [e for e in shows if e.count <= self.held[e.seat].count("points")]
            return self._pick(shows, lambda e: 1) if shows else None
        if isinstance(state.phase, SettingUp):
            return self._before_placement()
        if isinstance(state.phase, Discarding):
            return self._discard(state.phase)
        if isinstance(state.phase, MovingRobber):
            return self._pick([e for e in legal_events(state) if isinstance(e, RobberMoved)], self._liking_of_hex)
        if isinstance(state.phase, Stealing):
            return self._steal(state.phase)
        if isinstance(state.phase, PlacingNeutral):
            kinds = NeutralSettlementBuilt | NeutralRoadBuilt
            return self._pick([e for e in legal_events(state) if isinstance(e, kinds)], lambda e: 1)
        if state.phase.part_of_game != "turn":
            return self._pick(list(legal_events(state)), self._liking_of_spot)
        return self._turn()

    def _before_placement(self) -> AnyFact:
        events = list(legal_events(self.state))
        ticks = [e for e in events if isinstance(e, StepDone)]
        if ticks and self.luck.random() < self.policy.checklist:
            return ticks[0]
        neutral = [e for e in events if isinstance(e, NeutralSettlementBuilt)]
        if neutral and self.luck.random() < self.policy.checklist:
            return self._pick(neutral, lambda e: 1)
        if self.state.first_seat == 0 and self.luck.random() < 0.5:
            totals = sorted(range(2, 13), key=lambda _: self.luck.random())
            rolls = {seat: totals[seat] for seat in range(len(self.state.seats))}
            return FirstPlayerChosen(seat=max(rolls, key=lambda seat: rolls[seat]), rolls=rolls)
        return self._pick([e for e in events if isinstance(e, SettlementBuilt)], self._liking_of_spot)

    def _turn(self) -> AnyFact:
        state, seat = self.state, acting_seat(self.state)
        if isinstance(state.phase, Rolling) and self.luck.random() < 0.9:
            return self._roll()
        offered = [(event, self._liking(event)) for event in legal_events(state) if self._can(event)]
        offered += [(event, self._liking(event)) for event in self._open_offers(seat)]
        offered = [(event, weight) for event, weight in offered if weight > 0]
        if not offered:
            return TurnEnded(seat=seat) if not refusals(state, TurnEnded(seat=seat)) else self._roll()
        event = self._pick([e for e, _ in offered], lambda e: next(w for o, w in offered if o is e))
        return self._forced_trade(event) if isinstance(event, TokensSpent) else event

    def _roll(self) -> AnyFact:
        dice = (int(self.luck.random() * 6) + 1, int(self.luck.random() * 6) + 1)
        if self.luck.random() < self.policy.two_dice:
            return DiceRolled(seat=self.state.turn, dice=dice)
        return DiceRolled(seat=self.state.turn, total=sum(dice))

    def _discard(self, phase: Discarding) -> AnyFact:
        kind = self._pick([kind for kind in open_choices(self.state) if kind.type == "cards_discarded"], lambda k: 1)
        count = phase.owed[kind.seat]
        thrown = self._draw_blind(self.hands[kind.seat], count)
        if self.luck.random() < self.policy.unseen_discard:
            self.hands[kind.seat] = self.hands[kind.seat].minus(thrown)
            return CardsDiscarded(seat=kind.seat, count=count)
        return CardsDiscarded(seat=kind.seat, cards=thrown.counts())

    def _steal(self, phase: Stealing) -> AnyFact:
        event = self._pick([e for e in legal_events(self.state) if isinstance(e, CardStolen)], lambda e: 1)
        if event.victim is None or self.hands[event.victim] == NO_CARDS:
            return event
        taken = self._draw_blind(self.hands[event.victim], 1)
        self.hands[event.victim] = self.hands[event.victim].minus(taken)
        self.hands[event.seat] = self.hands[event.seat].plus(taken)
        (resource,) = taken.resources()
        if self.luck.random() < self.policy.seen_theft:
            return CardStolen(seat=event.seat, victim=event.victim, resource=resource)
        return event

    def _forced_trade(self, event: TokensSpent) -> AnyFact:
        """Cards that only the two see change hands, unless somebody shows them."""
        if event.action != "forced_trade":
            return event
        other = 1 - event.seat
        taken = self._draw_blind(self.hands[other], 2)
        given = self._draw_blind(self.hands[event.seat].plus(taken), 2)
        if self.luck.random() < self.policy.seen_theft:
            return TokensSpent(seat=event.seat, action=event.action, taken=taken.counts(), given=given.counts())
        self._change(event.seat, taken, given)
        self._change(other, given, taken)
        return event

    def _open_offers(self, seat: int) -> Iterator[AnyFact]:
        hand = self.hands[seat]
        for kind in open_choices(self.state):
            if kind.type == "monopoly_played" and "monopoly" in self._playable(seat):
                resource = RESOURCES[int(self.luck.random() * 5)]
                others = (s for s in range(len(self.hands)) if s != seat)
                yield MonopolyPlayed(
                    seat=seat, resource=resource, taken={s: self.hands[s].count_of(resource) for s in others}
                )
            if kind.type == "bank_traded":
                for resource, rate in kind.fields["give"].items():
                    wanted = [r for r in kind.fields["receive"] if r != resource and hand.count_of(r) == 0]
                    if hand.count_of(resource) >= rate and wanted:
                        times = 2 if hand.count_of(resource) >= 2 * rate and len(wanted) > 1 else 1
                        receive = dict.fromkeys(wanted[:times], 1)
                        yield BankTraded(seat=seat, give={resource: rate * times}, receive=receive)
            if kind.type == "players_traded":
                trade = self._player_trade(seat, kind.fields["partner"])
                if trade is not None:
                    yield trade

    def _player_trade(self, seat: int, partners: list[int]) -> AnyFact | None:
        partner = partners[int(self.luck.random() * len(partners))]
        mine, theirs = self.hands[seat].resources(), self.hands[partner].resources()
        pairs = [(m, t) for m in mine for t in theirs if m != t]
        if not pairs:
            return None
        give, receive = pairs[int(self.luck.random() * len(pairs))]
        count = min(self.hands[seat].count_of(give), 1 + int(self.luck.random() * 2))
        return PlayersTraded(seat=seat, partner=partner, give={give: count}, receive={receive: 1})

    # What the hidden hands can do.

    def _playable(self, seat: int) -> list[str]:
        fresh = list(self.new[seat])
        old = []
        for kind in self.held[seat]:
            if kind in fresh:
                fresh.remove(kind)
            else:
                old.append(kind)
        return old

    def _can(self, event: AnyFact) -> bool:
        kind = type(event)
        if kind in CARDS:
            return CARDS[kind] in self._playable(whose(event))
        if isinstance(event, PointsRevealed):
            return event.count <= self.held[event.seat].count("points")
        if isinstance(event, RoadBuilt) and isinstance(self.state.phase, PlacingFreeRoads):
            return True
        if kind in COSTS:
            return self.hands[whose(event)].covers(COSTS[kind])
        return not isinstance(event, DiceRolled)

    # What they like.

    def _liking(self, event: AnyFact) -> float:
        policy = self.policy
        if isinstance(event, SettlementBuilt):
            return policy.settlement + policy.cutter * self._cuts(event.at or "", event.seat)
        if isinstance(event, RoadBuilt):
            return 20 if isinstance(self.state.phase, PlacingFreeRoads) else policy.road
        if isinstance(event, YearOfPlentyPlayed):
            return policy.play / 15
        weights: dict[type, float] = {
            CityBuilt: policy.city,
            DevelopmentBought: policy.card,
            KnightPlayed: policy.play,
            RoadBuildingPlayed: policy.play,
            MonopolyPlayed: policy.play,
            PointsRevealed: policy.show_points,
            BankTraded: policy.bank_trade,
            PlayersTraded: policy.player_trade,
            TurnEnded: policy.end,
            TokensSpent: policy.tokens,
            KnightGivenUp: policy.tokens / 4,
            VictoryDeclared: 100,
            StepDone: policy.end,
        }
        return weights.get(type(event), 0)

    def _cuts(self, at: str, seat: int) -> int:
        board = self.state.game.board
        owners = [self.state.roads.get(path) for path in board.island.paths_at[at]]
        return any(owners.count(owner) > 1 for owner in owners if owner not in (None, seat))

    def _liking_of_spot(self, event: AnyFact) -> float:
        board = self.state.game.board
        if not isinstance(event, SettlementBuilt) or event.at is None:
            return 1
        pips = sum(PIPS.get(board.numbers.get(at, 0), 0) for at in board.island.hexes_at[event.at])
        return float(pips**3) + 0.01

    def _liking_of_hex(self, event: RobberMoved) -> float:
        board = self.state.game.board
        if event.to is None:
            return 1
        there = {self.state.buildings[c].seat for c in board.island.corners_of[event.to] if c in self.state.buildings}
        return 1 + 10 * len(there - {event.seat})

    def _pick(self, things: Sequence[E], liking: Callable[[E], float]) -> E:
        weights = [liking(thing) for thing in things]
        mark = self.luck.random() * sum(weights)
        for thing, weight in zip(things, weights, strict=True):
            mark -= weight
            if mark < 0:
                return thing
        return things[-1]

    # The cards nobody sees.

    def _draw_blind(self, hand: Cards, count: int) -> Cards:
        pile = [resource for resource in RESOURCES for _ in range(hand.count_of(resource))]
        drawn = sorted(pile, key=lambda _: self.luck.random())[:count]
        total = NO_CARDS
        for resource in drawn:
            total = total.plus(cards_of(resource))
        return total

    def _change(self, seat: int, gain: Cards, pay: Cards = NO_CARDS) -> None:
        self.hands[seat] = self.hands[seat].plus(gain).minus(pay)
        assert min(self.hands[seat]) >= 0, (seat, self.hands[seat])

    def _move_true_cards(self, event: AnyFact) -> None:
        state = self.state
        free = state.phase.part_of_game != "turn" or isinstance(state.phase, PlacingFreeRoads)
        if isinstance(event, SettlementBuilt) and free:
            if state.seats[event.seat].settlements == 1 and state.game.has_board:
                self._change(event.seat, starting_cards(state, event))
        elif isinstance(event, DevelopmentBought):
            kind = self.deck.pop()
            self.held[event.seat].append(kind)
            self.new[event.seat].append(kind)
            self._change(event.seat, NO_CARDS, PRICES["development"])
        elif type(event) in COSTS and not (isinstance(event, RoadBuilt) and free):
            self._change(whose(event), NO_CARDS, COSTS[type(event)])
        elif isinstance(event, TokensSpent) and event.taken is not None and event.given is not None:
            self._change(event.seat, cards(event.taken), cards(event.given))
            self._change(1 - event.seat, cards(event.given), cards(event.taken))
        elif isinstance(event, DiceRolled) and event.sum != 7 and not is_repeated_roll(state, event.sum):
            for seat, gain in enumerate(income(state, event.sum)):
                self._change(seat, gain)
        elif isinstance(event, CardsDiscarded) and event.cards is not None:
            self._change(event.seat, NO_CARDS, cards(event.cards))
        elif isinstance(event, BankTraded):
            self._change(event.seat, cards(event.receive), cards(event.give))
        elif isinstance(event, PlayersTraded):
            self._change(event.seat, cards(event.receive), cards(event.give))
            self._change(event.partner, cards(event.give), cards(event.receive))
        elif isinstance(event, TurnEnded):
            self.new[event.seat].clear()
        self._play_true_card(event)

    def _play_true_card(self, event: AnyFact) -> None:
        if type(event) in CARDS:
            self.held[whose(event)].remove(CARDS[type(event)])
        if isinstance(event, YearOfPlentyPlayed):
            wanted = cards(event.cards)
            if self.state.rules.bank_limit == "limited":
                wanted = Cards(*map(min, wanted, shown_bank(self.state)))
            self._change(event.seat, wanted)
        elif isinstance(event, MonopolyPlayed):
            for victim, count in event.taken.items():
                self._change(victim, NO_CARDS, cards_of(event.resource, count))
                self._change(event.seat, cards_of(event.resource, count))
        elif isinstance(event, PointsRevealed):
            for _ in range(event.count):
                self.held[event.seat].remove("points")
