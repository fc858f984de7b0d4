"""A bot on stage: the hero says what it does and why; below is what people do with its pieces and cards."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.play.placement import is_placement
from narrator.core.reading.public_view import Transition
from narrator.core.table import events
from narrator.core.table.cards import PRICES, Counts, Purchase
from narrator.script.model import Script, Step
from narrator.script.scenes.model import Picture, PicturedPlayer, Scene, SpokenEntry
from narrator.script.scenes.undone import PIECES, PutBack

CARD_QUESTION = "bot.ask.card"
# Prefixes of message keys that the bot's reason makes redundant.
COVERED_LINES = (
    *("scene.built.", "event.settlement_placed", "event.road_placed", "event.free_road", "event.robber_moved"),
    *("event.development_bought", "event.knight_played", "event.road_building_played"),
    *("event.year_of_plenty_played", "event.points_revealed"),
)


class BotScene(Struct, frozen=True):
    """What the director has to know about a bot."""

    seat: int
    instruction: Msg | None = None  # what the table waits for, if it waits for this bot
    reason: Msg | None = None  # the reason for the newest entry, or for what the bot is about to do
    is_asking: bool = False  # people have to enter an outcome or answer an offer: nothing else is news then
    is_helped: bool = False  # somebody acts for it: rolls the dice
    stolen_cards: Counts | None = None  # the card just stolen by or from it, if its cards lie open
    put_back: PutBack | None = None  # what goes back after an undo


def with_bot_instruction(script: Script, bot: BotScene | None) -> Script:
    if bot is None or bot.instruction is None:
        return script
    return replace(script, now=replace(script.now, lines=(bot.instruction,), why=None))


def with_bot_scene(scene: Scene, bot: BotScene | None, last: Transition | None) -> Scene:
    if bot is None:
        return scene
    if bot.put_back is not None:
        return _after_undo(scene, bot, bot.put_back)
    if bot.is_asking and bot.reason is not None:
        return _asking(scene, bot, bot.reason)
    if bot.reason is None or last is None:
        return _waiting(scene, bot)
    return _with_reason(scene, bot, last, bot.reason)


def _asking(scene: Scene, bot: BotScene, why: Msg) -> Scene:
    """Ask people for the outcome; a development card is paid for before somebody says which one it is."""
    instruction = None if bot.instruction is None else Step("bot", (bot.instruction,), bot.seat)
    spoken = _spoken(scene, (why, *(instruction.lines if instruction else ())))
    plain = replace(scene, is_moment=False, more_lines=(), why=None, aside=None)
    asks_for_card = bot.instruction is not None and bot.instruction.key == CARD_QUESTION
    players = _payment(bot.seat, "development") if asks_for_card else ()
    picture = replace(scene.picture, roll=None, dice=None, sign=None, players=players, road=(), lit=())
    return replace(
        plain, kind="bot", seat=bot.seat, hero=(why,), picture=picture, instruction=instruction, spoken=spoken
    )


def _payment(seat: int, what: Purchase) -> tuple[PicturedPlayer, ...]:
    return (PicturedPlayer(seat, gives=PRICES[what].counts(), why=msg("bot.pays")),)


def _after_undo(scene: Scene, bot: BotScene, back: PutBack) -> Scene:
    """Show only what goes back: cards from older news would be taken twice."""
    instruction = scene.instruction
    if bot.instruction is not None:
        instruction = Step("bot", (bot.instruction,), bot.seat)
    elif instruction is None and scene.kind in ("instruction", "options"):
        instruction = Step(scene.kind, scene.hero, scene.seat)
    spoken = _spoken(scene, (*back.spoken, *(instruction.lines if instruction else ())))
    plain = replace(
        scene, is_moment=False, more_lines=(), before=None, why=None, aside=None, instruction=instruction, spoken=spoken
    )
    return replace(plain, kind="repayment", seat=back.seat, hero=back.hero, picture=back.picture)


def _waiting(scene: Scene, bot: BotScene) -> Scene:
    """Without news, say its move only once."""
    is_all = bot.instruction is not None and scene.hero == (bot.instruction,)
    return replace(scene, instruction=None) if is_all else scene


def _with_reason(scene: Scene, bot: BotScene, last: Transition, why: Msg) -> Scene:
    """Add the reason: as the hero if nothing moved, else below the news. A bot that goes on alone instructs nobody."""
    goes_on = bot.instruction is not None and not bot.is_helped
    aloud = lines = (why, *manual_actions(last, aloud=True))
    if not scene.picture.players:
        lines = (why, *manual_actions(last))
        scene = replace(scene, picture=replace(scene.picture, players=_payment_of_build(last)))
    rest = tuple(line for line in scene.more_lines if not line.key.startswith(COVERED_LINES))
    spoken = _spoken(scene, (*aloud, *(() if goes_on else _last_words(scene))))
    if scene.kind not in ("instruction", "options"):
        scene = replace(scene, picture=_face_up(scene.picture, bot.stolen_cards))
        return replace(
            scene, more_lines=(*lines, *rest), instruction=None if goes_on else scene.instruction, spoken=spoken
        )
    instruction = None if goes_on else scene.instruction or Step(scene.kind, scene.hero, scene.seat)
    scene = replace(scene, kind="bot", seat=bot.seat, hero=(why,), more_lines=(*lines[1:], *rest))
    return replace(scene, instruction=instruction, why=None, spoken=spoken)


def _face_up(picture: Picture, cards: Counts | None) -> Picture:
    if cards is None:
        return picture
    players = tuple(
        replace(
            player,
            takes=cards if player.takes_unseen else player.takes,
            gives=cards if player.gives_unseen else player.gives,
            takes_unseen=0,
            gives_unseen=0,
        )
        for player in picture.players
    )
    return replace(picture, players=players)


def _last_words(scene: Scene) -> tuple[Msg, ...]:
    """Return what to do next, which the voice says last."""
    if scene.instruction is not None:
        return scene.instruction.lines
    return scene.hero if scene.kind in ("instruction", "options") else ()


def _spoken(scene: Scene, clauses: tuple[Msg, ...]) -> tuple[SpokenEntry, ...]:
    *before, newest = scene.spoken
    return (*before, SpokenEntry(newest.entry, clauses))


def manual_actions(transition: Transition, aloud: bool = False) -> Iterator[Msg]:
    """Say what people do for a bot with pieces and cards; only the voice says the cost of a build."""
    fact, seat = transition.fact, getattr(transition.fact, "seat", None)
    has_cards = not transition.after.game.is_dealt
    if (piece := PIECES.get(type(fact))) is not None:
        paid = aloud and _payment_of_build(transition)
        cards = {"cards": PRICES[piece].counts()} if paid else {}
        yield msg(f"bot.do.{piece}.paid" if paid else f"bot.do.{piece}", seat=seat, **cards)
    elif isinstance(fact, events.RobberMoved):
        yield msg("bot.do.robber")
    elif not has_cards:
        return
    elif isinstance(fact, events.KnightPlayed | events.RoadBuildingPlayed | events.MonopolyPlayed):
        yield msg("bot.do.play", seat=seat)
    elif isinstance(fact, events.YearOfPlentyPlayed):
        yield msg("bot.do.plenty", seat=seat, cards=fact.cards)
    elif isinstance(fact, events.BankTraded):
        yield msg("bot.do.trade", seat=seat, give=fact.give, take=fact.receive)
    elif isinstance(fact, events.CardsDiscarded) and fact.cards:
        yield msg("bot.do.discard", seat=seat, cards=fact.cards)


def _payment_of_build(transition: Transition) -> tuple[PicturedPlayer, ...]:
    piece, seat = PIECES.get(type(transition.fact)), getattr(transition.fact, "seat", 0)
    paid = transition.before.seats[seat].hand_size - transition.after.seats[seat].hand_size
    if piece is None or is_placement(transition.before) or paid <= 0 or transition.after.game.is_dealt:
        return ()
    return _payment(seat, piece)


def outcome_question(fact: events.AnyFact, seat: int) -> Msg | None:
    """Return what people are asked if they can see what the bot cannot."""
    if isinstance(fact, events.CardStolen):
        return msg("bot.ask.theft", seat=seat, other=fact.victim)
    if isinstance(fact, events.DevelopmentBought):
        return msg("bot.ask.card", seat=seat, cards=PRICES["development"].counts())
    return msg("bot.ask.monopoly", seat=seat) if isinstance(fact, events.MonopolyPlayed) else None
