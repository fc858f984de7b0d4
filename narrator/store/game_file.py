"""Game files and events as JSON. What does not fit is refused by name, never with a traceback."""

import re
from collections.abc import Sequence
from typing import Any, Literal, NoReturn, TypeVar

import msgspec
from msgspec import Raw, Struct

from narrator.core.message import Refusal, Refused, impossible
from narrator.core.table.events import AnyEvent, decode_event
from narrator.core.table.setup import Layout, Setup, start, tracking_of, written_board

FORMAT = "narrator/1"
Shape = TypeVar("Shape", bound=Struct)


class GameFile(Struct, forbid_unknown_fields=True):
    """A game as it is written down. The events stay raw, so that a broken one can be named by its number."""

    format: Literal["narrator/1"]
    setup: Setup
    events: list[Raw] = []


UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What msgspec raises on bytes that are no JSON: broken UTF-8 inside a string is an error of its own."""

_read = msgspec.json.Decoder(GameFile).decode


def read_game(text: bytes) -> GameFile:
    try:
        return _read(text)
    except UNREADABLE as error:
        _refuse(error)


def read_as(kind: type[Shape], text: bytes) -> Shape:
    """Anything else that was sent, in the shape that was asked for."""
    try:
        return msgspec.json.decode(text, type=kind)
    except UNREADABLE as error:
        _refuse(error)


def read_event(text: Raw | bytes) -> AnyEvent:
    try:
        event: AnyEvent = decode_event(text)
        return event
    except UNREADABLE as error:
        _refuse(error)


def write_game(setup: Setup, events: Sequence[AnyEvent]) -> bytes:
    """The game file of a game: with a tracked board it always carries the hexes."""
    if setup.board is not None and tracking_of(setup) == "board":
        board = start(setup).game.board
        assert board is not None
        layout: Layout = setup.board.layout
        setup = msgspec.structs.replace(setup, board=written_board(board, layout))
    body: dict[str, Any] = {"format": FORMAT, "setup": setup, "events": events}
    return msgspec.json.encode(body)


def _refuse(error: Exception) -> NoReturn:
    raise Refused(_reason(str(error), isinstance(error, msgspec.ValidationError))) from None


def _reason(said: str, is_shape: bool) -> Refusal:
    """msgspec tells what is wrong in English; take out the parts that our own sentences need."""
    if not is_shape:
        return impossible("file.not_json", why=said)
    what, _, where = said.partition(" - at ")
    field = re.sub(r"^`\$\.?|`$", "", where) if where.startswith("`$") else where.replace("`", "")
    if found := re.match(r"Object missing required field `(.+)`", what):
        return impossible("file.missing_field", field=_joined(field, found[1]))
    if found := re.match(r"Object contains unknown field `(.+)`", what):
        return impossible("file.unknown_field", field=_joined(field, found[1]))
    if field == "type" and (found := re.match(r"Invalid value '(.*)'", what)):
        return impossible("event.unknown_type", type=found[1])
    return impossible("file.value", field=field or "$", why=what.replace("`", ""))


def _joined(path: str, field: str) -> str:
    return f"{path}.{field}" if path else field
