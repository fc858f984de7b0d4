"""Every event in a few words, to name it on a button: what undo undoes, what an entry of the history is."""

from typing import Any

from narrator.core.message import Msg, msg
from narrator.core.play.trade import is_untold
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    Corrected,
    DiceRolled,
    MonopolyPlayed,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    PlayersTraded,
    PointsRevealed,
    RuleChanged,
    TakenBack,
    TokensSpent,
)


def deed(event: AnyEvent) -> Msg:
    """
    >>> deed(DiceRolled(seat=1, total=8))
    Msg(key='deed.dice_rolled', params={'seat': 1, 'total': 8})
    """
    seat = getattr(event, "seat", None)
    about: dict[str, Any] = {} if seat is None else {"seat": seat}
    return msg(f"deed.{_name(event)}", **about, **_details(event))


def _name(event: AnyEvent) -> str:
    if isinstance(event, Corrected):
        return f"corrected.{event.what}"
    if isinstance(event, CardStolen) and event.victim is None:
        return "card_stolen.nobody"
    if isinstance(event, PlayersTraded) and is_untold(event):
        return "players_traded.untold"
    if isinstance(event, Amended):
        return "amended"
    if isinstance(event, TokensSpent):
        return f"tokens_spent.{event.action}"
    return event.type


def _details(event: AnyEvent) -> dict[str, Any]:
    if isinstance(event, DiceRolled):
        return {"total": event.sum}
    if isinstance(event, CardStolen) and event.victim is not None:
        return {"other": event.victim}
    if isinstance(event, CardsDiscarded):
        return {"n": event.count or sum((event.cards or {}).values())}
    if isinstance(event, MonopolyPlayed):
        return {"resource": event.resource}
    if isinstance(event, BankTraded):
        return {"give": event.give, "take": event.receive}
    if isinstance(event, PlayersTraded):
        return {"other": event.partner}
    if isinstance(event, PointsRevealed):
        return {"n": event.count}
    if isinstance(event, NeutralSettlementBuilt | NeutralRoadBuilt | NeutralRoadReported):
        return {"colour": event.colour}
    if isinstance(event, RuleChanged):
        return {"rule": event.key}
    if isinstance(event, Corrected) and event.what == "bank":
        return {"resource": event.resource}
    if isinstance(event, Corrected) and event.what == "turn":
        return {"other": event.value}
    return {"entry": event.entry or event.after or 0} if isinstance(event, Amended) else _to(event)


def _to(event: AnyEvent) -> dict[str, Any]:
    return {"entry": event.to} if isinstance(event, TakenBack) else {}
