"""What a phone tells its own player: personal news and tasks, the parts of their points, and advice for newcomers."""

from msgspec import Struct

from narrator.core.reading.hints import NextPoint, cards_at_risk, next_points
from narrator.core.reading.result import Standing
from narrator.core.table.phase import Discarding, Over, PlacingFreeRoads
from narrator.core.table.state import acting_seat
from narrator.script.model import Step
from narrator.script.own_hand import own_hand
from narrator.script.scenes.for_seat import OWN_ACTIONS, for_seat
from narrator.script.scenes.model import PicturedPlayer, Scene, scene_kind_of_step
from narrator.text.render import Rendered, say_aloud, say_list
from narrator.web.components.scene import CardStack, card_stacks, pictured_player_view
from narrator.web.panels.actions import ACTION_PHASES
from narrator.web.rendering.table_context import TableContext

# The icon of a due action. If several things may be done, their buttons show it.
ACTION_ICONS = {
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
# Scenes about one player that move no cards: message key and icon.
SPECIAL_MOMENTS = {"match_point": ("phone.you.match_point", "points"), "first_city": ("phone.you.city", "city")}
# Pieces and cards that give points: icon and points of each.
POINTS_EACH = {"settlements": ("settlement", 1), "cities": ("city", 2), "points_cards": ("points", 1)}
TITLES = ("longest_road", "largest_army")
POINTS_PER_TITLE = 2


class PersonalMessage(Struct, frozen=True):
    kind: str  # `takes`, `gives`, `none`, `keeps`, `must`, `may` or `moment`
    words: str
    cards: tuple[CardStack, ...] = ()
    icon: str | None = None
    roll: int | None = None
    points: tuple[int, int] | None = None
    explanation: str = ""


class Personal(Struct, frozen=True):
    """This player's news and task; one of them is the largest thing on the phone."""

    news: PersonalMessage | None = None
    task: PersonalMessage | None = None

    @property
    def headline(self) -> PersonalMessage | None:
        return self.news or self.task


def personal_view(scene: Scene, now: Step, table: TableContext, seat: int | None) -> Personal:
    if seat is None:
        return Personal()
    return Personal(_news(scene, now, table, seat), _task(now, table, seat))


def _news(scene: Scene, now: Step, table: TableContext, seat: int) -> PersonalMessage | None:
    mine = for_seat(scene, now, seat)
    you, roll, words = mine.for_reader, mine.picture.roll, say_aloud(mine.hero, table.locale)
    if you is not None and you.player is not None and you.kind in ("takes", "gives"):
        why = table.say_message(you.player.why) if you.player.why else ""
        return PersonalMessage(
            you.kind, words, pictured_player_view(you.player, table).cards, roll=roll, explanation=why
        )
    if you is not None and you.kind == "none":  # cards move, but not this reader's
        keeps = seat in mine.seats_keeping_cards
        why = say_aloud(mine.more_lines, table.locale) if keeps else ""
        return PersonalMessage("keeps" if keeps else "none", words, roll=roll, explanation=why)
    if scene.kind == "win":
        return PersonalMessage("moment", words, icon="crown") if scene.seat == seat else None
    player = next((player for player in scene.picture.players if player.seat == seat), None)
    return None if player is None else _moment(scene.kind, player, table)


def _moment(kind: str, player: PicturedPlayer, table: TableContext) -> PersonalMessage | None:
    if player.title is not None:
        key = "phone.you.title" if getattr(table.state, player.title) == player.seat else "phone.you.title_lost"
        return PersonalMessage("moment", table.say(key, title=player.title), icon=player.title, points=player.points)
    if kind not in SPECIAL_MOMENTS:
        return None
    key, icon = SPECIAL_MOMENTS[kind]
    return PersonalMessage("moment", table.say(key), icon=icon, points=player.points)


def _task(now: Step, table: TableContext, seat: int) -> PersonalMessage | None:
    """Return what the game waits for or leaves to this player."""
    phase = table.state.phase
    if isinstance(phase, Discarding):
        owed = phase.owed.get(seat)
        if not owed:
            return None
        cards = (CardStack("back", table.say("scene.face_down"), owed, "owes"),)
        return PersonalMessage("must", table.say("scene.you.discard", n=owed), cards, roll=table.state.roll)
    action = OWN_ACTIONS.get(now.id)
    if isinstance(phase, Over) or now.seat != seat or action is None:
        return None
    kind = "must" if scene_kind_of_step(now.id) == "instruction" else "may"
    count = {"n": phase.left} if isinstance(phase, PlacingFreeRoads) else {}
    return PersonalMessage(kind, table.say(f"scene.you.{action}", **count), icon=ACTION_ICONS.get(action))


class PointsPart(Struct, frozen=True):
    icon: str
    count: int  # pieces or cards; 1 for a title
    points: int
    words: str


def points_parts(table: TableContext, standing: Standing) -> tuple[PointsPart, ...]:
    parts = []
    for name, (icon, worth) in POINTS_EACH.items():
        if count := getattr(standing, name):
            parts.append(_points_part(table, icon, count, count * worth, table.say(f"evening.{name}", n=count)))
    titles = [title for title in TITLES if getattr(standing, title)]
    return (
        *parts,
        *(_points_part(table, title, 1, POINTS_PER_TITLE, table.say(f"phone.title.{title}")) for title in titles),
    )


def _points_part(table: TableContext, icon: str, count: int, points: int, what: str) -> PointsPart:
    return PointsPart(icon, count, points, table.say("phone.points.of", what=Rendered(what), n=points))


class WayToPoint(Struct, frozen=True):
    icon: str
    points: int
    words: str


class Coach(Struct, frozen=True):
    """Advice besides the scene; most of it is for newcomers only."""

    is_new: bool  # whether the reader or the table is new to the game
    points_text: str = ""  # the parts of the player's points, in words
    ways_to_point: tuple[WayToPoint, ...] = ()
    seven_risk: tuple[str, ...] = ()  # what the next seven would cost, and how to avoid it
    known_cards: tuple[CardStack, ...] = ()  # the player's cards as far as everybody could know them, others as backs


def coach(table: TableContext, standing: Standing | None, detail: str) -> Coach | None:
    """Return the advice; None for readers who want few words or only watch."""
    if standing is None or detail == "terse":
        return None
    points = next_points(table.state, standing.seat)
    ways = tuple(WayToPoint(one.kind, one.points, _describe_way(table, one)) for one in points)
    risk = _seven_risk(table, standing.seat)
    if detail != "first_game":
        return Coach(is_new=False, ways_to_point=ways[:1], seven_risk=risk)
    parts = [part.words for part in points_parts(table, standing)]
    points_text = table.say("coach.points", parts=Rendered(say_list(parts, table.locale))) if parts else ""
    return Coach(True, points_text, ways, risk, _known_cards(table, standing.seat))


def _known_cards(table: TableContext, seat: int) -> tuple[CardStack, ...]:
    hand = own_hand(table.head, seat)
    if hand is None or not hand.certain_cards:
        return ()
    unknown = hand.uncertain_count
    backs = (CardStack("back", table.say("coach.held.unsure"), unknown, "held"),) if unknown else ()
    return (*card_stacks(hand.certain_cards, "held", table), *backs)


def _describe_way(table: TableContext, one: NextPoint) -> str:
    if one.need:
        return table.say(f"coach.next.{one.kind}", have=one.have, need=one.need)
    if one.kind == "settlement" and one.missing:
        return table.say("coach.next.settlement.roads", n=one.missing)
    is_known = table.state.game.has_board or one.kind == "city"
    return table.say(f"coach.next.{one.kind}" if is_known else "coach.next.settlement.any")


def _seven_risk(table: TableContext, seat: int) -> tuple[str, ...]:
    state = table.state
    lost = cards_at_risk(state, seat)
    if not lost:
        return ()
    risk = table.say("coach.harm", hand=state.seats[seat].hand_size, n=lost)
    can_spend = acting_seat(state) == seat and isinstance(state.phase, ACTION_PHASES)
    return (risk, table.say("coach.harm.spend")) if can_spend else (risk,)
