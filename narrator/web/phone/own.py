"""A scene as one player's own phone says it: you take, you give, you must, you may."""

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.reading.hints import NextPoint, cards_at_risk, next_points
from narrator.core.reading.result import Standing
from narrator.core.table.phase import (
    Acting,
    BuildingOnly,
    Discarding,
    Over,
    PartnerActing,
    PlacingFreeRoads,
    SpecialBuilding,
    Trading,
)
from narrator.core.table.state import GameState, acting_seat
from narrator.script.model import Step
from narrator.script.own_hand import own_hand
from narrator.script.scenes.for_seat import OWN_ACTIONS, for_seat
from narrator.script.scenes.importance import kind_of_step
from narrator.script.scenes.model import Chip, Scene
from narrator.text.render import Rendered, say_aloud, say_list
from narrator.web.components.scene import Cards, chip_view, stacks
from narrator.web.rendering.table_context import TableContext

OPEN = (Acting, Trading, BuildingOnly, PartnerActing, SpecialBuilding)
"""Steps in which a player may do several things, in any order."""
SIGNS = {
    "settlement": "settlement",
    "road": "road",
    "roll": "dice",
    "roll_or_card": "dice",
    "second_roll": "dice",
    "robber": "robber",
    "steal": "hand",
    "free_roads": "road",
    "measure": "longest_road",
}
"""What is due as a picture; where several things may be done, their buttons are it."""
MOMENTS = {"match_point": ("phone.you.match_point", "points"), "first_city": ("phone.you.city", "city")}
"""Moments of one's own that move no cards: how they are said to oneself, and their sign."""


class Own(Struct, frozen=True):
    """What is one's own, in pictures and then in words."""

    way: str
    """`takes`, `gives`, `none`, `keeps`, `must`, `may` or `moment`."""
    words: str
    cards: tuple[Cards, ...] = ()
    sign: str | None = None
    roll: int | None = None
    points: tuple[int, int] | None = None
    about: str = ""


class Yours(Struct, frozen=True):
    """News of one's own, and what is now one's own to do; one of them is the largest thing on the phone."""

    news: Own | None = None
    due: Own | None = None

    @property
    def first(self) -> Own | None:
        return self.news or self.due


def yours(scene: Scene, now: Step, table: TableContext, seat: int | None) -> Yours:
    """What of the table's scene is this reader's."""
    if seat is None:
        return Yours()
    return Yours(_news(scene, now, table, seat), _due(now, table, seat))


def _news(scene: Scene, now: Step, table: TableContext, seat: int) -> Own | None:
    mine = for_seat(scene, now, seat)
    if mine.you is not None and mine.you.chip is not None and mine.you.kind in ("takes", "gives"):
        return _moved(mine, mine.you.kind, mine.you.chip, table)
    if mine.you is not None and mine.you.kind == "none":
        return _spared(mine, seat in mine.keeping, table)
    if scene.kind == "win":
        return Own("moment", say_aloud(mine.hero, table.locale), sign="crown") if scene.seat == seat else None
    chip = next((chip for chip in scene.picture.chips if chip.seat == seat), None)
    return None if chip is None else _moment(scene.kind, chip, table)


def _spared(mine: Scene, keeps: bool, table: TableContext) -> Own:
    """Cards move, and none of this reader's: a roll that pays others, a seven that costs others."""
    others = say_aloud(mine.second, table.locale) if keeps else ""
    return Own("keeps" if keeps else "none", say_aloud(mine.hero, table.locale), roll=mine.picture.roll, about=others)


def _moved(mine: Scene, way: str, chip: Chip, table: TableContext) -> Own:
    about = table.tell(chip.why) if chip.why else ""
    cards = chip_view(chip, table).cards
    return Own(way, say_aloud(mine.hero, table.locale), cards, roll=mine.picture.roll, about=about)


def _moment(kind: str, chip: Chip, table: TableContext) -> Own | None:
    if chip.title is not None:
        return Own("moment", table.tell(_title(chip, table.now)), sign=chip.title, points=chip.points)
    if kind not in MOMENTS:
        return None
    key, sign = MOMENTS[kind]
    return Own("moment", table.say(key), sign=sign, points=chip.points)


def _title(chip: Chip, state: GameState) -> Msg:
    holds = chip.title is not None and getattr(state, chip.title) == chip.seat
    return msg("phone.you.title" if holds else "phone.you.title_lost", title=chip.title)


def _due(now: Step, table: TableContext, seat: int) -> Own | None:
    """What the game waits for, or leaves to this player."""
    phase = table.now.phase
    if isinstance(phase, Discarding):
        owed = phase.owed.get(seat)
        return _discard(owed, table) if owed else None
    deed = OWN_ACTIONS.get(now.id)
    if isinstance(phase, Over) or now.seat != seat or deed is None:
        return None
    way = "must" if kind_of_step(now.id) == "order" else "may"
    count = {"n": phase.left} if isinstance(phase, PlacingFreeRoads) else {}
    return Own(way, table.say(f"scene.you.{deed}", **count), sign=SIGNS.get(deed))


def _discard(owed: int, table: TableContext) -> Own:
    cards = (Cards("back", table.say("scene.face_down"), owed, "owes"),)
    return Own("must", table.say("scene.you.discard", n=owed), cards, roll=table.now.roll)


SHORT = 1
"""So many ways to the next point are told to who has played before."""


class Ahead(Struct, frozen=True):
    """A way to the next point."""

    sign: str
    points: int
    words: str


class Coach(Struct, frozen=True):
    is_new: bool
    """Whether the reader is new to the game, or the table is."""
    made_of: str = ""
    """The own points and what makes them, in words."""
    ahead: tuple[Ahead, ...] = ()
    harm: tuple[str, ...] = ()
    """What the next seven would cost, and what can be done about it now."""
    held: tuple[Cards, ...] = ()
    """The own cards by kind, as far as everybody could know them; the others as backs."""


def coach(table: TableContext, standing: Standing | None, detail: str) -> Coach | None:
    """Nothing for who wants few words, nor for who only watches."""
    if standing is None or detail == "terse":
        return None
    is_new = detail == "first_game"
    found = next_points(table.now, standing.seat)
    return Coach(
        is_new=is_new,
        made_of=_made_of(table, standing) if is_new else "",
        ahead=tuple(_ahead(table, one) for one in (found if is_new else found[:SHORT])),
        harm=_harm(table, standing.seat),
        held=_held(table, standing.seat) if is_new else (),
    )


def _held(table: TableContext, seat: int) -> tuple[Cards, ...]:
    hand = own_hand(table.head, seat)
    if hand is None or not hand.sure:
        return ()
    backs = (Cards("back", table.say("coach.held.unsure"), hand.unseen, "held"),) if hand.unseen else ()
    return (*stacks(hand.sure, "held", table), *backs)


def _made_of(table: TableContext, standing: Standing) -> str:
    made = [part.words for part in points_of(table, standing)]
    return table.say("coach.points", parts=Rendered(say_list(made, table.voice))) if made else ""


def _ahead(table: TableContext, one: NextPoint) -> Ahead:
    return Ahead(one.kind, one.points, table.tell(_way(one, table.now.game.board is not None)))


def _way(one: NextPoint, has_board: bool) -> Msg:
    if one.need:
        return msg(f"coach.next.{one.kind}", have=one.have, need=one.need)
    if one.kind == "settlement" and one.missing:
        return msg("coach.next.settlement.roads", n=one.missing)
    return msg(f"coach.next.{one.kind}" if has_board or one.kind == "city" else "coach.next.settlement.any")


def _harm(table: TableContext, seat: int) -> tuple[str, ...]:
    state = table.now
    lost = cards_at_risk(state, seat)
    if not lost:
        return ()
    can_spend = acting_seat(state) == seat and isinstance(state.phase, OPEN)
    said = [table.say("coach.harm", hand=state.seats[seat].hand, n=lost)]
    return (*said, table.say("coach.harm.spend")) if can_spend else tuple(said)


WORTH = {"settlements": ("settlement", 1), "cities": ("city", 2), "points_cards": ("points", 1)}
"""Each kind with its sign and the points that one of it gives."""
TITLES = ("longest_road", "largest_army")
OF_A_TITLE = 2


class Part(Struct, frozen=True):
    """Some of the own points."""

    sign: str
    count: int
    """How many pieces or cards; a title is one."""
    points: int
    words: str


def points_of(table: TableContext, standing: Standing) -> tuple[Part, ...]:
    """What each gives adds up to the points."""
    found = [
        _part(table, sign, count, count * worth, table.say(f"evening.{name}", n=count))
        for name, (sign, worth) in WORTH.items()
        if (count := getattr(standing, name))
    ]
    titles = [title for title in TITLES if getattr(standing, title)]
    return (*found, *(_part(table, title, 1, OF_A_TITLE, table.say(f"phone.title.{title}")) for title in titles))


def _part(table: TableContext, sign: str, count: int, points: int, what: str) -> Part:
    return Part(sign, count, points, table.say("phone.points.of", what=Rendered(what), n=points))
