"""House rules: every one of them on a page, for a new game or for the one being played; presets to take along."""

import base64
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.core.table.events import RuleChanged
from narrator.core.table.rules import DEFAULT_PRESET, PRESETS, differences, house_rules
from narrator.service.games import Games
from narrator.store.game_file import read_as
from narrator.text.render import Voice, say_refusal
from narrator.text.voice import voice_of
from narrator.web.panels.panel import written as written_events
from narrator.web.request.access import require_host
from narrator.web.request.address import base_address
from narrator.web.request.device import YEAR, this_device
from narrator.web.request.qr import qr
from narrator.web.request.typed import clean_name
from narrator.web.views.draft import Draft, draft_fields, read_draft, rules_of
from narrator.web.views.rule_groups import FORMAT, RulesFile, check_format, groups_in_words, written

MOST_OWN = 6
COOKIE = "presets"
LONGEST_COOKIE = 3800
"""Browsers forget a longer one."""


def rules_pages(games: Games) -> Blueprint:
    pages = Blueprint("rules", __name__)

    @pages.get("/new/rules")
    def choose() -> ResponseReturnValue:
        """All rules for a game that is being prepared."""
        return show_draft(read_draft(request.args))

    @pages.post("/rules/save")
    def save() -> ResponseReturnValue:
        """Keep these rules under a name, on this device."""
        draft = read_draft(request.form)
        name = clean_name(request.form.get("save_as", ""))
        if draft.wrong or not name:
            return show_draft(draft, status=422 if draft.wrong else 200)
        own = {**own_presets(), name: rules_of(draft)}
        answer = make_response(redirect(f"/new/rules?{urlencode(draft_fields(draft))}", 303))
        answer.set_cookie(COOKIE, packed(own), max_age=YEAR, samesite="Lax", httponly=True)
        return answer

    @pages.get("/rules.json")
    def export() -> ResponseReturnValue:
        """The rules as a small file."""
        draft = read_draft(request.args)
        if draft.wrong:
            return show_draft(draft, status=422)
        name = clean_name(request.args.get("save_as", ""))
        file = RulesFile(FORMAT, name, rules_of(draft))
        answer = Response(msgspec.json.encode(file), mimetype="application/json")
        answer.headers["Content-Disposition"] = 'attachment; filename="narrator-rules.json"'
        return answer

    @pages.post("/rules/import")
    def bring() -> ResponseReturnValue:
        """A preset from elsewhere, checked key by key; nothing of a wrong one is taken."""
        draft = read_draft(request.form)
        sent = request.files.get("file")
        try:
            file = read_as(RulesFile, sent.read() if sent else b"")
            check_format(file)
            rules = dict(file.rules)
            house_rules(rules, draft.count)
        except Refused as refused:
            return show_draft(draft, refused, 422)
        return redirect(f"/new/rules?{with_rules(draft, rules)}", 303)

    @pages.get("/g/<game>/rules")
    def in_play(game: str) -> ResponseReturnValue:
        """The rules of a game; each tap changes one from now on, and the phones are asked again."""
        require_host(games, game)
        state = games.record(game).state
        g.voice = voice_of(state, this_device().lang)
        return render_template(
            "rules/game.html",
            game=game,
            groups=groups_in_words(state.rules, g.voice),
            differing=len(differences(state.rules)),
            change=lambda key, value: written_events([RuleChanged(key=key, value=value)]),
            seq=state.seq,
            lock=state.rules.rules_lock,
            agreed=[seat.name for number, seat in enumerate(state.seats) if number in state.agreed],
            theme=state.game.theme,
        )

    return pages


def show_draft(draft: Draft, refused: Refused | None = None, status: int = 200) -> Response:
    voice = Voice(this_device().lang)
    rules = house_rules(rules_of(draft), draft.count)
    link = f"{base_address()}/new?{urlencode(rule_fields(rules_of(draft)))}"
    page = render_template(
        "rules/new.html",
        draft=draft,
        fields={name: value for name, value in draft_fields(draft).items() if not name.startswith("r.")},
        query=urlencode(draft_fields(draft)),
        groups=groups_in_words(rules, voice),
        mode=rules.two_player_mode,
        presets=PRESETS,
        own={name: with_rules(draft, own) for name, own in own_presets().items()},
        differing=len(differences(rules)),
        link=link,
        code=qr(link),
        reasons=[say_refusal(reason, voice) for reason in (*draft.wrong, *(refused.reasons if refused else ()))],
    )
    return make_response(page, status)


def rule_fields(rules: Mapping[str, Any]) -> dict[str, str]:
    """Only what makes the rules: enough for a code that another device scans."""
    one_by_one = {f"r.{key}": written(value) for key, value in rules.items() if key != "preset"}
    return {"preset": rules.get("preset", DEFAULT_PRESET), **one_by_one}


def with_rules(draft: Draft, rules: Mapping[str, Any]) -> str:
    """The address of the same game with these rules instead of its own."""
    others = {name: value for name, value in draft_fields(draft).items() if not is_rule(name)}
    return urlencode({**others, **rule_fields(rules)})


def is_rule(field: str) -> bool:
    return field in ("preset", "edition", "theme") or field.startswith("r.")


def own_presets() -> dict[str, dict[str, Any]]:
    """What this device has saved; a spoilt cookie is as good as none."""
    try:
        kept = json.loads(base64.urlsafe_b64decode(request.cookies.get(COOKIE, "")))
        return {name: rules for name, rules in kept.items() if isinstance(rules, dict) and house_rules(rules, 4)}
    except (ValueError, AttributeError, RecursionError, Refused):
        return {}


def packed(own: Mapping[str, Mapping[str, Any]]) -> str:
    """The newest ones, as many as a cookie holds."""
    kept = dict(list(own.items())[-MOST_OWN:])
    text = base64.urlsafe_b64encode(json.dumps(kept, ensure_ascii=False).encode()).decode()
    return text if len(text) <= LONGEST_COOKIE or len(kept) < 2 else packed(dict(list(kept.items())[1:]))
