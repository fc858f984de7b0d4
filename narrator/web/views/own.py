"""A scene as one player's own phone says it: you take, you give, you must, you may."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.table.phase import Acting, BuildingOnly, Discarding, Over, PartnerActing, SpecialBuilding, Trading
from narrator.core.table.state import GameState
from narrator.script.model import Step
from narrator.script.scene import Chip, Scene
from narrator.web.request.table import Table

from .scene import Cards, chip_view

OPEN = (Acting, Trading, BuildingOnly, PartnerActing, SpecialBuilding)
"""Steps in which a player may do several things, in any order."""
SIGNS = {
    "roll": "dice",
    "settlement": "settlement",
    "road": "road",
    "robber": "robber",
    "steal": "hand",
    "free_roads": "road",
}
"""What the player whose step it is has to do, as a picture."""


class Own(Struct, frozen=True):
    """What the scene is to this reader, in pictures and then in words."""

    way: str
    """`take`, `give`, `miss`, `must`, `may`, `title`, `win`, `point` or `city`."""
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


def yours(scene: Scene, now: Step, table: Table, seat: int | None) -> Yours:
    if seat is None:
        return Yours()
    return Yours(_news(scene, table, seat), _due(now, table, seat))


def _news(scene: Scene, table: Table, seat: int) -> Own | None:
    chip = next((chip for chip in scene.picture.chips if chip.seat == seat), None)
    if chip is not None and not chip.owes:
        way, said = next(_told(chip, table.now), (None, None))
        if way is not None and said is not None:
            return _own(scene, chip, way, said, table)
    return _moment(scene, table, seat)


def _told(chip: Chip, state: GameState) -> Iterator[tuple[str, Msg]]:
    """What happens to this player, the weightiest first."""
    if chip.takes and chip.gives:
        yield "take", msg("phone.you.swap", give=dict(chip.gives), take=dict(chip.takes))
    if chip.takes:
        yield "take", msg("phone.you.take", cards=dict(chip.takes))
    if chip.takes_unseen:
        yield "take", msg("phone.you.take_unseen", n=chip.takes_unseen)
    if chip.gives:
        yield "give", msg("phone.you.give", cards=dict(chip.gives))
    if chip.gives_unseen:
        yield "give", msg("phone.you.give_unseen", n=chip.gives_unseen)
    if chip.misses:
        yield "miss", msg("phone.you.miss", cards=dict(chip.misses))
    if chip.title:
        holds = getattr(state, chip.title) == chip.seat
        yield "title", msg("phone.you.title" if holds else "phone.you.title_lost", title=chip.title)


def _own(scene: Scene, chip: Chip, way: str, said: Msg, table: Table) -> Own:
    shown = chip_view(chip, table)
    return Own(
        way=way,
        words=table.tell(said),
        cards=shown.cards,
        sign=chip.title,
        roll=scene.picture.roll if way in ("take", "miss") else None,
        points=chip.points,
        about=table.tell(chip.why) if chip.why else "",
    )


def _moment(scene: Scene, table: Table, seat: int) -> Own | None:
    """A moment of one's own that moves no cards."""
    if not scene.is_moment or scene.seat != seat:
        return None
    if scene.kind == "win":
        return Own("win", table.say("phone.you.win"), sign="points")
    if scene.kind == "match_point":
        return Own("point", table.say("phone.you.match_point"), sign="points")
    return Own("city", table.say("phone.you.city"), sign="city") if scene.kind == "first_city" else None


def _due(now: Step, table: Table, seat: int) -> Own | None:
    """What the game waits for, or leaves to this player."""
    state, phase = table.now, table.now.phase
    if isinstance(phase, Discarding):
        owed = phase.owed.get(seat)
        return _discard(owed, state, table) if owed else None
    if isinstance(phase, Over) or now.seat != seat:
        return None
    if isinstance(phase, OPEN):
        return Own("may", table.say("phone.may"))
    sign = SIGNS.get(phase.step)
    return Own("must", table.say(f"phone.must.{phase.step}"), sign=sign) if sign else None


def _discard(owed: int, state: GameState, table: Table) -> Own:
    cards = (Cards("back", table.say("scene.card_back"), owed, "owes"),)
    return Own("must", table.say("phone.you.discard", n=owed), cards, roll=state.roll)


