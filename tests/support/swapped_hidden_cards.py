"""Other worlds: the same public record of a game that the app dealt, with other cards where some eyes never looked."""

from random import Random

from msgspec.structs import replace

from narrator.core.play.seeded_draws import DEVELOPMENT_KINDS, certain_hand
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, CardStolen, DevelopmentBought


def another_world(whole: Record, seat: int | None, luck: Random, tries: int = 12) -> list[AnyEvent]:
    """The log with some of the cards changed that this seat could not see; everything in it could have happened."""
    log = list(whole.log)
    places = [number for number, event in enumerate(log) if _is_hidden(event, seat)]
    for _ in range(min(tries, 3 * len(places))):
        twin = list(log)
        _change(whole.snapshot_at(0).state, twin, places[int(luck.random() * len(places))], places, luck)
        if twin != log and is_possible(Record(whole.snapshot_at(0).state), twin):
            log = twin
    return log


def is_possible(record: Record, log: list[AnyEvent]) -> bool:
    """Whether every entry could be made: nobody paid or played what they did not hold."""
    for event in log:
        if record.blocking_reasons(event):
            return False
        record.add_unchecked(event)
    return not record.state.unsure


def first_change(one: list[AnyEvent], other: list[AnyEvent]) -> int | None:
    """The number of the first entry that is another one."""
    return next((number for number, (a, b) in enumerate(zip(one, other, strict=True), 1) if a != b), None)


def _is_hidden(event: AnyEvent, seat: int | None) -> bool:
    if isinstance(event, CardStolen):
        return event.resource is not None and (seat is None or seat not in (event.seat, event.victim))
    return isinstance(event, DevelopmentBought) and event.seat != seat


def _change(start: object, log: list[AnyEvent], place: int, places: list[int], luck: Random) -> None:
    """Another card of the victim's hand was stolen; or a purchase brought what another one did, or what lies deeper."""
    event = log[place]
    if isinstance(event, CardStolen) and event.victim is not None:
        before = Record(start)  # type: ignore[arg-type]
        for earlier in log[:place]:
            before.add_unchecked(earlier)
        others = [kind for kind in certain_hand(before.state, event.victim).resources() if kind != event.resource]
        if others:
            log[place] = replace(event, resource=others[int(luck.random() * len(others))])
    elif isinstance(event, DevelopmentBought):
        bought = [other for other in places if isinstance(log[other], DevelopmentBought)]
        other = bought[int(luck.random() * len(bought))]
        if luck.random() < 0.5 and isinstance(twin := log[other], DevelopmentBought):
            log[place], log[other] = replace(event, card=twin.card), replace(twin, card=event.card)
        else:
            log[place] = replace(event, card=DEVELOPMENT_KINDS[int(luck.random() * len(DEVELOPMENT_KINDS))])
