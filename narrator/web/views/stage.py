"""The stage as the template draws it: lines, score, bank, what can be tapped. All in words, nothing hidden in it."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.card_moves import is_low
from narrator.core.reading.public_view import public_fact, view_for
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import RulesAgreed
from narrator.core.table.mode import mode_of
from narrator.core.table.phase import Acting, BuildingOnly, Over, PartnerActing, SettingUp, SpecialBuilding
from narrator.core.table.state import GameState, points
from narrator.script.model import Step
from narrator.script.narrate import narrate
from narrator.script.telling.deeds import deed
from narrator.service.desk import Desk
from narrator.text.render import say, say_aloud
from narrator.web.board.drawing import Drawing, Pieces, Place, island, pieces
from narrator.web.panels.choose_panel import open_panel
from narrator.web.panels.dice import Pad, dice_pad
from narrator.web.panels.panel import Button, Panel
from narrator.web.panels.spots import where
from narrator.web.request.table import Table

from .agreement import waiting_for
from .explanations import CardView, prompt_view
from .refusal import RefusedView
from .undo import to_set_right, undo_buttons

LENGTHS = ((46, "short"), (84, "middle"), (140, "long"))
"""How many letters a line has, and how it is set: the shorter, the larger."""


class Line(Struct, frozen=True):
    """One line of the prompter."""

    id: str
    text: str
    seat: int | None = None
    why: str = ""
    second: str = ""
    """The same line in a second language."""

    @property
    def length(self) -> str:
        return next((name for most, name in LENGTHS if len(self.text) <= most), "longest")


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


class Stage(Struct, frozen=True):
    table: Table
    before: tuple[Line, ...]
    now: Line
    next: tuple[Line, ...]
    panel: Panel
    pad: Pad | None
    seats: tuple[SeatView, ...]
    bank: tuple[Stack, ...]
    prompts: tuple[CardView, ...]
    card: str | None
    undo: Button | None
    redo: Button | None
    is_over: bool
    is_setting_up: bool
    drawing: Drawing | None = None
    pieces: Pieces | None = None
    refused: RefusedView | None = None
    notice: str = ""
    agreements: tuple[Button, ...] = ()
    """Who has not agreed yet to a rule that was changed in mid-game: a tap says that they do."""
    to_set_right: tuple[str, ...] = ()
    """Cards to move after a roll was taken back or amended."""
    fresh: bool = False
    """Whether something has just happened: then the lines roll up."""

    @property
    def seq(self) -> int:
        return self.table.now.seq

    @property
    def tracked(self) -> bool:
        return self.table.now.game.tracking != "script"

    @property
    def places(self) -> dict[str, Place]:
        """Where everything lies on the picture, by its id."""
        return places_of(self.drawing)

    @property
    def can_build(self) -> bool:
        """Whether a tap on the board leads to the spots."""
        phases = Acting | BuildingOnly | PartnerActing | SpecialBuilding
        return isinstance(self.table.now.phase, phases) and not self.table.ask.do


def stage_view(table: Table, refused: RefusedView | None = None, notice: str = "", fresh: bool = False) -> Stage:
    state = table.now
    script = narrate(view_for(table.head))
    panel = open_panel(table, script.now)
    board = state.game.board
    turn = table.device.board_turn
    undo, redo = undo_buttons(table)
    return Stage(
        table=table,
        before=tuple(line_of(step, table) for step in script.before[-2:]),
        now=line_of(script.now, table, why=True),
        next=tuple(line_of(step, table) for step in script.next[:2]),
        panel=panel,
        pad=None if table.is_elsewhere or state.phase.phase != "turn" else dice_pad(table),
        seats=tuple(seat_view(state, number, script.now) for number in range(len(state.seats))),
        bank=tuple(stack_view(table, resource) for resource in RESOURCES) if state.game.tracking != "script" else (),
        prompts=tuple(prompt_view(prompt, table) for prompt in script.prompts),
        card=script.cards[0].id if script.cards else None,
        undo=undo,
        redo=redo,
        is_over=isinstance(state.phase, Over),
        is_setting_up=isinstance(state.phase, SettingUp),
        drawing=island(board, turn) if board is not None else None,
        pieces=pieces(state, turn) if board is not None else None,
        refused=refused,
        notice=notice,
        agreements=tuple(
            Button(table.say("ui.agrees", seat=seat), (RulesAgreed(seat=seat),), seat=seat)
            for seat in waiting_for(table.head)
        ),
        to_set_right=tuple(to_set_right(table)),
        fresh=fresh,
    )


def line_of(step: Step, table: Table, why: bool = False) -> Line:
    second = table.device.second
    said_again = ""
    if why and second not in ("none", table.voice.language):
        said_again = say_aloud(step.lines, replace(table.voice, language=second))
    return Line(
        id=step.id,
        text=say_aloud(step.lines, table.voice),
        seat=step.seat,
        why=say(step.why, table.voice) if why and step.why else "",
        second=said_again,
    )


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


def stack_view(table: Table, resource: Resource) -> Stack:
    state = table.now
    name = table.say("ui.resource", resource=resource)
    return Stack(resource, name, state.bank.of(resource), is_low(state, resource), f"bank.{resource}" in state.unsure)


class Proposal(Struct, frozen=True):
    """What a phone proposes, as a line that waits on the stage."""

    note: int
    seat: int
    words: str
    places: tuple[tuple[str, str], ...] = ()
    """Where it is about, and that place in words."""


def proposals_view(table: Table, desk: Desk) -> tuple[Proposal, ...]:
    return tuple(
        Proposal(
            number,
            note.seat,
            "; ".join(table.tell(deed(public_fact(event))) for event in note.events),
            tuple(found for event in note.events if (found := where(table, event)) is not None),
        )
        for number, note in desk.proposals
    )


def places_of(drawing: Drawing | None) -> dict[str, Place]:
    if drawing is None:
        return {}
    return {place.at: place for place in (*drawing.hexes, *drawing.intersections, *drawing.paths)}
