"""A roll that pays: the number, and for everybody who takes something a chip; and cards that the host reports."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.dice import is_repeated
from narrator.core.play.production import income, owed, short_resources
from narrator.core.play.robber import owners_at, owners_touching
from narrator.core.reading.public_view import Moment
from narrator.core.table.cards import NONE, Cards, cards
from narrator.core.table.coordinates import Hex
from narrator.core.table.events import CardsGained, DiceRolled
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, is_neutral
from narrator.script.scenes.model import Chip, Picture
from narrator.script.scenes.news import News, from_seat

COVERS = ("event.dice_rolled", "event.income", "event.no_income", "event.short_", "event.blocked", "event.cards_gained")


def payout(moment: Moment, fact: DiceRolled) -> Iterator[News]:
    """What a number brings. A seven is another matter."""
    before, total = moment.before, fact.sum
    shown = Picture(roll=total, dice=fact.dice)
    if isinstance(before.phase, Over):
        return
    if is_repeated(before, total) and before.turn == moment.after.turn and not fact.late:
        yield News("payout", (msg("scene.payout.again", n=total),), fact.seat, shown, ("event.dice_repeated",))
    elif before.game.tracking == "script":
        yield News("payout", (msg("scene.payout.all", n=total),), fact.seat, shown, COVERS)
    else:
        chips = tuple(_chips(before, total, fact.seat))
        hero = "all" if _is_vague(before) else "take" if chips else "nobody"
        picture = Picture(roll=total, dice=fact.dice, chips=chips, lit=tuple(paying(before, total)))
        second = tuple(_blocked(before, total))
        yield News("payout", (msg(f"scene.payout.{hero}", n=total),), fact.seat, picture, COVERS, second)


def gains(moment: Moment, fact: CardsGained) -> Iterator[News]:
    """Without a board the host may say who took what."""
    taken = {seat: cards(counts) for seat, counts in fact.gains.items() if any(counts.values())}
    chips = tuple(
        Chip(seat, takes=taken[seat].counts()) for seat in from_seat(taken, moment.before.turn, moment.before)
    )
    if chips:
        yield News("payout", (msg("scene.gained"),), moment.before.turn, Picture(chips=chips), COVERS)


def _is_vague(state: GameState) -> bool:
    """Whether the record does not know what somebody's building touches."""
    return any(site.touches is None for seat in state.seats for site in seat.sites)


def _chips(state: GameState, total: int, roller: int) -> Iterator[Chip]:
    """Who takes something, or should and can't."""
    paid, owes = income(state, total), owed(state, total)
    short = short_resources(state, total)
    for seat in from_seat(range(len(state.seats)), roller, state):
        missed = Cards(*owes[seat]).minus(paid[seat]) if short else NONE
        if paid[seat] != NONE or missed != NONE:
            why = msg("scene.bank_short") if missed != NONE else None
            yield Chip(seat, takes=paid[seat].counts(), misses=missed.counts(), why=why)


def paying(state: GameState, total: int) -> Iterator[Hex]:
    """The hexes of a number that pay somebody."""
    board = state.game.board
    for producer in board.producers.get(total, ()) if board else ():
        there = (state.buildings.get(corner) for corner in producer.corners)
        if producer.at != state.robber and any(piece and not is_neutral(piece.seat) for piece in there):
            yield producer.at


def _blocked(state: GameState, total: int) -> Iterator[Msg]:
    """The hex under the robber, and whom it costs something."""
    board, robber, blocks = state.game.board, state.robber, state.blocks
    if board is not None and robber is not None and board.numbers.get(robber) == total:
        losing = sorted(owners_at(state, robber))
        line = msg("scene.blocked", terrain=board.terrain[robber], names=losing)
    elif board is None and blocks is not None and blocks.number == total:
        losing = sorted(owners_touching(state, blocks))
        line = msg("scene.blocked_resource", resource=blocks.resource, names=losing)
    else:
        return
    if losing:
        yield line
