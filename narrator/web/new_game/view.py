"""The page of a game in preparation: the choices, the alternatives, and a preview of the board."""

from typing import Any

from narrator.bot.characters import BOT_LEVELS
from narrator.core.message import Refusal, Refused, msg
from narrator.core.table.box import LARGE_BOX
from narrator.core.table.house_rules import merge_friendly_robber
from narrator.core.table.setup import board_warnings, initial_state
from narrator.text.render import TableLocale, say, say_refusal, say_rule
from narrator.web.auth.preferences import Preferences
from narrator.web.board.geometry import IslandDrawing, island_drawing, unfinished_island_drawing
from narrator.web.board.manual_layout import count_left_pieces, parse_painting
from narrator.web.new_game import draft as drafts
from narrator.web.new_game.draft import Draft
from narrator.web.rules.groups import form_value, rules_unlike_box

MAX_SUMMARY_RULES = 3  # named in the summary of the folded settings; the others are counted
SETTINGS = ("edition", "layout", "tracking", "cards", "theme", "preset", "rules")


def new_game_variables(draft: Draft, preferences: Preferences, refused: Refused | None) -> dict[str, Any]:
    locale, box = drafts.draft_locale(draft, preferences.lang), draft.box
    board, problems = _preview(draft, preferences.board_rotation)
    no_bots, usual = drafts.why_no_bots(draft), drafts.parse_draft({})
    reasons = (*(refused.reasons if refused else ()), *draft.wrong, *problems)
    return {
        "draft": draft,
        "names": drafts.player_names(draft, locale),
        "levels": BOT_LEVELS,
        "no_bots": say(no_bots, locale) if no_bots else "",
        "colours": drafts.offered_colours(draft),
        "layouts": [name for name in drafts.LAYOUTS if not (name == "spiral" and box == LARGE_BOX)],
        "trackings": drafts.TRACKINGS,
        "starts": drafts.SHORT_FORM_DETAILS,
        "dealings": drafts.CARD_DEALERS if drafts.can_be_dealt(draft) else (),
        "in_short": _summary(draft, locale),
        "is_plain": all(getattr(draft, name) == getattr(usual, name) for name in SETTINGS),
        "themes": drafts.THEMES,
        "presets": drafts.presets_for(draft.count),
        "differences": _differences(draft, locale),
        "rule_fields": {f"r.{key}": form_value(value) for key, value in draft.rules.items()},
        "drawing": board,
        "reasons": [say_refusal(reason, locale) for reason in reasons],
        "left": count_left_pieces(box, parse_painting(box, draft.tiles, draft.harbours)),
    }


def _preview(draft: Draft, rotation: int) -> tuple[IslandDrawing | None, tuple[Refusal, ...]]:
    if draft.tracking != "board":
        return None, ()
    if draft.layout == "manual":
        paint = parse_painting(draft.box, draft.tiles, draft.harbours)
        return unfinished_island_drawing(draft.box.hexes, paint.terrain, paint.numbers, paint.harbours, rotation), ()
    try:
        state = initial_state(drafts.setup_of(draft))
    except Refused as refused:
        return None, refused.reasons
    return island_drawing(state.game.board, rotation), board_warnings(state.game.board, state.rules)


def _differences(draft: Draft, locale: TableLocale) -> list[str]:
    rules = draft.house_rules
    differing = merge_friendly_robber(rules_unlike_box(rules, draft.count), rules)
    return [say_rule(key, value, locale) for key, value in differing.items() if key != "edition"]


def _summary(draft: Draft, locale: TableLocale) -> list[str]:
    tracking = f"layout.{draft.layout}" if draft.tracking == "board" else f"tracking.{draft.tracking}"
    dealt = ["new.cards.app"] if draft.is_dealt else []
    words = [say(msg(key), locale) for key in (f"new.{tracking}", *dealt, f"preset.{draft.preset}")]
    rules = merge_friendly_robber(draft.rules, draft.house_rules)
    sentences = [say_rule(key, value, locale).rstrip(".") for key, value in rules.items()]
    more = len(sentences) - MAX_SUMMARY_RULES
    rest = [say(msg("new.settings.more", n=more), locale)] if more > 0 else []
    return [*words, *sentences[:MAX_SUMMARY_RULES], *rest]
