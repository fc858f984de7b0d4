"""What happened, in message keys: whole sentences for the script, and a short label for buttons."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from narrator.core.memo import memo
from narrator.core.message import Msg, msg
from narrator.core.play.trade import is_unspecified
from narrator.core.reading.public_view import Transition, public_event
from narrator.core.record.judging import refusals
from narrator.core.table import events
from narrator.core.table.events import Amended, AnyEvent, AnyFact, CardsDiscarded, Corrected, Event, TakenBack
from narrator.core.table.state import GameState
from narrator.script.announcements import building, cards, turns

SCORED = ("event.settlement_built", "event.city_built")  # sentences that include the player's points


class Announcement(Struct, frozen=True):
    sentences: Callable[[Any, GameState, GameState], Iterable[Msg]]  # from the fact and the table before and after
    label_params: Callable[[Any], dict[str, Any]] = lambda event: {}  # besides the seat
    label_variant: Callable[[Any], str] = lambda event: ""


def _sentence(*fields: str, **renamed_fields: str) -> Callable[[Any, GameState, GameState], Iterable[Msg]]:
    """Announce `event.<type>` with fields of the fact as parameters; `n="count"` passes `count` as `n`."""
    sources = {**{name: name for name in fields}, **renamed_fields}
    return lambda fact, before, after: [
        msg(f"event.{fact.type}", **{param: getattr(fact, name) for param, name in sources.items()})
    ]


ANNOUNCEMENTS: dict[type[Event], Announcement] = {
    events.StepDone: Announcement(turns.announce_step_done),
    events.FirstPlayerChosen: Announcement(turns.announce_first_player),
    events.SeatJoined: Announcement(_sentence("seat", "colour")),
    events.PlayerLeft: Announcement(
        lambda fact, before, _: [msg(f"event.player_left.{before.rules.leaver}", seat=fact.seat)]
    ),
    events.SettlementBuilt: Announcement(building.announce_settlement),
    events.RoadBuilt: Announcement(building.announce_road),
    events.CityBuilt: Announcement(building.announce_city),
    events.RoadReported: Announcement(_sentence("seat", n="length")),
    events.DiceRolled: Announcement(cards.announce_roll, lambda event: {"total": event.sum}),
    events.CardsGained: Announcement(cards.announce_gains),
    CardsDiscarded: Announcement(
        cards.announce_discard, lambda event: {"n": event.count or sum((event.cards or {}).values())}
    ),
    events.RobberMoved: Announcement(cards.announce_robber),
    events.CardStolen: Announcement(
        cards.announce_theft,
        lambda event: {} if event.victim is None else {"other": event.victim},
        lambda event: "nobody" if event.victim is None else "",
    ),
    events.DevelopmentBought: Announcement(_sentence("seat")),
    events.KnightPlayed: Announcement(cards.announce_knight),
    events.RoadBuildingPlayed: Announcement(_sentence("seat")),
    events.YearOfPlentyPlayed: Announcement(cards.announce_plenty),
    events.MonopolyPlayed: Announcement(cards.announce_monopoly, lambda event: {"resource": event.resource}),
    events.PointsRevealed: Announcement(_sentence("seat", n="count"), lambda event: {"n": event.count}),
    events.BankTraded: Announcement(
        cards.announce_bank_trade, lambda event: {"give": event.give, "take": event.receive}
    ),
    events.PlayersTraded: Announcement(
        cards.announce_players_trade,
        lambda event: {"other": event.partner},
        lambda event: "untold" if is_unspecified(event) else "",
    ),
    events.NeutralSettlementBuilt: Announcement(
        building.announce_neutral_settlement, lambda event: {"colour": event.colour}
    ),
    events.NeutralRoadBuilt: Announcement(
        lambda fact, *_: [msg("event.neutral_road", colour=fact.colour)], lambda event: {"colour": event.colour}
    ),
    events.NeutralRoadReported: Announcement(_sentence("colour", n="length"), lambda event: {"colour": event.colour}),
    events.TokensSpent: Announcement(building.announce_tokens_spent, label_variant=lambda event: str(event.action)),
    events.KnightGivenUp: Announcement(building.announce_knight_given_up),
    events.TurnEnded: Announcement(turns.announce_turn_ended),
    events.VictoryDeclared: Announcement(lambda *_: ()),  # `announce_end` announces the win
    events.RulesAgreed: Announcement(_sentence("seat")),
    events.ClockPaused: Announcement(_sentence()),
    events.ClockResumed: Announcement(_sentence()),
    events.RuleChanged: Announcement(turns.announce_rule_change, lambda event: {"rule": event.key}),
    events.RulingMade: Announcement(_sentence("text", question="case")),
    Corrected: Announcement(turns.announce_correction, turns.correction_params, lambda event: str(event.what)),
}


@memo
def announce(transition: Transition) -> tuple[Msg, ...]:
    """Announce a fact and its consequences, in the order in which a host says them."""
    fact, before, after = transition.fact, transition.before, transition.after
    # A title that the host set by hand is announced as a correction.
    titles = () if isinstance(fact, Corrected) else turns.announce_titles(before, after)
    sentences = (*announce_fact(fact, before, after), *_announce_short_hand(fact, before))
    return (*sentences, *titles, *(_without_points(line, sentences) for line in turns.announce_end(before, after)))


def announce_fact(fact: AnyFact, before: GameState, after: GameState) -> Iterable[Msg]:
    return ANNOUNCEMENTS[type(fact)].sentences(fact, before, after)


def _without_points(end: Msg, sentences: tuple[Msg, ...]) -> Msg:
    """Leave the points out of a win if the building that won the game has already been announced with them."""
    if end.key == "event.won" and any(line.key in SCORED and line.params == end.params for line in sentences):
        return Msg("event.won_told", {"seat": end.params["seat"]})
    return end


def _announce_short_hand(fact: AnyFact, before: GameState) -> Iterator[Msg]:
    """Say how many cards a waived move lacks by the record: the number only, never the kind."""
    if not fact.waived:
        return
    for reason in refusals(before, fact):
        if reason.code == "hand.too_few":
            yield msg("event.short_hand", seat=reason.params["seat"], n=reason.params["need"] - reason.params["have"])


def action_label(event: AnyEvent, log: Sequence[AnyEvent] = ()) -> Msg:
    """Name an event on a button or in the history; the log tells which entry an amendment removed.

    >>> from narrator.core.table.events import DiceRolled
    >>> action_label(DiceRolled(seat=1, total=8))
    Msg(key='deed.dice_rolled', params={'seat': 1, 'total': 8})
    """
    seat = getattr(event, "seat", None)
    params: dict[str, Any] = {} if seat is None else {"seat": seat}
    if isinstance(event, Amended):
        return _amendment_label(event, log)
    if isinstance(event, TakenBack):
        return msg("deed.taken_back", **params, entry=event.to)
    announcement = ANNOUNCEMENTS[type(event)]
    variant = announcement.label_variant(event)
    key = f"deed.{event.type}.{variant}" if variant else f"deed.{event.type}"
    return msg(key, **params, **announcement.label_params(event))


def action_label_at(log: Sequence[AnyEvent], number: int) -> Msg:
    """Name the public part of an entry and its tap by the last entry; several discards are named together."""
    group = log[number - 1].group
    together = log[(number if group is None else group) - 1 : number]
    discards = sum(isinstance(event, CardsDiscarded) for event in together)
    if discards > 1:
        return msg("deed.cards_discarded.several", n=discards)
    return action_label(public_event(together[-1]), log)


def _amendment_label(event: Amended, log: Sequence[AnyEvent]) -> Msg:
    if event.event is not None:
        return msg("deed.amended" if event.after is None else "deed.amended.added", deed=action_label(event.event))
    number = event.entry or 0
    if not 0 < number <= len(log):
        return msg("deed.amended.entry", entry=number)
    removed = log[number - 1]
    # An amendment can be amended too: then it is named after the event it entered.
    fact = removed.event if isinstance(removed, Amended) else removed
    return msg("deed.amended.removed", deed=action_label(public_event(fact or removed)))
