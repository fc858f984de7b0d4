"""`narrator replay`: fold recorded games and print what they come to, one JSON line a state."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from narrator.core.message import Refused, impossible
from narrator.core.record import Record
from narrator.core.setup import start
from narrator.core.view import public_state
from narrator.store.codec import read_event, read_game
from narrator.text.render import Voice, say_refusal


def games_in(path: Path) -> Iterator[bytes]:
    """The games of a file: the whole of it, or with `.jsonl` one a line. Raises `Refused` where it can't be read."""
    try:
        if path.name.endswith((".jsonl", ".jsonl.gz")):
            with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
                yield from (line for line in lines if line.strip())
        else:
            yield path.read_bytes()
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(impossible("file.unreadable", why=getattr(error, "strerror", None) or str(error))) from None


def replay(text: bytes, each: bool) -> Iterator[dict[str, Any]]:
    """What a game comes to: its last state, or each one; or why an entry was refused, and then nothing more."""
    record: Record | None = None
    number = 0
    try:
        game = read_game(text)
        record = Record(start(game.setup))
        for raw in game.events:
            number += 1
            record.add(read_event(raw))
            if each:
                yield public_state(record.state)
        if not each:
            yield public_state(record.state)
    except Refused as refused:
        names = [seat.name for seat in record.state.seats] if record else []
        yield refused_line(number, refused, names)


def refused_line(number: int, refused: Refused, names: list[str], language: str = "en") -> dict[str, Any]:
    voice = Voice(language, tuple(names))
    reasons = [
        {"code": reason.code, "kind": reason.kind, "message": say_refusal(reason, voice)} for reason in refused.reasons
    ]
    return {"seq": number, "refused": reasons}


def lines(path: Path, each: bool) -> Iterator[tuple[bytes, bool]]:
    """Everything to print, each with whether it is a refusal."""
    games = games_in(path)
    while True:
        try:
            text = next(games)
        except StopIteration:
            return
        except Refused as refused:
            yield msgspec.json.encode(refused_line(0, refused, [])), True
            return
        for line in replay(text, each):
            yield msgspec.json.encode(line), "refused" in line
