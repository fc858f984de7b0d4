"""A bot on stage: what it does and why is the hero, what people do with its wood and cards stands below."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.play.placement import is_placement
from narrator.core.reading.public_view import Moment
from narrator.core.table.cards import PRICES, Counts, Purchase
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    KnightPlayed,
    MonopolyPlayed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    YearOfPlentyPlayed,
)
from narrator.script.model import Script, Step
from narrator.script.scenes.bot_undone import PutBack
from narrator.script.scenes.model import Chip, Picture, Said, Scene

PIECES: dict[type, Purchase] = {SettlementBuilt: "settlement", CityBuilt: "city", RoadBuilt: "road"}
BOUGHT = "bot.ask.card"
SAID_BETTER = (
    *("scene.built.", "event.settlement_placed", "event.road_placed", "event.free_road", "event.robber_moved"),
    *(
        "event.development_bought",
        "event.knight_played",
        "event.road_building_played",
        "event.year_of_plenty_played",
        "event.points_revealed",
    ),
)
"""How the keys begin of what the reason tells already."""


class BotScene(Struct, frozen=True):
    """A bot at the table, as the director has to know it."""

    seat: int
    now: Msg | None = None
    """What the table waits for, where it waits for this bot."""
    why: Msg | None = None
    """Why it did what the newest entry says, or what it is about to do."""
    asks: bool = False
    """Whether people have to say how it comes out, or answer an offer: nothing else is news then."""
    helped: bool = False
    """Whether somebody does for it what is due: throws the dice."""
    stolen: Counts | None = None
    """The card that was just stolen by or from it, where its cards lie open."""
    back: PutBack | None = None
    """What goes back, where the last entry undid a deed of it."""


def bot_scene(script: Script, chair: BotScene | None) -> Script:
    """The script where it is a bot's move: it is not told what it may do."""
    if chair is None or chair.now is None:
        return script
    return replace(script, now=replace(script.now, lines=(chair.now,), why=None))


def with_bot_scene(scene: Scene, chair: BotScene | None, last: Moment | None) -> Scene:
    if chair is None:
        return scene
    if chair.back is not None:
        return _undone(scene, chair, chair.back)
    if chair.asks and chair.why is not None:
        return _asking(scene, chair, chair.why)
    if chair.why is None or last is None:
        return _waiting(scene, chair)
    return _explained(scene, chair, last, chair.why)


def _asking(scene: Scene, chair: BotScene, why: Msg) -> Scene:
    """A card that it buys is paid before somebody says which one it is."""
    order = None if chair.now is None else Step("bot", (chair.now,), chair.seat)
    spoken = _spoken(scene, (why, *(order.lines if order else ())))
    plain = replace(scene, is_moment=False, second=(), why=None, aside=None)
    chips = _pays(chair.seat, "development") if chair.now is not None and chair.now.key == BOUGHT else ()
    picture = replace(scene.picture, roll=None, dice=None, sign=None, chips=chips, road=(), lit=())
    return replace(plain, kind="bot", seat=chair.seat, hero=(why,), picture=picture, order=order, spoken=spoken)


def _pays(seat: int, what: Purchase) -> tuple[Chip, ...]:
    """The cards that somebody puts back for it."""
    return (Chip(seat, gives=PRICES[what].counts(), why=msg("bot.pays")),)


def _undone(scene: Scene, chair: BotScene, back: PutBack) -> Scene:
    """What goes back is all the news: cards that an older entry paid would only be taken twice."""
    order = scene.order or (Step(scene.kind, scene.hero, scene.seat) if scene.kind in ("order", "options") else None)
    if chair.now is not None:
        order = Step("bot", (chair.now,), chair.seat)
    spoken = _spoken(scene, (*back.told, *(order.lines if order else ())))
    plain = replace(scene, is_moment=False, second=(), before=None, why=None, aside=None, order=order, spoken=spoken)
    return replace(plain, kind="repayment", seat=back.seat, hero=back.hero, picture=back.picture)


def _waiting(scene: Scene, chair: BotScene) -> Scene:
    """Nothing new of it: where its move is all that there is to say, it is said once."""
    is_all = chair.now is not None and scene.hero == (chair.now,)
    return replace(scene, order=None) if is_all else scene


def _explained(scene: Scene, chair: BotScene, last: Moment, why: Msg) -> Scene:
    """With its reason: as the hero where nothing moved, else below the news. While it goes on by itself, nobody is told
    to do anything else."""
    goes_on = chair.now is not None and not chair.helped
    aloud = told = (why, *by_hand(last, aloud=True))
    if not scene.picture.chips:
        told, scene = (why, *by_hand(last)), replace(scene, picture=replace(scene.picture, chips=_paid(last)))
    rest = tuple(line for line in scene.second if not line.key.startswith(SAID_BETTER))
    spoken = _spoken(scene, (*aloud, *(() if goes_on else _last_words(scene))))
    if scene.kind not in ("order", "options"):
        scene = replace(scene, picture=_opened(scene.picture, chair.stolen))
        return replace(scene, second=(*told, *rest), order=None if goes_on else scene.order, spoken=spoken)
    order = None if goes_on else scene.order or Step(scene.kind, scene.hero, scene.seat)
    return replace(
        scene, kind="bot", seat=chair.seat, hero=(why,), second=(*told[1:], *rest), order=order, why=None, spoken=spoken
    )


def _opened(picture: Picture, cards: Counts | None) -> Picture:
    """A card that was drawn from or into an open hand is shown as what it is."""
    if cards is None:
        return picture
    chips = tuple(
        replace(
            chip,
            takes=cards if chip.takes_unseen else chip.takes,
            gives=cards if chip.gives_unseen else chip.gives,
            takes_unseen=0,
            gives_unseen=0,
        )
        for chip in picture.chips
    )
    return replace(picture, chips=chips)


def _last_words(scene: Scene) -> tuple[Msg, ...]:
    """What the voice says at the end: what to do next."""
    if scene.order is not None:
        return scene.order.lines
    return scene.hero if scene.kind in ("order", "options") else ()


def _spoken(scene: Scene, clauses: tuple[Msg, ...]) -> tuple[Said, ...]:
    *before, newest = scene.spoken
    return (*before, Said(newest.entry, clauses))


def by_hand(moment: Moment, aloud: bool = False) -> Iterator[Msg]:
    """What people do for a bot with wood and cards. What a build costs is a picture, and said only aloud."""
    fact, seat = moment.fact, getattr(moment.fact, "seat", None)
    has_cards = moment.after.game.cards == "table"
    if (piece := PIECES.get(type(fact))) is not None:
        paid = aloud and _paid(moment)
        cards = {"cards": PRICES[piece].counts()} if paid else {}
        yield msg(f"bot.do.{piece}.paid" if paid else f"bot.do.{piece}", seat=seat, **cards)
    elif isinstance(fact, RobberMoved):
        yield msg("bot.do.robber")
    elif not has_cards:
        return
    elif isinstance(fact, KnightPlayed | RoadBuildingPlayed | MonopolyPlayed):
        yield msg("bot.do.play", seat=seat)
    elif isinstance(fact, YearOfPlentyPlayed):
        yield msg("bot.do.plenty", seat=seat, cards=fact.cards)
    elif isinstance(fact, BankTraded):
        yield msg("bot.do.trade", seat=seat, give=fact.give, take=fact.receive)
    elif isinstance(fact, CardsDiscarded) and fact.cards:
        yield msg("bot.do.discard", seat=seat, cards=fact.cards)


def _paid(moment: Moment) -> tuple[Chip, ...]:
    """What a build cost, where cards lie on the table and it was not free."""
    piece, seat = PIECES.get(type(moment.fact)), getattr(moment.fact, "seat", 0)
    paid = moment.before.seats[seat].hand - moment.after.seats[seat].hand
    if piece is None or is_placement(moment.before) or paid <= 0 or moment.after.game.cards == "app":
        return ()
    return _pays(seat, piece)


def question(fact: AnyFact, seat: int) -> Msg | None:
    """What people are asked, where they see what a bot does not."""
    if isinstance(fact, CardStolen):
        return msg("bot.ask.theft", seat=seat, other=fact.victim)
    if isinstance(fact, DevelopmentBought):
        return msg("bot.ask.card", seat=seat, cards=PRICES["development"].counts())
    return msg("bot.ask.monopoly", seat=seat) if isinstance(fact, MonopolyPlayed) else None
