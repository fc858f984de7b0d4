"""Between two turns of five or six: the partner's part, or everybody's special building. Fewer play none of it."""

from narrator.core.table.mode import mode_of
from narrator.core.table.phase import Part, PartnerActing, SpecialBuilding
from narrator.core.table.state import GameState, next_seat


def partner_of(state: GameState, seat: int) -> int:
    """The third player to the left."""
    for _ in range(3):
        seat = next_seat(state, seat)
    return seat


def first_part(state: GameState) -> Part | None:
    """What follows when the turn's owner is done, before the next turn."""
    rule = mode_of(state).between_turns
    if rule == "paired":
        return PartnerActing(partner_of(state, state.turn))
    if rule == "special_build":
        return _asked(state, tuple((state.turn + step) % len(state.seats) for step in range(1, len(state.seats))))
    return None


def part_after(state: GameState, part: Part) -> Part | None:
    """Whose part comes after this one, if anybody's."""
    return _asked(state, part.waiting) if isinstance(part, SpecialBuilding) else None


def _asked(state: GameState, seats: tuple[int, ...]) -> Part | None:
    there = [seat for seat in seats if not state.seats[seat].left]
    return SpecialBuilding(there[0], tuple(there[1:])) if there else None
