"""Who plays in which chair: read off a record and its desk."""

from narrator.bot.eyes import Own
from narrator.bot.levels import Level
from narrator.core.record.record import Record
from narrator.core.table.cards import cards
from narrator.core.table.state import GameState
from narrator.store.note import BotSaid

from .desk import Desk


def bots_in(state: GameState, desk: Desk) -> dict[int, Level]:
    """The chairs in which nobody sits."""
    if not state.game.bots and not desk.chairs:
        return {}
    chairs: dict[int, Level | None] = {**state.game.bots, **{seat: note.level for seat, note in desk.chairs.items()}}
    return {seat: level for seat, level in sorted(chairs.items()) if level is not None and not state.seats[seat].left}


def open_hands(state: GameState, desk: Desk) -> frozenset[int]:
    """The seats whose cards lie open on the table."""
    return frozenset(bots_in(state, desk)) if state.game.cards == "table" else frozenset()


def own_cards(desk: Desk, seat: int) -> Own | None:
    """The cards that somebody who left has laid open, where the record doesn't know them."""
    note = desk.chairs.get(seat)
    if note is None or note.hand is None:
        return None
    return Own(cards(note.hand), tuple(note.development), note.seen)


def reason_for(record: Record, desk: Desk, entry: int) -> BotSaid | None:
    """Why a bot did what this entry says."""
    said = desk.reasons.get(entry)
    if said is None or entry > len(record.log):
        return None
    event = record.log[entry - 1]
    return said if event.type == said.deed and getattr(event, "seat", None) == said.seat else None
