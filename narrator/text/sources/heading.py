"""Headings of the script."""

from .source import N

SOURCES = [
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
    N("heading.neutral", "For the neutral colors"),
]
