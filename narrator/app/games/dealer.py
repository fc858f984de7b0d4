"""The dealer: if the app deals the cards, it draws them from a secret seed.

Only a seat's own phone may enter what changes its hand: a host who tried events would learn what the hand holds.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from cachetools import LRUCache

from narrator.core.message import Refused, impossible
from narrator.core.play.seeded_draws import changes_hand, deal, draw_card, has_dealt_cards
from narrator.core.reading.public_view import public_fact
from narrator.core.record.event_specs import spec_of
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards, Resource
from narrator.core.table.events import Amended, AnyEvent, AnyFact, CardStolen, DiceRolled, TakenBack
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.setup import Setup
from narrator.core.table.state import GameState
from narrator.storage.files.keys import HouseKey

Author = int | Literal["host", "server"]  # a seat for itself, the host, or this server for everybody
SEED_BYTES = 32
MAX_CACHED_SEEDS = 1_000
MAX_EVENTS_TOGETHER = 6  # in one tap; ours send two at most


class Dealer:
    def __init__(self, key: Callable[[], HouseKey], random_bytes: Callable[[int], bytes]) -> None:
        self._key = key
        self._random_bytes = random_bytes
        self._seeds: LRUCache[str, bytes] = LRUCache(MAX_CACHED_SEEDS)

    def new_seal(self) -> str:
        return self._key().lock(self._random_bytes(SEED_BYTES))

    def seed(self, game: str, setup: Setup) -> bytes:
        """Return the seed of all draws in a game. Raises `Refused` for a seed that another server has encrypted."""
        if setup.seal is None:  # cards on the table: only thefts from bots are drawn
            return self._key().derived(f"draws {game}")
        if setup.seal not in self._seeds:
            self._seeds[setup.seal] = self._key().unlock(setup.seal)
        return self._seeds[setup.seal]

    def draw_stolen_card(self, game: str, setup: Setup, record: Record, victim: int, hand: Cards) -> Resource | None:
        """Draw a card from a bot's open hand; none from an empty one."""
        thefts = sum(isinstance(snapshot.fact, CardStolen) for snapshot in record.head.history())
        return draw_card(self.seed(game, setup), hand, "theft", thefts, victim)


class Dealing:
    """Draws the cards of events that are entered together, and checks that their author may enter them."""

    def __init__(self, dealer: Dealer, game: str, setup: Callable[[], Setup], by: Author) -> None:
        self._dealer = dealer
        self._game = game
        self._setup = setup
        self._by = by
        self._has_drawn = False

    def authorize_and_deal(self, record: Record, event: AnyEvent) -> AnyEvent:
        """Add the drawn cards. Raises `Refused` if the author may not enter the event. That never depends on hidden
        cards: a refusal must not reveal them."""
        if not record.game.is_dealt:
            return event
        state = record.state
        if self._by != "server":
            self._check(state, event)
        if isinstance(event, TakenBack | Amended) or has_dealt_cards(state, event):
            return event
        history = [snapshot.fact for snapshot in record.head.history() if snapshot.fact is not None]
        dealt = deal(self._dealer.seed(self._game, self._setup()), state, history, event)
        self._has_drawn |= dealt is not event
        return dealt

    def _check(self, state: GameState, event: AnyEvent) -> None:
        if self._has_drawn:  # a refusal of the next event would reveal what was drawn, with nothing entered
            raise Refused(impossible("cards.draw_is_last"))
        if isinstance(event, TakenBack | Amended):
            if self._by != "host":
                raise Refused(impossible("proposal.not_yours", event=event.type))
            return
        if has_dealt_cards(state, event):
            raise Refused(impossible("cards.dealt"))
        if isinstance(self._by, int):
            check_own_events(self._by, [event], state.rules)
        elif changes_hand(state, event):
            raise Refused(impossible("cards.not_yours", seat=getattr(event, "seat", None)))


def check_own_events(seat: int, events: Sequence[AnyFact], rules: HouseRules) -> None:
    """Raise `Refused` for events that a seat may never enter or propose, whatever the state of the game."""
    if not events:
        raise Refused(impossible("proposal.empty"))
    if len(events) > MAX_EVENTS_TOGETHER:
        raise Refused(impossible("proposal.too_many"))
    for event in events:
        if getattr(event, "seat", None) != seat:
            raise Refused(impossible("proposal.another_seat"))
        if not _may_report(event, rules):
            raise Refused(impossible("proposal.not_yours", event=event.type))


def _may_report(event: AnyFact, rules: HouseRules) -> bool:
    """A phone can't set the app's dice, waive rules, set times and groups, or name a hidden card."""
    if isinstance(event, DiceRolled) and rules.dice_source == "app":
        return False
    is_plain = not (event.waived or event.late) and event.time is None and event.group is None
    return spec_of(event).is_proposable and is_plain and event == public_fact(event)
