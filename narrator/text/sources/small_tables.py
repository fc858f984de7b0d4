"""Pages of tables of two, five and six: tokens, neutral colours, parts between the turns."""

from .source import NN, N

SOURCES = [
    N("deed.neutral_settlement_built", "{colour:Sg}: {settlement}"),
    N("deed.neutral_road_built", "{colour:Sg}: {road}"),
    N("deed.neutral_road_reported", "{colour:Sg}: {road} measured"),
    N("deed.tokens_spent.forced_trade", "{seat}: forced trade"),
    N("deed.tokens_spent.robber_home", "{seat}: {robber} sent home"),
    N("deed.knight_given_up", "{seat} gives up {knight:a}"),
    N("deed.corrected.tokens", "{seat}: tokens counted"),
    N("ui.neutral.which", "Which colour?"),
    N("ui.spot.neutral_settlement", "{colour:Sg}, {settlement}: {around}"),
    N("ui.spot.neutral_road", "{colour:Sg}, {road}: {around}"),
    N("ui.tokens.forced_trade", "Forced trade"),
    N("ui.tokens.robber_home", "Send the {robber} home"),
    N("ui.tokens.knight", "{knight:A} for two tokens"),
    NN("ui.tokens.cost", "one token", "{n:digit} tokens"),
    N("ui.number.tokens", "Trade tokens"),
    N("ui.touches.tokens", "How many tokens does it bring?"),
    N("ui.measure_neutral", "How long is {colour}'s {road}?"),
    N("ui.part.done", "Done"),
    N("ui.step.partner", "The partner's part"),
    N("ui.step.special_build", "Special building"),
]
