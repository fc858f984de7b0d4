"""Who may act in a game: hashes of the secrets that devices and programs hold.

Transactions that write depending on what they read lock the game's row first.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy import Connection, Integer, bindparam, delete, func, insert, select, update

from narrator.storage.database import Result, Store, WriteConflict
from narrator.storage.stores.tables import GAME_ID, LOCK_GAME, SECRETS, format_time, parse_time
from narrator.storage.values import Secret, SecretKind

INSERT_SECRET = insert(SECRETS)
SELECT_SECRETS = (
    select(SECRETS.c.sha256, SECRETS.c.created, SECRETS.c.seat)
    .where(SECRETS.c.game == GAME_ID, SECRETS.c.kind == bindparam("wanted"))
    .order_by(SECRETS.c.id)
)
SELECT_KINDS = select(SECRETS.c.kind).where(SECRETS.c.game == GAME_ID, SECRETS.c.sha256 == bindparam("shown"))
COUNT_SECRETS = select(func.count()).where(SECRETS.c.game == GAME_ID, SECRETS.c.kind == bindparam("wanted"))
SELECT_SEATED_SECRETS = select(SECRETS.c.id, SECRETS.c.seat).where(
    SECRETS.c.game == GAME_ID,
    SECRETS.c.kind.in_(["seat", "host"]),
    SECRETS.c.seat.in_([bindparam("one", type_=Integer), bindparam("other", type_=Integer)]),
)
UPDATE_SEAT = update(SECRETS).where(SECRETS.c.id == bindparam("moved")).values(seat=bindparam("to"))
DELETE_SECRET = delete(SECRETS).where(SECRETS.c.game == GAME_ID, SECRETS.c.sha256 == bindparam("dropped"))
DELETE_KIND = delete(SECRETS).where(SECRETS.c.game == GAME_ID, SECRETS.c.kind == bindparam("dropped"))
DELETE_KIND_OF_SEAT = DELETE_KIND.where(SECRETS.c.seat == bindparam("freed"))
SAME_KIND_AND_SEAT = (
    SECRETS.c.game == GAME_ID,
    SECRETS.c.kind == bindparam("alike"),
    SECRETS.c.seat.is_not_distinct_from(bindparam("at", type_=Integer)),
)
SELECT_NEWEST_IDS = (
    select(SECRETS.c.id).where(*SAME_KIND_AND_SEAT).order_by(SECRETS.c.id.desc()).limit(bindparam("most"))
)
DELETE_OLDER = delete(SECRETS).where(*SAME_KIND_AND_SEAT, SECRETS.c.id.not_in(SELECT_NEWEST_IDS))
SELECT_SEAT_HOLDER = select(SECRETS.c.sha256).where(
    SECRETS.c.game == GAME_ID, SECRETS.c.kind == "seat", SECRETS.c.seat == bindparam("at")
)
UPDATE_LINK_TO_SECRET = (
    update(SECRETS)
    .where(
        SECRETS.c.game == GAME_ID,
        SECRETS.c.kind == "link",
        SECRETS.c.sha256 == bindparam("shown"),
        SECRETS.c.created > bindparam("since"),
    )
    .values(kind=bindparam("becomes"), sha256=bindparam("fresh"), created=bindparam("begun"))
)


class SecretStore(Store):
    def add_secret(self, game: str, secret: Secret, most: int | None = None) -> None:
        """Add a device; of its kind and seat only the newest `most` stay. Does nothing if the game was deleted."""

        def work(connection: Connection) -> None:
            connection.execute(INSERT_SECRET, secret_row(game, secret))
            if most is not None:
                _delete_older(connection, game, secret, most)

        with suppress(WriteConflict):
            self._write_locked(game, work)

    def claim_seat(self, game: str, secret: Secret) -> bool:
        """Add a phone if its seat is free. False if it is taken or the game was deleted."""

        def work(connection: Connection) -> bool:
            holders = set(connection.execute(SELECT_SEAT_HOLDER, {"game_id": game, "at": secret.seat}).scalars())
            if not holders:
                connection.execute(INSERT_SECRET, secret_row(game, secret))
            return holders <= {secret.sha256}

        with suppress(WriteConflict):
            return self._write_locked(game, work)
        return False

    def exchange_link(self, game: str, sha256: str, since: datetime, secret: Secret, most: int) -> bool:
        """Replace a link created after `since` by a device's secret. False if there is no such link."""
        new = {"becomes": secret.kind, "fresh": secret.sha256, "begun": format_time(secret.created)}

        def work(connection: Connection) -> bool:
            found = connection.execute(
                UPDATE_LINK_TO_SECRET, {"game_id": game, "shown": sha256, "since": format_time(since), **new}
            )
            if found.rowcount:
                _delete_older(connection, game, secret, most)
            return secret.kind in connection.execute(SELECT_KINDS, {"game_id": game, "shown": secret.sha256}).scalars()

        return self._write_locked(game, work)

    def move_seat_secrets(self, game: str, one: int, other: int) -> None:
        moved: list[dict[str, int]] = []

        def work(connection: Connection) -> None:
            seats = connection.execute(SELECT_SEATED_SECRETS, {"game_id": game, "one": one, "other": other}).all()
            if not moved:  # an attempt whose commit was interrupted may have moved them already
                moved.extend({"moved": id, "to": one + other - seat} for id, seat in seats)
            if moved:
                connection.execute(UPDATE_SEAT, moved)

        self._write_locked(game, work)

    def drop_secret(self, game: str, sha256: str) -> None:
        """Remove all rights of one device."""
        self._write_locked(
            game, lambda connection: connection.execute(DELETE_SECRET, {"game_id": game, "dropped": sha256})
        )

    def drop_secrets(self, game: str, kind: SecretKind, seat: int | None = None) -> None:
        """Remove all devices of a kind, or those of one seat."""
        statement, at = (DELETE_KIND, {}) if seat is None else (DELETE_KIND_OF_SEAT, {"freed": seat})
        self._write_locked(
            game, lambda connection: connection.execute(statement, {"game_id": game, "dropped": kind, **at})
        )

    def has_secret(self, game: str, kinds: Sequence[SecretKind], sha256: str) -> bool:
        return any(kind in kinds for (kind,) in self._rows(SELECT_KINDS, game_id=game, shown=sha256))

    def secrets(self, game: str, kind: SecretKind) -> list[Secret]:
        """Return the secrets of a kind, the oldest first."""
        found = self._rows(SELECT_SECRETS, game_id=game, wanted=kind)
        return [Secret(kind, sha256, parse_time(created), seat) for sha256, created, seat in found]

    def count_secrets(self, game: str, kind: SecretKind) -> int:
        return int(self._rows(COUNT_SECRETS, game_id=game, wanted=kind)[0][0])

    def _write_locked(self, game: str, work: Callable[[Connection], Result]) -> Result:
        def locked(connection: Connection) -> Result:
            connection.execute(LOCK_GAME, {"game_id": game})
            return work(connection)

        return self._database.write(locked, game)


def secret_row(game: str, secret: Secret) -> dict[str, object]:
    created = format_time(secret.created)
    return {"game": game, "kind": secret.kind, "seat": secret.seat, "sha256": secret.sha256, "created": created}


def _delete_older(connection: Connection, game: str, secret: Secret, most: int) -> None:
    connection.execute(DELETE_OLDER, {"game_id": game, "alike": secret.kind, "at": secret.seat, "most": most})
