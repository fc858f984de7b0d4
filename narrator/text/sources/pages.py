"""Headings and short notes round the script."""

from .source import N

SOURCES = [
    N("player.name", "Player {n:digit}"),
    N("heading.script", "The host's script"),
    N("heading.setup", "Laying the table"),
    N("heading.placement", "First {settlement:pl} and {road:pl}"),
    N("heading.turn", "A turn"),
    N("heading.robber", "After a seven"),
    N("heading.free_roads", "After {road_building}"),
    N("heading.over", "The end"),
    N("heading.prompts", "Odd cases"),
    N("heading.cards", "Helper cards"),
    N("heading.rule", "House rule: {rule}."),
    N("note.language", "There are no words in “{wanted}” yet, so this is in English."),
    N("note.nearest", "“{wanted}” is told in the nearest language, “{language}”."),
]
