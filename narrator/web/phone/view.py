"""A phone as the template draws it: the line, my part, the score, in its reader's language and with nothing hidden."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.due import bot_narration
from narrator.app.sessions.end_of_game import to_ask
from narrator.app.sessions.offers import can_offer
from narrator.app.sessions.votes import asks_agreement, objecting
from narrator.core.memo import memo
from narrator.core.reading.public_view import view_for
from narrator.core.reading.result import Standing, standings
from narrator.core.record.snapshot import Snapshot
from narrator.script.announcements.announce import action_label
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import introduction_pages, is_before_play
from narrator.script.model import Script, Step
from narrator.script.narrate import past_steps, welcome
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.for_seat import lit_for
from narrator.session.events import Proposed, SeatAsked
from narrator.session.table_session import TableSession
from narrator.text.render import say_aloud
from narrator.web.auth.viewer import Viewer
from narrator.web.board.geometry import Drawing, Pieces, Place, island_view, places_of
from narrator.web.components.agreement import new_rules, rules_in_words
from narrator.web.components.clock import ClockView
from narrator.web.components.costs import Cost, costs
from narrator.web.components.explanations import CardView, card_view, lesson_view
from narrator.web.components.hand import Hand, hand_view
from narrator.web.components.last_cards import with_hidden
from narrator.web.components.offers import OfferView, offer_view
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.components.score import SeatView, Stack, bank_view, colour_of, seats_view
from narrator.web.dispute.view import VoteView, vote_view
from narrator.web.panels.panel import Panel
from narrator.web.panels.phone import own_panel
from narrator.web.panels.spots import where
from narrator.web.phone.coach import Coach, coach
from narrator.web.phone.own_points import Part, points_of
from narrator.web.phone.own_scene import OPEN, Yours, yours
from narrator.web.phone.phrases import phrases
from narrator.web.practice.view import PracticeView, open_practice
from narrator.web.quiz.view import QuizView, quiz_view
from narrator.web.rendering.table_context import TableContext

SO_FAR = 5
"""So many lines tell a latecomer what has happened."""


class PhoneContext(Struct, frozen=True):
    """What a phone's page is made from, each read once."""

    table: TableContext
    viewer: Viewer
    session: TableSession
    taken: set[int]
    """Seats that some phone has."""
    now: datetime
    version: str = ""
    detail: str | None = None
    """How much is said, where this reader wants more than the table."""
    clock: ClockView | None = None

    @property
    def number(self) -> str:
        """Changes with everything that the page shows besides its reader and its device."""
        seat, session = self.viewer.seat, self.session
        spoken = len(session.phrases_for(seat, self.now)) + len(session.phrases_by(seat, self.now))
        is_up = self.clock is not None and self.clock.is_up
        with_phone = len(self.taken) if session.offers.open is not None else 0
        asking = len(session.requests.open_at(self.now))
        return f"{len(self.table.record.log)}.{session.number}.{spoken}.{is_up}.{with_phone}.{asking}"


class Waiting(Struct, frozen=True):
    """Something of mine that the host has not settled yet."""

    number: int
    words: str
    places: tuple[str, ...] = ()


class Phone(Struct, frozen=True):
    table: TableContext
    viewer: Viewer
    version: str
    scene: SceneView
    """What the whole table is shown."""
    yours: Yours
    """What of it is this reader's own."""
    standing: Standing | None
    """The own points."""
    coach: Coach | None
    """What a newcomer is told besides."""
    paid: tuple[str, ...]
    """The hexes that paid this reader."""
    so_far: tuple[str, ...]
    panel: Panel
    seats: tuple[SeatView, ...]
    bank: tuple[Stack, ...]
    card: CardView | None
    opening: tuple[CardView, ...]
    """What the game is about, while the board is laid."""
    waiting: tuple[Waiting, ...]
    offer: OfferView | None
    heard: tuple[tuple[int, str], ...]
    """Who said what."""
    said: tuple[str, ...]
    """What this seat said itself."""
    rules: tuple[str, ...]
    """What differs from the box tonight."""
    new_rules: tuple[str, ...]
    """What was changed since this seat agreed."""
    asks_agreement: bool
    objects: bool
    """Whether this seat has said no to what was changed."""
    vote: VoteView | None
    """What the host asks the table."""
    quiz: QuizView | None
    practice: PracticeView | None
    """What everybody practises before the first roll."""
    is_co_host: bool
    asking: tuple[tuple[int, SeatAsked], ...]
    """Phones that want this seat, or where the table decides, another player's dealt hand; by their notes."""
    hand: Hand | None = None
    """The own cards, where the app deals; never on a tablet that was passed, which covers them."""
    drawing: Drawing | None = None
    pieces: Pieces | None = None
    clock: ClockView | None = None

    @property
    def seat(self) -> int | None:
        return self.viewer.seat

    @property
    def costs(self) -> tuple[Cost, ...]:
        return costs(self.table)

    @property
    def listeners(self) -> tuple[tuple[int, str, str], ...]:
        """Who can be spoken to: number, colour and name."""
        return tuple((one.number, one.colour, one.name) for one in self.seats if not one.left)

    @property
    def colour(self) -> str:
        return colour_of(self.table, self.scene.seat)

    @property
    def target(self) -> int:
        return self.table.now.rules.target_vp

    @property
    def winning(self) -> CardView:
        """How one wins: always a tap away."""
        return card_view(helper_cards(self.table.now)["winning"], self.table.locale)

    @property
    def parts(self) -> tuple[Part, ...]:
        """What makes the own points, each with what it gives."""
        return points_of(self.table, self.standing) if self.standing else ()

    @property
    def can_offer(self) -> bool:
        return self.seat is not None and can_offer(self.table.now, self.seat)

    @property
    def asks_spot(self) -> bool:
        """Whether a spot is what the game or the player asks for now; else building is one thing of several, and the
        island is folded up."""
        is_open = isinstance(self.table.now.phase, OPEN) and self.table.query.do in (None, "", "so_far")
        return self.drawing is not None and bool(self.panel.spots) and not is_open

    @property
    def question(self) -> str:
        """What others ask of this reader and is still to be answered; nothing while the game itself waits for them."""
        due = self.yours.due
        if self.seat is None or (due is not None and due.way == "must"):
            return ""
        offer, vote = self.offer, self.vote
        asked = {
            f"asking.{self.asking[-1][0] if self.asking else 0}": bool(self.asking),
            f"offer.{offer.number if offer else 0}": offer is not None and not offer.mine,
            f"vote.{vote.number if vote else 0}": vote is not None and not vote.has_voted,
            "agree": self.asks_agreement and not self.objects,
        }
        return next((name for name, is_open in asked.items() if is_open), "")

    @property
    def task(self) -> str:
        """What this reader has to do, as a name that is another one for another task: then the page comes to its top.
        An offer that was answered keeps its place and is none any more."""
        is_answered = self.offer is not None and bool(self.offer.answered) and self.question.startswith("offer")
        asked = "" if is_answered else self.question
        due, phase = self.yours.due, type(self.table.now.phase).__name__
        return asked or (f"{phase}.{due.sign or due.way}" if due is not None and not self.waiting else "")

    @property
    def splash(self) -> str:
        """A question that takes the screen for a breath, as a seven does."""
        kind = self.task.partition(".")[0]
        return kind if kind in ("offer", "vote") else ""

    @property
    def places(self) -> dict[str, Place]:
        return places_of(self.drawing)

    @property
    def seq(self) -> int:
        return self.table.now.seq


def phone_view(context: PhoneContext) -> Phone:
    table, viewer, session = context.table, context.viewer, context.session
    state, seat, detail = table.now, viewer.seat, context.detail or session.narration.detail or table.now.game.detail
    narration = replace(bot_narration(table.record, session, context.detail), page=0)
    script, scene = current_scene(table.record, narration, seat)
    mine, standing = waiting(table, session, seat), own_standing(table, seat)
    drawing, pieces = island_view(state, table.device.board_turn)
    return Phone(
        table=table,
        viewer=viewer,
        version=context.version,
        scene=with_hidden(scene_view(scene, table), table, to_ask(table.record, session)),
        yours=yours(scene, script.now, table, seat),
        standing=standing,
        coach=coach(table, standing, detail),
        paid=lit_for(scene, state, seat) if seat is not None else (),
        so_far=so_far(table),
        panel=panel_of(table, seat, script, mine, detail),
        seats=seats_view(state, script.now),
        bank=bank_view(table),
        card=card_view(script.cards[0], table.locale) if script.cards else None,
        opening=opening_view(table, detail),
        waiting=mine,
        offer=offer_view(table, seat, session, context.taken),
        heard=phrases(table, session.phrases_for(seat, context.now)),
        said=said_by(context),
        rules=rules_in_words(state, table.locale),
        new_rules=new_rules(table.head, seat, table.locale) if seat is not None else (),
        asks_agreement=seat is not None and asks_agreement(state, seat),
        objects=seat in objecting(table.record, session),
        vote=vote_view(session.vote, table, seat),
        quiz=quiz_view(session.quiz, table.record, seat, table.locale),
        practice=open_practice(table, session),
        is_co_host=seat in session.trust.co_hosts,
        asking=asking_phones(context),
        hand=None if viewer.passed else hand_view(table, seat),
        drawing=drawing,
        pieces=pieces,
        clock=context.clock,
    )


def asking_phones(context: PhoneContext) -> tuple[tuple[int, SeatAsked], ...]:
    """The phones that ask for a seat and that this viewer may let in."""
    asking = context.session.requests.open_at(context.now).items()
    return tuple((number, asked) for number, asked in asking if may_answer(context, number, asked))


def may_answer(context: PhoneContext, note: int, asked: SeatAsked) -> bool:
    """Whether a device that asks for a seat is this reader's to answer, and not answered yet."""
    seat = context.viewer.seat
    if asked.seat == seat or not asked.by_table or seat not in context.taken:
        return asked.seat == seat
    return seat not in context.session.requests.agreed.get(note, ())


def opening_view(table: TableContext, detail: str) -> tuple[CardView, ...]:
    """Every page at once: a phone leafs for itself, in its own language."""
    if detail != "first_game" or not is_before_play(table.now):
        return ()
    return tuple(lesson_view(page, table.locale) for page in introduction_pages(table.now))


def panel_of(table: TableContext, seat: int | None, script: Script, mine: tuple[Waiting, ...], detail: str) -> Panel:
    """What is due was said already: it is entered or withdrawn before there is something else to say."""
    is_said = bool(mine) and not isinstance(table.now.phase, OPEN)
    return Panel() if seat is None or is_said else own_panel(table, seat, script.now, detail)


def own_standing(table: TableContext, seat: int | None) -> Standing | None:
    """Nothing where nobody counts."""
    if table.now.game.tracking == "script":
        return None
    return next((one for one in standings(table.now) if one.seat == seat), None)


def so_far(table: TableContext) -> tuple[str, ...]:
    """The last things that happened, for who comes late; at the start the table's own welcome."""
    lately = _lately(table.head) or (welcome(table.now, table.now.game.detail),)
    return tuple(say_aloud(step.lines, table.locale) for step in lately)


@memo
def _lately(head: Snapshot) -> tuple[Step, ...]:
    """The same for all phones of a table."""
    return tuple(past_steps(view_for(head, SO_FAR)))


def said_by(context: PhoneContext) -> tuple[str, ...]:
    """What this phone's own seat said just now."""
    seat = context.viewer.seat
    said = context.session.phrases_by(seat, context.now) if seat is not None else ()
    return tuple(words for _, words in phrases(context.table, said))


def waiting(table: TableContext, session: TableSession, seat: int | None) -> tuple[Waiting, ...]:
    if seat is None:
        return ()
    return tuple(_waiting(table, number, note) for number, note in session.proposals.of_seat(seat).items())


def _waiting(table: TableContext, number: int, note: Proposed) -> Waiting:
    places = tuple(words for event in note.events if (found := where(table, event)) is not None for words in found[1:])
    return Waiting(number, table.tell(action_label(note.events[-1])), places)
