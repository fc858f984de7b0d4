"""Trades across languages: an offer, its answers, one trade out of it, and the turn that it lives in."""

from pathlib import Path

import msgspec
import pytest

from narrator.app.sessions.proposals import MAX_OPEN_PROPOSALS
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import can_offer, open_offer_in
from narrator.core.message import Refused
from narrator.core.table.cards import Counts
from narrator.core.table.events import (
    Corrected,
    DiceRolled,
    KnightPlayed,
    PlayerLeft,
    PlayersTraded,
    RoadBuilt,
    RuleChanged,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.phase import Trading
from tests.support.app import NOON, games_in
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, DANA, Evening
from tests.support.games import given, new_game
from tests.support.trades import answer, is_open, offer, refused

DEAL = PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 2}, receive={"ore": 1})


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def test_a_yes_that_is_chosen_is_one_trade(evening: Evening) -> None:
    offer(evening)
    yes = answer(evening, BORIS, "accept")
    assert evening.trades.accept_answer(evening.id, ANA, BORIS, yes) is True
    assert evening.new == [DEAL]
    assert evening.sessions.session_of(evening.id).offers.open is None
    assert refused(evening.trades.accept_answer, evening.id, ANA, BORIS, yes) == ["offer.gone"]
    assert evening.new == [DEAL]


def test_a_counter_offer_is_traded_as_the_offerer_gives_and_gets(evening: Evening) -> None:
    offer(evening)
    other = answer(evening, CHAI, "counter", give={"grain": 1}, want={"wool": 1, "brick": 2})
    assert evening.trades.accept_answer(evening.id, ANA, CHAI, other) is True
    (trade,) = evening.new
    assert trade == PlayersTraded(seat=ANA, partner=CHAI, give={"wool": 1, "brick": 2}, receive={"grain": 1})


def test_several_answer_and_the_offerer_takes_one(evening: Evening) -> None:
    offer(evening)
    answers = {seat: answer(evening, seat, "accept") for seat in (BORIS, CHAI, DANA)}
    evening.trades.accept_answer(evening.id, ANA, DANA, answers[DANA])
    assert evening.new == [msgspec.structs.replace(DEAL, partner=DANA)]
    assert refused(evening.trades.accept_answer, evening.id, ANA, BORIS, answers[BORIS]) == ["offer.gone"]


@pytest.mark.parametrize("said", ["decline", None])
def test_who_said_no_or_nothing_is_not_traded_with(evening: Evening, said: str | None) -> None:
    offer(evening)
    given = answer(evening, BORIS, said) if said else 2
    assert refused(evening.trades.accept_answer, evening.id, ANA, BORIS, given) == ["offer.gone"]
    assert (evening.new, is_open(evening)) == ([], True)


def test_only_the_offerer_chooses(evening: Evening) -> None:
    offer(evening)
    yes = answer(evening, BORIS, "accept")
    for seat in (BORIS, CHAI, DANA):
        assert refused(evening.trades.accept_answer, evening.id, seat, BORIS, yes) == ["offer.gone"]
    assert evening.new == []


def test_the_offerer_never_gets_other_terms_than_those_that_were_read(evening: Evening) -> None:
    offer(evening)
    read = answer(evening, BORIS, "accept")
    answer(evening, BORIS, "counter", give={"wool": 1}, want={"ore": 5})
    assert refused(evening.trades.accept_answer, evening.id, ANA, BORIS, read) == ["offer.gone"]
    assert (evening.new, is_open(evening)) == ([], True)


def test_an_answer_to_an_older_offer_and_to_ones_own_are_refused(evening: Evening) -> None:
    offer(evening, key="first")
    offer(evening, {"brick": 1}, key="second")
    assert refused(answer, evening, BORIS, "accept", 1) == ["offer.gone"]
    assert refused(answer, evening, ANA, "accept", 2) == ["offer.own"]
    assert refused(answer, evening, BORIS, "accept", 9) == ["offer.gone"]
    assert evening.sessions.session_of(evening.id).number == 2


@pytest.mark.parametrize("seat", [4, 5, 1000, 999_999_999])
def test_a_chair_that_is_not_there_answers_nothing(evening: Evening, seat: int) -> None:
    offer(evening)
    assert refused(answer, evening, seat, "accept") == ["seat.unknown"]
    assert evening.sessions.session_of(evening.id).offers.open.answers == {}  # type: ignore[union-attr]


@pytest.mark.parametrize("seat", [BORIS, CHAI, DANA])
def test_only_who_is_on_turn_offers(evening: Evening, seat: int) -> None:
    with pytest.raises(Refused):
        offer(evening, seat=seat)
    assert not is_open(evening)


def test_an_offer_of_nothing_is_none(evening: Evening) -> None:
    assert refused(offer, evening, {}, {}) == ["offer.empty"]
    assert refused(offer, evening, {"ore": 0}, {}) == ["offer.empty"]


def test_what_is_irregular_becomes_a_proposal_for_the_host(evening: Evening) -> None:
    offer(evening, {"wool": 20})
    yes = answer(evening, BORIS, "accept")
    assert evening.trades.accept_answer(evening.id, ANA, BORIS, yes) is False
    ((number, proposal),) = evening.sessions.session_of(evening.id).proposals.open.items()
    assert proposal.events == [msgspec.structs.replace(DEAL, give={"wool": 20})]
    assert (evening.new, is_open(evening)) == ([], False)
    evening.games.enter_events(evening.id, [Corrected(what="hand", seat=ANA, value=22)])
    evening.proposals.enter(evening.id, number)
    assert (evening.new[1:], evening.waiting) == (proposal.events, [])


def test_trades_that_the_host_must_decide_do_not_pile_up(evening: Evening) -> None:
    for number in range(MAX_OPEN_PROPOSALS + 1):
        note = offer(evening, {"wool": 20}, key=f"offer {number} ")
        yes = answer(evening, BORIS, "accept", note)
        if number < MAX_OPEN_PROPOSALS:
            evening.trades.accept_answer(evening.id, ANA, BORIS, yes)
    assert refused(evening.trades.accept_answer, evening.id, ANA, BORIS, yes) == ["proposal.too_many"]
    assert len(evening.waiting) == MAX_OPEN_PROPOSALS


def test_a_server_that_died_between_trading_and_settling_trades_once(evening: Evening) -> None:
    offer(evening)
    yes, other = answer(evening, BORIS, "accept"), answer(evening, CHAI, "accept")
    evening.games.enter_events(evening.id, [DEAL], None, "offer 1")
    assert is_open(evening)
    assert evening.trades.accept_answer(evening.id, ANA, CHAI, other) is True
    assert (evening.new, is_open(evening)) == ([DEAL], False)
    assert refused(evening.trades.accept_answer, evening.id, ANA, BORIS, yes) == ["offer.gone"]


def test_an_offer_is_taken_back_by_its_owner_alone(evening: Evening) -> None:
    offer(evening)
    for seat in (BORIS, CHAI, DANA):
        evening.sessions.withdraw(evening.id, 1, seat)
    assert is_open(evening)
    evening.sessions.withdraw(evening.id, 1, ANA)
    assert not is_open(evening)


# The turn.


def test_an_offer_dies_with_the_turn_and_does_not_come_back_in_the_next_round(evening: Evening) -> None:
    offer(evening)
    yes = answer(evening, BORIS, "accept")
    for seat in (ANA, BORIS, CHAI, DANA):
        evening.games.enter_events(evening.id, [TurnEnded(seat=seat), DiceRolled(seat=(seat + 1) % 4, total=2)])
        assert not is_open(evening)
        assert refused(evening.trades.accept_answer, evening.id, ANA, BORIS, yes) == ["offer.gone"]
        assert refused(answer, evening, CHAI, "accept") == ["offer.gone"]
    assert evening.games.record_of(evening.id).state.turn == ANA
    assert can_offer(evening.games.record_of(evening.id).state, ANA)
    assert not any(isinstance(event, PlayersTraded) for event in evening.new)


def test_an_offer_outlives_what_happens_within_the_turn(evening: Evening, tmp_path: Path) -> None:
    offer(evening)
    evening.games.enter_events(evening.id, [RoadBuilt(seat=ANA, at="e_v_-5_1_4_v_-4_-1_5", waived=True)])
    assert is_open(evening)
    evening.games.enter_events(evening.id, [TakenBack(to=ANAS_TURN)])
    assert is_open(evening)
    games = games_in(tmp_path)
    session = SessionService(games, lambda: NOON).session_of(evening.id)
    assert open_offer_in(games.record_of(evening.id), session) is not None
    evening.games.enter_events(evening.id, [KnightPlayed(seat=ANA, waived=True)])
    assert not is_open(evening)


def test_an_offer_is_gone_when_the_turn_it_was_made_in_is_undone(evening: Evening) -> None:
    offer(evening)
    evening.games.enter_events(evening.id, [TakenBack(to=ANAS_TURN - 1)])
    assert not is_open(evening)


def test_offers_are_made_where_and_when_trading_is_open() -> None:
    table = new_game()
    assert can_offer(given(table), ANA)
    assert can_offer(given(table, step=Trading()), ANA)
    assert not can_offer(given(table, step="roll"), ANA)
    assert not can_offer(given(table, step="build"), ANA)
    assert not can_offer(table, ANA)
    assert not can_offer(given(new_game(domestic_trade="off")), ANA)
    assert not can_offer(given(new_game(tracking="script")), ANA)


@pytest.mark.parametrize(
    ("give", "want", "why"),
    [({"wool": 1}, {}, "trade.gift"), ({}, {"ore": 1}, "trade.gift"), ({"wool": 2}, {"wool": 1}, "trade.same_kind")],
)
def test_what_tonights_rules_forbid_is_neither_offered_nor_countered(
    evening: Evening, give: Counts, want: Counts, why: str
) -> None:
    assert refused(offer, evening, give, want) == [why]
    assert not is_open(evening)
    offer(evening)
    assert refused(answer, evening, BORIS, "counter", 1, give, want) == [why]
    allowed = RuleChanged(key="gifts" if why == "trade.gift" else "same_resource_trade", value="allowed")
    evening.games.enter_events(evening.id, [allowed])
    answer(evening, BORIS, "counter", 1, give, want)
    offer(evening, give, want, key="again")
    assert is_open(evening)


def test_without_trade_between_players_nothing_is_offered(evening: Evening) -> None:
    evening.games.enter_events(evening.id, [RuleChanged(key="domestic_trade", value="off")])
    assert refused(offer, evening) == ["offer.not_now"]


def test_an_offer_that_everybody_declined_is_gone(evening: Evening) -> None:
    offer(evening)
    answer(evening, BORIS, "decline")
    answer(evening, CHAI, "accept")
    answer(evening, DANA, "decline")
    assert is_open(evening), "Chai said yes"
    answer(evening, CHAI, "decline")
    assert not is_open(evening)
    assert refused(answer, evening, CHAI, "accept") == ["offer.gone"]
    offer(evening, key="another")
    assert is_open(evening)


def test_nobody_waits_for_the_word_of_who_has_left(evening: Evening) -> None:
    evening.games.enter_events(evening.id, [PlayerLeft(seat=DANA)])
    offer(evening)
    answer(evening, BORIS, "decline")
    answer(evening, CHAI, "decline")
    assert not is_open(evening)


def test_an_offer_that_all_have_declined_is_gone_before_that_is_written_down(evening: Evening) -> None:
    """Whoever is woken by the last no must not find an offer to withdraw."""
    offer(evening)
    seen: list[bool] = []
    evening.sessions.listen(lambda game, number: seen.append(is_open(evening)))
    others = [seat for seat in range(len(evening.games.record_of(evening.id).state.seats)) if seat != ANA]
    for seat in others:
        answer(evening, seat, "decline")
    assert seen == [True] * (len(others) - 1) + [False, False]
