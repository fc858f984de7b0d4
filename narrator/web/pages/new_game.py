"""A new game: three taps with everything as most tables want it, or in full. All of it stands in the address."""

from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.table.board import Board
from narrator.core.table.box import COLOURS, LARGE_BOX
from narrator.core.table.rules import differences, house_rules
from narrator.core.table.setup import board_warnings, start
from narrator.service.games import Games
from narrator.text.render import Voice, say_refusal, say_rule
from narrator.web.board.drawing import Drawing, island, island_of
from narrator.web.board.painting import left_over, read_painting
from narrator.web.request.access import remember_host
from narrator.web.request.device import this_device
from narrator.web.views.draft import (
    DETAILS,
    LAYOUTS,
    SEEDS,
    SHOWN_PRESETS,
    THEMES,
    TRACKINGS,
    Draft,
    box_of,
    draft_fields,
    read_draft,
    rules_of,
    setup_of,
)
from narrator.web.views.rule_groups import written as written_rule


def new_game_pages(games: Games) -> Blueprint:
    pages = Blueprint("new_game", __name__)

    @pages.get("/new")
    def new_game() -> ResponseReturnValue:
        return show(read_draft(request.args))

    @pages.post("/new")
    def begin() -> ResponseReturnValue:
        """The last tap: the game is there, and this device is its host."""
        draft = read_draft(request.form)
        if draft.wrong:
            return show(draft, status=422)
        try:
            new = games.create(setup_of(draft))
        except Refused as refused:
            return show(draft, refused, 422)
        answer = make_response(redirect(f"/g/{new.id}/stage", 303))
        remember_host(answer, new.id, new.secret)
        return answer

    return pages


def show(draft: Draft, refused: Refused | None = None, status: int = 200) -> ResponseReturnValue:
    if draft.layout in ("spiral", "random_tokens") and not draft.seed:
        draft = replace(draft, seed=str(randbelow(SEEDS)))
    voice = Voice(this_device().lang)
    reasons = [say_refusal(reason, voice) for reason in (*(refused.reasons if refused else ()), *draft.wrong)]
    board, trouble = drawn(draft)
    name = "new/form.html" if request.headers.get("HX-Request") else "new/page.html"
    page = render_template(
        name,
        draft=draft,
        colours=COLOURS,
        layouts=[name for name in LAYOUTS if not (name == "spiral" and box_of(draft) == LARGE_BOX)],
        trackings=TRACKINGS,
        details=DETAILS,
        themes=THEMES,
        presets=SHOWN_PRESETS,
        differences=differences_in_words(draft, voice),
        query=urlencode(draft_fields(draft)),
        rule_fields={f"r.{key}": written_rule(value) for key, value in draft.rules.items()},
        drawing=board,
        reasons=reasons + [say_refusal(reason, voice) for reason in trouble],
        left=left_over(box_of(draft), read_painting(box_of(draft), draft.tiles, draft.harbours)),
    )
    return make_response(page, status)


def drawn(draft: Draft) -> tuple[Drawing | None, tuple[Any, ...]]:
    """The island as it will lie, and what the table may want to mend on it."""
    if draft.tracking != "board":
        return None, ()
    box = box_of(draft)
    if draft.layout == "manual":
        paint = read_painting(box, draft.tiles, draft.harbours)
        return island_of(box.hexes, paint.terrain, paint.numbers, paint.harbours, this_device().board_turn), ()
    try:
        state = start(setup_of(draft))
    except Refused as refused:
        return None, refused.reasons
    board: Board | None = state.game.board
    assert board is not None
    return island(board, this_device().board_turn), board_warnings(board, state.rules)


def differences_in_words(draft: Draft, voice: Voice) -> list[str]:
    """What this table plays otherwise than the box says."""
    rules = house_rules(rules_of(draft), draft.count)
    return [say_rule(key, value, voice) for key, value in differences(rules).items() if key != "edition"]
