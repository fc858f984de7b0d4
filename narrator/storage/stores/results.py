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
from narrator.storage.stores.tables import LOCK_GAME, PEOPLE, RESULTS, UNCOUNTED, format_time, parse_time
from narrator.storage.values import Against, PersonRecord, Spelling, StoredResult

GAME: BindParameter[str] = bindparam("of")
PERSON: BindParameter[str] = bindparam("who")

ADD_RESULT, ADD_SPELLING = insert(RESULTS), insert(PEOPLE)
ADD_UNCOUNTED = insert(UNCOUNTED)
DROP_RESULT = delete(RESULTS).where(RESULTS.c.game == GAME)
HAS_RESULT = select(RESULTS.c.seat).where(RESULTS.c.game == GAME).limit(1)
IS_UNCOUNTED = select(UNCOUNTED.c.game).where(UNCOUNTED.c.game == GAME)
SPELLINGS = select(PEOPLE.c.id, PEOPLE.c.plain, PEOPLE.c.name, PEOPLE.c.person).order_by(PEOPLE.c.name)
SPELLINGS_OF = SPELLINGS.where(PEOPLE.c.person == PERSON)
SPELLED = SPELLINGS.where(PEOPLE.c.plain == bindparam("written"))

OF_GAMES = (
    select(RESULTS)
    .where(RESULTS.c.game.in_(bindparam("wanted", expanding=True)))
    .order_by(
        RESULTS.c.ended.desc(), RESULTS.c.game, RESULTS.c.won.desc(), RESULTS.c.place.nulls_first(), RESULTS.c.seat
    )
)
ENDED_AT = select(RESULTS.c.game).where(RESULTS.c.ended == bindparam("ended")).distinct()
LATELY = (
    select(RESULTS.c.game)
    .where(RESULTS.c.won)
    .order_by(RESULTS.c.ended.desc(), RESULTS.c.game)
    .limit(bindparam("most"))
)
LATELY_OF = (
    select(RESULTS.c.game)
    .where(RESULTS.c.person == PERSON)
    .order_by(RESULTS.c.ended.desc(), RESULTS.c.game)
    .limit(bindparam("most"))
)
CORNERS_OF = select(RESULTS.c.corners).where(RESULTS.c.person == PERSON)

_TIMED = case((RESULTS.c.length > 0, RESULTS.c.seconds))
_SUMS = (
    select(
        RESULTS.c.person,
        func.count().label("games"),
        func.sum(case((RESULTS.c.won, 1), else_=0)).label("wins"),
        func.avg(cast(RESULTS.c.points, Float)).label("points"),
        func.avg(cast(_TIMED, Float)).label("seconds"),
        func.max(RESULTS.c.ended).label("last"),
    )
    .where(RESULTS.c.person.is_not(None))
    .group_by(RESULTS.c.person)
    .subquery()
)
RECORDS = (
    select(PEOPLE.c.id, PEOPLE.c.name, _SUMS.c.games, _SUMS.c.wins, _SUMS.c.points, _SUMS.c.seconds, _SUMS.c.last)
    .join(_SUMS, _SUMS.c.person == PEOPLE.c.id)
    .order_by(_SUMS.c.games.desc(), _SUMS.c.wins.desc(), PEOPLE.c.name)
)

_MINE, _THEIRS = RESULTS.alias("mine"), RESULTS.alias("theirs")
AGAINST = (
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
    .where(_MINE.c.person == PERSON)
    .group_by(PEOPLE.c.id, PEOPLE.c.name)
    .order_by(func.count().desc(), PEOPLE.c.name)
)
TOGETHER = (
    select(_MINE.c.game)
    .join(_THEIRS, _THEIRS.c.game == _MINE.c.game)
    .where(_MINE.c.person == PERSON, _THEIRS.c.person == bindparam("other"))
    .limit(1)
)

MERGE_SPELLINGS = update(PEOPLE).where(PEOPLE.c.person == bindparam("other")).values(person=PERSON)
MERGE_RESULTS = update(RESULTS).where(RESULTS.c.person == bindparam("other")).values(person=PERSON)
PART_SPELLING = update(PEOPLE).where(PEOPLE.c.id == PERSON).values(person=PERSON)
PART_RESULTS = update(RESULTS).where(RESULTS.c.spelling == PERSON).values(person=PERSON)

_read_corners = msgspec.json.Decoder(tuple[Corner, ...]).decode


class ResultStore(Store):
    def keep_result(self, game: str, seats: Sequence[StoredResult]) -> None:
        """Replace a game's result; no seats removes it. Does nothing if the game was deleted."""
        rows = [_row(seat) for seat in seats]

        def work(connection: Connection) -> None:
            connection.execute(LOCK_GAME, {"of": game})
            connection.execute(DROP_RESULT, {"of": game})
            if rows:
                connection.execute(ADD_RESULT, rows)

        with suppress(WriteConflict):
            self._database.write(work, game)

    def has_result(self, game: str) -> bool:
        return bool(self._rows(HAS_RESULT, of=game))

    def results(self, games: Iterable[str]) -> list[StoredResult]:
        """Return the results of games, the last ended first, and in each the winner first."""
        return [_seat(row) for row in self._mappings(OF_GAMES, wanted=list(games))]

    def games_ended_at(self, ended: datetime) -> list[str]:
        """Return the games that ended at this very moment: copies of one another."""
        return [game for (game,) in self._rows(ENDED_AT, ended=format_time(ended))]

    def last_results(self, most: int, person: str | None = None) -> list[str]:
        """Return the games that ended last, of all or of one person."""
        rows = self._rows(LATELY, most=most) if person is None else self._rows(LATELY_OF, most=most, who=person)
        return [game for (game,) in rows]

    def leave_uncounted(self, game: str) -> None:
        """Keep no result of this game."""
        with suppress(WriteConflict):  # it was left out before, or was deleted
            self._database.write(lambda connection: connection.execute(ADD_UNCOUNTED, {"game": game}), game)

    def is_counted(self, game: str) -> bool:
        return not self._rows(IS_UNCOUNTED, of=game)

    # People.

    def records(self) -> list[PersonRecord]:
        """Return the records of all people with finished games, most games first."""
        return [PersonRecord(**{**row, "last": parse_time(row["last"])}) for row in self._mappings(RECORDS)]

    def against(self, person: str) -> list[Against]:
        """Return a person's record against each person they have played with."""
        return [Against(*row) for row in self._rows(AGAINST, who=person)]

    def corners(self, person: str) -> list[tuple[Corner, ...]]:
        """Return the corners on which a person began, game by game."""
        return [_corners(text) for (text,) in self._rows(CORNERS_OF, who=person)]

    def sat_together(self, person: str, other: str) -> bool:
        """Return whether two have finished a game together: then they are not the same person."""
        return bool(self._rows(TOGETHER, who=person, other=other))

    def spelling(self, plain: str) -> Spelling | None:
        return next((Spelling(*row) for row in self._rows(SPELLED, written=plain)), None)

    def spellings(self, person: str) -> list[Spelling]:
        """Return all spellings of a person's name."""
        return [Spelling(*row) for row in self._rows(SPELLINGS_OF, who=person)]

    def add_spelling(self, spelling: Spelling) -> None:
        """Store a new spelling. Raises `AlreadyTaken`."""
        row = msgspec.structs.asdict(spelling)
        try:
            self._database.write(lambda connection: connection.execute(ADD_SPELLING, row))
        except WriteConflict as conflict:
            if not (conflict.is_in_doubt and self.spelling(spelling.plain) == spelling):
                raise AlreadyTaken from None

    def merge_people(self, person: str, other: str) -> None:
        """Give another person's names and games to this person."""
        self._change((MERGE_SPELLINGS, MERGE_RESULTS), who=person, other=other)

    def part_spelling(self, spelling: str) -> None:
        """Make a spelling a person of its own again."""
        self._change((PART_SPELLING, PART_RESULTS), who=spelling)

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
