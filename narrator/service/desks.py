"""Phones propose, the host decides: laying notes on a game's desk, and entering what was proposed, once."""

from collections.abc import Callable, Sequence
from datetime import datetime

from msgspec.structs import replace

from narrator.core.events import AnyFact, CardStolen, PlayersTraded
from narrator.core.message import Refused, impossible
from narrator.core.phase import Over
from narrator.core.state import GameState
from narrator.store.event_log import EventLog, Overtaken
from narrator.store.note import Answered, AnyNote, Offered, Proposed, Said, Settled, Trusted

from .answers import EntryRefused
from .desk import PHRASES, Desk, fold_notes
from .games import Games

PROPOSABLE = {
    "settlement_built",
    "road_built",
    "city_built",
    "dice_rolled",
    "cards_discarded",
    "robber_moved",
    "card_stolen",
    "development_bought",
    "knight_played",
    "road_building_played",
    "year_of_plenty_played",
    "monopoly_played",
    "points_revealed",
    "bank_traded",
    "turn_ended",
    "victory_declared",
}
"""What a seat may say of itself. A trade needs both: it comes out of an offer."""
MOST_OPEN = 6
"""So many proposals of one seat may wait; a phone that sends more is broken."""

Listener = Callable[[str, int], None]


class Desks:
    """The desks of all games."""

    def __init__(self, games: Games, log: EventLog, now: Callable[[], datetime]) -> None:
        self._games = games
        self._log = log
        self._now = now
        self._kept: dict[str, Desk] = {}
        self._listeners: list[Listener] = []

    def of(self, game: str) -> Desk:
        known = self._kept.get(game)
        new = self._log.notes(game, after=known.number if known else 0)
        desk = fold_notes(new, known)
        self._kept[game] = desk
        return desk

    def listen(self, heard: Listener) -> None:
        """Have somebody called with (game, number) after a note was laid down."""
        self._listeners.append(heard)

    def lay(self, game: str, note: AnyNote, key: str) -> int:
        """Add a note, durable when this returns; the same key again adds nothing."""
        while True:
            before = self._log.note_with_key(game, key)
            if before is not None:
                return before
            number = self.of(game).number + 1
            try:
                self._log.add_note(game, number, note, key, self._now())
            except Overtaken:
                continue
            for heard in self._listeners:
                heard(game, number)
            return number

    # Proposals.

    def propose(self, game: str, seat: int, events: Sequence[AnyFact], key: str, seen: int) -> bool:
        """A seat says what it did. True where it is entered already, because the host trusts that seat and nothing
        speaks against it. Raises `Refused` where it can't be proposed at all."""
        self._check(game, seat, events)
        desk = self.of(game)
        if self._log.note_with_key(game, key) is not None:
            return False
        if len(desk.of_seat(seat)) >= MOST_OPEN:
            raise Refused(impossible("proposal.too_many"))
        number = self.lay(game, Proposed(seat=seat, events=list(events), seen=seen), key)
        if seat not in desk.trusted or any(self._games.judge(game, events)):
            return False
        self.enter(game, number)
        return True

    def _check(self, game: str, seat: int, events: Sequence[AnyFact]) -> None:
        if not events:
            raise Refused(impossible("proposal.empty"))
        for event in events:
            if getattr(event, "seat", None) != seat:
                raise Refused(impossible("proposal.another_seat"))
            if not _may_propose(event):
                raise Refused(impossible("proposal.not_yours", event=event.type))
        reasons = [reason for found in self._games.judge(game, events) for reason in found]
        wrong = [reason for reason in reasons if reason.kind == "impossible"]
        if wrong:
            raise Refused(*wrong)

    def enter(self, game: str, number: int, waived: bool = False) -> None:
        """The host takes a proposal. Raises `EntryRefused` where the table has moved on."""
        proposal = dict(self.of(game).proposals).get(number)
        if proposal is None:
            return
        events = [replace(event, waived=True) if waived else event for event in proposal.events]
        self._games.enter(game, events, None, f"note {number}{' waived' if waived else ''}")
        self.settle(game, number, "entered")

    def settle(self, game: str, number: int, outcome: str) -> None:
        self.lay(game, Settled(note=number, outcome=outcome), f"settle {number}")  # type: ignore[arg-type]

    def withdraw(self, game: str, number: int, seat: int) -> None:
        """A seat takes its own proposal or offer back."""
        desk = self.of(game)
        mine = number in dict(desk.of_seat(seat))
        offered = desk.offer is not None and desk.offer.number == number and desk.offer.offer.seat == seat
        if mine or offered:
            self.settle(game, number, "withdrawn")

    def trust(self, game: str, seat: int, on: bool, key: str) -> None:
        self.lay(game, Trusted(seat=seat, on=on), key)

    # Trades.

    def offer(self, game: str, offer: Offered, key: str) -> None:
        """Whoever is on turn offers; one offer at a time."""
        state = self._games.record(game).state
        if not can_offer(state, offer.seat):
            raise Refused(impossible("offer.not_now"))
        if not any(offer.give.values()) and not any(offer.want.values()):
            raise Refused(impossible("offer.empty"))
        self.lay(game, offer, key)

    def answer(self, game: str, answer: Answered, key: str) -> None:
        offer = self.of(game).offer
        if offer is None or offer.number != answer.note:
            raise Refused(impossible("offer.gone"))
        if answer.seat == offer.offer.seat:
            raise Refused(impossible("offer.own"))
        self.lay(game, answer, key)

    def choose(self, game: str, seat: int, partner: int) -> bool:
        """The offerer takes somebody's yes or counter-offer. Both have agreed, so it is entered at once; where
        something speaks against it, the host decides. True where it is entered."""
        offer = self.of(game).offer
        answer = offer.answers.get(partner) if offer is not None else None
        if offer is None or answer is None or answer.answer == "decline" or offer.offer.seat != seat:
            raise Refused(impossible("offer.gone"))
        trade = traded(offer.offer, answer)
        entered = True
        try:
            self._games.enter(game, [trade], None, f"offer {offer.number}")
        except EntryRefused:
            entered = False
            self.lay(game, Proposed(seat=seat, events=[trade]), f"offer {offer.number}")
        self.settle(game, offer.number, "entered" if entered else "withdrawn")
        return entered

    def say(self, game: str, said: Said, key: str) -> None:
        if said.phrase not in PHRASES:
            raise Refused(impossible("phrase.unknown"))
        self.lay(game, said, key)


def _may_propose(event: AnyFact) -> bool:
    """Letting something stand, and the card that was stolen, are not a phone's to say."""
    tells_a_secret = isinstance(event, CardStolen) and event.resource is not None
    return event.type in PROPOSABLE and not (event.waived or event.late or tells_a_secret)


def traded(offer: Offered, answer: Answered) -> PlayersTraded:
    """The trade that comes out of an answer, as the offerer's."""
    if answer.answer == "accept":
        return PlayersTraded(seat=offer.seat, partner=answer.seat, give=offer.give, receive=offer.want)
    return PlayersTraded(seat=offer.seat, partner=answer.seat, give=answer.want, receive=answer.give)


def can_offer(state: GameState, seat: int) -> bool:
    """Trading is open to whoever is on turn, after the roll."""
    if isinstance(state.phase, Over) or state.rules.domestic_trade == "off":
        return False
    return seat == state.turn and state.phase.step in ("actions", "trade")
