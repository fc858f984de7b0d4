"""House rules as a host meets them: found and set in a few taps, and every kind of table played on the page."""

import os
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from narrator.core.message import msg
from narrator.core.reading.public_view import state_for_api
from narrator.core.table.events import (
    AnyEvent,
    DiceRolled,
    FirstPlayerChosen,
    NeutralRoadBuilt,
    NeutralSettlementBuilt,
    RobberMoved,
    StepDone,
    TurnEnded,
)
from narrator.core.table.phase import (
    MovingRobber,
    Over,
    PartnerActing,
    Phase,
    PlacingNeutral,
    SpecialBuilding,
    Stealing,
)
from narrator.core.table.setup import initial_state
from narrator.storage.files.game_file import read_game
from narrator.text.render import TableLocale, say, say_rule
from tests.browser.conftest import Devices, Hosting
from tests.support.browser.axe import problems
from tests.support.browser.evening import EAGER, Fact, LuckyTable, enter, next_fact
from tests.support.browser.host import Host
from tests.support.browser.server import Game, Server
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, BORIS
from tests.support.player import TrueTable
from tools.make_games import setup

EN = TableLocale("en")


class Finger:
    """Somebody who reads the page and taps what it says, and nothing that can't be seen."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, words: str, role: str = "link") -> None:
        control = self.page.get_by_role(role, name=words, exact=False).first  # type: ignore[arg-type]
        self._tap(control)

    def unfold(self, words: str) -> None:
        self._tap(self.page.locator("summary", has_text=words))

    def pick(self, key: str, value: Any) -> None:
        """An option, by the sentence or the number that stands beside it."""
        words = str(value) if isinstance(value, int) else say_rule(key, value, EN)
        if key == "turn_seconds":
            words = say(msg("rules.minutes", n=value // 60), EN)
        rule = self.page.get_by_role("group", name=say(msg(f"rule.{key}"), EN), exact=True)
        self._tap(rule.locator("label", has_text=words).first)

    def _tap(self, control: Any) -> None:
        control.scroll_into_view_if_needed()
        assert control.is_visible()
        control.click()
        self.taps += 1


def test_a_host_who_has_never_seen_it_sets_three_rules_in_under_ten_taps_from_home(
    devices: Devices, server: Server
) -> None:
    page = devices.new()
    page.goto(server.address)
    host = Finger(page)
    host.tap(say(msg("home.new"), EN))
    page.wait_for_url("**/new**")
    host.unfold(say(msg("new.settings"), EN))
    host.tap(say(msg("rules.all"), EN), "button")
    page.wait_for_url("**/new/rules**")
    host.pick("bank_shortage", "nobody")
    host.pick("friendly_robber", "on")
    host.pick("turn_timer", "soft")
    host.pick("turn_seconds", 120)
    host.tap(say(msg("rules.done"), EN), "button")
    page.wait_for_selector("#new")
    for key, value in (("bank_shortage", "nobody"), ("friendly_robber_vp", 2), ("turn_seconds", 120)):
        assert say_rule(key, value, EN) in page.inner_text("#new")
    host.tap(say(msg("new.start.normal"), EN), "button")
    page.wait_for_url("**/stage")
    assert host.taps < 10
    game = page.get_attribute("#content", "data-game") or ""
    secret = next(c["value"] for c in page.context.cookies() if c["name"] == f"host_{game}")
    rules = read_game(server.file(Game(game, secret))).setup.rules
    assert rules == {
        "preset": "official_6e",
        "bank_shortage": "nobody",
        "friendly_robber": "on",
        "turn_timer": "soft",
        "turn_seconds": 120,
    }


def test_a_rule_is_changed_in_mid_game_with_four_taps_and_the_page_comes_back(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    host.pick("#menu")
    host.follow(".menu a[href$='/rules']")
    host.page.locator("#rule-vp_cards").evaluate("rule => rule.scrollIntoView()")
    host.touch("selected", "#rule-friendly_robber button:not(.picked)")
    host.page.wait_for_selector("#r-friendly_robber-on.picked")
    assert (
        host.page.locator("#rule-friendly_robber .picked")
        .inner_text()
        .startswith(say_rule("friendly_robber", "on", EN))
    )
    host.follow("header a.tool")
    assert host.taps == 4
    assert host.log[-1] == {"type": "rule_changed", "key": "friendly_robber", "value": "on"}
    assert host.page.locator("#content").count() == 1


@pytest.mark.thorough
def test_a_question_is_settled_and_the_clock_waits(hosting: Hosting) -> None:
    host = hosting(trio(turn_timer="soft", turn_seconds=120), *PLACED)
    host.roll(8)
    host.roll(5)
    assert re.fullmatch(r"2:00|1:[45]\d", host.page.locator(".clock .time").inner_text())
    host.pick("#forgotten")
    host.follow("#dispute")
    assert host.log[-1]["type"] == "clock_paused"
    first = host.page.locator(".question").first
    first.locator("summary").click()
    first.locator("input[name=text]").fill("Бабушка решила иначе")
    with host.page.expect_navigation():
        first.get_by_role("button", name="Record it").click()
    assert host.log[-1]["text"] == "Бабушка решила иначе"
    assert "Бабушка решила иначе" in host.page.inner_text(".question .note")
    host.follow("header .tool")
    assert [entry["type"] for entry in host.log[-3:]] == ["clock_paused", "ruling_made", "clock_resumed"]
    assert host.page.locator(".clock.paused").count() == 0
    host.enter(type="clock_paused")
    stands = host.page.locator(".clock .time").inner_text()
    host.page.wait_for_timeout(1200)
    assert host.page.locator(".clock.paused .time").inner_text() == stands


@pytest.mark.thorough
def test_the_clock_ticks_down_to_its_notice_without_a_tap(hosting: Hosting) -> None:
    begun = datetime.now(UTC) - timedelta(seconds=27)
    turn = replace(PLACED[-1], time=begun)
    host = hosting(trio(turn_timer="hard", turn_seconds=30), *PLACED[:-1], turn, DiceRolled(seat=ANA, total=8))
    assert re.fullmatch("0:0[0-3]", host.page.locator(".clock .time").inner_text())
    host.page.wait_for_selector(".notice[data-say]")
    assert say(msg("clock.up.hard", seat=0), TableLocale("en", ("Ana",))) in host.page.inner_text(".notice[data-say]")
    assert host.page.locator("#entry a[href*='do=build']").count() == 0


@pytest.mark.thorough
def test_a_device_whose_clock_is_set_back_shows_no_more_than_the_turns_time(hosting: Hosting) -> None:
    turn = replace(PLACED[-1], time=datetime.now(UTC))
    host = hosting(trio(turn_timer="soft", turn_seconds=60), *PLACED[:-1], turn, DiceRolled(seat=ANA, total=8))
    host.page.evaluate("() => { const real = Date.now; Date.now = () => real() - 3600_000 }")
    host.page.wait_for_timeout(700)
    assert re.fullmatch(r"1:00|0:5\d", host.page.locator(".clock .time").inner_text())


@pytest.mark.thorough
def test_the_apps_dice_are_thrown_with_one_tap_a_turn(hosting: Hosting) -> None:
    host = hosting(trio(dice_source="app", robber="off", discards="off"), *PLACED)
    for _ in range(3):
        host.pick("button.throw")
    rolls = [entry for entry in host.log if entry["type"] == "dice_rolled"]
    assert [entry["seat"] for entry in rolls] == [0, 1, 2]
    assert all(1 <= die <= 6 for entry in rolls for die in entry["dice"])
    assert host.taps == 3


# Every kind of table.

TABLES: dict[str, tuple[int, dict[str, Any], int, int, type[Phase]]] = {
    "two, plainly": (2, {"two_player_mode": "plain"}, 2, 4, Stealing),
    "two in a duel": (2, {"preset": "duel"}, 2, 31, MovingRobber),
    "Catan for Two": (2, {"two_player_mode": "catan_for_two"}, 1, 18, PlacingNeutral),
    "five in pairs": (5, {"five_six_turns": "paired"}, 1, 10, PartnerActing),
    "five with special building": (5, {"five_six_turns": "special_build"}, 1, 32, SpecialBuilding),
    "six in pairs": (6, {"five_six_turns": "paired"}, 1, 34, PartnerActing),
    "six with special building": (6, {"five_six_turns": "special_build"}, 1, 27, SpecialBuilding),
}
"""How many, by which rules, for how many rounds, with which luck; and a phase in which something happens meanwhile."""
PLAYERS = replace(EAGER, tokens=0, checklist=1, bank_trade=0.5, player_trade=0.1, card=4)


ALIKE = ("five with special building", "six in pairs")
"""As with one player more or fewer, so only as whole games: `make evenings`."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in TABLES if name not in ALIKE])
def test_the_first_rounds_of_every_kind_of_table_are_tapped_as_they_were_played(hosting: Hosting, name: str) -> None:
    players, rules, rounds, seed, special = TABLES[name]
    table_setup = setup(players, "random_tokens" if players > 4 else "spiral", 5, **rules)
    table = TrueTable(initial_state(table_setup), seed, PLAYERS)
    by_hand = name == "Catan for Two"  # its placement is like no other: neutral corners, neutral roads
    host = hosting(table_setup, *opening(table, laid_only=by_hand))
    phases: list[Phase] = []
    while table.state.round <= rounds:
        phases.append(tap_on(host, table))
    assert any(isinstance(phase, special) for phase in phases)
    found, true = host.state, state_for_api(table.state)
    assert found["round"] == true["round"] == rounds + 1
    assert {key: found[key] for key in SAME} == {key: true[key] for key in SAME}
    assert [seat["hand"] for seat in host.seats()] == [seat["hand"] for seat in true["seats"]]


SHORT = {
    "two, plainly": 37,
    "two in a duel": 63,
    "Catan for Two": 11,
    "five in pairs": 28,
    "five with special building": 74,
    "six in pairs": 62,
    "six with special building": 34,
}
"""Luck with which somebody has eight points soon."""


@pytest.mark.skipif(not os.environ.get("WHOLE"), reason="takes minutes: `make evenings`")
@pytest.mark.parametrize("name", TABLES)
def test_a_whole_game_of_every_kind_of_table_is_tapped_to_its_end(hosting: Hosting, name: str) -> None:
    players, rules, *_ = TABLES[name]
    table_setup = setup(players, "random_tokens" if players > 4 else "spiral", 5, **{**rules, "target_vp": 8})
    table = LuckyTable(initial_state(table_setup), SHORT[name], PLAYERS)
    host = hosting(table_setup, *opening(table, laid_only=name == "Catan for Two"))
    while not isinstance(table.state.phase, Over):
        tap_on(host, table)
    found, true = host.state, state_for_api(table.state)
    assert found["phase"] == "over"
    assert found["winner"] == true["winner"]
    assert {key: found[key] for key in SAME} == {key: true[key] for key in SAME}
    assert true["seats"][true["winner"]]["name"] in host.line


SAME = ("seats", "bank", "seat", "step", "robber", "longest_road", "largest_army", "unsure")


def opening(table: TrueTable, laid_only: bool) -> list[AnyEvent]:
    """What has been before the host comes: the table is laid, or everybody has placed."""
    found: list[AnyEvent] = []
    while table.state.phase.part_of_game != "turn":
        event = table.next_event()
        assert event is not None
        if laid_only and not isinstance(event, StepDone):
            break
        table.enter(event)
        found.append(event)
    return found


def tap_on(host: Host, table: TrueTable) -> Phase:
    """What happens next, as a host taps it: parts that nobody uses end with the next roll. Returns when it was."""
    ended = 0
    while True:
        fact = next_fact(table)
        if not isinstance(fact.event, TurnEnded):
            break
        ended += 1
        if isinstance(table.state.phase, Over):  # whose turn begins has won already
            break
    if isinstance(fact.event, DiceRolled):
        host.roll(fact.event.sum)
        return fact.before.phase
    for _ in range(ended):
        host.end_turn()
    if isinstance(fact.event, TurnEnded):
        return fact.before.phase
    if isinstance(fact.event, NeutralSettlementBuilt | NeutralRoadBuilt):
        place_neutral(host, fact.event)
        return fact.before.phase
    is_theft = isinstance(fact.event, RobberMoved) and isinstance(table.state.phase, Stealing)
    happened: tuple[Fact, ...] = (fact, next_fact(table)) if is_theft else (fact,)
    if isinstance(fact.event, FirstPlayerChosen):
        host.starts(fact.event.seat)
    else:
        enter(host, happened)
    return happened[-1].before.phase


def place_neutral(host: Host, event: NeutralSettlementBuilt | NeutralRoadBuilt) -> None:
    if not host.offers(type=event.type, at=event.at, colour=event.colour):
        host.lead(colour=event.colour)
    host.enter(type=event.type, at=event.at, colour=event.colour)


# axe.

TIMED = (*PLACED, *holding({ANA: 9, BORIS: 8}), DiceRolled(seat=ANA, total=8))


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["th"])
def test_axe_finds_nothing_on_the_pages_of_rules_questions_and_the_clock(
    devices: Devices, server: Server, language: str
) -> None:
    clocked = server.begin(trio(turn_timer="soft", turn_seconds=30), *TIMED)
    host = devices.host(server, clocked, language)
    host.roll(5)
    found = problems(host.page, "clock")
    host.open("dispute?q=7")
    found += problems(host.page, "dispute")
    host.page.goto(f"{server.address}/new/rules?r.robber=off&r.friendly_robber=on")
    assert host.page.locator(".refused p").count() == 1
    found += problems(host.page, "rules of a new game")
    assert host.page.get_attribute("html", "lang") == language
    host.open("rules")
    unfold(host.page)
    found += problems(host.page, "rules of a game")
    assert found == [], "\n".join(found)


def unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((part, number) => { part.open = number < 3; })")
