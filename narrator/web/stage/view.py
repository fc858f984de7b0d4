"""The host's stage as its template draws it. It contains nothing hidden."""

from collections.abc import Container, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.end_of_game import seats_to_ask_for_points
from narrator.app.sessions.narration import narration_options
from narrator.app.sessions.votes import objecting_seats, seats_to_agree
from narrator.core.record.record import Record
from narrator.core.record.undo import last_game_entry, undo_state
from narrator.core.table.events import RulesAgreed, TakenBack
from narrator.core.table.phase import Acting, BuildingOnly, Over, Rolling, SettingUp, Trading
from narrator.script.announcements.announce import action_label_at
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import introduction_pages
from narrator.script.lessons.lessons import LESSONS, lesson, lessons_taught, possible_lessons
from narrator.script.model import Step
from narrator.script.practice import can_practice
from narrator.script.scenes.director import current_scene
from narrator.session.table_session import TableSession, bot_levels
from narrator.web.board.geometry import IslandDrawing, Pieces, Place, island_and_pieces, places_of
from narrator.web.components import score
from narrator.web.components.clock import ClockView, with_clock
from narrator.web.components.explanations import CardView, card_view, lesson_view
from narrator.web.components.refusal import RefusedView
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.panels.choose_panel import stage_panel
from narrator.web.panels.dice import DicePad
from narrator.web.panels.panel import Button, Panel
from narrator.web.passed_tablet.view import PassingView, passing_view
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage import bots as stage_bots
from narrator.web.stage.inbox import Inbox, ProposalView, inbox_view, is_interrupted

CALM_PHASES = (Rolling, Acting, Trading, BuildingOnly)  # there is time for other questions


class StageView(Struct, frozen=True):
    table: TableContext
    scene: SceneView
    panel: Panel
    dice_pad: DicePad | None
    seats: tuple[score.SeatView, ...]
    bank: tuple[score.BankStack, ...]
    colour: str
    helper_card_id: str | None  # of the card that explains this step
    undo_button: Button | None
    redo_button: Button | None
    island_drawing: IslandDrawing | None = None
    pieces: Pieces | None = None
    agreement_buttons: tuple[Button, ...] = ()  # agree to a changed rule, for one seat or for all
    detail: str = "normal"  # how much is said
    is_muted: bool = False  # no asides about odd cases
    introduction_page: int = 0
    is_undone: bool = False
    reveal_question: score.RevealQuestion | None = None  # who is asked for hidden points at the end
    bot: stage_bots.BotView | None = None  # the bot whose move it is
    last_bot_place: str | None = None  # the place of a bot's last move
    open_bot_hand: str = ""  # the face-up cards of the bot that the host looks at
    bot_pace: str = ""  # empty without bots
    stopped_bot: int | None = None  # the bot that would move if bots were not stopped
    speaker: str | None = None  # the device that speaks, if one was chosen
    clock: ClockView | None = None
    # Only on the host's own page:
    inbox: Inbox = Inbox()
    passing: PassingView | None = None  # who acts where, if the app deals
    opened_card: CardView | None = None  # a helper card or lesson in the board's place
    refused: RefusedView | None = None
    board_question: RefusedView | None = None  # the same, asked at the tapped place
    notice: str = ""
    is_animated: bool = False  # something has just happened

    @property
    def last_entry(self) -> int:
        return self.table.state.last_entry

    @property
    def is_tracked(self) -> bool:
        return self.table.state.game.tracking != "script"

    @property
    def is_over(self) -> bool:
        return isinstance(self.table.state.phase, Over)

    @property
    def is_setting_up(self) -> bool:
        return isinstance(self.table.state.phase, SettingUp)

    @property
    def shows_scene(self) -> bool:
        """Return whether the scene is shown, and not a refusal or a panel that the host opened."""
        return not self.refused and not self.table.query.panel

    @property
    def shown_proposal(self) -> ProposalView | None:
        """Return the phone's proposal that replaces the news until the host has answered it."""
        proposals = self.inbox.proposals
        return proposals[0] if proposals and self.shows_scene and not self.introduction else None

    @property
    def shows_pace(self) -> bool:
        """Return whether the host can choose how fast bots go on."""
        has_bot = self.bot is not None or self.stopped_bot is not None
        return bool(self.bot_pace) and has_bot and self.shows_scene and self.shown_proposal is None

    @property
    def has_faded(self) -> bool:
        """Return whether a first game is now told less than at the start."""
        has_lesson = self.scene.aside is not None and self.scene.aside.is_lesson
        return self.detail == "first_game" != self.scene.detail and not has_lesson

    @property
    def introduction(self) -> tuple[int, int] | None:
        is_shown = self.scene.kind == "introduction" and self.shows_scene
        return (self.introduction_page, len(introduction_pages(self.table.state))) if is_shown else None

    @property
    def lessons(self) -> list[tuple[str, list[CardView]]]:
        state, locale = self.table.state, self.table.locale
        taught_ids = lessons_taught(self.table.head, self.detail).table.shown_after
        views = [lesson_view(lesson(name, state), locale) for name in possible_lessons(state)]
        done = [view for view in views if view.id in taught_ids]
        to_come = [view for view in views if view.id not in taught_ids]
        return [(self.table.say("ui.lessons.taught"), done), (self.table.say("ui.lessons.to_come"), to_come)]

    @property
    def is_moment(self) -> bool:
        return self.scene.is_moment and self.shows_scene

    @property
    def hero(self) -> str:
        """Return the largest text: a refusal, the title of an open panel, or the scene's own."""
        query = self.table.query
        if self.refused:
            return self.refused.reasons[0]
        if query.panel in ("menu", "lessons"):
            return self.table.say(f"ui.{query.panel}")
        if query.panel == "forgotten" and not query.late:
            return self.table.say("ui.more")
        if query.panel:
            return self.panel.title or (self.scene.instruction or self.scene.hero).text
        return self.scene.hero.text

    @property
    def opened_seat(self) -> score.SeatView | None:
        """Return the player that the host looks at."""
        query = self.table.query
        if query.panel != "seat" or query.seat is None or not self.is_tracked:
            return None
        return self.seats[query.seat] if query.seat < len(self.seats) else None

    @property
    def doubt(self) -> str:
        """Explain why a count that the host looks at is marked as unsure."""
        if (seat := self.opened_seat) and seat.unsure:
            return self.table.say("ui.unsure.hand", seat=seat.number)
        if self.table.query.panel == "bank" and any(stack.unsure for stack in self.bank):
            return self.table.say("ui.unsure.bank")
        return ""

    @property
    def can_practice(self) -> bool:
        return can_practice(self.table.state)

    @property
    def places(self) -> dict[str, Place]:
        return places_of(self.island_drawing)


def stage_view(table: TableContext, session: TableSession, is_interrupted: bool = False) -> StageView:
    """Build what every page of the table shows. On the host's page, a proposal may have interrupted the news."""
    state, narration = table.state, narration_options(table.record, session)
    if is_interrupted:
        narration = replace(narration, is_interrupted=True)
    script, scene = current_scene(table.record, narration)
    undo_button, redo_button = _undo_buttons(table)
    island_drawing, pieces = island_and_pieces(state, table.preferences.board_rotation)
    seats_to_ask = seats_to_ask_for_points(table.record, session)
    bot, bots = stage_bots.bot_view(table, session), bot_levels(state, session)
    has_dice = state.phase.part_of_game == "turn" and not table.is_about_past
    opened_seat = table.query.seat if table.query.panel == "seat" else None
    return StageView(
        table=table,
        scene=score.with_reveal_on_podium(scene_view(scene, table), table, seats_to_ask),
        panel=_panel(table, script.now, bot),
        dice_pad=stage_bots.dice_pad_beside_bot(table, session, bot) if has_dice else None,
        seats=score.seats_view(state, script.now),
        bank=score.bank_view(table),
        colour=score.page_colour(table, scene.seat),
        helper_card_id=script.cards[0].id if script.cards else None,
        undo_button=undo_button,
        redo_button=redo_button,
        island_drawing=island_drawing,
        pieces=pieces,
        agreement_buttons=_agreement_buttons(table, bots, objecting_seats(table.record, session)),
        detail=session.narration.detail or state.game.detail,
        is_muted=session.narration.muted,
        introduction_page=session.narration.page,
        is_undone=_is_undone(table.record),
        reveal_question=None if bot is not None else score.reveal_question(table, seats_to_ask),
        bot=bot,
        last_bot_place=stage_bots.last_bot_place(table, session),
        open_bot_hand=stage_bots.describe_open_hand(table, session, opened_seat),
        bot_pace=session.bots.pace if bots else "",
        stopped_bot=stage_bots.stopped_bot(table, session),
        speaker=session.speaker.device,
    )


class TapResult(Struct, frozen=True):
    """What a tap of the host led to, besides the new state."""

    refused: RefusedView | None = None
    notice: str = ""  # message key
    is_animated: bool = False
    status: int = 200


def host_stage_view(
    table: TableContext, session: TableSession, now: datetime, taken_seats: set[int], result: TapResult
) -> StageView:
    """Build the host's own page; `taken_seats` have a phone."""
    table, clock = with_clock(table, now)
    stage = stage_view(table, session, is_interrupted(table, session))
    inbox, refused = inbox_view(table, session, now, taken_seats), result.refused
    is_asked_on_board = refused is not None and refused.at is not None
    return replace(
        stage,
        clock=clock,
        inbox=inbox,
        passing=passing_view(table, taken_seats, inbox.offer, bot_levels(table.state, session)),
        opened_card=_opened_card(table),
        refused=None if is_asked_on_board else refused,
        board_question=refused if is_asked_on_board else None,
        notice=table.say(result.notice) if result.notice else "",
        is_animated=result.is_animated and not stage.is_undone,
    )


def _panel(table: TableContext, now: Step, bot: stage_bots.BotView | None) -> Panel:
    """Return what the host can tap. During a bot's move, that is only what the bot can't know."""
    if bot is None or bot.is_entered_by_host or table.query.panel:
        return stage_panel(table, now)
    return bot.panel


def _is_undone(record: Record) -> bool:
    last = last_game_entry(record.log)
    return last > 0 and isinstance(record.log[last - 1], TakenBack)


def _undo_buttons(table: TableContext) -> tuple[Button | None, Button | None]:
    log = table.record.log
    found = undo_state(log)
    undo = redo = None
    if found.undo_to is not None:
        caption, event = table.say_message(action_label_at(log, found.position)), TakenBack(to=found.undo_to)
        undo = Button(table.say("ui.undo"), (event,), icon="undo", caption=caption, shortcut="u")
    if found.redo_to is not None:
        caption, event = table.say_message(action_label_at(log, found.redo_to)), TakenBack(to=found.redo_to)
        redo = Button(table.say("ui.redo"), (event,), icon="redo", caption=caption, shortcut="y", is_icon_only=True)
    return undo, redo


def _agreement_buttons(table: TableContext, bots: Container[int], objecting_seats: Sequence[int]) -> tuple[Button, ...]:
    """Return a button for each person who can still agree to a changed rule, and one for all unless somebody objects.
    Nobody is asked during a seven or a placement."""
    waiting = seats_to_agree(table.state) if isinstance(table.state.phase, CALM_PHASES) else []
    people = [seat for seat in waiting if seat not in bots]
    buttons = tuple(Button(table.say("ui.agrees", seat=seat), (RulesAgreed(seat=seat),), seat=seat) for seat in people)
    if len(buttons) < 2 or objecting_seats:
        return buttons
    events = tuple(RulesAgreed(seat=seat) for seat in waiting)
    return (Button(table.say("ui.agree.all"), events, icon="check", is_primary=True), *buttons)


def _opened_card(table: TableContext) -> CardView | None:
    if (name := table.query.pick("lesson")) in LESSONS:
        return lesson_view(lesson(name, table.state), table.locale)
    card = helper_cards(table.state).get(table.query.pick("card"))
    return card_view(card, table.locale) if card else None
