"""The host's desk: what phones have laid on it and nobody has settled. Folded from notes, as a state from events."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from narrator.script.scenes.director import NarrationOptions
from narrator.session.club import Card, is_for_club, noted
from narrator.session.events import (
    Answered,
    AnySessionEvent,
    AsidesMuted,
    BotIntended,
    BotPaced,
    BotSaid,
    BotSeated,
    CoHosted,
    DetailChosen,
    Dialect,
    IntroPageTurned,
    NoPointsCards,
    Objected,
    Offered,
    Pace,
    PhraseSaid,
    PracticeStepped,
    ProgramSeated,
    Proposed,
    QuizAnswered,
    QuizTurned,
    SeatAgreed,
    SeatAsked,
    SeatFreed,
    SeatTaken,
    Settled,
    StatsPageTurned,
    StoredSessionEvent,
    Trusted,
    VoiceTaken,
)
from narrator.session.quiz import Quiz, quizzed
from narrator.session.vote import Vote, voted_on

PHRASES = (
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
"""Ready to be said in everybody's language."""
PHRASE_SECONDS = 25
"""So long a phrase stays on the phones."""
ASKING_SECONDS = 600
"""So long a phone waits for a seat before it is forgotten."""
LAST_REASONS = 12
"""Reasons of bots that are remembered: as far back as a scene or an undo may look."""
LAST_ASKING = 20
"""Phones that are remembered, with those that have waited too long."""


class OpenOffer(Struct, frozen=True):
    """An offer with the last answer of everybody who gave one."""

    number: int
    offer: Offered
    answers: dict[int, Answered]
    given: dict[int, int]
    """The note of each of these answers: an offerer takes the one that was read, not one that came after it."""


class TableSession(Struct, frozen=True):
    number: int = 0
    """The last note."""
    proposals: tuple[tuple[int, Proposed], ...] = ()
    """Waiting for the host, the oldest first."""
    offer: OpenOffer | None = None
    said: tuple[StoredSessionEvent, ...] = ()
    """The last phrases."""
    trusted: frozenset[int] = frozenset()
    co_hosts: frozenset[int] = frozenset()
    asking: tuple[StoredSessionEvent, ...] = ()
    """Phones that want a seat whose own phone is away."""
    agreed: Mapping[int, frozenset[int]] = {}
    """Who agreed to a device that asks, by its note."""
    lost: Mapping[int, str] = {}
    """Seats whose phone lost a dealt hand, with that phone's hash: nobody sees the hand until the table agrees."""
    freed: Mapping[str, int] = {}
    """Every phone that lost a dealt hand, and its seat."""
    takers: Mapping[int, SeatTaken] = {}
    """Which device got a seat with a dealt hand last."""
    let_in: frozenset[int] = frozenset()
    """Seats that a device got in mid-game by the host's word alone: it may be the host's own."""
    detail: str | None = None
    """How much is said, where the host has changed it since the game began."""
    since: int = 0
    """How many entries there were then."""
    page: int = 1
    """The page of the opening; past the last one it is over."""
    muted: bool = False
    """Whether asides are left out."""
    speaker: str | None = None
    """The device that reads aloud: none since nobody ever switched it on, or `""` since it was switched off."""
    watcher_speaks: bool = False
    """Whether that device is one that only watches."""
    vote: Vote | None = None
    """The question that the phones are voting on."""
    objected: Mapping[int, int] = {}
    """Seats that said no to changed rules, and how many entries there were then."""
    quiz: Quiz | None = None
    """The quiz that the phones take part in."""
    practice: int = 0
    """The step of the practice turn that everybody is at; 0 where nobody practises."""
    no_points: Mapping[int, int] = {}
    """Seats that had no points card to show at the end, and how many entries there were then."""
    browsed: str = ""
    """The page of the game in numbers that the host looks at."""
    chairs: Mapping[int, BotSeated] = {}
    """Who plays in the chairs that were given to a bot, or taken from one, since the game began."""
    pace: Pace = "normal"
    """How the bots go on."""
    reasons: Mapping[int, BotSaid] = {}
    """Why bots did what they did, by the entry: the last of them."""
    meant: BotIntended | None = None
    """What a bot was about to do, when it last waited for people."""
    last_offers: Mapping[int, Offered] = {}
    """What everybody offered last."""
    club: Card = Card()
    """How the table stands with the club."""
    programs: Mapping[str, Dialect] = {}
    """The words of every program that was ever given a chair, by the hash of its key."""
    refused_at: int | None = None
    """How many entries there were when a proposal was last refused or withdrawn."""

    def narration(self, detail: str | None = None) -> NarrationOptions:
        """How the table is told, or a reader who wants another detail."""
        return NarrationOptions(detail or self.detail, self.since, self.muted, self.page)

    def of_seat(self, seat: int) -> tuple[tuple[int, Proposed], ...]:
        return tuple((number, note) for number, note in self.proposals if note.seat == seat)

    def asked(self, now: datetime) -> dict[int, SeatAsked]:
        """Who wants which seat, by the number of the note."""
        return {
            kept.number: kept.note
            for kept in self.asking
            if isinstance(kept.note, SeatAsked) and _is_near(kept, now, ASKING_SECONDS)
        }

    def heard(self, seat: int | None, now: datetime) -> tuple[PhraseSaid, ...]:
        """What was said to a seat just now; who only watches, and the host, hear what is said to all."""
        return tuple(note for note in self._said_lately(now) if note.to in (None, seat) and note.seat != seat)

    def said_by(self, seat: int | None, now: datetime) -> tuple[PhraseSaid, ...]:
        """What a seat said itself just now."""
        return tuple(note for note in self._said_lately(now) if note.seat == seat)

    def _said_lately(self, now: datetime) -> Iterator[PhraseSaid]:
        for kept in self.said:
            if isinstance(kept.note, PhraseSaid) and _is_near(kept, now, PHRASE_SECONDS):
                yield kept.note


def _is_near(kept: StoredSessionEvent, now: datetime, seconds: int) -> bool:
    """Whether it was written so lately. What lies in the future is old, too: a server's clock was set back."""
    return abs((now - kept.written).total_seconds()) < seconds


def fold_session(notes: Iterable[StoredSessionEvent], session: TableSession | None = None) -> TableSession:
    """The desk after some notes more."""
    session = session or TableSession()
    for kept in notes:
        session = _laid(session, kept)
    return session


def _laid(session: TableSession, kept: StoredSessionEvent) -> TableSession:
    note, number = kept.note, kept.number
    if is_for_club(note):
        return replace(session, number=number, club=noted(session.club, kept))
    if (told := _told(session, note)) is not None:
        return replace(told, number=number)
    proposals, offer, said = session.proposals, session.offer, session.said
    trusted, co_hosts, asking, objected = session.trusted, session.co_hosts, session.asking, session.objected
    if isinstance(note, Proposed):
        proposals = (*proposals, (number, note))
    elif isinstance(note, Settled):
        if note.note in dict(proposals) and note.outcome in ("refused", "withdrawn"):
            session = replace(session, refused_at=note.seen)
        proposals = tuple((n, p) for n, p in proposals if n != note.note)
        offer = None if offer is not None and offer.number == note.note else offer
        asking = tuple(asked for asked in asking if asked.number != note.note)
    elif isinstance(note, Offered):
        offer = OpenOffer(number, note, {}, {})
        session = replace(session, last_offers={**session.last_offers, note.seat: note})
    elif isinstance(note, Answered) and offer is not None and offer.number == note.note:
        answers, given = {**offer.answers, note.seat: note}, {**offer.given, note.seat: number}
        offer = OpenOffer(offer.number, offer.offer, answers, given)
    elif isinstance(note, PhraseSaid):
        said = (*said, kept)[-6:]
    elif isinstance(note, Trusted):
        trusted = trusted | {note.seat} if note.on else trusted - {note.seat}
    elif isinstance(note, CoHosted):
        co_hosts = co_hosts | {note.seat} if note.on else co_hosts - {note.seat}
    elif isinstance(note, SeatAsked):
        asking = (*asking, kept)[-LAST_ASKING:]
    elif isinstance(note, Objected):
        objected = {**objected, note.seat: note.seen}
    people = {"trusted": trusted, "co_hosts": co_hosts, "asking": asking, "objected": objected}
    vote = voted_on(session.vote, kept)
    return replace(session, number=number, proposals=proposals, offer=offer, said=said, vote=vote, **people)


def _told(session: TableSession, note: AnySessionEvent) -> TableSession | None:
    """The desk with another way of telling, a quiz or a practice turn, where the note is about that."""
    if isinstance(note, VoiceTaken):
        return replace(session, speaker=note.device, watcher_speaks=note.by_watcher and note.device != "")
    if isinstance(note, DetailChosen):
        return replace(session, detail=note.detail, since=note.seen)
    if isinstance(note, IntroPageTurned):
        return replace(session, page=note.page)
    if isinstance(note, PracticeStepped):
        return replace(session, practice=note.step)
    if isinstance(note, NoPointsCards):
        return replace(session, no_points={**session.no_points, note.seat: note.seen})
    if isinstance(note, StatsPageTurned):
        return replace(session, browsed=note.page)
    if isinstance(note, BotSeated | BotPaced | BotSaid | BotIntended):
        return _with_bots(session, note)
    if isinstance(note, SeatAgreed | SeatFreed | SeatTaken):
        return _with_hands(session, note)
    if isinstance(note, ProgramSeated):
        return replace(session, programs={**session.programs, note.key: note.dialect})
    if isinstance(note, QuizTurned | QuizAnswered):
        return replace(session, quiz=quizzed(session.quiz, note))
    return replace(session, muted=note.on) if isinstance(note, AsidesMuted) else None


def _with_bots(session: TableSession, note: BotSeated | BotPaced | BotSaid | BotIntended) -> TableSession:
    if isinstance(note, BotSeated):
        return replace(session, chairs={**session.chairs, note.seat: note})
    if isinstance(note, BotPaced):
        return replace(session, pace=note.pace)
    if isinstance(note, BotIntended):
        return replace(session, meant=note)
    kept = dict(list(session.reasons.items())[-LAST_REASONS:])
    return replace(session, reasons={**kept, note.entry: note})


def _with_hands(session: TableSession, note: SeatAgreed | SeatFreed | SeatTaken) -> TableSession:
    if isinstance(note, SeatAgreed):
        return replace(
            session, agreed={**session.agreed, note.note: session.agreed.get(note.note, frozenset()) | {note.seat}}
        )
    if isinstance(note, SeatFreed):
        return replace(
            session, lost={**session.lost, note.seat: note.phone}, freed={**session.freed, note.phone: note.seat}
        )
    lost = {seat: phone for seat, phone in session.lost.items() if seat != note.seat}
    freed = {**session.freed, note.phone: note.seat} if note.phone else session.freed
    by_host = note.device != "own" and not note.agreed
    let_in = session.let_in | {note.seat} if by_host else session.let_in
    return replace(session, lost=lost, freed=freed, takers={**session.takers, note.seat: note}, let_in=let_in)
