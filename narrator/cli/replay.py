"""`narrator replay`: fold recorded games and print their states or what a host would say."""

import gzip
import os
import sys
import zlib
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from narrator.cli.terminal import render_message, terminal_language
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import legal_events
from narrator.core.record.record import Record
from narrator.core.record.seat_choices import cannot_pay
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


class Stopped(Struct, frozen=True):
    """The entry at which a game stopped, 0 for its setup, and why it was refused."""

    number: int
    reasons: tuple[Refusal, ...]
    state: GameState | None = None

    def messages(self, language: str) -> list[str]:
        locale = table_locale(self.state, language) if self.state else TableLocale(language)
        return [say_refusal(reason, locale) for reason in self.reasons]

    def as_data(self, language: str) -> dict[str, Any]:
        said = zip(self.reasons, self.messages(language), strict=True)
        reasons = [{"code": one.code, "kind": one.kind, "message": message} for one, message in said]
        return {"seq": self.number, "refused": reasons}


def records(text: bytes) -> Iterator[Record | Stopped]:
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
        yield Stopped(number, refused.reasons, record.state if record else None)


def replay(text: bytes, each: bool, choices: bool) -> Iterator[dict[str, Any] | Stopped]:
    """Yield a game's last state, or each one; or why an entry was refused, and nothing more."""
    describe = state_with_choices if choices else state_for_api
    record: Record | None = None
    for found in records(text):
        if isinstance(found, Stopped):
            yield found
            return
        record = found
        if each and record.log:
            yield describe(record.state)
    if record is not None and not each:
        yield describe(record.state)


def state_with_choices(state: GameState) -> dict[str, Any]:
    """Return the public state with the finite events that are legal now and that a hand can pay, as far as known."""
    payable = [event for event in legal_events(state) if not cannot_pay(state, event)]
    return {**state_for_api(state), "choices": payable}


def narrated(text: bytes, language: str) -> Iterator[str | Stopped]:
    """Yield what the table hears, tap by tap; a tap after which the voice is silent has no line."""
    for found in records(text):
        if isinstance(found, Stopped):
            yield found
            return
        _, scene = current_scene(found, NarrationOptions(is_muted=True))
        if line := say_aloud(scene.spoken[-1].clauses, table_locale(found.state, language)):
            yield f"{found.last_entry}  {line}"


def print_replay(path: Path, each: bool, choices: bool, language: str | None) -> bool:
    """Print states or the narrated script to stdout. Return whether something was refused.

    A refusal is a line of JSON there, as programs expect, and a sentence for people on stderr.
    """
    is_refused = False
    for game, line in output_lines(path, each, choices, language):
        if isinstance(line, Stopped):
            is_refused = True
            click.echo(refusal_sentence(game, line), err=True)
            line = line.as_data(language or "en")
        sys.stdout.buffer.write((line.encode() if isinstance(line, str) else msgspec.json.encode(line)) + b"\n")
    sys.stdout.flush()
    return is_refused


def refusal_sentence(game: int, stopped: Stopped) -> str:
    why = " ".join(stopped.messages(terminal_language(os.environ)))
    if stopped.number:
        return render_message("note.refused_entry", game=game, number=stopped.number, why=why)
    return render_message("note.refused_game", game=game, why=why)


def output_lines(
    path: Path, each: bool, choices: bool, language: str | None
) -> Iterator[tuple[int, str | dict[str, Any] | Stopped]]:
    """Yield what to print, each with the number of its game in the file, from 1."""
    games = games_in(path)
    for game in count(1):
        try:
            text = next(games)
        except StopIteration:
            return
        except Refused as refused:
            yield game, Stopped(0, refused.reasons)
            return
        for line in replay(text, each, choices) if language is None else narrated(text, language):
            yield game, line
