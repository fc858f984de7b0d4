"""All English sources by key."""

from . import (
    api,
    common,
    consequences,
    deeds,
    events,
    helper_cards,
    home,
    library,
    pages,
    phones,
    prompts,
    refusals,
    rules,
    settings,
    stage,
    steps,
    tags,
    terminal,
)
from .source import Source

FILES = (
    common,
    steps,
    events,
    prompts,
    helper_cards,
    library,
    tags,
    rules,
    refusals,
    consequences,
    pages,
    api,
    terminal,
    stage,
    deeds,
    home,
    phones,
    settings,
)
SOURCES: dict[str, Source] = {source.key: source for file in FILES for source in file.SOURCES}
