"""The stage as the template draws it: lines, score, bank, what can be tapped. All in words, nothing hidden in it."""

from msgspec import Struct

from narrator.core.reading.public_view import view_for
from narrator.core.table.events import RulesAgreed
from narrator.core.table.phase import Acting, BuildingOnly, Over, PartnerActing, SettingUp, SpecialBuilding
from narrator.script.narrate import narrate
from narrator.service.agreement import waiting_for
from narrator.web.board.geometry import Drawing, Pieces, Place
from narrator.web.panels.choose_panel import open_panel
from narrator.web.panels.dice import Pad, dice_pad
from narrator.web.panels.panel import Button, Panel
from narrator.web.request.table import Table

from .explanations import CardView, prompt_view
from .island import island_view, places_of
from .lines import Line, line_of
from .refusal import RefusedView
from .score import SeatView, Stack, bank_view, seats_view
from .undo import to_set_right, undo_buttons


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
    undo, redo = undo_buttons(table)
    drawing, pieces = island_view(state, table.device.board_turn)
    return Stage(
        table=table,
        before=tuple(line_of(step, table) for step in script.before[-2:]),
        now=line_of(script.now, table, why=True),
        next=tuple(line_of(step, table) for step in script.next[:2]),
        panel=open_panel(table, script.now),
        pad=None if table.is_elsewhere or state.phase.phase != "turn" else dice_pad(table),
        seats=seats_view(state, script.now),
        bank=bank_view(table),
        prompts=tuple(prompt_view(prompt, table) for prompt in script.prompts),
        card=script.cards[0].id if script.cards else None,
        undo=undo,
        redo=redo,
        is_over=isinstance(state.phase, Over),
        is_setting_up=isinstance(state.phase, SettingUp),
        drawing=drawing,
        pieces=pieces,
        refused=refused,
        notice=notice,
        agreements=tuple(agrees(table, seat) for seat in waiting_for(state)),
        to_set_right=tuple(to_set_right(table)),
        fresh=fresh,
    )


def agrees(table: Table, seat: int) -> Button:
    return Button(table.say("ui.agrees", seat=seat), (RulesAgreed(seat=seat),), seat=seat)
