"""A hint for who asks, where tonight's rules allow it: the best places and roads, numbered on the board, and why. Where
a booklet marks the place, why it is a good one."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.play.placement import is_placement, placing_seat
from narrator.core.reading.hints import Hint, Lead, best_places, best_roads, lead_of_settlement
from narrator.core.table.board import RED_NUMBERS
from narrator.core.table.box import PIPS
from narrator.core.table.phase import PlacingFreeRoads, PlacingRoad, PlacingSettlement, SettingUp
from narrator.script.model import Step
from narrator.text.render import Rendered
from narrator.web.panels.panel import Button, Panel, Row, Spot, Tile, Tip
from narrator.web.panels.spots import around as around_words
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

TIPS = ("hint.tip.numbers", "hint.tip.kinds", "hint.tip.road")
"""What helps where no board is drawn."""
ROADS = (PlacingRoad, PlacingFreeRoads)
"""Steps in which nothing but a road is placed."""


def with_hints(table: TableContext, panel: Panel, now: Step) -> Panel:
    if table.state.rules.hints != "on_request" or not _can_ask(table, panel, now):
        return panel
    asked = bool(table.query.pick("hint"))
    key = "ui.hint.close" if asked else "ui.hint.why" if _meant(table, panel) else "ui.hint"
    button = Button(table.say(key), href=href(table.query, hint=None if asked else 1), icon="card_help")
    panel = replace(panel, rows=_beside(panel.rows, button))
    return _with_answer(table, panel) if asked else panel


def _beside(rows: tuple[Row, ...], button: Button) -> tuple[Row, ...]:
    """With the other ways on, where there are some: the board leaves little room."""
    if rows and rows[-1].look == "grid":
        return (*rows[:-1], replace(rows[-1], buttons=(*rows[-1].buttons, button)))
    return (*rows, Row((button,)))


def _can_ask(table: TableContext, panel: Panel, now: Step) -> bool:
    """Where there is a choice, or a booklet has chosen."""
    if table.is_elsewhere or table.query.pick("any"):
        return False
    if table.state.game.board is not None:
        return len(_places(table, panel)) > 1 or bool(_meant(table, panel))
    is_placing = isinstance(table.state.phase, SettingUp | PlacingSettlement)
    return is_placing and not now.id.startswith("setup.")


def _places(table: TableContext, panel: Panel) -> list[Spot]:
    """What is looked for: a road where one is due, else a corner for a settlement."""
    kind = "road" if isinstance(table.state.phase, ROADS) else "settlement"
    return [spot for spot in panel.spots if spot.kind == kind]


def _meant(table: TableContext, panel: Panel) -> list[Spot]:
    """Where a booklet wants the piece."""
    return [spot for spot in _places(table, panel) if spot.marked]


def _with_answer(table: TableContext, panel: Panel) -> Panel:
    if table.state.game.board is None:
        return replace(panel, hints=tuple(Tip((table.say(tip),)) for tip in TIPS))
    wanted = _meant(table, panel) or _places(table, panel)
    found = dict(_tips(table, wanted))
    ranked = {at: replace(tip, rank=rank) for rank, (at, tip) in enumerate(found.items(), start=1)}
    spots = tuple(
        replace(spot, rank=ranked[spot.at].rank) if spot in wanted and spot.at in ranked else spot
        for spot in panel.spots
    )
    return replace(panel, spots=spots, hints=tuple(ranked.values()))


def _tips(table: TableContext, wanted: list[Spot]) -> Iterator[tuple[str, Tip]]:
    state = table.state
    seat = placing_seat(state) if is_placement(state) else table.seat
    label = {spot.at: spot.label for spot in wanted}
    assert state.game.board is not None
    if wanted and wanted[0].kind == "road":
        for road in best_roads(state, seat, label):
            yield road.at, _tip(table, road.lead.to, label[road.at], _way(table, road.lead), is_road=True)
        return
    for place in best_places(state.game.board, label):
        lead = lead_of_settlement(state, seat, place.at)
        yield place.at, _tip(table, place, label[place.at], _onward(table, lead))


def _tip(table: TableContext, place: Hint, label: str, way: tuple[str, ...], is_road: bool = False) -> Tip:
    board = table.state.game.board
    assert board is not None
    theme = "-clawtan" if table.locale.theme == "clawtan" else ""
    around = board.island.hexes_at[place.at]
    tiles = tuple(_tile(f"{board.terrain[at]}{theme}", board.numbers.get(at)) for at in around)
    words = (*way, *_reasons(table, place)) if is_road else (*_reasons(table, place), *way)
    odds = table.say("hint.odds", rolls=place.rolls)
    return Tip(words, label, is_road=is_road, tiles=tiles, odds=odds, harbour=place.harbour)


def _tile(terrain: str, number: int | None) -> Tile:
    return Tile(terrain, number, PIPS[number] if number else 0, number in RED_NUMBERS)


def _reasons(table: TableContext, place: Hint) -> tuple[str, ...]:
    key = "hint.kinds" if place.is_varied else "hint.few"
    return (table.say(key, resources=list(place.kinds)), *_harbour(table, place))


def _harbour(table: TableContext, place: Hint) -> tuple[str, ...]:
    if place.harbour is None:
        return ()
    if place.harbour == "any":
        return (table.say("hint.harbour.any"),)
    return (table.say("hint.harbour.one", resource=place.harbour),)


def _way(table: TableContext, lead: Lead) -> tuple[str, ...]:
    """Where a road points: the place itself, or what is one road farther."""
    place = Rendered(around_words(table, lead.to.at))
    if not lead.roads:
        return (table.say("hint.road.there", place=place),)
    return (table.say("hint.road", place=place),)


def _onward(table: TableContext, lead: Lead | None) -> tuple[str, ...]:
    """What a settlement leads to."""
    if lead is None:
        return ()
    return (table.say("hint.onward", place=Rendered(around_words(table, lead.to.at)), n=lead.roads),)
