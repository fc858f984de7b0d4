"""An empty chair that plays: what a seat may see in, events out. Pure, and without words."""

from .decide import Decision, decide, think
from .eyes import Own, Sight, eyes
from .levels import LEVELS, Level
from .places import why_not
from .trading import Answer, Offer, answer, best_trade, offer

__all__ = [
    "LEVELS",
    "Answer",
    "Decision",
    "Level",
    "Offer",
    "Own",
    "Sight",
    "answer",
    "best_trade",
    "decide",
    "eyes",
    "offer",
    "think",
    "why_not",
]
