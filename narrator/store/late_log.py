"""A log whose file is open from the start, while the library that reads it is imported when a game is asked for.

That library takes longer to import than all the rest of a start, and the first page needs no game.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .event_log import Touched
from .slate.file_slate import FileSlate
from .sqlite_file import open_file, open_reader

if TYPE_CHECKING:
    from .sql_log import SqlLog

    Base = SqlLog
else:
    Base = object


class LateLog(Base):
    """Passes everything on to an `SqlLog`."""

    def __init__(self, url: str | None = None) -> None:
        self._file = open_file(url)
        self._reader = open_reader(self._file)

    @cached_property
    def _log(self) -> "SqlLog":
        from .sql_log import SqlLog

        return SqlLog(file=self._file, reader=self._reader)

    def wake(self) -> None:
        """Import now what the first game would have to wait for."""
        self._log.wake()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def touched(self, games: Iterable[str]) -> list[Touched]:
        wanted = list(games)
        return self._log.touched(wanted) if wanted else []

    @property
    def path(self) -> str:
        return self._log.path if "_log" in vars(self) else self._file.path

    @property
    def is_file(self) -> bool:
        return True

    def slate(self) -> FileSlate:
        return FileSlate(self._file.path)

    def is_in_place(self) -> bool:
        return self._log.is_in_place() if "_log" in vars(self) else self._file.is_in_place()

    def close(self) -> None:
        if "_log" in vars(self):
            self._log.close()
        self._reader.close()
        self._file.connection.close()
