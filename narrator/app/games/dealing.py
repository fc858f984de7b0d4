"""The dealer of this house: where the app has the cards, it fills in what is drawn, from a seed that nobody can read.

A seat's own phone enters what touches its hand, and nobody else does: by trying, the host would learn what it holds.
"""

from collections.abc import Callable
from typing import Literal

from cachetools import LRUCache

from narrator.app.sessions.proposals import check_proposal
from narrator.core.message import Refused, impossible
from narrator.core.play.dealing import deal, drawn_from, is_drawn, touches_hand
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards, Resource
from narrator.core.table.events import Amended, AnyEvent, CardStolen, TakenBack
from narrator.core.table.setup import Setup
from narrator.core.table.state import GameState
from narrator.storage.files.keys import HouseKey

Author = int | Literal["host", "house"]
"""Who enters something: a seat for itself, the host, or the house, which has the word of everybody whom it concerns."""
SEED_BYTES = 32
KEPT = 1_000


class Dealer:
    """Draws for all games of a house."""

    def __init__(self, key: Callable[[], HouseKey], chance: Callable[[int], bytes]) -> None:
        self._key = key
        self._chance = chance
        self._seeds: LRUCache[str, bytes] = LRUCache(KEPT)

    def new_seal(self) -> str:
        """A seed for a new game, locked."""
        return self._key().lock(self._chance(SEED_BYTES))

    def seed(self, game: str, setup: Setup) -> bytes:
        """What all draws of a game come from. Where the cards lie on the table, this is for a bot's open hand. Raises
        `Refused` where another house has locked it."""
        if setup.seal is None:
            return self._key().derived(f"draws {game}")
        if setup.seal not in self._seeds:
            self._seeds[setup.seal] = self._key().unlock(setup.seal)
        return self._seeds[setup.seal]

    def stolen(self, game: str, setup: Setup, record: Record, victim: int, hand: Cards) -> Resource | None:
        """The card that is drawn from a hand which lies open before a bot's chair; none from an empty one."""
        history = record.head.history()
        thefts = sum(isinstance(snapshot.fact, CardStolen) for snapshot in history)
        return drawn_from(self.seed(game, setup), hand, "theft", thefts, victim)

    def at(self, game: str, setup: Callable[[], Setup], by: Author) -> "Dealing":
        return Dealing(self, game, setup, by)


class Dealing:
    """Some events that somebody enters together: each is looked at and dealt for as its turn comes."""

    def __init__(self, dealer: Dealer, game: str, setup: Callable[[], Setup], by: Author) -> None:
        self._dealer = dealer
        self._game = game
        self._setup = setup
        self._by = by
        self._has_drawn = False

    def ready(self, record: Record, event: AnyEvent) -> AnyEvent:
        """The event with what is drawn for it, after the whole record so far. Raises `Refused` where it is not theirs
        to say, in the same words whatever hands hold."""
        if record.game.cards != "app":
            return event
        state = record.state
        if self._by != "house":
            self._check(state, event)
        if isinstance(event, TakenBack | Amended) or is_drawn(state, event):
            return event
        history = [snapshot.fact for snapshot in record.head.history() if snapshot.fact is not None]
        dealt = deal(self._dealer.seed(self._game, self._setup()), state, history, event)
        self._has_drawn = self._has_drawn or dealt is not event
        return dealt

    def _check(self, state: GameState, event: AnyEvent) -> None:
        if self._has_drawn:  # whether the next one is refused would tell what was drawn, and nothing be entered
            raise Refused(impossible("cards.draw_is_last"))
        if isinstance(event, TakenBack | Amended):
            if self._by != "host":
                raise Refused(impossible("proposal.not_yours", event=event.type))
            return
        if is_drawn(state, event):
            raise Refused(impossible("cards.dealt"))
        if isinstance(self._by, int):
            check_proposal(self._by, [event], state.rules)
        elif touches_hand(state, event):
            raise Refused(impossible("cards.not_yours", seat=getattr(event, "seat", None)))
