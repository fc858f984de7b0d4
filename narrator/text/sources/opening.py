"""The opening: what the game is about, in at most 120 words."""

from narrator.text.sources.source import N

SOURCES = [
    N("opening.island.title", "Welcome to {island}"),
    N("opening.island.text", "An empty island. Everyone settles it with {road:pl}, {settlement:pl} and {city:pl}."),
    N("opening.goal.title", "The goal: {target} points"),
    N("opening.goal.text", "The first to get there on their own turn wins."),
    N("opening.points.title", "What's worth points"),
    N("opening.points.text", "{settlement:A} is one point, {city:a} two. {longest_road} and {largest_army} are two each."),
    N("opening.turn.title", "A turn"),
    N("opening.turn.text", "Roll, take cards, trade, build. Then the next player rolls."),
    N("opening.lands.title", "Five kinds of land"),
    N("opening.lands.text", "{forest:Pl} give {lumber}, {hills:pl} {brick}, {pasture:pl} {wool}, {fields:pl} {grain}, {mountains:pl} {ore}. The {desert} gives nothing."),
    N("opening.start.title", "How it starts"),
    N("opening.start.text", "Everyone places two {settlement:pl} and two {road:pl}. When a number next to your {settlement} is rolled, you take a card."),
    N("opening.start.text.dealt", "Everyone places two {settlement:pl} and two {road:pl}. When a number next to your {settlement} is rolled, you get a card on your phone."),
    N("opening.points.no_cards.text", "{settlement:A} is one point, {city:a} two. {longest_road} is two."),
]
