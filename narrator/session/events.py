"""Notes: what phones lay on the host's desk, and how the host wants it told. They are no part of the game's log, only
of the talk around it.

Like the log they are only ever added: a later note settles an earlier one.
"""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from narrator.core.message import Msg
from narrator.core.table.cards import Counts, DevelopmentKind
from narrator.core.table.events import AnyFact, SeatNumber, Text
from narrator.core.table.state import BotLevel

SessionEventNumber = Annotated[int, Meta(ge=1)]
Phrase = Annotated[str, Meta(max_length=30)]
DeviceName = Annotated[str, Meta(max_length=32)]
Detail = Literal["first_game", "normal", "terse"]
Outcome = Literal["entered", "refused", "withdrawn", "proposed"]
"""`proposed`: two have agreed on a trade, and the host decides."""
Pace = Literal["fast", "normal", "step", "stopped"]
"""How a bot goes on: by itself, sooner or later, with a tap each time, or not at all."""
HelpState = Literal["called", "coming", "over"]

TABLET = "tablet"

Dialect = Literal["narrator", "clawtan", "agente"]
"""The words in which a program plays: our own, or those of a rulebook that it knows."""


class SessionEvent(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What all notes have: the number of entries that its writer had seen."""

    seen: int = 0


class Proposed(SessionEvent, frozen=True, kw_only=True, tag="proposed"):
    """A seat says what it did; the host enters it or not."""

    seat: SeatNumber
    events: list[AnyFact]


class Settled(SessionEvent, frozen=True, kw_only=True, tag="settled"):
    """What became of a proposal, an offer or a phone that wants a seat."""

    note: SessionEventNumber
    outcome: Outcome


class Offered(SessionEvent, frozen=True, kw_only=True, tag="offered"):
    """Whoever is on turn offers cards to everybody."""

    seat: SeatNumber
    give: Counts
    want: Counts


class Answered(SessionEvent, frozen=True, kw_only=True, tag="answered"):
    """A yes, a no, or other cards. `give` and `want` are as the answering seat sees them."""

    seat: SeatNumber
    note: SessionEventNumber
    answer: Literal["accept", "decline", "counter"]
    give: Counts = {}
    want: Counts = {}
    by: SeatNumber | None = None
    """Whose phone it came from, where it is another's: it was passed round to somebody who has none."""


class PhraseSaid(SessionEvent, frozen=True, kw_only=True, tag="said"):
    """A ready phrase to one seat or to all."""

    seat: SeatNumber
    phrase: Phrase
    to: SeatNumber | None = None


class Trusted(SessionEvent, frozen=True, kw_only=True, tag="trusted"):
    """Whether what a seat proposes is entered at once when it is regular."""

    seat: SeatNumber
    on: bool


class CoHosted(SessionEvent, frozen=True, kw_only=True, tag="co_hosted"):
    """Whether a seat's phone may open the host's page."""

    seat: SeatNumber
    on: bool


class DetailChosen(SessionEvent, frozen=True, kw_only=True, tag="detail_chosen"):
    """The host wants more or less said than was chosen before the game."""

    detail: Detail


class IntroPageTurned(SessionEvent, frozen=True, kw_only=True, tag="leafed"):
    """The host has turned to a page of the opening; past the last one it is over."""

    page: Annotated[int, Meta(ge=1, le=99)]


class AsidesMuted(SessionEvent, frozen=True, kw_only=True, tag="muted"):
    """Whether asides are left out, but for those that ask for a decision."""

    on: bool


class SeatAsked(SessionEvent, frozen=True, kw_only=True, tag="seat_asked"):
    """Another phone wants a seat whose own phone is away."""

    seat: SeatNumber
    asker: str
    """The hash of its secret; `TABLET` where the host wants to pass the tablet to that seat."""
    by_table: bool = False
    """Whether the other players' phones decide."""


class SeatAgreed(SessionEvent, frozen=True, kw_only=True, tag="seat_agreed"):
    """A player agrees that the device which asks gets another player's dealt hand."""

    seat: SeatNumber
    note: SessionEventNumber


class SeatFreed(SessionEvent, frozen=True, kw_only=True, tag="seat_freed"):
    """The host took a seat with a dealt hand from a phone."""

    seat: SeatNumber
    phone: str
    """The hash of its secret."""


class SeatTaken(SessionEvent, frozen=True, kw_only=True, tag="seat_taken"):
    """A device got a seat with a dealt hand in mid-game."""

    seat: SeatNumber
    device: Literal["own", "phone", "tablet", "program"]
    """`own`: the phone that had lost it came back."""
    agreed: list[SeatNumber] = []
    """Who agreed: the player whose seat it is, or others. Nobody had to where the seat never had a phone."""
    phone: str = ""
    """The hash of the phone's secret that had it until then."""


class VoiceTaken(SessionEvent, frozen=True, kw_only=True, tag="voice_taken"):
    """The device that reads aloud from now on; none, where it was switched off. A table has one voice."""

    device: DeviceName = ""
    by_watcher: bool = False
    """Whether it is a television, or anybody else who only watches."""


class VoteAsked(SessionEvent, frozen=True, kw_only=True, tag="asked"):
    """The host puts a question of the library to the table."""

    case: Annotated[str, Meta(max_length=60)]


class Voted(SessionEvent, frozen=True, kw_only=True, tag="voted"):
    """Which ruling a seat is for; its last word counts."""

    seat: SeatNumber
    note: SessionEventNumber
    way: Annotated[str, Meta(max_length=30)]


class Objected(SessionEvent, frozen=True, kw_only=True, tag="objected"):
    """A seat does not agree to tonight's rules, or to one that was changed. It stops nothing: the host sees it."""

    seat: SeatNumber


class QuizTurned(SessionEvent, frozen=True, kw_only=True, tag="quiz_turned"):
    """The host turns to a question of a quiz, or shows its answer; 0 is the end of it."""

    seed: Annotated[int, Meta(ge=0)]
    at: Annotated[int, Meta(ge=0, le=99)]
    shown: bool = False


class QuizAnswered(SessionEvent, frozen=True, kw_only=True, tag="guessed"):
    """A seat's answer to a question of the quiz; its last word counts."""

    seat: SeatNumber
    at: Annotated[int, Meta(ge=1, le=99)]
    way: Annotated[str, Meta(max_length=30)]


class PracticeStepped(SessionEvent, frozen=True, kw_only=True, tag="practised"):
    """Which step of the practice turn everybody is at; 0 is the end of it."""

    step: Annotated[int, Meta(ge=0, le=9)]


class NoPointsCards(SessionEvent, frozen=True, kw_only=True, tag="no_points"):
    """Asked at the end, a seat has no points card to show."""

    seat: SeatNumber


class StatsPageTurned(SessionEvent, frozen=True, kw_only=True, tag="browsed"):
    """After the end the host looks at a page of the game in numbers, and the television shows it; none is `""`."""

    page: Annotated[str, Meta(max_length=20)] = ""


class BotSeated(SessionEvent, frozen=True, kw_only=True, tag="bot_seated"):
    """Who plays in a chair from now on: somebody of this character, or a person."""

    seat: SeatNumber
    level: BotLevel | None = None
    hand: Counts | None = None
    """The cards that whoever left has laid open; none where the record knows them."""
    development: list[DevelopmentKind] = []


class BotPaced(SessionEvent, frozen=True, kw_only=True, tag="bot_paced"):
    """How the bots of this table go on."""

    pace: Pace


class BotSaid(SessionEvent, frozen=True, kw_only=True, tag="bot_said"):
    """Why a bot did what an entry says, so that no page has to think again; and what it means to do after that."""

    seat: SeatNumber
    entry: SessionEventNumber
    deed: Annotated[str, Meta(max_length=40)]
    """The entry's type: somebody else may have been quicker."""
    why: Msg
    then: list[AnyFact] = []
    whys: list[Msg] = []


class BotIntended(SessionEvent, frozen=True, kw_only=True, tag="bot_meant"):
    """What a bot does now, where people have to say how it came out: a card that they see, a throw of the dice. Without
    an event, it is the host who enters what is due."""

    seat: SeatNumber
    event: AnyFact | None = None
    why: Msg | None = None


class ProgramReasoned(SessionEvent, frozen=True, kw_only=True, tag="reasoned"):
    """What a program did something for, in its own words. It stands beside its entry after the end of the game."""

    seat: SeatNumber
    entry: SessionEventNumber
    text: Text


class ClubHelp(SessionEvent, frozen=True, kw_only=True, tag="club_help"):
    """A table calls for the club's help, somebody is on the way, it is over."""

    state: HelpState
    seat: SeatNumber | None = None
    """Whose phone called; none is the host's tablet, or the club."""


class ClubCard(SessionEvent, frozen=True, kw_only=True, tag="club_card"):
    """How a table stands on the club's list: where it is, and whether the names of its players may be read there."""

    place: Annotated[str, Meta(max_length=20)] = ""
    names: bool = False


class ClubClosed(SessionEvent, frozen=True, kw_only=True, tag="club_closed"):
    """The club takes a table off its list, or puts it back. Who plays on there after `seen` entries is listed again."""

    on: bool


class ProgramSeated(SessionEvent, frozen=True, kw_only=True, tag="program_seated"):
    """The host has given a chair to a program. It has it for as long as its key, known by its hash, opens that seat."""

    key: str
    dialect: Dialect = "narrator"


AnySessionEvent = (
    Proposed
    | Settled
    | Offered
    | Answered
    | PhraseSaid
    | Trusted
    | CoHosted
    | SeatAsked
    | SeatAgreed
    | SeatFreed
    | SeatTaken
    | DetailChosen
    | IntroPageTurned
    | AsidesMuted
    | VoteAsked
    | Voted
    | Objected
    | VoiceTaken
    | QuizTurned
    | QuizAnswered
    | PracticeStepped
    | NoPointsCards
    | StatsPageTurned
    | BotSeated
    | BotPaced
    | BotSaid
    | BotIntended
    | ProgramReasoned
    | ClubHelp
    | ClubCard
    | ClubClosed
    | ProgramSeated
)


class StoredSessionEvent(Struct, frozen=True):
    """A session event with its number and the time it was written."""

    number: int
    note: AnySessionEvent
    written: datetime


decode_session_event = msgspec.json.Decoder(AnySessionEvent).decode
encode_session_event = msgspec.json.Encoder().encode
