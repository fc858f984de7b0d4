"""What only the voice says, beside announcements and steps."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("voice.turn", "{seat}, you're up."),
    N("voice.turn.terse", "{seat}."),
    N("voice.rolled", "{seat} rolls {n:a}."),
    N("voice.rolled.terse", "{seat}: {n}."),
    N("voice.first_turn", "Everything's in place."),
    N("voice.anything_else", "Anything else, {seat}?"),
    N("voice.settlement_1", "{seat}, place {settlement:a}."),
    N("voice.settlement_2", "{seat}, place your second {settlement}."),
    N("voice.lesson", "{title}. {text}"),
    NN("voice.city_built",
       "{seat} builds {city:a}. That makes one point.",
       "{seat} builds {city:a}. That makes {n} points."),
    N("voice.development_bought", "{seat} buys {development_card:a}."),
]
