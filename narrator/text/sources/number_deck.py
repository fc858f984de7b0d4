"""A deck of numbers instead of the dice."""

from .source import N

SOURCES = [
    N(
        "step.draw.first_game",
        "{seat}, it's your turn. Reveal the next number card: every hex with that number pays everyone who has a building there.",
    ),
    N("step.draw.normal", "{seat}, your turn. Reveal the next number card."),
    N("step.draw.terse", "{seat}, number card."),
    N(
        "step.draw_or_card.first_game",
        "{seat}, it's your turn. You may play a {development_card} first. If not, reveal the next number card.",
    ),
    N("step.draw_or_card.normal", "{seat}, want to play a card first? If not, reveal the number."),
    N("step.draw_or_card.terse", "{seat}, card or number."),
    N(
        "step.draw_or_knight.first_game",
        "{seat}, it's your turn. You may play {knight:a} first. If not, reveal the next number card.",
    ),
    N("step.draw_or_knight.normal", "{seat}, want to play {knight:a} first? If not, reveal the number."),
    N("step.draw_or_knight.terse", "{seat}, {knight} or number."),
    N(
        "step.second_draw.first_game",
        "{seat}, reveal a second number card. If it's the same number, reveal another.",
    ),
    N("step.second_draw.normal", "{seat}, reveal a second number card."),
    N("step.second_draw.terse", "{seat}, second number."),
    N("event.number_deck_remade", "Five number cards stay unused. Shuffle the whole deck again."),
]
