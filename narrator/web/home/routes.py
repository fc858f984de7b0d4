"""Home: continue a game, start one, try a sample, open a file; settings of this device."""

from flask import Blueprint, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.files.game_files import begin_from_file
from narrator.core.message import Refused
from narrator.folders import PACKAGE
from narrator.web.auth.host_access import host_new_game, hosted_games, is_host
from narrator.web.auth.house_code import require_game_creation
from narrator.web.auth.preferences import set_cookie, valid_preferences
from narrator.web.auth.viewer import current_phone_access, joined_games
from narrator.web.components.refusal import refusal_texts
from narrator.web.rendering.addresses import own_path, without_language
from narrator.web.services import services

blueprint = Blueprint("home", __name__)
SAMPLE_FILE = PACKAGE / "samples" / "evening.json"
SAMPLE_ENTRIES = 210  # up to the middle of a turn


@blueprint.get("/")
def home() -> ResponseReturnValue:
    games = services().games
    mine = [game for game in games.last_played(hosted_games()) if is_host(game.id)]
    others = games.last_played(set(joined_games()) - set(hosted_games()))
    joined = [game for game in others if game.is_damaged or current_phone_access(game.id)]
    samples = {game.id for game in mine if services().people.is_left_out(game.id)}
    mine.sort(key=lambda game: (game.is_over, game.id in samples))
    g.named = tuple(name for game in (*mine, *joined) if not game.is_damaged for name in game.names)
    return render_template("home/page.html", mine=mine[:8], samples=samples, joined=joined[:4])


@blueprint.get("/alive")
def alive() -> ResponseReturnValue:
    """For a page that waits for the network."""
    return "", 204


@blueprint.post("/device")
def save_settings() -> ResponseReturnValue:
    wanted = valid_preferences(request.form)
    back = own_path(request.form.get("next", "/"))
    response = make_response(redirect(without_language(back) if "lang" in wanted else back, 303))
    for name, value in wanted.items():
        set_cookie(response, name, value)
    return response


@blueprint.post("/sample")
def start_sample() -> ResponseReturnValue:
    require_game_creation()
    new = begin_from_file(services().games, SAMPLE_FILE.read_bytes(), SAMPLE_ENTRIES)
    services().people.leave_out(new.id)
    return host_new_game(new)


@blueprint.post("/import")
def import_file() -> ResponseReturnValue:
    require_game_creation()
    try:
        return host_new_game(begin_from_file(services().games, _uploaded_file()))
    except Refused as refused:
        return _render_refused(refused)


@blueprint.post("/watch")
def watch_file() -> ResponseReturnValue:
    """Replay a game file without creating a game."""
    require_game_creation()
    try:
        return redirect(f"/watch/{services().replays.open(_uploaded_file())}", 303)
    except Refused as refused:
        return _render_refused(refused)


def _uploaded_file() -> bytes:
    sent = request.files.get("file")
    return sent.read() if sent else request.form.get("text", "").encode()


def _render_refused(refused: Refused) -> ResponseReturnValue:
    return render_template("home/page.html", mine=[], reasons=refusal_texts(refused)), 422
