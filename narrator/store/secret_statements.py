"""The statements about secrets, written once: putting one together costs more than running it."""

from sqlalchemy import BindParameter, Integer, bindparam, delete, exists, func, insert, select, update

from .plain import plain
from .tables import SECRETS

GAME: BindParameter[str] = bindparam("of")
ADD_SECRET = insert(SECRETS)
HASHES = plain(
    select(SECRETS.c.sha256, SECRETS.c.created, SECRETS.c.seat)
    .where(SECRETS.c.game == GAME, SECRETS.c.kind == bindparam("wanted"))
    .order_by(SECRETS.c.id)
)
KINDS = plain(select(SECRETS.c.kind).where(SECRETS.c.game == GAME, SECRETS.c.sha256 == bindparam("shown")))
"""What a secret is good for."""
COUNT = select(func.count()).where(SECRETS.c.game == GAME, SECRETS.c.kind == bindparam("wanted"))
_ONE: BindParameter[int] = bindparam("one", type_=Integer)
_OTHER: BindParameter[int] = bindparam("other", type_=Integer)
CHANGE_CHAIRS = (
    update(SECRETS)
    .where(
        SECRETS.c.game == GAME,
        SECRETS.c.kind.in_(["seat", "host"]),
        SECRETS.c.seat.in_([_ONE, _OTHER]),
    )
    .values(seat=_ONE + _OTHER - SECRETS.c.seat)
)
DROP = delete(SECRETS).where(SECRETS.c.game == GAME, SECRETS.c.sha256 == bindparam("dropped"))
DROP_KIND = delete(SECRETS).where(SECRETS.c.game == GAME, SECRETS.c.kind == bindparam("dropped"))
DROP_SEAT = DROP_KIND.where(SECRETS.c.seat == bindparam("freed"))
ALIKE = (
    SECRETS.c.game == GAME,
    SECRETS.c.kind == bindparam("alike"),
    SECRETS.c.seat.is_not_distinct_from(bindparam("at", type_=Integer)),
)
NEWEST = select(SECRETS.c.id).where(*ALIKE).order_by(SECRETS.c.id.desc()).limit(bindparam("most"))
DROP_OLDER = delete(SECRETS).where(*ALIKE, SECRETS.c.id.not_in(NEWEST))
SECRET_COLUMNS = ("game", "kind", "seat", "sha256", "created")
CLAIM = (
    insert(SECRETS)
    .from_select(
        SECRET_COLUMNS,
        select(*(bindparam(name, type_=SECRETS.c[name].type) for name in SECRET_COLUMNS)).where(
            ~exists().where(
                SECRETS.c.game == bindparam("game"), SECRETS.c.kind == "seat", SECRETS.c.seat == bindparam("seat")
            )
        ),
    )
    .execution_options(preserve_rowcount=True)  # PostgreSQL's is thrown away otherwise
)
EXCHANGE = (
    update(SECRETS)
    .where(
        SECRETS.c.game == GAME,
        SECRETS.c.kind == "link",
        SECRETS.c.sha256 == bindparam("shown"),
        SECRETS.c.created > bindparam("since"),
    )
    .values(kind=bindparam("becomes"), sha256=bindparam("fresh"), created=bindparam("begun"))
)
