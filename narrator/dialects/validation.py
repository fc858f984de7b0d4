"""Which tables each dialect supports."""

from collections.abc import Mapping
from typing import Any

from narrator.core.message import Refusal, Refused
from narrator.core.table.state import GameState
from narrator.dialects import agente, clawtan
from narrator.dialects.actions import check_table

# rules that a dialect requires; our own API fits every table
NEEDED: Mapping[str, Mapping[str, Any]] = {"clawtan": clawtan.NEEDED, "agente": agente.NEEDED}


def check_fits(state: GameState, dialect: str) -> None:
    """Raise `Refused` with everything that is in the way."""
    if dialect in NEEDED:
        check_table(state, NEEDED[dialect])


def against(state: GameState, dialect: str) -> tuple[Refusal, ...]:
    """Return everything that is in the way of a dialect."""
    try:
        check_fits(state, dialect)
    except Refused as refused:
        return refused.reasons
    return ()
