"""What a seat does next. From a record to events, through the seat's own eyes and nothing else."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.play.placement import placing_seat, snake
from narrator.core.record.apply import apply
from narrator.core.record.choices import legal_events
from narrator.core.record.judge import refusals
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    AnyFact,
    CardsDiscarded,
    CardStolen,
    KnightPlayed,
    PointsRevealed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.phase import (
    Discarding,
    MovingRobber,
    Over,
    PlacingFreeRoads,
    PlacingRoad,
    PlacingSettlement,
    Rolling,
    SettingUp,
    Stealing,
)
from narrator.core.table.state import GameState, acting_seat, points

from . import opening, why
from .deeds import OPEN_ENDED, deeds
from .eyes import Own, Sight, eyes
from .levels import CHARACTERS, Character, Level
from .luck import Luck
from .places import why_not
from .position import Position, position_of
from .race import Race, edge
from .robbing import at_random, discards, robbed, robberies
from .turns import WON, May, best_plan

GAIN = 0.016
"""The edge that a knight must bring to be played now."""


class Decision(Struct, frozen=True):
    """Events to enter, one after the other, and for each why. Before a roll that nothing precedes there are none:
    dice are thrown, not decided."""

    events: tuple[AnyFact, ...] = ()
    why: tuple[Msg, ...] = ()


NOTHING = Decision()


def decide(record: Record, seat: int, level: Level, seed: int | str, own: Own | None = None) -> tuple[AnyFact, ...]:
    """The events that this seat enters next; none where it has nothing to do, or only to roll.

    What chance or others' hands decide is left open: `card_stolen.resource`, `development_bought.card`; a monopoly's
    `taken` says what is certain of it.
    """
    return think(record, seat, level, seed, own).events


def think(record: Record, seat: int, level: Level, seed: int | str, own: Own | None = None) -> Decision:
    """The same with a reason for each event."""
    return think_as(eyes(record, seat, own), CHARACTERS[level], seed)


def think_as(sight: Sight, character: Character, seed: int | str) -> Decision:
    """What somebody of this character does, who sees this."""
    state = sight.state
    if why_not(state) is not None or state.seats[sight.seat].left:
        return NOTHING
    if not isinstance(state.phase, Discarding | Over) and not _is_due(state, sight.seat):
        return NOTHING
    luck = Luck(seed, sight.seat, sight.moves, character.slip)
    thought = THOUGHTS.get(type(state.phase), _in_turn)(sight, position_of(sight), character, luck)
    return _made_legal(sight, thought)


def _is_due(state: GameState, seat: int) -> bool:
    return seat == (placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state))


def _made_legal(sight: Sight, thought: Decision) -> Decision:
    """A safety net: what the judge would refuse is cut off, and somebody who must act does something that is legal."""
    state, events, reasons = sight.state, [], []
    for event, reason in zip(thought.events, thought.why, strict=True):
        if refusals(state, event):
            break
        events.append(event)
        reasons.append(reason)
        if isinstance(event, CardStolen):
            break
        state = apply(state, event)
    if events or not thought.events:
        return Decision(tuple(events), tuple(reasons))
    ending = TurnEnded(seat=sight.seat)
    if not refusals(sight.state, ending):
        return Decision((ending,), (why.of_end(sight.seat),))
    left = [event for event in legal_events(sight.state) if getattr(event, "seat", None) == sight.seat]
    return Decision((left[0],), (why.of_only(sight.seat),)) if left else NOTHING


# The opening.


def _place_settlement(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    state, me = sight.state, sight.seat
    corners = position.ground.places.corners
    candidates = opening.free_corners(position)
    events = {corner: SettlementBuilt(seat=me, at=corners[corner]) for corner in candidates}
    allowed = [corner for corner in candidates if not refusals(state, events[corner])]
    if not allowed:
        return Decision((TurnEnded(seat=me),), (why.of_end(me),))
    chosen = opening.best_corner(position, allowed, _between(state, me), character, luck)
    return Decision((events[chosen],), (why.of_corner(position, chosen),))


def _between(state: GameState, me: int) -> int:
    """How many first settlements others place before the own second one; -1 where this is it."""
    if state.seats[me].settlements:
        return -1
    order = snake(state)
    first = order.index(me)
    return max(0, len(order) - 2 - 2 * first)


def _place_road(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    state, me, places = sight.state, sight.seat, position.ground.places
    corner = getattr(state.phase, "settlement", None)
    own = [number for number, owner in enumerate(position.owner) if owner == me]
    start = places.corner[corner] if corner is not None else own[-1]
    events = {path: RoadBuilt(seat=me, at=places.paths[path]) for path, _ in places.ways[start]}
    allowed = [path for path, event in events.items() if not refusals(state, event)]
    if not allowed:
        return Decision((TurnEnded(seat=me),), (why.of_end(me),))
    chosen = opening.best_first_road(position, allowed, start, character.weights)
    return Decision((events[chosen],), (why.of_road(position, chosen),))


# Before the roll, and the seven.


def _before_roll(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    if shown := _winning_points(sight):
        return shown
    knight = KnightPlayed(seat=sight.seat)
    if "knight" not in sight.playable or refusals(sight.state, knight):
        return NOTHING
    race = Race(position, character.weights)
    if _gain_of_knight(sight, position, race, character, luck) > GAIN:
        return Decision((knight,), (why.of_knight(position),))
    return NOTHING


def _gain_of_knight(sight: Sight, position: Position, race: Race, character: Character, luck: Luck) -> float:
    """How much better the odds are with the robber moved now than with the card still in hand."""
    after = position.copy()
    after.own["knight"] = after.own.get("knight", 0) - 1
    after.march(position.me)
    if after.points[after.me] + after.own.get("points", 0) >= after.target:
        return WON
    if sight.state.rules.robber == "off":
        return edge(race.odds(after, 0.2, moved=True), race.odds(position, 0.2))
    found = robberies(after, race, _hexes(sight, position), character, luck, 0.2)
    return edge(found[0][0], race.odds(position, 0.2)) if found else 0.0


def _hexes(sight: Sight, position: Position) -> list[int]:
    """Where the robber may go by tonight's rules: never onto the own land, while there is another place."""
    hexes, state = position.ground.places.hexes, sight.state
    robbing = MovingRobber(state.phase)
    there = state if isinstance(state.phase, MovingRobber) else replace(state, phase=robbing)
    legal = [n for n, at in enumerate(hexes) if not refusals(there, RobberMoved(seat=sight.seat, to=at))]
    corners = position.ground.places.corners_of
    foreign = [n for n in legal if all(position.owner[corner] != position.me for corner in corners[n])]
    worth = [n for n in foreign if any(position.owner[corner] >= 0 for corner in corners[n])]
    return worth or foreign or legal


def _move_robber(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    race = Race(position, character.weights)
    hexes = _hexes(sight, position)
    found = robberies(position, race, hexes, character, luck)
    _, hex_, victim = found[0]
    moved = RobberMoved(seat=sight.seat, to=position.ground.places.hexes[hex_])
    return Decision((moved,), (why.of_robber(position, hex_, victim, character.kind),))


def _steal(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    state = sight.state
    assert isinstance(state.phase, Stealing)
    race = Race(position, character.weights)
    victims = [seat for seat in state.phase.victims if state.seats[seat].hand] or list(state.phase.victims)
    best = max(victims, key=lambda seat: (robbed(position, race, position.robber, seat), -seat))
    return Decision((CardStolen(seat=sight.seat, victim=best),), (why.of_theft(position, best),))


def _discard(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    state = sight.state
    assert isinstance(state.phase, Discarding)
    count = state.phase.owed.get(sight.seat, 0)
    if not count:
        return NOTHING
    if state.rules.discard_choice == "random":
        thrown = at_random(position.hands[sight.seat], count, luck)
    else:
        thrown = discards(position, Race(position, character.weights), count)
    event: AnyFact = CardsDiscarded(seat=sight.seat, cards=Cards(*thrown).counts())
    if sum(thrown) < count:  # of a hand in doubt nobody can say which
        event = CardsDiscarded(seat=sight.seat, count=count)
    return NOTHING if refusals(state, event) else Decision((event,), (why.of_discard(position),))


# The turn.


def _in_turn(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    if shown := _winning_points(sight):
        return shown
    state = sight.state
    race = Race(position, character.weights)
    may = may_now(sight)
    plan, odds = best_plan(position, race, may, character, luck)
    if "knight" in may.play and not (plan and plan[0].kind in ("plenty", "monopoly", "free_roads")):
        gain = _gain_of_knight(sight, position, race, character, luck)
        if gain > GAIN and odds < 1:
            return Decision((KnightPlayed(seat=sight.seat),), (why.of_knight(position),))
    events, reasons = deeds(sight, position, plan)
    if all(step.kind not in OPEN_ENDED for step in plan):
        events.append(TurnEnded(seat=sight.seat))
        reasons.append(why.of_end(sight.seat))
    if state.phase.step == "trade":
        events, reasons = _trades_first(events, reasons)
    return Decision(tuple(events), tuple(reasons))


def _trades_first(events: list[AnyFact], reasons: list[Msg]) -> tuple[list[AnyFact], list[Msg]]:
    """Where trading and building are separate, all trades come before the first thing that is built."""
    order = sorted(range(len(events)), key=lambda place: events[place].type != "bank_traded")
    return [events[place] for place in order], [reasons[place] for place in order]


def may_now(sight: Sight) -> May:
    """What this step of a turn and the own cards allow."""
    state = sight.state
    step = state.phase.step
    trade = step in ("actions", "trade", "partner")
    spent = state.rules.dev_per_turn != "unlimited" and state.cards_played >= state.rules.dev_per_turn
    play = frozenset() if spent or step == "special_build" else frozenset(sight.playable) - {"points"}
    return May(trade, True, play)


def _winning_points(sight: Sight) -> Decision | None:
    """Points cards are shown when they win, and the win is said where a table wants to hear it."""
    state, me = sight.state, sight.seat
    hidden, rules = sight.development.count("points"), state.rules
    enough = points(state, me) >= rules.target_vp
    if not enough and points(state, me) + hidden < rules.target_vp:
        return None
    events: list[AnyFact] = []
    if not enough:
        count = 1 if rules.vp_cards == "counts_as_play" else rules.target_vp - points(state, me)
        events.append(PointsRevealed(seat=me, count=count))
    if rules.auto_win == "claim" and state.final_round is None:
        events.append(VictoryDeclared(seat=me))
    events = events if events and not refusals(state, events[0]) else []
    return Decision(tuple(events), tuple(why.of_win(me) for _ in events)) if events else None


def _lay_free_road(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    race = Race(position, character.weights)
    found = []
    for path in position.open_paths(position.me):
        after = position.copy()
        after.lay(position.me, path)
        found.append((luck.near(race.odds(after)), -path))
    if not found:
        return Decision((TurnEnded(seat=sight.seat),), (why.of_end(sight.seat),))
    path = -max(found)[1]
    return Decision(
        (RoadBuilt(seat=sight.seat, at=position.ground.places.paths[path]),), (why.of_road(position, path),)
    )


def _show_points(sight: Sight, position: Position, character: Character, luck: Luck) -> Decision:
    """After the end the table may want to see what was hidden."""
    hidden = sight.development.count("points")
    if not hidden or sight.state.rules.reveal_at_end == "no":
        return NOTHING
    return Decision((PointsRevealed(seat=sight.seat, count=hidden),), (why.of_showing(sight.seat),))


Thought = Callable[[Sight, Position, Character, Luck], Decision]
THOUGHTS: dict[type, Thought] = {
    SettingUp: _place_settlement,
    PlacingSettlement: _place_settlement,
    PlacingRoad: _place_road,
    Rolling: _before_roll,
    Discarding: _discard,
    MovingRobber: _move_robber,
    Stealing: _steal,
    PlacingFreeRoads: _lay_free_road,
    Over: _show_points,
}
