"""The line that every page listens on."""

from flask import Blueprint, Response, abort, request

from narrator.web.auth.client import this_address, this_client
from narrator.web.auth.device import this_device
from narrator.web.auth.viewer import require_viewer
from narrator.web.live.services import live_services
from narrator.web.services import services

blueprint = Blueprint("live", __name__)


@blueprint.get("/g/<game>/live")
def live(game: str) -> Response:
    viewer = require_viewer(game)
    services().games.record(game)
    services().sessions.of(game)  # what is damaged is told before a stream has begun
    address = this_address()
    if not live_services().lines.has_room(address):
        abort(429)
    once = request.args.get("once") == "1"
    stream = live_services().hub.stream(game, viewer, this_device().lang, once)
    held = live_services().lines.held(stream, this_client().name, address)
    answer = Response(held, mimetype="text/event-stream", direct_passthrough=True)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    return answer
