"""Bots: a seat's observation in, events out. Pure, and without text."""

from narrator.bot.characters import LEVELS, Level, why_unsupported
from narrator.bot.decide import Decision, decide, think
from narrator.bot.observation import Observation, Own, observe
from narrator.bot.trading import Answer, Offer, answer, best_trade, offer

__all__ = [
    "LEVELS",
    "Answer",
    "Decision",
    "Level",
    "Observation",
    "Offer",
    "Own",
    "answer",
    "best_trade",
    "decide",
    "observe",
    "offer",
    "think",
    "why_unsupported",
]
