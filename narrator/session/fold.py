"""How each kind of session event changes the session of a table. A new kind needs a class and a row in `FOLD`."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from narrator.session import events
from narrator.session.events import StoredSessionEvent
from narrator.session.table_session import HelpCall, OpenOffer, Quiz, Speaker, TableSession, Vote

LAST_PHRASES = 6
LAST_REQUESTS = 20  # seat requests, with those that have waited too long
LAST_REASONS = 12  # of bots: as far back as a scene or an undo may look

Key = TypeVar("Key", int, str)


def fold_session(stored_events: Iterable[StoredSessionEvent], session: TableSession | None = None) -> TableSession:
    session = session or TableSession()
    for stored in stored_events:
        session = replace(FOLD[type(stored.event)](session, stored.event, stored), number=stored.number)
    return session


def _change(session: TableSession, group: str, **values: Any) -> TableSession:
    return replace(session, **{group: replace(getattr(session, group), **values)})


def _without(mapping: Mapping[Key, Any], key: Key) -> dict[Key, Any]:
    return {other: value for other, value in mapping.items() if other != key}


def _last(mapping: Mapping[Key, Any], count: int) -> dict[Key, Any]:
    return dict(list(mapping.items())[-count:])


def _in_or_out(seats: frozenset[int], event: events.Trusted | events.CoHosted) -> frozenset[int]:
    return seats | {event.seat} if event.on else seats - {event.seat}


def _close(session: TableSession, event: events.Closed, _: StoredSessionEvent) -> TableSession:
    """Close what has this number: a proposal, an offer, a vote or a seat request."""
    number, offer, vote = event.event_number, session.offers.open, session.vote
    if number in session.proposals.open:
        refused_at = event.seen if event.outcome in ("refused", "withdrawn") else session.proposals.refused_at
        return _change(session, "proposals", open=_without(session.proposals.open, number), refused_at=refused_at)
    if offer is not None and offer.number == number:
        return _change(session, "offers", open=None)
    if vote is not None and vote.number == number:
        return replace(session, vote=None)
    return _change(session, "seat_requests", asked=_without(session.seat_requests.asked, number))


def _offer(session: TableSession, event: events.Offered, stored: StoredSessionEvent) -> TableSession:
    last = {**session.offers.last, event.seat: event}
    return _change(session, "offers", open=OpenOffer(stored.number, event), last=last)


def _answer(session: TableSession, event: events.Answered, stored: StoredSessionEvent) -> TableSession:
    offer = session.offers.open
    if offer is None or offer.number != event.offer_number:
        return session
    answers, numbers = {**offer.answers, event.seat: event}, {**offer.answer_numbers, event.seat: stored.number}
    return _change(session, "offers", open=replace(offer, answers=answers, answer_numbers=numbers))


def _ask_for_seat(session: TableSession, event: events.SeatAsked, stored: StoredSessionEvent) -> TableSession:
    asked = {**session.seat_requests.asked, stored.number: (event, stored.written)}
    return _change(session, "seat_requests", asked=_last(asked, LAST_REQUESTS))


def _agree(session: TableSession, event: events.SeatAgreed, _: StoredSessionEvent) -> TableSession:
    agreed = session.seat_requests.agreed
    seats = agreed.get(event.request_number, frozenset()) | {event.seat}
    return _change(session, "seat_requests", agreed={**agreed, event.request_number: seats})


def _free_seat(session: TableSession, event: events.SeatFreed, _: StoredSessionEvent) -> TableSession:
    lost, freed = {**session.hands.lost, event.seat: event.phone}, {**session.hands.freed, event.phone: event.seat}
    return _change(session, "hands", lost=lost, freed=freed)


def _take_seat(session: TableSession, event: events.SeatTaken, _: StoredSessionEvent) -> TableSession:
    hands, is_by_host = session.hands, event.device != "own" and not event.agreed
    return _change(
        session,
        "hands",
        lost=_without(hands.lost, event.seat),
        freed={**hands.freed, event.phone: event.seat} if event.phone else hands.freed,
        takers={**hands.takers, event.seat: event},
        let_in=hands.let_in | {event.seat} if is_by_host else hands.let_in,
    )


def _vote(session: TableSession, event: events.Voted, _: StoredSessionEvent) -> TableSession:
    vote = session.vote
    if vote is None or vote.number != event.vote_number:
        return session
    return replace(session, vote=replace(vote, rulings={**vote.rulings, event.seat: event.ruling}))


def _turn_quiz(session: TableSession, event: events.QuizTurned, _: StoredSessionEvent) -> TableSession:
    if event.at == 0:
        return replace(session, quiz=None)
    quiz = session.quiz if session.quiz and session.quiz.seed == event.seed else Quiz(event.seed, event.seen)
    return replace(session, quiz=replace(quiz, at=event.at, is_shown=event.shown))


def _answer_quiz(session: TableSession, event: events.QuizAnswered, _: StoredSessionEvent) -> TableSession:
    quiz = session.quiz
    if quiz is None or event.at != quiz.at or not quiz.is_open:
        return session
    guesses = {**quiz.guesses, event.at: {**quiz.guesses.get(event.at, {}), event.seat: event.option}}
    return replace(session, quiz=replace(quiz, guesses=guesses))


def _help(session: TableSession, event: events.ClubHelp, stored: StoredSessionEvent) -> TableSession:
    call = session.club.call
    if event.state == "called":
        return _change(session, "club", call=call or HelpCall(stored.written, event.seat))
    return _change(session, "club", call=replace(call, is_coming=True) if event.state == "coming" and call else None)


def _close_table(session: TableSession, event: events.ClubClosed, _: StoredSessionEvent) -> TableSession:
    call = None if event.on else session.club.call
    return _change(session, "club", closed_at=event.seen if event.on else None, call=call)


FOLD: dict[type, Callable[[TableSession, Any, StoredSessionEvent], TableSession]] = {
    events.Proposed: lambda s, e, at: _change(s, "proposals", open={**s.proposals.open, at.number: e}),
    events.Closed: _close,
    events.Offered: _offer,
    events.Answered: _answer,
    events.PhraseSaid: lambda s, e, at: replace(s, phrases=(*s.phrases, (e, at.written))[-LAST_PHRASES:]),
    events.Trusted: lambda s, e, _: _change(s, "trust", trusted=_in_or_out(s.trust.trusted, e)),
    events.CoHosted: lambda s, e, _: _change(s, "trust", co_hosts=_in_or_out(s.trust.co_hosts, e)),
    events.SeatAsked: _ask_for_seat,
    events.SeatAgreed: _agree,
    events.SeatFreed: _free_seat,
    events.SeatTaken: _take_seat,
    events.DetailChosen: lambda s, e, _: _change(s, "narration", detail=e.detail, since=e.seen),
    events.IntroPageTurned: lambda s, e, _: _change(s, "narration", page=e.page),
    events.AsidesMuted: lambda s, e, _: _change(s, "narration", muted=e.on),
    events.VoiceTaken: lambda s, e, _: replace(s, speaker=Speaker(e.device, e.by_watcher and e.device != "")),
    events.VoteAsked: lambda s, e, at: replace(s, vote=Vote(at.number, e.case)),
    events.Voted: _vote,
    events.Objected: lambda s, e, _: replace(s, objections={**s.objections, e.seat: e.seen}),
    events.QuizTurned: _turn_quiz,
    events.QuizAnswered: _answer_quiz,
    events.PracticeStepped: lambda s, e, _: replace(s, practice=e.step),
    events.NoPointsCards: lambda s, e, _: _change(s, "end", no_points={**s.end.no_points, e.seat: e.seen}),
    events.StatsPageTurned: lambda s, e, _: _change(s, "end", stats_page=e.page),
    events.BotSeated: lambda s, e, _: _change(s, "bots", seats={**s.bots.seats, e.seat: e}),
    events.BotPaced: lambda s, e, _: _change(s, "bots", pace=e.pace),
    events.BotSaid: lambda s, e, _: _change(s, "bots", reasons={**_last(s.bots.reasons, LAST_REASONS), e.entry: e}),
    events.BotIntended: lambda s, e, _: _change(s, "bots", intended=e),
    events.ProgramSeated: lambda s, e, _: replace(s, programs={**s.programs, e.key: e.dialect}),
    events.ProgramReasoned: lambda s, e, _: s,  # read from the stored events after the game
    events.ClubHelp: _help,
    events.ClubCard: lambda s, e, _: _change(s, "club", place=e.place, names=e.names),
    events.ClubClosed: _close_table,
}
