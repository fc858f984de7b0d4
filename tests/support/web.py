"""What the tests of the pages share: a host with a game, a table to build panels for, what a panel offers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.app.games.results import NewGame
from narrator.core.message import msg
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup, initial_state
from narrator.core.table.state import GameState
from narrator.session.table_session import TableSession
from narrator.storage.files.game_file import read_event, read_game
from narrator.text.render import TableLocale, say
from narrator.web.app import create_app
from narrator.web.auth.config import UNLIMITED, AccessConfig
from narrator.web.auth.preferences import Preferences
from narrator.web.panels.panel import Button, Panel, Spot
from narrator.web.rendering.page_query import page_query
from narrator.web.rendering.table_context import TableContext, new_table_context
from narrator.web.rendering.table_locale import table_locale
from narrator.web.stage.view import StageView, stage_view
from tests.support import stores
from tests.support.app import LAID, Clock, same_draws
from tests.support.games import NAMES, E, all_of, given, new_game
from tests.support.html import Element, page_of
from tools.make_games import FOLDER

Offer = tuple[AnyEvent, ...]
SAMPLE = Path("narrator/samples/evening.json")
HTMX = {"HX-Request": "true"}


class Host:
    """A host's browser at a game of its own."""

    def __init__(self, client: FlaskClient, games: Games, new: NewGame) -> None:
        self.client, self.games, self.id, self.secret = client, games, new.id, new.secret
        client.set_cookie(f"host_{new.id}", new.secret)

    def get(self, path: str = "/stage", **options: Any) -> TestResponse:
        return self.client.get(f"/g/{self.id}{path}", **options)

    def page(self, path: str = "/stage", **options: Any) -> Element:
        answer = self.get(path, **options)
        assert answer.status_code == 200, answer.status
        return page_of(answer)

    def enter(self, *events: AnyEvent, seen: int | None = None, **options: Any) -> TestResponse:
        """A tap, as a form sends it."""
        form = {"events": written(events), "seen": str(self.seq if seen is None else seen)}
        return self.client.post(f"/g/{self.id}/enter", data=form, **options)

    @property
    def record(self) -> Record:
        return self.games.record_of(self.id)

    @property
    def seq(self) -> int:
        return len(self.record.log)


class House:
    """A server with its games in a real file. One is enough for many tests: each has games of its own in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = stores.opened(folder)
        self.games = Games(self.log, Clock(), random_token, same_draws)
        self.app = create_app(self.games, access=AccessConfig(limits=UNLIMITED))
        self.app.testing = True
        """A mistake of ours fails the test with its traceback."""

    def visitor(self) -> FlaskClient:
        """A browser that hosts nothing yet."""
        return self.app.test_client()

    def host(self, setup: Setup = LAID, events: Sequence[AnyEvent] = (), client: FlaskClient | None = None) -> Host:
        return Host(client or self.visitor(), self.games, self.games.create(setup, events))

    def sample(self, entries: int = 210) -> Host:
        """The sample evening, so far."""
        setup, events = game_in(SAMPLE)
        return self.host(setup, events[:entries])


def game_in(path: Path) -> tuple[Setup, list[AnyEvent]]:
    file = read_game(path.read_bytes())
    return file.setup, [read_event(raw) for raw in file.events]


def sample_games() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.json") if path.stem != "finals")


def record_in(path: Path) -> Record:
    setup, events = game_in(path)
    record = Record(initial_state(setup))
    for event in events:
        record.add_unchecked(event)
    return record


def written(events: Sequence[AnyEvent]) -> str:
    return msgspec.json.encode(events).decode()


def said(key: str, language: str = "en", **params: object) -> str:
    """A message as the usual four players read it."""
    return say(msg(key, **params), TableLocale(language, NAMES[:4]))


# Panels without a server.

HALF = Cards(10, 10, 10, 10, 10)
EIGHT = dict.fromkeys(range(4), 8)


def acting(**situation: Any) -> GameState:
    """Ana's turn, after the roll; everybody holds eight cards."""
    return given(new_game(), **{"hands": EIGHT, "bank": HALF, **situation})


def kinds_offered(state: GameState, query: str = "") -> set[type]:
    return {type(offer[0]) for offer in offers(panel_at(state, query))}


def table_at(state: GameState | Record, query: str = "", language: str = "en", **device: str) -> TableContext:
    """A state, or a record's end, as a request with this query finds it."""
    record = state if isinstance(state, Record) else Record(state)
    asked = page_query(dict(parse_qsl(query.removeprefix("?"))))
    return new_table_context(
        "game", record, table_locale(record.state, language), Preferences(language, **device), asked
    )


def stage_at(state: GameState | Record, query: str = "", **device: str) -> StageView:
    return stage_view(table_at(state, query, **device), TableSession())


def panel_at(state: GameState | Record, query: str = "", **device: str) -> Panel:
    return stage_at(state, query, **device).panel


def buttons(panel: Panel) -> list[Button]:
    return [button for row in panel.rows for button in row.buttons]


def offers(panel: Panel) -> list[Offer]:
    """What each tap in a panel would enter."""
    taps: list[Button | Spot] = [*buttons(panel), *panel.spots]
    return [tap.events for tap in taps if tap.events]


def entering(kind: type[E], panel: Panel) -> list[E]:
    """What each tap in a panel would enter first, all of this kind."""
    return all_of(kind, (offer[0] for offer in offers(panel)))


def links(panel: Panel) -> dict[str, str]:
    """Where the buttons of a panel lead, by their labels; where two have the same, the first counts."""
    found: dict[str, str] = {}
    for button in buttons(panel):
        if button.href is not None:
            found.setdefault(button.label, button.href)
    return found


def tap(state: GameState | Record, *labels: str, query: str = "", **device: str) -> Panel:
    """The panel after tapping these labels one after the other, each leading on."""
    panel = panel_at(state, query, **device)
    for label in labels:
        panel = panel_at(state, links(panel)[label], **device)
    return panel
