"""What the stored session events tell about a game's history: trade talks, moved hands, reasons of programs."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.session import events


class Negotiation(Struct, frozen=True):
    """An offer with all its answers and its outcome; without an outcome it lapsed or is still open."""

    number: int
    offer: events.Offered
    answers: tuple[events.Answered, ...] = ()
    outcome: events.Outcome | None = None

    @property
    def seats(self) -> set[int]:
        return {self.offer.seat, *(answer.seat for answer in self.answers)}


def negotiations_in(stored_events: Iterable[events.StoredSessionEvent]) -> list[Negotiation]:
    found: dict[int, Negotiation] = {}
    for stored in stored_events:
        event = stored.event
        if isinstance(event, events.Offered):
            found[stored.number] = Negotiation(stored.number, event)
        elif isinstance(event, events.Answered) and event.offer_number in found:
            talk = found[event.offer_number]
            found[talk.number] = replace(talk, answers=(*talk.answers, event))
        elif isinstance(event, events.Closed) and event.event_number in found:
            found[event.event_number] = replace(found[event.event_number], outcome=event.outcome)
    return list(found.values())


class HandChange(Struct, frozen=True):
    """A dealt hand that moved to another device in mid-game."""

    seat: int
    seen: int  # log length then
    said: tuple[Msg, ...]


def hand_changes(stored_events: Iterable[events.StoredSessionEvent]) -> list[HandChange]:
    found = [stored.event for stored in stored_events if isinstance(stored.event, events.SeatFreed | events.SeatTaken)]
    return [HandChange(event.seat, event.seen, _messages(event)) for event in found]


def _messages(event: events.SeatFreed | events.SeatTaken) -> tuple[Msg, ...]:
    if isinstance(event, events.SeatFreed):
        return (msg("history.hand.freed", seat=event.seat),)
    taken = msg(f"history.hand.{event.device}", seat=event.seat)
    return (taken, msg("rules.agreed", names=event.agreed)) if event.agreed else (taken,)


def reasons_in(state: GameState, stored_events: Iterable[events.StoredSessionEvent]) -> dict[int, str]:
    """Return programs' reasons by entry number; none before the end of the game."""
    if not isinstance(state.phase, Over):
        return {}
    found = (stored.event for stored in stored_events)
    return {event.entry: event.text for event in found if isinstance(event, events.ProgramReasoned)}
