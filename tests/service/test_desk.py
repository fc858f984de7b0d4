"""The desk, folded from notes: what waits, what is offered, what was said, whom the host trusts."""

from datetime import timedelta

import pytest

from narrator.core.table.events import TurnEnded
from narrator.service.desk import PHRASE_SECONDS, Desk, fold_notes
from narrator.store.event_log import KeptNote
from narrator.store.note import Answered, AnyNote, DetailChosen, Muted, Offered, Proposed, Said, Settled, Trusted
from tests.service.kit import NOON

pytestmark = pytest.mark.storeless

ANA, BORIS, CHAI = range(3)


def desk_of(*notes: AnyNote) -> Desk:
    return fold_notes(KeptNote(number, note, NOON) for number, note in enumerate(notes, start=1))


def proposed(seat: int) -> Proposed:
    return Proposed(seat=seat, events=[TurnEnded(seat=seat)])


def heard(desk: Desk, seat: int | None, after: float = 0) -> list[str]:
    return [said.phrase for said in desk.heard(seat, NOON + timedelta(seconds=after))]


def test_an_empty_desk_has_nothing_on_it() -> None:
    assert fold_notes([]) == Desk(0, (), None, (), frozenset())


def test_proposals_wait_in_their_order_until_they_are_settled() -> None:
    desk = desk_of(proposed(ANA), proposed(BORIS), proposed(ANA), Settled(note=2, outcome="refused"))
    assert [number for number, _ in desk.proposals] == [1, 3]
    assert [number for number, _ in desk.of_seat(ANA)] == [1, 3]
    assert desk.of_seat(BORIS) == ()
    assert desk.number == 4


def test_folding_goes_on_where_it_stopped() -> None:
    notes = [KeptNote(n, note, NOON) for n, note in enumerate([proposed(ANA), proposed(BORIS), proposed(CHAI)], 1)]
    assert fold_notes(notes[1:], fold_notes(notes[:1])) == fold_notes(notes)


def test_the_last_offer_counts_and_the_last_answer_of_each() -> None:
    first, second = Offered(seat=ANA, give={"ore": 1}, want={}), Offered(seat=ANA, give={"wool": 1}, want={})
    yes, no = Answered(seat=CHAI, note=2, answer="accept"), Answered(seat=CHAI, note=2, answer="decline")
    late = Answered(seat=BORIS, note=1, answer="accept")
    desk = desk_of(first, second, yes, late, no)
    assert desk.offer is not None
    assert (desk.offer.number, desk.offer.offer) == (2, second)
    assert desk.offer.answers == {CHAI: no}
    assert desk.offer.given == {CHAI: 5}


def test_a_settled_offer_is_gone_and_another_ones_settling_leaves_it() -> None:
    offer = Offered(seat=ANA, give={"ore": 1}, want={})
    assert desk_of(offer, Settled(note=1, outcome="withdrawn")).offer is None
    assert desk_of(proposed(ANA), offer, Settled(note=1, outcome="entered")).offer is not None


def test_the_last_word_on_how_much_is_said_counts() -> None:
    assert (desk_of().detail, desk_of().muted) == (None, False)
    desk = desk_of(DetailChosen(detail="terse"), Muted(on=True), DetailChosen(detail="first_game"), proposed(ANA))
    assert (desk.detail, desk.muted) == ("first_game", True)
    assert desk_of(Muted(on=True), Muted(on=False)).muted is False


def test_trust_is_given_and_taken_away() -> None:
    assert desk_of(Trusted(seat=ANA, on=True), Trusted(seat=CHAI, on=True)).trusted == {ANA, CHAI}
    assert desk_of(Trusted(seat=ANA, on=True), Trusted(seat=ANA, on=False)).trusted == frozenset()


def test_a_phrase_is_heard_by_all_others_or_by_the_one_it_is_for() -> None:
    desk = desk_of(Said(seat=ANA, phrase="wait"), Said(seat=ANA, phrase="sorry", to=CHAI))
    assert heard(desk, ANA) == []
    assert heard(desk, BORIS) == ["wait"]
    assert heard(desk, CHAI) == ["wait", "sorry"]
    assert heard(desk, None) == ["wait"]


def test_a_phrase_fades() -> None:
    desk = desk_of(Said(seat=ANA, phrase="wait"))
    assert heard(desk, BORIS, PHRASE_SECONDS - 1) == ["wait"]
    assert heard(desk, BORIS, PHRASE_SECONDS) == []


def test_only_the_last_phrases_are_kept() -> None:
    desk = desk_of(*(Said(seat=ANA, phrase=str(n)) for n in range(9)))
    assert heard(desk, BORIS) == ["3", "4", "5", "6", "7", "8"]
