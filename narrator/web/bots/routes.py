"""Who plays in which chair, in mid-game: another character, a person, or a bot for somebody who leaves."""

from collections.abc import Mapping
from typing import get_args

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.app.bots.bots import needs_cards
from narrator.bot.characters import LEVELS, Level
from narrator.core.message import Refused
from narrator.core.table.cards import RESOURCES, Counts, DevelopmentKind
from narrator.web.auth.host import require_host
from narrator.web.bots.view import bots_page
from narrator.web.rendering.fragment import show
from narrator.web.rendering.page_query import PageQuery, parse_number
from narrator.web.rendering.table_context import table_context
from narrator.web.services import services

blueprint = Blueprint("bots", __name__)
KINDS: tuple[DevelopmentKind, ...] = get_args(DevelopmentKind)
MOST = 95
"""More cards than a box has of any kind are none that somebody holds."""


@blueprint.get("/g/<game>/bots")
def bots(game: str) -> ResponseReturnValue:
    require_host(game)
    return _page(game)


@blueprint.post("/g/<game>/bots")
def change(game: str) -> ResponseReturnValue:
    """A chair is given to a bot or to a person; what somebody leaves behind is counted first."""
    require_host(game)
    seat, level = parse_number(request.form.get("seat", "")), request.form.get("level", "")
    if seat is None or seat >= len(services().games.record(game).state.seats):
        return _page(game, status=422)
    if level not in LEVELS:
        services().sessions.hand_over(game, seat)
        return _done(game)
    chosen: Level = level
    if _must_count(game, seat) and (shown := _still_counting(game, seat, chosen)):
        return shown
    try:
        services().bots.seat(game, seat, chosen, _hand(), _development())
        if seat in services().games.taken_seats(game):
            services().seats.free(game, seat)
    except Refused as refused:
        return _page(game, refused=refused, status=422)
    return _done(game)


def _still_counting(game: str, seat: int, level: Level) -> Response | None:
    """The cards to be counted: at first as the record knows them, then one more or less with each tap. A number that
    the record doesn't have is asked for twice."""
    form, state = request.form, services().games.record(game).state
    if "counted" not in form:
        return _page(game, counting=(seat, level, None))
    counts: dict[str, int] = {kind: _count(kind) for kind in (*RESOURCES, *KINDS)}
    for name, step in (("more", 1), ("less", -1)):
        if (kind := form.get(name, "")) in counts:
            counts[kind] = min(MOST, max(0, counts[kind] + step))
            return _page(game, counting=(seat, level, counts))
    held, bought = state.seats[seat].hand, state.seats[seat].development_cards
    if "sure" in form or (sum(_hand().values()), len(_development())) == (held, bought):
        return None
    return _page(game, counting=(seat, level, counts), differs=True, status=422)


def _must_count(game: str, seat: int) -> bool:
    return seat not in services().bots.of(game) and needs_cards(services().games.record(game).state, seat)


def _hand() -> Counts:
    return {resource: count for resource in RESOURCES if (count := _count(resource))}


def _development() -> list[DevelopmentKind]:
    return [kind for kind in KINDS for _ in range(_count(kind))]


def _count(name: str) -> int:
    return min(MOST, parse_number(request.form.get(name, "")) or 0)


def _done(game: str) -> Response:
    return redirect(f"/g/{game}/bots", 303)  # type: ignore[return-value]


def _page(
    game: str,
    counting: tuple[int, Level, Mapping[str, int] | None] | None = None,
    refused: Refused | None = None,
    differs: bool = False,
    status: int = 200,
) -> Response:
    table = table_context(game, services().games.record(game), PageQuery())
    view = bots_page(table, services().sessions.of(game), counting, refused, differs)
    return show("bots/bots.html", "bots/page.html", status, game=game, **view)
