"""Catan for Two: trade tokens, and neutral pieces that are due after a player's own."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.card_moves import give_cards, give_unseen_cards, take_unseen_card
from narrator.core.play.spots import neutral_road_spots, neutral_settlement_spots
from narrator.core.play.titles import LARGEST_ARMY_MIN, title_holder
from narrator.core.table.board import Board
from narrator.core.table.cards import cards
from narrator.core.table.coordinates import Hex, Intersection
from narrator.core.table.events import KnightGivenUp, SettlementBuilt, TokensSpent
from narrator.core.table.phase import Phase, PlacingNeutral
from narrator.core.table.state import GameState, mode_of, points, with_seat

TOKENS_BY_DESERT = 2
TOKENS_ON_COAST = 1
TOKENS_FOR_KNIGHT = 2
FORCED_TRADE_CARDS = 2  # taken, and given back


def tokens_left(state: GameState) -> int:
    return max(0, mode_of(state).tokens - sum(seat.tokens for seat in state.seats))


def token_price(state: GameState, seat: int) -> int:
    """Return the price of an action: more for the leader."""
    return 1 if points(state, seat) <= points(state, rival(seat)) else 2


def rival(seat: int) -> int:
    return 1 - seat


def _give_tokens(state: GameState, seat: int, count: int) -> GameState:
    return with_seat(state, seat, tokens=state.seats[seat].tokens + min(count, tokens_left(state)))


def earn_tokens(state: GameState, event: SettlementBuilt) -> GameState:
    """Give tokens for a settlement by the desert or on the coast, during placement too."""
    if not mode_of(state).tokens:
        return state
    if event.at is not None:
        earned = token_reward(state.game.board, event.at)
    else:
        earned = event.tokens if event.tokens is not None else TOKENS_ON_COAST * (event.harbour is not None)
    return _give_tokens(state, event.seat, earned)


def token_reward(board: Board, at: Intersection) -> int:
    around = board.island.hexes_at[at]
    return TOKENS_BY_DESERT * any(board.terrain[h] == "desert" for h in around) + TOKENS_ON_COAST * (len(around) < 3)


def refuse_knight_given_up(state: GameState, event: KnightGivenUp) -> Iterator[Refusal]:
    if not mode_of(state).tokens:
        yield impossible("tokens.not_here")
    elif state.seats[event.seat].knights == 0:
        yield impossible("tokens.no_knight", seat=event.seat)
    elif tokens_left(state) == 0:
        yield irregular("tokens.none_left")
    if state.knight_given_up and not event.late:
        yield irregular("tokens.second_knight")


def apply_knight_given_up(state: GameState, event: KnightGivenUp) -> GameState:
    """Remove the knight from the game. Its owner loses the title unless still ahead; a tie is not enough."""
    held = state.largest_army
    state = with_seat(state, event.seat, knights=state.seats[event.seat].knights - 1)
    gone = state.progress_played.get("knight", 0) + 1
    state = replace(state, progress_played={**state.progress_played, "knight": gone})
    knights = [seat.knights for seat in state.seats]
    army = title_holder(None if held == event.seat else held, knights, LARGEST_ARMY_MIN)
    state = replace(state, largest_army=army, knight_given_up=state.knight_given_up or not event.late)
    return _give_tokens(state, event.seat, TOKENS_FOR_KNIGHT)


def refuse_tokens_spent(state: GameState, event: TokensSpent) -> Iterator[Refusal]:
    if not mode_of(state).tokens:
        yield impossible("tokens.not_here")
        return
    cost, have = token_price(state, event.seat), state.seats[event.seat].tokens
    if have < cost:
        yield irregular("tokens.too_few", seat=event.seat, need=cost, have=have)
    yield from _refuse_trade(state, event) if event.action == "forced_trade" else _refuse_going_home(state, event)


def _refuse_trade(state: GameState, event: TokensSpent) -> Iterator[Refusal]:
    other = rival(event.seat)
    mine, theirs = state.seats[event.seat].hand_size, state.seats[other].hand_size
    taken = min(FORCED_TRADE_CARDS, theirs)
    if theirs == 0:
        yield irregular("tokens.rival_empty", seat=other)
    elif mine + taken < FORCED_TRADE_CARDS:
        yield irregular("hand.too_few", seat=event.seat, need=FORCED_TRADE_CARDS - taken, have=mine)
    if event.to is not None or (event.taken is None) != (event.given is None):
        yield impossible("tokens.half_a_trade")
    elif event.taken is not None and event.given is not None:
        counts = cards(event.taken).total(), cards(event.given).total()
        if counts != (taken, FORCED_TRADE_CARDS):
            yield irregular("tokens.trade_count", taken=taken, given=FORCED_TRADE_CARDS)


def _refuse_going_home(state: GameState, event: TokensSpent) -> Iterator[Refusal]:
    if event.taken is not None or event.given is not None:
        yield impossible("tokens.half_a_trade")
    if state.rules.robber == "off":
        yield irregular("tokens.no_robber")
    if event.to is not None and event.to not in state.game.board.deserts():
        yield impossible("tokens.no_desert", hex=event.to)
    elif state.robber is not None and state.robber == robber_home(state.game.board, event):
        yield irregular("tokens.robber_is_home")


def robber_home(board: Board, event: TokensSpent) -> Hex | None:
    return event.to or next(iter(board.deserts()), None)


def apply_tokens_spent(state: GameState, event: TokensSpent) -> GameState:
    tokens = state.seats[event.seat].tokens
    state = with_seat(state, event.seat, tokens=max(0, tokens - token_price(state, event.seat)))
    if event.action == "forced_trade":
        return _apply_forced_trade(state, event)
    return replace(state, robber=robber_home(state.game.board, event), blocked_hex=None)


def _apply_forced_trade(state: GameState, event: TokensSpent) -> GameState:
    other = rival(event.seat)
    if event.taken is not None and event.given is not None:
        state = give_cards(state, other, event.seat, cards(event.taken), in_secret=True)
        return give_cards(state, event.seat, other, cards(event.given), in_secret=True)
    for _ in range(FORCED_TRADE_CARDS):
        state = take_unseen_card(state, other, event.seat)
    return give_unseen_cards(state, event.seat, other, FORCED_TRADE_CARDS)


def ask_for_neutral_piece(state: GameState, piece: Literal["settlement", "road"]) -> GameState:
    return replace(state, phase=_phase_after_piece(state, piece)) if mode_of(state).neutrals else state


def without_neutral_piece(state: GameState) -> GameState:
    """Stop waiting for a neutral piece if the table no longer plays Catan for Two."""
    if isinstance(state.phase, PlacingNeutral) and not mode_of(state).neutrals:
        return replace(state, phase=state.phase.return_to)
    return state


def _phase_after_piece(state: GameState, piece: Literal["settlement", "road"]) -> Phase:
    return_to = state.phase
    if not state.game.has_board:
        left = [n for n in state.neutrals if n.roads_left or (piece == "settlement" and n.settlements_left)]
        return PlacingNeutral(piece, return_to, is_optional=True) if left else return_to
    if piece == "settlement" and neutral_settlement_spots(state):
        return PlacingNeutral("settlement", return_to)
    return PlacingNeutral("road", return_to) if neutral_road_spots(state) else return_to
