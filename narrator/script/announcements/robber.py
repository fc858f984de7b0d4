"""After a seven or a knight, in message keys: discards, the robber, the theft."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.robber import chooses_desert
from narrator.core.table.cards import cards
from narrator.core.table.events import CardsDiscarded, CardStolen, RobberMoved
from narrator.core.table.phase import Stealing
from narrator.core.table.state import GameState


def tell_discard(fact: CardsDiscarded, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.cards is None:
        yield msg("event.cards_discarded_unseen", seat=fact.seat, n=fact.count)
    else:
        yield msg("event.cards_discarded", seat=fact.seat, cards=cards(fact.cards).counts())


def tell_robber(fact: RobberMoved, before: GameState, after: GameState) -> Iterator[Msg]:
    board = before.game.board
    if chooses_desert(before):
        yield msg("event.robber_starts")
        return
    if board is not None and fact.to is not None:
        if board.terrain[fact.to] == "desert":
            yield msg("event.robber_to_desert", seat=fact.seat)
        else:
            number = board.numbers[fact.to]
            yield msg("event.robber_moved", seat=fact.seat, terrain=board.terrain[fact.to], total=number)
    else:
        yield msg("event.robber_moved_somewhere", seat=fact.seat)
    if board is not None and not isinstance(after.phase, Stealing):
        yield msg("event.nobody_there")


def tell_theft(fact: CardStolen, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.victim is None:
        yield msg("event.theft_declined", seat=fact.seat)
    elif before.seats[fact.victim].hand == 0:
        yield msg("event.empty_hand", other=fact.victim)
    else:
        yield msg("event.card_stolen", seat=fact.seat, other=fact.victim)
