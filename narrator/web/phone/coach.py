"""What a newcomer's own phone says of its player besides the scene: the points in words, what gives the next one, and
what the next seven would cost."""

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.reading.hints import NextPoint, cards_at_risk, next_points
from narrator.core.reading.result import Standing
from narrator.core.table.state import acting_seat
from narrator.script.own_hand import own_hand
from narrator.text.render import Rendered, say_list
from narrator.web.components.scene import Cards, stacks
from narrator.web.phone.own_points import points_of
from narrator.web.phone.own_scene import OPEN
from narrator.web.rendering.table_context import TableContext

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
    return table.say("coach.points", parts=Rendered(say_list(made, table.locale))) if made else ""


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
