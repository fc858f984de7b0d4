"""The JSON API of docs/contract.md: begin a game, see where it stands, enter what happened, take it home."""

from collections.abc import Sequence

import msgspec
from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import MethodNotAllowed, NotFound

from narrator.core.reading.public_view import public_state
from narrator.core.record.choices import choices
from narrator.core.record.exact_choices import exact_choices
from narrator.core.record.judge import keeping_out
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import start
from narrator.script.narrate import steps
from narrator.service.answers import EntryRefused, Stale
from narrator.service.chairs import refuse_namesakes
from narrator.service.dealing import Author
from narrator.service.draws import draw_first_player
from narrator.store.game_file import read_as, read_game
from narrator.text.render import say_aloud
from narrator.text.voice import voice_of
from narrator.web.request.address import all_addresses
from narrator.web.request.house import house
from narrator.web.request.house_code import require_house_code

from .access import (
    body,
    idempotency_key,
    is_dry_run,
    language,
    read_events,
    reader_of,
    require_author,
    require_host,
    require_own_origin,
)
from .dialects import dialects
from .errors import RefusedInTrial, answer, answer_errors
from .lookups import lookups
from .seats import seats
from .shapes import ChoicesSaid, CreatedGame, EventsEntered, EventsJudged, EventsSent, Judgement, PublicState
from .words import say_reasons, say_script

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
api = Blueprint("api", __name__, url_prefix="/api/v1")
"""All calls below `/api/v1`."""
answer_errors(api)
api.register_blueprint(seats)
api.register_blueprint(lookups)
api.register_blueprint(dialects)


@api.after_request
def vary(response: Response) -> Response:
    response.vary.add("Accept-Language")
    return response


@api.get("/games/<game>")
def state(game: str) -> Response:
    seat = reader_of(game)
    return answer(public_state(house().games.record(game, seat).state, seat))


@api.get("/games/<game>/script")
def script(game: str) -> Response:
    record = house().games.record(game)
    return answer(say_script(record, voice_of(record.state, language())))


@api.get("/games/<game>/choices")
def choose(game: str) -> Response:
    seat = reader_of(game)
    record = house().games.record(game, seat)
    found = choices(record.state) if seat is None else exact_choices(record.state, seat)
    now = steps(record.state, record.state.game.detail)[0]
    line = say_aloud(now.lines, voice_of(record.state, language()))
    return answer(ChoicesSaid(len(record.log), line, found.events, found.open))


@api.get("/games/<game>/file")
def file(game: str) -> Response:
    require_host(game)
    response = Response(house().games.file(game), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="narrator-{game}.json"'
    return response


@api.get("/openapi.json")
def openapi() -> Response:
    from .openapi import description  # only who asks for it waits for its hundreds of lines

    return answer(description())


@api.post("/games")
def create() -> Response:
    require_own_origin()
    require_house_code()
    sent = read_game(body())
    if not sent.events:  # a saved game keeps the names that it has
        refuse_namesakes([player.name for player in sent.setup.players])
    new = house().games.create(sent.setup, read_events(sent.events, 0, start(sent.setup)), "program")
    response = answer(CreatedGame(new.id, new.secret, new.join_code, all_addresses()), 201)
    response.headers["Location"] = f"/api/v1/games/{new.id}"
    return response


@api.post("/games/<game>/events")
def enter(game: str) -> Response:
    by = require_author(game)
    seat = by if isinstance(by, int) else None
    require_own_origin()
    sent, key = read_as(EventsSent, body()), idempotency_key()
    record = house().games.record(game, seat)
    events = read_events(sent.events, len(record.log), record.state)
    if is_dry_run():
        return answer(_judged(game, record, events, sent.seen, by))
    entered = house().games.enter(game, events, sent.seen, key if seat is None or key is None else f"{seat} {key}", by)
    last = entered.numbers[-1]
    # The table after these very entries, so that a repeated call is answered as it was the first time.
    then = msgspec.convert(public_state(entered.record.at(last).state, seat), PublicState)
    return answer(EventsEntered(last, list(entered.numbers), then), 201)


@api.post("/games/<game>/draw")
def draw(game: str) -> Response:
    require_host(game)
    require_own_origin()
    entered = draw_first_player(house().games, game, len(house().games.record(game).log), house().pick)
    last = entered.numbers[-1]
    then = msgspec.convert(public_state(entered.record.at(last).state), PublicState)
    return answer(EventsEntered(last, list(entered.numbers), then), 201)


@api.post("/games/<game>/shuffle")
def shuffle(game: str) -> Response:
    require_host(game)
    require_own_origin()
    house().seats.shuffle(game, house().pick)
    return answer(msgspec.convert(public_state(house().games.record(game).state), PublicState))


@api.route("/<path:rest>", methods=METHODS)
def nothing(rest: str) -> Response:
    """Also what is not there is answered in JSON; a known path with another method says which ones it has."""
    routes = current_app.create_url_adapter(request)
    assert routes is not None
    known = [method for method in METHODS if routes.match(method=method)[0] != request.endpoint]
    raise MethodNotAllowed(valid_methods=known) if known else NotFound


def _judged(game: str, record: Record, events: Sequence[AnyEvent], seen: int | None, by: Author) -> EventsJudged:
    """What entering these would be answered. Raises as entering would."""
    last = len(record.log)
    if seen is not None and seen != last:
        raise Stale(seen, last)
    voice = voice_of(record.state, language())
    found = house().games.judge(game, events, by)
    standing = [keeping_out(event, reasons) for event, reasons in zip(events, found, strict=True)]
    judged = [Judgement(not kept, say_reasons(reasons, voice)) for kept, reasons in zip(standing, found, strict=True)]
    for number, kept in enumerate(standing, start=last + 1):
        if kept:
            raise RefusedInTrial(EntryRefused(number, record.state, *kept), judged)
    return EventsJudged(last, judged)
