"""What one device does for itself: its keys, how the board lies, how it looks; and what it never does."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Devices, Hosting
from tests.support.browser.host import Host
from tests.support.browser.server import Server
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, BORIS, path


def choose(host: Host, name: str, value: str) -> None:
    """A choice in the menu, and back to the stage."""
    host.pick("#menu")
    host.follow(f".menu button[name={name}][value={value}]")
    host.open()


@pytest.mark.thorough
def test_a_file_is_chosen_with_keys_and_its_name_stands_beside_the_button(server: Server, devices: Devices) -> None:
    page = devices.new("es")
    page.on("filechooser", lambda _: None)  # asked for in time: the browser hands the choosing over only from then on
    page.goto(f"{server.address}/")
    page.focus("#game-file")
    assert page.evaluate("() => getComputedStyle(document.querySelector('#game-file + label')).outlineStyle") == "solid"
    page.evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    with page.expect_file_chooser() as opened:
        page.keyboard.press("Enter")
    opened.value.set_files({"name": "noche.json", "mimeType": "application/json", "buffer": b"{}"})
    assert page.inner_text(".chooser output") == "noche.json"


# Keys.


def test_a_quiet_turn_and_a_build_need_only_keys(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({BORIS: 6}))
    page = host.page
    page.keyboard.press("8")
    page.wait_for_selector(f"#content[data-seq='{len(ROLLED) + 3}']")
    page.keyboard.press("b")
    page.wait_for_selector(".spot")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.spot')"):
            break
    wanted = page.evaluate("() => JSON.parse(document.activeElement.value)[0]")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#content[data-seq='{len(ROLLED) + 4}']")
    assert host.log[-1] == wanted
    assert host.state["seat"] == BORIS
    page.keyboard.press("u")
    page.wait_for_selector(f"#content[data-seq='{len(ROLLED) + 5}']")
    assert host.log[-1]["type"] == "taken_back"
    assert host.taps == 0


KEYS = [
    ("е", "KeyT", "bank_trade"),  # Russian
    ("ะ", "KeyT", "bank_trade"),  # Thai
    ("T", "KeyT", "bank_trade"),  # with caps lock
    ("t", "KeyK", "bank_trade"),  # Dvorak: the letter counts, not its place
    ("ú", "KeyP", "trade"),
]


@pytest.mark.thorough
def test_a_key_works_on_every_layout(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    for key, code, opened in KEYS:
        press(host.page, key, code)
        host.page.wait_for_url(f"**do={opened}")
        host.page.keyboard.press("Escape")
        host.page.wait_for_url("**/stage")


@pytest.mark.thorough
def test_dice_are_entered_on_keyboards_whose_digits_are_elsewhere(hosting: Hosting) -> None:
    host = hosting(trio(), *PLACED)
    pressed = [("é", "Digit2", 2), ("-", "Digit6", 6), ("ข", "Minus", 11), ("Dead", "Equal", 12), ("9", "Numpad9", 9)]
    for number, (key, code, total) in enumerate(pressed):
        press(host.page, key, code)
        host.page.wait_for_selector(f"#content[data-seq='{len(PLACED) + 1 + 2 * number}']")
        assert host.log[-1]["total"] == total


@pytest.mark.thorough
def test_keys_that_only_move_about_enter_nothing(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    for key, code in (("ArrowDown", "Numpad2"), ("j", "KeyB"), ("F8", "F8")):
        press(host.page, key, code)
    host.page.wait_for_timeout(100)
    assert host.seq == len(host.log) == len(ROLLED)
    assert host.page.url.endswith("/stage")


def press(page: Page, key: str, code: str) -> None:
    """A key as a keyboard with another layout sends it."""
    page.evaluate(
        "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))",
        [key, code],
    )


@pytest.mark.thorough
def test_escape_leads_out_of_a_panel(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    host.page.keyboard.press("t")
    host.page.wait_for_url("**do=bank_trade")
    host.page.keyboard.press("Escape")
    host.page.wait_for_url("**/stage")
    assert host.seq == len(ROLLED)


# How it lies and looks.


@pytest.mark.thorough
def test_the_board_is_turned_by_sixty_degrees_and_stays_so(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 6}))

    def place() -> str:
        host.open("stage?do=build")
        return host.page.get_attribute(f".spot[value*='{path('B2|C3')}']", "style") or ""

    before = place()
    host.turn_board("right")
    assert "do=build" in host.page.url
    turned = place()
    assert turned != before
    host.open()
    host.build(path("B2|C3"))
    assert host.log[-1]["at"] == path("B2|C3")
    host.undo()
    for _ in range(5):
        host.turn_board("right")
    assert place() == before
    host.turn_board("left")
    host.turn_board("right")
    assert place() == before


CHOICES = (
    ("side", "left", "document.querySelector('.side').offsetLeft < document.querySelector('.entry').offsetLeft"),
    ("text", "huge", "parseFloat(getComputedStyle(document.documentElement).fontSize) === 26"),
    ("flip", "on", "getComputedStyle(document.body).rotate === '180deg'"),
)
LOOKS = {"dark": "rgb(23, 18, 12)", "light": "rgb(247, 240, 225)"}


@pytest.mark.thorough
@pytest.mark.parametrize(("look", "others"), [("dark", CHOICES), ("light", ())])
def test_a_devices_choices_are_kept_and_show(
    hosting: Hosting, look: str, others: tuple[tuple[str, str, str], ...]
) -> None:
    host = hosting(trio(), *ROLLED, color_scheme="light" if look == "dark" else "dark")
    is_painted = f"getComputedStyle(document.documentElement).backgroundColor === '{LOOKS[look]}'"
    chosen = (("look", look, is_painted), *others)
    for name, value, rule in chosen:
        assert not host.page.evaluate(rule)
        choose(host, name, value)
        assert host.page.get_attribute("html", f"data-{name}") == value
        assert host.page.evaluate(rule)
    host.roll(8)
    host.open("history")
    for name, value, _ in chosen:
        assert host.page.get_attribute("html", f"data-{name}") == value


@pytest.mark.thorough
def test_the_dark_look_is_the_same_whether_the_device_or_the_host_wants_it(devices: Devices, server: Server) -> None:
    game = server.begin(trio(), *ROLLED)
    colours = """() => {
      const names = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
        .flatMap(rule => rule.style ? [...rule.style] : []).filter(name => name.startsWith("--"));
      const probe = document.body.appendChild(document.createElement("i"));
      const found = [...new Set(names)].map(name => {
        probe.style.color = `var(${name})`;
        return [name, getComputedStyle(probe).color];
      });
      probe.remove();
      return found;
    }"""
    wished = devices.host(server, game, color_scheme="dark").page.evaluate(colours)
    chosen = devices.host(server, game, color_scheme="light")
    assert chosen.page.evaluate(colours) != wished
    choose(chosen, "look", "dark")
    assert chosen.page.evaluate(colours) == wished


def test_language_follows_the_browser_and_can_be_changed_anywhere(devices: Devices, server: Server) -> None:
    page = devices.new("ru")
    page.goto(server.address)
    assert page.get_attribute("html", "lang") == "ru"
    for place in ("", "new", "library"):
        for lang in ("th", "es"):
            page.goto(f"{server.address}/{place}")
            page.locator(f"button[name=lang][value={lang}]").click()
            page.wait_for_selector(f"html[lang={lang}]")
            assert page.url.partition("?")[0].rstrip("/") == f"{server.address}/{place}".rstrip("/")


# What it never does.


def test_nothing_is_asked_of_another_server_and_no_script_but_our_own_runs(devices: Devices, server: Server) -> None:
    host = devices.host(server, server.begin(trio(), *ROLLED))
    host.pick("#card")
    for place in ("stage?do=menu", "history", "library", "explain?number=hand.0", f"amend?entry={len(ROLLED)}"):
        host.open(place)
    for place in ("", "new", "library?q=robber", "nothing-here"):
        host.page.goto(f"{server.address}/{place}")
    devices.expected.append("404")
    assert len(devices.requests) > 20
    assert [url for url in devices.requests if not url.startswith(server.address)] == []
    assert devices.unexpected() == []
    host.page.evaluate(
        """() => { const script = document.createElement("script"); script.textContent = "window.foreign = 1";
        document.body.append(script); const image = new Image(); image.src = "https://example.com/x.png"; }"""
    )
    host.page.wait_for_timeout(200)
    assert host.page.evaluate("window.foreign") is None
    assert any("script-src" in told for told in devices.unexpected())
    devices.expected += [r"CSP: ", r"Content.Security.Policy"]
    devices.requests = [url for url in devices.requests if "example.com" not in url]
