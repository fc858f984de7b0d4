"""The news of a roll: who takes what, and after a seven who has to discard."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.production import income, income_owed, short_resources
from narrator.core.play.robber import hex_under_robber, seats_at_robber
from narrator.core.play.roll_and_discard import is_ignored_seven, is_repeated_roll
from narrator.core.reading.public_view import Transition
from narrator.core.table.cards import NO_CARDS, Cards, cards
from narrator.core.table.coordinates import Hex
from narrator.core.table.events import CardsDiscarded, CardsGained, DiceRolled
from narrator.core.table.phase import Discarding, Over
from narrator.core.table.state import GameState, active_seats, is_neutral
from narrator.script.scenes.model import Chip, News, Picture, Sign, in_turn_order
from narrator.script.scenes.taps import Tap

PAYOUT_KEYS = (
    "event.dice_rolled",
    "event.income",
    "event.no_income",
    "event.short_",
    "event.blocked",
    "event.cards_gained",
)


def payout_news(transition: Transition, fact: DiceRolled) -> Iterator[News]:
    before, total = transition.before, fact.sum
    shown = Picture(roll=total, dice=fact.dice)
    if isinstance(before.phase, Over):
        return
    if is_repeated_roll(before, total) and before.turn == transition.after.turn and not fact.late:
        yield News("payout", (msg("scene.payout.again", n=total),), fact.seat, shown, ("event.dice_repeated",))
    elif before.game.tracking == "script":
        yield News("payout", (msg("scene.payout.all", n=total),), fact.seat, shown, PAYOUT_KEYS)
    else:
        chips = tuple(_payout_chips(before, total, fact.seat))
        is_vague = any(site.touches is None for seat in before.seats for site in seat.sites)
        hero = "all" if is_vague else "take" if chips else "nobody"
        picture = Picture(roll=total, dice=fact.dice, chips=chips, lit=tuple(paying_hexes(before, total)))
        more_lines = tuple(_blocked_lines(before, total))
        yield News("payout", (msg(f"scene.payout.{hero}", n=total),), fact.seat, picture, PAYOUT_KEYS, more_lines)


def gains_news(transition: Transition, fact: CardsGained) -> Iterator[News]:
    taken = {seat: cards(counts) for seat, counts in fact.gains.items() if any(counts.values())}
    order = in_turn_order(taken, transition.before.turn, transition.before)
    chips = tuple(Chip(seat, takes=taken[seat].counts()) for seat in order)
    if chips:
        yield News("payout", (msg("scene.gained"),), transition.before.turn, Picture(chips=chips), PAYOUT_KEYS)


def _payout_chips(state: GameState, total: int, roller: int) -> Iterator[Chip]:
    """Yield a chip for each player who takes something, or should but cannot."""
    paid, owes = income(state, total), income_owed(state, total)
    short = short_resources(state, total)
    for seat in in_turn_order(range(len(state.seats)), roller, state):
        missed = Cards(*owes[seat]).minus(paid[seat]) if short else NO_CARDS
        if paid[seat] != NO_CARDS or missed != NO_CARDS:
            why = msg("scene.bank_short") if missed != NO_CARDS else None
            yield Chip(seat, takes=paid[seat].counts(), misses=missed.counts(), why=why)


def paying_hexes(state: GameState, total: int) -> Iterator[Hex]:
    for producer in state.game.board.producers.get(total, ()):
        there = (state.buildings.get(corner) for corner in producer.corners)
        if producer.at != state.robber and any(piece and not is_neutral(piece.seat) for piece in there):
            yield producer.at


def _blocked_lines(state: GameState, total: int) -> Iterator[Msg]:
    """Name the hex under the robber and the players who lose cards there."""
    under, losing = hex_under_robber(state), sorted(seats_at_robber(state))
    if under is None or under.number != total or not losing:
        return
    if state.robber is not None:
        yield msg("scene.blocked", terrain=state.game.board.terrain[state.robber], names=losing)
    else:
        yield msg("scene.blocked_resource", resource=under.resource, names=losing)


def seven_news(transition: Transition, fact: DiceRolled) -> Iterator[News]:
    before, after = transition.before, transition.after
    shown = Picture(roll=7, dice=fact.dice)
    if fact.late or isinstance(before.phase, Over):
        return
    if is_ignored_seven(after, 7):
        yield News("payout", (msg("scene.seven.spared"),), fact.seat, shown)
    elif after.phase.step not in ("discard", "robber"):
        yield News("payout", (msg("scene.seven.quiet"),), fact.seat, shown, ("event.seven_quiet",))
    else:
        sign: Sign | None = "robber" if before.rules.robber == "on" else None
        picture = Picture(roll=7, dice=fact.dice, sign=sign, chips=tuple(discard_chips(after)))
        covers = ("event.seven", "event.nobody_discards", "event.dice_rolled")
        limit = (msg("scene.seven.limit", limit=after.rules.discard_limit),) if picture.chips else ()
        yield News("seven", (_seven_hero(after),), fact.seat, picture, covers, limit)


def _seven_hero(state: GameState) -> Msg:
    phase = state.phase
    if not isinstance(phase, Discarding):
        return msg("scene.seven.nobody")
    return msg("scene.seven.discard" if phase.owed else "scene.seven.all")  # "all" if nobody counts cards


def discard_chips(state: GameState) -> Iterator[Chip]:
    if isinstance(state.phase, Discarding):
        for seat in in_turn_order(state.phase.owed, state.turn, state):
            yield Chip(seat, owes=state.phase.owed[seat], hand=state.seats[seat].hand_size)


def seats_keeping_cards(state: GameState) -> Iterator[int]:
    if isinstance(state.phase, Discarding) and state.phase.owed:
        busy = {*state.phase.owed, *state.phase.done_seats}
        yield from (seat for seat in active_seats(state) if seat not in busy and f"hand.{seat}" not in state.unsure)


def tap_discard_news(tap: Tap) -> Iterator[News]:
    """Show who still has to discard after this tap, which may have entered several discards."""
    facts = [transition.fact for transition in tap.transitions if isinstance(transition.fact, CardsDiscarded)]
    given = [Chip(one.seat, gives=cards(one.cards or {}).counts(), gives_unseen=one.count or 0) for one in facts]
    return discard_news(tap.after, *given) if given else iter(())


def discard_news(state: GameState, *given: Chip) -> Iterator[News]:
    """Show who still has to discard, and who has just done so."""
    still = tuple(discard_chips(state))
    if not still:
        return
    hero = msg("scene.discard.several", names=[chip.seat for chip in still])
    if len(still) == 1:
        hero = msg("scene.discard.one", seat=still[0].seat, n=still[0].owes)
    covers = ("event.cards_discarded",) if given else ()
    yield News("discard", (hero,), still[0].seat, Picture(sign="robber", chips=(*still, *given)), covers)
