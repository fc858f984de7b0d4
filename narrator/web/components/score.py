"""The score strip, the bank, and the hidden points that are revealed at the end of a game."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.card_moves import is_stack_low, unseen_in_bank
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import PointsRevealed
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import GameState, mode_of, points, shown_bank
from narrator.script.model import Step
from narrator.web.components.scene import Line, Pedestal, SceneView
from narrator.web.panels.panel import Panel, number_row
from narrator.web.rendering.table_context import TableContext

NEUTRAL_COLOUR = "nobody"


class SeatView(Struct, frozen=True):
    number: int
    name: str
    colour: str
    points: int
    hand_size: int
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
    tokens: int | None = None  # in Catan for Two


class BankStack(Struct, frozen=True):
    resource: str
    name: str
    count: int
    low: bool
    unsure: bool


class RevealQuestion(Struct, frozen=True):
    seat: int
    panel: Panel


def seats_view(state: GameState, step: Step) -> tuple[SeatView, ...]:
    return tuple(_seat_view(state, number, step) for number in range(len(state.seats)))


def _seat_view(state: GameState, number: int, step: Step) -> SeatView:
    seat = state.seats[number]
    return SeatView(
        number=number,
        name=seat.name,
        colour=seat.colour,
        points=points(state, number),
        hand_size=seat.hand_size,
        unsure=f"hand.{number}" in state.unsure,
        development_cards=seat.development_cards,
        knights=seat.knights,
        road_length=seat.road_length,
        roads_left=seat.roads_left,
        settlements_left=seat.settlements_left,
        cities_left=seat.cities_left,
        longest_road=state.longest_road == number,
        largest_army=state.largest_army == number,
        acts=step.seat == number
        if step.seat is not None
        else state.turn == number and state.phase.part_of_game == "turn",
        left=seat.has_left,
        tokens=seat.tokens if mode_of(state).tokens else None,
    )


def page_colour(table: TableContext, seat: int | None) -> str:
    """Return the color of the seat that is entered for, that the scene is about, or whose turn it is."""
    state, query = table.state, table.query
    if query.panel and query.seat is not None and query.seat < len(state.seats):
        return table.colours[query.seat]
    if isinstance(state.phase, SettingUp):
        return NEUTRAL_COLOUR if seat is None else table.colours[seat]
    return table.colours[table.acting_seat if seat is None or query.panel else seat]


def bank_view(table: TableContext) -> tuple[BankStack, ...]:
    """Return the bank's stacks; none if the table doesn't track cards."""
    state = table.state
    if state.game.tracking == "script":
        return ()
    stacks = [
        BankStack(
            resource,
            table.say("ui.resource", resource=resource),
            shown_bank(state).count_of(resource),
            low=is_stack_low(state, resource),
            unsure=f"bank.{resource}" in state.unsure,
        )
        for resource in RESOURCES
    ]
    if unseen := unseen_in_bank(state):
        stacks.append(BankStack("card", table.say("ui.bank.unseen"), unseen, low=False, unsure=False))
    return tuple(stacks)


def reveal_question(table: TableContext, seats_to_ask: tuple[int, ...]) -> RevealQuestion | None:
    if not seats_to_ask or table.query.panel:
        return None
    seat, most = seats_to_ask[0], table.state.game.box.development["points"]
    held = min(most, table.state.seats[seat].development_cards)
    events = {count: PointsRevealed(seat=seat, count=count) for count in range(1, held + 1)}
    allowed = {count: event for count, event in events.items() if table.allows(event)}
    return RevealQuestion(seat, Panel((number_row(allowed, icon="points"),)))


def with_reveal_on_podium(scene: SceneView, table: TableContext, seats_to_ask: tuple[int, ...]) -> SceneView:
    """Show card backs above the seats that are still to be asked, and raise the block of one that revealed points."""
    if scene.kind != "win":
        return scene
    places = zip(scene.podium, scene.picture.podium, strict=True)
    podium = tuple(_with_hidden_cards(place, seat, table, seats_to_ask) for place, seat in places)
    if not seats_to_ask:
        return replace(scene, podium=podium)
    words = table.say("evening.reveal", seat=seats_to_ask[0])
    instruction = Line("reveal", words, seats_to_ask[0], table.colours[seats_to_ask[0]])
    return replace(scene, podium=podium, instruction=instruction, why="")


def _with_hidden_cards(place: Pedestal, seat: int, table: TableContext, seats_to_ask: tuple[int, ...]) -> Pedestal:
    hidden = table.state.seats[seat].development_cards if seat in seats_to_ask else 0
    gained = _points_just_revealed(table, seat)
    before = place.part * (place.points - gained) / place.points if place.points else place.part
    return replace(place, hidden=hidden, is_asked=seats_to_ask[:1] == (seat,), gained=gained, before=before)


def _points_just_revealed(table: TableContext, seat: int) -> int:
    """Return how many points this seat revealed with the last entry, after the game was over."""
    head = table.head
    fact, before = head.fact, head.before
    if not isinstance(fact, PointsRevealed) or fact.seat != seat or head.left_out or before is None:
        return 0
    return points(table.state, seat) - points(before.state, seat) if isinstance(before.state.phase, Over) else 0
