"""Five and six players: the partner's part, special building, and two deserts to start on."""

from .source import N

SOURCES = [
    # the partner's part
    N(
        "step.partner.first_game",
        "{seat}, you're this turn's partner. Without rolling, build, buy, trade with the {bank} or play one card. Say when you're done.",
    ),
    N("step.partner.normal", "Now {seat}, without rolling: build, trade with the {bank} or play a card."),
    N("step.partner.terse", "{seat}, build or trade with the {bank}."),
    N(
        "step.partner_no_cards.first_game",
        "{seat}, you're this turn's partner. Without rolling, build and trade with the {bank}. Say when you're done.",
    ),
    N("step.partner_no_cards.normal", "Now {seat}, without rolling: build or trade with the {bank}."),
    N("step.partner_no_cards.terse", "{seat}, build or trade with the {bank}."),
    N("step.partner.why", "The partner is the third player to the left, and trades with nobody but the {bank}."),
    # special building
    N(
        "step.special_build.first_game",
        "{seat}, before the next turn you may build and buy with the cards in your hand. No trading and no cards played. Say when you're done.",
    ),
    N("step.special_build.normal", "{seat}, do you want to build or buy before the next turn?"),
    N("step.special_build.terse", "{seat}, build anything?"),
    N(
        "step.special_build_no_cards.first_game",
        "{seat}, before the next turn you may build with the cards in your hand. No trading. Say when you're done.",
    ),
    N("step.special_build_no_cards.normal", "{seat}, do you want to build before the next turn?"),
    N("step.special_build_no_cards.terse", "{seat}, build anything?"),
    N("step.special_build.why", "After every turn the others may build, one after another, clockwise."),
    N("step.end_part.first_game", "When {seat} is done, the next turn begins and the {dice} go to {other}."),
    N("step.end_part.normal", "Then pass the {dice} to {other}."),
    N("step.end_part.terse", "Then {other}."),
    # two deserts
    N(
        "step.robber_start_choose.first_game",
        "There are two {desert} hexes. Choose one and stand the {robber} on it. It waits there until a seven or {knight:a} moves it.",
    ),
    N("step.robber_start_choose.normal", "Choose one of the two {desert} hexes and stand the {robber} on it."),
    N("step.robber_start_choose.terse", "Which {desert} for the {robber}?"),
    N(
        "step.robber_start_random.first_game",
        "There are two {desert} hexes. Draw lots for where the {robber} starts. It waits there until a seven or {knight:a} moves it.",
    ),
    N("step.robber_start_random.normal", "Draw lots for which {desert} hex the {robber} starts on."),
    N("step.robber_start_random.terse", "Draw lots for the {robber}."),
    N(
        "step.robber_start_screen.first_game",
        "Stand the {robber} on the {desert} hex that the screen shows. It waits there until a seven or {knight:a} moves it.",
    ),
    N("step.robber_start_screen.normal", "Stand the {robber} on the {desert} hex that the screen shows."),
    N("step.robber_start_screen.terse", "{robber:Sg} as on the screen."),
    # what happens
    N("event.partner", "{seat} is done. {other} is the partner."),
    N("event.special_build", "{seat} is done. Now {other} may build."),
    N("event.robber_starts", "The {robber} starts on that {desert} hex."),
    # refusals
    N("refusal.part.not_yours", "Between the turns it's {turn}'s part now, so {seat} has to wait."),
    N(
        "refusal.step.not_now.partner",
        "This is the partner's part, without a roll: build, buy, trade with the {bank} or play a card. No trading with players.",
    ),
    N(
        "refusal.step.not_now.special_build",
        "Between the turns people only build and buy. No trading, no cards and no roll.",
    ),
    N("refusal.robber.starts_elsewhere", "The {robber} starts on a {desert} hex. Choose one of them."),
    N("consequence.step.partner", "The game goes on with the partner's part."),
    N("consequence.step.special_build", "The game goes on with building between the turns."),
    # odd cases
    N("prompt.partner_part.title", "The partner's part"),
    N(
        "prompt.partner_part.ruling",
        "The third player to the left acts without rolling, and trades only with the {bank}.",
    ),
    N("prompt.partner_part.why", "With five or six, nobody has to wait long for something to do."),
    N("prompt.partner_part.tags", "partner, paired players, 5 players, 6 players, third player, between turns"),
    N("prompt.special_building.title", "Special building"),
    N(
        "prompt.special_building.ruling",
        "Everyone else, one after another, may build and buy with the cards in hand. No trading and no cards played.",
    ),
    N(
        "prompt.special_building.why",
        "With five or six it takes a long time until your turn, and a seven could cost you cards.",
    ),
    N("prompt.special_building.tags", "special building phase, build out of turn, 5 players, 6 players, between turns"),
]
