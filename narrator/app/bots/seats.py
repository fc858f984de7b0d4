"""Who plays in which chair: read off a record and its desk."""

from narrator.bot.characters import Level
from narrator.bot.observation import Own
from narrator.core.record.record import Record
from narrator.core.table.cards import cards
from narrator.core.table.state import GameState
from narrator.session.events import BotSaid
from narrator.session.table_session import TableSession


def bot_levels(state: GameState, session: TableSession) -> dict[int, Level]:
    """The chairs in which nobody sits."""
    if not state.game.bots and not session.bots.seats:
        return {}
    chairs: dict[int, Level | None] = {
        **state.game.bots,
        **{seat: note.level for seat, note in session.bots.seats.items()},
    }
    return {seat: level for seat, level in sorted(chairs.items()) if level is not None and not state.seats[seat].left}


def open_hands(state: GameState, session: TableSession) -> frozenset[int]:
    """The seats whose cards lie open on the table."""
    return frozenset(bot_levels(state, session)) if state.game.cards == "table" else frozenset()


def own_cards(session: TableSession, seat: int) -> Own | None:
    """The cards that somebody who left has laid open, where the record doesn't know them."""
    note = session.bots.seats.get(seat)
    if note is None or note.hand is None:
        return None
    return Own(cards(note.hand), tuple(note.development), note.seen)


def reason_for(record: Record, session: TableSession, entry: int) -> BotSaid | None:
    """Why a bot did what this entry says."""
    said = session.bots.reasons.get(entry)
    if said is None or entry > len(record.log):
        return None
    event = record.log[entry - 1]
    return said if event.type == said.deed and getattr(event, "seat", None) == said.seat else None
