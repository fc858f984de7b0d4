"""A server in which a game stands at any moment of it, and a browser that asks it without a network."""

import re
from pathlib import Path

from flask.testing import FlaskClient
from msgspec.structs import replace
from playwright.sync_api import Page, Route

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.app.games.record_cache import SeatRecords
from narrator.core.record.record import Record
from narrator.storage.storage import open_storage
from narrator.web.app import create_app
from narrator.web.auth.config import UNLIMITED, AccessConfig
from tests.support.app import Clock
from tests.support.web import written
from tools.layout_fit.games import Game
from tools.layout_fit.moments import Moment

HOST = "127.0.0.1"
ADDRESS = f"http://{HOST}"
HTMX = {"HX-Request": "true"}
PHONE = 1
"""The seat whose phone is looked at."""
BOARD = re.compile(r'(<svg[^>]*class="board"[^>]*>).*?</svg>', re.DOTALL)
PICTURES = re.compile(r"<use\b[^>]*>(</use>)?")


class Replayed(Games):
    """Games that stand at the moment that is to be shown."""

    shown: Record | None = None

    def record_of(self, game: str, seat: int | None = None) -> Record:
        return SeatRecords().visible_record(game, seat, self.shown) if self.shown else super().record_of(game, seat)

    def full_record(self, game: str) -> Record:
        return self.shown or super().full_record(game)


class MomentServer:
    def __init__(self, folder: Path) -> None:
        self.log = open_storage(f"sqlite:///{folder}/games.db")
        self.games = Replayed(self.log, Clock(), random_token)
        self.app = create_app(self.games, access=AccessConfig(limits=UNLIMITED))
        self.app.testing = True
        self.host: FlaskClient = self.app.test_client()
        self.phone: FlaskClient = self.app.test_client()
        self._opened: dict[tuple[str, str], str] = {}

    def close(self) -> None:
        self.log.close()

    def open(self, game: Game, detail: str) -> str:
        """A game of these people, told in such detail; a phone has a seat at it."""
        key = (game.name, detail)
        if key not in self._opened:
            self.games.shown = None
            new = self.games.create(replace(game.setup, detail=detail))
            self.host.set_cookie(f"host_{new.id}", new.secret, domain=HOST)
            code = self.games.access.join_code(new.id)
            joined = self.phone.post(f"/j/{code}", data={"seat": PHONE}, base_url=ADDRESS)
            assert joined.status_code == 303, joined.status
            self._opened[key] = new.id
        return self._opened[key]

    def page(self, moment: Moment, page: str, language: str, detail: str = "normal", whole: bool = False) -> str:
        """A page at this moment, as it is swapped in or whole. The board's drawing and what icons show are left out of
        what is swapped in: their room is all that others feel of them, and a third of the time is saved."""
        game = self.open(moment.game, detail)
        self.games.shown = moment.record_in(detail)
        client = self.phone if page == "phone" else self.host
        client.set_cookie("lang", language, domain=HOST)
        query = f"?{moment.query}" if moment.query and page == "stage" else ""
        headers = {} if whole else HTMX
        if moment.refused and page == "stage" and not whole:
            form = {"events": written(moment.refused)}
            answer = client.post(f"/g/{game}/enter", data=form, headers=headers, base_url=ADDRESS)
            assert answer.status_code == 422, answer.status
        else:
            answer = client.get(f"/g/{game}/{page}{query}", headers=headers, base_url=ADDRESS)
            assert answer.status_code == 200, (moment, page, answer.status)
        return answer.text if whole else PICTURES.sub("", BOARD.sub(r"\1</svg>", answer.text))

    def serve(self, page: Page, first: str) -> None:
        """A browser's page whose every request is answered here; the first with this document."""

        def answer(route: Route) -> None:
            path = route.request.url.removeprefix(ADDRESS)
            if path == "/":
                route.fulfill(body=first, content_type="text/html; charset=utf-8")
            elif "/static/" in path:  # else it listens for news, and there are none
                got = self.host.get(path, base_url=ADDRESS)
                route.fulfill(status=got.status_code, body=got.data, headers={"Content-Type": got.content_type})

        page.route("**/*", answer)
        page.goto(f"{ADDRESS}/")
