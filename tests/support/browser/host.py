"""A host at a tablet: finds controls by what they enter or where they lead, taps them, and counts every tap."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from playwright.sync_api import Error, Page

from narrator.core.table.events import TouchedHex
from tests.support.browser.server import Game, Server

Wanted = Mapping[str, Any]

HELPER = Path(__file__).with_name("tablet.js")
"""What the tests add to every page: how a control is found and whether a finger would meet it."""

LET_STAND = ".refused button[name=events]"
TWICE = 0.4
NEAR = 40
PATIENCE = 5
"""Within so many seconds and pixels a page takes two taps for one."""

SEATS = """() => [...document.querySelectorAll(".seat")].map(seat => ({
  name: seat.querySelector(".name").textContent,
  points: tablet.number(seat.querySelector(".points")),
  hand: tablet.number(seat.querySelector(".count:not(.title)")),
  unsure: !!seat.querySelector(".count.unsure"),
  longest_road: !!seat.querySelector(".title use[href='#i-longest_road']"),
  largest_army: !!seat.querySelector(".title use[href='#i-largest_army']"),
  acts: seat.classList.contains("acts"),
}))"""
STACKS = """() => Object.fromEntries([...document.querySelectorAll(".bank .stack")].map(stack =>
  [stack.querySelector("use").getAttribute("href").slice(3), tablet.number(stack)]))"""


class Host:
    def __init__(self, page: Page, server: Server, game: Game) -> None:
        self.page, self.server, self.game = page, server, game
        self.taps = 0
        self._entered = (0.0, 0.0), 0.0
        """Where something was entered last, and when."""

    # What stands there.

    @property
    def seq(self) -> int:
        return int(self.page.get_attribute("#content", "data-seq") or -1)

    @property
    def line(self) -> str:
        return self.page.get_attribute("#line", "data-line") or ""

    @property
    def state(self) -> dict[str, Any]:
        """What the server knows, whatever this page shows."""
        return self.server.state(self.game)

    @property
    def log(self) -> list[dict[str, Any]]:
        return self.server.log(self.game)

    def seats(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate(SEATS)
        return found

    def bank(self) -> dict[str, int]:
        found: dict[str, int] = self.page.evaluate(STACKS)
        return found

    def offers(self, **wanted: Any) -> bool:
        """Whether something can be tapped that enters this."""
        return self.page.evaluate("wanted => tablet.find('entering', wanted)", wanted) is not None

    def leads(self, **wanted: Any) -> bool:
        """Whether something can be tapped that leads there."""
        written = {name: str(value) for name, value in wanted.items()}
        return self.page.evaluate("wanted => tablet.find('leading', wanted)", written) is not None

    # Tapping.

    def open(self, path: str = "stage") -> "Host":
        self.page.goto(f"{self.server.address}/g/{self.game.id}/{path}")
        return self

    def touch(self, how: str, what: Any) -> dict[str, Any]:
        """One tap where a finger would go; nothing may lie over it."""
        found = self._find_free(how, what)
        enters = found["events"] and found["events"][0]["type"] != "taken_back"
        if enters:
            self._take_time(found["x"], found["y"])
        missed = self.page.evaluate("tablet.missed()")
        self.page.mouse.click(found["x"], found["y"])
        if self._has_missed(missed):
            return self.touch(how, what)
        if enters:
            self._entered = (found["x"], found["y"]), monotonic()
        self.taps += 1
        return found

    def _find_free(self, how: str, what: Any) -> dict[str, Any]:
        """A page that changed by itself waits for fingers that meant the one before; people see it and tap again."""
        found = self._find(how, what)
        for _ in range(PATIENCE):
            if not found["covered"]:
                break
            self.page.wait_for_selector("body:not(.arriving)")
            found = self._find(how, what)
        assert not found["covered"], f"{what} is covered by {found['covered']}"
        return found

    def _has_missed(self, before: int) -> bool:
        try:
            return bool(self.page.evaluate("before => window.tablet !== undefined && tablet.missed() > before", before))
        except Error:  # the tap led to another page
            return False

    def _find(self, how: str, what: Any) -> dict[str, Any]:
        found: dict[str, Any] | None = self.page.evaluate("([how, what]) => tablet.find(how, what)", [how, what])
        assert found is not None, f"there is nothing {how} {what} on {self.page.url}"
        return found

    def _take_time(self, x: float, y: float) -> None:
        """Two quick taps on one place are one: nobody taps on purpose as fast as a test."""
        (last_x, last_y), last = self._entered
        if abs(x - last_x) < NEAR and abs(y - last_y) < NEAR and monotonic() - last < TWICE:
            self.page.wait_for_timeout(1000 * (TWICE + last - monotonic()))

    def tap(self, how: str, what: Any) -> list[dict[str, Any]]:
        """A tap that the stage answers. Returns what it entered."""
        found = self.touch(how, what)
        self.page.evaluate("before => tablet.settle(before, 8000)", found["settled"])
        entered: list[dict[str, Any]] = found["events"]
        return entered

    def enter(self, **wanted: Any) -> list[dict[str, Any]]:
        return self.tap("entering", wanted)

    def lead(self, **wanted: Any) -> None:
        self.tap("leading", {name: str(value) for name, value in wanted.items()})

    def pick(self, selector: str) -> None:
        self.tap("selected", selector)

    def follow(self, selector: str) -> None:
        """A tap that leads to a page of its own."""
        with self.page.expect_navigation():
            self.touch("selected", selector)

    # Before the first turn.

    def lay(self) -> None:
        """The whole table is laid."""
        self.pick(":is(.ends, #entry) button[name=events]:has(use[href='#i-end'])")

    def starts(self, seat: int) -> None:
        self.enter(type="first_player_chosen", seat=seat)

    def place(self, at: str) -> None:
        """A piece that is due: its spot."""
        self.enter(at=at)

    # A turn.

    def roll(self, total: int) -> None:
        self.enter(type="dice_rolled", total=total)

    def roll_dice(self, one: int, other: int) -> None:
        self.lead(die=one)
        self.enter(type="dice_rolled", dice=[one, other])

    def end_turn(self) -> None:
        self.pick(":is(.ends, #entry) button[name=events]:has(use[href='#i-end'])")

    def build(self, at: str) -> None:
        """One tap on the board: the spot says what it is."""
        self.enter(at=at)

    def buy(self) -> None:
        self.enter(type="development_bought")

    def bank_trade(self, give: str, take: str) -> None:
        self.lead(do="bank_trade")
        self.lead(do="bank_trade", give=give)
        self.enter(type="bank_traded", receive={take: 1})

    def bank_trade_again(self) -> None:
        self.enter(type="bank_traded")

    def trade(self, partner: int, give: Sequence[str], take: Sequence[str]) -> None:
        """Cards one by one, as they are laid on the table; the partner's say who that is."""
        self.lead(do="trade")
        for count in range(1, len(give) + 1):
            self.lead(do="trade", give=".".join(give[:count]))
        for count in range(1, len(take) + 1):
            self.lead(do="trade", partner=partner, take=".".join(take[:count]))
        self.enter(type="players_traded", partner=partner, waived=None)

    def trade_untold(self, partner: int) -> None:
        self.lead(do="trade")
        self.lead(do="trade", partner=partner)
        self.enter(type="players_traded", partner=partner, waived=True)

    # The robber.

    def discard(self, seat: int, cards: Sequence[str]) -> None:
        """One tap a card; who is not the first to discard is tapped before."""
        if self.leads(open=seat) and not self.leads(**{f"d{seat}": cards[0]}):
            self.lead(open=seat)
        for count in range(1, len(cards)):
            self.lead(**{f"d{seat}": ".".join(cards[:count])})
        counts = {card: cards.count(card) for card in cards}
        self.enter(type="cards_discarded", seat=seat, cards=counts)

    def robber(self, at: str, victim: int | None = None) -> None:
        """To a hex; a sole victim is robbed with the same tap."""
        entered = self.enter(type="robber_moved", to=at)
        if victim is not None and len(entered) == 1:
            self.steal(victim)

    def steal(self, victim: int | None) -> None:
        self.enter(type="card_stolen", victim=victim)

    # Cards.

    def knight(self, at: str, victim: int | None = None) -> None:
        self.enter(type="knight_played")
        self.robber(at, victim)

    def road_building(self) -> None:
        self.enter(type="road_building_played")

    def plenty(self, one: str, other: str) -> None:
        self.lead(do="plenty")
        self.lead(do="plenty", first=one)
        self.enter(type="year_of_plenty_played", cards={one: 1, other: 1} if one != other else {one: 2})

    def monopoly(self, resource: str, taken: Mapping[int, int]) -> None:
        """The kind; then for each how many were handed over: seldom more than a few, and beyond them one by one."""
        self.lead(do="monopoly")
        self.lead(do="monopoly", kind=resource)
        for seat, count in taken.items():
            while not self.leads(**{f"n{seat}": count}):
                self.pick(f"#entry a[href*='n{seat}=']:has(use[href='#i-plus'])")
            self.lead(**{f"n{seat}": count})
        self.enter(type="monopoly_played", taken={str(seat): count for seat, count in taken.items()})

    def show_points(self, count: int) -> None:
        self.lead(do="points")
        self.enter(type="points_revealed", count=count)

    # Without a board.

    def settle(self, touches: Sequence[TouchedHex], harbour: str | None = None) -> None:
        """The palette: one tap a hex, and the third one enters."""
        if harbour is not None:
            self.lead(harbour=harbour)
        written = [f"{touch.resource}-{touch.number}" for touch in touches]
        for count in range(1, min(len(written), 2) + 1):
            self.lead(t=".".join(written[:count]))
        listed = [{"resource": touch.resource, "number": touch.number} for touch in touches]
        self.enter(type="settlement_built", touches=listed)

    def settle_in_turn(self, touches: Sequence[TouchedHex], harbour: str | None = None) -> None:
        self.lead(do="touches")
        self.settle(touches, harbour)

    def road(self) -> None:
        """A road that is due."""
        self.enter(type="road_built")

    def city(self, settlement: int) -> None:
        self.enter(type="city_built", settlement=settlement)

    def block(self, touch: TouchedHex | None, victim: int | None = None) -> None:
        blocks = None if touch is None else {"resource": touch.resource, "number": touch.number}
        entered = self.enter(type="robber_moved", blocks=blocks)
        if len(entered) == 1 and self.page.query_selector("#entry button[value*=card_stolen]"):
            self.steal(victim)

    def report_road(self, seat: int, length: int) -> None:
        self.enter(type="road_reported", seat=seat, length=length)

    # Setting right.

    def history(self) -> None:
        """The page of everything that happened, by way of what is missed."""
        self.pick("#forgotten")
        self.follow(".ways a[href$='/history']")

    def undo(self) -> None:
        self.pick(".undo button:has(use[href='#i-undo'])")

    def redo(self) -> None:
        self.pick(".undo button:has(use[href='#i-redo'])")

    def reasons(self) -> list[str]:
        """Why something was not entered: the first reason is the largest line, the others stand below it."""
        if not self.page.locator(".refused").count():
            return []
        return [self.page.inner_text(".hero h1"), *self.page.locator(".refused p").all_inner_texts()]

    def let_stand(self) -> None:
        self.pick(LET_STAND)

    def notice(self) -> str:
        found = self.page.query_selector(".notice")
        return found.inner_text() if found else ""

    # The board on this device.

    def turn_board(self, way: Literal["left", "right"]) -> None:
        self.follow(f".rotate-board button:has(use[href='#i-turn_{way}'])")
