"""Hints on request, if the house rules allow them: the best places or roads, numbered on the board, and why. If a
booklet marks the place, the hint says why it is a good one."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.play.placement import is_placement, placing_seat
from narrator.core.reading.hints import Destination, Hint, best_places, best_roads, destination_of_settlement
from narrator.core.table.board import RED_NUMBERS
from narrator.core.table.box import PIPS
from narrator.core.table.phase import PlacingFreeRoads, PlacingRoad, PlacingSettlement, SettingUp
from narrator.script.model import Step
from narrator.text.render import Rendered
from narrator.web.panels.panel import Button, HintTile, HintView, Panel, Row, Spot
from narrator.web.panels.spots import describe_place
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

BOARDLESS_TIPS = ("hint.tip.numbers", "hint.tip.kinds", "hint.tip.road")
ROAD_PHASES = (PlacingRoad, PlacingFreeRoads)  # nothing but a road is placed


def add_hints(table: TableContext, panel: Panel, now: Step) -> Panel:
    if table.panel_state.rules.hints != "on_request" or not _can_ask(table, panel, now):
        return panel
    asked = bool(table.query.pick("hint"))
    key = "ui.hint.close" if asked else "ui.hint.why" if _marked_spots(table, panel) else "ui.hint"
    button = Button(table.say(key), href=href(table.query, hint=None if asked else 1), icon="card_help")
    rows = panel.rows
    if rows and rows[-1].look == "grid":  # the board leaves no space for another row
        rows = (*rows[:-1], replace(rows[-1], buttons=(*rows[-1].buttons, button)))
    else:
        rows = (*rows, Row((button,)))
    panel = replace(panel, rows=rows)
    return _with_tips(table, panel) if asked else panel


def _can_ask(table: TableContext, panel: Panel, now: Step) -> bool:
    if table.is_about_past or table.query.pick("any"):
        return False
    if table.panel_state.game.has_board:
        return len(_candidates(table, panel)) > 1 or bool(_marked_spots(table, panel))
    is_placing = isinstance(table.panel_state.phase, SettingUp | PlacingSettlement)
    return is_placing and not now.id.startswith("setup.")


def _candidates(table: TableContext, panel: Panel) -> list[Spot]:
    kind = "road" if isinstance(table.panel_state.phase, ROAD_PHASES) else "settlement"
    return [spot for spot in panel.spots if spot.kind == kind]


def _marked_spots(table: TableContext, panel: Panel) -> list[Spot]:
    return [spot for spot in _candidates(table, panel) if spot.is_marked]


def _with_tips(table: TableContext, panel: Panel) -> Panel:
    if not table.panel_state.game.has_board:
        return replace(panel, hints=tuple(HintView((table.say(tip),)) for tip in BOARDLESS_TIPS))
    candidates = _marked_spots(table, panel) or _candidates(table, panel)
    tips = dict(_tips(table, candidates))
    ranked = {at: replace(tip, rank=rank) for rank, (at, tip) in enumerate(tips.items(), start=1)}
    spots = tuple(
        replace(spot, rank=ranked[spot.at].rank) if spot in candidates and spot.at in ranked else spot
        for spot in panel.spots
    )
    return replace(panel, spots=spots, hints=tuple(ranked.values()))


def _tips(table: TableContext, candidates: list[Spot]) -> Iterator[tuple[str, HintView]]:
    state = table.panel_state
    seat = placing_seat(state) if is_placement(state) else table.acting_seat
    label = {spot.at: spot.label for spot in candidates}
    if candidates and candidates[0].kind == "road":
        for road in best_roads(state, seat, label):
            yield road.at, _road_tip(table, road.destination, label[road.at])
        return
    for place in best_places(state.game.board, label):
        lead = destination_of_settlement(state, seat, place.at)
        yield place.at, _settlement_tip(table, place, lead, label[place.at])


def _road_tip(table: TableContext, lead: Destination, label: str) -> HintView:
    key = "hint.road" if lead.roads else "hint.road.there"
    way = table.say(key, place=Rendered(describe_place(table, lead.corner.at)))
    tip = _tip(table, lead.corner, label)
    return replace(tip, words=(way, *tip.words), is_road=True)


def _settlement_tip(table: TableContext, place: Hint, lead: Destination | None, label: str) -> HintView:
    tip = _tip(table, place, label)
    if lead is None:
        return tip
    onward = table.say("hint.onward", place=Rendered(describe_place(table, lead.corner.at)), n=lead.roads)
    return replace(tip, words=(*tip.words, onward))


def _tip(table: TableContext, place: Hint, label: str) -> HintView:
    board = table.panel_state.game.board
    theme = "-clawtan" if table.locale.theme == "clawtan" else ""
    around = board.island.hexes_at[place.at]
    tiles = tuple(_tile(f"{board.terrain[at]}{theme}", board.numbers.get(at)) for at in around)
    words = [table.say("hint.kinds" if place.is_varied else "hint.few", resources=list(place.kinds))]
    if place.harbour == "any":
        words.append(table.say("hint.harbour.any"))
    elif place.harbour is not None:
        words.append(table.say("hint.harbour.one", resource=place.harbour))
    odds = table.say("hint.odds", rolls=place.rolls)
    return HintView(tuple(words), label, tiles=tiles, odds=odds, harbour=place.harbour)


def _tile(terrain: str, number: int | None) -> HintTile:
    return HintTile(terrain, number, PIPS[number] if number else 0, number in RED_NUMBERS)
