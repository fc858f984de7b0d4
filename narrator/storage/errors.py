"""Errors of the storage. Imports no database."""

from typing import Any, Literal

from narrator.core.message import Refusal

Part = Literal["setup", "entry", "note"]


class AlreadyTaken(Exception):
    """Another game has this id or this join code."""


class NumberTaken(Exception):
    """Somebody else has meanwhile entered something under this number or this key."""


class StorageUnavailable(Exception):
    """The games can't be opened, read or written: `code` says why, `params` which file."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class DamagedGame(StorageUnavailable):
    """A stored part of one game can't be read or can't have happened. Other games are not affected."""

    def __init__(self, game: str, part: Part, number: int, *reasons: Refusal) -> None:
        super().__init__("game_damaged", game=game)
        self.game = game
        self.part = part
        self.number = number  # of the first bad entry or session event
        self.reasons = reasons
