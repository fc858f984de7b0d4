"""The host's desk: what phones have laid on it and nobody has settled. Folded from notes, as a state from events."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from narrator.script.directing.direct import Manner
from narrator.store.event_log import KeptNote
from narrator.store.note import (
    Answered,
    AnyNote,
    BotMeant,
    BotPaced,
    BotSaid,
    BotSeated,
    Browsed,
    CoHosted,
    DetailChosen,
    Dialect,
    Guessed,
    Leafed,
    Muted,
    NoPoints,
    Objected,
    Offered,
    Pace,
    Practised,
    ProgramSeated,
    Proposed,
    QuizTurned,
    Said,
    SeatAgreed,
    SeatAsked,
    SeatFreed,
    SeatTaken,
    Settled,
    Trusted,
    VoiceTaken,
)

from .club_card import Card, is_for_club, noted
from .quiz import Quiz, quizzed
from .vote import Vote, voted_on

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


class Offer(Struct, frozen=True):
    """An offer with the last answer of everybody who gave one."""

    number: int
    offer: Offered
    answers: dict[int, Answered]
    given: dict[int, int]
    """The note of each of these answers: an offerer takes the one that was read, not one that came after it."""


class Desk(Struct, frozen=True):
    number: int = 0
    """The last note."""
    proposals: tuple[tuple[int, Proposed], ...] = ()
    """Waiting for the host, the oldest first."""
    offer: Offer | None = None
    said: tuple[KeptNote, ...] = ()
    """The last phrases."""
    trusted: frozenset[int] = frozenset()
    co_hosts: frozenset[int] = frozenset()
    asking: tuple[KeptNote, ...] = ()
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
    meant: BotMeant | None = None
    """What a bot was about to do, when it last waited for people."""
    last_offers: Mapping[int, Offered] = {}
    """What everybody offered last."""
    club: Card = Card()
    """How the table stands with the club."""
    programs: Mapping[str, Dialect] = {}
    """The words of every program that was ever given a chair, by the hash of its key."""
    refused_at: int | None = None
    """How many entries there were when a proposal was last refused or withdrawn."""

    def manner(self, detail: str | None = None) -> Manner:
        """How the table is told, or a reader who wants another detail."""
        return Manner(detail or self.detail, self.since, self.muted, self.page)

    def of_seat(self, seat: int) -> tuple[tuple[int, Proposed], ...]:
        return tuple((number, note) for number, note in self.proposals if note.seat == seat)

    def asked(self, now: datetime) -> dict[int, SeatAsked]:
        """Who wants which seat, by the number of the note."""
        return {
            kept.number: kept.note
            for kept in self.asking
            if isinstance(kept.note, SeatAsked) and _is_near(kept, now, ASKING_SECONDS)
        }

    def heard(self, seat: int | None, now: datetime) -> tuple[Said, ...]:
        """What was said to a seat just now; who only watches, and the host, hear what is said to all."""
        return tuple(note for note in self._said_lately(now) if note.to in (None, seat) and note.seat != seat)

    def said_by(self, seat: int | None, now: datetime) -> tuple[Said, ...]:
        """What a seat said itself just now."""
        return tuple(note for note in self._said_lately(now) if note.seat == seat)

    def _said_lately(self, now: datetime) -> Iterator[Said]:
        for kept in self.said:
            if isinstance(kept.note, Said) and _is_near(kept, now, PHRASE_SECONDS):
                yield kept.note


def _is_near(kept: KeptNote, now: datetime, seconds: int) -> bool:
    """Whether it was written so lately. What lies in the future is old, too: a server's clock was set back."""
    return abs((now - kept.written).total_seconds()) < seconds


def fold_notes(notes: Iterable[KeptNote], desk: Desk | None = None) -> Desk:
    """The desk after some notes more."""
    desk = desk or Desk()
    for kept in notes:
        desk = _laid(desk, kept)
    return desk


def _laid(desk: Desk, kept: KeptNote) -> Desk:
    note, number = kept.note, kept.number
    if is_for_club(note):
        return replace(desk, number=number, club=noted(desk.club, kept))
    if (told := _told(desk, note)) is not None:
        return replace(told, number=number)
    proposals, offer, said = desk.proposals, desk.offer, desk.said
    trusted, co_hosts, asking, objected = desk.trusted, desk.co_hosts, desk.asking, desk.objected
    if isinstance(note, Proposed):
        proposals = (*proposals, (number, note))
    elif isinstance(note, Settled):
        if note.note in dict(proposals) and note.outcome in ("refused", "withdrawn"):
            desk = replace(desk, refused_at=note.seen)
        proposals = tuple((n, p) for n, p in proposals if n != note.note)
        offer = None if offer is not None and offer.number == note.note else offer
        asking = tuple(asked for asked in asking if asked.number != note.note)
    elif isinstance(note, Offered):
        offer = Offer(number, note, {}, {})
        desk = replace(desk, last_offers={**desk.last_offers, note.seat: note})
    elif isinstance(note, Answered) and offer is not None and offer.number == note.note:
        answers, given = {**offer.answers, note.seat: note}, {**offer.given, note.seat: number}
        offer = Offer(offer.number, offer.offer, answers, given)
    elif isinstance(note, Said):
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
    vote = voted_on(desk.vote, kept)
    return replace(desk, number=number, proposals=proposals, offer=offer, said=said, vote=vote, **people)


def _told(desk: Desk, note: AnyNote) -> Desk | None:
    """The desk with another way of telling, a quiz or a practice turn, where the note is about that."""
    if isinstance(note, VoiceTaken):
        return replace(desk, speaker=note.device, watcher_speaks=note.by_watcher and note.device != "")
    if isinstance(note, DetailChosen):
        return replace(desk, detail=note.detail, since=note.seen)
    if isinstance(note, Leafed):
        return replace(desk, page=note.page)
    if isinstance(note, Practised):
        return replace(desk, practice=note.step)
    if isinstance(note, NoPoints):
        return replace(desk, no_points={**desk.no_points, note.seat: note.seen})
    if isinstance(note, Browsed):
        return replace(desk, browsed=note.page)
    if isinstance(note, BotSeated | BotPaced | BotSaid | BotMeant):
        return _with_bots(desk, note)
    if isinstance(note, SeatAgreed | SeatFreed | SeatTaken):
        return _with_hands(desk, note)
    if isinstance(note, ProgramSeated):
        return replace(desk, programs={**desk.programs, note.key: note.dialect})
    if isinstance(note, QuizTurned | Guessed):
        return replace(desk, quiz=quizzed(desk.quiz, note))
    return replace(desk, muted=note.on) if isinstance(note, Muted) else None


def _with_bots(desk: Desk, note: BotSeated | BotPaced | BotSaid | BotMeant) -> Desk:
    if isinstance(note, BotSeated):
        return replace(desk, chairs={**desk.chairs, note.seat: note})
    if isinstance(note, BotPaced):
        return replace(desk, pace=note.pace)
    if isinstance(note, BotMeant):
        return replace(desk, meant=note)
    kept = dict(list(desk.reasons.items())[-LAST_REASONS:])
    return replace(desk, reasons={**kept, note.entry: note})


def _with_hands(desk: Desk, note: SeatAgreed | SeatFreed | SeatTaken) -> Desk:
    if isinstance(note, SeatAgreed):
        return replace(desk, agreed={**desk.agreed, note.note: desk.agreed.get(note.note, frozenset()) | {note.seat}})
    if isinstance(note, SeatFreed):
        return replace(desk, lost={**desk.lost, note.seat: note.phone}, freed={**desk.freed, note.phone: note.seat})
    lost = {seat: phone for seat, phone in desk.lost.items() if seat != note.seat}
    freed = {**desk.freed, note.phone: note.seat} if note.phone else desk.freed
    by_host = note.device != "own" and not note.agreed
    let_in = desk.let_in | {note.seat} if by_host else desk.let_in
    return replace(desk, lost=lost, freed=freed, takers={**desk.takers, note.seat: note}, let_in=let_in)
