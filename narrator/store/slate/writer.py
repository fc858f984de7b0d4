"""One server's hand on the slate: its name and its clock."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from .slate import Kind, Run, Slate


class Writer:
    def __init__(self, slate: Slate, worker: str, seconds: Callable[[], float]) -> None:
        self.slate = slate
        self.worker = worker
        self.seconds = seconds

    def rows(self, statement: str, **of: object) -> list[Any]:
        return self.slate.rows(statement, **of)

    def change(self) -> AbstractContextManager[Run]:
        return self.slate.change()

    def tell(self, run: Run, game: str, kind: Kind) -> int:
        return self.slate.tell(run, self.worker, game, kind)

    def stamp(self) -> object:
        return self.slate.stamp()
