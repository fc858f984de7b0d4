"""A scene on a player's own phone: what they take, give, must or may do comes first."""

from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.play.robber import seats_at_hex
from narrator.core.table.box import PRODUCES
from narrator.core.table.coordinates import Hex
from narrator.core.table.state import GameState
from narrator.script.model import Step
from narrator.script.scenes.model import PicturedPlayer, Scene, SceneForReader, scene_kind_of_step
from narrator.script.scenes.roll_news import ABOUT_TAKERS_ONLY

# Steps that a player does, and how the phone says so: `scene.you.<name>`.
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
CARD_KINDS = ("repayment", "payout", "first_cards", "theft", "monopoly", "plenty", "trade")


def for_seat(scene: Scene, now: Step, seat: int) -> Scene:
    """Address the owner of a phone if the scene concerns them; else show it as on the stage."""
    own = next((player for player in scene.picture.players if player.seat == seat), None)
    if own is not None and own.owes:
        return _address(scene, "must", msg("scene.you.discard", n=own.owes), own)
    if own is not None and scene.kind in CARD_KINDS and (moved := _moved_cards(scene, own)):
        return _address(scene, *moved, own)
    if own is None and now.seat != seat and scene.hero[0].key in ABOUT_TAKERS_ONLY:
        return _address(scene, "none", msg("scene.you.none"), None)
    if seat in scene.seats_keeping_cards:
        owing = (player for player in scene.picture.players if player.owes)
        lines = tuple(msg("scene.discards", seat=player.seat, n=player.owes) for player in owing)
        return replace(_address(scene, "none", msg("scene.you.keep"), None), more_lines=lines)
    if scene.kind == "win":
        return replace(scene, hero=(msg("scene.you.win"),)) if scene.seat == seat else scene
    if now.seat == seat and now.id in OWN_ACTIONS and not scene.is_moment:
        kind = "must" if scene_kind_of_step(now.id) == "instruction" else "may"
        about = {"n": now.lines[0].params["n"]} if now.id == "turn.free_roads" else {}
        return _address(scene, kind, msg(f"scene.you.{OWN_ACTIONS[now.id]}", **about), None)
    return scene


def paying_hexes_of(scene: Scene, state: GameState, seat: int) -> tuple[Hex, ...]:
    own = next((player for player in scene.picture.players if player.seat == seat), None)
    if own is None or scene.kind != "payout":
        return ()
    paying = [at for at in scene.picture.lit if PRODUCES[state.game.board.terrain[at]] in own.takes]
    return tuple(at for at in paying if seat in seats_at_hex(state, at))


def _moved_cards(scene: Scene, own: PicturedPlayer) -> tuple[str, Msg] | None:
    takes, gives = bool(own.takes or own.takes_unseen), bool(own.gives or own.gives_unseen)
    if takes and gives:
        return "takes", msg("scene.you.swap")
    if takes:
        return "takes", msg("scene.you.take")
    if gives:
        return "gives", msg("scene.you.give_back" if scene.kind == "repayment" else "scene.you.give")
    return ("takes", msg("scene.you.miss")) if own.misses else None


def _address(scene: Scene, kind: str, hero: Msg, own: PicturedPlayer | None) -> Scene:
    """Replace the hero, and show the player before the others."""
    players = scene.picture.players
    if own is not None and not scene.picture.arrow:
        players = (own, *(player for player in players if player is not own))
    picture = replace(scene.picture, players=players)
    return replace(scene, hero=(hero,), picture=picture, for_reader=SceneForReader(kind, own))  # type: ignore[arg-type]
