"""The statements about results and people, written once: putting one together costs more than running it."""

from sqlalchemy import BindParameter, Float, bindparam, case, cast, delete, func, insert, select, update

from .plain import plain
from .tables import ENTRIES, GAMES, PEOPLE, RESULTS, UNCOUNTED

GAME: BindParameter[str] = bindparam("of")
PERSON: BindParameter[str] = bindparam("who")

ADD_RESULT, ADD_SPELLING = insert(RESULTS), insert(PEOPLE)
ADD_UNCOUNTED = insert(UNCOUNTED)
DROP_RESULT = delete(RESULTS).where(RESULTS.c.game == GAME)
HAS_RESULT = plain(select(RESULTS.c.seat).where(RESULTS.c.game == GAME))
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

_LAST = (
    select(ENTRIES.c.game, func.count().label("entries"), func.max(ENTRIES.c.written).label("written"))
    .group_by(ENTRIES.c.game)
    .subquery()
)
_WHEN = func.coalesce(_LAST.c.written, GAMES.c.created)
LISTED = (
    select(
        GAMES.c.id,
        GAMES.c.setup,
        func.coalesce(_LAST.c.entries, 0),
        _WHEN,
        select(RESULTS.c.seat).where(RESULTS.c.game == GAMES.c.id).exists(),
        ~select(UNCOUNTED.c.game).where(UNCOUNTED.c.game == GAMES.c.id).exists(),
    )
    .outerjoin(_LAST, _LAST.c.game == GAMES.c.id)
    .order_by(_WHEN.desc(), GAMES.c.id)
    .limit(bindparam("most"))
    .offset(bindparam("past"))
)
ALL_GAMES = select(GAMES.c.id, GAMES.c.created).order_by(GAMES.c.created, GAMES.c.id)
OLD_GAMES = select(GAMES.c.id).where(GAMES.c.sum.is_(None)).limit(1)
SETUP_SUMS = select(GAMES.c.id, GAMES.c.setup, GAMES.c.sum).where(GAMES.c.sum.is_not(None))
ENTRY_SUMS = (
    select(ENTRIES.c.game, ENTRIES.c.number, ENTRIES.c.event, ENTRIES.c.written, ENTRIES.c.sum)
    .where(ENTRIES.c.sum.is_not(None))
    .order_by(ENTRIES.c.game, ENTRIES.c.number)
)
