"""A hint for who asks, where tonight's rules allow it: the best places, numbered on the board."""

from msgspec.structs import replace

from narrator.core.reading.hints import Hint, best_places
from narrator.core.table.phase import PlacingSettlement, SettingUp
from narrator.script.model import Step
from narrator.text.render import Spoken
from narrator.web.request.ask import href
from narrator.web.request.table import Table

from .panel import Button, Panel, Row
from .spots import around

TIPS = ("hint.tip.numbers", "hint.tip.kinds", "hint.tip.road")
"""What helps where no board is drawn."""


def with_hints(table: Table, panel: Panel, now: Step) -> Panel:
    if table.state.rules.hints != "on_request" or not _looks_for_a_place(table, panel, now):
        return panel
    asked = bool(table.ask.pick("hint"))
    key = "ui.hint.close" if asked else "ui.hint"
    button = Button(table.say(key), href=href(table.ask, hint=None if asked else 1), icon="card_help")
    panel = replace(panel, rows=_beside(panel.rows, button))
    return _with_answer(table, panel) if asked else panel


def _beside(rows: tuple[Row, ...], button: Button) -> tuple[Row, ...]:
    """With the other ways on, where there are some: the board leaves little room."""
    if rows and rows[-1].look == "grid":
        return (*rows[:-1], replace(rows[-1], buttons=(*rows[-1].buttons, button)))
    return (*rows, Row((button,)))


def _looks_for_a_place(table: Table, panel: Panel, now: Step) -> bool:
    if table.is_elsewhere or table.ask.pick("any"):
        return False
    if table.state.game.board is not None:
        return sum(spot.kind == "settlement" for spot in panel.spots) > 1
    is_placing = isinstance(table.state.phase, SettingUp | PlacingSettlement)
    return is_placing and not now.id.startswith("setup.")


def _with_answer(table: Table, panel: Panel) -> Panel:
    board = table.state.game.board
    if board is None:
        return replace(panel, hints=tuple(table.say(tip) for tip in TIPS))
    best = best_places(board, [spot.at for spot in panel.spots if spot.kind == "settlement"])
    rank = {found.at: place for place, found in enumerate(best, start=1)}
    spots = tuple(
        replace(spot, rank=rank.get(spot.at, 0)) if spot.kind == "settlement" else spot for spot in panel.spots
    )
    return replace(panel, spots=spots, hints=tuple(_in_words(table, found) for found in best))


def _in_words(table: Table, found: Hint) -> str:
    if found.is_varied:
        key = "hint.both" if found.harbour else "hint.kinds"
    else:
        key = "hint.harbour" if found.harbour else "hint.plain"
    return table.say(key, place=Spoken(around(table, found.at)), n=found.cards)
