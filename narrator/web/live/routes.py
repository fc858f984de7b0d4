"""The event stream of a game's pages."""

from flask import Blueprint, Response, request

from narrator.web.auth.preferences import current_preferences
from narrator.web.auth.viewer import require_viewer
from narrator.web.live.live_services import live_services, stream_response
from narrator.web.services import services

blueprint = Blueprint("live", __name__)


@blueprint.get("/g/<game>/live")
def live(game: str) -> Response:
    viewer = require_viewer(game)
    services().games.record_of(game)
    services().sessions.session_of(game)  # report a damaged game before the stream has started
    once = request.args.get("once") == "1"
    return stream_response(live_services().hub.stream(game, viewer, current_preferences().lang, once))
