"""Every event in a few words: what undo undoes, what an entry of the history is."""

import re
from typing import get_args

import pytest

from narrator.core.play.corrections import CORRECTIONS
from narrator.core.table import events as e
from narrator.core.table.cards import Counts
from narrator.core.table.events import AnyEvent
from narrator.script.announcements.announce import action_label, action_label_at
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.games import ANA, BORIS, NAMES

ORE: Counts = {"ore": 4}
WOOL: Counts = {"wool": 1}
VALUES = {"turn": BORIS, "step": "roll", "robber": "0,0,0", "longest_road": ANA, "largest_army": None}
CORRECTED = [
    e.Corrected(what=what, value=VALUES.get(what, 3), seat=ANA, resource="ore" if what == "bank" else None)
    for what in CORRECTIONS
]
DEEDS: list[AnyEvent] = [
    e.StepDone(step="frame"),
    e.FirstPlayerChosen(seat=ANA),
    e.SeatJoined(seat=BORIS, name="Boris", colour="blue"),
    e.PlayerLeft(seat=ANA),
    e.SettlementBuilt(seat=ANA, at="v_2_-1_-1"),
    e.RoadBuilt(seat=ANA),
    e.CityBuilt(seat=ANA, settlement=1),
    e.RoadReported(seat=ANA, length=5),
    e.DiceRolled(seat=ANA, dice=(2, 6)),
    e.DiceRolled(seat=ANA, total=11),
    e.CardsGained(gains={ANA: ORE}),
    e.CardsDiscarded(seat=ANA, count=1),
    e.CardsDiscarded(seat=ANA, cards=ORE),
    e.RobberMoved(seat=ANA, to="0,0,0"),
    e.CardStolen(seat=ANA, victim=BORIS, resource="ore"),
    e.CardStolen(seat=ANA, victim=None),
    e.DevelopmentBought(seat=ANA),
    e.KnightPlayed(seat=ANA),
    e.RoadBuildingPlayed(seat=ANA),
    e.YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}),
    e.MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 2}),
    e.PointsRevealed(seat=ANA, count=1),
    e.PointsRevealed(seat=ANA, count=3),
    e.BankTraded(seat=ANA, give=ORE, receive=WOOL),
    e.PlayersTraded(seat=ANA, partner=BORIS, give=ORE, receive=WOOL),
    e.PlayersTraded(seat=ANA, partner=BORIS, give={}, receive={}, waived=True),
    e.TurnEnded(seat=ANA),
    e.VictoryDeclared(seat=ANA),
    e.RulesAgreed(seat=ANA),
    e.ClockPaused(),
    e.ClockResumed(),
    e.NeutralSettlementBuilt(colour="white", at="v_2_-1_-1"),
    e.NeutralRoadBuilt(seat=ANA, colour="white"),
    e.NeutralRoadReported(colour="white", length=5),
    e.TokensSpent(seat=ANA, action="forced_trade"),
    e.TokensSpent(seat=ANA, action="robber_home"),
    e.KnightGivenUp(seat=ANA),
    e.RuleChanged(key="target_vp", value=12),
    e.RulingMade(case="cocked", text="again"),
    *CORRECTED,
    e.TakenBack(to=0),
    e.Amended(entry=7, event=None),
    e.Amended(entry=7, event=e.TurnEnded(seat=ANA)),
    e.Amended(after=0, event=e.TurnEnded(seat=ANA)),
]
KEYS = [action_label(event).key for event in DEEDS]
THEMES = ("classic", "clawtan")


def said(event: AnyEvent, language: str, theme: str = "classic") -> str:
    return say(action_label(event), TableLocale(language, NAMES, theme))


def test_the_list_above_has_every_kind_of_event() -> None:
    assert {type(event) for event in DEEDS} == set(get_args(AnyEvent))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_label_is_short_and_in_the_language(language: str, theme: str) -> None:
    for event in DEEDS:
        words = said(event, language, theme)
        assert 0 < len(words) <= 60, words
        assert not re.search(r"[{}]|deed\.|None", words), words


@pytest.mark.parametrize("language", ["th", "ru", "es"])
def test_no_action_label_is_left_in_english(language: str) -> None:
    same = [said(event, language) for event in DEEDS if said(event, language) == said(event, "en")]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_actions_have_different_labels(language: str) -> None:
    by_key = {action_label(event).key: said(event, language) for event in DEEDS}
    assert len(set(by_key.values())) == len(by_key) == len(set(KEYS))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_acted_is_named(language: str) -> None:
    """But for a neutral colour's road, which goes by its colour."""
    acted = [event for event in DEEDS if isinstance(event, e.SeatEvent) and not isinstance(event, e.NeutralRoadBuilt)]
    assert [event for event in acted if NAMES[event.seat] not in said(event, language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_theme_has_its_own_label_for_the_same_action(language: str) -> None:
    city = e.CityBuilt(seat=ANA, settlement=1)
    assert said(city, language) != said(city, language, "clawtan")


def test_a_roll_says_its_total_whichever_way_it_was_entered() -> None:
    assert [said(event, "en") for event in DEEDS if isinstance(event, e.DiceRolled)] == [
        "Ana rolled 8",
        "Ana rolled 11",
    ]


def test_which_card_was_stolen_is_not_said() -> None:
    seen, unseen = (e.CardStolen(seat=ANA, victim=BORIS, resource=resource) for resource in ("ore", None))
    assert action_label(seen) == action_label(unseen)


# What undo takes back.


def undone(*log: AnyEvent) -> str:
    return say(action_label_at(log, len(log)), TableLocale("en", NAMES))


def test_what_was_entered_with_one_tap_is_named_after_its_last() -> None:
    assert undone(e.TurnEnded(seat=ANA, group=1), e.DiceRolled(seat=BORIS, total=8, group=1)) == "Boris rolled 8"


def test_several_discards_are_everybodys() -> None:
    together = [e.CardsDiscarded(seat=seat, count=4, group=2) for seat in range(3)]
    rolled = e.DiceRolled(seat=ANA, total=7)
    assert undone(rolled, *together) == "3 discards"
    assert undone(rolled, e.CardsDiscarded(seat=ANA, count=4)) == "Ana discarded 4 cards"


def test_an_amendment_is_named_after_what_it_mended() -> None:
    rolled = e.DiceRolled(seat=BORIS, total=6)
    mended = e.Amended(entry=1, event=e.DiceRolled(seat=BORIS, total=8))
    assert undone(rolled, mended) == "Corrected: Boris rolled 8"
    assert undone(rolled, e.Amended(after=1, event=e.TurnEnded(seat=BORIS))) == "Added: Boris ended the turn"
    assert undone(rolled, e.Amended(entry=1)) == "Removed: Boris rolled 6"
    assert undone(rolled, mended, e.Amended(entry=2)) == "Removed: Boris rolled 8"


def test_an_amended_theft_says_no_card_either() -> None:
    stolen = e.CardStolen(seat=ANA, victim=BORIS, resource="ore")
    assert undone(stolen, e.Amended(entry=1)) == "Removed: Ana stole from Boris"
