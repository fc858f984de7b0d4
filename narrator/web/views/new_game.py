"""The page of a game that is being prepared: what was chosen, what else there is, and the island as it will lie."""

from typing import Any
from urllib.parse import urlencode

from narrator.core.message import Refusal, Refused
from narrator.core.table.box import COLOURS, LARGE_BOX
from narrator.core.table.rules import differences, house_rules
from narrator.core.table.setup import board_warnings, start
from narrator.text.render import Voice, say_refusal, say_rule
from narrator.web.board.geometry import Drawing, island, island_of
from narrator.web.board.laid_by_hand import left_over, read_painting
from narrator.web.request.device import Device

from .draft import (
    DETAILS,
    LAYOUTS,
    SHOWN_PRESETS,
    THEMES,
    TRACKINGS,
    Draft,
    box_of,
    draft_fields,
    rules_of,
    setup_of,
)
from .rule_groups import written


def new_game_page(draft: Draft, device: Device, refused: Refused | None) -> dict[str, Any]:
    voice, box = Voice(device.lang), box_of(draft)
    board, trouble = drawn(draft, device.board_turn)
    against = (*(refused.reasons if refused else ()), *draft.wrong, *trouble)
    return {
        "draft": draft,
        "colours": COLOURS,
        "layouts": [name for name in LAYOUTS if not (name == "spiral" and box == LARGE_BOX)],
        "trackings": TRACKINGS,
        "details": DETAILS,
        "themes": THEMES,
        "presets": SHOWN_PRESETS,
        "differences": differences_in_words(draft, voice),
        "query": urlencode(draft_fields(draft)),
        "rule_fields": {f"r.{key}": written(value) for key, value in draft.rules.items()},
        "drawing": board,
        "reasons": [say_refusal(reason, voice) for reason in against],
        "left": left_over(box, read_painting(box, draft.tiles, draft.harbours)),
    }


def drawn(draft: Draft, turn: int) -> tuple[Drawing | None, tuple[Refusal, ...]]:
    """The island as it will lie, and what the table may want to mend on it."""
    if draft.tracking != "board":
        return None, ()
    box = box_of(draft)
    if draft.layout == "manual":
        paint = read_painting(box, draft.tiles, draft.harbours)
        return island_of(box.hexes, paint.terrain, paint.numbers, paint.harbours, turn), ()
    try:
        state = start(setup_of(draft))
    except Refused as refused:
        return None, refused.reasons
    board = state.game.board
    assert board is not None
    return island(board, turn), board_warnings(board, state.rules)


def differences_in_words(draft: Draft, voice: Voice) -> list[str]:
    """What this table plays otherwise than the box says."""
    rules = house_rules(rules_of(draft), draft.count)
    return [say_rule(key, value, voice) for key, value in differences(rules).items() if key != "edition"]
