"""Headings of the script."""

from narrator.text.sources.source import N

SOURCES = [
    N("heading.script", "Host's script"),
    N("heading.setup", "Setting up"),
    N("heading.placement", "First {settlement:pl} and {road:pl}"),
    N("heading.turn", "A turn"),
    N("heading.robber", "After a seven"),
    N("heading.free_roads", "After {road_building}"),
    N("heading.over", "The end"),
    N("heading.prompts", "Special cases"),
    N("heading.cards", "Helper cards"),
    N("heading.rule", "House rule: {rule}."),
    N("heading.neutral", "For the neutral colors"),
]
