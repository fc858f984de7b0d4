"""Saving what can be saved: the whole part of a damaged game, and all games where their file is gone."""

from contextlib import suppress

from flask import Blueprint, Response, abort, make_response, redirect, render_template
from flask.typing import ResponseReturnValue

from narrator.app.doctor import begin_from_undamaged, rescued_file
from narrator.core.message import Refused, msg
from narrator.storage.errors import DamagedGame
from narrator.text.render import Rendered, TableLocale, say
from narrator.web.auth.device import this_device
from narrator.web.auth.host import hosts_something, remember_host, require_host
from narrator.web.services import services

blueprint = Blueprint("rescue", __name__)


@blueprint.get("/g/<game>/rescue")
def file(game: str) -> ResponseReturnValue:
    """The game file up to the first bad entry."""
    require_host(game)
    answer = Response(rescued_file(services().games, game), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="narrator-{game}.json"'
    return answer


@blueprint.post("/g/<game>/rescue")
def begin(game: str) -> ResponseReturnValue:
    """A new game with what is whole; this device is its host. Where nothing is damaged there is nothing to begin anew,
    and where it was begun already, it is among the games that this device hosts."""
    require_host(game)
    with suppress(DamagedGame):
        services().games.full_record(game)
        return redirect(f"/g/{game}/stage", 303)
    try:
        new = begin_from_undamaged(services().games, game)
    except Refused:
        return redirect("/", 303)
    answer = make_response(redirect(f"/g/{new.id}/stage", 303))
    remember_host(answer, new.id, new.secret)
    return answer


@blueprint.post("/rescue")
def save_elsewhere() -> ResponseReturnValue:
    """Everything to a new file, where the old one is gone; a host of any game here may ask for it."""
    if not hosts_something():
        abort(403)
    path = services().games.storage.database.save_elsewhere()
    lead = say(msg("error.saved.text", path=Rendered(path)), TableLocale(this_device().lang))
    return render_template("error.html", key="error.saved", lead=lead)
