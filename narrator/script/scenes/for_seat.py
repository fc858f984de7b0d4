"""A scene on somebody's own phone: what they take, give, must or may comes before what the others do."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.table.box import PRODUCES
from narrator.core.table.coordinates import Hex, Intersection
from narrator.core.table.state import GameState
from narrator.script.model import Step
from narrator.script.scenes.importance import kind_of_step
from narrator.script.scenes.model import Chip, Scene, You

OWN_ACTIONS = {
    "placement_1.settlement": "settlement",
    "placement_2.settlement": "settlement",
    "placement_1.road": "road",
    "placement_2.road": "road",
    "turn.roll": "roll",
    "turn.roll_or_card": "roll_or_card",
    "turn.second_roll": "second_roll",
    "robber.discard": "discard",
    "robber.move": "robber",
    "robber.steal": "steal",
    "turn.free_roads": "free_roads",
    "turn.actions": "actions",
    "turn.trade": "trade",
    "turn.build": "build",
    "turn.partner": "partner",
    "turn.special_build": "build",
    "turn.neutral": "neutral",
    "turn.measure": "measure",
}
"""Steps that somebody does themselves, and how that is said to them: `scene.you.<deed>`."""
MOVING = ("repayment", "payout", "first_cards", "theft", "monopoly", "plenty", "trade")

OTHERS = ("scene.payout.take", "scene.gained")
"""Heroes that tell somebody to take cards who has a chip, and nobody else."""


def for_seat(scene: Scene, now: Step, seat: int) -> Scene:
    """Own cards first, then what one owes, then what is one's part; what concerns others is as on the stage."""
    own = next((chip for chip in scene.picture.chips if chip.seat == seat), None)
    if own is not None and own.owes:
        return _told(scene, "must", msg("scene.you.discard", n=own.owes), own)
    if own is not None and scene.kind in MOVING and (moved := _moved(scene, own)):
        return _told(scene, *moved, own)
    if own is None and now.seat != seat and scene.hero[0].key in OTHERS:
        return _told(scene, "none", msg("scene.you.none"), None)
    if seat in scene.keeping:
        return replace(_told(scene, "none", msg("scene.you.keep"), None), second=tuple(_discards(scene)))
    if scene.kind == "win":
        return replace(scene, hero=(msg("scene.you.win"),)) if scene.seat == seat else scene
    if now.seat == seat and now.id in OWN_ACTIONS and not scene.is_moment:
        kind = "must" if kind_of_step(now.id) == "order" else "may"
        about = {"n": now.lines[0].params["n"]} if now.id == "turn.free_roads" else {}
        return _told(scene, kind, msg(f"scene.you.{OWN_ACTIONS[now.id]}", **about), None)
    return scene


def lit_for(scene: Scene, state: GameState, seat: int) -> tuple[Hex, ...]:
    """Of the hexes that pay, those that paid this reader."""
    board = state.game.board
    own = next((chip for chip in scene.picture.chips if chip.seat == seat), None)
    if board is None or own is None or scene.kind != "payout":
        return ()
    return tuple(
        at
        for at in scene.picture.lit
        if PRODUCES[board.terrain[at]] in own.takes and seat in _standing(state, board.island.corners_of[at])
    )


def _standing(state: GameState, corners: Iterable[Intersection]) -> set[int]:
    return {state.buildings[at].seat for at in corners if at in state.buildings}


def _discards(scene: Scene) -> Iterator[Msg]:
    """What the others do, for somebody who keeps all cards."""
    for chip in scene.picture.chips:
        if chip.owes:
            yield msg("scene.discards", seat=chip.seat, n=chip.owes)


def _moved(scene: Scene, own: Chip) -> tuple[str, Msg] | None:
    takes, gives = bool(own.takes or own.takes_unseen), bool(own.gives or own.gives_unseen)
    if takes and gives:
        return "takes", msg("scene.you.swap")
    if takes:
        return "takes", msg("scene.you.take")
    if gives:
        return "gives", msg("scene.you.give_back" if scene.kind == "repayment" else "scene.you.give")
    return ("takes", msg("scene.you.miss")) if own.misses else None


def _told(scene: Scene, kind: str, hero: Msg, own: Chip | None) -> Scene:
    """The hero said to this reader, their own chip before the others."""
    chips = scene.picture.chips
    if own is not None and not scene.picture.arrow:
        chips = (own, *(chip for chip in chips if chip is not own))
    picture = replace(scene.picture, chips=chips)
    return replace(scene, hero=(hero,), picture=picture, you=You(kind, own))  # type: ignore[arg-type]
