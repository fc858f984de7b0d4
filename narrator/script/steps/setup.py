"""Steps before the first turn: the checklist, who starts, the first settlements and roads."""

from collections.abc import Iterator

from narrator.core.message import msg
from narrator.core.play.checklist import checklist_of
from narrator.core.play.placement import placement_mode, placing_seat, snake_order
from narrator.core.play.robber import is_choosing_desert
from narrator.core.play.turns import FIRST_PLAYER
from narrator.core.table.phase import PlacingRoad
from narrator.core.table.state import GameState, first_active_seat
from narrator.script.model import Step
from narrator.script.steps.player_count import neutral_start_steps

CARD_OF_CHECKLIST_STEP = {
    **{"numbers": "odds", "harbours": "harbours", "robber": "robber", "costs": "costs", "hexes": "box"},
    **{"tokens": "two_players", "neutral": "two_players"},
}


def checklist_step(state: GameState, step: str, detail: str) -> Step:
    box = state.game.box
    counts = {
        "hexes": box.hexes,
        "harbours": sum(box.harbours.values()),
        "resources": box.cards_per_resource,
        "development": box.deck(),
    }
    key = f"step.{checklist_line(state, step)}"
    params = {"n": counts[step]} if step in counts else {}
    why = "step.robber_start.why" if step == "robber" else f"step.{step}.why"
    return Step(
        id=f"setup.{step}",
        lines=(msg(f"{key}.{detail}", **params),),
        why=msg(why),
        events=("step_done", *(("robber_moved",) if step == "robber" and is_choosing_desert(state) else ())),
        card=CARD_OF_CHECKLIST_STEP.get(step),
    )


def checklist_line(state: GameState, step: str) -> str:
    """Return which line says it: pieces are placed by the booklet, by the screen, or shuffled at the table."""
    if step == "robber":
        return robber_start_line(state)
    if step not in ("hexes", "numbers", "harbours"):
        return step
    layout = state.game.layout
    if layout is None:
        return "numbers_letters" if step == "numbers" else f"{step}_shuffled"
    return f"{step}_booklet" if layout.startswith("beginner") else f"{step}_screen"


def robber_start_line(state: GameState) -> str:
    """Return how the robber starts: with two deserts by choice, by lot, or by the generated board."""
    if state.game.box.terrain["desert"] == 1:
        return "robber_start"
    rule = state.rules.robber_start_desert
    by_chance = rule == "random"
    return "robber_start_screen" if by_chance and state.game.has_board else f"robber_start_{rule}"


def needed_checklist(state: GameState) -> list[str]:
    off = set()
    if state.rules.harbours == "off":
        off.add("harbours")
    if state.rules.development_cards == "off" or state.game.is_dealt:  # one line leaves all cards in the box
        off.add("development")
    if state.rules.robber == "off":
        off.add("robber")
    return [step for step in checklist_of(state) if step not in off]


def setup_steps(state: GameState, detail: str) -> Iterator[Step]:
    for step in needed_checklist(state):
        if step not in state.finished_steps:
            yield checklist_step(state, step, detail)
    yield from neutral_start_steps(state, detail)
    if FIRST_PLAYER not in state.finished_steps:
        yield Step(
            id="setup.first_player",
            lines=(msg(f"step.first_player_{state.rules.first_player}.{detail}"),),
            why=msg("step.first_player.why"),
            events=("first_player_chosen",),
            card="placement",
        )
        yield Step("setup.first_placement", (msg(f"step.first_placement.{detail}"),), card="where_to_place")
        return
    yield placement_step(state, first_active_seat(state), 1, "settlement", detail)


def placement_step(state: GameState, seat: int, round_: int, piece: str, detail: str) -> Step:
    key = f"step.{placing_line(state, seat, round_, piece)}"
    return Step(
        id=f"placement_{round_}.{piece}",
        seat=seat,
        lines=(msg(f"{key}.{detail}", seat=seat),),
        why=msg(f"{key}.why"),
        events=(f"{piece}_built",),
        card="where_to_place" if piece == "settlement" else "placement",
    )


def placing_line(state: GameState, seat: int, round_: int, piece: str) -> str:
    """Return which line says it: the spot is free, marked in the booklet, or still open."""
    way = placement_mode(state, seat) if piece == "settlement" else "free"
    is_special = way == "drawn" or (way == "open" and round_ == 1)
    return f"{piece}_{round_}_{way}" if is_special else f"{piece}_{round_}"


def placement_steps(state: GameState, detail: str) -> Iterator[Step]:
    order = snake_order(state)
    half = len(order) // 2
    now = _place_in_snake(state, order)
    if isinstance(state.phase, PlacingRoad):
        yield placement_step(state, placing_seat(state), 1 if now < half else 2, "road", detail)
        now += 1
    for place in range(now, len(order)):
        round_ = 1 if place < half else 2
        yield placement_step(state, order[place], round_, "settlement", detail)
        yield placement_step(state, order[place], round_, "road", detail)
    yield Step("placement.first_turn", (msg(f"step.first_turn.{detail}", seat=order[0]),), seat=order[0])


def _place_in_snake(state: GameState, order: list[int]) -> int:
    half = len(order) // 2
    seat = placing_seat(state)
    second = state.phase.part_of_game == "placement_2"
    return half + order[half:].index(seat) if second else order.index(seat)
