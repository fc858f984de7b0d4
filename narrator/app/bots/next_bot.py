"""Which bot has to move, and what it waits for: read from the record and the session, without deciding."""

from msgspec import Struct

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
from narrator.script.scenes.undone import bot_put_back
from narrator.session.events import BotSaid, Pace
from narrator.session.table_session import TableSession, bot_levels


class PauseSeconds(Struct, frozen=True):
    """How long a bot waits before it continues by itself."""

    after_action: int  # of anybody, with something to move on the table
    otherwise: int
    for_answers: int  # to its own offer


PAUSES: dict[Pace, PauseSeconds] = {
    "fast": PauseSeconds(after_action=3, otherwise=1, for_answers=8),
    "normal": PauseSeconds(after_action=9, otherwise=3, for_answers=20),
}


class BotToMove(Struct, frozen=True):
    seat: int
    level: BotLevel
    asks: AnyFact | None = None  # action whose outcome people have to enter
    is_entered_by_host: bool = False  # the host enters the move, such as a roll of the dice
    has_offered: bool = False  # waits for answers to its own offer
    is_answered: bool = False  # with a yes or a counter-offer


def bot_to_move(record: Record, session: TableSession) -> BotToMove | None:
    """Return the bot that has to move, unless bots are stopped."""
    bots = bot_levels(record.state, session) if session.bots.pace != "stopped" and is_set_up(record.state) else {}
    seat = _whose_move(record, session, bots) if bots else None
    if seat is None:
        return None
    level, intended, state = bots[seat], session.bots.intended, record.state
    if intended is not None and intended.seat == seat and intended.seen == record.last_entry:
        return BotToMove(seat, level, asks=intended.event, is_entered_by_host=intended.event is None)
    if isinstance(state.phase, Rolling) and state.rules.dice_source != "app" and not has_old_cards(state, seat):
        return BotToMove(seat, level, is_entered_by_host=True)
    offer = session.offers.open
    if offer is None or offer.offer.seat != seat:
        return BotToMove(seat, level)
    is_answered = any(answer.answer != "decline" for answer in offer.answers.values())
    return BotToMove(seat, level, has_offered=True, is_answered=is_answered)


def is_set_up(state: GameState) -> bool:
    """Whether the board is set up and the first player known; bots wait for that."""
    return not isinstance(state.phase, SettingUp) or not current_step(state, "normal").id.startswith("setup.")


def bot_scene_of(record: Record, session: TableSession) -> BotScene | None:
    """Return the bot's part of the scene: whose move it is, and why the newest entry was made."""
    bot, newest = bot_to_move(record, session), record.last_entry
    is_news = record.head.number == newest and not has_asked(record, session)
    said = reason_for(record, session, newest) if is_news else None
    why = None if said is None else said.why
    back = None if has_asked(record, session) else bot_put_back(record, bot_levels(record.state, session))
    if back is not None:
        is_helped = bot is not None and bot.is_entered_by_host
        return BotScene(back.seat, _now(record, session, bot), is_helped=is_helped, put_back=back)
    stolen = None if said is None else _stolen(record, session)
    if bot is None:
        return None if said is None else BotScene(said.seat, reason=why, stolen_cards=stolen)
    if bot.asks is not None:
        reason = None if session.bots.intended is None else session.bots.intended.why
        return BotScene(bot.seat, outcome_question(bot.asks, bot.seat), reason, is_asking=True)
    if bot.has_offered and session.offers.open is not None:
        offer = session.offers.open.offer
        reason = msg("bot.why.offer", seat=bot.seat, give=offer.give, take=offer.want)
        return BotScene(bot.seat, msg("bot.ask.offer"), reason, is_asking=True)
    return BotScene(bot.seat, _now(record, session, bot), why, is_helped=bot.is_entered_by_host, stolen_cards=stolen)


def _stolen(record: Record, session: TableSession) -> Counts | None:
    """Return the card of the newest theft if a bot's open cards show it to everybody."""
    fact, opened = record.head.fact, open_hands(record.state, session)
    if not isinstance(fact, CardStolen) or fact.resource is None or opened.isdisjoint({fact.seat, fact.victim}):
        return None
    return {fact.resource: 1}


def has_asked(record: Record, session: TableSession) -> bool:
    """Whether a bot has offered or asked something since the newest entry. That entry is then no longer news: the table
    has moved its pieces and cards."""
    newest, bots, intended = record.last_entry, bot_levels(record.state, session), session.bots.intended
    has_intended = intended is not None and intended.event is not None and intended.seen == newest
    return has_intended or any(offer.seen == newest for seat, offer in session.offers.last.items() if seat in bots)


def _now(record: Record, session: TableSession, bot: BotToMove | None) -> Msg | None:
    if bot is None:
        return None
    if bot.is_entered_by_host and isinstance(record.state.phase, Rolling):
        return msg("bot.rolls", seat=bot.seat)
    return msg("bot.waits" if waits_for_tap(record, session) else "bot.turn", seat=bot.seat)


def waits_for_tap(record: Record, session: TableSession) -> bool:
    """Also after an undo: the person who undid something has a plan."""
    last = last_game_entry(record.log)
    return session.bots.pace == "step" or (last > 0 and isinstance(record.log[last - 1], TakenBack | Amended))


def seconds_left(record: Record, session: TableSession, bot: BotToMove) -> int | None:
    """Return the seconds until a bot continues by itself; None if it waits for people."""
    if session.bots.pace not in PAUSES or bot.is_entered_by_host or bot.asks is not None:
        return None
    pause = PAUSES[session.bots.pace]
    if bot.has_offered:
        return pause.otherwise if bot.is_answered else pause.for_answers
    last = None if has_asked(record, session) else record.head.fact
    is_shown = newest_by_bot(record, session) is not None or (last is not None and not isinstance(last, TurnEnded))
    return pause.after_action if is_shown else pause.otherwise


def newest_by_bot(record: Record, session: TableSession) -> AnyFact | None:
    """Return the newest entry if a bot made it and has asked nothing since."""
    if has_asked(record, session):
        return None
    newest = record.last_entry
    said = reason_for(record, session, newest)
    return record.head.fact if said is not None and record.head.number == newest else None


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
    return said if event.type == said.event_type and getattr(event, "seat", None) == said.seat else None
