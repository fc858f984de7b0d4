"""The form for a new game. All choices are kept in the query string."""

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue

from narrator.app.seats.joining import refuse_namesakes
from narrator.core.message import Refused
from narrator.web.auth.host_access import host_new_game
from narrator.web.auth.house_code import require_game_creation
from narrator.web.auth.preferences import current_preferences
from narrator.web.new_game.draft import Draft, draft_locale, parse_draft, setup_of, with_seed
from narrator.web.new_game.view import new_game_variables
from narrator.web.rendering.responses import render_fragment_or_page
from narrator.web.services import services

blueprint = Blueprint("new_game", __name__)


@blueprint.get("/new")
def new_game() -> ResponseReturnValue:
    require_game_creation()
    return _render_form(parse_draft(request.args))


@blueprint.post("/new")
def create_game() -> ResponseReturnValue:
    require_game_creation()
    draft = parse_draft(request.form)
    if draft.wrong:
        return _render_form(draft, status=422)
    try:
        setup = setup_of(draft)
        refuse_namesakes([player.name for player in setup.players])
        return host_new_game(services().games.create(setup))
    except Refused as refused:
        return _render_form(draft, refused, 422)


def _render_form(draft: Draft, refused: Refused | None = None, status: int = 200) -> Response:
    g.locale = draft_locale(draft, current_preferences().lang)
    view = new_game_variables(with_seed(draft), current_preferences(), refused)
    return render_fragment_or_page("new_game/form.html", "new_game/page.html", status, **view)
