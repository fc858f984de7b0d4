"""Phones where the app deals: what they enter is entered at once, and what they offer they hold."""

from pathlib import Path

import pytest

from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import TradeService
from narrator.core.message import Refused
from narrator.core.play.seeded_draws import certain_hand
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import BankTraded, DevelopmentBought, PlayersTraded
from narrator.core.table.state import GameState
from narrator.session.events import Answered, Offered
from tests.support.app import NOON
from tests.support.dealt_games import Night, acts, can_buy


class Desk:
    """A table's session, its proposals and its trades."""

    def __init__(self, night: Night) -> None:
        self.sessions = SessionService(night.games, lambda: NOON)
        self.proposals = ProposalService(night.games, self.sessions)
        self.trades = TradeService(night.games, self.sessions, self.proposals, lambda: NOON)


def lacks(state: GameState, seat: int) -> Resource:
    return next(resource for resource in RESOURCES if not certain_hand(state, seat).count_of(resource))


def has(state: GameState, seat: int, but: Resource | None = None) -> Resource:
    return next(resource for resource in RESOURCES if certain_hand(state, seat).count_of(resource) and resource != but)


def refused(deed: object, *args: object) -> list[str]:
    with pytest.raises(Refused) as caught:
        deed(*args)  # type: ignore[operator]
    return [reason.code for reason in caught.value.reasons]


def test_what_a_seat_reports_is_entered_at_once_and_once(tmp_path: Path) -> None:
    night = Night(tmp_path, can_buy)
    seat, seen, desk = night.state.turn, len(night.whole.log), Desk(night)
    bought = [DevelopmentBought(seat=seat)]
    assert desk.proposals.propose(night.id, seat, bought, "tap", seen)
    assert desk.proposals.propose(night.id, seat, bought, "tap", seen)
    assert len(night.whole.log) == seen + 1
    assert not desk.sessions.session_of(night.id).proposals.open


def test_a_page_from_before_ones_own_last_entry_enters_nothing(tmp_path: Path) -> None:
    night = Night(tmp_path, can_buy)
    seat, seen, desk = night.state.turn, len(night.whole.log), Desk(night)
    desk.proposals.propose(night.id, seat, [DevelopmentBought(seat=seat)], "tap", seen)
    again = (night.id, seat, [DevelopmentBought(seat=seat)], "another tap", seen)
    assert refused(desk.proposals.propose, *again) == ["proposal.look_again"]


def test_a_seat_learns_at_once_what_it_lacks(tmp_path: Path) -> None:
    night = Night(tmp_path, acts)
    seat, desk = night.state.turn, Desk(night)
    wanted = lacks(night.state, seat)
    trade = BankTraded(seat=seat, give={wanted: 4}, receive={next(r for r in RESOURCES if r != wanted): 1})
    assert "hand.lacks" in refused(desk.proposals.propose, night.id, seat, [trade], "tap", len(night.whole.log))
    assert not desk.sessions.session_of(night.id).proposals.open


def both_hold(record: object) -> bool:
    """The one on turn and the next hold something that the other has none of."""
    state = record.state  # type: ignore[attr-defined]
    if not acts(record):  # type: ignore[arg-type]
        return False
    seat, other = state.turn, (state.turn + 1) % 3
    own, others = certain_hand(state, seat).resources(), certain_hand(state, other).resources()
    return 0 < len(own) < 5 and 0 < len(others) < 5 and own != others


def test_nobody_offers_or_promises_what_they_don_t_hold(tmp_path: Path) -> None:
    night = Night(tmp_path, both_hold)
    seat, other, desk = night.state.turn, (night.state.turn + 1) % 3, Desk(night)
    missing, mine = lacks(night.state, seat), has(night.state, seat)
    want = lacks(night.state, other) if lacks(night.state, other) != mine else has(night.state, other, mine)
    assert refused(desk.trades.offer, night.id, Offered(seat=seat, give={missing: 1}, want={mine: 1}), "o") == [
        "hand.lacks"
    ]
    desk.trades.offer(night.id, Offered(seat=seat, give={mine: 1}, want={want: 50}), "o")
    note = desk.sessions.session_of(night.id).number
    assert refused(desk.trades.answer, night.id, Answered(seat=other, offer_number=note, answer="accept"), "a") == [
        "hand.lacks"
    ]
    counter = Answered(
        seat=other, offer_number=note, answer="counter", give={lacks(night.state, other): 1}, want={mine: 1}
    )
    if lacks(night.state, other) != mine:
        assert refused(desk.trades.answer, night.id, counter, "a") == ["hand.lacks"]
    assert desk.sessions.session_of(night.id).offers.open is not None


def test_two_phones_trade_and_nobody_answers_for_another(tmp_path: Path) -> None:
    night = Night(tmp_path, both_hold)
    seat, other, desk = night.state.turn, (night.state.turn + 1) % 3, Desk(night)
    mine = has(night.state, seat)
    theirs = has(night.state, other, mine)
    desk.trades.offer(night.id, Offered(seat=seat, give={mine: 1}, want={theirs: 1}), "o")
    note = desk.sessions.session_of(night.id).number
    yes = Answered(seat=other, offer_number=note, answer="accept")
    assert refused(desk.trades.answer, night.id, yes, "a", seat) == ["proposal.another_seat"]
    assert refused(desk.trades.accept_for, night.id, note, other) == ["cards.not_yours"]
    desk.trades.answer(night.id, yes, "a", other)
    assert desk.trades.accept_answer(night.id, seat, other, desk.sessions.session_of(night.id).number)
    assert desk.sessions.session_of(night.id).offers.open is None
    traded = night.whole.log[-1]
    assert isinstance(traded, PlayersTraded)
    assert (traded.seat, traded.partner, traded.give, traded.receive) == (seat, other, {mine: 1}, {theirs: 1})


def test_a_promise_that_can_t_be_kept_any_more_is_gone(tmp_path: Path) -> None:
    night = Night(tmp_path, both_hold)
    seat, other, desk = night.state.turn, (night.state.turn + 1) % 3, Desk(night)
    mine = has(night.state, seat)
    theirs = has(night.state, other, mine)
    count = certain_hand(night.state, other).count_of(theirs)
    desk.trades.offer(night.id, Offered(seat=seat, give={mine: 1}, want={theirs: count}), "o")
    note = desk.sessions.session_of(night.id).number
    desk.trades.answer(night.id, Answered(seat=other, offer_number=note, answer="accept"), "a", other)
    given = desk.sessions.session_of(night.id).number
    gift = PlayersTraded(seat=other, partner=seat, give={theirs: 1}, receive={}, waived=True)
    night.enter(gift, by="server")
    assert refused(desk.trades.accept_answer, night.id, seat, other, given) == ["offer.gone"]
