"""Game files and events as JSON. What does not fit is refused by name, never with a traceback."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Raw, Struct

from narrator.core.message import Refusal, Refused, impossible
from narrator.core.table.events import AnyEvent, decode_event
from narrator.core.table.setup import Layout, Setup, start, tracking_of, written_board
from narrator.storage.files.json_errors import describe_mismatch

FORMAT = "narrator/1"
Shape = TypeVar("Shape")


class GameFile(Struct, forbid_unknown_fields=True):
    """A game as it is written down. The events stay raw, so that a broken one can be named by its number."""

    format: Literal["narrator/1"]
    setup: Setup
    events: list[Raw] = []


UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What msgspec raises on bytes that are no JSON: broken UTF-8 inside a string is an error of its own."""

_decode_game = msgspec.json.Decoder(GameFile).decode


def read_game(text: bytes) -> GameFile:
    return _read(text, GameFile, _decode_game)


def read_as(kind: type[Shape], text: bytes) -> Shape:
    """Anything else that was sent, in the shape that was asked for."""
    return _read(text, kind, msgspec.json.Decoder(kind).decode)


def read_event(text: Raw | bytes) -> AnyEvent:
    event: AnyEvent = _read(text, AnyEvent, decode_event)
    return event


def write_game(setup: Setup, events: Sequence[AnyEvent]) -> bytes:
    """The game file of a game: with a tracked board it always carries the hexes."""
    if setup.board is not None and tracking_of(setup) == "board":
        board = start(setup).game.board
        assert board is not None
        layout: Layout = setup.board.layout
        setup = msgspec.structs.replace(setup, board=written_board(board, layout))
    body: dict[str, Any] = {"format": FORMAT, "setup": setup, "events": events}
    return msgspec.json.encode(body)


def _read(text: Raw | bytes, kind: Any, decode: Callable[[Raw | bytes], Shape]) -> Shape:
    try:
        return decode(text)
    except UNREADABLE as error:
        raise Refused(_reason(text, kind, error)) from None


def _reason(text: Raw | bytes, kind: Any, error: Exception) -> Refusal:
    if isinstance(error, msgspec.ValidationError):
        try:
            return describe_mismatch(text, kind)
        except UNREADABLE as later:  # what does not fit stands before what is no JSON
            error = later
    return impossible("file.not_json", why=str(error))
