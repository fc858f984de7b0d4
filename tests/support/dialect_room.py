"""A game that programs play by HTTP against bots: in chairs, where they go on by themselves, or moved by hand between
the programs' calls."""

import io
import json
from email.message import Message
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request

from werkzeug.test import TestResponse

from narrator.app.access.credentials import ALPHABET
from narrator.app.programs import whose_move
from narrator.bot.decide import decide
from narrator.bot.trading import answer_offer
from narrator.core.record.record import Record
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.web.app import create_app
from narrator.web.services import services_of
from tests.support.dealt import as_sent, dealing_in

COLOURS = ("red", "blue", "orange", "white")
PRESETS = {"clawtan": "seed_001", "agente": "seed_003"}
MOST = 600
"""Actions of one program in a game: without a robber all cards may come to lie in hands, and nobody builds any more."""
Json = dict[str, Any]


class Room:
    """Programs in the first seats, bots in the others."""

    def __init__(
        self,
        folder: Path,
        dialect: str,
        seed: int = 1,
        programs: int = 1,
        bots: int = 2,
        in_chairs: bool = False,
        **rules: Any,
    ) -> None:
        """`in_chairs`: the bots are the house's own, and nobody moves them."""
        self.dialect, self.seed = dialect, seed
        names = Random(f"names {seed}")
        self.games = dealing_in(folder, seed, lambda length: "".join(names.choices(ALPHABET, k=length)))
        self.app = create_app(self.games, random_below=Random(f"dice {seed}").randrange)
        self.client, self.house = self.app.test_client(), services_of(self.app)
        setup = {
            "players": [
                {"name": c.title(), "colour": c, **({"bot": "friend"} if in_chairs and seat >= programs else {})}
                for seat, c in enumerate(COLOURS[: programs + bots])
            ],
            "rules": {"preset": PRESETS[dialect], "dice_source": "app", **rules},
            "board": {"layout": "random_tokens", "seed": seed},
            "cards": "app",
        }
        made = self.client.post("/api/v1/games", json={"format": "narrator/1", "setup": setup})
        assert made.status_code == 201, made.text
        self.id, self.host = made.json["id"], bearer(made.json["secret"])  # type: ignore[index]
        self.links = [self._link(seat) for seat in range(programs)]
        self.bots = range(programs, programs if in_chairs else programs + bots)
        for seat in self.bots:
            self.house.programs.give_seat(self.id, seat)
        self.sent: list[tuple[int, Any]] = []
        """Every action with the status that it was answered by."""

    def _link(self, seat: int) -> Json:
        path = f"/api/v1/games/{self.id}/seats/{seat}/link"
        found: Json = self.client.post(path, headers=self.host, json={"dialect": self.dialect}).get_json()
        return found

    @property
    def record(self) -> Record:
        return self.games.full_record(self.id)

    @property
    def state(self) -> GameState:
        return self.record.state

    def address(self, seat: int = 0) -> tuple[str, str]:
        """What the host gives to a program."""
        return f"http://localhost{self.links[seat]['links'][self.dialect]}", self.links[seat]["secret"]

    def look(self, seat: int = 0) -> Json:
        path, secret = self.address(seat)
        found = self.client.get(path, headers=bearer(secret))
        assert found.status_code == 200, found.text
        view: Json = found.get_json()
        return view

    def act(self, action: Any, seat: int = 0, query: str = "") -> TestResponse:
        path, secret = self.address(seat)
        answered = self.client.post(path + query, headers=bearer(secret), json=action)
        self.sent.append((answered.status_code, action))
        return answered

    def done(self, action: Any, seat: int = 0) -> Json:
        answered = self.act(action, seat)
        assert answered.status_code == 200, answered.text
        view: Json = answered.get_json()
        return view

    def urlopen(self, request: Request, timeout: float = 0) -> io.BytesIO:
        """In the place of the standard library's: the bots move, then the call is answered."""
        self.drive()
        parts = urlsplit(request.full_url)
        answered = self.client.open(
            f"{parts.path}?{parts.query}",
            method=request.get_method(),
            headers=dict(request.header_items()),
            data=request.data,
        )
        waited = parse_qs(parts.query)
        if waited:
            told = answered.get_json()
            news = {"since": [str(told["seq"])], "notes": [str(told["notes"])]}
            assert {**waited, **news} != waited, "nobody goes on"
        assert len(self.sent) < MOST, "nobody wins"
        if isinstance(request.data, bytes):
            self.sent.append((answered.status_code, json.loads(request.data)))
        if answered.status_code >= 400:
            raise HTTPError(request.full_url, answered.status_code, "", Message(), io.BytesIO(answered.data))
        return io.BytesIO(answered.data)

    # The bots.

    def drive(self) -> None:
        """Until a program has to do something."""
        while not isinstance(self.state.phase, Over) and (self._answered() or self._moved()):
            pass

    def _answered(self) -> bool:
        for seat in self.bots:
            found = self.house.programs.situation(self.id, seat)
            if found.offer is not None and found.waits_for == seat:
                terms = found.offer.offer
                reply = answer_offer(self.record, seat, terms.seat, terms.give, terms.want, "friend")
                said = "accept" if reply.accepts else "decline"
                self.house.programs.answer(self.id, seat, said, {}, {})  # type: ignore[arg-type]
                return True
        return False

    def _moved(self) -> bool:
        state = self.state
        seat = next((seat for seat in whose_move(state) if seat in self.bots), None)
        if seat is None:
            return False
        events = decide(self.record, seat, "friend", self.seed).events
        if events:
            self.house.programs.enter(self.id, seat, [as_sent(events[0], state)])
        else:
            self.house.programs.roll(self.id, seat)
        return True


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}
