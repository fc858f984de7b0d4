"""Game files and events as JSON. Anything that does not fit is refused by field name."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Raw, Struct

from narrator.core.message import Refusal, Refused, impossible
from narrator.core.table.events import DECODE_ERRORS, AnyEvent, decode_event
from narrator.core.table.setup import Setup, board_setup_of, initial_state, tracking_of

FORMAT = "narrator/1"
MAX_SHOWN_VALUE = 40  # characters
Shape = TypeVar("Shape")


class GameFile(Struct, forbid_unknown_fields=True):
    """A saved game. The events stay raw, so that a broken one can be reported by its number."""

    format: Literal["narrator/1"]
    setup: Setup
    events: list[Raw] = []


_decode_game = msgspec.json.Decoder(GameFile).decode


def read_game(text: bytes) -> GameFile:
    return _read(text, _decode_game)


def read_as(kind: type[Shape], text: bytes) -> Shape:
    """Decode JSON as any other type. Raises `Refused`."""
    return _read(text, msgspec.json.Decoder(kind).decode)


def read_event(text: Raw | bytes) -> AnyEvent:
    event: AnyEvent = _read(text, decode_event)
    return event


def write_game(setup: Setup, events: Sequence[AnyEvent]) -> bytes:
    """Encode a game file; with a tracked board it always contains the hexes."""
    if setup.board is not None and tracking_of(setup) == "board":
        board = board_setup_of(initial_state(setup).game.board, setup.board.layout)
        setup = msgspec.structs.replace(setup, board=board)
    body: dict[str, Any] = {"format": FORMAT, "setup": setup, "events": events}
    return msgspec.json.encode(body)


def _read(text: Raw | bytes, decode: Callable[[Raw | bytes], Shape]) -> Shape:
    try:
        return decode(text)
    except DECODE_ERRORS as error:
        raise Refused(_refusal(text, error)) from None


def _refusal(text: Raw | bytes, error: Exception) -> Refusal:
    if isinstance(error, msgspec.ValidationError):
        try:
            return _mismatch(msgspec.json.decode(text, type=Raw), str(error))
        except DECODE_ERRORS as later:  # the text is no JSON after the part that does not fit
            error = later
    return impossible("file.not_json", why=str(error))


def _mismatch(text: Raw, message: str) -> Refusal:
    """Turn msgspec's message, such as "Expected `int`, got `str` - at `$.seat`", into a refusal that shows the value
    itself: that reads the same in every language."""
    found = re.fullmatch(r"(.*?)(?: - at (`key` in )?`(\$[^`]*)`)?", message, re.DOTALL)
    what, key, path = found.groups() if found else (message, None, None)
    path = path or "$"
    for start_of_message, code in (("Object missing", "file.missing_field"), ("Object contains", "file.unknown_field")):
        if what.startswith(start_of_message):
            return impossible(code, field=f"{path}.{what.split('`')[1]}".removeprefix("$."))
    value = _value_at(text, path)
    if what.startswith("Invalid value") and path == "$.type":
        return impossible("event.unknown_type", type=msgspec.json.decode(value))
    shown = " ".join(value.decode().split())
    if len(shown) > MAX_SHOWN_VALUE:
        shown = f"{shown[: MAX_SHOWN_VALUE - 1]}…"
    return impossible("file.value", field=f"key in {path}" if key else path.removeprefix("$."), why=shown)


def _value_at(text: Raw, path: str) -> bytes:
    """Return the JSON at one of msgspec's paths. It does not name a mapping's keys: then return the whole mapping."""
    for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path.partition("[...]")[0]):
        if name:
            text = msgspec.json.decode(text, type=dict[str, Raw])[name]
        else:
            text = msgspec.json.decode(text, type=list[Raw])[int(index)]
    return bytes(text).strip()
