"""The host's guide, from the home page or from the menu of a game, whose words it then uses."""

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue

from narrator.text.render import TableLocale
from narrator.web.auth.preferences import current_preferences
from narrator.web.auth.viewer import require_viewer
from narrator.web.guide.moments import sample_evening
from narrator.web.guide.view import guide_locale, guide_parts, guide_pictures
from narrator.web.rendering.addresses import base_address
from narrator.web.rendering.qr import qr
from narrator.web.rendering.table_locale import table_locale
from narrator.web.rendering.template_helpers import set_page_table
from narrator.web.services import services

blueprint = Blueprint("guide", __name__)


@blueprint.get("/guide")
def guide() -> ResponseReturnValue:
    return _guide(guide_locale(current_preferences().lang), url_for("home.home"))


@blueprint.get("/g/<game>/guide")
def game_guide(game: str) -> ResponseReturnValue:
    back = require_viewer(game).home_path(game)
    state, language = services().games.record_of(game).state, current_preferences().lang
    return _guide(guide_locale(language, table_locale(state, language)), back)


def _guide(locale: TableLocale, back: str) -> ResponseReturnValue:
    set_page_table(locale, sample_evening().state)
    return render_template(
        "guide/page.html",
        parts=guide_parts(locale),
        shown=guide_pictures(locale),
        seats=sample_evening().state.seats,
        code_qr=qr(base_address()),
        back=back,
    )
