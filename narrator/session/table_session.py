"""The session of a table, folded from its events: open proposals and offers, votes, bots, narration settings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from narrator.core.table.state import BotLevel, GameState
from narrator.script.quiz import QUESTIONS, Question
from narrator.script.scenes.director import NarrationOptions
from narrator.session import events

PHRASES = (  # translated into every language
    "wait",
    "your_turn",
    "how_many_cards",
    "who_has",
    "want_to_trade",
    "no_thanks",
    "yes",
    "too_expensive",
    "sorry",
    "thank_you",
    "well_played",
    "explain",
)
PHRASE_SECONDS = 25  # that a phrase is shown
ASKING_SECONDS = 600  # until an unanswered seat request is dropped


class Proposals(Struct, frozen=True):
    open: Mapping[int, events.Proposed] = {}  # by number, oldest first
    refused_at: int | None = None  # log length when one was last refused or withdrawn

    def of_seat(self, seat: int) -> dict[int, events.Proposed]:
        return {number: proposed for number, proposed in self.open.items() if proposed.seat == seat}


class OpenOffer(Struct, frozen=True):
    number: int
    offer: events.Offered
    answers: Mapping[int, events.Answered] = {}
    answer_numbers: Mapping[int, int] = {}  # by seat, so that only an answer that was read can be accepted


class Offers(Struct, frozen=True):
    open: OpenOffer | None = None
    last: Mapping[int, events.Offered] = {}  # of each seat


class Trust(Struct, frozen=True):
    trusted: frozenset[int] = frozenset()  # their legal proposals are entered at once
    co_hosts: frozenset[int] = frozenset()


class SeatRequests(Struct, frozen=True):
    asked: Mapping[int, tuple[events.SeatAsked, datetime]] = {}  # by number
    agreed: Mapping[int, frozenset[int]] = {}  # seats that agreed, by the number of the request

    def open_at(self, now: datetime) -> dict[int, events.SeatAsked]:
        return {number: asked for number, (asked, when) in self.asked.items() if _is_recent(when, now, ASKING_SECONDS)}


class DealtHands(Struct, frozen=True):
    """Which devices lost and got seats with a dealt hand."""

    lost: Mapping[int, str] = {}  # seat → hash of the phone that lost it; hidden until the table agrees on a new device
    freed: Mapping[str, int] = {}  # hash of every phone that ever lost a hand → its seat
    takers: Mapping[int, events.SeatTaken] = {}  # last device that got the seat
    let_in: frozenset[int] = frozenset()  # seats given in mid-game by the host alone, perhaps to the host's own device


class Narration(Struct, frozen=True):
    detail: str | None = None  # as changed by the host since the game began
    since: int = 0  # log length at that change
    page: int = 1  # of the introduction; past the last page it is over
    muted: bool = False  # no asides

    def options(self, detail: str | None = None) -> NarrationOptions:
        """Return the table's options, or those of a reader who wants another detail."""
        return NarrationOptions(detail or self.detail, self.since, self.muted, self.page)


class Speaker(Struct, frozen=True):
    device: str | None = None  # None: never switched on; "": switched off
    is_watcher: bool = False


class BotPlay(Struct, frozen=True):
    seats: Mapping[int, events.BotSeated] = {}  # given to a bot or taken from one since the game began
    pace: events.Pace = "normal"
    reasons: Mapping[int, events.BotSaid] = {}  # by entry; only the last ones
    intended: events.BotIntended | None = None  # when a bot last waited for people


class Vote(Struct, frozen=True):
    number: int
    case: str
    rulings: Mapping[int, str] = {}  # that each seat prefers

    @property
    def tally(self) -> Counter[str]:
        return Counter(self.rulings.values())

    def voters(self, ruling: str) -> list[int]:
        return sorted(seat for seat, preferred in self.rulings.items() if preferred == ruling)


class Quiz(Struct, frozen=True):
    seed: int
    seen: int  # log length at its start
    at: int = 1  # number of the question; after the last one, the score
    is_shown: bool = False  # the right answer
    guesses: Mapping[int, Mapping[int, str]] = {}  # by question and seat

    @property
    def is_open(self) -> bool:
        return not self.is_shown and not self.is_over

    @property
    def is_over(self) -> bool:
        return self.at > QUESTIONS

    def right(self, questions: Sequence[Question], seat: int) -> int:
        """Count a seat's right answers to the questions that were resolved."""
        resolved = questions[: self.at if self.is_shown else self.at - 1]
        return sum(self.guesses.get(n, {}).get(seat) == one.right_option for n, one in enumerate(resolved, start=1))


class EndOfGame(Struct, frozen=True):
    no_points: Mapping[int, int] = {}  # seats without a victory point card to show → log length then
    stats_page: str = ""  # page of statistics that the host looks at


class HelpCall(Struct, frozen=True):
    since: datetime
    seat: int | None = None  # whose phone called
    is_coming: bool = False


class ClubStatus(Struct, frozen=True):
    place: str = ""
    names: bool = False  # may be shown to the club
    call: HelpCall | None = None
    closed_at: int | None = None  # log length when the club closed the table

    def is_closed(self, entries: int) -> bool:
        """A new entry reopens a closed table."""
        return self.closed_at is not None and entries <= self.closed_at


class TableSession(Struct, frozen=True):
    number: int = 0  # of the last session event
    proposals: Proposals = Proposals()
    offers: Offers = Offers()
    trust: Trust = Trust()
    seat_requests: SeatRequests = SeatRequests()
    hands: DealtHands = DealtHands()
    narration: Narration = Narration()
    speaker: Speaker = Speaker()
    phrases: tuple[tuple[events.PhraseSaid, datetime], ...] = ()  # the last ones
    objections: Mapping[int, int] = {}  # seats that disagreed with changed rules → log length then
    vote: Vote | None = None
    quiz: Quiz | None = None
    practice: int = 0  # step of the practice turn; 0 if none
    bots: BotPlay = BotPlay()
    programs: Mapping[str, events.Dialect] = {}  # by the hash of the key, of every program that ever had a seat
    end: EndOfGame = EndOfGame()
    club: ClubStatus = ClubStatus()

    def phrases_for(self, seat: int | None, now: datetime) -> tuple[events.PhraseSaid, ...]:
        """Return recent phrases of others to a seat; for the host and watchers, those said to all."""
        return tuple(said for said in self._recent_phrases(now) if said.to in (None, seat) and said.seat != seat)

    def phrases_by(self, seat: int | None, now: datetime) -> tuple[events.PhraseSaid, ...]:
        return tuple(said for said in self._recent_phrases(now) if said.seat == seat)

    def _recent_phrases(self, now: datetime) -> list[events.PhraseSaid]:
        return [said for said, when in self.phrases if _is_recent(when, now, PHRASE_SECONDS)]


def _is_recent(when: datetime, now: datetime, seconds: int) -> bool:
    """A time far in the future isn't recent either: the clock may have been set back."""
    return abs((now - when).total_seconds()) < seconds


def bot_levels(state: GameState, session: TableSession) -> dict[int, BotLevel]:
    if not state.game.bots and not session.bots.seats:
        return {}
    changed = {seat: event.level for seat, event in session.bots.seats.items()}
    levels: dict[int, BotLevel | None] = {**state.game.bots, **changed}
    return {seat: level for seat, level in sorted(levels.items()) if level and not state.seats[seat].has_left}
