"""The host's guide, from the home page or from the menu of a game, whose words it then uses."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from narrator.web.auth.preferences import current_preferences
from narrator.web.auth.viewer import current_viewer
from narrator.web.guide.moments import sample_evening
from narrator.web.guide.view import guide_locale, guide_parts, guide_pictures
from narrator.web.rendering.addresses import base_address
from narrator.web.rendering.qr import qr
from narrator.web.rendering.table_context import locale_at
from narrator.web.rendering.template_helpers import set_page_table
from narrator.web.services import services

blueprint = Blueprint("guide", __name__)


@blueprint.get("/guide")
def guide() -> ResponseReturnValue:
    return _guide("")


@blueprint.get("/g/<game>/guide")
def game_guide(game: str) -> ResponseReturnValue:
    return _guide(game)


def _guide(game: str) -> ResponseReturnValue:
    language, words, back = current_preferences().lang, None, "/"
    if game:
        words = locale_at(game, services().games.record_of(game).state, language)
        viewer = current_viewer(game)
        back = viewer.home_path(game) if viewer else "/"
    locale = guide_locale(language, words)
    set_page_table(locale, sample_evening().state)
    return render_template(
        "guide/page.html",
        parts=guide_parts(locale),
        shown=guide_pictures(locale),
        seats=sample_evening().state.seats,
        code_qr=qr(base_address()),
        back=back,
    )
