"""A new game: three taps with everything as most tables want it, or in full. All of it stands in the address."""

from flask import Blueprint, Response, make_response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.app.seats.joining import refuse_namesakes
from narrator.core.message import Refused
from narrator.web.auth.device import this_device
from narrator.web.auth.host import remember_host
from narrator.web.auth.house_code import require_game_creation
from narrator.web.new_game.draft import Draft, read_draft, setup_of, with_seed
from narrator.web.new_game.view import new_game_page
from narrator.web.rendering.responses import show
from narrator.web.services import services

blueprint = Blueprint("new_game", __name__)


@blueprint.get("/new")
def new_game() -> ResponseReturnValue:
    require_game_creation()
    return _new_game(read_draft(request.args))


@blueprint.post("/new")
def begin() -> ResponseReturnValue:
    """The last tap: the game is there, and this device is its host."""
    require_game_creation()
    draft = read_draft(request.form)
    if draft.wrong:
        return _new_game(draft, status=422)
    try:
        setup = setup_of(draft)
        refuse_namesakes([player.name for player in setup.players])
        new = services().games.create(setup)
    except Refused as refused:
        return _new_game(draft, refused, 422)
    answer = make_response(redirect(f"/g/{new.id}/stage", 303))
    remember_host(answer, new.id, new.secret)
    return answer


def _new_game(draft: Draft, refused: Refused | None = None, status: int = 200) -> Response:
    view = new_game_page(with_seed(draft), this_device(), refused)
    return show("new_game/form.html", "new_game/page.html", status, **view)
