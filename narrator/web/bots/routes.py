"""Who plays in which seat during a game: another bot, a person, or a bot for somebody who leaves."""

from collections.abc import Mapping

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.app.bots.bots import needs_cards
from narrator.app.seats.seats import replace_bot
from narrator.bot.characters import BOT_LEVELS
from narrator.core.message import Refused
from narrator.core.table.cards import RESOURCES
from narrator.core.table.state import BotLevel
from narrator.web.auth.host_access import require_host_of_game
from narrator.web.bots.view import DEVELOPMENT_KINDS, bots_variables
from narrator.web.rendering.page_query import form_number
from narrator.web.rendering.responses import render_fragment_or_page
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services

blueprint = Blueprint("bots", __name__)
blueprint.before_request(require_host_of_game)
MAX_CARDS = 95  # of all resources in the large box; nobody holds more of one kind


@blueprint.get("/g/<game>/bots")
def bots(game: str) -> ResponseReturnValue:
    return _render_page(game)


@blueprint.post("/g/<game>/bots")
def change_seat(game: str) -> ResponseReturnValue:
    """Give a seat to a bot or a person; the cards of a leaving player are counted first."""
    seat, level = form_number("seat"), request.form.get("level", "")
    state = services().games.record_of(game).state
    if seat is None or seat >= len(state.seats):
        return _render_page(game, status=422)
    done: ResponseReturnValue = redirect(f"/g/{game}/bots", 303)
    if level not in BOT_LEVELS:
        replace_bot(services().games, services().sessions, game, seat)
        return done
    chosen: BotLevel = level
    counts: dict[str, int] = {kind: min(MAX_CARDS, form_number(kind) or 0) for kind in (*RESOURCES, *DEVELOPMENT_KINDS)}
    must_count = seat not in services().bots.levels_of(game) and needs_cards(state, seat)
    if must_count and (page := _counting_page(game, seat, chosen, counts)):
        return page
    try:
        hand = {resource: counts[resource] for resource in RESOURCES if counts[resource]}
        development = [kind for kind in DEVELOPMENT_KINDS for _ in range(counts[kind])]
        services().bots.seat(game, seat, chosen, hand, development)
        if seat in services().games.access.taken_seats(game):
            services().seats.free(game, seat)
    except Refused as refused:
        return _render_page(game, refused=refused, status=422)
    return done


def _counting_page(game: str, seat: int, level: BotLevel, counts: dict[str, int]) -> Response | None:
    """Return the form for counting cards until it is complete; numbers that contradict the record need confirmation."""
    form, player = request.form, services().games.record_of(game).state.seats[seat]
    if "counted" not in form:
        return _render_page(game, counting=(seat, level, None))
    for name, step in (("more", 1), ("less", -1)):
        if (kind := form.get(name, "")) in counts:
            counts[kind] = min(MAX_CARDS, max(0, counts[kind] + step))
            return _render_page(game, counting=(seat, level, counts))
    hand, development = (sum(counts[kind] for kind in kinds) for kinds in (RESOURCES, DEVELOPMENT_KINDS))
    if "sure" in form or (hand, development) == (player.hand_size, player.development_cards):
        return None
    return _render_page(game, counting=(seat, level, counts), differs=True, status=422)


def _render_page(
    game: str,
    counting: tuple[int, BotLevel, Mapping[str, int] | None] | None = None,
    refused: Refused | None = None,
    differs: bool = False,
    status: int = 200,
) -> Response:
    view = bots_variables(current_table(game), services().sessions.session_of(game), counting, refused, differs)
    return render_fragment_or_page("bots/bots.html", "bots/page.html", status, game=game, **view)
