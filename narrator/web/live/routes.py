"""The event stream of a game's pages."""

from flask import Blueprint, Response, abort, request

from narrator.web.auth.client import this_address, this_client
from narrator.web.auth.device import this_device
from narrator.web.auth.viewer import require_viewer
from narrator.web.live.live_services import live_services
from narrator.web.services import services

blueprint = Blueprint("live", __name__)


@blueprint.get("/g/<game>/live")
def live(game: str) -> Response:
    viewer = require_viewer(game)
    services().games.record_of(game)
    services().sessions.session_of(game)  # report a damaged game before the stream has started
    address, limits = this_address(), live_services().stream_limits
    if not limits.has_room(address):
        abort(429)
    once = request.args.get("once") == "1"
    stream = live_services().hub.stream(game, viewer, this_device().lang, once)
    body = limits.count_stream(stream, this_client().name, address)
    response = Response(body, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response
