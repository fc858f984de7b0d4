"""Secrets stay secret: what everybody may see holds no hand and no stolen card."""

from narrator.core.reading.explain import explain
from narrator.core.reading.public_view import public_view, state_for_api
from narrator.core.record.record import Record
from narrator.core.table.events import CardStolen
from narrator.core.table.phase import Acting, Stealing
from tests.support.games import ANA, BORIS, given, new_game, record_of

SEEN = CardStolen(seat=ANA, victim=BORIS, resource="ore")


def robbed() -> Record:
    """The host happened to see which card it was, and entered it."""
    return record_of(given(new_game(), step=Stealing((BORIS,), Acting()), hands={BORIS: 3}), SEEN)


def test_a_view_does_not_tell_which_card_was_stolen() -> None:
    last = public_view(robbed().head).last_transition
    assert last is not None
    assert last.fact == CardStolen(seat=ANA, victim=BORIS)


def test_a_view_holds_nothing_about_what_is_in_a_hand() -> None:
    record = robbed()
    assert record.state.hands is not None
    view = public_view(record.head)
    assert view.state.hands is None
    assert [(moment.before.hands, moment.after.hands) for moment in view.transitions] == [(None, None)]
    assert "ore" not in repr(state_for_api(record.state)["seats"])


def test_an_explanation_does_not_tell_which_card_was_stolen() -> None:
    (line,) = explain(robbed().head, f"hand.{BORIS}").lines
    assert (line.fact, line.amount) == (CardStolen(seat=ANA, victim=BORIS), -1)
