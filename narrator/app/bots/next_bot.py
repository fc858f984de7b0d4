"""Which bot has to move, and what it waits for: read from the record and the session, without deciding."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.end_of_game import seats_to_ask_for_points
from narrator.bot.observation import KnownCards
from narrator.core.message import Msg, msg
from narrator.core.play.placement import placing_seat
from narrator.core.record.record import Record
from narrator.core.record.undo import last_game_entry
from narrator.core.table.cards import Counts, cards
from narrator.core.table.events import Amended, AnyFact, CardStolen, TakenBack, TurnEnded
from narrator.core.table.phase import Discarding, Over, Rolling, SettingUp
from narrator.core.table.state import BotLevel, GameState, acting_seat
from narrator.script.narrate import current_step
from narrator.script.scenes.bot_scene import BotScene, outcome_question
from narrator.script.scenes.director import NarrationOptions
from narrator.script.scenes.undone import bot_put_back
from narrator.session.events import BotSaid, Pace
from narrator.session.table_session import TableSession, bot_levels

SECONDS: dict[Pace, tuple[int, int, int]] = {
    "fast": (3, 1, 8),
    "normal": (9, 3, 20),
}  # to wait after an action with pieces to move, after nothing, and for answers to an offer


class Due(Struct, frozen=True):
    seat: int
    level: BotLevel
    asks: AnyFact | None = None  # action whose outcome people have to enter
    is_entered_by_host: bool = False  # the host enters what is due, such as dice
    offers: bool = False  # waits for answers to its own offer
    answered: bool = False  # with a yes or a counter-offer


def due_in(record: Record, session: TableSession) -> Due | None:
    """Return the bot that has to move, unless bots are stopped."""
    bots = bot_levels(record.state, session) if session.bots.pace != "stopped" and is_set_up(record.state) else {}
    seat = _whose_move(record, session, bots) if bots else None
    if seat is None:
        return None
    level, meant, state = bots[seat], session.bots.intended, record.state
    if meant is not None and meant.seat == seat and meant.seen == record.last_entry:
        return Due(seat, level, asks=meant.event, is_entered_by_host=meant.event is None)
    if isinstance(state.phase, Rolling) and state.rules.dice_source != "app" and not has_old_cards(state, seat):
        return Due(seat, level, is_entered_by_host=True)
    offer = session.offers.open
    if offer is None or offer.offer.seat != seat:
        return Due(seat, level)
    answered = any(answer.answer != "decline" for answer in offer.answers.values())
    return Due(seat, level, offers=True, answered=answered)


def is_set_up(state: GameState) -> bool:
    """Whether the board is set up and the first player known; bots wait for that."""
    return not isinstance(state.phase, SettingUp) or not current_step(state, "normal").id.startswith("setup.")


def bot_scene_of(record: Record, session: TableSession) -> BotScene | None:
    """Return the bot's part of the scene: whose move it is, and why the newest entry was made."""
    due, newest = due_in(record, session), record.last_entry
    is_news = record.head.number == newest and not has_asked(record, session)
    said = reason_for(record, session, newest) if is_news else None
    why = None if said is None else said.why
    back = None if has_asked(record, session) else bot_put_back(record, bot_levels(record.state, session))
    if back is not None:
        is_helped = due is not None and due.is_entered_by_host
        return BotScene(back.seat, _now(record, session, due), is_helped=is_helped, put_back=back)
    stolen = None if said is None else _stolen(record, session)
    if due is None:
        return None if said is None else BotScene(said.seat, reason=why, stolen_cards=stolen)
    if due.asks is not None:
        meant = None if session.bots.intended is None else session.bots.intended.why
        return BotScene(due.seat, outcome_question(due.asks, due.seat), meant, is_asking=True)
    if due.offers and session.offers.open is not None:
        offer = session.offers.open.offer
        told = msg("bot.why.offer", seat=due.seat, give=offer.give, take=offer.want)
        return BotScene(due.seat, msg("bot.ask.offer"), told, is_asking=True)
    return BotScene(due.seat, _now(record, session, due), why, is_helped=due.is_entered_by_host, stolen_cards=stolen)


def _stolen(record: Record, session: TableSession) -> Counts | None:
    """Return the card of the newest theft if a bot's open cards show it to everybody."""
    fact, opened = record.head.fact, open_hands(record.state, session)
    if not isinstance(fact, CardStolen) or fact.resource is None or opened.isdisjoint({fact.seat, fact.victim}):
        return None
    return {fact.resource: 1}


def has_asked(record: Record, session: TableSession) -> bool:
    """Whether a bot has offered or asked something since the newest entry; the table has carried that out by then."""
    newest, bots, meant = record.last_entry, bot_levels(record.state, session), session.bots.intended
    is_meant = meant is not None and meant.event is not None and meant.seen == newest
    return is_meant or any(offer.seen == newest for seat, offer in session.offers.last.items() if seat in bots)


def _now(record: Record, session: TableSession, due: Due | None) -> Msg | None:
    if due is None:
        return None
    if due.is_entered_by_host and isinstance(record.state.phase, Rolling):
        return msg("bot.rolls", seat=due.seat)
    return msg("bot.waits" if waits_for_tap(record, session) else "bot.turn", seat=due.seat)


def waits_for_tap(record: Record, session: TableSession) -> bool:
    """Also after an undo: the person who undid something has a plan."""
    last = last_game_entry(record.log)
    return session.bots.pace == "step" or (last > 0 and isinstance(record.log[last - 1], TakenBack | Amended))


def seconds_left(record: Record, session: TableSession, due: Due) -> int | None:
    """Return the seconds until a bot continues by itself; None if it waits for people."""
    if session.bots.pace not in SECONDS or due.is_entered_by_host or due.asks is not None:
        return None
    moved, nothing, offered = SECONDS[session.bots.pace]
    if due.offers:
        return nothing if due.answered else offered
    last = None if has_asked(record, session) else record.head.fact
    is_shown = newest_by_bot(record, session) is not None or (last is not None and not isinstance(last, TurnEnded))
    return moved if is_shown else nothing


def newest_by_bot(record: Record, session: TableSession) -> AnyFact | None:
    """Return the newest entry if a bot made it and has asked nothing since."""
    if has_asked(record, session):
        return None
    newest = record.last_entry
    said = reason_for(record, session, newest)
    return record.head.fact if said is not None and record.head.number == newest else None


def narration_options(record: Record, session: TableSession, detail: str | None = None) -> NarrationOptions:
    options = session.narration.options(detail)
    return replace(options, bot=bot_scene_of(record, session), is_interrupted=has_asked(record, session))


def _whose_move(record: Record, session: TableSession, bots: dict[int, BotLevel]) -> int | None:
    state = record.state
    if isinstance(state.phase, Over):
        asked = seats_to_ask_for_points(record, session)
        return asked[0] if asked and asked[0] in bots else None
    if isinstance(state.phase, Discarding):
        return next((seat for seat in sorted(state.phase.owed) if seat in bots), None)
    seat = placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state)
    return seat if seat in bots else None


def has_old_cards(state: GameState, seat: int) -> bool:
    """Whether a seat holds development cards that may be played."""
    return state.seats[seat].development_cards > state.seats[seat].bought_this_turn


def open_hands(state: GameState, session: TableSession) -> frozenset[int]:
    return frozenset(bot_levels(state, session)) if not state.game.is_dealt else frozenset()


def own_cards(session: TableSession, seat: int) -> KnownCards | None:
    """Return cards that a leaving player revealed, if the record doesn't know them."""
    seated = session.bots.seats.get(seat)
    if seated is None or seated.hand is None:
        return None
    return KnownCards(cards(seated.hand), tuple(seated.development), seated.seen)


def reason_for(record: Record, session: TableSession, entry: int) -> BotSaid | None:
    said = session.bots.reasons.get(entry)
    if said is None or entry > record.last_entry:
        return None
    event = record.log[entry - 1]
    return said if event.type == said.deed and getattr(event, "seat", None) == said.seat else None
