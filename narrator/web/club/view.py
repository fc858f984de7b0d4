"""The club's list of tables; player names only where the table allows them."""

from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from narrator.app.club import Club, ClubTable, TableProgress
from narrator.storage.values import RunningGame
from narrator.web.rendering.template_helpers import duration, page_locale, translator

TABLES_PER_PAGE = 60
QUIET_HOURS = 12  # after which tables can be closed together


class ClubSeat(Struct, frozen=True):
    colour: str
    name: str
    points: int


class ClubRow(Struct, frozen=True):
    id: str
    place: str
    seats: tuple[ClubSeat, ...]
    progress: str
    turn: ClubSeat | None
    leaders: tuple[ClubSeat, ...]
    idle_time: str
    waiting_time: str  # for help
    called_by: ClubSeat | None
    is_coming: bool
    has_name: bool  # names are shown, not colors


def club_variables(
    club: Club, running: list[RunningGame], now: datetime, closed: bool, find: str, page: int
) -> dict[str, Any]:
    found = club.tables_among(running, closed, find)
    last = max(1, -(-len(found) // TABLES_PER_PAGE))
    page = min(max(1, page), last)
    long_ago = now - timedelta(hours=QUIET_HOURS)
    shown = found[(page - 1) * TABLES_PER_PAGE : page * TABLES_PER_PAGE]
    return {
        "rows": [_row(one, club.progress(one.id, one.entries), now) for one in shown],
        "count": len(found),
        "waiting": sum(1 for one in found if one.status.call and not one.status.call.is_coming),
        "old": 0 if closed else sum(1 for one in found if one.last_played < long_ago and not one.status.call),
        "hours": QUIET_HOURS,
        "closed": closed,
        "find": find,
        "page_number": page,
        "last": last,
    }


def _say(key: str, **params: Any) -> str:
    return translator(page_locale())(key, **params)


def _row(table: ClubTable, progress: TableProgress, now: datetime) -> ClubRow:
    card, call = table.status, table.status.call
    seats = tuple(
        ClubSeat(colour, name if card.names else _say("ui.colour", colour=colour), points)
        for colour, name, points in zip(progress.colours, progress.names, progress.points, strict=True)
    )
    return ClubRow(
        id=table.id,
        place=card.place,
        seats=seats,
        progress=_progress(progress),
        turn=seats[progress.turn] if progress.turn is not None else None,
        leaders=tuple(seats[seat] for seat in progress.leaders),
        idle_time=minutes(now, table.last_played) or _say("club.just_now"),
        waiting_time=(minutes(now, call.since) or _say("club.just_now")) if call else "",
        called_by=seats[call.seat] if call and call.seat is not None and call.seat < len(seats) else None,
        is_coming=call is not None and call.is_coming,
        has_name=card.names,
    )


def _progress(progress: TableProgress) -> str:
    if progress.is_damaged:
        return _say("home.damaged")
    if progress.phase == "turn":
        return _say("club.round", n=max(1, progress.round))
    return _say(f"club.{progress.phase.partition('_')[0]}")


def minutes(now: datetime, then: datetime) -> str:
    """Format the whole minutes that have passed; empty during the first one."""
    whole = max(0, int((now - then).total_seconds() // 60))
    return duration(whole * 60) if whole else ""
