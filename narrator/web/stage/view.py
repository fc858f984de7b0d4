"""The host's stage as its template draws it. It contains nothing hidden."""

from collections.abc import Container, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.next_bot import narration_options
from narrator.app.sessions.end_of_game import seats_to_ask_for_points
from narrator.app.sessions.votes import objecting, waiting_for
from narrator.core.reading.public_view import public_fact
from narrator.core.record.undo import last_game_entry, undo_state
from narrator.core.table.events import RulesAgreed, TakenBack
from narrator.core.table.phase import Acting, BuildingOnly, Over, Rolling, SettingUp, Trading
from narrator.script.announcements.announce import action_label, action_label_at
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import introduction_pages
from narrator.script.lessons.lessons import LESSONS, lesson, lessons_taught, possible_lessons
from narrator.script.practice import can_practice
from narrator.script.scenes.director import current_scene
from narrator.session.table_session import TableSession, bot_levels
from narrator.web.board.geometry import IslandDrawing, Pieces, Place, island_and_pieces, places_of
from narrator.web.components import score
from narrator.web.components.clock import with_clock
from narrator.web.components.explanations import CardView, card_view, lesson_view
from narrator.web.components.offers import describe_phrases, offer_view
from narrator.web.components.refusal import RefusedView
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.dispute.view import vote_view
from narrator.web.panels.choose_panel import stage_panel
from narrator.web.panels.dice import DicePad
from narrator.web.panels.panel import Button, Panel
from narrator.web.panels.spots import describe_event_place
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage import bots as stage_bots

CALM_PHASES = (Rolling, Acting, Trading, BuildingOnly)  # there is time for other questions


class ProposalView(Struct, frozen=True):
    number: int
    seat: int
    words: str
    places: tuple[tuple[str, str], ...] = ()  # ids and descriptions


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
    refused: RefusedView | None = None
    notice: str = ""
    agreement_buttons: tuple[Button, ...] = ()  # agree to a changed rule, for one seat or for all
    is_animated: bool = False  # something has just happened
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

    @property
    def seq(self) -> int:
        return self.table.state.seq

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
    def has_faded(self) -> bool:
        """Return whether a first game now hears fewer words than at first."""
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


def stage_view(table: TableContext, session: TableSession, interrupted: bool = False) -> StageView:
    """Build the stage; `interrupted` means that a proposal replaces the news, or did until it was refused."""
    state, narration = table.state, narration_options(table.record, session)
    interrupted = interrupted or narration.is_interrupted
    script, scene = current_scene(table.record, replace(narration, is_interrupted=interrupted))
    undo_button, redo_button = _undo_buttons(table)
    island_drawing, pieces = island_and_pieces(state, table.preferences.board_rotation)
    seats_to_ask = seats_to_ask_for_points(table.record, session)
    bot, bots = stage_bots.bot_view(table, session), bot_levels(state, session)
    has_dice = state.phase.part_of_game == "turn" and not table.is_about_past
    last = last_game_entry(table.record.log)
    opened_seat = table.query.seat if table.query.panel == "seat" else None
    return StageView(
        table=table,
        scene=score.with_reveal_on_podium(scene_view(scene, table), table, seats_to_ask),
        panel=stage_panel(table, script.now)
        if bot is None or bot.is_entered_by_host or table.query.panel
        else bot.panel,
        dice_pad=stage_bots.dice_pad_beside_bot(table, session, bot) if has_dice else None,
        seats=score.seats_view(state, script.now),
        bank=score.bank_view(table),
        colour=score.page_colour(table, scene.seat),
        helper_card_id=script.cards[0].id if script.cards else None,
        undo_button=undo_button,
        redo_button=redo_button,
        island_drawing=island_drawing,
        pieces=pieces,
        agreement_buttons=_agreement_buttons(table, bots, objecting(table.record, session)),
        detail=session.narration.detail or state.game.detail,
        is_muted=session.narration.muted,
        introduction_page=session.narration.page,
        is_undone=last > 0 and isinstance(table.record.log[last - 1], TakenBack),
        reveal_question=None if bot is not None else score.reveal_question(table, seats_to_ask),
        bot=bot,
        last_bot_place=stage_bots.last_bot_place(table, session),
        open_bot_hand=stage_bots.describe_open_hand(table, session, opened_seat),
        bot_pace=session.bots.pace if bots else "",
        stopped_bot=stage_bots.stopped_bot(table, session),
    )


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
    waiting = waiting_for(table.state) if isinstance(table.state.phase, CALM_PHASES) else []
    people = [seat for seat in waiting if seat not in bots]
    buttons = tuple(Button(table.say("ui.agrees", seat=seat), (RulesAgreed(seat=seat),), seat=seat) for seat in people)
    if len(buttons) < 2 or objecting_seats:
        return buttons
    events = tuple(RulesAgreed(seat=seat) for seat in waiting)
    return (Button(table.say("ui.agree.all"), events, icon="check", is_primary=True), *buttons)


def stage_variables(
    table: TableContext, session: TableSession, now: datetime, refused: RefusedView | None, notice: str, animated: bool
) -> dict[str, Any]:
    table, clock = with_clock(table, now)
    is_board_question = refused is not None and refused.at is not None
    interrupted = bool(session.proposals.open) or session.proposals.refused_at == len(table.record.log)
    stage = stage_view(table, session, interrupted)
    return {
        "stage": replace(
            stage,
            refused=None if is_board_question else refused,
            notice=table.say(notice) if notice else "",
            is_animated=animated and not stage.is_undone,
        ),
        "board_question": refused if is_board_question else None,
        "clock": clock,
        "speaker": session.speaker.device,
        "opened_card": _opened_card(table),
        "seat_requests": [
            (number, request.seat, request.by_table) for number, request in session.requests.open_at(now).items()
        ],
        "proposals": _proposals(table, session),
        "phrases": describe_phrases(table, session.phrases_for(None, now)),
        "offer": offer_view(table, None, session),
        "objecting": objecting(table.record, session),
        "vote": vote_view(session.vote, table),
    }


def _opened_card(table: TableContext) -> CardView | None:
    if (name := table.query.pick("lesson")) in LESSONS:
        return lesson_view(lesson(name, table.state), table.locale)
    card = helper_cards(table.state).get(table.query.pick("card"))
    return card_view(card, table.locale) if card else None


def _proposals(table: TableContext, session: TableSession) -> tuple[ProposalView, ...]:
    return tuple(
        ProposalView(
            number,
            proposed.seat,
            "; ".join(table.say_message(action_label(public_fact(event))) for event in proposed.events),
            tuple(place for event in proposed.events if (place := describe_event_place(table, event)) is not None),
        )
        for number, proposed in session.proposals.open.items()
    )
