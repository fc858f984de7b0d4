"""A phone as its template draws it, in its reader's language and with nothing hidden from them revealed."""

from collections import Counter
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.due import bot_narration
from narrator.app.sessions.end_of_game import to_ask
from narrator.app.sessions.offers import can_offer
from narrator.app.sessions.votes import asks_agreement, objecting
from narrator.core.memo import memo
from narrator.core.play.trade import terms_refusals
from narrator.core.reading.public_view import public_view
from narrator.core.reading.result import Standing, standings
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PURCHASES, cards
from narrator.script.announcements.announce import action_label
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import introduction_pages, is_before_play
from narrator.script.model import Script, Step
from narrator.script.narrate import past_steps, welcome
from narrator.script.own_hand import own_hand
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.for_seat import lit_for
from narrator.session.events import SeatAsked
from narrator.session.table_session import TableSession
from narrator.text.languages import nearest_language
from narrator.text.render import say_aloud, say_refusal
from narrator.web.auth.viewer import Viewer
from narrator.web.board.geometry import Drawing, Pieces, Place, island_view, places_of
from narrator.web.components.clock import ClockView
from narrator.web.components.explanations import CardView, card_view, lesson_view, new_rules, rules_in_words
from narrator.web.components.hand import Hand, hand_view
from narrator.web.components.offers import OfferView, describe_phrases, offer_view
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.components.score import SeatView, Stack, bank_view, page_colour, seats_view, with_hidden_cards
from narrator.web.dispute.view import VoteView, vote_view
from narrator.web.panels.actions import ACTION_PHASES
from narrator.web.panels.panel import Panel, Row
from narrator.web.panels.phone import offer_rows, phone_panel
from narrator.web.panels.price import cards_of
from narrator.web.panels.spots import describe_event_place
from narrator.web.phone.own import Coach, Part, Yours, coach, points_of, yours
from narrator.web.practice.view import PracticeView, open_practice
from narrator.web.quiz.view import QuizView, quiz_view
from narrator.web.rendering.table_context import TableContext

RECENT_EVENTS = 5  # lines for a latecomer


class PhoneContext(Struct, frozen=True):
    """What a phone's page is built from."""

    table: TableContext
    viewer: Viewer
    session: TableSession
    taken: set[int]  # seats that have a phone
    now: datetime
    version: str = ""
    detail: str | None = None  # how much is said, if this reader wants more than the table
    clock: ClockView | None = None

    @property
    def number(self) -> str:
        """Return a key that changes with everything on the page that doesn't depend on reader and device."""
        seat, session = self.viewer.seat, self.session
        spoken = len(session.phrases_for(seat, self.now)) + len(session.phrases_by(seat, self.now))
        is_up = self.clock is not None and self.clock.is_up
        with_phone = len(self.taken) if session.offers.open is not None else 0
        asking = len(session.requests.open_at(self.now))
        return f"{len(self.table.record.log)}.{session.number}.{spoken}.{is_up}.{with_phone}.{asking}"


class Waiting(Struct, frozen=True):
    """A proposal of this seat that the host has not settled yet."""

    number: int
    words: str
    places: tuple[str, ...] = ()


class Cost(Struct, frozen=True):
    piece: str
    name: str
    cards: tuple[str, ...]


class Phone(Struct, frozen=True):
    table: TableContext
    viewer: Viewer
    version: str
    scene: SceneView  # as the whole table sees it
    yours: Yours  # what of it concerns this reader
    standing: Standing | None  # the own points
    coach: Coach | None
    paid: tuple[str, ...]  # the hexes that paid this reader
    so_far: tuple[str, ...]
    panel: Panel
    seats: tuple[SeatView, ...]
    bank: tuple[Stack, ...]
    card: CardView | None
    opening: tuple[CardView, ...]  # the introduction, while the board is set up
    waiting: tuple[Waiting, ...]
    offer: OfferView | None
    heard: tuple[tuple[int, str], ...]  # seats and their phrases
    said: tuple[str, ...]  # this seat's own phrases
    rules: tuple[str, ...]  # what differs from the rules in the box
    new_rules: tuple[str, ...]  # what was changed since this seat agreed
    asks_agreement: bool
    objects: bool  # this seat has rejected a change of rules
    vote: VoteView | None
    quiz: QuizView | None
    practice: PracticeView | None
    is_co_host: bool
    asking: tuple[tuple[int, SeatAsked], ...]  # devices that ask for a seat, by the numbers of their requests
    hand: Hand | None = None  # the own cards, if the app deals; never on a passed tablet
    drawing: Drawing | None = None
    pieces: Pieces | None = None
    clock: ClockView | None = None

    @property
    def seat(self) -> int | None:
        return self.viewer.seat

    @property
    def costs(self) -> tuple[Cost, ...]:
        has_cards = self.table.now.rules.development_cards == "on"
        sold = (purchase for purchase in PURCHASES if has_cards or purchase != "development")
        return tuple(Cost(one, self.table.say(f"phone.cost.{one}"), cards_of(one)) for one in sold)

    @property
    def listeners(self) -> tuple[tuple[int, str, str], ...]:
        """Return number, color and name of everybody who can be spoken to."""
        return tuple((one.number, one.colour, one.name) for one in self.seats if not one.left)

    @property
    def colour(self) -> str:
        return page_colour(self.table, self.scene.seat)

    @property
    def target(self) -> int:
        return self.table.now.rules.target_vp

    @property
    def winning(self) -> CardView:
        return card_view(helper_cards(self.table.now)["winning"], self.table.locale)

    @property
    def parts(self) -> tuple[Part, ...]:
        return points_of(self.table, self.standing) if self.standing else ()

    @property
    def can_offer(self) -> bool:
        return self.seat is not None and can_offer(self.table.now, self.seat)

    @property
    def asks_spot(self) -> bool:
        """Return whether the board is unfolded because a spot is due or was asked for."""
        is_open = isinstance(self.table.now.phase, ACTION_PHASES) and self.table.query.do in (None, "", "so_far")
        return self.drawing is not None and bool(self.panel.spots) and not is_open

    @property
    def question(self) -> str:
        """Return the question of others that is still to be answered; none while the game waits for this reader."""
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
        """Return an id of what this reader has to do; the page scrolls to the top when it changes.

        An answered offer keeps its place and is no longer a task.
        """
        is_answered = self.offer is not None and bool(self.offer.answered) and self.question.startswith("offer")
        asked = "" if is_answered else self.question
        due, phase = self.yours.due, type(self.table.now.phase).__name__
        return asked or (f"{phase}.{due.sign or due.way}" if due is not None and not self.waiting else "")

    @property
    def splash(self) -> str:
        """Return the kind of a question that fills the screen for a moment."""
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
    waiting, standing = _waiting(table, session, seat), _own_standing(table, seat)
    drawing, pieces = island_view(state, table.device.board_turn)
    return Phone(
        table=table,
        viewer=viewer,
        version=context.version,
        scene=with_hidden_cards(scene_view(scene, table), table, to_ask(table.record, session)),
        yours=yours(scene, script.now, table, seat),
        standing=standing,
        coach=coach(table, standing, detail),
        paid=lit_for(scene, state, seat) if seat is not None else (),
        so_far=_so_far(table),
        panel=_panel(table, seat, script, waiting, detail),
        seats=seats_view(state, script.now),
        bank=bank_view(table),
        card=card_view(script.cards[0], table.locale) if script.cards else None,
        opening=_introduction(table, detail),
        waiting=waiting,
        offer=offer_view(table, seat, session, context.taken),
        heard=describe_phrases(table, session.phrases_for(seat, context.now)),
        said=tuple(words for _, words in describe_phrases(table, session.phrases_by(seat, context.now))),
        rules=rules_in_words(state, table.locale),
        new_rules=new_rules(table.head, seat, table.locale) if seat is not None else (),
        asks_agreement=seat is not None and asks_agreement(state, seat),
        objects=seat in objecting(table.record, session),
        vote=vote_view(session.vote, table, seat),
        quiz=quiz_view(session.quiz, table.record, seat, table.locale),
        practice=open_practice(table, session),
        is_co_host=seat in session.trust.co_hosts,
        asking=_asking_devices(context),
        hand=None if viewer.passed else hand_view(table, seat),
        drawing=drawing,
        pieces=pieces,
        clock=context.clock,
    )


def _asking_devices(context: PhoneContext) -> tuple[tuple[int, SeatAsked], ...]:
    """Return the devices that ask for this viewer's seat or, if the table decides, for a seat that they may give."""
    seat, session = context.viewer.seat, context.session
    return tuple(
        (number, asked)
        for number, asked in session.requests.open_at(context.now).items()
        if asked.seat == seat
        or (asked.by_table and seat in context.taken and seat not in session.requests.agreed.get(number, ()))
    )


def _introduction(table: TableContext, detail: str) -> tuple[CardView, ...]:
    """Return all pages at once: each phone turns them for itself."""
    if detail != "first_game" or not is_before_play(table.now):
        return ()
    return tuple(lesson_view(page, table.locale) for page in introduction_pages(table.now))


def _panel(table: TableContext, seat: int | None, script: Script, waiting: tuple[Waiting, ...], detail: str) -> Panel:
    """Return the panel; none while a proposal for what is due is waiting."""
    is_proposed = bool(waiting) and not isinstance(table.now.phase, ACTION_PHASES)
    return Panel() if seat is None or is_proposed else phone_panel(table, seat, script.now, detail)


def _own_standing(table: TableContext, seat: int | None) -> Standing | None:
    if table.now.game.tracking == "script":
        return None
    return next((one for one in standings(table.now) if one.seat == seat), None)


def _so_far(table: TableContext) -> tuple[str, ...]:
    """Return the last events for latecomers, or the welcome."""
    steps = _recent_steps(table.head) or (welcome(table.now, table.now.game.detail),)
    return tuple(say_aloud(step.lines, table.locale) for step in steps)


@memo
def _recent_steps(head: Snapshot) -> tuple[Step, ...]:
    return tuple(past_steps(public_view(head, RECENT_EVENTS)))


def _waiting(table: TableContext, session: TableSession, seat: int | None) -> tuple[Waiting, ...]:
    found = []
    for number, proposed in session.proposals.of_seat(seat).items() if seat is not None else ():
        places = (describe_event_place(table, event) for event in proposed.events)
        words = table.tell(action_label(proposed.events[-1]))
        found.append(Waiting(number, words, tuple(place[1] for place in places if place is not None)))
    return tuple(found)


def phone_page(context: PhoneContext) -> dict[str, Any]:
    """Return the template variables: the phone, an offer being made or passed around, and who has a phone."""
    phone, query = phone_view(context), context.table.query
    return {
        "phone": phone,
        "give": query.list("give"),
        "want": query.list("want"),
        "offering": _offer_rows(context.table, phone),
        "against": _offer_refusals(context.table),
        "passed": _passed_offer(context, phone),
        "taken": context.taken,
    }


def _offer_rows(table: TableContext, phone: Phone) -> tuple[Row, ...] | None:
    """Return the cards to offer, or to ask for in a counteroffer."""
    query, seat = table.query, phone.seat
    can_answer = phone.offer is not None and not phone.offer.mine and seat is not None
    if not (query.do == "offer" and phone.can_offer) and not (query.do == "counter" and can_answer):
        return None
    # Cards that the hand lacks are disabled, but not on a covered tablet.
    held = own_hand(table.head, seat) if table.is_dealt and not table.is_covered and seat is not None else None
    return offer_rows(replace(table, held=held), query.list("give"), query.list("want"))


def _offer_refusals(table: TableContext) -> list[str]:
    """Return what the house rules say against the cards picked so far."""
    give, want = (Counter(table.query.list(side)) for side in ("give", "want"))
    reasons = terms_refusals(table.now, cards(give), cards(want))  # type: ignore[arg-type]
    return [say_refusal(reason, table.locale) for reason in reasons] if give or want else []


def _passed_offer(context: PhoneContext, phone: Phone) -> tuple[int, OfferView, TableContext] | None:
    """Return the seat without a phone that the offerer's phone is passed to, with offer and table in its language."""
    table, to = context.table, context.table.query.number("to")
    is_mine = phone.offer is not None and phone.offer.mine
    if table.query.do != "pass" or not is_mine or to is None or to >= len(table.now.seats) or to in context.taken:
        return None
    language = nearest_language(table.now.seats[to].language)
    other = replace(table, locale=replace(table.locale, language=language))
    offer = offer_view(other, to, context.session)
    return (to, offer, other) if offer else None
