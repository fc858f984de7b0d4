"""The news of a roll: who takes what, and after a seven who has to discard."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.production import income, income_owed, short_resources
from narrator.core.play.robber import hex_under_robber, seats_at_robber
from narrator.core.play.roll_and_discard import is_ignored_seven, is_repeated_roll, state_at_roll
from narrator.core.reading.public_view import Transition
from narrator.core.table.cards import NO_CARDS, Cards, cards
from narrator.core.table.coordinates import Hex
from narrator.core.table.events import CardsDiscarded, CardsGained, DiceRolled
from narrator.core.table.phase import Discarding, Over
from narrator.core.table.state import GameState, active_seats, is_neutral
from narrator.script.scenes.model import News, Picture, PicturedPlayer, Sign, in_turn_order
from narrator.script.scenes.taps import Tap

PAYOUT_KEYS = (
    "event.dice_rolled",
    "event.income",
    "event.no_income",
    "event.short_",
    "event.blocked",
    "event.cards_gained",
)
# Heroes that concern only the players who take cards; the others' phones say that there is nothing for them.
ABOUT_TAKERS_ONLY = ("scene.payout.take", "scene.gained")
# Heroes that have a shorter wording, `<key>.beside`, for beside the large rolled number.
SHORTER_BESIDE_ROLL = ("scene.payout.take", "scene.payout.all", "scene.payout.nobody")


def payout_news(transition: Transition, fact: DiceRolled) -> Iterator[News]:
    state, total = state_at_roll(transition.before, fact), fact.sum
    shown = Picture(roll=total, dice=fact.dice)
    if isinstance(transition.before.phase, Over) or isinstance(state.phase, Over):
        return
    if is_repeated_roll(state, total) and not fact.late:
        yield News("payout", (msg("scene.payout.again", n=total),), fact.seat, shown, ("event.dice_repeated",))
    elif state.game.tracking == "script":
        yield News("payout", (msg("scene.payout.all", n=total),), fact.seat, shown, PAYOUT_KEYS)
    else:
        players = tuple(_payout_players(state, total, fact.seat))
        is_vague = any(site.touches is None for seat in state.seats for site in seat.sites)
        hero = "all" if is_vague else "take" if players else "nobody"
        picture = Picture(roll=total, dice=fact.dice, players=players, lit=tuple(paying_hexes(state, total)))
        more_lines = tuple(_blocked_lines(state, total))
        yield News("payout", (msg(f"scene.payout.{hero}", n=total),), fact.seat, picture, PAYOUT_KEYS, more_lines)


def gains_news(transition: Transition, fact: CardsGained) -> Iterator[News]:
    taken = {seat: cards(counts) for seat, counts in fact.gains.items() if any(counts.values())}
    order = in_turn_order(taken, transition.before.turn, transition.before)
    players = tuple(PicturedPlayer(seat, takes=taken[seat].counts()) for seat in order)
    if players:
        yield News("payout", (msg("scene.gained"),), transition.before.turn, Picture(players=players), PAYOUT_KEYS)


def _payout_players(state: GameState, total: int, roller: int) -> Iterator[PicturedPlayer]:
    """Yield each player who takes something, or should but cannot."""
    paid, owes = income(state, total), income_owed(state, total)
    short = short_resources(state, total)
    for seat in in_turn_order(range(len(state.seats)), roller, state):
        missed = Cards(*owes[seat]).minus(paid[seat]) if short else NO_CARDS
        if paid[seat] != NO_CARDS or missed != NO_CARDS:
            why = msg("scene.bank_short") if missed != NO_CARDS else None
            yield PicturedPlayer(seat, takes=paid[seat].counts(), misses=missed.counts(), why=why)


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
        picture = Picture(roll=7, dice=fact.dice, sign=sign, players=tuple(discarding_players(after)))
        covers = ("event.seven", "event.nobody_discards", "event.dice_rolled")
        limit = (msg("scene.seven.limit", limit=after.rules.discard_limit),) if picture.players else ()
        yield News("seven", (_seven_hero(after),), fact.seat, picture, covers, limit)


def _seven_hero(state: GameState) -> Msg:
    phase = state.phase
    if not isinstance(phase, Discarding):
        return msg("scene.seven.nobody")
    return msg("scene.seven.discard" if phase.owed else "scene.seven.all")  # "all" if nobody counts cards


def discarding_players(state: GameState) -> Iterator[PicturedPlayer]:
    if isinstance(state.phase, Discarding):
        for seat in in_turn_order(state.phase.owed, state.turn, state):
            yield PicturedPlayer(seat, owes=state.phase.owed[seat], hand=state.seats[seat].hand_size)


def seats_keeping_cards(state: GameState) -> Iterator[int]:
    if isinstance(state.phase, Discarding) and state.phase.owed:
        busy = {*state.phase.owed, *state.phase.done_seats}
        yield from (seat for seat in active_seats(state) if seat not in busy and f"hand.{seat}" not in state.unsure)


def tap_discard_news(tap: Tap) -> Iterator[News]:
    """Show who still has to discard after this tap, which may have entered several discards."""
    facts = [transition.fact for transition in tap.transitions if isinstance(transition.fact, CardsDiscarded)]
    given = [
        PicturedPlayer(one.seat, gives=cards(one.cards or {}).counts(), gives_unseen=one.count or 0) for one in facts
    ]
    return discard_news(tap.after, *given) if given else iter(())


def discard_news(state: GameState, *given: PicturedPlayer) -> Iterator[News]:
    """Show who still has to discard, and who has just done so."""
    still = tuple(discarding_players(state))
    if not still:
        return
    hero = msg("scene.discard.several", names=[player.seat for player in still])
    if len(still) == 1:
        hero = msg("scene.discard.one", seat=still[0].seat, n=still[0].owes)
    covers = ("event.cards_discarded",) if given else ()
    yield News("discard", (hero,), still[0].seat, Picture(sign="robber", players=(*still, *given)), covers)
