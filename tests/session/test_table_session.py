"""The desk, folded from notes: what waits, what is offered, what was said, whom the host trusts."""

from datetime import timedelta

import pytest

from narrator.core.table.events import TurnEnded
from narrator.session.events import (
    Answered,
    AnySessionEvent,
    AsidesMuted,
    Closed,
    DetailChosen,
    Offered,
    PhraseSaid,
    Proposed,
    StoredSessionEvent,
    Trusted,
)
from narrator.session.fold import fold_session
from narrator.session.table_session import PHRASE_SECONDS, TableSession
from tests.support.app import NOON

pytestmark = pytest.mark.storeless

ANA, BORIS, CHAI = range(3)


def desk_of(*notes: AnySessionEvent) -> TableSession:
    return fold_session(StoredSessionEvent(number, note, NOON) for number, note in enumerate(notes, start=1))


def proposed(seat: int) -> Proposed:
    return Proposed(seat=seat, events=[TurnEnded(seat=seat)])


def heard(session: TableSession, seat: int | None, after: float = 0) -> list[str]:
    return [said.phrase for said in session.phrases_for(seat, NOON + timedelta(seconds=after))]


def test_an_empty_session_has_nothing_in_it() -> None:
    assert fold_session([]) == TableSession()


def test_proposals_wait_in_their_order_until_they_are_settled() -> None:
    session = desk_of(proposed(ANA), proposed(BORIS), proposed(ANA), Closed(event_number=2, outcome="refused"))
    assert list(session.proposals.open) == [1, 3]
    assert list(session.proposals.of_seat(ANA)) == [1, 3]
    assert session.proposals.of_seat(BORIS) == {}
    assert session.number == 4


def test_folding_goes_on_where_it_stopped() -> None:
    notes = [
        StoredSessionEvent(n, note, NOON) for n, note in enumerate([proposed(ANA), proposed(BORIS), proposed(CHAI)], 1)
    ]
    assert fold_session(notes[1:], fold_session(notes[:1])) == fold_session(notes)


def test_the_last_offer_counts_and_the_last_answer_of_each() -> None:
    first, second = Offered(seat=ANA, give={"ore": 1}, want={}), Offered(seat=ANA, give={"wool": 1}, want={})
    yes, no = (
        Answered(seat=CHAI, offer_number=2, answer="accept"),
        Answered(seat=CHAI, offer_number=2, answer="decline"),
    )
    late = Answered(seat=BORIS, offer_number=1, answer="accept")
    session = desk_of(first, second, yes, late, no)
    assert session.offers.open is not None
    assert (session.offers.open.number, session.offers.open.offer) == (2, second)
    assert session.offers.open.answers == {CHAI: no}
    assert session.offers.open.answer_numbers == {CHAI: 5}


def test_a_settled_offer_is_gone_and_another_ones_settling_leaves_it() -> None:
    offer = Offered(seat=ANA, give={"ore": 1}, want={})
    assert desk_of(offer, Closed(event_number=1, outcome="withdrawn")).offers.open is None
    assert desk_of(proposed(ANA), offer, Closed(event_number=1, outcome="entered")).offers.open is not None


def test_the_last_word_on_how_much_is_said_counts() -> None:
    assert (desk_of().narration.detail, desk_of().narration.muted) == (None, False)
    session = desk_of(
        DetailChosen(detail="terse"), AsidesMuted(on=True), DetailChosen(detail="first_game"), proposed(ANA)
    )
    assert (session.narration.detail, session.narration.muted) == ("first_game", True)
    assert desk_of(AsidesMuted(on=True), AsidesMuted(on=False)).narration.muted is False


def test_trust_is_given_and_taken_away() -> None:
    assert desk_of(Trusted(seat=ANA, on=True), Trusted(seat=CHAI, on=True)).trust.trusted == {ANA, CHAI}
    assert desk_of(Trusted(seat=ANA, on=True), Trusted(seat=ANA, on=False)).trust.trusted == frozenset()


def test_a_phrase_reaches_all_others_or_the_one_it_is_for() -> None:
    session = desk_of(PhraseSaid(seat=ANA, phrase="wait"), PhraseSaid(seat=ANA, phrase="sorry", to=CHAI))
    assert heard(session, ANA) == []
    assert heard(session, BORIS) == ["wait"]
    assert heard(session, CHAI) == ["wait", "sorry"]
    assert heard(session, None) == ["wait"]


def test_a_phrase_fades() -> None:
    session = desk_of(PhraseSaid(seat=ANA, phrase="wait"))
    assert heard(session, BORIS, PHRASE_SECONDS - 1) == ["wait"]
    assert heard(session, BORIS, PHRASE_SECONDS) == []


def test_only_the_last_phrases_are_kept() -> None:
    session = desk_of(*(PhraseSaid(seat=ANA, phrase=str(n)) for n in range(9)))
    assert heard(session, BORIS) == ["3", "4", "5", "6", "7", "8"]
