"""A player's phone as its template draws it, in its reader's language and without what is hidden from them."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.end_of_game import seats_to_ask_for_points
from narrator.app.sessions.narration import narration_options
from narrator.app.sessions.trades import can_offer
from narrator.app.sessions.votes import asks_agreement, objecting_seats
from narrator.core.memo import memo
from narrator.core.reading.public_view import public_view
from narrator.core.reading.result import Standing, standings
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import PURCHASES
from narrator.script.announcements.announce import action_label
from narrator.script.helper_cards import helper_cards
from narrator.script.introduction import introduction_pages, is_before_play
from narrator.script.model import Script, Step
from narrator.script.narrate import past_steps, welcome_step
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.for_seat import paying_hexes_of
from narrator.session.events import SeatAsked
from narrator.session.table_session import HelpCall, TableSession
from narrator.text.render import say_aloud
from narrator.web.auth.viewer import Viewer
from narrator.web.board.geometry import IslandDrawing, Pieces, Place, island_and_pieces, places_of
from narrator.web.components.clock import ClockView
from narrator.web.components.explanations import CardView, card_view, lesson_view, new_rules, rules_in_words
from narrator.web.components.hand import HandView, hand_view
from narrator.web.components.offers import OfferView, describe_phrases, offer_view
from narrator.web.components.scene import SceneView, scene_view
from narrator.web.components.score import BankStack, SeatView, bank_view, page_colour, seats_view, with_reveal_on_podium
from narrator.web.dispute.view import VoteView, vote_view
from narrator.web.panels.actions import ACTION_PHASES
from narrator.web.panels.panel import Panel
from narrator.web.panels.phone_panel import phone_panel
from narrator.web.panels.purchases import price_cards
from narrator.web.panels.spots import describe_event_place
from narrator.web.phone.offer_form import OfferForm, PassedOffer, offer_form, passed_offer
from narrator.web.phone.personal import Coach, Personal, PointsPart, coach, personal_view, points_parts
from narrator.web.practice.view import PracticeView, open_practice
from narrator.web.quiz.view import QuizView, quiz_view
from narrator.web.rendering.table_context import TableContext

RECENT_EVENTS = 5  # lines for a latecomer


class PhoneContext(Struct, frozen=True):
    table: TableContext
    viewer: Viewer
    session: TableSession
    seats_with_phone: set[int]
    now: datetime
    version: str = ""
    detail: str | None = None  # how much is said, if this reader wants more than the table
    clock: ClockView | None = None

    @property
    def cache_version(self) -> str:
        """Return a string that changes whenever the page does. The cache key has the reader and the device."""
        seat, session = self.viewer.seat, self.session
        phrases = len(session.phrases_for(seat, self.now)) + len(session.phrases_by(seat, self.now))
        is_up = self.clock is not None and self.clock.is_up
        phones = len(self.seats_with_phone) if session.offers.open is not None else 0
        requests = len(session.seat_requests.open_at(self.now))
        return f"{len(self.table.record.log)}.{session.number}.{phrases}.{is_up}.{phones}.{requests}"


class WaitingProposal(Struct, frozen=True):
    number: int
    words: str
    places: tuple[str, ...] = ()


class Cost(Struct, frozen=True):
    piece: str
    name: str
    cards: tuple[str, ...]


class PhoneView(Struct, frozen=True):
    table: TableContext
    viewer: Viewer
    version: str
    scene: SceneView  # as the whole table sees it
    personal: Personal  # what concerns this reader
    standing: Standing | None  # the reader's points
    coach: Coach | None
    paying_hexes: tuple[str, ...]  # that paid this reader
    recent_events: tuple[str, ...]
    panel: Panel
    seats: tuple[SeatView, ...]
    bank: tuple[BankStack, ...]
    helper_card: CardView | None
    introduction: tuple[CardView, ...]  # while the board is set up
    proposals: tuple[WaitingProposal, ...]
    offer: OfferView | None
    phrases_heard: tuple[tuple[int, str], ...]  # seats and their phrases
    phrases_said: tuple[str, ...]  # by this seat
    rules: tuple[str, ...]  # what differs from the rules in the box
    new_rules: tuple[str, ...]  # what was changed since this seat agreed
    is_asked_to_agree: bool
    is_objecting: bool  # this seat has rejected a change of rules
    vote: VoteView | None
    quiz: QuizView | None
    practice: PracticeView | None
    is_co_host: bool
    seat_requests: tuple[tuple[int, SeatAsked], ...]  # with their session numbers
    hand: HandView | None = None  # the reader's cards, if the app deals; never on a passed tablet
    island_drawing: IslandDrawing | None = None
    pieces: Pieces | None = None
    clock: ClockView | None = None
    offer_form: OfferForm | None = None
    passed_offer: PassedOffer | None = None
    can_pass_to: tuple[int, ...] = ()  # seats without a phone that have not answered the reader's offer
    help_call: HelpCall | None = None

    @property
    def seat(self) -> int | None:
        return self.viewer.seat

    @property
    def costs(self) -> tuple[Cost, ...]:
        has_cards = self.table.state.rules.development_cards == "on"
        return tuple(
            Cost(purchase, self.table.say(f"phone.cost.{purchase}"), price_cards(purchase))
            for purchase in PURCHASES
            if has_cards or purchase != "development"
        )

    @property
    def phrase_recipients(self) -> tuple[tuple[int, str, str], ...]:
        return tuple((one.number, one.colour, one.name) for one in self.seats if not one.left)

    @property
    def colour(self) -> str:
        return page_colour(self.table, self.scene.seat)

    @property
    def target(self) -> int:
        return self.table.state.rules.target_vp

    @property
    def winning_card(self) -> CardView:
        return card_view(helper_cards(self.table.state)["winning"], self.table.locale)

    @property
    def points_parts(self) -> tuple[PointsPart, ...]:
        return points_parts(self.table, self.standing) if self.standing else ()

    @property
    def can_offer(self) -> bool:
        return self.seat is not None and can_offer(self.table.state, self.seat)

    @property
    def shown_offer(self) -> OfferView | None:
        """Return the offer on the table, unless the reader passes the phone or picks cards for another."""
        return None if self.passed_offer or self.offer_form else self.offer

    @property
    def is_board_unfolded(self) -> bool:
        """Return whether the board is open because the game or the reader waits for a spot."""
        can_act = isinstance(self.table.state.phase, ACTION_PHASES) and self.table.query.panel in ("", "so_far")
        return self.island_drawing is not None and bool(self.panel.spots) and not can_act

    @property
    def open_question(self) -> str:
        """Return the id of the most urgent question to this reader; empty while the game waits for them."""
        task, offer, vote = self.personal.task, self.offer, self.vote
        if self.seat is None or (task is not None and task.kind == "must"):
            return ""
        if self.seat_requests:
            return f"asking.{self.seat_requests[-1][0]}"
        if offer is not None and not offer.mine:
            return f"offer.{offer.number}"
        if vote is not None and not vote.has_voted:
            return f"vote.{vote.number}"
        return "agree" if self.is_asked_to_agree and not self.is_objecting else ""

    @property
    def task_id(self) -> str:
        """Return an id of what this reader has to do; the page scrolls to the top when it changes."""
        question = self.open_question
        if question.startswith("offer") and self.offer is not None and self.offer.answered:
            question = ""  # an answered offer stays in its place, but is no longer a task
        task, phase = self.personal.task, type(self.table.state.phase).__name__
        return question or (f"{phase}.{task.icon or task.kind}" if task is not None and not self.proposals else "")

    @property
    def overlay_question(self) -> str:
        """Return the kind of the question that fills the screen for a moment: `offer`, `vote` or none."""
        kind = self.task_id.partition(".")[0]
        return kind if kind in ("offer", "vote") else ""

    @property
    def places(self) -> dict[str, Place]:
        return places_of(self.island_drawing)

    @property
    def last_entry(self) -> int:
        return self.table.state.last_entry


def phone_view(context: PhoneContext) -> PhoneView:
    phone, table, session = _view_without_forms(context), context.table, context.session
    offer, with_phone = phone.offer, context.seats_with_phone
    silent = offer.silent if offer is not None and not table.is_dealt else ()
    return replace(
        phone,
        offer_form=offer_form(table, phone.seat, phone.can_offer, offer),
        passed_offer=passed_offer(table, session, offer, with_phone),
        can_pass_to=tuple(seat for seat in silent if seat not in with_phone),
        help_call=session.club.call if phone.seat is not None else None,
    )


def _view_without_forms(context: PhoneContext) -> PhoneView:
    table, viewer, session, state = context.table, context.viewer, context.session, context.table.state
    seat, detail = viewer.seat, context.detail or session.narration.detail or state.game.detail
    narration = replace(narration_options(table.record, session, context.detail), introduction_page=0)
    script, scene = current_scene(table.record, narration, seat)
    proposals, standing = _waiting_proposals(table, session, seat), _own_standing(table, seat)
    island_drawing, pieces = island_and_pieces(state, table.preferences.board_rotation)
    return PhoneView(
        table=table,
        viewer=viewer,
        version=context.version,
        scene=with_reveal_on_podium(scene_view(scene, table), table, seats_to_ask_for_points(table.record, session)),
        personal=personal_view(scene, script.now, table, seat),
        standing=standing,
        coach=coach(table, standing, detail),
        paying_hexes=paying_hexes_of(scene, state, seat) if seat is not None else (),
        recent_events=_recent_events(table),
        panel=_panel(table, seat, script, proposals, detail),
        seats=seats_view(state, script.now),
        bank=bank_view(table),
        helper_card=card_view(script.cards[0], table.locale) if script.cards else None,
        introduction=_introduction(table, detail),
        proposals=proposals,
        offer=offer_view(table, seat, session, context.seats_with_phone),
        phrases_heard=describe_phrases(table, session.phrases_for(seat, context.now)),
        phrases_said=tuple(words for _, words in describe_phrases(table, session.phrases_by(seat, context.now))),
        rules=rules_in_words(state, table.locale),
        new_rules=new_rules(table.head, seat, table.locale) if seat is not None else (),
        is_asked_to_agree=seat is not None and asks_agreement(state, seat),
        is_objecting=seat in objecting_seats(table.record, session),
        vote=vote_view(session.vote, table, seat),
        quiz=quiz_view(session.quiz, table.record, seat, table.locale),
        practice=open_practice(table, session),
        is_co_host=seat in session.trust.co_hosts,
        seat_requests=_seat_requests(context),
        hand=None if viewer.is_passed_tablet else hand_view(table, seat),
        island_drawing=island_drawing,
        pieces=pieces,
        clock=context.clock,
    )


def _seat_requests(context: PhoneContext) -> tuple[tuple[int, SeatAsked], ...]:
    """Return the requests that this viewer may answer: for their own seat or, if the table decides, for any."""
    seat, session = context.viewer.seat, context.session
    return tuple(
        (number, request)
        for number, request in session.seat_requests.open_at(context.now).items()
        if request.seat == seat
        or (
            request.by_table
            and seat in context.seats_with_phone
            and seat not in session.seat_requests.agreed.get(number, ())
        )
    )


def _introduction(table: TableContext, detail: str) -> tuple[CardView, ...]:
    """Return all pages at once: each phone turns them for itself."""
    if detail != "first_game" or not is_before_play(table.state):
        return ()
    return tuple(lesson_view(page, table.locale) for page in introduction_pages(table.state))


def _panel(
    table: TableContext, seat: int | None, script: Script, proposals: tuple[WaitingProposal, ...], detail: str
) -> Panel:
    """Return the panel; an empty one while a proposal for the current step waits."""
    is_proposed = bool(proposals) and not isinstance(table.state.phase, ACTION_PHASES)
    return Panel() if seat is None or is_proposed else phone_panel(table, seat, script.now, detail)


def _own_standing(table: TableContext, seat: int | None) -> Standing | None:
    if table.state.game.tracking == "script":
        return None
    return next((one for one in standings(table.state) if one.seat == seat), None)


def _recent_events(table: TableContext) -> tuple[str, ...]:
    steps = _recent_steps(table.head) or (welcome_step(table.state, table.state.game.detail),)
    return tuple(say_aloud(step.lines, table.locale) for step in steps)


@memo
def _recent_steps(head: Snapshot) -> tuple[Step, ...]:
    return tuple(past_steps(public_view(head, RECENT_EVENTS)))


def _waiting_proposals(table: TableContext, session: TableSession, seat: int | None) -> tuple[WaitingProposal, ...]:
    found = []
    for number, proposed in session.proposals.of_seat(seat).items() if seat is not None else ():
        places = (describe_event_place(table, event) for event in proposed.events)
        words = table.say_message(action_label(proposed.events[-1]))
        found.append(WaitingProposal(number, words, tuple(place[1] for place in places if place is not None)))
    return tuple(found)
