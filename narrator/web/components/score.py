"""The score strip and the bank: what lies before everybody, and what is left."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.card_moves import is_low, unseen_in_bank
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import PointsRevealed
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import GameState, mode_of, points, shown_bank
from narrator.script.model import Step
from narrator.web.components.scene import Line, Pedestal, SceneView
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.rendering.table_context import TableContext

NOBODY = "nobody"
"""The colour of nobody."""


class SeatView(Struct, frozen=True):
    """A player on the score strip."""

    number: int
    name: str
    colour: str
    points: int
    hand: int
    unsure: bool
    development_cards: int
    knights: int
    road_length: int
    roads_left: int
    settlements_left: int
    cities_left: int
    longest_road: bool
    largest_army: bool
    acts: bool
    left: bool
    tokens: int | None = None
    """Trade tokens, in Catan for Two."""


class Stack(Struct, frozen=True):
    """One pile of the bank."""

    resource: str
    name: str
    count: int
    low: bool
    unsure: bool


def seats_view(state: GameState, now: Step) -> tuple[SeatView, ...]:
    return tuple(seat_view(state, number, now) for number in range(len(state.seats)))


def colour_of(table: TableContext, seat: int | None) -> str:
    """What a page wears: the colour of who is being entered for, of whom the scene is about, or of whose turn it is.
    Before anybody has begun it is nobody's."""
    state, asked = table.now, table.ask
    if asked.do and asked.seat is not None and asked.seat < len(state.seats):
        return table.colours[asked.seat]
    if isinstance(state.phase, SettingUp):
        return NOBODY if seat is None else table.colours[seat]
    return table.colours[table.seat if seat is None or asked.do else seat]


def bank_view(table: TableContext) -> tuple[Stack, ...]:
    """Nothing where nothing is counted."""
    if table.now.game.tracking == "script":
        return ()
    unseen = unseen_in_bank(table.now)
    more = (Stack("card", table.say("ui.bank.unseen"), unseen, low=False, unsure=False),) if unseen else ()
    return (*(stack_view(table, resource) for resource in RESOURCES), *more)


def seat_view(state: GameState, number: int, now: Step) -> SeatView:
    seat = state.seats[number]
    acts = now.seat == number if now.seat is not None else state.turn == number and state.phase.phase == "turn"
    return SeatView(
        number=number,
        name=seat.name,
        colour=seat.colour,
        points=points(state, number),
        hand=seat.hand,
        unsure=f"hand.{number}" in state.unsure,
        development_cards=seat.development_cards,
        knights=seat.knights,
        road_length=seat.road_length,
        roads_left=seat.roads_left,
        settlements_left=seat.settlements_left,
        cities_left=seat.cities_left,
        longest_road=state.longest_road == number,
        largest_army=state.largest_army == number,
        acts=acts,
        left=seat.left,
        tokens=seat.tokens if mode_of(state).tokens else None,
    )


def stack_view(table: TableContext, resource: Resource) -> Stack:
    state = table.now
    name, unsure = table.say("ui.resource", resource=resource), f"bank.{resource}" in state.unsure
    return Stack(resource, name, shown_bank(state).of(resource), is_low(state, resource), unsure)


class Asked(Struct, frozen=True):
    """Who is asked for points cards: as many as they show are one tap, and none is another."""

    seat: int
    panel: Panel


def asked_view(table: TableContext, asked: tuple[int, ...]) -> Asked | None:
    if not asked or table.ask.do:
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
