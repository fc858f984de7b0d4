"""Whose move it is among the bots, and what it waits for: read off a record and its desk, without a thought."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.bot.levels import Level
from narrator.core.message import Msg, msg
from narrator.core.play.placement import placing_seat
from narrator.core.record.record import Record
from narrator.core.record.undo import last_at_table
from narrator.core.table.cards import Counts
from narrator.core.table.events import Amended, AnyFact, CardStolen, TakenBack, TurnEnded
from narrator.core.table.phase import Discarding, Over, Rolling, SettingUp
from narrator.core.table.state import GameState, acting_seat
from narrator.script.directing.chair import Chair, question
from narrator.script.directing.direct import Manner
from narrator.script.directing.put_back import put_back
from narrator.script.narrate import due as due_step
from narrator.store.note import Pace

from .bot_chairs import bots_in, open_hands, reason_for
from .desk import Desk
from .last_cards import to_ask

SECONDS: dict[Pace, tuple[int, int, int]] = {"fast": (3, 1, 8), "normal": (9, 3, 20)}
"""After what has to be moved by hand, after nothing, and for answers to an offer: so long the table has time."""


class Due(Struct, frozen=True):
    """A bot that has to do something now."""

    seat: int
    level: Level
    asks: AnyFact | None = None
    """What it does, where people have to say how it comes out."""
    is_hosts: bool = False
    """Whether the host enters what is due, as for anybody: dice that somebody throws."""
    offers: bool = False
    """Whether it waits for answers to its own offer."""
    answered: bool = False
    """Whether somebody has said yes to that, or something else."""


def due_in(record: Record, desk: Desk) -> Due | None:
    """The bot that is to go on, unless all of them were stopped."""
    bots = bots_in(record.state, desk) if desk.pace != "stopped" and is_laid(record.state) else {}
    seat = _whose_move(record, desk, bots) if bots else None
    if seat is None:
        return None
    level, meant = bots[seat], desk.meant
    if meant is not None and meant.seat == seat and meant.seen == len(record.log):
        return Due(seat, level, asks=meant.event, is_hosts=meant.event is None)
    if _only_rolls(record.state, seat):
        return Due(seat, level, is_hosts=True)
    offer = desk.offer
    if offer is None or offer.offer.seat != seat:
        return Due(seat, level)
    answered = any(answer.answer != "decline" for answer in offer.answers.values())
    return Due(seat, level, offers=True, answered=answered)


def is_laid(state: GameState) -> bool:
    """Whether the table lies ready and it is known who starts: no bot places anything before that."""
    return not isinstance(state.phase, SettingUp) or not due_step(state, "normal").id.startswith("setup.")


def chair_of(record: Record, desk: Desk) -> Chair | None:
    """What the director has to know of the bots: whose move it is, and why the newest entry was made."""
    due, newest = due_in(record, desk), len(record.log)
    is_news = record.head.number == newest and not has_asked(record, desk)
    said = reason_for(record, desk, newest) if is_news else None
    why = None if said is None else said.why
    back = None if has_asked(record, desk) else put_back(record, bots_in(record.state, desk))
    if back is not None:
        return Chair(back.seat, _now(record, desk, due), helped=due is not None and due.is_hosts, back=back)
    stolen = None if said is None else _stolen(record, desk)
    if due is None:
        return None if said is None else Chair(said.seat, why=why, stolen=stolen)
    if due.asks is not None:
        meant = None if desk.meant is None else desk.meant.why
        return Chair(due.seat, question(due.asks, due.seat), meant, asks=True)
    if due.offers and desk.offer is not None:
        offer = desk.offer.offer
        told = msg("bot.why.offer", seat=due.seat, give=offer.give, take=offer.want)
        return Chair(due.seat, msg("bot.ask.offer"), told, asks=True)
    return Chair(due.seat, _now(record, desk, due), why, helped=due.is_hosts, stolen=stolen)


def _stolen(record: Record, desk: Desk) -> Counts | None:
    """The card of the newest theft, where a bot's open cards show it to everybody."""
    fact, opened = record.head.fact, open_hands(record.state, desk)
    if not isinstance(fact, CardStolen) or fact.resource is None or opened.isdisjoint({fact.seat, fact.victim}):
        return None
    return {fact.resource: 1}


def has_asked(record: Record, desk: Desk) -> bool:
    """Whether a bot has offered or asked something since the newest entry. The table has done by then what that entry
    told it to do."""
    newest, bots = len(record.log), bots_in(record.state, desk)
    is_meant = desk.meant is not None and desk.meant.event is not None and desk.meant.seen == newest
    return is_meant or any(offer.seen == newest for seat, offer in desk.last_offers.items() if seat in bots)


def _now(record: Record, desk: Desk, due: Due | None) -> Msg | None:
    if due is None:
        return None
    if due.is_hosts and isinstance(record.state.phase, Rolling):
        return msg("bot.rolls", seat=due.seat)
    return msg("bot.waits" if waits_for_tap(record, desk) else "bot.turn", seat=due.seat)


def waits_for_tap(record: Record, desk: Desk) -> bool:
    """After an undo, too: whoever went back has something in mind."""
    last = last_at_table(record.log)
    return desk.pace == "step" or (last > 0 and isinstance(record.log[last - 1], TakenBack | Amended))


def seconds_left(record: Record, desk: Desk, due: Due) -> int | None:
    """So long the table has time before a bot goes on by itself; None where the bots wait for people."""
    if desk.pace not in SECONDS or due.is_hosts or due.asks is not None:
        return None
    moved, nothing, offered = SECONDS[desk.pace]
    if due.offers:
        return nothing if due.answered else offered
    last = None if has_asked(record, desk) else record.head.fact
    is_shown = newest_by_bot(record, desk) is not None or (last is not None and not isinstance(last, TurnEnded))
    return moved if is_shown else nothing


def newest_by_bot(record: Record, desk: Desk) -> AnyFact | None:
    """The newest entry, where a bot made it and has asked nothing since."""
    if has_asked(record, desk):
        return None
    newest = len(record.log)
    said = reason_for(record, desk, newest)
    return record.head.fact if said is not None and record.head.number == newest else None


def manner_of(record: Record, desk: Desk, detail: str | None = None) -> Manner:
    """How the table is told, its bots included."""
    return replace(desk.manner(detail), chair=chair_of(record, desk), interrupted=has_asked(record, desk))


def _whose_move(record: Record, desk: Desk, bots: dict[int, Level]) -> int | None:
    state = record.state
    if isinstance(state.phase, Over):
        asked = to_ask(record, desk)
        return asked[0] if asked and asked[0] in bots else None
    if isinstance(state.phase, Discarding):
        return next((seat for seat in sorted(state.phase.owed) if seat in bots), None)
    seat = placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state)
    return seat if seat in bots else None


def _only_rolls(state: GameState, seat: int) -> bool:
    """Whether there is nothing to think about before the table's dice are thrown."""
    return isinstance(state.phase, Rolling) and state.rules.dice_source != "app" and not has_old_cards(state, seat)


def has_old_cards(state: GameState, seat: int) -> bool:
    """Whether somebody holds development cards that may be played."""
    return state.seats[seat].development_cards > state.seats[seat].bought_this_turn
