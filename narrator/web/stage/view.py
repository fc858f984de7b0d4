"""The stage as the template draws it: lines, score, bank, what can be tapped. All in words, nothing hidden in it."""

from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.due import bot_narration
from narrator.app.bots.seats import bot_levels
from narrator.app.games.last_cards import to_ask
from narrator.app.sessions.agreement import objecting, waiting_for
from narrator.core.reading.mistakes import Repayment
from narrator.core.reading.public_view import public_fact
from narrator.core.record.undo import last_at_table, undo_of
from narrator.core.table.events import RulesAgreed, TakenBack
from narrator.core.table.phase import Acting, BuildingOnly, Over, Rolling, SettingUp, Trading
from narrator.script.announcements.action_labels import action_label, action_label_at
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import opening
from narrator.script.lessons.register import LESSONS, lesson, lessons_of
from narrator.script.lessons.taught import taught
from narrator.script.practice import can_practise
from narrator.script.scenes.director import current_scene
from narrator.session.table_session import TableSession
from narrator.web.board.geometry import Drawing, Pieces, Place
from narrator.web.board.view import island_view, places_of
from narrator.web.components.clock import with_clock
from narrator.web.components.explanations import CardView, card_view, lesson_view
from narrator.web.components.offers import offer_view, phrases
from narrator.web.components.refusal import RefusedView
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.components.score import (
    Asked,
    SeatView,
    Stack,
    asked_view,
    bank_view,
    colour_of,
    seats_view,
    with_hidden,
)
from narrator.web.dispute.view import vote_view
from narrator.web.panels.choose_panel import open_panel
from narrator.web.panels.dice import Pad
from narrator.web.panels.panel import Button, Panel
from narrator.web.panels.spots import where
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage.bots import BotView, bot_view, lying_open, marked, pad_beside, stopped

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
        return (self.page, len(opening(self.table.now))) if self.scene.kind == "opening" and self.is_news else None

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
        detail=session.detail or state.game.detail,
        muted=session.muted,
        page=session.page,
        is_undone=is_undone(table),
        asked=None if bot is not None else asked_view(table, asked),
        bot=bot,
        mark=marked(table, session),
        lies=lying_open(table, session, table.query.seat if table.query.do == "seat" else None),
        pace=session.pace if bots else "",
        stopped=stopped(table, session),
    )


def is_undone(table: TableContext) -> bool:
    """Whether the last thing that happened was an undo: nothing moves or sounds for it."""
    log = table.record.log
    last = last_at_table(log)
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


def stage_page(
    table: TableContext, session: TableSession, now: datetime, refused: RefusedView | None, notice: str, fresh: bool
) -> dict[str, Any]:
    table, clock = with_clock(table, now)
    question = refused if refused is not None and refused.at is not None else None
    interrupted = bool(session.proposals) or session.refused_at == len(table.record.log)
    stage = stage_view(table, session, interrupted)
    said, shown_refusal = table.say(notice) if notice else "", None if question else refused
    return {
        "stage": replace(stage, refused=shown_refusal, notice=said, fresh=fresh and not stage.is_undone),
        "question": question,
        "clock": clock,
        "speaker": session.speaker,
        "card": opened_card(table),
        "asking": [(number, asked.seat, asked.by_table) for number, asked in session.asked(now).items()],
        "proposals": proposals_view(table, session),
        "heard": phrases(table, session.heard(None, now)),
        "offer": offer_view(table, None, session),
        "objecting": objecting(table.record, session),
        "vote": vote_view(session.vote, table),
    }


def opened_card(table: TableContext) -> CardView | None:
    """The helper card or the lesson that the address asks for."""
    if table.ask.pick("lesson") in LESSONS:
        return lesson_view(lesson(table.ask.pick("lesson"), table.now), table.voice)
    asked = table.ask.pick("card")
    card = helper_cards(table.now).get(asked) if asked else None
    return card_view(card, table.voice) if card else None


class Proposal(Struct, frozen=True):
    """What a phone proposes, as a line that waits on the stage."""

    note: int
    seat: int
    words: str
    places: tuple[tuple[str, str], ...] = ()
    """Where it is about, and that place in words."""


def proposals_view(table: TableContext, session: TableSession) -> tuple[Proposal, ...]:
    return tuple(
        Proposal(
            number,
            note.seat,
            "; ".join(table.tell(action_label(public_fact(event))) for event in note.events),
            tuple(found for event in note.events if (found := where(table, event)) is not None),
        )
        for number, note in session.proposals
    )


def undo_buttons(table: TableContext) -> tuple[Button | None, Button | None]:
    """One step back and one forward, each named after what it takes or brings."""
    log = table.record.log
    undo = undo_of(log)
    found: list[Button | None] = [None, None]
    if undo.back is not None:
        last = table.tell(action_label_at(log, undo.at))
        found[0] = Button(table.say("ui.undo"), (TakenBack(to=undo.back),), icon="undo", caption=last, key="u")
    if undo.forward is not None:
        back = table.tell(action_label_at(log, undo.forward))
        found[1] = Button(
            table.say("ui.redo"), (TakenBack(to=undo.forward),), icon="redo", caption=back, key="y", small=True
        )
    return found[0], found[1]


def moves(table: TableContext, found: Iterable[Repayment], puts_back: str = "undo.puts_back") -> Iterator[str]:
    """Who puts which cards back and who takes which, person by person."""
    for one in found:
        if one.back.total():
            yield table.say(puts_back, seat=one.seat, cards=one.back.counts())
        if one.take.total():
            yield table.say("event.income", seat=one.seat, cards=one.take.counts())
