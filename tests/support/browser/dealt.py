"""Dealt games in the browser."""

import json
from collections.abc import Callable
from itertools import count
from typing import Any
from urllib.request import Request, urlopen

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.core.play.seeded_draws import certain_hand, next_development
from narrator.core.record.choices import legal_events
from narrator.core.table.phase import Discarding
from narrator.core.table.setup import Setup, initial_state
from narrator.core.table.state import GameState
from narrator.storage.storage import open_storage
from tests.browser.conftest import Devices
from tests.support.app import Clock
from tests.support.browser.phone import SMALL, Phone
from tests.support.browser.server import Game, Server
from tests.support.dealt import dealt_setup
from tests.support.web import written

A, B, C = range(3)
"""Two have phones; to the third the tablet is passed."""


HAND = """() => Object.fromEntries([...document.querySelectorAll(".dealt-cards li")].map(card =>
  [card.querySelector(".pic").className.match(/of-(\\w+)/)[1], Number(card.querySelector("b").textContent)]))"""


DEVELOPMENT = "() => document.querySelectorAll('.dealt-development .pic').length"


def seed_with_knight() -> bytes:
    """Of a pile with a knight on top."""
    box = initial_state(dealt_setup()).game.box
    return next(seed for seed in (bytes([n] * 32) for n in count()) if next_development(seed, box, []) == "knight")


class Dealt:
    """One table, and what the server knows of its hands."""

    def __init__(
        self,
        devices: Devices,
        server: Server,
        setup: Setup | None = None,
        token: Callable[[int], str] = random_token,
    ) -> None:
        self.server = server
        self.log = open_storage(server.database)
        self.games = Games(self.log, Clock(), token, lambda _: seed_with_knight())
        new = self.games.create(setup or dealt_setup())
        self.game = Game(new.id, new.secret)
        self.host = devices.host(server, self.game)
        self.phones = [Phone(devices.new("en", **SMALL), server, self.game, "en") for _ in (A, B)]
        for seat, phone in enumerate(self.phones):
            phone.scan(self.games.access.join_code(new.id))
            phone.take(seat)

    @property
    def state(self) -> GameState:
        return self.games.full_record(self.game.id).state

    def hand(self, seat: int) -> dict[str, int]:
        return {str(kind): number for kind, number in certain_hand(self.state, seat).counts().items()}

    def spare(self, seat: int, phase: Discarding) -> list[str]:
        """The first cards of a hand, as many as it has to give up."""
        return [kind for kind, number in self.hand(seat).items() for _ in range(number)][: phase.owed[seat]]

    def tell(self, *events: Any) -> None:
        """The host's own entries, all at once."""
        address = f"{self.server.address}/api/v1/games/{self.game.id}/events"
        body = json.dumps({"events": json.loads(written(events))}).encode()
        headers = {"Authorization": f"Bearer {self.game.secret}", "Content-Type": "application/json"}
        urlopen(Request(address, body, headers), timeout=20).close()

    def nobody_sees_anothers(self) -> None:
        """Each phone shows its own hand, the tablet none."""
        seq = self.state.last_entry
        for seat, phone in enumerate(self.phones):
            phone.shows(seq)
            phone.page.wait_for_function("seq => document.querySelector('#content').dataset.seq == seq", arg=str(seq))
            assert phone.page.evaluate(HAND) == self.hand(seat)
            assert phone.page.evaluate(DEVELOPMENT) <= len(self.state.held_cards.get(seat, ()))
        self.host.page.wait_for_function("seq => document.querySelector('#content').dataset.seq == seq", arg=str(seq))
        tablet = self.host.page.content()
        assert "dealt-hand" not in tablet
        assert "of-development" not in tablet

    def everybody_has_placed(self) -> None:
        self.host.lay()
        self.host.starts(A)
        while self.state.phase.part_of_game != "turn":
            self.tell(next(event for event in legal_events(self.state) if getattr(event, "at", None)))
        self.nobody_sees_anothers()

    # The tablet in somebody's hands.

    def hold(self) -> None:
        """By a key, which is still down."""
        self.host.page.focus("[data-hold]")
        self.host.page.keyboard.down(" ")
        self.host.page.wait_for_selector(".dealt-hand")

    def pass_to(self, seat: int) -> None:
        self.host.follow(f".pass-to[value='{seat}']")
        assert self.host.page.url.endswith("/phone")

    def give_back(self) -> None:
        self.host.follow("#give-back")
        assert self.host.page.url.endswith("/stage")

    def look(self) -> dict[str, int]:
        """What is seen while the button is held; let go, it is covered."""
        page = self.host.page
        button = page.locator("[data-hold]")
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.wait_for_selector(".dealt-hand")
        seen: dict[str, int] = page.evaluate(HAND)
        page.mouse.up()
        assert not page.query_selector(".dealt-hand")
        return seen
