"""The JSON API of docs/api.md: create a game, read its state, enter events, download its file."""

import msgspec
from flask import Blueprint, Response, current_app, request
from werkzeug.exceptions import MethodNotAllowed, NotFound

from narrator.app.games.dealer import Author
from narrator.app.games.random_draws import draw_first_player
from narrator.app.games.results import EntryRefused, Stale
from narrator.app.seats.joining import refuse_namesakes
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import choices
from narrator.core.record.judging import blocking_reasons
from narrator.core.record.record import Record
from narrator.core.record.seat_choices import seat_choices
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import initial_state
from narrator.script.narrate import steps
from narrator.storage.files.game_file import read_as, read_game
from narrator.text.render import say_aloud
from narrator.web.api import access, schemas
from narrator.web.api.dialects import dialects
from narrator.web.api.errors import DryRunRefused, entered_response, json_response, register_error_handlers
from narrator.web.api.lookups import lookups
from narrator.web.api.seats import seats
from narrator.web.auth.house_code import require_game_creation
from narrator.web.rendering.addresses import shared_addresses
from narrator.web.rendering.responses import download
from narrator.web.rendering.table_locale import table_locale
from narrator.web.security.guard import refuse_foreign_writes
from narrator.web.services import services

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
api = Blueprint("api", __name__, url_prefix="/api/v1")
register_error_handlers(api)
api.before_request(refuse_foreign_writes)
api.register_blueprint(seats)
api.register_blueprint(lookups)
api.register_blueprint(dialects)


@api.after_request
def vary(response: Response) -> Response:
    response.vary.add("Accept-Language")
    return response


@api.get("/games/<game>")
def state(game: str) -> Response:
    seat = access.own_seat(game)
    return json_response(state_for_api(services().games.record_of(game, seat).state, seat))


@api.get("/games/<game>/script")
def script(game: str) -> Response:
    record = services().games.record_of(game)
    return json_response(schemas.say_script(record, table_locale(record.state, access.language())))


@api.get("/games/<game>/choices")
def choose(game: str) -> Response:
    seat = access.own_seat(game)
    record = services().games.record_of(game, seat)
    found = choices(record.state) if seat is None else seat_choices(record.state, seat)
    now = steps(record.state, record.state.game.detail)[0]
    line = say_aloud(now.lines, table_locale(record.state, access.language()))
    return json_response(schemas.ChoicesSaid(len(record.log), line, found.events, found.open))


@api.get("/games/<game>/file")
def file(game: str) -> Response:
    access.require_host(game)
    return download(services().games.file(game), f"narrator-{game}.json")


@api.get("/openapi.json")
def openapi() -> Response:
    from narrator.web.api.openapi import description  # rarely needed and slow to import

    return json_response(description())


@api.post("/games")
def create() -> Response:
    require_game_creation()
    sent = read_game(access.request_body())
    if not sent.events:  # a saved game keeps its names
        refuse_namesakes([player.name for player in sent.setup.players])
    new = services().games.create(sent.setup, access.read_events(sent.events, 0, initial_state(sent.setup)), "program")
    response = json_response(schemas.CreatedGame(new.id, new.secret, new.join_code, shared_addresses()), 201)
    response.headers["Location"] = f"/api/v1/games/{new.id}"
    return response


@api.post("/games/<game>/events")
def enter(game: str) -> Response:
    by = access.require_author(game)
    seat = by if isinstance(by, int) else None
    sent, key = read_as(schemas.EventsSent, access.request_body()), access.idempotency_key()
    record = services().games.record_of(game, seat)
    events = access.read_events(sent.events, len(record.log), record.state)
    if access.is_dry_run():
        return json_response(_dry_run(game, record, events, sent.seen, by))
    key = key if seat is None or key is None else f"{seat} {key}"
    return entered_response(services().games.enter_events(game, events, sent.seen, key, by), seat)


@api.post("/games/<game>/draw")
def draw(game: str) -> Response:
    access.require_host(game)
    last = len(services().games.record_of(game).log)
    return entered_response(draw_first_player(services().games, game, last, services().random_below))


@api.post("/games/<game>/shuffle")
def shuffle(game: str) -> Response:
    access.require_host(game)
    services().seats.shuffle(game, services().random_below)
    return json_response(msgspec.convert(state_for_api(services().games.record_of(game).state), schemas.PublicState))


@api.route("/<path:rest>", methods=METHODS)
def unknown_path(rest: str) -> Response:
    """Answer unknown paths in JSON; a known path with another method gets 405 and its methods."""
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    allowed = [method for method in METHODS if adapter.match(method=method)[0] != request.endpoint]
    raise MethodNotAllowed(valid_methods=allowed) if allowed else NotFound


def _dry_run(game: str, record: Record, events: list[AnyEvent], seen: int | None, by: Author) -> schemas.EventsJudged:
    """Judge events without entering them. Raises what entering them would raise."""
    last = len(record.log)
    if seen is not None and seen != last:
        raise Stale(seen, last)
    locale = table_locale(record.state, access.language())
    refusals = services().games.judge(game, events, by)
    blocking = [blocking_reasons(event, reasons) for event, reasons in zip(events, refusals, strict=True)]
    pairs = zip(blocking, refusals, strict=True)
    judgements = [schemas.Judgement(not against, schemas.say_reasons(all_of, locale)) for against, all_of in pairs]
    for number, reasons in enumerate(blocking, start=last + 1):
        if reasons:
            raise DryRunRefused(EntryRefused(number, record.state, *reasons), judgements)
    return schemas.EventsJudged(last, judgements)
