"""One table as a request finds it: the record, the words, the device, and the state that a panel thinks with."""

from typing import Any

from flask import g
from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.record.record import Record
from narrator.core.record.rules import refusals
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyFact
from narrator.core.table.phase import Acting, Phase
from narrator.core.table.state import GameState, acting_seat
from narrator.script.own_hand import OwnHand
from narrator.session.table_session import TableSession, bot_levels
from narrator.text.languages import nearest_language
from narrator.text.locale import table_locale
from narrator.text.render import TableLocale, say
from narrator.web.auth.device import Device, this_device
from narrator.web.rendering.page_query import PageQuery, fresh
from narrator.web.services import services


class TableContext(Struct, frozen=True):
    game: str
    record: Record
    head: Snapshot
    state: GameState
    """What a panel thinks with: the present, or the table as it was when something happened."""
    locale: TableLocale
    device: Device
    query: PageQuery
    closed: bool = False
    """Whether the clock has closed trading and building."""
    is_reported: bool = False
    """Whether a phone reports what its own player did: what then stands is the host's to say."""
    held: OwnHand | None = None
    """What everybody could know of the acting player's hand: on their own phone, and nowhere else."""
    is_covered: bool = False
    """Whether this is a tablet that was passed: nothing on it speaks of what the hand holds, known to all or not."""

    @property
    def now(self) -> GameState:
        """The table as it is."""
        return self.head.state

    @property
    def seat(self) -> int:
        """Who acts: the one asked for, who is on turn, or whose part it is between two turns."""
        return acting_seat(self.state)

    @property
    def colours(self) -> tuple[str, ...]:
        """Of each seat, as buttons wear them."""
        return tuple(seat.colour for seat in self.now.seats)

    @property
    def is_dealt(self) -> bool:
        """Whether the app deals: then no card lies on the table."""
        return self.head.state.game.cards == "app"

    @property
    def is_elsewhere(self) -> bool:
        """Whether the panel is about another moment than the present one."""
        return self.query.late or self.query.entry is not None

    def say(self, key: str, **params: Any) -> str:
        return say(Msg(key, params), self.locale)

    def tell(self, message: Msg) -> str:
        return say(message, self.locale)

    def name(self, seat: int) -> str:
        return self.state.seats[seat].name

    def called(self, seat: int) -> str:
        """A long name by its first part, as in a sentence: for buttons that stand side by side."""
        return self.locale.names[seat]

    def entered(self, *events: AnyFact) -> tuple[AnyFact, ...]:
        """Events as this panel enters them: what happened earlier says so."""
        return tuple(replace(event, late=True) for event in events) if self.query.late else events

    def allows(self, event: AnyFact) -> bool:
        """Whether this is regular now; of another moment the host knows better than the present."""
        return self.is_elsewhere or not refusals(self.state, event)

    @property
    def back(self) -> str | None:
        """Out of the panel, to what the step waits for."""
        if not self.query.do:
            return None
        return fresh(PageQuery(seat=self.query.seat, late=self.query.late), "forgotten") if self.query.late else "?"


def table_of(game: str, record: Record, locale: TableLocale, device: Device, query: PageQuery) -> TableContext:
    return TableContext(game, record, record.head, thinking(record.head, query), locale, device, query)


def thinking(head: Snapshot, query: PageQuery) -> GameState:
    """The state that a panel offers choices for."""
    if query.entry is not None:
        return _then(head, query)
    state = head.state
    seat = query.seat if query.seat is not None and query.seat < len(state.seats) else state.turn
    if not query.late:
        return state
    return replace(state, turn=seat, phase=_acting(state.phase))


def _acting(phase: Phase) -> Phase:
    """What happened earlier happened in somebody's turn."""
    return phase if phase.phase.startswith("placement") else Acting()


def _then(head: Snapshot, query: PageQuery) -> GameState:
    """The table when an entry was made."""
    for snapshot in head.timeline():
        if snapshot.number == query.entry and snapshot.before is not None:
            return snapshot.before.state
    return head.state


def in_words_of(game: str, record: Record, query: PageQuery, seat: int) -> TableContext:
    """The table in the language of whoever sits there, on a device that speaks another."""
    language = nearest_language(record.state.seats[seat].language or this_device().lang)
    g.locale, g.state = locale_at(game, record.state, language), record.state
    return replace(table_of(game, record, g.locale, this_device(), query), is_covered=True)


def table_context(game: str, record: Record, query: PageQuery, session: TableSession | None = None) -> TableContext:
    """Who has read the desk already hands it in."""
    device = this_device()
    g.locale, g.state = locale_at(game, record.state, device.lang, session), record.state
    return table_of(game, record, g.locale, device, query)


def current_table(game: str) -> TableContext:
    """Return the present table, for a page without a panel."""
    return table_context(game, services().games.record(game), PageQuery())


def locale_at(game: str, state: GameState, language: str, session: TableSession | None = None) -> TableLocale:
    """How this table is spoken to, also of its bots."""
    return table_locale(state, language, frozenset(bot_levels(state, session or services().sessions.of(game))))
