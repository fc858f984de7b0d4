"""The app deals to two phones and two bots: a game tapped to its end, and no page ever shows another's card."""

import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from narrator.app.access.credentials import ALPHABET
from narrator.app.programs import whose_move
from narrator.core.message import msg
from narrator.core.play.production import income
from narrator.core.record.seat_choices import seat_choices
from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.events import AnyFact, CardStolen, CityBuilt, DevelopmentBought, RobberMoved, SettlementBuilt
from narrator.core.table.phase import Discarding, MovingRobber, Over, Rolling, Stealing
from narrator.core.table.setup import BoardSetup
from narrator.core.table.state import GameState
from narrator.text.render import TableLocale, say
from tests.browser.conftest import Devices
from tests.support.bot_table import with_bots
from tests.support.browser.bots import GO_ON
from tests.support.browser.dealt import Dealt
from tests.support.browser.phone import Phone
from tests.support.browser.server import Server

ANA, BORIS, ROBO, ROBA = range(4)
CITY: dict[str, int] = {"ore": 3, "grain": 2}
SEVENS = (2, 5)
"""Which rolls are sevens."""
MOST = 250
SHOWN = """seq => {
  const stage = document.querySelector("#content");
  if (!stage || stage.dataset.seq !== seq) return null;
  const card = one => one.querySelector(".pic").className.match(/of-(\\w+)/)[1];
  const number = one => Number((one.querySelector("b") || { textContent: 1 }).textContent);
  return {
    hands: document.querySelectorAll(".dealt-hand").length,
    cards: Object.fromEntries([...document.querySelectorAll(".dealt-cards li")].map(one => [card(one), number(one)])),
    held: [...document.querySelectorAll(".dealt-development li")].reduce((sum, one) => sum + number(one), 0),
    stolen: document.querySelectorAll(".stolen").length,
    line: document.querySelector("#line").dataset.line,
    events: [...document.querySelectorAll("button[name=events]")].map(button => button.value),
  };
}"""
"""What a page shows of an entry, once it shows it."""


class Table(Dealt):
    """Two people's phones, the host's tablet, a television, and two bots."""

    def __init__(self, devices: Devices, server: Server) -> None:
        luck = Random("two bots")
        setup = with_bots("player", "master", people=2, cards="app", target_vp=8, reveal_at_end="no")
        setup = replace(setup, board=BoardSetup("random_tokens", seed=11))
        super().__init__(devices, server, setup, lambda n: "".join(luck.choice(ALPHABET) for _ in range(n)))
        self.television = self.host.page.context.new_page()
        self.television.goto(f"{server.address}/g/{self.game.id}/table")
        self.rolls = 0
        self.hidden: set[tuple[str, int | None]] = set()
        """What happened that not everybody may know: its kind, and who did it."""

    def nobody_sees_anothers(self) -> None:
        """Each phone shows its own hand; tablet and television show none; the newest card is told to nobody else."""
        whole = self.games.full_record(self.game.id)
        fact, seq = whole.head.fact, str(len(whole.log))
        for seat, phone in enumerate(self.phones):
            shown = shown_at(phone.page, seq)
            assert (shown["hands"], shown["cards"]) == (1, self.hand(seat))
            assert shown["held"] == len(whole.state.held_cards.get(seat, ()))
            self._keeps_secret(shown, fact, seat)
        for page in (self.host.page, self.television):
            shown = shown_at(page, seq)
            assert (shown["hands"], shown["cards"], shown["held"]) == (0, {}, 0)
            self._keeps_secret(shown, fact, None)

    def _keeps_secret(self, shown: dict[str, Any], fact: AnyFact | None, seat: int | None) -> None:
        told = [event for value in shown["events"] for event in json.loads(value)]
        assert not [event for event in told if event["type"] == "card_stolen" and event.get("resource")]
        assert not [event for event in told if event["type"] == "development_bought" and event.get("card")]
        theft = fact if isinstance(fact, CardStolen) and fact.resource else None
        assert shown["stolen"] == (theft is not None and seat in (theft.seat, theft.victim))
        if theft is not None and not shown["stolen"]:
            self.hidden.add((theft.type, theft.seat))
            assert (
                say(msg("ui.resource", resource=theft.resource), TableLocale("en")).lower() not in shown["line"].lower()
            )
        if isinstance(fact, DevelopmentBought) and fact.seat != seat:
            self.hidden.add((fact.type, fact.seat))
            name = "bot.ask.points" if fact.card == "points" else f"ui.card.{fact.card}"
            assert say(msg(name), TableLocale("en")).lower() not in shown["line"].lower()

    def best_roll(self, state: GameState) -> int:
        """What brings the master what it lacks, and a seven now and then."""
        self.rolls += 1
        if self.rolls in SEVENS:
            return 7
        held, gains = self.hand(ROBA), {total: income(state, total)[ROBA] for total in range(2, 13)}
        lacks = {kind: max(0, CITY.get(kind, 1) - held.get(kind, 0)) for kind in RESOURCES}

        def worth(gain: Cards) -> int:
            return sum(gain.count_of(kind) + 4 * min(gain.count_of(kind), lacks[kind]) for kind in RESOURCES)

        return max(gains, key=lambda total: worth(gains[total]))

    def one_step(self, state: GameState) -> None:
        """Whoever's move it is: a bot, a roll of the dice, or somebody on their own phone."""
        page = self.host.page
        if page.locator(GO_ON).count():
            self.host.pick(GO_ON)
        elif isinstance(state.phase, Rolling):
            self.host.roll(self.best_roll(state))
        else:
            seat = whose_move(state)[0]
            self._act(self.phones[seat], seat, state)

    def _act(self, phone: Phone, seat: int, state: GameState) -> None:
        events = seat_choices(state, seat).events
        if isinstance(state.phase, Discarding):
            phone.discard(seat, self.spare(seat, state.phase))
        elif isinstance(state.phase, MovingRobber):
            phone.robber(next(event.to for event in events if isinstance(event, RobberMoved) and event.to))
        elif isinstance(state.phase, Stealing):
            phone.steal(next(event.victim for event in events if isinstance(event, CardStolen)))
        elif state.phase.part_of_game != "turn":
            phone.place(next(at for event in events if (at := getattr(event, "at", None))))
        else:
            wanted = (CityBuilt, SettlementBuilt, DevelopmentBought)
            piece = next((event for kind in wanted for event in events if isinstance(event, kind)), None)
            if isinstance(piece, CityBuilt | SettlementBuilt) and piece.at:
                phone.build(piece.at)
            elif piece is not None:
                phone.buy()
            else:
                phone.enter(type="turn_ended")


def shown_at(page: Page, seq: str) -> dict[str, Any]:
    found: dict[str, Any] = page.wait_for_function(SHOWN, arg=seq, polling=10).json_value()
    return found


@pytest.fixture
def table(devices: Devices, server: Server) -> Iterator[Table]:
    table = Table(devices, server)
    yield table
    table.log.close()


@pytest.mark.skipif(not os.environ.get("WHOLE"), reason="takes a minute: `make evenings`")
def test_two_phones_and_two_bots_tap_a_whole_game_and_nobody_sees_anothers_card(table: Table) -> None:
    table.host.lay()
    table.host.starts(ROBA)
    table.host.pick("button[name=pace][value=step]")
    for _ in range(MOST):
        state = table.state
        if isinstance(state.phase, Over):
            break
        table.one_step(state)
        table.nobody_sees_anothers()
    assert isinstance(table.state.phase, Over)
    by_bots = {kind for kind, seat in table.hidden if seat in (ROBO, ROBA)}
    assert by_bots == {"card_stolen", "development_bought"}, "there was something to hide"
