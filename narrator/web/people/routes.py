"""The people of this server, their games, rematches, deletion and backups; for the house only."""

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.backup_service import Deleted, delete_game, delete_person
from narrator.app.people import NoSuchPerson, Person
from narrator.app.sessions.end_of_game import next_to_begin
from narrator.app.sessions.end_of_game import rematch as begin_again
from narrator.core.message import Refused
from narrator.storage.backups import DAYS_KEPT, backup_folder
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.text.default_names import default_names
from narrator.web.auth.host_access import host_new_game, is_host
from narrator.web.auth.house_code import require_house_access
from narrator.web.auth.preferences import current_preferences
from narrator.web.components.refusal import refusal_texts
from narrator.web.live.live_services import forget_game, live_services
from narrator.web.rendering.page_query import parse_number
from narrator.web.security.guard import gzipped_response
from narrator.web.services import services

blueprint = Blueprint("people", __name__, url_prefix="/people")
blueprint.before_request(require_house_access)
GAMES_PER_PAGE = 30


@blueprint.get("")
def everybody() -> ResponseReturnValue:
    """Return the page from a cache that is valid until a game ends or a backup is made."""
    backups = services().backups
    if backups.trouble:
        return _render_everybody()
    version = f"{services().people.change_marker()} {[(str(copy.path), copy.made) for copy in backups.copies()]}"
    reader, pages = ("people", request.full_path, current_preferences()), live_services().result_pages
    return gzipped_response(pages.get(reader, version, lambda: _render_everybody().get_data(as_text=True)))


@blueprint.post("/copy")
def make_backup() -> ResponseReturnValue:
    if not services().games.storage.database.is_file:
        abort(404)
    try:
        services().backups.make()
    except StorageUnavailable:
        return _render_everybody("people.copies.trouble", 503)
    return _render_everybody("people.copies.made")


def _render_everybody(notice: str = "", status: int = 200) -> Response:
    backups, database = services().backups, services().games.storage.database
    page = render_template(
        "people/everybody.html",
        everybody=services().people.everybody(),
        notice=notice or ("people.copies.trouble" if backups.trouble else ""),
        copies=backups.copies(),
        kept=DAYS_KEPT,
        folder=backup_folder(database.path),
        is_file=database.is_file,
    )
    return make_response(page, status)


# One person


@blueprint.get("/<person>")
def person_page(person: str) -> ResponseReturnValue:
    return _render_person(person)


@blueprint.post("/<person>/merge")
def merge(person: str) -> ResponseReturnValue:
    other = _person(request.form.get("other", ""))
    try:
        services().people.merge(person, other.record.id)
    except NoSuchPerson:
        abort(404)
    except Refused as refused:
        return _render_person(person, refusal_texts(refused), 422)
    return redirect(f"/people/{person}", 303)


@blueprint.post("/<person>/part")
def split_person(person: str) -> ResponseReturnValue:
    _person(person)
    services().people.separate_spelling(person, request.form.get("spelling", ""))
    return redirect(f"/people/{person}", 303)


@blueprint.get("/<person>/delete")
def confirm_delete_person(person: str) -> ResponseReturnValue:
    nobody = default_names(current_preferences().lang)[0]
    return render_template("people/delete_person.html", person=_person(person), nobody=nobody)


@blueprint.post("/<person>/delete")
def remove_person(person: str) -> ResponseReturnValue:
    name, nobody = _person(person).record.name, default_names(current_preferences().lang)
    done = delete_person(services().games, services().people, services().backups, person, nobody)
    return _deleted(done, "people.deleted.person", name)


def _person(person: str) -> Person:
    try:
        return services().people.person(person)
    except NoSuchPerson:
        abort(404)


def _render_person(person: str, reasons: list[str] | None = None, status: int = 200) -> Response:
    return make_response(render_template("people/person.html", person=_person(person), reasons=reasons), status)


# Games


@blueprint.get("/games")
def games() -> ResponseReturnValue:
    page = parse_number(request.args.get("page", "")) or 1
    found = services().games.storage.games.listed_games(GAMES_PER_PAGE + 1, (page - 1) * GAMES_PER_PAGE)
    has_more = len(found) > GAMES_PER_PAGE
    return render_template("people/games.html", games=found[:GAMES_PER_PAGE], page=page, more=has_more)


@blueprint.get("/games/<evening>")
def game(evening: str) -> ResponseReturnValue:
    shown = {"evening": services().people.evening(evening), "names": _names(evening), "is_mine": is_host(evening)}
    return render_template("people/game.html", game=evening, starter=_next_starter(evening), **shown)


def _names(game: str) -> list[str]:
    """Return the names of the first players, none for a damaged game; 404 if there is no such game."""
    try:
        return [player.name for player in services().games.setup(game).players]
    except DamagedGame:
        return []


def _next_starter(game: str) -> str | None:
    try:
        state = services().games.record_of(game).state
    except DamagedGame:
        return None
    return state.seats[next_to_begin(state)].name


@blueprint.post("/games/<evening>/rematch")
def rematch(evening: str) -> ResponseReturnValue:
    return host_new_game(begin_again(services().games, evening))


@blueprint.get("/games/<evening>/delete")
def confirm_delete_game(evening: str) -> ResponseReturnValue:
    found = services().people.evening(evening)
    return render_template("people/delete_game.html", game=evening, names=_names(evening), evening=found)


@blueprint.post("/games/<evening>/delete")
def remove_game(evening: str) -> ResponseReturnValue:
    return _deleted(delete_game(services().games, services().backups, evening), "people.deleted.game")


def _deleted(done: Deleted, key: str, name: str = "") -> Response:
    for changed in done.games:
        forget_game(services(), live_services(), changed)
        live_services().hub.reload_pages(changed, "erased")
    paths = ", ".join(str(path) for path in done.still_in)
    return make_response(render_template("people/deleted.html", key=key, name=name, paths=paths))
