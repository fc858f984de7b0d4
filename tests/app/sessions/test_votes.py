"""A question put to the table: one vote a seat, over when it is decided or stopped; and a no to a changed rule."""

from pathlib import Path

import pytest

from narrator.app.sessions import votes
from narrator.app.sessions.votes import object_to_rules, objecting_seats
from narrator.core.message import Refused
from narrator.core.table.events import RuleChanged, RulesAgreed
from narrator.session.events import AnySessionEvent, Closed, StoredSessionEvent, VoteAsked, Voted
from narrator.session.fold import fold_session
from tests.support.app import NOON
from tests.support.evening import ANA, BORIS, CHAI, Evening

GIFT, SHORT = "prompt.gift", "prompt.short_bank"


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def ask(evening: Evening, case: str = GIFT, key: str = "ask") -> int:
    votes.start_vote(evening.sessions, evening.games.record_of(evening.id).state, evening.id, case, key)
    return evening.sessions.session_of(evening.id).number


def vote(evening: Evening, seat: int, way: str, note: int = 1) -> None:
    said, state = Voted(seat=seat, vote_number=note, ruling=way), evening.games.record_of(evening.id).state
    votes.vote(evening.sessions, state, evening.id, said, f"{seat} {way} {note}")


def rulings(*notes: AnySessionEvent) -> dict[int, str] | None:
    session = fold_session(StoredSessionEvent(number, note, NOON) for number, note in enumerate(notes, start=1))
    return dict(session.vote.rulings) if session.vote else None


# Votes.


def test_the_last_word_of_each_seat_counts_and_only_on_this_question() -> None:
    asked = VoteAsked(case=GIFT)
    said = [Voted(seat=ANA, vote_number=1, ruling="allowed"), Voted(seat=BORIS, vote_number=1, ruling="allowed")]
    assert rulings(asked, *said, Voted(seat=ANA, vote_number=1, ruling="forbidden")) == {
        ANA: "forbidden",
        BORIS: "allowed",
    }
    assert rulings(asked, Voted(seat=ANA, vote_number=9, ruling="allowed")) == {}
    assert rulings(Voted(seat=ANA, vote_number=1, ruling="allowed")) is None


def test_a_new_question_takes_the_place_of_the_last_and_a_settled_one_is_gone() -> None:
    asked, said = VoteAsked(case=GIFT), Voted(seat=ANA, vote_number=1, ruling="allowed")
    assert rulings(asked, said, VoteAsked(case=SHORT)) == {}
    assert rulings(asked, said, Closed(event_number=1, outcome="withdrawn")) is None
    assert rulings(asked, said, Closed(event_number=2, outcome="withdrawn")) == {ANA: "allowed"}


def test_the_same_tap_asks_once_and_what_is_no_question_is_not_asked(evening: Evening) -> None:
    assert [ask(evening), ask(evening)] == [1, 1]
    assert ask(evening, "prompt.moon", "another") == 1


def test_votes_are_session_events_and_change_nothing_in_the_game(evening: Evening) -> None:
    ask(evening)
    vote(evening, BORIS, "allowed")
    vote(evening, CHAI, "otherwise")
    found = evening.sessions.session_of(evening.id).vote
    assert found is not None
    assert (found.tally["allowed"], found.voters("otherwise"), evening.new) == (1, [CHAI], [])


@pytest.mark.parametrize(("seat", "way", "note"), [(BORIS, "moon", 1), (BORIS, "allowed", 2), (9, "allowed", 1)])
def test_a_vote_on_what_is_not_asked_is_refused(evening: Evening, seat: int, way: str, note: int) -> None:
    ask(evening)
    with pytest.raises(Refused):
        vote(evening, seat, way, note)
    assert evening.sessions.session_of(evening.id).number == 1


def test_a_ruling_ends_the_vote_on_its_own_case_and_no_other(evening: Evening) -> None:
    ask(evening)
    votes.record_ruling(evening.games, evening.sessions, evening.id, SHORT, "A coin decides.", "1")
    assert evening.sessions.session_of(evening.id).vote is not None
    votes.record_ruling(evening.games, evening.sessions, evening.id, GIFT, "Only at birthdays.", "2")
    assert evening.sessions.session_of(evening.id).vote is None
    assert len(evening.new) == 2


def test_a_stopped_vote_decides_nothing_and_stopping_twice_is_stopping_once(evening: Evening) -> None:
    ask(evening)
    for _ in range(2):
        votes.stop_vote(evening.sessions, evening.id)
    assert (
        evening.sessions.session_of(evening.id).vote,
        evening.sessions.session_of(evening.id).number,
        evening.new,
    ) == (None, 2, [])


# A no.


def test_C_02_a_no_stands_until_that_seat_agrees_or_the_rule_changes_again(evening: Evening) -> None:
    def objects(seat: int) -> list[int]:
        object_to_rules(evening.sessions, evening.games.record_of(evening.id), evening.id, seat)
        return objecting_seats(evening.games.record_of(evening.id), evening.sessions.session_of(evening.id))

    assert objects(BORIS) == [], "nothing was changed"
    evening.games.enter_events(evening.id, [RuleChanged(key="gifts", value="allowed")], None, "a")
    assert [objects(BORIS), objects(CHAI), objects(BORIS)] == [[BORIS], [BORIS, CHAI], [BORIS, CHAI]]
    assert evening.sessions.session_of(evening.id).number == 2
    evening.games.enter_events(evening.id, [RulesAgreed(seat=BORIS)], None, "b")
    assert objects(BORIS) == [CHAI]
    evening.games.enter_events(evening.id, [RuleChanged(key="gifts", value="forbidden")], None, "c")
    assert objecting_seats(evening.games.record_of(evening.id), evening.sessions.session_of(evening.id)) == []
