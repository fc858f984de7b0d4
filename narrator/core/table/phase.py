"""Phases of the game, each a value that carries what it needs. Imports nothing of ours.

The API exposes `part_of_game` as `phase`, and `step`. A sub-flow (robber, free roads) holds the phase that follows it
in `return_to`: a knight played before the roll returns to the roll.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct


class Phase(Struct, frozen=True):
    part_of_game: ClassVar[str] = "turn"
    step: ClassVar[str]


class SettingUp(Phase, frozen=True):
    part_of_game: ClassVar[str] = "setup"
    step: ClassVar[str] = "checklist"


class PlacingSettlement(Phase, frozen=True):
    step: ClassVar[str] = "settlement"
    round: int

    @property
    def part_of_game(self) -> str:  # type: ignore[override]
        return f"placement_{self.round}"


class PlacingRoad(Phase, frozen=True):
    step: ClassVar[str] = "road"
    round: int
    settlement: str | None = None  # must touch the road; None if the board isn't tracked

    @property
    def part_of_game(self) -> str:  # type: ignore[override]
        return f"placement_{self.round}"


class Rolling(Phase, frozen=True):
    step: ClassVar[str] = "roll"


class Discarding(Phase, frozen=True):
    step: ClassVar[str] = "discard"
    owed: Mapping[int, int]  # cards that each seat still has to discard
    done_seats: frozenset[int] = frozenset()  # seats that have discarded


class MovingRobber(Phase, frozen=True):
    step: ClassVar[str] = "robber"
    return_to: Phase
    # after a seven: seats that have discarded, because a recount may find others; None after a knight
    done_seats: frozenset[int] | None = None


class Stealing(Phase, frozen=True):
    step: ClassVar[str] = "steal"
    victims: tuple[int, ...]
    return_to: Phase
    is_optional: bool = False  # without a board, if it is unknown who is there: any other event skips the theft


class PlacingFreeRoads(Phase, frozen=True):
    step: ClassVar[str] = "free_roads"
    left: int
    return_to: Phase


class PlacingNeutral(Phase, frozen=True):
    """Catan for Two: a player's piece is followed by one of a neutral colour."""

    step: ClassVar[str] = "neutral"
    piece: Literal["settlement", "road"]
    return_to: Phase
    is_optional: bool = False  # without a board, because it is unknown whether one fits: any other event skips it


class Acting(Phase, frozen=True):
    """Trade and build in any order."""

    step: ClassVar[str] = "actions"


class Trading(Phase, frozen=True):
    """First half of a turn with separate trading and building."""

    step: ClassVar[str] = "trade"


class BuildingOnly(Phase, frozen=True):
    """Second half of such a turn."""

    step: ClassVar[str] = "build"


class PartnerActing(Phase, frozen=True):
    """Five and six players, paired: the partner acts after the turn, without a roll."""

    step: ClassVar[str] = "partner"
    seat: int


class SpecialBuilding(Phase, frozen=True):
    """Five and six players: after a turn the others may build, one after the other."""

    step: ClassVar[str] = "special_build"
    seat: int
    waiting: tuple[int, ...] = ()  # seats that come after this one


class Over(Phase, frozen=True):
    part_of_game: ClassVar[str] = "over"
    step: ClassVar[str] = "over"
    winner: int | None = None


Interlude = PartnerActing | SpecialBuilding  # between two turns of five or six players


def interlude_of(phase: Phase) -> Interlude | None:
    """Return the interlude that is being played, looking through sub-flows."""
    while (return_to := getattr(phase, "return_to", None)) is not None:
        phase = return_to
    return phase if type(phase) is PartnerActing or type(phase) is SpecialBuilding else None
