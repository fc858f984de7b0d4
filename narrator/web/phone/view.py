"""A phone as the template draws it: the line, my part, the score, in its reader's language and with nothing hidden."""

from collections import Counter
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.due import bot_narration
from narrator.app.games.last_cards import to_ask
from narrator.app.sessions.agreement import asks_agreement, objecting
from narrator.app.sessions.offers import can_offer
from narrator.core.memo import memo
from narrator.core.play.trade import terms_refusals
from narrator.core.reading.public_view import view_for
from narrator.core.reading.result import Standing, standings
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PURCHASES, cards
from narrator.script.announcements.action_labels import action_label
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import is_before_play, opening
from narrator.script.model import Script, Step
from narrator.script.narrate import told, welcome
from narrator.script.own_hand import OwnHand, own_hand
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.for_seat import lit_for
from narrator.session.events import Proposed, SeatAsked
from narrator.session.table_session import TableSession
from narrator.text.languages import nearest_language
from narrator.text.render import say_aloud, say_refusal
from narrator.web.auth.viewer import Viewer
from narrator.web.board.geometry import Drawing, Pieces, Place
from narrator.web.board.view import island_view, places_of
from narrator.web.components.clock import ClockView
from narrator.web.components.explanations import CardView, card_view, lesson_view, new_rules, rules_in_words
from narrator.web.components.hand import Hand, hand_view
from narrator.web.components.offers import OfferView, offer_view, phrases
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.components.score import SeatView, Stack, bank_view, colour_of, seats_view, with_hidden
from narrator.web.dispute.view import VoteView, vote_view
from narrator.web.panels.panel import Panel
from narrator.web.panels.phone import offer_rows, own_panel
from narrator.web.panels.price import cards_of
from narrator.web.panels.spots import where
from narrator.web.phone.own import OPEN, Coach, Part, Yours, coach, points_of, yours
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
        spoken = len(session.heard(seat, self.now)) + len(session.said_by(seat, self.now))
        is_up = self.clock is not None and self.clock.is_up
        with_phone = len(self.taken) if session.offer is not None else 0
        asking = len(session.asked(self.now))
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
    state, seat, detail = table.now, viewer.seat, context.detail or session.detail or table.now.game.detail
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
        heard=phrases(table, session.heard(seat, context.now)),
        said=said_by(context),
        rules=rules_in_words(state, table.locale),
        new_rules=new_rules(table.head, seat, table.locale) if seat is not None else (),
        asks_agreement=seat is not None and asks_agreement(state, seat),
        objects=seat in objecting(table.record, session),
        vote=vote_view(session.vote, table, seat),
        quiz=quiz_view(session.quiz, table.record, seat, table.locale),
        practice=open_practice(table, session),
        is_co_host=seat in session.co_hosts,
        asking=asking_phones(context),
        hand=None if viewer.passed else hand_view(table, seat),
        drawing=drawing,
        pieces=pieces,
        clock=context.clock,
    )


def asking_phones(context: PhoneContext) -> tuple[tuple[int, SeatAsked], ...]:
    """The phones that ask for a seat and that this viewer may let in."""
    asking = context.session.asked(context.now).items()
    return tuple((number, asked) for number, asked in asking if may_answer(context, number, asked))


def may_answer(context: PhoneContext, note: int, asked: SeatAsked) -> bool:
    """Whether a device that asks for a seat is this reader's to answer, and not answered yet."""
    seat = context.viewer.seat
    if asked.seat == seat or not asked.by_table or seat not in context.taken:
        return asked.seat == seat
    return seat not in context.session.agreed.get(note, ())


def opening_view(table: TableContext, detail: str) -> tuple[CardView, ...]:
    """Every page at once: a phone leafs for itself, in its own language."""
    if detail != "first_game" or not is_before_play(table.now):
        return ()
    return tuple(lesson_view(page, table.locale) for page in opening(table.now))


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
    return tuple(told(view_for(head, SO_FAR)))


def said_by(context: PhoneContext) -> tuple[str, ...]:
    """What this phone's own seat said just now."""
    seat = context.viewer.seat
    said = context.session.said_by(seat, context.now) if seat is not None else ()
    return tuple(words for _, words in phrases(context.table, said))


def waiting(table: TableContext, session: TableSession, seat: int | None) -> tuple[Waiting, ...]:
    if seat is None:
        return ()
    return tuple(_waiting(table, number, note) for number, note in session.of_seat(seat))


def _waiting(table: TableContext, number: int, note: Proposed) -> Waiting:
    places = tuple(words for event in note.events if (found := where(table, event)) is not None for words in found[1:])
    return Waiting(number, table.tell(action_label(note.events[-1])), places)


class Cost(Struct, frozen=True):
    """A piece and the cards it takes, one by one."""

    piece: str
    name: str
    cards: tuple[str, ...]


def costs(table: TableContext) -> tuple[Cost, ...]:
    with_cards = table.now.rules.development_cards == "on"
    return tuple(
        Cost(purchase, table.say(f"phone.cost.{purchase}"), cards_of(purchase))
        for purchase in PURCHASES
        if with_cards or purchase != "development"
    )


def phone_page(context: PhoneContext) -> dict[str, Any]:
    """The phone, an offer being made or passed round, and who has a phone."""
    phone, ask = phone_view(context), context.table.ask
    return {
        "phone": phone,
        "give": ask.list("give"),
        "want": ask.list("want"),
        "offering": offering(context.table, phone),
        "against": against(context.table),
        "passed": passed_round(context, phone),
        "taken": context.taken,
    }


def offering(table: TableContext, phone: Phone) -> object:
    """The cards to offer, or to ask for instead of those that somebody offers."""
    ask = table.ask
    can_answer = phone.offer is not None and not phone.offer.mine and phone.seat is not None
    if (ask.do == "offer" and phone.can_offer) or (ask.do == "counter" and can_answer):
        return offer_rows(replace(table, held=_held(table, phone.seat)), ask.list("give"), ask.list("want"))
    return None


def _held(table: TableContext, seat: int | None) -> OwnHand | None:
    """Nobody offers what the app knows that they don't hold; on a covered tablet that is told only when they try."""
    return own_hand(table.head, seat) if table.is_dealt and not table.is_covered and seat is not None else None


def against(table: TableContext) -> list[str]:
    """What tonight's rules say against the cards picked so far."""
    give, want = (Counter(table.ask.list(side)) for side in ("give", "want"))
    reasons = terms_refusals(table.now, cards(give), cards(want))  # type: ignore[arg-type]
    return [say_refusal(reason, table.voice) for reason in reasons] if give or want else []


def passed_round(context: PhoneContext, phone: Phone) -> tuple[int, OfferView, TableContext] | None:
    """The offerer's phone in the hand of somebody who has none: whose it is, the offer as they
    see it, and the table in their language."""
    table, to = context.table, context.table.ask.number("to")
    is_mine = phone.offer is not None and phone.offer.mine
    if table.ask.do != "pass" or not is_mine or to is None or to >= len(table.now.seats) or to in context.taken:
        return None
    other = in_language(table, table.now.seats[to].language)
    offer = offer_view(other, to, context.session)
    return (to, offer, other) if offer else None


def in_language(table: TableContext, language: str | None) -> TableContext:
    """The same table in somebody else's language."""
    return replace(table, voice=replace(table.voice, language=nearest_language(language)))
