"""A server with low limits."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from narrator.storage.files.qr_parts import split_file
from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig
from tests.support.app import LAID, games_in
from tests.support.web_people import Time

TWO = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}]


FILE = {"format": "narrator/1", "setup": {"players": TWO, "tracking": "script"}}


CODES = " ".join(part.text for part in split_file(json.dumps(FILE).encode()))


WAYS: dict[str, Callable[[FlaskClient], Any]] = {
    "new": lambda client: client.post("/new"),
    "sample": lambda client: client.post("/sample"),
    "import": lambda client: client.post("/import", data={"text": json.dumps(FILE)}),
    "watch": lambda client: client.post("/watch", data={"text": json.dumps(FILE)}),
    "broken import": lambda client: client.post("/import", data={"text": "x"}),
    "codes": lambda client: client.post("/carry", data={"text": CODES}),
    "broken codes": lambda client: client.post("/carry", data={"text": "x"}),
    "api": lambda client: client.post("/api/v1/games", json=FILE),
}


class Place:
    """A server with small limits, and devices with addresses of their own."""

    def __init__(self, folder: Path, access: AccessConfig) -> None:
        self.games = games_in(folder)
        self.time = Time()
        self.app = create_app(self.games, seconds=lambda: self.time.seconds, access=access)
        self.new = self.games.create(LAID)

    def device(self, address: str, **headers: str) -> FlaskClient:
        client = self.app.test_client()
        client.environ_base.update({"REMOTE_ADDR": address, **headers})
        return client

    def join(self, client: FlaskClient, seat: str) -> int:
        return client.post(f"/j/{self.games.access.join_code(self.new.id)}", data={"seat": seat}).status_code
