"""A seven: who discards how many, until the last of them has."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.dice import is_spared_seven
from narrator.core.reading.public_view import Moment
from narrator.core.table.cards import cards
from narrator.core.table.events import CardsDiscarded, DiceRolled
from narrator.core.table.phase import Discarding, Over
from narrator.core.table.state import GameState, active_seats
from narrator.script.scenes.model import Chip, Picture, Sign
from narrator.script.scenes.news import News, from_seat
from narrator.script.scenes.taps import Tap


def seven(moment: Moment, fact: DiceRolled) -> Iterator[News]:
    before, after = moment.before, moment.after
    shown = Picture(roll=7, dice=fact.dice)
    if fact.late or isinstance(before.phase, Over):
        return
    if is_spared_seven(after, 7):
        yield News("payout", (msg("scene.seven.spared"),), fact.seat, shown)
    elif after.phase.step not in ("discard", "robber"):
        yield News("payout", (msg("scene.seven.quiet"),), fact.seat, shown, ("event.seven_quiet",))
    else:
        sign: Sign | None = "robber" if before.rules.robber == "on" else None
        picture = Picture(roll=7, dice=fact.dice, sign=sign, chips=tuple(owing(after)))
        covers = ("event.seven", "event.nobody_discards", "event.dice_rolled")
        yield News("seven", (_called(after),), fact.seat, picture, covers, tuple(_limit(after)))


def _called(state: GameState) -> Msg:
    """Where nobody counts, everybody has to look."""
    phase = state.phase
    if not isinstance(phase, Discarding):
        return msg("scene.seven.nobody")
    return msg("scene.seven.discard" if phase.owed else "scene.seven.all")


def _limit(state: GameState) -> Iterator[Msg]:
    """Why these and not the others; where nobody counts, the order says it."""
    if isinstance(state.phase, Discarding) and state.phase.owed:
        yield msg("scene.seven.limit", limit=state.rules.discard_limit)


def owing(state: GameState) -> Iterator[Chip]:
    """Everybody who still has to discard, from the one on turn."""
    if isinstance(state.phase, Discarding):
        for seat in from_seat(state.phase.owed, state.turn, state):
            yield Chip(seat, owes=state.phase.owed[seat], hand=state.seats[seat].hand)


def keeping(state: GameState) -> Iterator[int]:
    """Who has nothing to discard and had nothing."""
    if isinstance(state.phase, Discarding) and state.phase.owed:
        busy = {*state.phase.owed, *state.phase.settled}
        yield from (seat for seat in active_seats(state) if seat not in busy and f"hand.{seat}" not in state.unsure)


def discards(tap: Tap) -> Iterator[News]:
    """While others still owe cards, they are the news; after the last one the robber moves. With one tap several may
    have discarded: only how it stands after it counts."""
    given = [_given(moment.fact) for moment in tap.moments if isinstance(moment.fact, CardsDiscarded)]
    return still_owed(tap.after, *given) if given else iter(())


def _given(fact: CardsDiscarded) -> Chip:
    seen = cards(fact.cards).counts() if fact.cards is not None else {}
    return Chip(fact.seat, gives=seen, gives_unseen=fact.count or 0)


def still_owed(state: GameState, *given: Chip) -> Iterator[News]:
    """Who still has to discard, and who has just done it."""
    still = tuple(owing(state))
    if not still:
        return
    hero = (
        msg("scene.discard.one", seat=still[0].seat, n=still[0].owes)
        if len(still) == 1
        else msg("scene.discard.several", names=[chip.seat for chip in still])
    )
    covers = ("event.cards_discarded",) if given else ()
    yield News("discard", (hero,), still[0].seat, Picture(sign="robber", chips=(*still, *given)), covers)
