"""All English sources by key."""

from . import (
    api,
    common,
    consequences,
    deeds,
    evening,
    events,
    five_six,
    helper_cards,
    home,
    library,
    number_deck,
    pages,
    phones,
    prompts,
    refusals,
    rules,
    settings,
    small_tables,
    stage,
    steps,
    tags,
    terminal,
    two_players,
)
from .source import Source

FILES = (
    *(common, steps, events, prompts, helper_cards, library, tags, rules, refusals, consequences, pages),
    *(five_six, two_players, number_deck),
    *(api, terminal, stage, deeds, home, phones, settings, small_tables, evening),
)
SOURCES: dict[str, Source] = {source.key: source for file in FILES for source in file.SOURCES}
