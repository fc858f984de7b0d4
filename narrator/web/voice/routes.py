"""The table's voice: which of its devices reads aloud."""

import re

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from narrator.app.sessions.narration import take_voice
from narrator.web.auth.viewer import require_viewer
from narrator.web.services import services

blueprint = Blueprint("voice", __name__)
DEVICE_NAME = re.compile(r"[0-9a-f]{16}")


@blueprint.post("/g/<game>/voice")
def set_speaker(game: str) -> ResponseReturnValue:
    """Make one stage or television read aloud, under the name that it gave itself; without a name, nobody does."""
    viewer = require_viewer(game)
    device = request.form.get("device", "")
    if device and not DEVICE_NAME.fullmatch(device):
        abort(400)
    if not take_voice(services().sessions, game, device, "first" in request.form, viewer.kind == "watch"):
        abort(403)
    return "", 204
