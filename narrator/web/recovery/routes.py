"""Rescue the intact part of a damaged game, or all games if the database file is gone."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template
from flask.typing import ResponseReturnValue

from narrator.app.doctor import begin_from_undamaged, rescued_file
from narrator.core.message import Refused, msg
from narrator.storage.errors import DamagedGame
from narrator.text.render import Rendered, TableLocale, say
from narrator.web.auth.host_access import host_new_game, hosts_any_game, require_host
from narrator.web.auth.preferences import current_preferences
from narrator.web.rendering.responses import download
from narrator.web.services import services

blueprint = Blueprint("recovery", __name__)


@blueprint.get("/g/<game>/rescue")
def download_intact_part(game: str) -> ResponseReturnValue:
    require_host(game)
    return download(rescued_file(services().games, game), f"narrator-{game}.json")


@blueprint.post("/g/<game>/rescue")
def continue_intact_part(game: str) -> ResponseReturnValue:
    """Start a new game with the intact part, unless nothing is damaged or it was started already."""
    require_host(game)
    with suppress(DamagedGame):
        services().games.full_record(game)
        return redirect(f"/g/{game}/stage", 303)
    try:
        return host_new_game(begin_from_undamaged(services().games, game))
    except Refused:
        return redirect("/", 303)


@blueprint.post("/rescue")
def save_elsewhere() -> ResponseReturnValue:
    """Save everything to a new file if the old one is gone; any host may do this."""
    if not hosts_any_game():
        abort(403)
    path = services().games.storage.database.save_elsewhere()
    lead = say(msg("error.saved.text", path=Rendered(path)), TableLocale(current_preferences().lang))
    return render_template("error.html", key="error.saved", lead=lead)
