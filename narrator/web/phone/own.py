"""A player's own part of the page: the scene addressed to them, their points, and advice for newcomers."""

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.reading.hints import NextPoint, cards_at_risk, next_points
from narrator.core.reading.result import Standing
from narrator.core.table.phase import Discarding, Over, PlacingFreeRoads
from narrator.core.table.state import acting_seat
from narrator.script.model import Step
from narrator.script.own_hand import own_hand
from narrator.script.scenes.for_seat import OWN_ACTIONS, for_seat
from narrator.script.scenes.model import Chip, Scene, kind_of_step
from narrator.text.render import Rendered, say_aloud, say_list
from narrator.web.components.scene import Cards, card_stacks, chip_view
from narrator.web.panels.actions import ACTION_PHASES
from narrator.web.rendering.table_context import TableContext

# The icon of a due action. If several things may be done, their buttons show it.
ICONS = {
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
# Moments that move no cards: message key and icon.
MOMENTS = {"match_point": ("phone.you.match_point", "points"), "first_city": ("phone.you.city", "city")}
# Pieces and cards that give points: icon and points of each.
WORTH = {"settlements": ("settlement", 1), "cities": ("city", 2), "points_cards": ("points", 1)}
TITLES = ("longest_road", "largest_army")
POINTS_PER_TITLE = 2


class Own(Struct, frozen=True):
    """News or a task of one's own, in pictures and words."""

    way: str  # `takes`, `gives`, `none`, `keeps`, `must`, `may` or `moment`
    words: str
    cards: tuple[Cards, ...] = ()
    sign: str | None = None
    roll: int | None = None
    points: tuple[int, int] | None = None
    about: str = ""


class Yours(Struct, frozen=True):
    """One's own news and task; one of them is the largest thing on the phone."""

    news: Own | None = None
    due: Own | None = None

    @property
    def first(self) -> Own | None:
        return self.news or self.due


def yours(scene: Scene, now: Step, table: TableContext, seat: int | None) -> Yours:
    """Return what of the table's scene concerns this reader."""
    if seat is None:
        return Yours()
    return Yours(_news(scene, now, table, seat), _due(now, table, seat))


def _news(scene: Scene, now: Step, table: TableContext, seat: int) -> Own | None:
    mine = for_seat(scene, now, seat)
    you, roll = mine.you, mine.picture.roll
    if you is not None and you.chip is not None and you.kind in ("takes", "gives"):
        about = table.say_message(you.chip.why) if you.chip.why else ""
        return Own(
            you.kind, say_aloud(mine.hero, table.locale), chip_view(you.chip, table).cards, roll=roll, about=about
        )
    if you is not None and you.kind == "none":  # cards move, but not this reader's
        keeps = seat in mine.keeping
        about = say_aloud(mine.second, table.locale) if keeps else ""
        return Own("keeps" if keeps else "none", say_aloud(mine.hero, table.locale), roll=roll, about=about)
    if scene.kind == "win":
        return Own("moment", say_aloud(mine.hero, table.locale), sign="crown") if scene.seat == seat else None
    chip = next((chip for chip in scene.picture.chips if chip.seat == seat), None)
    return None if chip is None else _moment(scene.kind, chip, table)


def _moment(kind: str, chip: Chip, table: TableContext) -> Own | None:
    if chip.title is not None:
        key = "phone.you.title" if getattr(table.state, chip.title) == chip.seat else "phone.you.title_lost"
        return Own("moment", table.say(key, title=chip.title), sign=chip.title, points=chip.points)
    if kind not in MOMENTS:
        return None
    key, icon = MOMENTS[kind]
    return Own("moment", table.say(key), sign=icon, points=chip.points)


def _due(now: Step, table: TableContext, seat: int) -> Own | None:
    """Return what the game waits for or leaves to this player."""
    phase = table.state.phase
    if isinstance(phase, Discarding):
        owed = phase.owed.get(seat)
        if not owed:
            return None
        cards = (Cards("back", table.say("scene.face_down"), owed, "owes"),)
        return Own("must", table.say("scene.you.discard", n=owed), cards, roll=table.state.roll)
    action = OWN_ACTIONS.get(now.id)
    if isinstance(phase, Over) or now.seat != seat or action is None:
        return None
    way = "must" if kind_of_step(now.id) == "order" else "may"
    count = {"n": phase.left} if isinstance(phase, PlacingFreeRoads) else {}
    return Own(way, table.say(f"scene.you.{action}", **count), sign=ICONS.get(action))


class Part(Struct, frozen=True):
    """A part of a player's points."""

    sign: str
    count: int  # pieces or cards; 1 for a title
    points: int
    words: str


def points_of(table: TableContext, standing: Standing) -> tuple[Part, ...]:
    """Return what a player's points are made of."""
    found = []
    for name, (icon, worth) in WORTH.items():
        if count := getattr(standing, name):
            found.append(_part(table, icon, count, count * worth, table.say(f"evening.{name}", n=count)))
    titles = [title for title in TITLES if getattr(standing, title)]
    return (*found, *(_part(table, title, 1, POINTS_PER_TITLE, table.say(f"phone.title.{title}")) for title in titles))


def _part(table: TableContext, icon: str, count: int, points: int, what: str) -> Part:
    return Part(icon, count, points, table.say("phone.points.of", what=Rendered(what), n=points))


class Ahead(Struct, frozen=True):
    """A way to the next point."""

    sign: str
    points: int
    words: str


class Coach(Struct, frozen=True):
    """Advice besides the scene; most of it is for newcomers only."""

    is_new: bool  # whether the reader or the table is new to the game
    made_of: str = ""  # what the own points are made of, in words
    ahead: tuple[Ahead, ...] = ()
    harm: tuple[str, ...] = ()  # what the next seven would cost, and how to avoid it
    held: tuple[Cards, ...] = ()  # the own cards as far as everybody could know them, the others as backs


def coach(table: TableContext, standing: Standing | None, detail: str) -> Coach | None:
    """Return the advice; None for readers who want few words or only watch."""
    if standing is None or detail == "terse":
        return None
    ahead = tuple(_ahead(table, one) for one in next_points(table.state, standing.seat))
    harm = _harm(table, standing.seat)
    if detail != "first_game":
        return Coach(is_new=False, ahead=ahead[:1], harm=harm)
    parts = [part.words for part in points_of(table, standing)]
    made_of = table.say("coach.points", parts=Rendered(say_list(parts, table.locale))) if parts else ""
    return Coach(is_new=True, made_of=made_of, ahead=ahead, harm=harm, held=_held(table, standing.seat))


def _held(table: TableContext, seat: int) -> tuple[Cards, ...]:
    hand = own_hand(table.head, seat)
    if hand is None or not hand.sure:
        return ()
    backs = (Cards("back", table.say("coach.held.unsure"), hand.unseen, "held"),) if hand.unseen else ()
    return (*card_stacks(hand.sure, "held", table), *backs)


def _ahead(table: TableContext, one: NextPoint) -> Ahead:
    return Ahead(one.kind, one.points, table.say_message(_way(one, table.state.game.board is not None)))


def _way(one: NextPoint, has_board: bool) -> Msg:
    if one.need:
        return msg(f"coach.next.{one.kind}", have=one.have, need=one.need)
    if one.kind == "settlement" and one.missing:
        return msg("coach.next.settlement.roads", n=one.missing)
    return msg(f"coach.next.{one.kind}" if has_board or one.kind == "city" else "coach.next.settlement.any")


def _harm(table: TableContext, seat: int) -> tuple[str, ...]:
    state = table.state
    lost = cards_at_risk(state, seat)
    if not lost:
        return ()
    risk = table.say("coach.harm", hand=state.seats[seat].hand, n=lost)
    can_spend = acting_seat(state) == seat and isinstance(state.phase, ACTION_PHASES)
    return (risk, table.say("coach.harm.spend")) if can_spend else (risk,)
