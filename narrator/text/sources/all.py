"""All English sources by key. What a key begins with is the name of its file."""

from . import (
    amend,
    api,
    card,
    clock,
    command,
    consequence,
    deed,
    dispute,
    error,
    evening,
    event,
    explain,
    heading,
    hint,
    history,
    home,
    join,
    library,
    lobby,
    new,
    number,
    offer,
    parts,
    phone,
    phrase,
    preset,
    prompt,
    refusal,
    rule,
    rules,
    serve,
    step,
    store,
    ui,
)
from .source import Source

FILES = (
    *(amend, api, card, clock, command, consequence, deed, dispute, error, evening, event, explain, heading, hint),
    *(history, home, join, library, lobby, new, number, offer, parts, phone, phrase, preset, prompt, refusal, rule),
    *(rules, serve, step, store, ui),
)
SHARED = {"cards": "parts", "list": "parts", "player": "parts", "host": "command", "note": "command", "undo": "ui"}
"""Beginnings with too few messages for a file of their own, and the files that they stand in."""
SOURCES: dict[str, Source] = {source.key: source for file in FILES for source in file.SOURCES}
