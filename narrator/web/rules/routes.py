"""House rules of a new or a running game; presets saved in a cookie or a file."""

import base64
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.access.typed_input import clean_name
from narrator.app.files.game_files import read_rules_file, write_rules_file
from narrator.app.games.results import EntryRefused, Stale
from narrator.core.message import Refused
from narrator.core.table.events import DECODE_ERRORS, RuleChanged
from narrator.core.table.house_rules import make_house_rules
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.host_access import require_host
from narrator.web.auth.preferences import current_preferences, set_cookie
from narrator.web.new_game.draft import Draft, draft_fields, draft_locale, parse_draft
from narrator.web.rendering.responses import download, htmx
from narrator.web.rendering.table_locale import table_locale
from narrator.web.rules.view import draft_rules_variables, game_rules_variables, query_with_rules
from narrator.web.services import services

blueprint = Blueprint("rules", __name__)
read_changes = msgspec.json.Decoder(list[RuleChanged]).decode
PRESETS_COOKIE = "presets"
MAX_OWN_PRESETS = 6
MAX_COOKIE_LENGTH = 3800  # browsers drop longer ones


# A game in preparation


@blueprint.get("/new/rules")
def draft_rules() -> ResponseReturnValue:
    draft = parse_draft(request.args)
    if draft.wrong and htmx:  # leave the choices on the page as they are, to be corrected there
        reasons = [say_refusal(reason, TableLocale(current_preferences().lang)) for reason in draft.wrong]
        return make_response(render_template("rules/trouble.html", reasons=reasons))
    return _render_draft_rules(draft)


@blueprint.post("/rules/save")
def save_preset() -> ResponseReturnValue:
    draft = parse_draft(request.form)
    name = clean_name(request.form.get("save_as", ""))
    if draft.wrong or not name:
        return _render_draft_rules(draft, status=422 if draft.wrong else 200)
    response = make_response(redirect(f"/new/rules?{urlencode(draft_fields(draft))}", 303))
    set_cookie(response, PRESETS_COOKIE, _encode_presets({**_own_presets(), name: draft.preset_and_rules}))
    return response


@blueprint.get("/rules.json")
def export_rules() -> ResponseReturnValue:
    draft = parse_draft(request.args)
    if draft.wrong:
        return _render_draft_rules(draft, status=422)
    name = clean_name(request.args.get("save_as", ""))
    return download(write_rules_file(name, draft.preset_and_rules), "narrator-rules.json")


@blueprint.post("/rules/import")
def import_rules() -> ResponseReturnValue:
    draft = parse_draft(request.form)
    sent = request.files.get("file")
    try:
        rules = read_rules_file(sent.read() if sent else b"", draft.count)
    except Refused as refused:
        return _render_draft_rules(draft, refused, 422)
    return redirect(f"/new/rules?{query_with_rules(draft, rules)}", 303)


def _render_draft_rules(draft: Draft, refused: Refused | None = None, status: int = 200) -> Response:
    g.locale = draft_locale(draft, current_preferences().lang)
    view = draft_rules_variables(draft, g.locale, refused, _own_presets())
    return make_response(render_template("rules/new.html", **view), status)


def _own_presets() -> dict[str, dict[str, Any]]:
    """Return the presets in the cookie; ignore a damaged one."""
    try:
        kept = json.loads(base64.urlsafe_b64decode(request.cookies.get(PRESETS_COOKIE, "")))
        return {name: rules for name, rules in kept.items() if isinstance(rules, dict) and make_house_rules(rules, 4)}
    except (ValueError, AttributeError, RecursionError, Refused):
        return {}


def _encode_presets(presets: Mapping[str, Mapping[str, Any]]) -> str:
    kept = dict(list(presets.items())[-MAX_OWN_PRESETS:])
    text = base64.urlsafe_b64encode(json.dumps(kept, ensure_ascii=False).encode()).decode()
    return text if len(text) <= MAX_COOKIE_LENGTH or len(kept) < 2 else _encode_presets(dict(list(kept.items())[1:]))


# A running game


@blueprint.get("/g/<game>/rules")
def game_rules(game: str) -> ResponseReturnValue:
    require_host(game)
    return _render_game_rules(game)


@blueprint.post("/g/<game>/rules")
def change_rule(game: str) -> ResponseReturnValue:
    """Change a rule from now on; the phones are asked to agree again."""
    require_host(game)
    try:
        changes = read_changes(request.form.get("events", ""))
    except DECODE_ERRORS:
        return _render_game_rules(game, status=400)
    try:
        with suppress(Stale):  # after a double tap, show the rules as they are now
            services().games.enter_events(game, changes, request.form.get("seen", type=int))
    except EntryRefused as refused:
        response = _render_game_rules(game, refused, 422)
        if htmx:  # show only the reasons, and leave the page where it is
            response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#trouble"
        return response
    if htmx:
        return _render_game_rules(game)
    return redirect(f"/g/{game}/rules" + "".join(f"#rule-{change.key}" for change in changes[:1]), 303)


def _render_game_rules(game: str, refused: Refused | None = None, status: int = 200) -> Response:
    state = services().games.record_of(game).state
    g.locale = table_locale(state, current_preferences().lang)
    view = game_rules_variables(state, g.locale, refused)
    return make_response(render_template("rules/game.html", game=game, **view), status)
