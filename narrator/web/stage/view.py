"""The host's stage as its template draws it. It contains nothing hidden."""

from collections.abc import Container, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.due import bot_narration
from narrator.app.sessions.end_of_game import to_ask
from narrator.app.sessions.votes import objecting, waiting_for
from narrator.core.reading.public_view import public_fact
from narrator.core.record.undo import last_game_entry, undo_state
from narrator.core.table.events import RulesAgreed, TakenBack
from narrator.core.table.phase import Acting, BuildingOnly, Over, Rolling, SettingUp, Trading
from narrator.script.announcements.announce import action_label, action_label_at
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import introduction_pages
from narrator.script.lessons.lessons import LESSONS, lesson, lessons_of, taught
from narrator.script.practice import can_practise
from narrator.script.scenes.director import current_scene
from narrator.session.table_session import TableSession, bot_levels
from narrator.web.board.geometry import Drawing, Pieces, Place, island_view, places_of
from narrator.web.components.clock import with_clock
from narrator.web.components.explanations import CardView, card_view, lesson_view
from narrator.web.components.offers import describe_phrases, offer_view
from narrator.web.components.refusal import RefusedView
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.components.score import (
    Asked,
    SeatView,
    Stack,
    bank_view,
    page_colour,
    reveal_question,
    seats_view,
    with_hidden_cards,
)
from narrator.web.dispute.view import vote_view
from narrator.web.panels.choose_panel import open_panel
from narrator.web.panels.dice import Pad
from narrator.web.panels.panel import Button, Panel
from narrator.web.panels.spots import describe_event_place
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage.bots import BotView, bot_view, dice_pad_beside_bot, last_bot_place, open_hand, stopped_bot

CALM_PHASES = (Rolling, Acting, Trading, BuildingOnly)  # there is time for other questions


class Proposal(Struct, frozen=True):
    """What a phone proposes."""

    note: int  # number of its session event
    seat: int
    words: str
    places: tuple[tuple[str, str], ...] = ()  # ids and descriptions


class Stage(Struct, frozen=True):
    table: TableContext
    scene: SceneView
    panel: Panel
    pad: Pad | None
    seats: tuple[SeatView, ...]
    bank: tuple[Stack, ...]
    colour: str
    card: str | None
    undo: Button | None
    redo: Button | None
    drawing: Drawing | None = None
    pieces: Pieces | None = None
    refused: RefusedView | None = None
    notice: str = ""
    agreements: tuple[Button, ...] = ()  # a tap agrees to a changed rule for one seat or for all
    fresh: bool = False  # something has just happened and is animated
    detail: str = "normal"  # how much is said
    muted: bool = False  # no asides about odd cases
    page: int = 0  # of the introduction
    is_undone: bool = False
    asked: Asked | None = None  # who is asked for hidden points at the end
    bot: BotView | None = None  # the bot whose move it is
    mark: str | None = None  # the place of a bot's last move
    lies: str = ""  # the open hand of the bot that the host looks at
    pace: str = ""  # of the bots, if there are any
    stopped: int | None = None  # the bot that would move if bots were not stopped

    @property
    def seq(self) -> int:
        return self.table.state.seq

    @property
    def tracked(self) -> bool:
        return self.table.state.game.tracking != "script"

    @property
    def is_over(self) -> bool:
        return isinstance(self.table.state.phase, Over)

    @property
    def is_setting_up(self) -> bool:
        return isinstance(self.table.state.phase, SettingUp)

    @property
    def is_news(self) -> bool:
        """Return whether the scene is shown, and not a refusal or a panel that the host opened."""
        return not self.refused and not self.table.query.do

    @property
    def has_faded(self) -> bool:
        """Return whether a beginners' table now hears fewer words than at first."""
        has_lesson = self.scene.aside is not None and self.scene.aside.is_lesson
        return self.detail == "first_game" != self.scene.detail and not has_lesson

    @property
    def opening(self) -> tuple[int, int] | None:
        """Return the current page of the introduction and the number of pages."""
        is_shown = self.scene.kind == "opening" and self.is_news
        return (self.page, len(introduction_pages(self.table.state))) if is_shown else None

    @property
    def lessons(self) -> list[tuple[str, list[CardView]]]:
        """Return the lessons that this table has had, and the others."""
        state, locale = self.table.state, self.table.locale
        shown = taught(self.table.head, self.detail).table.shown
        views = [lesson_view(lesson(name, state), locale) for name in lessons_of(state)]
        done = [view for view in views if view.id in shown]
        to_come = [view for view in views if view.id not in shown]
        return [(self.table.say("ui.lessons.taught"), done), (self.table.say("ui.lessons.to_come"), to_come)]

    @property
    def is_moment(self) -> bool:
        return self.scene.is_moment and self.is_news

    @property
    def hero(self) -> str:
        """Return the largest text: a refusal, the title of an open panel, or the scene's own."""
        query = self.table.query
        if self.refused:
            return self.refused.reasons[0]
        if query.do in ("menu", "lessons"):
            return self.table.say(f"ui.{query.do}")
        if query.do == "forgotten" and not query.late:
            return self.table.say("ui.more")
        if query.do:
            return self.panel.title or (self.scene.order or self.scene.hero).text
        return self.scene.hero.text

    @property
    def opened_seat(self) -> SeatView | None:
        """Return the player that the host looks at."""
        query = self.table.query
        is_one = query.do == "seat" and query.seat is not None and query.seat < len(self.seats)
        return self.seats[query.seat or 0] if is_one and self.tracked else None

    @property
    def unsure_of(self) -> str:
        """Explain the mark of a doubtful count that the host looks at."""
        if (seat := self.opened_seat) and seat.unsure:
            return self.table.say("ui.unsure.hand", seat=seat.number)
        if self.table.query.do == "bank" and any(stack.unsure for stack in self.bank):
            return self.table.say("ui.unsure.bank")
        return ""

    @property
    def can_practise(self) -> bool:
        return can_practise(self.table.state)

    @property
    def places(self) -> dict[str, Place]:
        return places_of(self.drawing)


def stage_view(table: TableContext, session: TableSession, interrupted: bool = False) -> Stage:
    """Build the stage. If `interrupted`, a proposal is shown instead of the news, or was until it was refused."""
    state, narration = table.state, bot_narration(table.record, session)
    script, scene = current_scene(table.record, replace(narration, interrupted=narration.interrupted or interrupted))
    undo, redo = _undo_buttons(table)
    drawing, pieces = island_view(state, table.device.board_turn)
    asked = to_ask(table.record, session)
    bot, bots = bot_view(table, session), bot_levels(state, session)
    last = last_game_entry(table.record.log)
    return Stage(
        table=table,
        scene=with_hidden_cards(scene_view(scene, table), table, asked),
        panel=open_panel(table, script.now) if bot is None or bot.is_for_host or table.query.do else bot.panel,
        pad=None if table.is_about_past or state.phase.phase != "turn" else dice_pad_beside_bot(table, session, bot),
        seats=seats_view(state, script.now),
        bank=bank_view(table),
        colour=page_colour(table, scene.seat),
        card=script.cards[0].id if script.cards else None,
        undo=undo,
        redo=redo,
        drawing=drawing,
        pieces=pieces,
        agreements=_agreement_buttons(table, bots, objecting(table.record, session)),
        detail=session.narration.detail or state.game.detail,
        muted=session.narration.muted,
        page=session.narration.page,
        is_undone=last > 0 and isinstance(table.record.log[last - 1], TakenBack),
        asked=None if bot is not None else reveal_question(table, asked),
        bot=bot,
        mark=last_bot_place(table, session),
        lies=open_hand(table, session, table.query.seat if table.query.do == "seat" else None),
        pace=session.bots.pace if bots else "",
        stopped=stopped_bot(table, session),
    )


def _undo_buttons(table: TableContext) -> tuple[Button | None, Button | None]:
    """Return undo and redo, each with the label of what it takes back or restores."""
    log = table.record.log
    undo = undo_state(log)
    back = forward = None
    if undo.undo_to is not None:
        caption = table.say_message(action_label_at(log, undo.position))
        back = Button(table.say("ui.undo"), (TakenBack(to=undo.undo_to),), icon="undo", caption=caption, shortcut="u")
    if undo.redo_to is not None:
        caption, event = table.say_message(action_label_at(log, undo.redo_to)), TakenBack(to=undo.redo_to)
        forward = Button(table.say("ui.redo"), (event,), icon="redo", caption=caption, shortcut="y", is_icon_only=True)
    return back, forward


def _agreement_buttons(table: TableContext, bots: Container[int], against: Sequence[int]) -> tuple[Button, ...]:
    """Return who can still agree to a changed rule, and all at once unless somebody objects. Bots follow the last
    person. Nobody is asked during a seven or a placement."""
    waiting = waiting_for(table.state) if isinstance(table.state.phase, CALM_PHASES) else []
    found = tuple(
        Button(table.say("ui.agrees", seat=seat), (RulesAgreed(seat=seat),), seat=seat)
        for seat in waiting
        if seat not in bots
    )
    if len(found) < 2 or against:
        return found
    events = tuple(RulesAgreed(seat=seat) for seat in waiting)
    return (Button(table.say("ui.agree.all"), events, icon="check", is_primary=True), *found)


def stage_page(
    table: TableContext, session: TableSession, now: datetime, refused: RefusedView | None, notice: str, fresh: bool
) -> dict[str, Any]:
    """Return the template variables: the stage, the clock, an opened card, and what comes from phones."""
    table, clock = with_clock(table, now)
    question = refused if refused is not None and refused.at is not None else None
    interrupted = bool(session.proposals.open) or session.proposals.refused_at == len(table.record.log)
    stage = stage_view(table, session, interrupted)
    text, shown_refusal = table.say(notice) if notice else "", None if question else refused
    return {
        "stage": replace(stage, refused=shown_refusal, notice=text, fresh=fresh and not stage.is_undone),
        "question": question,
        "clock": clock,
        "speaker": session.speaker.device,
        "card": _opened_card(table),
        "asking": [(number, asked.seat, asked.by_table) for number, asked in session.requests.open_at(now).items()],
        "proposals": _proposals(table, session),
        "heard": describe_phrases(table, session.phrases_for(None, now)),
        "offer": offer_view(table, None, session),
        "objecting": objecting(table.record, session),
        "vote": vote_view(session.vote, table),
    }


def _opened_card(table: TableContext) -> CardView | None:
    """Return the lesson or helper card in the address."""
    name, asked = table.query.pick("lesson"), table.query.pick("card")
    if name in LESSONS:
        return lesson_view(lesson(name, table.state), table.locale)
    card = helper_cards(table.state).get(asked) if asked else None
    return card_view(card, table.locale) if card else None


def _proposals(table: TableContext, session: TableSession) -> tuple[Proposal, ...]:
    return tuple(
        Proposal(
            number,
            proposed.seat,
            "; ".join(table.say_message(action_label(public_fact(event))) for event in proposed.events),
            tuple(place for event in proposed.events if (place := describe_event_place(table, event)) is not None),
        )
        for number, proposed in session.proposals.open.items()
    )
