"""The voice and the soft cues: what happened and then what to do, once, clause by clause, from one device."""

import pytest
from playwright.sync_api import Page

from narrator.core.table.events import StepDone
from tests.browser.conftest import Devices
from tests.support.browser.host import Host
from tests.support.browser.server import Server
from tests.support.browser.situations import PLACED, ROLLED, trio
from tests.support.browser.voice import VOICE, spoken
from tests.support.games import ANA, hexagon
from tools.make_games import setup

CLAUSES = "() => [...document.querySelectorAll('.spoken li:last-child span')].map(clause => clause.textContent)"


def clauses(page: Page) -> list[str]:
    """What there is to say of the newest entry."""
    found: list[str] = page.evaluate(CLAUSES)
    return found


def able(host: Host) -> Host:
    """A device that can speak, on its stage or table view."""
    host.page.add_init_script(VOICE)
    host.page.reload()
    return host


def speaking(host: Host) -> Host:
    """A tablet that reads aloud: switched on in its menu, where it says the newest."""
    able(host)
    host.pick("#menu")
    host.touch("selected", "[data-action=voice-on]")
    host.page.wait_for_selector(".menu [data-action=voice-on][aria-pressed=true]")
    host.open()
    host.page.wait_for_selector(".spoken[data-speaker]", state="attached")
    spoken(host.page)
    return host


def choose(host: Host, name: str, value: str) -> None:
    host.pick("#menu")
    host.follow(f".menu button[name={name}][value={value}]")
    host.open()


# What is said.


def test_every_entry_is_spoken_once_in_its_order_clause_by_clause(devices: Devices, server: Server) -> None:
    host = speaking(devices.host(server, server.begin(trio(), *ROLLED), "th"))
    told = []
    for total in (8, 9, 5):
        host.roll(total)
        told += clauses(host.page)
    assert len(told) > 3
    assert spoken(host.page) == told
    assert {lang for lang, _ in host.page.evaluate("() => spoken")} == set()
    host.page.reload()
    host.lead(do="forgotten")
    host.open()
    assert spoken(host.page) == []


@pytest.mark.thorough
def test_it_says_what_happened_and_then_what_to_do(devices: Devices, server: Server) -> None:
    host = speaking(devices.host(server, server.begin(trio(), *ROLLED)))
    host.roll(8)
    said = spoken(host.page)
    assert "8" in said[0] or "eight" in said[0].lower()
    assert len(said) >= 2
    assert said[-1] in host.page.inner_text(".now")


def test_an_undo_is_said_in_a_word_and_nothing_is_told_again(devices: Devices, server: Server) -> None:
    host = speaking(devices.host(server, server.begin(trio(), *ROLLED)))
    host.roll(8)
    before = spoken(host.page)
    host.undo()
    undone = spoken(host.page)
    assert undone == clauses(host.page)
    assert undone
    assert before[0] not in undone
    assert host.page.evaluate("hushed") > 0
    host.roll(9)
    after = spoken(host.page)
    assert after == clauses(host.page)
    assert not set(before[:-1]) & set(after)


@pytest.mark.thorough
def test_a_page_that_comes_late_says_only_the_newest(devices: Devices, server: Server) -> None:
    game = server.begin(trio(), *ROLLED)
    host, other = speaking(devices.host(server, game)), devices.host(server, game)
    host.page.goto(server.address)
    other.roll(8)
    other.roll(9)
    host.open()
    assert spoken(host.page) == clauses(host.page) == clauses(other.page)


@pytest.mark.thorough
def test_placements_on_a_booklets_board_are_spoken(devices: Devices, server: Server) -> None:
    host = speaking(devices.host(server, server.begin(setup(3, "beginner_6e"))))
    host.lay()
    host.starts(ANA)
    spoken(host.page)
    for _ in range(4):
        host.pick(".spot")
        said = spoken(host.page)
        assert said[: len(clauses(host.page))] == clauses(host.page)
        assert clauses(host.page), "the next instruction"


@pytest.mark.thorough
def test_the_tiles_are_read_row_by_row_shown_and_spoken(devices: Devices, server: Server) -> None:
    host = speaking(devices.host(server, server.begin(trio(), StepDone(step="frame")), "es"))
    for row, tiles in enumerate((3, 4, 5, 4, 3), start=1):
        host.lead(row=row)
        assert host.page.locator(".board .lit").count() == tiles
        assert spoken(host.page) == [host.page.inner_text(".note")]
    assert not host.page.query_selector("#entry a[href*='row=6']")
    host.enter(type="step_done", step="hexes")
    assert spoken(host.page) == clauses(host.page)


# Who speaks.


@pytest.mark.thorough
def test_of_two_devices_only_the_one_speaks_where_it_was_switched_on_last(devices: Devices, server: Server) -> None:
    game = server.begin(trio(), *ROLLED)
    host = speaking(devices.host(server, game))
    television = able(devices.host(server, game).open("table"))
    host.roll(8)
    assert spoken(host.page)
    television.page.wait_for_selector(f"#content[data-seq='{host.seq}']")
    assert spoken(television.page) == []
    television.page.locator("[data-action=voice-toggle]").click()
    assert spoken(television.page) == clauses(television.page)
    tablet = host.page.evaluate("localStorage.device")
    host.page.wait_for_selector(f".spoken:not([data-speaker='{tablet}'])", state="attached")
    host.roll(9)
    television.page.wait_for_selector(f"#content[data-seq='{host.seq}']")
    assert spoken(television.page) == clauses(host.page)
    assert spoken(host.page) == []
    host.pick("#menu")
    assert host.page.get_attribute("[data-action=voice-on]", "aria-pressed") == "false"


@pytest.mark.thorough
def test_switched_off_it_is_silent_and_a_voice_of_another_evening_speaks_at_once(
    devices: Devices, server: Server
) -> None:
    host = speaking(devices.host(server, server.begin(trio(), *ROLLED)))
    new = server.begin(trio(), *PLACED)
    host.page.context.add_cookies([{"name": f"host_{new.id}", "value": new.secret, "url": server.address}])
    host.game = new
    host.open()
    host.page.wait_for_selector(".spoken[data-speaker]", state="attached")
    spoken(host.page)
    host.roll(8)
    assert spoken(host.page) == clauses(host.page)
    host.pick("#menu")
    host.touch("selected", "[data-action=voice-off]")
    host.page.wait_for_selector(".spoken[data-speaker='']", state="attached")
    host.open()
    host.roll(9)
    assert spoken(host.page) == []


@pytest.mark.thorough
def test_a_voice_that_was_tried_in_one_language_is_silent_in_another(devices: Devices, server: Server) -> None:
    host = able(devices.host(server, server.begin(trio(), *ROLLED), "ru"))
    host.pick("#menu")
    host.touch("selected", "[data-action=voice-test]")
    assert host.page.evaluate("() => spoken.splice(0).map(([lang]) => lang)") == ["ru"]
    host.touch("selected", "[data-action=voice-yes]")
    choose(host, "lang", "es")
    host.roll(8)
    assert spoken(host.page) == []
    choose(host, "lang", "ru")
    host.roll(9)
    assert spoken(host.page)


# Soft cues.

SOUND = """
window.rung = [];
class Part {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  frequency = {};
  connect(other) { return other; }
  start() { rung.push(this.frequency.value); }
  stop() {}
}
window.AudioContext = class {
  currentTime = 0;
  resume() {}
  createOscillator() { return new Part(); }
  createGain() { return new Part(); }
};
"""


@pytest.mark.thorough
def test_a_turn_and_a_seven_sound_softly_once_that_is_wanted_and_an_undo_never(
    devices: Devices, server: Server
) -> None:
    host = devices.host(server, server.begin(trio(), *ROLLED))
    host.page.add_init_script(SOUND)
    host.page.reload()

    def rung() -> list[int]:
        found: list[int] = host.page.evaluate("() => rung.splice(0)")
        return found

    host.roll(8)
    assert rung() == []
    host.pick("#menu")
    host.touch("selected", "[data-action=sound-on]")
    turn = rung()
    assert turn
    host.open()
    host.roll(9)
    assert rung() == turn
    host.undo()
    assert rung() == []
    host.roll(7)
    seven = rung()
    assert seven
    assert seven != turn
    host.robber(hexagon("D3"), ANA)
    assert rung() == []


OUT_OF_TIME = "() => { document.querySelector('[data-clock]').dataset.left = '0'; }"


def test_a_chime_rings_once_when_the_time_is_up_where_sounds_are_on(devices: Devices, server: Server) -> None:
    host = devices.host(server, server.begin(trio(turn_timer="soft", turn_seconds=60), *ROLLED))
    host.page.add_init_script(SOUND)
    host.page.reload()
    host.roll(8)
    rung = "() => rung.splice(0)"
    host.page.wait_for_timeout(700)
    with host.page.expect_response("**/stage"):  # the page asks the server whether time is really up
        host.page.evaluate(OUT_OF_TIME)
    assert host.page.evaluate(rung) == [], "sounds are off until somebody wants them"
    host.pick("#menu")
    host.touch("selected", "[data-action=sound-on]")
    host.open()
    host.page.wait_for_timeout(700)
    assert host.page.evaluate(rung) == [], "there is time left"
    with host.page.expect_response("**/stage"):
        host.page.evaluate(OUT_OF_TIME)
    assert len(host.page.evaluate(rung)) == 3
