"""Phases: where the game stands, each a value that carries what it needs. Imports nothing of ours.

`phase` and `step` are the names that the contract gives them. A sub-flow (the robber, free roads) holds the phase that
play goes back to, so a knight before the roll leads back to the roll.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

from msgspec import Struct


class Phase(Struct, frozen=True):
    phase: ClassVar[str] = "turn"
    step: ClassVar[str]


class SettingUp(Phase, frozen=True):
    phase: ClassVar[str] = "setup"
    step: ClassVar[str] = "checklist"


class PlacingSettlement(Phase, frozen=True):
    step: ClassVar[str] = "settlement"
    round: int

    @property
    def phase(self) -> str:  # type: ignore[override]
        return f"placement_{self.round}"


class PlacingRoad(Phase, frozen=True):
    step: ClassVar[str] = "road"
    round: int
    settlement: str | None = None
    """The settlement that the road must touch; none where nobody tracks the board."""

    @property
    def phase(self) -> str:  # type: ignore[override]
        return f"placement_{self.round}"


class Rolling(Phase, frozen=True):
    step: ClassVar[str] = "roll"


class Discarding(Phase, frozen=True):
    step: ClassVar[str] = "discard"
    owed: Mapping[int, int]
    """How many cards each seat still has to give."""
    settled: frozenset[int] = frozenset()
    """Who has given already."""


class MovingRobber(Phase, frozen=True):
    step: ClassVar[str] = "robber"
    back: Phase
    settled: frozenset[int] | None = None
    """After a seven, who has discarded: a recount may still find somebody who must. After a knight, and where nothing
    is counted, none."""


class Stealing(Phase, frozen=True):
    step: ClassVar[str] = "steal"
    victims: tuple[int, ...]
    back: Phase
    maybe: bool = False
    """Without a board nobody may be known to stand there: then anything else goes on without a theft."""


class PlacingFreeRoads(Phase, frozen=True):
    step: ClassVar[str] = "free_roads"
    left: int
    back: Phase


class PlacingNeutral(Phase, frozen=True):
    """Catan for Two: a player's own piece is followed by one of a neutral colour."""

    step: ClassVar[str] = "neutral"
    piece: Literal["settlement", "road"]
    back: Phase
    maybe: bool = False
    """Without a board nobody can tell whether one fits: then anything else goes on without it."""


class Acting(Phase, frozen=True):
    """Trading and building as they come."""

    step: ClassVar[str] = "actions"


class Trading(Phase, frozen=True):
    """Where trading and building are separate: first this …"""

    step: ClassVar[str] = "trade"


class BuildingOnly(Phase, frozen=True):
    """… then this."""

    step: ClassVar[str] = "build"


class PartnerActing(Phase, frozen=True):
    """Five and six, paired: after the turn its partner acts, without a roll."""

    step: ClassVar[str] = "partner"
    seat: int


class SpecialBuilding(Phase, frozen=True):
    """Five and six, special building: after the turn the others build, one after the other."""

    step: ClassVar[str] = "special_build"
    seat: int
    waiting: tuple[int, ...] = ()
    """Who is asked after this one."""


class Over(Phase, frozen=True):
    phase: ClassVar[str] = "over"
    step: ClassVar[str] = "over"
    winner: int | None = None


Part = PartnerActing | SpecialBuilding


def between_turns(phase: Phase) -> Part | None:
    """The part between two turns that play is in; a sub-flow belongs to the phase that it goes back to."""
    while (back := getattr(phase, "back", None)) is not None:
        phase = back
    return phase if type(phase) is PartnerActing or type(phase) is SpecialBuilding else None
