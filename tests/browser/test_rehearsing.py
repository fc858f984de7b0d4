"""Before the guests come: a game that plays itself, a quiz for the table, a practice turn; and axe on all of them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Devices, Hosting
from tests.support.browser.axe import problems
from tests.support.browser.host import Host
from tests.support.browser.phone import SMALL, Phone
from tests.support.browser.server import Server
from tests.support.browser.situations import PLACED, trio
from tests.support.browser.voice import VOICE, spoken
from tests.support.games import BORIS

pytestmark = pytest.mark.thorough

FAST = "localStorage.setItem('pace', '4')"


def watching(devices: Devices, server: Server, **options: str) -> Page:
    page = devices.new(**options)
    page.add_init_script(FAST)
    page.goto(f"{server.address}/demo")
    return page


def step(page: Page) -> int:
    return int(page.get_attribute("#content", "data-seq") or 0)


def joined(devices: Devices, host: Host, seat: int) -> Phone:
    host.open("lobby")
    code = host.page.locator("p.code").inner_text().split(":")[-1].replace(" ", "").strip()
    phone = Phone(devices.new("en", **SMALL), host.server, host.game, "en")
    phone.scan(code)
    phone.take(seat)
    return phone


def test_the_demonstration_plays_until_it_is_stopped(devices: Devices, server: Server) -> None:
    page = watching(devices, server, reduced_motion="no-preference")
    page.wait_for_function("() => +document.querySelector('#content').dataset.seq > 2")
    page.keyboard.press("Space")
    stopped = step(page)
    expect(page.locator("#play")).not_to_have_class("playing")
    page.wait_for_timeout(1200)
    assert step(page) == stopped
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("seq => +document.querySelector('#content').dataset.seq < seq", arg=stopped)
    assert f"at={step(page)}" in page.url


def test_it_stands_still_where_no_motion_is_wanted_unless_asked_to_play(devices: Devices, server: Server) -> None:
    page = watching(devices, server)
    page.wait_for_timeout(1300)
    assert step(page) == 0
    page.click("#play")
    page.wait_for_function("() => +document.querySelector('#content').dataset.seq > 0")


def test_it_stops_at_the_end_and_is_read_aloud(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.add_init_script(VOICE + FAST)
    page.goto(f"{server.address}/demo?at=130")
    page.click("[data-action=voice-toggle]")
    assert spoken(page)
    page.click("#play")
    page.wait_for_selector("[data-over]")
    assert any("Boris" in text for text in spoken(page))
    page.wait_for_function("() => !document.querySelector('#play').classList.contains('playing')")
    assert page.get_attribute("#content", "data-kind") == "win"


def test_a_quiz_goes_to_every_phone_and_back(devices: Devices, hosting: Hosting) -> None:
    host = hosting(trio())
    phone = joined(devices, host, BORIS)
    host.open("quiz")
    host.page.click("main form .main")
    answers = phone.page.locator(".quiz .choices button")
    answers.first.tap()
    phone.page.wait_for_selector(".quiz [aria-pressed=true]")
    expect(host.page.locator("main [role=status]")).to_contain_text("1 phone has answered")
    host.page.click("main form .main")
    phone.page.wait_for_selector(".quiz .scores")
    assert host.page.locator(".answers .right").count() == 1
    assert problems(host.page, "quiz of the table") == []
    assert problems(phone.page, "quiz on a phone") == []


def test_a_practice_turn_is_tapped_through_on_a_phone_and_leaves_no_trace(devices: Devices, hosting: Hosting) -> None:
    host = hosting(trio(), *PLACED)
    log = host.log
    phone = joined(devices, host, BORIS)
    host.open("practice")
    host.page.click(".player .main")
    phone.page.wait_for_selector(".practice")
    found: list[str] = []
    while phone.page.locator(".practice button:has-text('Done')").count():
        shown = phone.page.inner_text(".practice .line")
        phone.page.locator(".practice button.main").tap()
        phone.page.wait_for_function(
            "shown => document.querySelector('.practice .line').innerText !== shown", arg=shown
        )
        found.append(phone.page.inner_text(".practice .line"))
    assert found[-1] == "Now put everything back"
    expect(host.page.locator("h1")).to_have_text(found[-1])
    assert host.page.locator(".pictured-player").count() > 0
    assert problems(host.page, "practice") == []
    assert problems(phone.page, "practice on a phone", [".practice"]) == []
    host.page.click(".player .main")
    host.page.wait_for_url("**/stage")
    assert host.log == log


@pytest.mark.parametrize(
    ("language", "path"),
    [("th", "/demo?at=61"), ("ru", "/demo?at=130"), ("es", "/quiz?seed=4"), ("en", "/quiz?seed=4&given=no")],
)
def test_axe_finds_nothing_when_one_rehearses_alone(devices: Devices, server: Server, language: str, path: str) -> None:
    page = devices.new(language)
    page.goto(f"{server.address}{path}")
    assert problems(page, path) == []
