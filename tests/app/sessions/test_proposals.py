"""Phones propose, the host decides: what may be laid on a desk, what becomes of it, and that nothing comes twice."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from narrator.app.games.dealer import MAX_EVENTS_TOGETHER
from narrator.app.games.results import EntryRefused, NoSuchGame, TooManyWriters
from narrator.app.seats.seats import set_trusted, swap_rights
from narrator.app.sessions.narration import choose_detail, mute_asides, say_phrase
from narrator.app.sessions.proposals import MAX_OPEN_PROPOSALS, ProposalService, entry_key
from narrator.app.sessions.service import SessionService
from narrator.core.message import Refused
from narrator.core.reading.public_view import public_fact
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    PlayersTraded,
    RoadBuilt,
    SettlementBuilt,
    TakenBack,
    TokensSpent,
    TurnEnded,
)
from narrator.session.events import AsidesMuted, PhraseSaid, Proposed, Trusted
from narrator.storage.errors import NumberTaken
from tests.support.app import NOON, TOLD, games_in, ruling
from tests.support.evening import ANA, ANAS_TURN, BEFORE_BORIS_ROLLS, BORIS, CHAI, DANA, EVENING, SETUP, Evening
from tests.support.games import all_of

BUY = DevelopmentBought(seat=ANA)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


# Proposing.


def test_a_proposal_waits_and_enters_nothing_until_the_host_takes_it(evening: Evening) -> None:
    assert evening.propose(BUY) is False
    assert (evening.waiting, evening.new) == ([1], [])
    evening.proposals.enter(evening.id, 1)
    assert (evening.waiting, evening.new) == ([], [BUY])


def test_what_the_host_refuses_is_gone(evening: Evening) -> None:
    evening.propose(BUY)
    evening.sessions.close(evening.id, 1, "refused")
    assert (evening.waiting, evening.new) == ([], [])


def test_a_proposal_outlives_a_restart(evening: Evening, tmp_path: Path) -> None:
    evening.propose(BUY)
    games = games_in(tmp_path)
    again = SessionService(games, lambda: NOON)
    assert [proposal.events for proposal in again.session_of(evening.id).proposals.open.values()] == [[BUY]]
    ProposalService(games, again).enter(evening.id, 1)
    assert evening.waiting == []


def test_a_seat_speaks_only_of_itself(evening: Evening) -> None:
    assert evening.refusal(DevelopmentBought(seat=BORIS)) == ["proposal.another_seat"]
    assert evening.refusal(BUY, TurnEnded(seat=BORIS)) == ["proposal.another_seat"]
    assert evening.refusal(ruling("so")) == ["proposal.another_seat"]
    assert evening.refusal(Corrected(what="bank", resource="ore", value=19)) == ["proposal.another_seat"]
    assert evening.sessions.session_of(evening.id).number == 0


FIELDS: dict[str, object] = {
    "name": "Ana",
    "colour": "red",
    "length": 5,
    "cards": {"ore": 1},
    "victim": BORIS,
    "resource": "ore",
    "taken": {},
    "count": 1,
    "give": {"ore": 4},
    "receive": {"wool": 1},
    "partner": BORIS,
    "what": "hand",
    "value": 3,
    "total": 8,
    "action": "forced_trade",
}
"""A value for every field that some event needs."""


def of_every_kind() -> list[AnyFact]:
    """One of each, by Ana."""
    found = []
    for kind in get_args(AnyFact):
        if "seat" not in kind.__struct_fields__ or kind.__name__ == "CardsGained":
            continue
        wanted = {name: FIELDS[name] for name in kind.__struct_fields__ if name in FIELDS}
        if kind is CardsDiscarded:
            del wanted["count"]
        hints = get_type_hints(kind)
        chosen = {name: get_args(hint)[0] for name, hint in hints.items() if get_origin(hint) is Literal}
        found.append(public_fact(kind(seat=ANA, **{**chosen, **wanted})))
    return found


OF_PLAYERS = {
    *("settlement_built", "road_built", "city_built", "development_bought", "dice_rolled", "bank_traded"),
    *("cards_discarded", "robber_moved", "card_stolen", "knight_played", "road_building_played"),
    *("year_of_plenty_played", "monopoly_played", "points_revealed", "turn_ended", "victory_declared"),
    *("neutral_settlement_built", "neutral_road_built", "tokens_spent", "knight_given_up"),
}
"""What a player may say of themselves. A trade needs both: it comes out of an offer."""


def test_a_seat_proposes_only_what_players_do(evening: Evening) -> None:
    hosts = set()
    for event in of_every_kind():
        try:
            evening.propose(event, key=event.type)
        except Refused as refused:
            hosts |= {event.type for reason in refused.reasons if reason.code == "proposal.not_yours"}
        evening.sessions.close(evening.id, evening.sessions.session_of(evening.id).number, "refused")
    assert {event.type for event in of_every_kind()} - hosts == OF_PLAYERS
    assert evening.new == []


@pytest.mark.parametrize(
    "said",
    [{"waived": True}, {"late": True}, {"time": NOON - timedelta(days=1)}, {"group": ANAS_TURN}, {"group": 1}],
    ids=str,
)
def test_a_phone_lets_nothing_stand_and_says_nothing_of_when_or_with_what(
    evening: Evening, said: dict[str, Any]
) -> None:
    assert evening.refusal(msgspec.structs.replace(BUY, **said)) == ["proposal.not_yours"]
    assert evening.waiting == []


def test_a_phone_never_names_a_card_that_only_two_have_seen(tmp_path: Path) -> None:
    evening = Evening(tmp_path, 58)
    assert evening.refusal(CardStolen(seat=ANA, victim=CHAI, resource="ore")) == ["proposal.not_yours"]
    for traded in (
        TokensSpent(seat=ANA, action="forced_trade", taken={"ore": 1}),
        TokensSpent(seat=ANA, action="forced_trade", given={"ore": 1}),
    ):
        assert evening.refusal(traded) == ["proposal.not_yours"]
    evening.propose(CardStolen(seat=ANA, victim=CHAI))
    assert evening.waiting == [1]


def test_nothing_and_far_too_much_are_refused(evening: Evening) -> None:
    assert evening.refusal() == ["proposal.empty"]
    assert evening.refusal(*[BUY] * (MAX_EVENTS_TOGETHER + 1)) == ["proposal.too_many"]


def test_what_contradicts_the_board_is_refused_at_once(evening: Evening) -> None:
    taken = next(event for event in EVENING if isinstance(event, SettlementBuilt)).at
    assert "settlement.occupied" in evening.refusal(SettlementBuilt(seat=ANA, at=taken))
    assert evening.refusal(RoadBuilt(seat=ANA, at="nowhere"))
    assert evening.waiting == []


def test_only_so_many_of_one_seat_wait_and_others_still_can(evening: Evening) -> None:
    for number in range(MAX_OPEN_PROPOSALS):
        evening.propose(BUY, key=f"tap {number}")
    assert evening.refusal(BUY) == ["proposal.too_many"]
    evening.propose(TurnEnded(seat=BORIS), seat=BORIS, key="other")
    assert len(evening.waiting) == MAX_OPEN_PROPOSALS + 1
    evening.sessions.withdraw(evening.id, 1, ANA)
    evening.propose(BUY, key="now")


def test_a_seat_takes_back_only_what_it_proposed_itself(evening: Evening) -> None:
    evening.propose(BUY)
    for seat in (BORIS, CHAI, DANA):
        evening.sessions.withdraw(evening.id, 1, seat)
    evening.sessions.withdraw(evening.id, 7, ANA)
    assert evening.waiting == [1]
    evening.sessions.withdraw(evening.id, 1, ANA)
    assert (evening.waiting, evening.new) == ([], [])


def test_an_unknown_game_has_no_session(evening: Evening) -> None:
    with pytest.raises(NoSuchGame):
        evening.sessions.append("nobodys1", PhraseSaid(seat=ANA, phrase="wait"), "key")


# Never twice.


def test_the_same_tap_again_is_the_same_proposal(evening: Evening) -> None:
    evening.propose(BUY, key="tap")
    evening.propose(BUY, key="tap")
    assert evening.waiting == [1]
    evening.proposals.enter(evening.id, 1)
    evening.propose(BUY, key="tap")
    assert (evening.waiting, evening.new) == ([], [BUY])


def test_a_tap_that_comes_again_after_it_was_entered_is_no_mistake(evening: Evening) -> None:
    road = next(event for event in EVENING[ANAS_TURN:] if isinstance(event, RoadBuilt) and event.seat == ANA)
    evening.propose(road, key="tap")
    evening.proposals.enter(evening.id, 1)
    assert evening.propose(road, key="tap") is False
    assert evening.new == [road]


def test_two_taps_of_the_host_enter_once(evening: Evening) -> None:
    evening.propose(BUY)
    evening.proposals.enter(evening.id, 1)
    evening.proposals.enter(evening.id, 1)
    assert evening.new == [BUY]


def test_a_server_that_died_between_entering_and_settling_enters_nothing_again(evening: Evening) -> None:
    evening.propose(BUY)
    evening.games.enter_events(evening.id, [BUY], None, entry_key(1))
    assert evening.waiting == [1]
    evening.proposals.enter(evening.id, 1)
    assert (evening.waiting, evening.new) == ([], [BUY])


def test_what_was_let_stand_is_not_entered_once_more(evening: Evening) -> None:
    evening.propose(BUY)
    stood = msgspec.structs.replace(BUY, waived=True)
    evening.games.enter_events(evening.id, [stood], None, entry_key(1))
    evening.proposals.enter(evening.id, 1)
    assert (evening.waiting, evening.new) == ([], [stood])


def test_a_proposal_that_is_not_open_is_not_settled(evening: Evening) -> None:
    evening.sessions.close(evening.id, 1, "entered")
    assert evening.sessions.session_of(evening.id).number == 0
    evening.propose(BUY)
    evening.proposals.enter(evening.id, 1)
    assert (evening.waiting, evening.new) == ([], [BUY])


def test_session_events_of_two_processes_get_different_numbers(evening: Evening, tmp_path: Path) -> None:
    games = games_in(tmp_path)
    other = ProposalService(games, SessionService(games, lambda: NOON))
    evening.propose(BUY, key="one")
    other.propose(evening.id, BORIS, [TurnEnded(seat=BORIS)], "two", 0)
    evening.propose(BUY, key="three")
    assert evening.waiting == [1, 2, 3]


def test_a_session_event_that_was_overtaken_gets_the_next_number(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    append: Callable[..., None] = evening.games.storage.sessions.append
    overtaken = iter([True, False])

    def slow(*note: object) -> None:
        if next(overtaken, False):
            append(evening.id, 1, Trusted(seat=DANA, on=True), "quicker", NOON)
            raise NumberTaken
        append(*note)

    monkeypatch.setattr(evening.games.storage.sessions, "append", slow)
    evening.propose(BUY)
    assert evening.waiting == [2]


# The table has moved on.


def test_what_no_longer_fits_is_not_entered_and_stays_for_the_host_to_decide(evening: Evening) -> None:
    evening.propose(BUY)
    evening.games.enter_events(evening.id, [TurnEnded(seat=ANA)])
    with pytest.raises(EntryRefused) as caught:
        evening.proposals.enter(evening.id, 1)
    assert {reason.kind for reason in caught.value.reasons} == {"irregular"}
    assert (evening.waiting, evening.new) == ([1], [TurnEnded(seat=ANA)])


# Trust.


def test_what_a_trusted_seat_says_is_entered_at_once(evening: Evening) -> None:
    evening.trust()
    assert evening.propose(BUY) is True
    assert (evening.waiting, evening.new) == ([], [BUY])
    assert evening.propose(BUY) is False
    assert evening.new == [BUY]


def test_trust_is_for_one_seat_and_until_it_ends(evening: Evening) -> None:
    evening.trust(BORIS)
    assert evening.propose(BUY, key="one") is False
    evening.trust()
    set_trusted(evening.games, evening.sessions, evening.id, ANA, False, "no more")
    assert evening.propose(BUY, key="two") is False
    assert evening.new == []


def test_what_is_irregular_waits_also_from_a_trusted_seat(evening: Evening) -> None:
    evening.trust(BORIS)
    assert evening.propose(DiceRolled(seat=BORIS, total=8), seat=BORIS) is False
    assert (len(evening.waiting), evening.new) == (1, [])


def test_discards_of_several_trusted_seats_are_entered_whoever_is_first(tmp_path: Path) -> None:
    evening = Evening(tmp_path, BEFORE_BORIS_ROLLS)
    recount = Corrected(what="hand", seat=DANA, value=8)
    evening.games.enter_events(evening.id, [recount, DiceRolled(seat=BORIS, total=7)])
    evening.trust(ANA)
    evening.trust(DANA)
    seen = evening.seq
    assert evening.propose(CardsDiscarded(seat=ANA, count=4), key="a", seen=seen) is True
    assert evening.propose(CardsDiscarded(seat=DANA, cards={"ore": 4}), seat=DANA, key="d", seen=seen) is True
    assert evening.games.record_of(evening.id).state.phase.step == "robber"


def test_what_the_host_may_have_entered_already_waits_also_from_a_trusted_seat(evening: Evening) -> None:
    trade = BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1})
    evening.trust()
    seen = evening.seq
    evening.games.enter_events(evening.id, [trade])
    assert evening.propose(trade, seen=seen) is False
    assert (len(evening.waiting), evening.new) == (1, [trade])


(ANAS_ROLL,) = all_of(DiceRolled, EVENING[ANAS_TURN - 1 : ANAS_TURN])


@pytest.mark.parametrize("undone", [TakenBack(to=ANAS_TURN - 1), Amended(entry=ANAS_TURN, event=ANAS_ROLL)], ids=type)
def test_after_an_undo_a_trusted_seat_is_asked_first(evening: Evening, undone: AnyEvent) -> None:
    evening.trust()
    seen = evening.seq
    evening.games.enter_events(evening.id, [undone])
    event = DiceRolled(seat=ANA, total=8) if isinstance(undone, TakenBack) else BUY
    assert evening.propose(event, seen=seen) is False
    assert len(evening.waiting) == 1


def test_a_trusted_tap_whose_first_try_failed_half_way_is_entered_by_the_second(evening: Evening) -> None:
    evening.trust()
    evening.sessions.append(evening.id, Proposed(seat=ANA, events=[BUY], seen=evening.seq), "tap")
    assert evening.propose(BUY, key="tap") is True
    assert (evening.waiting, evening.new) == ([], [BUY])


def test_a_trusted_tap_that_was_overtaken_waits(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.trust()
    monkeypatch.setattr(evening.games, "judge", lambda game, events: [()])
    assert evening.propose(DiceRolled(seat=ANA, total=8)) is False
    assert (len(evening.waiting), evening.new) == (1, [])


def test_the_host_trusts_people_not_chairs(evening: Evening) -> None:
    evening.trust(ANA)
    swap_rights(evening.games, evening.sessions, evening.id, ANA, CHAI)
    assert evening.sessions.session_of(evening.id).trust.trusted == {CHAI}
    evening.trust(ANA)
    swap_rights(evening.games, evening.sessions, evening.id, ANA, CHAI)
    assert evening.sessions.session_of(evening.id).trust.trusted == {ANA, CHAI}


def test_a_chair_that_is_not_there_is_trusted_with_nothing(evening: Evening) -> None:
    for seat in (4, 999_999_999):
        with pytest.raises(Refused):
            set_trusted(evening.games, evening.sessions, evening.id, seat, True, "key")
    assert evening.sessions.session_of(evening.id).number == 0


# Phrases.


@pytest.mark.parametrize(
    "said",
    [PhraseSaid(seat=ANA, phrase="boo"), PhraseSaid(seat=ANA, phrase=""), PhraseSaid(seat=ANA, phrase="wait", to=9)],
)
def test_an_unknown_phrase_and_one_to_nobody_are_refused(evening: Evening, said: PhraseSaid) -> None:
    with pytest.raises(Refused):
        say_phrase(evening.sessions, evening.games.record_of(evening.id).state, evening.id, said, "key")
    assert evening.sessions.session_of(evening.id).phrases == ()


# Telling, and what is kept.


def test_the_host_has_more_or_less_said_and_asides_left_out(evening: Evening) -> None:
    choose_detail(evening.sessions, evening.games.record_of(evening.id), evening.id, "first_game", "more")
    choose_detail(evening.sessions, evening.games.record_of(evening.id), evening.id, "terse", "less")
    choose_detail(
        evening.sessions, evening.games.record_of(evening.id), evening.id, "first_game", "more"
    )  # the same tap again
    mute_asides(evening.sessions, evening.id, True, "quiet")
    session = evening.sessions.session_of(evening.id)
    assert (session.number, session.narration.detail, session.narration.muted, evening.new) == (3, "terse", True, [])
    mute_asides(evening.sessions, evening.id, False, "not quiet")
    assert evening.sessions.session_of(evening.id).narration.muted is False


def test_a_session_event_that_always_loses_the_race_is_a_conflict_and_not_a_missing_game(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(*args: object) -> None:
        raise NumberTaken

    monkeypatch.setattr(evening.games.storage.sessions, "append", lose)
    with pytest.raises(TooManyWriters):
        evening.sessions.append(evening.id, AsidesMuted(on=True), "key")
    with pytest.raises(NoSuchGame):
        evening.sessions.append("nobodys1", AsidesMuted(on=True), "key")


def test_a_deleted_game_takes_no_session_events(evening: Evening) -> None:
    evening.games.storage.maintenance.erase_game(evening.id)
    evening.sessions.forget(evening.id)
    with pytest.raises(NoSuchGame):
        evening.sessions.append(evening.id, AsidesMuted(on=True), "key")


def test_listeners_are_called_once_for_every_session_event(evening: Evening) -> None:
    heard: list[tuple[str, int]] = []
    evening.sessions.listen(lambda game, number: heard.append((game, number)))
    evening.propose(BUY, key="tap")
    evening.propose(BUY, key="tap")
    evening.proposals.enter(evening.id, 1)
    assert heard == [(evening.id, 1), (evening.id, 2)]


def test_only_the_last_sessions_stay_folded(evening: Evening) -> None:
    evening.sessions = SessionService(evening.games, lambda: NOON, max_cached=2)
    evening.propose(BUY)
    others = [evening.games.create(TOLD).id for _ in range(3)]
    for game in others:
        evening.sessions.session_of(game)
    assert list(evening.sessions._cache) == others[1:]
    assert evening.waiting == [1]


def test_a_trade_is_no_proposal_of_one_seat(evening: Evening) -> None:
    trade = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"wool": 1})
    assert evening.refusal(trade) == ["proposal.not_yours"]


def test_games_are_apart(evening: Evening) -> None:
    other = evening.games.create(SETUP, EVENING[:ANAS_TURN]).id
    evening.propose(BUY)
    assert evening.sessions.session_of(other).proposals.open == {}
    evening.sessions.withdraw(other, 1, ANA)
    evening.proposals.enter(other, 1)
    assert len(evening.games.record_of(other).log) == ANAS_TURN
    assert evening.waiting == [1]
