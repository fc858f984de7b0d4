"""Home: go on with a game, begin one, try things on a sample; and what a device remembers."""

from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.files.game_files import begin_from_file
from narrator.app.games.results import NewGame
from narrator.core.message import Refused
from narrator.folders import PACKAGE
from narrator.web.auth.cookies import set_cookie
from narrator.web.auth.device import chosen
from narrator.web.auth.host import hosted_games, is_host, remember_host
from narrator.web.auth.house_code import require_house_code
from narrator.web.auth.viewer import joined_games, member_of
from narrator.web.components.refusal import refusal_texts
from narrator.web.rendering.addresses import own_path, without_language
from narrator.web.services import services

blueprint = Blueprint("home", __name__)
SAMPLE = PACKAGE / "samples" / "evening.json"
SAMPLE_ENTRIES = 210
"""So far the sample evening has come: the middle of a turn, with something to do."""


@blueprint.get("/")
def home() -> ResponseReturnValue:
    games = services().games
    mine = [game for game in games.last_played(hosted_games()) if is_host(game.id)]
    others = games.last_played(set(joined_games()) - set(hosted_games()))
    joined = [game for game in others if game.is_damaged or member_of(game.id)]
    g.named = tuple(name for game in (*mine, *joined) if not game.is_damaged for name in game.names)
    return render_template("home/page.html", mine=mine[:8], joined=joined[:4])


@blueprint.get("/alive")
def alive() -> ResponseReturnValue:
    """For a page that lost the network and asks whether it is back."""
    return "", 204


@blueprint.post("/device")
def remember() -> ResponseReturnValue:
    """A device's own choices, kept in its cookies."""
    wanted = chosen(request.form)
    back = own_path(request.form.get("next", "/"))
    answer = make_response(redirect(without_language(back) if "lang" in wanted else back, 303))
    for name, value in wanted.items():
        set_cookie(answer, name, value)
    return answer


@blueprint.post("/sample")
def sample() -> ResponseReturnValue:
    """A game in mid-play of one's own, to try things on."""
    require_house_code()
    new = begin_from_file(services().games, SAMPLE.read_bytes(), SAMPLE_ENTRIES)
    services().people.leave_out(new.id)
    return _hosting(new)


@blueprint.post("/import")
def import_file() -> ResponseReturnValue:
    """A game file from this or another Narrator: the game goes on here."""
    require_house_code()
    try:
        return _begun(_sent())
    except Refused as refused:
        return _turned_down(refused)


@blueprint.post("/watch")
def watch_file() -> ResponseReturnValue:
    """The same file, only to be looked at: no game is made of it."""
    require_house_code()
    try:
        return redirect(f"/watch/{services().replays.open(_sent())}", 303)
    except Refused as refused:
        return _turned_down(refused)


def _sent() -> bytes:
    sent = request.files.get("file")
    return sent.read() if sent else request.form.get("text", "").encode()


def _turned_down(refused: Refused) -> ResponseReturnValue:
    return render_template("home/page.html", mine=[], reasons=refusal_texts(refused)), 422


def _begun(text: bytes) -> Response:
    return _hosting(begin_from_file(services().games, text))


def _hosting(new: NewGame) -> Response:
    answer = make_response(redirect(f"/g/{new.id}/stage", 303))
    remember_host(answer, new.id, new.secret)
    return answer
