"""An empty chair that plays: what a seat may see in, events out. Pure, and without words."""

from .decide import Decision, decide, think
from .eyes import Own, Sight, eyes
from .levels import LEVELS, Level
from .places import why_not

__all__ = ["LEVELS", "Decision", "Level", "Own", "Sight", "decide", "eyes", "think", "why_not"]
