"""What happened, in message keys: one or more whole sentences for every fact, with what it led to."""

from collections.abc import Callable, Iterator
from typing import Any

from narrator.core.message import Msg, msg
from narrator.core.play.building import is_free_road
from narrator.core.play.checklist import is_tick
from narrator.core.play.placement import is_placement
from narrator.core.play.production import income, owed, short_resources
from narrator.core.play.robber import chooses_desert, owners_at
from narrator.core.play.roll import is_repeated, is_spared_seven
from narrator.core.play.script_tracking import only_tells
from narrator.core.play.trade import is_untold
from narrator.core.reading.public_view import Moment
from narrator.core.table.cards import RESOURCES, Cards, cards
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    ClockPaused,
    ClockResumed,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightGivenUp,
    KnightPlayed,
    MonopolyPlayed,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RoadReported,
    RobberMoved,
    RuleChanged,
    RulesAgreed,
    RulingMade,
    SeatJoined,
    SettlementBuilt,
    StepDone,
    TokensSpent,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Over, PlacingFreeRoads, Stealing, between_turns
from narrator.core.table.state import GameState, points

from .for_two import (
    tell_knight_given_up,
    tell_neutral_report,
    tell_neutral_road,
    tell_neutral_settlement,
    tell_tokens_gained,
    tell_tokens_spent,
)
from .titles import tell_titles

Teller = Callable[[Any, GameState, GameState], Iterator[Msg]]


def tell(moment: Moment) -> tuple[Msg, ...]:
    """A fact and its consequences, in the order in which a host says them."""
    fact, before, after = moment.fact, moment.before, moment.after
    # A title that the host set by hand has been told by then.
    titles = () if isinstance(fact, Corrected) else tell_titles(before, after)
    return (*TELLERS[type(fact)](fact, before, after), *titles, *_tell_end(before, after))


def drawn_from_bank(before: GameState, after: GameState) -> Cards:
    return before.bank.minus(after.bank)


def won(state: GameState, winner: int) -> Msg:
    """Where nothing is counted, nobody wins with nought points."""
    if only_tells(state):
        return msg("event.won_told", seat=winner)
    return msg("event.won", seat=winner, n=points(state, winner))


def _tell_end(before: GameState, after: GameState) -> Iterator[Msg]:
    if isinstance(after.phase, Over) and not isinstance(before.phase, Over) and after.phase.winner is not None:
        yield won(after, after.phase.winner)
    elif after.final_round is not None and before.final_round is None:
        yield msg("event.final_round", seat=after.final_round)
    elif before.phase.phase != "turn" and after.phase.phase == "turn" and after.round == 1 and before.round == 0:
        yield msg("event.first_turn", seat=after.turn)


def _step_done(fact: StepDone, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.step == "trade":
        yield msg("event.trading_over", seat=before.turn)
    else:
        yield msg("event.step_done" if is_tick(before, fact.step) else "event.told")


def _first_player(fact: FirstPlayerChosen, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.first_player_chosen", seat=fact.seat)


def _joined(fact: SeatJoined, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.seat_joined", seat=fact.seat, colour=fact.colour)


def _left(fact: PlayerLeft, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg(f"event.player_left.{before.rules.leaver}", seat=fact.seat)


def _agreed(fact: RulesAgreed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.rules_agreed", seat=fact.seat)


def _settlement(fact: SettlementBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    if not is_placement(before):
        yield msg("event.settlement_built", seat=fact.seat, n=points(after, fact.seat))
        yield from tell_tokens_gained(fact.seat, before, after)
        return
    yield msg("event.settlement_placed", seat=fact.seat)
    yield from tell_tokens_gained(fact.seat, before, after)
    if after.seats[fact.seat].settlements == 2:
        drawn = drawn_from_bank(before, after)
        if drawn.total():
            yield msg("event.starting_cards", seat=fact.seat, cards=drawn.counts())
        elif before.game.board is not None:
            yield msg("event.no_starting_cards", seat=fact.seat)


def _road(fact: RoadBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_placement(before):
        yield msg("event.road_placed", seat=fact.seat)
    elif isinstance(before.phase, PlacingFreeRoads) and is_free_road(before, fact):
        yield msg("event.free_road", seat=fact.seat)
    else:
        yield msg("event.road_built", seat=fact.seat)


def _city(fact: CityBuilt, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.city_built", seat=fact.seat, n=points(after, fact.seat))


def _road_reported(fact: RoadReported, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.road_reported", seat=fact.seat, n=fact.length)


def _rolled(fact: DiceRolled, before: GameState, after: GameState) -> Iterator[Msg]:
    yield from _settled(fact, before, after)
    if after.drawn < before.drawn:
        yield msg("event.number_deck_remade")


def _settled(fact: DiceRolled, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_repeated(before, fact.sum) and before.turn == after.turn and not fact.late:
        yield msg("event.dice_repeated", n=fact.sum)
        return
    if fact.sum == 7:
        yield from _seven(before, after)
        return
    yield msg("event.dice_rolled", n=fact.sum)
    if before.game.tracking == "script":
        return
    yield from _blocked(before, fact.sum)
    yield from _shortages(before, fact.sum)
    paid = income(before, fact.sum)
    for seat, gain in enumerate(paid):
        if gain.total():
            yield msg("event.income", seat=seat, cards=gain.counts())
    vague = any(site.touches is None for seat in before.seats for site in seat.sites)
    if not any(gain.total() for gain in paid) and not short_resources(before, fact.sum) and not vague:
        yield msg("event.no_income")


def _seven(before: GameState, after: GameState) -> Iterator[Msg]:
    if is_spared_seven(after, 7):
        yield msg(f"event.spared_seven.{before.rules.no_seven_mode}")
        return
    if before.rules.robber == "off" and after.phase.step != "discard":
        yield msg("event.seven_quiet")
        return
    if before.rules.robber == "off":
        yield msg("event.dice_rolled", n=7)
        return
    yield msg("event.seven")
    if after.phase.step == "robber":
        yield msg("event.nobody_discards")


def _blocked(state: GameState, total: int) -> Iterator[Msg]:
    board = state.game.board
    if board is None or state.robber is None:
        return
    if board.numbers.get(state.robber) == total and owners_at(state, state.robber):
        yield msg("event.blocked", terrain=board.terrain[state.robber])


def _shortages(state: GameState, total: int) -> Iterator[Msg]:
    """What the bank could not pay in full, as the table's rule has it."""
    owes = owed(state, total)
    paid = income(state, total)
    for resource in short_resources(state, total):
        place = RESOURCES.index(resource)
        claimants = [seat for seat, counts in enumerate(owes) if counts[place]]
        left = state.bank[place]
        if state.rules.bank_shortage == "turn_order" and left:
            yield msg("event.short_turn_order", resource=resource)
        elif len(claimants) > 1:
            yield msg("event.short_nobody", resource=resource)
        elif paid[claimants[0]][place]:
            yield msg("event.short_sole", resource=resource, seat=claimants[0], n=left)
        else:
            yield msg("event.short_none", resource=resource, seat=claimants[0])


def _gained(fact: CardsGained, before: GameState, after: GameState) -> Iterator[Msg]:
    for seat, counts in sorted(fact.gains.items()):
        if any(counts.values()):
            yield msg("event.cards_gained", seat=seat, cards=cards(counts).counts())


def _discarded(fact: CardsDiscarded, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.cards is None:
        yield msg("event.cards_discarded_unseen", seat=fact.seat, n=fact.count)
    else:
        yield msg("event.cards_discarded", seat=fact.seat, cards=cards(fact.cards).counts())


def _robber(fact: RobberMoved, before: GameState, after: GameState) -> Iterator[Msg]:
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


def _stolen(fact: CardStolen, before: GameState, after: GameState) -> Iterator[Msg]:
    if fact.victim is None:
        yield msg("event.theft_declined", seat=fact.seat)
    elif before.seats[fact.victim].hand == 0:
        yield msg("event.empty_hand", other=fact.victim)
    else:
        yield msg("event.card_stolen", seat=fact.seat, other=fact.victim)


def _bought(fact: DevelopmentBought, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.development_bought", seat=fact.seat)


def _knight(fact: KnightPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    moves = after.phase.step == "robber"
    yield msg("event.knight_played" if moves else "event.knight_played_quiet", seat=fact.seat)


def _road_building(fact: RoadBuildingPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.road_building_played", seat=fact.seat)


def _plenty(fact: YearOfPlentyPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    taken = after.seats[fact.seat].hand - before.seats[fact.seat].hand
    if taken == 0:
        yield msg("event.year_of_plenty_nothing", seat=fact.seat)
        return
    drawn = drawn_from_bank(before, after)
    wanted = cards(fact.cards) if before.rules.bank_limit == "unlimited" else drawn
    yield msg("event.year_of_plenty_played", seat=fact.seat, cards=wanted.counts())


def _monopoly(fact: MonopolyPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.monopoly_played", seat=fact.seat, resource=fact.resource, n=sum(fact.taken.values()))


def _points(fact: PointsRevealed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.points_revealed", seat=fact.seat, n=fact.count)


def _bank_traded(fact: BankTraded, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.bank_traded", seat=fact.seat, give=cards(fact.give).counts(), take=cards(fact.receive).counts())


def _players_traded(fact: PlayersTraded, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_untold(fact):
        yield msg("event.players_traded.untold", seat=fact.seat, other=fact.partner)
        return
    give, take = cards(fact.give).counts(), cards(fact.receive).counts()
    yield msg("event.players_traded", seat=fact.seat, other=fact.partner, give=give, take=take)


def _turn_ended(fact: TurnEnded, before: GameState, after: GameState) -> Iterator[Msg]:
    if isinstance(after.phase, Over):
        return
    part = between_turns(after.phase)
    if part is not None:
        yield msg(f"event.{part.step}", seat=fact.seat, other=part.seat)
        return
    yield msg("event.turn_ended", other=after.turn)
    if after.round > before.round > 0:
        yield msg("event.round", n=after.round)


def _victory(fact: VictoryDeclared, before: GameState, after: GameState) -> Iterator[Msg]:
    return iter(())


def _rule_changed(fact: RuleChanged, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.rule_changed", rule_now=[fact.key, fact.value])


def _break(fact: ClockPaused | ClockResumed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg(f"event.{fact.type}")


def _ruling(fact: RulingMade, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.ruling_made", text=fact.text)


def _corrected(fact: Corrected, before: GameState, after: GameState) -> Iterator[Msg]:
    key = f"event.corrected.{fact.what}"
    if fact.value == "over":  # the step now says it
        return
    if fact.what in ("step", "robber"):
        yield msg(key)
    elif fact.what == "turn":
        yield msg(key, seat=fact.value)
    elif fact.what in ("longest_road", "largest_army"):
        yield _corrected_title(key, fact.value)
    elif fact.what == "bank":
        yield msg(key, resource=fact.resource, n=fact.value)
    elif fact.what == "deck":
        yield msg(key, n=fact.value)
    else:
        yield msg(key, seat=fact.seat, n=fact.value)


def _corrected_title(key: str, value: int | str | None) -> Msg:
    if isinstance(value, str):
        return msg(f"{key}_neutral", colour=value)
    return msg(f"{key}_nobody") if value is None else msg(key, seat=value)


TELLERS: dict[type, Teller] = {
    StepDone: _step_done,
    FirstPlayerChosen: _first_player,
    SeatJoined: _joined,
    PlayerLeft: _left,
    RulesAgreed: _agreed,
    ClockPaused: _break,
    ClockResumed: _break,
    SettlementBuilt: _settlement,
    RoadBuilt: _road,
    CityBuilt: _city,
    RoadReported: _road_reported,
    DiceRolled: _rolled,
    CardsGained: _gained,
    CardsDiscarded: _discarded,
    RobberMoved: _robber,
    CardStolen: _stolen,
    DevelopmentBought: _bought,
    KnightPlayed: _knight,
    RoadBuildingPlayed: _road_building,
    YearOfPlentyPlayed: _plenty,
    MonopolyPlayed: _monopoly,
    PointsRevealed: _points,
    BankTraded: _bank_traded,
    PlayersTraded: _players_traded,
    NeutralSettlementBuilt: tell_neutral_settlement,
    NeutralRoadBuilt: tell_neutral_road,
    NeutralRoadReported: tell_neutral_report,
    TokensSpent: tell_tokens_spent,
    KnightGivenUp: tell_knight_given_up,
    TurnEnded: _turn_ended,
    VictoryDeclared: _victory,
    RuleChanged: _rule_changed,
    RulingMade: _ruling,
    Corrected: _corrected,
}
