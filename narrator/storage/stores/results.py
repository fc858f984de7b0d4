"""Results of finished games, and the people who played them."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, Float, bindparam, case, cast, delete, func, insert, select, update

from narrator.core.reading.result import Corner
from narrator.storage.database import Store, WriteConflict
from narrator.storage.errors import AlreadyTaken
from narrator.storage.stores.tables import GAME_ID, LOCK_GAME, PEOPLE, RESULTS, SAMPLE_GAMES, format_time, parse_time
from narrator.storage.values import OpponentRecord, PersonRecord, Spelling, StoredResult

PERSON_ID: BindParameter[str] = bindparam("who")

INSERT_RESULTS, INSERT_SPELLING = insert(RESULTS), insert(PEOPLE)
INSERT_SAMPLE_GAME = insert(SAMPLE_GAMES)
DELETE_RESULTS = delete(RESULTS).where(RESULTS.c.game == GAME_ID)
SELECT_ANY_RESULT = select(RESULTS.c.seat).where(RESULTS.c.game == GAME_ID).limit(1)
SELECT_SAMPLE_GAME = select(SAMPLE_GAMES.c.game).where(SAMPLE_GAMES.c.game == GAME_ID)
SELECT_SPELLINGS = select(PEOPLE.c.id, PEOPLE.c.plain, PEOPLE.c.name, PEOPLE.c.person).order_by(PEOPLE.c.name)
SELECT_SPELLINGS_OF_PERSON = SELECT_SPELLINGS.where(PEOPLE.c.person == PERSON_ID)
SELECT_SPELLING = SELECT_SPELLINGS.where(PEOPLE.c.plain == bindparam("written"))

SELECT_RESULTS_OF_GAMES = (
    select(RESULTS)
    .where(RESULTS.c.game.in_(bindparam("wanted", expanding=True)))
    .order_by(
        RESULTS.c.ended.desc(), RESULTS.c.game, RESULTS.c.won.desc(), RESULTS.c.place.nulls_first(), RESULTS.c.seat
    )
)
SELECT_GAMES_ENDED_AT = select(RESULTS.c.game).where(RESULTS.c.ended == bindparam("ended")).distinct()
_LAST_GAMES = select(RESULTS.c.game).order_by(RESULTS.c.ended.desc(), RESULTS.c.game).limit(bindparam("most"))
SELECT_LAST_GAMES = _LAST_GAMES.where(RESULTS.c.won)
SELECT_LAST_GAMES_OF_PERSON = _LAST_GAMES.where(RESULTS.c.person == PERSON_ID)
SELECT_CORNERS = select(RESULTS.c.corners).where(RESULTS.c.person == PERSON_ID)

_SECONDS_IF_TIMED = case((RESULTS.c.length > 0, RESULTS.c.seconds))
_TOTALS = (
    select(
        RESULTS.c.person,
        func.count().label("games"),
        func.sum(case((RESULTS.c.won, 1), else_=0)).label("wins"),
        func.avg(cast(RESULTS.c.points, Float)).label("points"),
        func.avg(cast(_SECONDS_IF_TIMED, Float)).label("seconds"),
        func.max(RESULTS.c.ended).label("last"),
    )
    .where(RESULTS.c.person.is_not(None))
    .group_by(RESULTS.c.person)
    .subquery()
)
SELECT_PERSON_RECORDS = (
    select(
        PEOPLE.c.id, PEOPLE.c.name, _TOTALS.c.games, _TOTALS.c.wins, _TOTALS.c.points, _TOTALS.c.seconds, _TOTALS.c.last
    )
    .join(_TOTALS, _TOTALS.c.person == PEOPLE.c.id)
    .order_by(_TOTALS.c.games.desc(), _TOTALS.c.wins.desc(), PEOPLE.c.name)
)

_MINE, _THEIRS = RESULTS.alias("mine"), RESULTS.alias("theirs")
SELECT_OPPONENTS = (
    select(
        PEOPLE.c.id,
        PEOPLE.c.name,
        func.count().label("games"),
        func.sum(case((_MINE.c.won, 1), else_=0)),
        func.sum(case((_THEIRS.c.won, 1), else_=0)),
        func.sum(case((_MINE.c.place < _THEIRS.c.place, 1), else_=0)),
    )
    .select_from(_MINE)
    .join(_THEIRS, (_THEIRS.c.game == _MINE.c.game) & (_THEIRS.c.seat != _MINE.c.seat))
    .join(PEOPLE, PEOPLE.c.id == _THEIRS.c.person)
    .where(_MINE.c.person == PERSON_ID)
    .group_by(PEOPLE.c.id, PEOPLE.c.name)
    .order_by(func.count().desc(), PEOPLE.c.name)
)
SELECT_COMMON_GAME = (
    select(_MINE.c.game)
    .join(_THEIRS, _THEIRS.c.game == _MINE.c.game)
    .where(_MINE.c.person == PERSON_ID, _THEIRS.c.person == bindparam("other"))
    .limit(1)
)

UPDATE_SPELLINGS_TO_PERSON = update(PEOPLE).where(PEOPLE.c.person == bindparam("other")).values(person=PERSON_ID)
UPDATE_RESULTS_TO_PERSON = update(RESULTS).where(RESULTS.c.person == bindparam("other")).values(person=PERSON_ID)
SEPARATE_SPELLING = update(PEOPLE).where(PEOPLE.c.id == PERSON_ID).values(person=PERSON_ID)
SEPARATE_RESULTS = update(RESULTS).where(RESULTS.c.spelling == PERSON_ID).values(person=PERSON_ID)

_read_corners = msgspec.json.Decoder(tuple[Corner, ...]).decode


class ResultStore(Store):
    def keep_result(self, game: str, seats: Sequence[StoredResult]) -> None:
        """Replace a game's result; no seats removes it. Does nothing if the game was deleted."""
        rows = [_row(seat) for seat in seats]

        def work(connection: Connection) -> None:
            connection.execute(LOCK_GAME, {"game_id": game})
            connection.execute(DELETE_RESULTS, {"game_id": game})
            if rows:
                connection.execute(INSERT_RESULTS, rows)

        with suppress(WriteConflict):
            self._database.write(work, game)

    def has_result(self, game: str) -> bool:
        return bool(self._rows(SELECT_ANY_RESULT, game_id=game))

    def results(self, games: Iterable[str]) -> list[StoredResult]:
        """Return the results of games, the last ended first, and in each the winner first."""
        return [_seat(row) for row in self._mappings(SELECT_RESULTS_OF_GAMES, wanted=list(games))]

    def games_ended_at(self, ended: datetime) -> list[str]:
        """Return the games that ended at this very moment: copies of one another."""
        return [game for (game,) in self._rows(SELECT_GAMES_ENDED_AT, ended=format_time(ended))]

    def last_results(self, most: int, person: str | None = None) -> list[str]:
        statement, who = (SELECT_LAST_GAMES, {}) if person is None else (SELECT_LAST_GAMES_OF_PERSON, {"who": person})
        return [game for (game,) in self._rows(statement, most=most, **who)]

    def leave_uncounted(self, game: str) -> None:
        with suppress(WriteConflict):  # it was left out before, or was deleted
            self._database.write(lambda connection: connection.execute(INSERT_SAMPLE_GAME, {"game": game}), game)

    def is_counted(self, game: str) -> bool:
        return not self._rows(SELECT_SAMPLE_GAME, game_id=game)

    # People.

    def records(self) -> list[PersonRecord]:
        """Return the records of all people with finished games, most games first."""
        rows = self._mappings(SELECT_PERSON_RECORDS)
        return [PersonRecord(**{**row, "last": parse_time(row["last"])}) for row in rows]

    def opponents(self, person: str) -> list[OpponentRecord]:
        """Return a person's record against each person they have played with."""
        return [OpponentRecord(*row) for row in self._rows(SELECT_OPPONENTS, who=person)]

    def corners(self, person: str) -> list[tuple[Corner, ...]]:
        """Return the corners on which a person began, game by game."""
        return [_corners(text) for (text,) in self._rows(SELECT_CORNERS, who=person)]

    def sat_together(self, person: str, other: str) -> bool:
        """Return whether two have finished a game together: then they are not the same person."""
        return bool(self._rows(SELECT_COMMON_GAME, who=person, other=other))

    def spelling(self, plain: str) -> Spelling | None:
        return next((Spelling(*row) for row in self._rows(SELECT_SPELLING, written=plain)), None)

    def spellings(self, person: str) -> list[Spelling]:
        return [Spelling(*row) for row in self._rows(SELECT_SPELLINGS_OF_PERSON, who=person)]

    def add_spelling(self, spelling: Spelling) -> None:
        """Store a new spelling. Raises `AlreadyTaken`."""
        row = msgspec.structs.asdict(spelling)
        try:
            self._database.write(lambda connection: connection.execute(INSERT_SPELLING, row))
        except WriteConflict as conflict:
            if not (conflict.is_in_doubt and self.spelling(spelling.plain) == spelling):
                raise AlreadyTaken from None

    def merge_people(self, person: str, other: str) -> None:
        self._change((UPDATE_SPELLINGS_TO_PERSON, UPDATE_RESULTS_TO_PERSON), who=person, other=other)

    def separate_spelling(self, spelling: str) -> None:
        """Make a spelling a person of its own again."""
        self._change((SEPARATE_SPELLING, SEPARATE_RESULTS), who=spelling)

    def _change(self, statements: Sequence[Any], **params: object) -> None:
        def work(connection: Connection) -> None:
            for statement in statements:
                connection.execute(statement, params)

        self._database.write(work)

    def _mappings(self, statement: Any, **params: object) -> Sequence[Mapping[Any, Any]]:
        return self._database.read(lambda connection: connection.execute(statement, params).mappings().all())


def _row(seat: StoredResult) -> dict[str, object]:
    row = msgspec.structs.asdict(seat)
    return {**row, "corners": msgspec.json.encode(seat.corners).decode(), "ended": format_time(seat.ended)}


def _seat(row: Mapping[str, Any]) -> StoredResult:
    return StoredResult(**{**row, "corners": _corners(row["corners"]), "ended": parse_time(row["ended"])})


def _corners(text: str) -> tuple[Corner, ...]:
    try:
        return _read_corners(text)
    except (msgspec.DecodeError, UnicodeError):  # `narrator doctor` restores them
        return ()
