"""A question at the table: the clock stops, the likeliest rulings come first, and what the table decides returns."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.core.message import msg
from narrator.core.reading.public_view import public_view
from narrator.core.record.next_roll import next_roll
from narrator.core.record.snapshot import snapshot_of
from narrator.core.table.events import AnyFact, DiceRolled, RuleChanged, RulingMade, TurnEnded, VictoryDeclared
from narrator.core.table.phase import Acting, Discarding, MovingRobber, Over, PlacingFreeRoads, Rolling, Stealing
from narrator.core.table.state import GameState
from narrator.script.disputes import LIKELY_TOPICS, MAX_TOPICS, likely_topics, ruling_on
from narrator.script.library import all_topics
from narrator.script.prompts.cases import current_prompts
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.browser.situations import trio
from tests.support.core_evening import evening, table
from tests.support.games import ANA, BORIS, CHAI, given, new_game, record_of
from tests.support.html import page_of, text_of
from tests.support.web import Host, House

EN = TableLocale("en")

# What people ask at each step, at least: a ruling that would be looked for there.
FITTING = {
    "checklist": "red_numbers",
    "settlement": "distance",
    "road": "foreign_road",
    "roll": "dice_off",
    "discard": "discard_what",
    "robber": "robber_must_move",
    "steal": "steal_from",
    "free_roads": "road_building_short",
    "actions": "short_bank",
    "trade": "gift",
    "build": "foreign_building",
    "over": "more_points",
}


def likely(state: GameState) -> list[str]:
    return [topic.id for topic in likely_topics(public_view(snapshot_of(state)))]


def at_step(step: str) -> GameState:
    """A table at this step; after placement everybody holds some cards."""
    if step == "checklist":
        return new_game()
    if step in ("settlement", "road"):
        last = {"settlement": "Ana begins", "road": "Ana's first settlement"}[step]
        return record_of(table(), *evening(last)).state
    if step in ("trade", "build"):
        return given(new_game(turn_phases="separate"), step=step)
    phases = {
        "roll": Rolling(),
        "discard": Discarding({ANA: 4}),
        "robber": MovingRobber(Acting()),
        "steal": Stealing((1, 2), Acting()),
        "free_roads": PlacingFreeRoads(2, Acting()),
        "actions": Acting(),
        "over": Over(ANA),
    }
    return given(new_game(), step=phases[step])


# The likeliest first.


def test_every_step_has_its_questions_and_each_is_a_topic_of_the_library() -> None:
    assert set(FITTING) == set(LIKELY_TOPICS)
    known = {topic.id for phases in ("combined", "separate") for topic in all_topics(new_game(turn_phases=phases))}
    known |= {topic.id for topic in all_topics(new_game(friendly_robber="on", steal_optional=True))}
    for step, names in LIKELY_TOPICS.items():
        assert len(names) >= 3, step
        assert {name for name in names if name not in known} == set(), step


@pytest.mark.parametrize("step", FITTING)
def test_the_likely_questions_fit_the_step(step: str) -> None:
    state = at_step(step)
    found = likely(state)
    assert 3 <= len(found) <= MAX_TOPICS
    assert any(name.partition(".")[2] == FITTING[step] for name in found), found
    others = {name for other, names in LIKELY_TOPICS.items() if other != step for name in names}
    assert not set(found) <= others or step in ("road", "build", "settlement"), "a step has questions of its own"


def test_what_has_just_come_up_stands_before_what_usually_does() -> None:
    record = record_of(table(), *evening())
    seen = set()
    for snapshot in record.head.history():
        view = public_view(snapshot)
        known = {topic.id for topic in all_topics(snapshot.state)}
        just_now = [name for prompt in current_prompts(view) if (name := f"prompt.{prompt.id}") in known]
        found = [topic.id for topic in likely_topics(view)]
        assert found[: len(just_now)] == just_now[:MAX_TOPICS]
        assert len(set(found)) == len(found)
        seen |= {*just_now[:1]}
    assert len(seen) >= 3


def test_only_what_tonights_rules_leave_open_is_asked() -> None:
    assert "prompt.steal_optional" in likely(given(new_game(steal_optional=True), step=Stealing((1, 2), Acting())))
    assert "prompt.friendly_robber" in likely(given(new_game(friendly_robber="on"), step=MovingRobber(Acting())))
    gift = ["prompt.gift" in likely(given(new_game(domestic_trade=trade), step="trade")) for trade in ("on", "off")]
    assert gift == [True, False]


# On the page.


def in_turn(house: House, **rules: Any) -> Host:
    host = house.sample()
    for key, value in rules.items():
        host.enter(RuleChanged(key=key, value=value))
    return host


def asked(host: Host, case: str, text: str, seen: int | None = None) -> TestResponse:
    form = {"case": case, "text": text, "seen": str(host.seq if seen is None else seen)}
    return host.client.post(f"/g/{host.id}/dispute", data=form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_opens_with_likely_rulings_in_the_devices_language(house: House, language: str) -> None:
    host = house.sample()
    page = text_of(host.get(f"/dispute?lang={language}"))
    locale = TableLocale(language, tuple(seat.name for seat in host.record.state.seats))
    topics = likely_topics(public_view(host.record.head))
    assert topics
    for topic in topics:
        assert say(topic.title, locale) in page
    assert say(msg("dispute.how.rulebook_then_vote"), locale) in page


@pytest.mark.parametrize("how", ["rulebook_then_vote", "host_decides", "vote"])
def test_the_page_says_how_this_table_decides(house: House, how: str) -> None:
    assert say(msg(f"dispute.how.{how}"), EN) in text_of(in_turn(house, dispute=how).get("/dispute"))


def test_what_is_not_likely_is_looked_up(house: House) -> None:
    host = house.sample()
    found = text_of(host.get("/dispute?q=monopoly"))
    assert found.count("onopoly") > text_of(host.get("/dispute")).count("onopoly")
    assert say(msg("library.nothing"), EN) in text_of(host.get("/dispute?q=zzzzqqqq"))
    assert host.get("/dispute?q=" + "x" * 500).status_code == 200


def test_what_the_table_decided_is_recorded_and_shown_when_the_case_returns(house: House) -> None:
    host = house.sample()
    case = likely_topics(public_view(host.record.head))[0].id
    decided = "Решили: <b>как в прошлый раз</b>"
    answer = asked(host, case, decided)
    assert (answer.status_code, answer.location) == (303, f"/g/{host.id}/dispute#{case}"), "to what was decided"
    entry = host.record.log[-1]
    assert isinstance(entry, RulingMade)
    assert (entry.case, entry.text) == (case, decided)
    assert ruling_on(host.record.state, case) == decided
    page = host.get("/dispute")
    assert say(msg("dispute.tonight", text=decided), EN) in text_of(page)
    assert "<b>как" not in page.text
    assert "как в прошлый раз" in text_of(host.get("/history"))


def cases_on(page: TestResponse) -> list[str]:
    """Every question on the page, in its order."""
    return [one.get("id") for one in page_of(page).with_class("card", "question")]


def test_a_question_that_is_found_and_likely_stands_on_the_page_once(house: House) -> None:
    host = house.sample()
    title = say(likely_topics(public_view(host.record.head))[0].title, EN)
    cases = cases_on(host.get(f"/dispute?q={title}"))
    assert likely_topics(public_view(host.record.head))[0].id in cases
    assert len(set(cases)) == len(cases)


def test_a_ruling_in_our_own_words_is_printed_once(house: House) -> None:
    host = house.host(trio(), evening("Ana rolls a six"))
    host.enter(TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=7))
    case = "prompt.robber_must_move"
    ruling = say(next(topic for topic in all_topics(host.record.state) if topic.id == case).lines[0], EN)
    assert text_of(host.get("/dispute")).count(ruling) == 1
    asked(host, case, ruling)
    page = host.get("/dispute")
    assert text_of(page).count(ruling) == 1
    assert say(msg("dispute.tonight", text=ruling), EN) in text_of(page)


def test_what_was_just_ruled_comes_first_whatever_is_likely_now(house: House) -> None:
    host = house.sample()
    asked(host, "what_if.second_settlement", "Only on the coast.")
    assert cases_on(host.get("/dispute"))[0] == "what_if.second_settlement"


def test_the_last_word_on_a_case_counts(house: House) -> None:
    host = house.sample()
    case = likely_topics(public_view(host.record.head))[0].id
    for text in ("first", "then otherwise"):
        asked(host, case, text)
    assert ruling_on(host.record.state, case) == "then otherwise"
    assert ruling_on(host.record.state, "what_if.distance") is None


def seen(host: Host) -> str:
    """The stage without what the voice may still have to say."""
    page = host.page()
    page.in_class("spoken").children = []
    return page.text


def test_a_ruling_stands_on_the_stage_when_its_prompt_comes_again(house: House) -> None:
    host = house.host(trio(vp_cards="any_time_own_turn"), evening("Ana rolls a six"))
    asked(host, "prompt.seven", "no such case")
    assert host.record.log[-1].type == "dice_rolled", "a case that is none is not recorded"
    asked(host, "prompt.robber_must_move", "We pass the biscuits round.")
    host.enter(TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=5))
    host.enter(TurnEnded(seat=BORIS), DiceRolled(seat=CHAI, total=5))
    assert "biscuits" not in seen(host)
    host.enter(TurnEnded(seat=CHAI), DiceRolled(seat=ANA, total=7))
    stage = seen(host)
    assert say(msg("dispute.tonight", text="We pass the biscuits round."), EN) in stage
    assert "biscuits" in text_of(host.get("/dispute"))


@pytest.mark.parametrize("text", ["", "   ", "\u200b"])
def test_a_ruling_without_words_is_none(house: House, text: str) -> None:
    host = house.sample()
    seq = host.seq
    assert asked(host, "what_if.distance", text).status_code == 303
    assert host.seq == seq


def test_the_same_tap_twice_records_one_ruling(house: House) -> None:
    host = house.sample()
    seen = host.seq
    for _ in range(2):
        assert asked(host, "what_if.distance", "Two apart", seen).status_code == 303
    assert host.seq == seen + 1


def test_longer_words_than_fit_are_cut_and_not_lost(house: House) -> None:
    host = house.sample()
    asked(host, "what_if.distance", "ยาว" * 500)
    asked(host, "what_if.distance", "ยาว" * 500 + "x")
    assert ruling_on(host.record.state, "what_if.distance") == ("ยาว" * 500)[:300]


def test_only_the_host_rules(house: House) -> None:
    host = house.sample()
    stranger: FlaskClient = house.visitor()
    seq = host.seq
    assert stranger.get(f"/g/{host.id}/dispute").status_code in (401, 403)
    for path in ("dispute", "question"):
        form = {"case": "what_if.distance", "text": "mine"}
        assert stranger.post(f"/g/{host.id}/{path}", data=form).status_code in (401, 403)
    assert host.seq == seq


# The clock stands still meanwhile.


def test_a_question_stops_the_clock_once_and_going_on_starts_it(house: House) -> None:
    host = in_turn(house, turn_timer="soft")
    host.enter(*turn_over(host))
    seq = host.seq
    places = [host.client.post(f"/g/{host.id}/question").location for _ in range(2)]
    assert places == [f"/g/{host.id}/dispute?stopped=1", f"/g/{host.id}/dispute"]
    assert [event.type for event in host.record.log[seq:]] == ["clock_paused"]
    for stopped in ("", "1", "1"):
        answer = host.client.post(f"/g/{host.id}/answered", data={"stopped": stopped})
        assert (answer.status_code, answer.location) == (303, f"/g/{host.id}/stage")
        goes_on = ["clock_resumed"] if stopped else []
        assert [event.type for event in host.record.log[seq + 1 :]] == goes_on, "only what the question stopped, once"


def test_a_decision_after_the_end_is_refused_with_its_reason(house: House) -> None:
    host = house.sample()
    case = likely_topics(public_view(host.record.head))[0].id
    host.enter(VictoryDeclared(seat=0, waived=True))
    seq = host.seq
    answer = asked(host, case, "Too late")
    assert answer.status_code == 422
    assert page_of(answer).one("alert").text
    assert host.seq == seq


def test_two_long_decisions_that_begin_alike_are_two(house: House) -> None:
    host = house.sample()
    case = likely_topics(public_view(host.record.head))[0].id
    seq = host.seq
    for end in ("a", "b", "b"):
        form = {"case": case, "text": "x" * 250 + end, "seen": str(seq)}
        assert host.client.post(f"/g/{host.id}/dispute", data=form).status_code == 303
    assert host.seq == seq + 2


def test_without_a_clock_a_question_records_nothing(house: House) -> None:
    host = house.sample()
    seq = host.seq
    assert host.client.post(f"/g/{host.id}/question").status_code == 303
    assert host.seq == seq


def turn_over(host: Host) -> tuple[AnyFact, ...]:
    """The turn ends and the next one begins with its roll."""
    roll = next_roll(host.record.state)
    assert roll is not None
    return (*roll.turn_ends, DiceRolled(seat=roll.seat, total=5))
