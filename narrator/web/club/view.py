"""The club's list as the template draws it: every table a row, names only where its players have allowed them."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from narrator.app.club import Club, ClubTable, Standing
from narrator.storage.values import RunningGame
from narrator.web.rendering.words import duration, page_locale, speaker

ON_A_PAGE = 60
QUIET_HOURS = 12
"""Tables that have been quiet for so long can be closed together."""


class SeatShown(Struct, frozen=True):
    colour: str
    name: str
    points: int


class Row(Struct, frozen=True):
    id: str
    place: str
    seats: tuple[SeatShown, ...]
    stands: str
    turn: SeatShown | None
    leaders: tuple[SeatShown, ...]
    quiet: str
    waits: str
    """How long it has waited for help."""
    called_by: SeatShown | None
    is_coming: bool
    has_name: bool
    """Whether the names are its players' own; else they are colours."""


def club_page(
    club: Club, running: list[RunningGame], now: datetime, closed: bool, find: str, page: int
) -> dict[str, Any]:
    found = club.among(running, closed, find)
    last = max(1, -(-len(found) // ON_A_PAGE))
    page = min(max(1, page), last)
    shown = found[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    return {
        "rows": [row_of(one, club.standing(one.id, one.entries), now) for one in shown],
        "count": len(found),
        "waiting": sum(1 for one in found if one.card.call and not one.card.call.is_coming),
        "old": 0 if closed else sum(1 for one in found if is_quiet(one, now)),
        "hours": QUIET_HOURS,
        "closed": closed,
        "find": find,
        "leaf": page,
        "last": last,
    }


def say(key: str, **params: Any) -> str:
    said: str = speaker(page_locale())(key, **params)
    return said


def is_quiet(table: ClubTable, now: datetime) -> bool:
    return (now - table.touched).total_seconds() > QUIET_HOURS * 3600 and table.card.call is None


def row_of(table: ClubTable, standing: Standing, now: datetime) -> Row:
    card = table.card
    seats = tuple(
        SeatShown(colour, name if card.names else say("ui.colour", colour=colour), points)
        for colour, name, points in zip(standing.colours, standing.names, standing.points, strict=True)
    )
    call = card.call
    return Row(
        id=table.id,
        place=card.place,
        seats=seats,
        stands=stands(standing),
        turn=seats[standing.turn] if standing.turn is not None else None,
        leaders=tuple(seats[seat] for seat in standing.leaders),
        quiet=passed(now, table.touched),
        waits=passed(now, call.since) if call else "",
        called_by=seats[call.seat] if call and call.seat is not None and call.seat < len(seats) else None,
        is_coming=call is not None and call.is_coming,
        has_name=card.names,
    )


def stands(standing: Standing) -> str:
    if standing.is_damaged:
        return say("home.damaged")
    if standing.phase == "turn":
        return say("club.round", n=max(1, standing.round))
    return say(f"club.{standing.phase.partition('_')[0]}")


def passed(now: datetime, then: datetime) -> str:
    return minutes(now, then) or say("club.just_now")


def minutes(now: datetime, then: datetime) -> str:
    """Whole ones, nothing before the first is over: nobody in a hall counts seconds."""
    whole = max(0, int((now - then).total_seconds() // 60))
    return duration(whole * 60) if whole else ""
