"""A phone at the table: joins, follows, proposes, trades. It is found and tapped like a tablet, on a smaller screen."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.support.browser.host import Host
from tests.support.browser.server import Game, Server
from tests.support.html import parse

SMALL: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CLOCK = """
window.seen = {};
const note = () => {
  const page = document.querySelector("#content[data-seq]");
  if (page && !(page.dataset.seq in seen)) seen[page.dataset.seq] = Date.now();
};
addEventListener("DOMContentLoaded", note);
document.addEventListener("htmx:afterSettle", note);
"""
"""Notes on every page when it first showed which entry."""


SHOWS = """([seq, limit]) => new Promise((done, fail) => {
  const last = Date.now() + limit;
  const look = () => {
    const shown = Object.keys(seen).filter(number => number >= seq).map(number => seen[number]);
    if (shown.length) done(Math.min(...shown));
    else if (Date.now() > last) fail(`it shows ${Object.keys(seen)}, not ${seq}`);
    else setTimeout(look, 5);
  };
  look();
})"""


LOST = """() => {
  const bar = document.querySelector("#connection");
  return !bar.hidden && bar.textContent === bar.dataset.lost;
}"""
KEPT = "JSON.parse(JSON.parse(localStorage.getItem('copy') || '{}').text || '{}')"


class Phone(Host):
    def __init__(self, page: Page, server: Server, game: Game, language: str) -> None:
        super().__init__(page, server, game)
        self.language = language
        page.add_init_script(CLOCK)

    # Joining.

    def scan(self, code: str) -> None:
        self.page.goto(f"{self.server.address}/j/{code}")

    def take(self, seat: int, name: str = "") -> None:
        form = self.page.locator(f".seat-form:has(button[value='{seat}'])")
        if name:
            form.locator("[name=name]").fill(name)
        form.locator("button").tap()
        self.page.wait_for_url("**/phone*")

    def watch(self) -> None:
        self.page.locator("button[value=watch]").tap()
        self.page.wait_for_url("**/phone*")

    # What stands there.

    def shows(self, seq: int, within: float = 8) -> float:
        """When it came to show an entry, in seconds of this machine's clock."""
        moment: float = self.page.evaluate(SHOWS, [seq, within * 1000])
        return moment / 1000

    def waits_for(self, selector: str) -> None:
        self.page.wait_for_selector(selector)

    @property
    def expected_line(self) -> str:
        """What the table view says of this moment in this phone's language."""
        table = f"{self.server.address}/g/{self.game.id}/table?lang={self.language}"
        return parse(self.page.request.get(table).text()).attribute("data-line")

    @property
    def says_it_is_away(self) -> bool:
        return bool(self.page.evaluate(LOST))

    def kept(self, entries: int) -> dict[str, Any]:
        """The public game file that it keeps, once it has so many entries; a page just loaded looks for it at once."""
        self.page.reload()
        self.page.wait_for_function(f"n => ({KEPT}.events || []).length === n", arg=entries, polling=100)
        file: dict[str, Any] = self.page.evaluate(f"() => {KEPT}")
        return file

    # Proposing and trading.

    def unfold(self, part: str) -> None:
        self.page.locator(f"#{part} > summary").tap()

    def agree(self) -> None:
        self.pick(".agree button.main")

    def offer(self, give: Sequence[str], want: Sequence[str]) -> None:
        self.lead(do="offer")
        self._pick_cards(give, want)

    def counter(self, give: Sequence[str], want: Sequence[str]) -> None:
        """Other cards than those that were asked for."""
        self.lead(do="counter")
        for _ in range(2):
            self.pick("a.button:has(use[href='#i-cross']):not([href$='/phone'])")
        self._pick_cards(give, want)

    def _pick_cards(self, give: Sequence[str], want: Sequence[str]) -> None:
        for count in range(1, len(give) + 1):
            self.lead(give=".".join(give[:count]))
        for count in range(1, len(want) + 1):
            self.lead(want=".".join(want[:count]))
        self.pick(".offer button.main")

    def answer(self, how: str) -> None:
        self.waits_for(f".offer button[value={how}]")
        self.pick(f".offer button[value={how}]")

    def choose(self, partner: int) -> None:
        self.waits_for(f"form.answer:has([name=partner][value='{partner}']) button")
        self.pick(f"form.answer:has([name=partner][value='{partner}']) button")
