"""The log on a PostgreSQL server. Needs the extra `postgres`; slow to import.

Whoever waits for the server lets others go on. Numbers are given by the unique key; who reads something of a game and
writes what follows from it holds the game's row. Every transaction that writes tells the other processes so, and knows
its own number: where a line is cut in the middle of a commit, the server is asked what became of it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from sqlalchemy import Connection

from .data_folder import default_file
from .erasing import Found, Simple
from .event_log import Unusable
from .green_connection import GreenConnection
from .notices import Heard, Notices
from .plain import Plain
from .postgres_address import read_address
from .postgres_errors import plainly
from .postgres_layout import lay_out
from .postgres_lines import Lines, Proof, raw_of, roll_back
from .postgres_notices import CHANNEL, watch_server
from .slate.file_slate import FileSlate
from .sqlite_file import make_folder
from .tables_log import Run, TablesLog

NUMBER = "SELECT pg_current_xact_id()::text"
NUMBER_AND_NOTICE = f"{NUMBER}, pg_notify('{CHANNEL}', %s)"
HOLD = "SELECT FROM games WHERE id = %s FOR NO KEY UPDATE"
HOLD_ALL = "SELECT FROM games WHERE id = %s FOR UPDATE"
STAMP = "SELECT coalesce(sum(xmin::text::bigint), 0), count(*) FROM "
"""Of rows: every one has the number of the transaction that wrote it."""
Given = TypeVar("Given")


class PostgresLog(TablesLog):
    """Keeps games on a server. See `EventLog`."""

    def __init__(self, url: str) -> None:
        address = read_address(url)
        self._shown = address.shown
        self._lines = Lines(address)
        self._path = str(default_file().with_name(f"{address.name}.db"))
        self._mark = token_hex(4)
        """What this log writes with its notices, so as not to hear itself."""
        self._notices = Notices(lambda heard: watch_server(address, self._mark, heard))
        try:
            lay_out(self._lines)
        except BaseException:
            self._lines.close()
            raise

    # Reaching the server.

    @contextmanager
    def _line(self) -> Iterator[Connection]:
        with plainly(self._shown), self._lines.one() as connection:
            yield connection

    _reading = _line

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        with self._line() as connection:
            connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            try:
                yield connection
            finally:
                roll_back(raw_of(connection))

    @contextmanager
    def _transaction(self, game: str | None = None) -> Iterator[Connection]:
        with self._line() as connection, self._written(raw_of(connection), game, HOLD):
            yield connection

    def _erase(self, game: str | None, erase: Callable[[Simple], Given]) -> Given:
        """Who appends waits, and then finds that there is nothing to append to."""
        with self._line() as connection, self._written(raw_of(connection), game or "", HOLD_ALL):
            return erase(_Marked(raw_of(connection)))

    @contextmanager
    def _written(self, raw: GreenConnection, game: str | None, hold: str) -> Iterator[None]:
        try:
            with raw.pipeline():
                raw.execute("BEGIN")
                found = raw.execute(NUMBER) if game is None else raw.execute(NUMBER_AND_NOTICE, [self._notice(game)])
                if game:
                    raw.execute(hold, [game])
            yield
        except BaseException:
            roll_back(raw)
            raise
        self._lines.commit(raw, _number(found))

    @contextmanager
    def _quick(self, game: str) -> Iterator[Run]:
        """Everything but the commit is sent at once. The unique keys are all that entries and notes need."""
        written: list[dict[str, Any]] = []
        with self._line() as connection:
            raw = raw_of(connection)
            try:
                with raw.pipeline():
                    raw.execute("BEGIN")
                    found = raw.execute(NUMBER_AND_NOTICE, [self._notice(game)])

                    def run(statement: Plain, rows: Any) -> None:
                        for row in rows if isinstance(rows, list) else [rows]:
                            raw.execute(statement.postgres, row)
                            written.append(row)

                    yield run
            except BaseException:
                roll_back(raw)
                raise
            self._lines.commit(raw, _number(found), _proof(written[0]) if written else None)

    def _rows(self, statement: Plain, **of: object) -> list[Any]:
        try:
            return self._asked(statement, of)
        except Unusable as unusable:
            if unusable.code != "unreachable" or self._lines.is_away:
                raise
        return self._asked(statement, of)  # the line was cut meanwhile; another one is waited for

    def _asked(self, statement: Plain, of: dict[str, object]) -> list[Any]:
        with self._line() as connection:
            return raw_of(connection).execute(statement.postgres, of).fetchall()

    def results_stamp(self) -> tuple[int, int]:
        with self._line() as connection:
            stamps = [raw_of(connection).execute(STAMP + table).fetchone() for table in ("results", "people")]
        return hash(tuple(stamps)), self._result_changes

    # Hearing of others.

    def listen(self, heard: Heard) -> Callable[[], None]:
        return self._notices.listen(heard)

    def slate(self) -> FileSlate:
        """For the servers of this machine. What was entered the database tells, also those of other machines."""
        make_folder(Path(self._path))
        slate = FileSlate(self._path)
        slate.carries_log = False
        return slate

    def _notice(self, game: str) -> str:
        return f"{self._mark} {game}"

    # What a file has.

    @property
    def is_file(self) -> bool:
        return False

    @property
    def path(self) -> str:
        return self._path

    def is_in_place(self) -> bool:
        return True

    def save_elsewhere(self) -> str:
        return self._shown

    def close(self) -> None:
        self._notices.close()
        self._lines.close()


class _Marked:
    """Takes statements with question marks."""

    def __init__(self, raw: GreenConnection) -> None:
        self._raw = raw

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Found:
        return self._raw.execute(_percent(statement), values)

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        self._raw.cursor().executemany(_percent(statement), rows)


def _percent(statement: str) -> str:
    """
    >>> _percent("SELECT a FROM b WHERE a LIKE '%x%' AND c = ?")
    "SELECT a FROM b WHERE a LIKE '%%x%%' AND c = %s"
    """
    return statement.replace("%", "%%").replace("?", "%s")


def _proof(row: dict[str, Any]) -> Proof:
    """Finds an entry or a note as it was written, and no other one's under its number."""
    table, text = ("entries", "event") if "event" in row else ("notes", "note")
    same = " AND ".join(f"{name} = %({name})s" for name in ("game", "number", "written", text))
    return f"SELECT 1 FROM {table} WHERE {same}", row


def _number(found: Any) -> str:
    return str(found.fetchone()[0])
