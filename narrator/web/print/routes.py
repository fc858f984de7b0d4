"""Pages to print, with the rules of the box or the rules and names of a game."""

from flask import Blueprint, abort, g, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState
from narrator.web.auth.preferences import Preferences, current_preferences
from narrator.web.auth.viewer import require_viewer
from narrator.web.print.view import PAPERS, SHEETS, default_paper, sample_table, sheet_variables
from narrator.web.rendering.table_locale import table_locale
from narrator.web.rendering.template_helpers import set_page_table
from narrator.web.services import services

blueprint = Blueprint("print", __name__)


@blueprint.get("/print")
def contents() -> ResponseReturnValue:
    return _contents(sample_table(current_preferences().lang), None, "/")


@blueprint.get("/g/<game>/print")
def game_contents(game: str) -> ResponseReturnValue:
    viewer = require_viewer(game)
    return _contents(_table(game), game, viewer.home_path(game))


@blueprint.get("/print/<sheet>")
def sheet(sheet: str) -> ResponseReturnValue:
    return _sheet(sheet, sample_table(current_preferences().lang), None)


@blueprint.get("/g/<game>/print/<sheet>")
def game_sheet(game: str, sheet: str) -> ResponseReturnValue:
    require_viewer(game)
    return _sheet(sheet, _table(game), game)


def _table(game: str) -> GameState:
    """Return the table before its first piece with today's people and rules: the printed script tells a whole game."""
    begun, now = initial_state(services().games.setup(game)), services().games.record_of(game).state
    seats = tuple(
        replace(seat, name=known.name, colour=known.colour, language=known.language)
        for seat, known in zip(begun.seats, now.seats, strict=True)
    )
    return replace(begun, seats=seats, first_seat=now.first_seat, turn=now.first_seat, rules=now.rules)


def _contents(state: GameState, game: str | None, back: str) -> ResponseReturnValue:
    set_page_table(table_locale(state, current_preferences().lang), state)
    return render_template("print/page.html", game=game, back=back, sheets=SHEETS, paper=_paper())


def _sheet(sheet: str, state: GameState, game: str | None) -> ResponseReturnValue:
    if sheet not in SHEETS:
        abort(404)
    language = current_preferences().lang
    set_page_table(table_locale(state, language), state)
    view = sheet_variables(sheet, state, g.locale)
    preferences = Preferences(lang=language, look="light")  # paper is white
    return render_template(
        f"print/{sheet}.html", sheet=sheet, game=game, paper=_paper(), papers=PAPERS, preferences=preferences, **view
    )


def _paper() -> str:
    wanted = request.args.get("paper", "")
    return wanted if wanted in PAPERS else default_paper([region for region, _ in request.accept_languages])
