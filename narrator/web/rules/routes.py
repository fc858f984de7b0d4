"""House rules: every one of them on a page, for a new game or for the one being played; presets to take along."""

from contextlib import suppress
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.access.typed_text import clean_name
from narrator.app.files.rules_file import read_rules_file, write_rules_file
from narrator.app.games.results import EntryRefused, Stale
from narrator.core.message import Refused
from narrator.core.table.events import RuleChanged
from narrator.storage.files.game_file import UNREADABLE
from narrator.text.locale import table_locale
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.device import this_device
from narrator.web.auth.host import require_host
from narrator.web.new_game.draft import Draft, draft_fields, read_draft, rules_of
from narrator.web.rendering.fragment import htmx
from narrator.web.rules.own_presets import own_presets, remember_presets
from narrator.web.rules.view import draft_rules_page, game_rules_page, with_rules
from narrator.web.services import services

blueprint = Blueprint("rules", __name__)
read_changes = msgspec.json.Decoder(list[RuleChanged]).decode


@blueprint.get("/new/rules")
def choose() -> ResponseReturnValue:
    """All rules for a game that is being prepared."""
    draft = read_draft(request.args)
    if draft.wrong and htmx:  # what was chosen stays on the page as it is, to be mended there
        reasons = [say_refusal(reason, TableLocale(this_device().lang)) for reason in draft.wrong]
        return make_response(render_template("rules/trouble.html", reasons=reasons))
    return _draft_rules(draft)


@blueprint.post("/rules/save")
def save() -> ResponseReturnValue:
    """Keep these rules under a name, on this device."""
    draft = read_draft(request.form)
    name = clean_name(request.form.get("save_as", ""))
    if draft.wrong or not name:
        return _draft_rules(draft, status=422 if draft.wrong else 200)
    answer = make_response(redirect(f"/new/rules?{urlencode(draft_fields(draft))}", 303))
    remember_presets(answer, {**own_presets(), name: rules_of(draft)})
    return answer


@blueprint.get("/rules.json")
def export() -> ResponseReturnValue:
    """The rules as a small file."""
    draft = read_draft(request.args)
    if draft.wrong:
        return _draft_rules(draft, status=422)
    name = clean_name(request.args.get("save_as", ""))
    answer = Response(write_rules_file(name, rules_of(draft)), mimetype="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="narrator-rules.json"'
    return answer


@blueprint.post("/rules/import")
def bring() -> ResponseReturnValue:
    """A preset from elsewhere."""
    draft = read_draft(request.form)
    sent = request.files.get("file")
    try:
        rules = read_rules_file(sent.read() if sent else b"", draft.count)
    except Refused as refused:
        return _draft_rules(draft, refused, 422)
    return redirect(f"/new/rules?{with_rules(draft, rules)}", 303)


@blueprint.get("/g/<game>/rules")
def in_play(game: str) -> ResponseReturnValue:
    """The rules of a game; each tap changes one from now on, and the phones are asked again."""
    require_host(game)
    return _game_rules(game)


@blueprint.post("/g/<game>/rules")
def change(game: str) -> ResponseReturnValue:
    """One rule changed from now on; the page stays where it was, and says there what speaks against it."""
    require_host(game)
    try:
        changes = read_changes(request.form.get("events", ""))
    except UNREADABLE:
        return _game_rules(game, status=400)
    try:
        with suppress(Stale):  # tapped twice, or the table went on: here it is as it is now
            services().games.enter(game, changes, request.form.get("seen", type=int))
    except EntryRefused as refused:
        return _in_its_place(_game_rules(game, refused, 422))
    if htmx:
        return _game_rules(game)
    return redirect(f"/g/{game}/rules" + "".join(f"#rule-{change.key}" for change in changes[:1]), 303)


def _game_rules(game: str, refused: Refused | None = None, status: int = 200) -> Response:
    state = services().games.record(game).state
    g.locale = table_locale(state, this_device().lang)
    view = game_rules_page(state, g.locale, refused)
    return make_response(render_template("rules/game.html", game=game, **view), status)


def _in_its_place(answer: Response) -> Response:
    """What speaks against a change, and nothing else of the page."""
    if htmx:
        answer.headers["HX-Retarget"] = answer.headers["HX-Reselect"] = "#trouble"
    return answer


def _draft_rules(draft: Draft, refused: Refused | None = None, status: int = 200) -> Response:
    view = draft_rules_page(draft, TableLocale(this_device().lang), refused)
    return make_response(render_template("rules/new.html", **view), status)
