"""The end of a game with cards still hidden: who is asked now, and the podium until the last of them lies open."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.table.events import PointsRevealed
from narrator.core.table.phase import Over
from narrator.core.table.state import points
from narrator.web.components.lines import Line
from narrator.web.components.scene import Pedestal, SceneView
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.rendering.table_context import TableContext


class Asked(Struct, frozen=True):
    """Who is asked for points cards: as many as they show are one tap, and none is another."""

    seat: int
    panel: Panel


def asked_view(table: TableContext, asked: tuple[int, ...]) -> Asked | None:
    if not asked or table.query.do:
        return None
    seat, most = asked[0], table.now.game.box.development["points"]
    held = min(most, table.now.seats[seat].development_cards)
    shown = [PointsRevealed(seat=seat, count=count) for count in range(1, held + 1)]
    counts = [Button(str(event.count), (event,), icon="points") for event in shown if table.allows(event)]
    return Asked(seat, Panel((Row(tuple(counts), look="numbers"),)))


def with_hidden(scene: SceneView, table: TableContext, asked: tuple[int, ...]) -> SceneView:
    """The podium with backs of cards above those who have not been asked; what was just shown lifts its block."""
    if scene.kind != "win":
        return scene
    seats = scene.picture.podium
    places = zip(scene.podium, seats, strict=True)
    podium = tuple(_pedestal(place, seat, table, asked) for place, seat in places)
    if not asked:
        return replace(scene, podium=podium)
    words = table.say("evening.reveal", seat=asked[0])
    order = Line("reveal", words, asked[0], table.colours[asked[0]])
    return replace(scene, podium=podium, order=order, why="")


def _pedestal(place: Pedestal, seat: int, table: TableContext, asked: tuple[int, ...]) -> Pedestal:
    hidden = table.now.seats[seat].development_cards if seat in asked else 0
    gained = _shown_last(table, seat)
    before = place.part * (place.points - gained) / place.points if place.points else place.part
    is_asked = bool(asked) and asked[0] == seat
    return replace(place, hidden=hidden, is_asked=is_asked, gained=gained, before=before)


def _shown_last(table: TableContext, seat: int) -> int:
    """How many points this seat has shown with the last entry, the game being over already."""
    head = table.head
    fact, before = head.fact, head.before
    if not isinstance(fact, PointsRevealed) or fact.seat != seat or head.left_out or before is None:
        return 0
    return points(table.now, seat) - points(before.state, seat) if isinstance(before.state.phase, Over) else 0
