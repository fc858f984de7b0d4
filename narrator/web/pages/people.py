"""The house's pages: the people of this server, their evenings, a rematch, deleting for good, copies.

All of it is the house's right: this machine's own, or a device's that has the house's code.
"""

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.service.deleting import Deleted, delete_game, delete_person
from narrator.service.people import NoSuchPerson, Person
from narrator.service.rematch import next_to_begin
from narrator.service.rematch import rematch as begin_again
from narrator.store.copies import KEPT, folder_of
from narrator.store.event_log import Damaged, Unusable
from narrator.text.nobody import names_of_nobody
from narrator.text.render import Voice, say_refusal
from narrator.web.live.forgetting import forget
from narrator.web.live.station import station
from narrator.web.request.access import is_host, remember_host
from narrator.web.request.ask import as_number
from narrator.web.request.device import this_device
from narrator.web.request.guard import squeezed_answer
from narrator.web.request.house import house
from narrator.web.request.house_code import require_house

pages = Blueprint("people", __name__, url_prefix="/people")
ON_A_PAGE = 30


@pages.before_request
def let_in() -> None:
    require_house()


@pages.get("")
def everybody() -> ResponseReturnValue:
    """Made once for each language and look, until somebody ends a game or a copy is made."""
    keeper = house().keeper
    if keeper.trouble:
        return _everybody()
    made = f"{house().people.stamp()} {[(str(copy.path), copy.made) for copy in keeper.copies()]}"
    reader = ("people", request.full_path, this_device())
    return squeezed_answer(station().records.of(reader, made, lambda: _everybody().get_data(as_text=True)))


@pages.post("/copy")
def copy() -> ResponseReturnValue:
    """Today's copy, now."""
    if not house().games.storage.database.is_file:
        abort(404)
    try:
        house().keeper.make()
    except Unusable:
        return _everybody("people.copies.trouble", 503)
    return _everybody("people.copies.made")


def _everybody(notice: str = "", status: int = 200) -> Response:
    keeper, found = house().keeper, house().people.everybody()
    copies = keeper.copies()
    notice = notice or ("people.copies.trouble" if keeper.trouble else "")
    database = house().games.storage.database
    shown = {"copies": copies, "kept": KEPT, "folder": folder_of(database.path), "is_file": database.is_file}
    page = render_template("people/everybody.html", everybody=found, notice=notice, **shown)
    return make_response(page, status)


# One of them.


@pages.get("/<person>")
def one(person: str) -> ResponseReturnValue:
    return _one(person)


@pages.post("/<person>/merge")
def merge(person: str) -> ResponseReturnValue:
    """Another name of the same person."""
    other = _person(request.form.get("other", ""))
    try:
        house().people.merge(person, other.record.id)
    except NoSuchPerson:
        abort(404)
    except Refused as refused:
        reasons = [say_refusal(reason, Voice(this_device().lang)) for reason in refused.reasons]
        return _one(person, reasons, 422)
    return redirect(f"/people/{person}", 303)


@pages.post("/<person>/part")
def part(person: str) -> ResponseReturnValue:
    """A name was somebody else's after all."""
    _person(person)
    house().people.part(person, request.form.get("spelling", ""))
    return redirect(f"/people/{person}", 303)


@pages.get("/<person>/delete")
def ask_person(person: str) -> ResponseReturnValue:
    nobody = names_of_nobody(this_device().lang)[0]
    return render_template("people/delete_person.html", person=_person(person), nobody=nobody)


@pages.post("/<person>/delete")
def remove_person(person: str) -> ResponseReturnValue:
    name = _person(person).record.name
    nobody = names_of_nobody(this_device().lang)
    done = delete_person(house().games, house().people, house().keeper, person, nobody)
    return _deleted(done, "people.deleted.person", name)


def _person(person: str) -> Person:
    try:
        return house().people.person(person)
    except NoSuchPerson:
        abort(404)


def _one(person: str, reasons: list[str] | None = None, status: int = 200) -> Response:
    return make_response(render_template("people/person.html", person=_person(person), reasons=reasons), status)


# Games.


@pages.get("/games")
def games() -> ResponseReturnValue:
    """Every game of this server, finished or not."""
    page = as_number(request.args.get("page", "")) or 1
    found = house().people.games(ON_A_PAGE + 1, (page - 1) * ON_A_PAGE)
    return render_template("people/games.html", games=found[:ON_A_PAGE], page=page, more=len(found) > ON_A_PAGE)


@pages.get("/games/<evening>")
def game(evening: str) -> ResponseReturnValue:
    shown = {"evening": house().people.evening(evening), "names": _names(evening), "is_mine": is_host(evening)}
    return render_template("people/game.html", game=evening, starter=_starter(evening), **shown)


def _names(game: str) -> list[str]:
    """Of those who sat down first; nobody's, where the set-up can't be read. 404 where there is no such game."""
    try:
        return [player.name for player in house().games.setup(game).players]
    except Damaged:
        return []


def _starter(game: str) -> str | None:
    """Who would begin the next one; nobody, where the game can't be read."""
    try:
        state = house().games.record(game).state
    except Damaged:
        return None
    return state.seats[next_to_begin(state)].name


@pages.post("/games/<evening>/rematch")
def rematch(evening: str) -> ResponseReturnValue:
    """The same people and rules again; this device hosts it."""
    new = begin_again(house().games, evening)
    answer = make_response(redirect(f"/g/{new.id}/stage", 303))
    remember_host(answer, new.id, new.secret)
    return answer


@pages.get("/games/<evening>/delete")
def ask_game(evening: str) -> ResponseReturnValue:
    found = house().people.evening(evening)
    return render_template("people/delete_game.html", game=evening, names=_names(evening), evening=found)


@pages.post("/games/<evening>/delete")
def remove_game(evening: str) -> ResponseReturnValue:
    return _deleted(delete_game(house().games, house().keeper, evening), "people.deleted.game")


def _deleted(done: Deleted, key: str, name: str = "") -> Response:
    for changed in done.games:
        forget(house(), station(), changed)
        station().hub.look_again(changed, "erased")
    paths = ", ".join(str(path) for path in done.still_in)
    return make_response(render_template("people/deleted.html", key=key, name=name, paths=paths))
