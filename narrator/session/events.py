"""Session events: what happens around a game and is not part of its log, such as proposals, offers and votes.

They are append-only like the log: a later event closes an earlier one. `fold.py` says what each kind changes.

A field that refers to an earlier session event by its number is stored as `note`, its name in older versions.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from narrator.core.message import Msg
from narrator.core.table.cards import Counts, DevelopmentKind
from narrator.core.table.events import AnyFact, SeatNumber, Text
from narrator.core.table.state import BotLevel

SessionEventNumber = Annotated[int, Meta(ge=1)]
Phrase = Annotated[str, Meta(max_length=30)]
DeviceName = Annotated[str, Meta(max_length=32)]
Detail = Literal["first_game", "normal", "terse"]
Outcome = Literal["entered", "refused", "withdrawn", "proposed"]  # proposed: a trade that the host has to confirm
Pace = Literal["fast", "normal", "step", "stopped"]  # of bots; step: one tap per move
HelpState = Literal["called", "coming", "over"]
Dialect = Literal["narrator", "clawtan", "agente"]  # the API vocabulary that a program uses

TABLET = "tablet"  # as `SeatAsked.asker`: the host's own device


class SessionEvent(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    seen: int = 0  # log length that the sender knew


class SeatSessionEvent(SessionEvent, frozen=True, kw_only=True):
    seat: SeatNumber


class Proposed(SeatSessionEvent, frozen=True, kw_only=True, tag="proposed"):
    """A seat reports what it did; the host decides whether to enter it."""

    events: list[AnyFact]


class Closed(SessionEvent, frozen=True, kw_only=True, tag="settled"):
    """A proposal, offer, vote or seat request is closed."""

    event_number: SessionEventNumber = field(name="note")
    outcome: Outcome


class Offered(SeatSessionEvent, frozen=True, kw_only=True, tag="offered"):
    give: Counts
    want: Counts


class Answered(SeatSessionEvent, frozen=True, kw_only=True, tag="answered"):
    """An answer to an offer; `give` and `want` of a counter-offer are from the answering seat's view."""

    offer_number: SessionEventNumber = field(name="note")
    answer: Literal["accept", "decline", "counter"]
    give: Counts = {}
    want: Counts = {}
    by: SeatNumber | None = None  # the seat whose phone was passed to a player without one


class PhraseSaid(SeatSessionEvent, frozen=True, kw_only=True, tag="said"):
    phrase: Phrase
    to: SeatNumber | None = None


class Trusted(SeatSessionEvent, frozen=True, kw_only=True, tag="trusted"):
    """Whether a seat's legal proposals are entered without asking the host."""

    on: bool


class CoHosted(SeatSessionEvent, frozen=True, kw_only=True, tag="co_hosted"):
    """Whether a seat's phone may open the host's page."""

    on: bool


class DetailChosen(SessionEvent, frozen=True, kw_only=True, tag="detail_chosen"):
    detail: Detail


class IntroPageTurned(SessionEvent, frozen=True, kw_only=True, tag="leafed"):
    """The host turns to a page of the introduction; past the last page it is over."""

    page: Annotated[int, Meta(ge=1, le=99)]


class AsidesMuted(SessionEvent, frozen=True, kw_only=True, tag="muted"):
    """Whether asides are left out, except those that need a decision."""

    on: bool


class SeatAsked(SeatSessionEvent, frozen=True, kw_only=True, tag="seat_asked"):
    asker: str  # hash of its secret; `TABLET` if the host wants to pass the tablet to that seat
    by_table: bool = False  # the other players decide


class SeatAgreed(SeatSessionEvent, frozen=True, kw_only=True, tag="seat_agreed"):
    """A player agrees to give the asking device another player's dealt hand."""

    request_number: SessionEventNumber = field(name="note")


class SeatFreed(SeatSessionEvent, frozen=True, kw_only=True, tag="seat_freed"):
    """The host took a seat with a dealt hand from a phone."""

    phone: str  # hash of its secret


class SeatTaken(SeatSessionEvent, frozen=True, kw_only=True, tag="seat_taken"):
    """A device got a seat with a dealt hand in mid-game."""

    device: Literal["own", "phone", "tablet", "program"]  # own: the phone that had lost it
    agreed: list[SeatNumber] = []  # the seat's owner or others; empty if the seat never had a phone
    phone: str = ""  # hash of the previous phone's secret


class VoiceTaken(SessionEvent, frozen=True, kw_only=True, tag="voice_taken"):
    """The one device of the table that reads aloud from now on; none if it was switched off."""

    device: DeviceName = ""
    by_watcher: bool = False  # a television or another device without a seat


class VoteAsked(SessionEvent, frozen=True, kw_only=True, tag="asked"):
    case: Annotated[str, Meta(max_length=60)]


class Voted(SeatSessionEvent, frozen=True, kw_only=True, tag="voted"):
    """Which ruling a seat prefers; its last vote counts."""

    vote_number: SessionEventNumber = field(name="note")
    ruling: Annotated[str, Meta(max_length=30)] = field(name="way")


class Objected(SeatSessionEvent, frozen=True, kw_only=True, tag="objected"):
    """A seat disagrees with tonight's rules or a changed rule. It blocks nothing, but the host sees it."""


class QuizTurned(SessionEvent, frozen=True, kw_only=True, tag="quiz_turned"):
    """The host turns to a question of a quiz or shows its answer; 0 ends the quiz."""

    seed: Annotated[int, Meta(ge=0)]
    at: Annotated[int, Meta(ge=0, le=99)]
    shown: bool = False


class QuizAnswered(SeatSessionEvent, frozen=True, kw_only=True, tag="guessed"):
    """A seat's answer to a quiz question; its last answer counts."""

    at: Annotated[int, Meta(ge=1, le=99)]
    option: Annotated[str, Meta(max_length=30)] = field(name="way")


class PracticeStepped(SessionEvent, frozen=True, kw_only=True, tag="practised"):
    """The step of the practice turn that is shown; 0 ends it."""

    step: Annotated[int, Meta(ge=0, le=9)]


class NoPointsCards(SeatSessionEvent, frozen=True, kw_only=True, tag="no_points"):
    """At the end, a seat has no victory point card to show."""


class StatsPageTurned(SessionEvent, frozen=True, kw_only=True, tag="browsed"):
    """After the end, the page of statistics that host and television show; `""` for none."""

    page: Annotated[str, Meta(max_length=20)] = ""


class BotSeated(SeatSessionEvent, frozen=True, kw_only=True, tag="bot_seated"):
    """A bot of this level, or a person, plays this seat from now on."""

    level: BotLevel | None = None
    hand: Counts | None = None  # cards that the leaving player revealed; none if the record knows them
    development: list[DevelopmentKind] = []


class BotPaced(SessionEvent, frozen=True, kw_only=True, tag="bot_paced"):
    pace: Pace


class BotSaid(SeatSessionEvent, frozen=True, kw_only=True, tag="bot_said"):
    """Why a bot made an entry, and what it plans to do next, so that pages don't have to recompute it."""

    entry: SessionEventNumber
    event_type: Annotated[str, Meta(max_length=40)] = field(name="deed")  # of that entry, if another one came first
    why: Msg
    then: list[AnyFact] = []
    whys: list[Msg] = []


class BotIntended(SeatSessionEvent, frozen=True, kw_only=True, tag="bot_meant"):
    """What a bot does when people have to enter the outcome; without an event, the host enters what is due."""

    event: AnyFact | None = None
    why: Msg | None = None


class ProgramReasoned(SeatSessionEvent, frozen=True, kw_only=True, tag="reasoned"):
    """A program's own explanation of an entry, shown after the end of the game."""

    entry: SessionEventNumber
    text: Text


class ClubHelp(SessionEvent, frozen=True, kw_only=True, tag="club_help"):
    """A table calls for the club's help, a helper is on the way, or help is over."""

    state: HelpState
    seat: SeatNumber | None = None  # whose phone called; none for the host's tablet and the club


class ClubCard(SessionEvent, frozen=True, kw_only=True, tag="club_card"):
    """A table's place on the club's list, and whether its players' names may be shown there."""

    place: Annotated[str, Meta(max_length=20)] = ""
    names: bool = False


class ClubClosed(SessionEvent, frozen=True, kw_only=True, tag="club_closed"):
    """The club removes a table from its list or restores it. An entry after `seen` restores it, too."""

    on: bool


class ProgramSeated(SessionEvent, frozen=True, kw_only=True, tag="program_seated"):
    """The host gave a seat to a program; it keeps the seat as long as its key (stored as a hash) opens it."""

    key: str
    dialect: Dialect = "narrator"


TradeEvent = Proposed | Closed | Offered | Answered
SeatingSessionEvent = Trusted | CoHosted | SeatAsked | SeatAgreed | SeatFreed | SeatTaken
NarrationEvent = DetailChosen | IntroPageTurned | AsidesMuted | VoiceTaken | StatsPageTurned
TalkEvent = PhraseSaid | VoteAsked | Voted | Objected | QuizTurned | QuizAnswered | PracticeStepped | NoPointsCards
BotEvent = BotSeated | BotPaced | BotSaid | BotIntended | ProgramReasoned | ProgramSeated
ClubEvent = ClubHelp | ClubCard | ClubClosed
AnySessionEvent = TradeEvent | SeatingSessionEvent | NarrationEvent | TalkEvent | BotEvent | ClubEvent


class StoredSessionEvent(Struct, frozen=True):
    number: int
    event: AnySessionEvent
    written: datetime


decode_session_event = msgspec.json.Decoder(AnySessionEvent).decode
encode_session_event = msgspec.json.Encoder().encode
