"""Negotiating as seed 001 has it: in turn order or open, only what a hand may hold, and all of it is remembered."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from narrator.app.sessions.history import negotiations_in
from narrator.app.sessions.trades import can_give
from narrator.core.table.cards import NO_CARDS, Cards
from narrator.core.table.events import PlayerLeft, RuleChanged, TakenBack
from narrator.core.table.hands import Hands
from narrator.session.events import Answered
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, DANA, Evening
from tests.support.games import given, new_game
from tests.support.trades import answer, is_open, offer, refused


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def in_turn_order(evening: Evening, *phones: int) -> None:
    evening.games.enter_events(evening.id, [RuleChanged(key="trade_answers", value="turn_order")])
    for seat in phones:
        evening.games.access.take_seat(evening.id, seat)


def test_answers_come_clockwise_from_the_offerer(evening: Evening) -> None:
    in_turn_order(evening, BORIS, CHAI, DANA)
    offer(evening)
    assert refused(answer, evening, DANA, "accept") == ["offer.wait"]
    assert refused(answer, evening, CHAI, "decline") == ["offer.wait"]
    answer(evening, BORIS, "decline")
    assert refused(answer, evening, DANA, "accept") == ["offer.wait"]
    answer(evening, CHAI, "accept")
    yes = answer(evening, DANA, "accept")
    assert evening.trades.accept_answer(evening.id, ANA, DANA, yes) is True


def test_open_answers_come_as_they_like(evening: Evening) -> None:
    for seat in (BORIS, CHAI, DANA):
        evening.games.access.take_seat(evening.id, seat)
    offer(evening)
    for seat in (DANA, BORIS, CHAI):
        answer(evening, seat, "decline")
    assert not is_open(evening)


def test_who_has_answered_may_think_again_in_either_way(evening: Evening) -> None:
    in_turn_order(evening, BORIS, CHAI)
    offer(evening)
    answer(evening, BORIS, "accept")
    answer(evening, BORIS, "decline")
    answer(evening, CHAI, "accept")
    answer(evening, BORIS, "counter", give={"ore": 1}, want={"wool": 1})
    assert is_open(evening)


def test_nobody_waits_for_who_has_no_phone_or_has_left(evening: Evening) -> None:
    in_turn_order(evening, BORIS, DANA)
    evening.games.enter_events(evening.id, [PlayerLeft(seat=BORIS)])
    offer(evening)
    answer(evening, DANA, "accept")
    answer(evening, CHAI, "accept")
    assert is_open(evening)


def test_what_a_hand_may_hold_is_what_the_record_does_not_rule_out() -> None:
    state = given(new_game(), hands={BORIS: 2})
    assert can_give(state, BORIS, {"ore": 2})
    assert not can_give(state, BORIS, {"ore": 3})
    known = given(new_game(), hands={BORIS: 2})
    known = replace(known, hands=Hands((NO_CARDS, Cards(wool=2), NO_CARDS, NO_CARDS)))
    assert can_give(known, BORIS, {"wool": 2})
    assert not can_give(known, BORIS, {"ore": 1})


# Remembering.


def talks(evening: Evening) -> list[tuple[int, list[tuple[int, str]], str | None]]:
    return [
        (talk.offer.seen, [(said.seat, said.answer) for said in talk.answers], talk.outcome)
        for talk in negotiations_in(evening.games.storage.sessions.events(evening.id))
    ]


def test_everything_that_was_offered_and_answered_is_remembered_with_its_moment(evening: Evening) -> None:
    offer(evening)
    answer(evening, BORIS, "decline")
    answer(evening, BORIS, "counter", give={"ore": 1}, want={"wool": 1})
    yes = answer(evening, CHAI, "accept")
    evening.trades.accept_answer(evening.id, ANA, CHAI, yes)
    second = offer(evening, key="second")
    for seat in (BORIS, CHAI, DANA):
        answer(evening, seat, "decline", second)
    third = offer(evening, key="third")
    evening.sessions.withdraw(evening.id, third, ANA)
    offer(evening, key="fourth")
    said = [(BORIS, "decline"), (BORIS, "counter"), (CHAI, "accept")]
    no = [(seat, "decline") for seat in (BORIS, CHAI, DANA)]
    after = ANAS_TURN + 1
    assert talks(evening) == [
        (ANAS_TURN, said, "entered"),
        (after, no, "refused"),
        (after, [], "withdrawn"),
        (after, [], None),
    ]


def test_an_answer_knows_its_moment_and_an_undo_forgets_no_word(evening: Evening) -> None:
    offer(evening)
    evening.games.enter_events(evening.id, [RuleChanged(key="gifts", value="allowed")])
    answer(evening, BORIS, "accept")
    evening.games.enter_events(evening.id, [TakenBack(to=ANAS_TURN - 1)])
    (kept,) = [
        kept.event for kept in evening.games.storage.sessions.events(evening.id) if isinstance(kept.event, Answered)
    ]
    assert kept.seen == ANAS_TURN + 1
    assert talks(evening) == [(ANAS_TURN, [(BORIS, "accept")], None)]


def test_what_the_host_must_decide_is_remembered_as_that(evening: Evening) -> None:
    offer(evening, {"wool": 20})
    yes = answer(evening, BORIS, "accept")
    evening.trades.accept_answer(evening.id, ANA, BORIS, yes)
    assert talks(evening) == [(ANAS_TURN, [(BORIS, "accept")], "proposed")]
