"""Why: one line for each thing that a bot does, as a message key with what it is about."""

from narrator.core.message import Msg, msg
from narrator.core.table.cards import RESOURCES

from .position import NOBODY, Position
from .race import reach
from .turns import Step


def of_corner(position: Position, corner: int) -> Msg:
    """A harbour of one's own goods, a kind that was missing, or simply good numbers."""
    ground, me = position.ground, position.me
    kinds = [RESOURCES[kind] for kind in range(5) if ground.yields[corner][kind] > 0]
    own = {kind for at, owner in enumerate(position.owner) if owner == me for kind in range(5) if ground.yields[at][kind]}
    new = [kind for kind in kinds if RESOURCES.index(kind) not in own]
    numbers = _numbers(position, corner)
    if position.points[me] + 1 >= position.target:
        return msg("bot.why.win")
    if ground.harbour[corner] >= 0:
        return msg("bot.why.corner.harbour", numbers=numbers)
    if own and new:
        return msg("bot.why.corner.new", numbers=numbers, resources=new)
    return msg("bot.why.corner", numbers=numbers, resources=kinds)


def _numbers(position: Position, corner: int) -> list[int]:
    """The numbers round a corner, as a table names it: `6-9-10`."""
    ground = position.ground
    return sorted(ground.number[hex_] for hex_ in ground.places.around[corner] if ground.number[hex_])


def of_city(position: Position, corner: int) -> Msg:
    if position.points[position.me] + 1 >= position.target:
        return msg("bot.why.win")
    ground = position.ground
    kinds = [RESOURCES[kind] for kind in range(5) if ground.yields[corner][kind] > 0]
    return msg("bot.why.city", numbers=_numbers(position, corner), resources=kinds)


def of_road(position: Position, path: int) -> Msg:
    """Toward a title, or toward the best corner that it brings nearer."""
    after = position.copy()
    after.lay(position.me, path)
    if after.longest == position.me != position.longest:
        return msg("bot.why.road.title")
    before, now = reach(position, position.me), reach(after, position.me)
    nearer = [corner for corner, roads in now.items() if roads < before.get(corner, 9)]
    if nearer:
        best = max(nearer, key=lambda corner: (sum(position.ground.yields[corner]) / (2 + now[corner]), -corner))
        return msg("bot.why.road.to", numbers=_numbers(position, best))
    return msg("bot.why.road")


def of_free_roads() -> Msg:
    return msg("bot.why.free_roads")


def of_card(position: Position) -> Msg:
    return msg("bot.why.card.army" if position.knights[position.me] >= 1 and position.army != position.me else "bot.why.card")


def of_trade(step: Step) -> Msg:
    return msg(f"bot.why.trade.{step.kind}" if step.kind in TRADED_FOR else "bot.why.trade")


TRADED_FOR = ("road", "settlement", "city", "card")


def of_plenty(step: Step) -> Msg:
    return msg("bot.why.plenty", resources=list(dict.fromkeys(RESOURCES[kind] for kind in step.cards)))


def of_monopoly(step: Step) -> Msg:
    return msg("bot.why.monopoly", resource=RESOURCES[step.at])


def of_knight(position: Position) -> Msg:
    after = position.copy()
    after.march(position.me)
    if after.army == position.me != position.army:
        return msg("bot.why.knight.title")
    corners = position.ground.places.corners_of[position.robber] if position.robber != NOBODY else ()
    if any(position.owner[corner] == position.me for corner in corners):
        return msg("bot.why.knight.home")
    return msg("bot.why.knight")


def of_robber(position: Position, hex_: int, victim: int) -> Msg:
    if victim == NOBODY:
        return msg("bot.why.robber.nobody")
    leads = position.points[victim] == max(position.points[seat] for seat in position.playing)
    key = "bot.why.robber.leader" if leads and victim != position.me else "bot.why.robber"
    return msg(key, seat=victim, number=position.ground.number[hex_])


def of_theft(position: Position, victim: int) -> Msg:
    return msg("bot.why.theft", seat=victim)
