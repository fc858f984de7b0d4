"""The page of a game that is being prepared: what was chosen, what else there is, and the island as it will lie."""

from typing import Any

from narrator.bot.characters import LEVELS
from narrator.core.message import Refusal, Refused, msg
from narrator.core.table.box import COLOURS, LARGE_BOX
from narrator.core.table.house_rules import house_rules, rule_for_narration
from narrator.core.table.setup import board_warnings, start
from narrator.text.render import TableLocale, say, say_refusal, say_rule
from narrator.web.auth.device import Device
from narrator.web.board.geometry import Drawing, island, island_of
from narrator.web.board.laid_by_hand import left_over, read_painting
from narrator.web.new_game.draft import (
    DEALINGS,
    LAYOUTS,
    STARTS,
    THEMES,
    TRACKINGS,
    Draft,
    box_of,
    can_be_dealt,
    names_of,
    no_bots,
    presets_for,
    read_draft,
    rules_of,
    setup_of,
)
from narrator.web.rules.groups import differing_here, written

IN_SHORT = 3
"""So many rules that were set one by one are told where the settings are folded; the others are counted."""


def new_game_page(draft: Draft, device: Device, refused: Refused | None) -> dict[str, Any]:
    locale, box = TableLocale(device.lang), box_of(draft)
    board, trouble = drawn(draft, device.board_turn)
    not_here = no_bots(draft)
    against = (*(refused.reasons if refused else ()), *draft.wrong, *trouble)
    return {
        "draft": draft,
        "names": names_of(draft, locale),
        "levels": LEVELS,
        "no_bots": say(not_here, locale) if not_here else "",
        "colours": COLOURS,
        "layouts": [name for name in LAYOUTS if not (name == "spiral" and box == LARGE_BOX)],
        "trackings": TRACKINGS,
        "starts": STARTS,
        "dealings": DEALINGS if can_be_dealt(draft) else (),
        "in_short": in_short(draft, locale),
        "is_plain": is_plain(draft),
        "themes": THEMES,
        "presets": presets_for(draft.count),
        "differences": differences_in_words(draft, locale),
        "rule_fields": {f"r.{key}": written(value) for key, value in draft.rules.items()},
        "drawing": board,
        "reasons": [say_refusal(reason, locale) for reason in against],
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


def differences_in_words(draft: Draft, locale: TableLocale) -> list[str]:
    """What this table plays otherwise than the box says."""
    rules = house_rules(rules_of(draft), draft.count)
    differing = rule_for_narration(differing_here(rules, draft.count), rules)
    return [say_rule(key, value, locale) for key, value in differing.items() if key != "edition"]


def in_short(draft: Draft, locale: TableLocale) -> list[str]:
    """What the folded settings hold: how the game is entered, by which preset, and what was set otherwise."""
    entered = f"layout.{draft.layout}" if draft.tracking == "board" else f"tracking.{draft.tracking}"
    rules = rule_for_narration(draft.rules, house_rules(rules_of(draft), draft.count))
    told, more = _told_and_more([say_rule(key, value, locale) for key, value in rules.items()])
    rest = [say(msg("new.settings.more", n=more), locale)] if more else []
    dealt = [say(msg("new.cards.app"), locale)] if draft.cards == "app" else []
    return [say(msg(f"new.{entered}"), locale), *dealt, say(msg(f"preset.{draft.preset}"), locale), *told, *rest]


def _told_and_more(sentences: list[str]) -> tuple[list[str], int]:
    """A few sentences without their full stop, and how many are left over."""
    return [sentence.rstrip(".") for sentence in sentences[:IN_SHORT]], max(0, len(sentences) - IN_SHORT)


def is_plain(draft: Draft) -> bool:
    """Whether all settings are as most tables leave them: then they stay folded."""
    usual = read_draft({})
    kinds = ("edition", "layout", "tracking", "cards", "theme", "preset", "rules")
    return all(getattr(draft, kind) == getattr(usual, kind) for kind in kinds)
