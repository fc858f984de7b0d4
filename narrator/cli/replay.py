"""`narrator replay`: fold recorded games and print their states or what a host would say."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from narrator.core.message import Refused, impossible
from narrator.core.reading.public_view import public_state
from narrator.core.record.record import Record
from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.storage.files.game_file import read_event, read_game
from narrator.text.render import TableLocale, say_aloud, say_refusal
from narrator.web.rendering.table_locale import table_locale


def games_in(path: Path) -> Iterator[bytes]:
    """Yield the games of a file: one, or with `.jsonl` one per line. Raises `Refused` if it can't be read."""
    try:
        if path.name.endswith((".jsonl", ".jsonl.gz")):
            with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
                yield from (line for line in lines if line.strip())
        else:
            yield path.read_bytes()
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(impossible("file.unreadable", why=getattr(error, "strerror", None) or str(error))) from None


def records(text: bytes, language: str) -> Iterator[Record | dict[str, Any]]:
    """Yield a game at its start and after each entry; a refused entry ends it with its reasons."""
    record: Record | None = None
    number = 0
    try:
        game = read_game(text)
        record = Record(initial_state(game.setup))
        yield record
        for raw in game.events:
            number += 1
            record.add(read_event(raw))
            yield record
    except Refused as refused:
        yield refusal_line(number, refused, record.state if record else None, language)


def refusal_line(number: int, refused: Refused, state: GameState | None, language: str) -> dict[str, Any]:
    locale = table_locale(state, language) if state else TableLocale(language)
    reasons = [{"code": one.code, "kind": one.kind, "message": say_refusal(one, locale)} for one in refused.reasons]
    return {"seq": number, "refused": reasons}


def replay(text: bytes, each: bool) -> Iterator[dict[str, Any]]:
    """Yield a game's last state, or each one; or why an entry was refused, and nothing more."""
    record: Record | None = None
    for found in records(text, "en"):
        if isinstance(found, dict):
            yield found
            return
        record = found
        if each and record.log:
            yield public_state(record.state)
    if record is not None and not each:
        yield public_state(record.state)


def narrated(text: bytes, language: str) -> Iterator[str | dict[str, Any]]:
    """Yield what the table hears, tap by tap; a tap after which the voice is silent has no line."""
    for found in records(text, language):
        if isinstance(found, dict):
            yield found
            return
        _, scene = current_scene(found, NarrationOptions(is_muted=True))
        if line := say_aloud(scene.spoken[-1].clauses, table_locale(found.state, language)):
            yield f"{found.last_entry}  {line}"


def output_lines(path: Path, each: bool, language: str | None = None) -> Iterator[tuple[bytes, bool]]:
    """Yield the lines to print, each with whether it is a refusal."""
    games = games_in(path)
    while True:
        try:
            text = next(games)
        except StopIteration:
            return
        except Refused as refused:
            yield msgspec.json.encode(refusal_line(0, refused, None, language or "en")), True
            return
        for line in replay(text, each) if language is None else narrated(text, language):
            if isinstance(line, str):
                yield line.encode(), False
            else:
                yield msgspec.json.encode(line), "refused" in line
