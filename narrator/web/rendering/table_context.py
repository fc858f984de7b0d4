"""A table as a request needs it: record, locale, preferences, query, and the state that panels offer choices for."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyFact
from narrator.core.table.phase import Acting
from narrator.core.table.state import GameState, acting_seat
from narrator.script.own_hand import OwnHand
from narrator.session.table_session import TableSession, bot_levels
from narrator.text.languages import nearest_language
from narrator.text.render import TableLocale, say
from narrator.web.auth.preferences import Preferences, current_preferences
from narrator.web.rendering.page_query import PageQuery, panel_href
from narrator.web.rendering.table_locale import table_locale
from narrator.web.rendering.template_helpers import set_page_table
from narrator.web.services import services


class TableContext(Struct, frozen=True):
    game: str
    record: Record
    head: Snapshot
    panel_state: GameState  # what the panel offers choices for: the current state, or an earlier one
    locale: TableLocale
    preferences: Preferences
    query: PageQuery
    are_actions_closed: bool = False  # the clock has closed trading and building
    is_reported: bool = False  # a phone reports its own player's action; the host decides
    known_hand: OwnHand | None = None  # what is publicly known of the player's hand, on their own phone only
    is_covered: bool = False  # a passed tablet, which shows nothing about the hand

    @property
    def state(self) -> GameState:
        return self.head.state

    @property
    def acting_seat(self) -> int:
        return acting_seat(self.panel_state)

    @property
    def colours(self) -> tuple[str, ...]:
        return tuple(seat.colour for seat in self.state.seats)

    @property
    def is_dealt(self) -> bool:
        """Return whether the app deals the cards."""
        return self.state.game.is_dealt

    @property
    def is_about_past(self) -> bool:
        """Return whether the panel is about an earlier moment."""
        return self.query.late or self.query.entry is not None

    def say(self, key: str, **params: Any) -> str:
        return say(Msg(key, params), self.locale)

    def say_message(self, message: Msg) -> str:
        return say(message, self.locale)

    def name(self, seat: int) -> str:
        return self.panel_state.seats[seat].name

    def button_name(self, seat: int) -> str:
        """Return the short form of a name, for buttons side by side."""
        return self.locale.names[seat]

    def mark_if_late(self, *events: AnyFact) -> tuple[AnyFact, ...]:
        """Return events as this panel enters them: marked as late if they happened earlier."""
        return tuple(replace(event, late=True) for event in events) if self.query.late else events

    def allows(self, event: AnyFact) -> bool:
        """Return whether an event is legal now; of an earlier moment, the host decides."""
        return self.is_about_past or not refusals(self.panel_state, event)

    @property
    def back(self) -> str | None:
        if not self.query.panel:
            return None
        return panel_href(replace(self.query, entry=None), "forgotten") if self.query.late else "?"


def new_table_context(
    game: str, record: Record, locale: TableLocale, preferences: Preferences, query: PageQuery
) -> TableContext:
    return TableContext(game, record, record.head, state_for_query(record.head, query), locale, preferences, query)


def state_for_query(head: Snapshot, query: PageQuery) -> GameState:
    state = head.state
    if query.entry is not None:
        then = (point.before for point in head.timeline() if point.number == query.entry and point.before is not None)
        before = next(then, None)
        return before.state if before else state
    if not query.late:
        return state
    seat = query.seat if query.seat is not None and query.seat < len(state.seats) else state.turn
    phase = (
        state.phase if state.phase.part_of_game.startswith("placement") else Acting()
    )  # it happened in somebody's turn
    return replace(state, turn=seat, phase=phase)


def page_table_context(
    game: str, record: Record, query: PageQuery, session: TableSession | None = None
) -> TableContext:
    """Create the context for this device, and make its table the page's; pass the session if it is known."""
    preferences = current_preferences()
    locale = locale_at(game, record.state, preferences.lang, session)
    set_page_table(locale, record.state)
    return new_table_context(game, record, locale, preferences, query)


def passed_table_context(game: str, record: Record, query: PageQuery, seat: int) -> TableContext:
    language = nearest_language(record.state.seats[seat].language or current_preferences().lang)
    locale = locale_at(game, record.state, language)
    set_page_table(locale, record.state)
    return replace(new_table_context(game, record, locale, current_preferences(), query), is_covered=True)


def current_table(game: str) -> TableContext:
    """Create the context of a page without a panel."""
    return page_table_context(game, services().games.record_of(game), PageQuery())


def locale_at(game: str, state: GameState, language: str, session: TableSession | None = None) -> TableLocale:
    return table_locale(state, language, frozenset(bot_levels(state, session or services().sessions.session_of(game))))
