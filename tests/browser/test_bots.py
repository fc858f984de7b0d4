"""Three phones and a bot, cards at the table: a game tapped to its end; and a bot that goes on by itself."""

import os

import pytest
from playwright.sync_api import expect

from narrator.core.play.placement import placing_seat
from narrator.core.play.production import income
from narrator.core.record.record import Record
from narrator.core.table.cards import RESOURCES
from narrator.core.table.phase import Discarding, MovingRobber, Over, Rolling, Stealing
from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState, acting_seat
from narrator.storage.files.game_file import read_event, read_game
from tests.browser.conftest import Devices
from tests.support.browser.bots import GO_ON
from tests.support.browser.games import start_game
from tests.support.browser.phone import SMALL, Phone
from tests.support.browser.server import Server

ANA, BORIS, CHAI, ROBO = range(4)
NAMES = ("Ana", "Борис", "ชัย")
LANGUAGES = ("es", "ru", "th")
SEVENS = (2, 5)
MOST = 200


class Table:
    """A host's tablet, three phones, and a bot to whom the dice are kind."""

    def __init__(self, devices: Devices, server: Server) -> None:
        page = devices.new("en")
        names = "".join(f"&name{seat}={name}" for seat, name in enumerate(NAMES))
        address = f"{server.address}/new?players=4&preset=short&layout=random_tokens&seed=12{names}"
        page.goto(f"{address}&bot3=player")
        self.host = start_game(page, server)
        self.devices, self.server = devices, server
        self.rolls = 0
        self.asked: set[str] = set()
        """What the bot had to be told."""

    @property
    def state(self) -> GameState:
        game = read_game(self.server.file(self.host.game))
        record = Record(initial_state(game.setup))
        for event in game.events:
            record.add_unchecked(read_event(event))
        return record.state

    def phones(self) -> list[Phone]:
        """Everybody scans the code, and the host trusts them."""
        lobby = self.host.page.context.new_page()
        lobby.goto(f"{self.server.address}/g/{self.host.game.id}/lobby")
        code = lobby.locator("p.code").inner_text().split(":")[-1].replace(" ", "").strip()
        found = []
        for seat, language in enumerate(LANGUAGES):
            phone = Phone(self.devices.new(language, **SMALL), self.server, self.host.game, language)
            phone.scan(code)
            phone.take(seat)
            found.append(phone)
            lobby.locator(".seat-list li").nth(seat).locator(".trust button").click()
            expect(lobby.locator(".seat-list li").nth(seat).locator(".trust [aria-pressed]")).to_have_count(1)
        expect(lobby.locator(".seat-list li").nth(ROBO).locator("use[href='#i-bot']")).to_have_count(1)
        lobby.close()
        return found

    def place(self, phone: Phone) -> None:
        """Somebody places on their own phone what is due."""
        choices = self.server.call(f"/games/{self.host.game.id}/choices")["events"]
        piece = next(event for event in choices if event["type"] in ("settlement_built", "road_built"))
        phone.shows(self.host.state["seq"])
        phone.place(piece["at"])
        phone.shows(self.host.state["seq"])

    def best_roll(self, state: GameState) -> int:
        """What brings the bot what it lacks; the second and the fifth are sevens."""
        self.rolls += 1
        if self.rolls in SEVENS:
            return 7
        assert state.hands is not None
        held = state.hands.bounds(ROBO).low
        gains = {total: income(state, total)[ROBO] for total in range(2, 13)}
        return max(
            gains, key=lambda n: sum(gains[n].count_of(kind) * (1 if held.count_of(kind) else 5) for kind in RESOURCES)
        )

    def turn_on(self, state: GameState) -> None:
        """People discard, move the robber and pass the dice; the host enters it."""
        host, phase = self.host, state.phase
        if isinstance(phase, Discarding):
            host.pick("#entry button[value*=cards_discarded][value*=count]")
        elif isinstance(phase, MovingRobber):
            corners = [at for at, piece in state.buildings.items() if piece.seat == ROBO]
            island = state.game.board.island
            land = (at for at in island.hexes if set(island.corners_of[at]) & set(corners) and at != state.robber)
            host.robber(next(land))
        elif isinstance(phase, Stealing):
            host.steal(ROBO)
        elif host.page.locator(".pad .dice").count():
            host.roll(self.best_roll(state))
        else:
            host.end_turn()

    def help(self, state: GameState) -> None:
        """What the bot can't know is tapped: what was drawn, stolen, or handed over."""
        host = self.host
        if host.offers(type="development_bought"):
            self.asked.add("development_bought")
            host.enter(type="development_bought", card="knight" if state.deck % 2 else "points")
        elif host.offers(type="card_stolen"):
            self.asked.add("card_stolen")
            victim = host.page.locator("#entry button").first.get_attribute("value") or ""
            seat = int(victim.split('"victim":')[1][0])
            assert state.hands is not None
            high = state.hands.bounds(seat).high
            host.enter(type="card_stolen", resource=next(kind for kind in RESOURCES if high.count_of(kind)))
        else:
            host.pick("#entry a.main")
            host.enter(type="monopoly_played")


@pytest.fixture
def table(devices: Devices, server: Server) -> Table:
    return Table(devices, server)


def play(table: Table, phones: list[Phone]) -> None:
    host, page = table.host, table.host.page
    for _ in range(MOST):
        state = table.state
        if isinstance(state.phase, Over) and not page.locator(GO_ON).count():
            return
        if page.locator(GO_ON).count():
            if page.locator(".heard .answers").count() == 0 and page.locator(".heard").count():
                phones[CHAI].answer("accept")
                expect(page.locator(".answers .accept")).to_have_count(1)
            host.pick(GO_ON)
        elif state.phase.part_of_game.startswith("placement") or state.round == 0:
            table.place(phones[placing_seat(state)])
            page.wait_for_function(
                "seq => document.querySelector('#content').dataset.seq > seq", arg=str(state.last_entry)
            )
        elif acting_seat(state) == ROBO and not isinstance(state.phase, Rolling | Discarding):
            table.help(state)
        else:
            table.turn_on(state)
    raise AssertionError("nobody won")


@pytest.mark.skipif(not os.environ.get("WHOLE"), reason="takes a minute: `make evenings`")
def test_three_phones_and_a_bot_tap_a_whole_game_with_cards_at_the_table(table: Table) -> None:
    host = table.host
    phones = table.phones()
    host.open().lay()
    host.starts(ROBO)
    host.pick("button[name=pace][value=step]")
    play(table, phones)
    assert host.state["winner"] == ROBO
    assert host.state["seats"][ROBO]["name"] == "Robo"
    assert "card_stolen" in table.asked
    for phone in phones:
        phone.shows(host.seq)


def test_a_bot_goes_on_by_itself_but_waits_after_an_undo(table: Table) -> None:
    host = table.host
    host.lay()
    host.starts(ROBO)
    host.pick("button[name=pace][value=fast]")
    host.page.wait_for_function("() => document.querySelectorAll('.pieces [data-at]').length === 2")
    host.undo()
    expect(host.page.locator(".go-on[hx-trigger]")).to_have_count(0)
    expect(host.page.locator(GO_ON)).to_have_count(1)


def test_a_finger_on_its_way_when_a_bot_goes_on_by_itself_taps_nothing(table: Table) -> None:
    """It meant the page before; a moment later, and after a tap of one's own, everything can be tapped."""
    host, page = table.host, table.host.page
    host.lay()
    host.starts(ROBO)
    host.pick("button[name=pace][value=fast]")
    page.evaluate("""() => document.addEventListener("htmx:afterSwap", () => {
      const { left, top, width, height } = document.querySelector(".undo button").getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      document.body.dataset.hits = `${document.body.dataset.hits || ""} ${hit.closest(".undo") ? "undo" : "nothing"}`;
    })""")
    page.wait_for_function("() => document.querySelectorAll('.pieces [data-at]').length === 1")
    assert page.evaluate("() => document.body.dataset.hits") == " nothing"
    host.undo()
    assert page.evaluate("() => document.body.dataset.hits") == " nothing undo"
    assert host.log[-1]["type"] == "taken_back"


@pytest.mark.thorough
def test_a_bot_that_goes_on_takes_nothing_from_under_a_finger(table: Table) -> None:
    """What was pressed on the page before is of the page before, and the record knows it."""
    host, page = table.host, table.host.page
    host.lay()
    host.starts(ROBO)
    seq = host.seq
    box = page.locator("#forgotten").bounding_box()
    assert box is not None
    host.pick("button[name=pace][value=fast]")
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.mouse.down()
    with page.expect_response("**/go_on"):
        pass
    assert page.locator("#content").get_attribute("data-seq") == str(seq)
    page.mouse.move(1, 1)
    page.mouse.up()
    page.wait_for_function("seq => document.querySelector('#content').dataset.seq > seq", arg=str(seq))
