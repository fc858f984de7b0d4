"""The stage as the template draws it: lines, score, bank, what can be tapped. All in words, nothing hidden in it."""

from collections.abc import Container, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.due import bot_narration
from narrator.app.sessions.end_of_game import to_ask
from narrator.app.sessions.votes import objecting, waiting_for
from narrator.core.record.undo import last_game_entry
from narrator.core.table.events import RulesAgreed, TakenBack
from narrator.core.table.phase import Acting, BuildingOnly, Over, Rolling, SettingUp, Trading
from narrator.script.introduction import introduction_pages
from narrator.script.lessons.lessons import lesson, lessons_of, taught
from narrator.script.practice import can_practise
from narrator.script.scenes.director import current_scene
from narrator.session.table_session import TableSession, bot_levels
from narrator.web.board.geometry import Drawing, Pieces, Place, island_view, places_of
from narrator.web.components.explanations import CardView, lesson_view
from narrator.web.components.last_cards import Asked, asked_view, with_hidden
from narrator.web.components.refusal import RefusedView
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.components.score import SeatView, Stack, bank_view, colour_of, seats_view
from narrator.web.panels.choose_panel import open_panel
from narrator.web.panels.dice import Pad
from narrator.web.panels.panel import Button, Panel
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage.bots import BotView, bot_view, lying_open, marked, pad_beside, stopped
from narrator.web.stage.undo import undo_buttons

CALM = (Rolling, Acting, Trading, BuildingOnly)
"""Steps in which there is time for other questions."""


class Stage(Struct, frozen=True):
    table: TableContext
    scene: SceneView
    panel: Panel
    pad: Pad | None
    seats: tuple[SeatView, ...]
    bank: tuple[Stack, ...]
    colour: str
    """What the stage wears: of whoever acts or has news."""
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
    """Who has not agreed yet to a rule that was changed in mid-game: a tap says that they do, or that all do."""
    fresh: bool = False
    """Whether something has just happened: then it moves."""
    detail: str = "normal"
    """How much is said."""
    muted: bool = False
    """Whether odd cases are not noted beside it."""
    page: int = 0
    """The page of the opening."""
    is_undone: bool = False
    asked: Asked | None = None
    """Who is asked for hidden points, the game being over."""
    bot: BotView | None = None
    """The bot whose move it is."""
    mark: str | None = None
    """The place that a bot's newest deed is about."""
    lies: str = ""
    """What lies open before the bot that the host looks at."""
    pace: str = ""
    """How bots go on, where there are some."""
    stopped: int | None = None
    """The bot whose move it would be, were the bots not stopped."""

    @property
    def seq(self) -> int:
        return self.table.now.seq

    @property
    def tracked(self) -> bool:
        return self.table.now.game.tracking != "script"

    @property
    def is_news(self) -> bool:
        """Whether the scene itself is shown: a refusal or what the host has opened goes before it."""
        return not self.refused and not self.table.query.do

    @property
    def has_faded(self) -> bool:
        """Whether a beginners' table hears fewer words than at first."""
        has_lesson = self.scene.aside is not None and self.scene.aside.is_lesson
        return self.detail == "first_game" != self.scene.detail and not has_lesson

    @property
    def opening(self) -> tuple[int, int] | None:
        """The page of the opening that is shown, and how many there are."""
        return (
            (self.page, len(introduction_pages(self.table.now)))
            if self.scene.kind == "opening" and self.is_news
            else None
        )

    @property
    def lessons(self) -> list[tuple[str, list[CardView]]]:
        """What was taught to this table, and what was not."""
        state, locale = self.table.now, self.table.locale
        shown = taught(self.table.head, self.detail).table.shown
        views = [lesson_view(lesson(name, state), locale) for name in lessons_of(state)]
        told = [view for view in views if view.id in shown]
        to_come = [view for view in views if view.id not in shown]
        return [(self.table.say("ui.lessons.taught"), told), (self.table.say("ui.lessons.to_come"), to_come)]

    @property
    def is_moment(self) -> bool:
        return self.scene.is_moment and self.is_news

    @property
    def hero(self) -> str:
        """The largest thing: why something was not entered, what is asked for, or the scene's own."""
        if self.refused:
            return self.refused.reasons[0]
        if self.table.query.do in ("menu", "lessons"):
            return self.table.say(f"ui.{self.table.query.do}")
        if self.table.query.do == "forgotten" and not self.table.query.late:
            return self.table.say("ui.more")
        if self.table.query.do:
            return self.panel.title or (self.scene.order or self.scene.hero).text
        return self.scene.hero.text

    @property
    def opened_seat(self) -> SeatView | None:
        """The player that the host looks at."""
        asked = self.table.query
        is_one = asked.do == "seat" and asked.seat is not None and asked.seat < len(self.seats)
        return self.seats[asked.seat or 0] if is_one and self.tracked else None

    @property
    def unsure_of(self) -> str:
        """Why a count that the host looks at has its mark."""
        if (seat := self.opened_seat) and seat.unsure:
            return self.table.say("ui.unsure.hand", seat=seat.number)
        if self.table.query.do == "bank" and any(stack.unsure for stack in self.bank):
            return self.table.say("ui.unsure.bank")
        return ""

    @property
    def can_practise(self) -> bool:
        return can_practise(self.table.now)

    @property
    def places(self) -> dict[str, Place]:
        """Where everything lies on the picture, by its id."""
        return places_of(self.drawing)


def stage_view(table: TableContext, session: TableSession, interrupted: bool = False) -> Stage:
    """`interrupted`: a proposal is shown in place of the news, or was until it was refused."""
    state, narration = table.now, bot_narration(table.record, session)
    script, scene = current_scene(table.record, replace(narration, interrupted=narration.interrupted or interrupted))
    undo, redo = undo_buttons(table)
    drawing, pieces = island_view(state, table.device.board_turn)
    asked = to_ask(table.record, session)
    bot, bots = bot_view(table, session), bot_levels(state, session)
    return Stage(
        table=table,
        scene=with_hidden(scene_view(scene, table), table, asked),
        panel=open_panel(table, script.now) if bot is None or bot.is_hosts or table.query.do else bot.panel,
        pad=None if table.is_elsewhere or state.phase.phase != "turn" else pad_beside(table, session, bot),
        seats=seats_view(state, script.now),
        bank=bank_view(table),
        colour=colour_of(table, scene.seat),
        card=script.cards[0].id if script.cards else None,
        undo=undo,
        redo=redo,
        is_over=isinstance(state.phase, Over),
        is_setting_up=isinstance(state.phase, SettingUp),
        drawing=drawing,
        pieces=pieces,
        agreements=agreements(table, bots, objecting(table.record, session)),
        detail=session.narration.detail or state.game.detail,
        muted=session.narration.muted,
        page=session.narration.page,
        is_undone=is_undone(table),
        asked=None if bot is not None else asked_view(table, asked),
        bot=bot,
        mark=marked(table, session),
        lies=lying_open(table, session, table.query.seat if table.query.do == "seat" else None),
        pace=session.bots.pace if bots else "",
        stopped=stopped(table, session),
    )


def is_undone(table: TableContext) -> bool:
    """Whether the last thing that happened was an undo: nothing moves or sounds for it."""
    log = table.record.log
    last = last_game_entry(log)
    return last > 0 and isinstance(log[last - 1], TakenBack)


def agreements(table: TableContext, bots: Container[int] = (), against: Sequence[int] = ()) -> tuple[Button, ...]:
    """Nobody is asked in the midst of a seven or a placement; a bot agrees with the last person. While somebody is
    against it, one tap can't say that everybody agrees."""
    waiting = waiting_for(table.now) if isinstance(table.now.phase, CALM) else []
    people = [seat for seat in waiting if seat not in bots]
    found = tuple(agrees(table, seat) for seat in people)
    return (all_agree(table, waiting), *found) if len(found) > 1 and not against else found


def all_agree(table: TableContext, waiting: list[int]) -> Button:
    """One tap for all who have not said so themselves."""
    return Button(table.say("ui.agree.all"), tuple(RulesAgreed(seat=seat) for seat in waiting), icon="check", main=True)


def agrees(table: TableContext, seat: int) -> Button:
    return Button(table.say("ui.agrees", seat=seat), (RulesAgreed(seat=seat),), seat=seat)
