"""All English sources by key."""

from . import (
    common,
    consequences,
    events,
    five_six,
    helper_cards,
    library,
    number_deck,
    pages,
    prompts,
    refusals,
    rules,
    steps,
    tags,
    two_players,
)
from .source import Source

FILES = (
    *(common, steps, events, prompts, helper_cards, library, tags, rules, refusals, consequences, pages),
    *(five_six, two_players, number_deck),
)
SOURCES: dict[str, Source] = {source.key: source for file in FILES for source in file.SOURCES}
