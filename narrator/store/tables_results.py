"""Results and people in the log's tables. A part of `TablesLog`, which lends its transactions."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection

from narrator.core.reading.result import Corner

from .club_statements import CLUB_NOTES, READABLE, RUNNING, WRITABLE
from .event_log import Damaged, KeptNote, Part, Running, Taken
from .patience import patient
from .plain import Plain
from .result_statements import (
    ADD_RESULT,
    ADD_SPELLING,
    ADD_UNCOUNTED,
    AGAINST,
    ALL_GAMES,
    CORNERS_OF,
    DROP_RESULT,
    ENDED_AT,
    ENTRY_SUMS,
    HAS_RESULT,
    IS_UNCOUNTED,
    LATELY,
    LATELY_OF,
    LISTED,
    MERGE_RESULTS,
    MERGE_SPELLINGS,
    OF_GAMES,
    OLD_GAMES,
    PART_RESULTS,
    PART_SPELLING,
    RECORDS,
    SETUP_SUMS,
    SPELLED,
    SPELLINGS_OF,
    TOGETHER,
)
from .results import Against, KeptSeat, ListedGame, PersonRecord, Spelling
from .rows import read_notes, read_setup, read_time, written
from .sums import sum_of_entry, sum_of_setup

_read_corners = msgspec.json.Decoder(tuple[Corner, ...]).decode


class Clash(Exception):
    """The database keeps no such row beside those that it has."""


class TablesResults(ABC):
    """See `EventLog`. How the database is reached is the log's own business."""

    _result_changes = 0

    @abstractmethod
    def _transaction(self, game: str | None = None) -> AbstractContextManager[Connection]:
        """All that is written in here or nothing: of a game, at which nobody else writes meanwhile, or of none. Raises
        `Clash`."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Connection]:
        """Nothing is written in here."""

    @abstractmethod
    def _snapshot(self) -> AbstractContextManager[Connection]:
        """Several things are read in here, as they were at one moment."""

    @abstractmethod
    def _rows(self, statement: Plain, **of: object) -> list[Any]:
        """What a plain statement finds."""

    @abstractmethod
    def results_stamp(self) -> tuple[int, int]: ...

    @patient
    def keep_result(self, game: str, seats: Sequence[KeptSeat]) -> None:
        with suppress(Clash), self._transaction(game) as connection:  # the game was deleted meanwhile
            connection.execute(DROP_RESULT, {"of": game})
            if seats:
                connection.execute(ADD_RESULT, [_row(seat) for seat in seats])
        self._result_changes += 1

    def has_result(self, game: str) -> bool:
        return bool(self._rows(HAS_RESULT, of=game))

    def results(self, games: Iterable[str]) -> list[KeptSeat]:
        with self._reading() as connection:
            found = connection.execute(OF_GAMES, {"wanted": list(games)}).all()
        return [_seat(row) for row in found]

    def games_ended_at(self, ended: datetime) -> list[str]:
        with self._reading() as connection:
            return list(connection.execute(ENDED_AT, {"ended": written(ended)}).scalars())

    def last_results(self, most: int, person: str | None = None) -> list[str]:
        statement, whose = (LATELY, {}) if person is None else (LATELY_OF, {"who": person})
        with self._reading() as connection:
            return list(connection.execute(statement, {"most": most, **whose}).scalars())

    def records(self) -> list[PersonRecord]:
        with self._reading() as connection:
            found = connection.execute(RECORDS).all()
        return [PersonRecord(*row[:-1], last=read_time(row[-1])) for row in found]

    def against(self, person: str) -> list[Against]:
        with self._reading() as connection:
            return [Against(*row) for row in connection.execute(AGAINST, {"who": person})]

    def corners(self, person: str) -> list[tuple[Corner, ...]]:
        with self._reading() as connection:
            return [_corners(text) for text in connection.execute(CORNERS_OF, {"who": person}).scalars()]

    # Who is whom.

    def spelling(self, plain: str) -> Spelling | None:
        with self._reading() as connection:
            found = connection.execute(SPELLED, {"written": plain}).first()
        return None if found is None else Spelling(*found)

    def spellings(self, person: str) -> list[Spelling]:
        with self._reading() as connection:
            return [Spelling(*row) for row in connection.execute(SPELLINGS_OF, {"who": person})]

    @patient
    def add_spelling(self, spelling: Spelling) -> None:
        try:
            with self._transaction() as connection:
                connection.execute(ADD_SPELLING, msgspec.structs.asdict(spelling))
        except Clash:
            raise Taken from None

    def sat_together(self, person: str, other: str) -> bool:
        with self._reading() as connection:
            return connection.execute(TOGETHER, {"who": person, "other": other}).first() is not None

    @patient
    def merge_people(self, person: str, other: str) -> None:
        with self._transaction() as connection:
            connection.execute(MERGE_SPELLINGS, {"who": person, "other": other})
            connection.execute(MERGE_RESULTS, {"who": person, "other": other})
        self._result_changes += 1

    @patient
    def part_spelling(self, spelling: str) -> None:
        with self._transaction() as connection:
            connection.execute(PART_SPELLING, {"who": spelling})
            connection.execute(PART_RESULTS, {"who": spelling})
        self._result_changes += 1

    # Games.

    @patient
    def leave_uncounted(self, game: str) -> None:
        with suppress(Clash), self._transaction(game) as connection:  # it was left out before
            connection.execute(ADD_UNCOUNTED, {"game": game})

    def is_counted(self, game: str) -> bool:
        with self._reading() as connection:
            return connection.execute(IS_UNCOUNTED, {"of": game}).first() is None

    def all_games(self) -> list[tuple[str, datetime]]:
        with self._reading() as connection:
            return [(game, read_time(created)) for game, created in connection.execute(ALL_GAMES)]

    def has_old_games(self) -> bool:
        with self._reading() as connection:
            return connection.execute(OLD_GAMES).first() is not None

    def changed_rows(self) -> list[tuple[str, Part, int]]:
        found: dict[str, tuple[str, Part, int]] = {}
        with self._reading() as connection:
            for game, setup, kept in connection.execute(SETUP_SUMS):
                if kept != sum_of_setup(game, setup):
                    found[game] = (game, "setup", 0)
            for game, number, event, written, kept in connection.execute(ENTRY_SUMS):
                if kept != sum_of_entry(game, number, event, written):
                    found.setdefault(game, (game, "entry", number))
        return list(found.values())

    def listed_games(self, most: int, past: int = 0) -> list[ListedGame]:
        with self._reading() as connection:
            found = connection.execute(LISTED, {"most": most, "past": past}).all()
        return [
            ListedGame(game, _names(game, setup), entries, read_time(when), bool(is_over), bool(is_counted))
            for game, setup, entries, when, is_over, is_counted in found
        ]

    def running(self, since: datetime) -> list[Running]:
        with self._reading() as connection:
            found = connection.execute(RUNNING, {"since": written(since)}).all()
        return [Running(game, entries, notes, read_time(touched)) for game, entries, notes, touched in found]

    def club_notes(self) -> list[tuple[str, KeptNote]]:
        with self._reading() as connection:
            found = connection.execute(CLUB_NOTES).all()
        return [(game, note) for game, *row in found for note in _readable_notes(game, row)]

    @patient
    def check(self) -> None:
        with self._transaction() as connection:
            connection.execute(WRITABLE)
            for everything in READABLE:
                connection.execute(everything)


def _readable_notes(game: str, row: Sequence[Any]) -> list[KeptNote]:
    """One that can't be read takes no other table off the list."""
    try:
        return read_notes(game, [row])
    except Damaged:
        return []


def _names(game: str, setup: str) -> tuple[str, ...]:
    try:
        return tuple(player.name for player in read_setup(game, setup).players)
    except Damaged:
        return ()


def _row(seat: KeptSeat) -> dict[str, object]:
    row = msgspec.structs.asdict(seat)
    return {**row, "corners": msgspec.json.encode(seat.corners).decode(), "ended": written(seat.ended)}


def _seat(row: Any) -> KeptSeat:
    found = {**row._mapping}
    return KeptSeat(**{**found, "corners": _corners(found["corners"]), "ended": read_time(found["ended"])})


def _corners(text: str) -> tuple[Corner, ...]:
    try:
        return _read_corners(text)
    except (msgspec.DecodeError, UnicodeError):  # they are counted anew by the doctor
        return ()
