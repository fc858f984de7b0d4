"""Two players, Catan for Two: neutral colours, two rolls a turn and trade tokens."""

from .source import NN, N

SOURCES = [
    # laying the table
    N(
        "step.tokens.first_game",
        "Lay twenty trade tokens beside the board. Coins or buttons will do. Each of you takes five.",
    ),
    N("step.tokens.normal", "Twenty trade tokens beside the board, five for each of you."),
    N("step.tokens.terse", "Five trade tokens each."),
    N("step.tokens.why", "With two there's less to trade, and tokens make up for it."),
    N(
        "step.neutral.first_game",
        "Take the two colours that nobody plays. Place one {settlement} of each, without {road:a}, on corners marked in the rules.",
    ),
    N("step.neutral.normal", "Place one {settlement} for each of the two neutral colours."),
    N("step.neutral.terse", "One {settlement} for each neutral colour."),
    N("step.neutral.why", "Neutral colours take no cards, but they're in the way."),
    N(
        "step.neutral_start.first_game",
        "Nobody plays {colour}. Place {settlement:a} for that colour, without {road:a}, on a corner marked in the rules.",
    ),
    N("step.neutral_start.normal", "Place {settlement:a} for neutral {colour}, without {road:a}."),
    N("step.neutral_start.terse", "{settlement:A} for neutral {colour}."),
    # a turn
    N(
        "step.second_roll.first_game",
        "{seat}, roll both {dice} a second time. If the same number comes up, roll again.",
    ),
    N("step.second_roll.normal", "{seat}, roll the {dice} a second time."),
    N("step.second_roll.terse", "{seat}, second roll."),
    N("step.second_roll.why", "With two there are two rolls a turn, and they must differ."),
    N(
        "step.neutral_settlement.first_game",
        "{seat}, now place {settlement:a} for a neutral colour too, where one of its {road:pl} leads. It costs nothing.",
    ),
    N("step.neutral_settlement.normal", "{seat}, now {settlement:a} for a neutral colour too."),
    N("step.neutral_settlement.terse", "{seat}, a neutral {settlement}."),
    N(
        "step.neutral_road.first_game",
        "{seat}, now place {road:a} for a neutral colour too, joined to its own pieces. It costs nothing.",
    ),
    N("step.neutral_road.normal", "{seat}, now {road:a} for a neutral colour too."),
    N("step.neutral_road.terse", "{seat}, a neutral {road}."),
    N(
        "step.neutral_either.first_game",
        "{seat}, now place {settlement:a} for a neutral colour too. If no corner is free for it, place {road:a}.",
    ),
    N("step.neutral_either.normal", "{seat}, now a neutral {settlement}, or {road:a} if none fits."),
    N("step.neutral_either.terse", "{seat}, a neutral {settlement} or {road}."),
    N("step.neutral_piece.why", "When you build {road:a} or {settlement:a}, a neutral colour gets one too."),
    N(
        "step.measure_neutral.first_game",
        "Count neutral {colour}'s longest unbroken {road}: one line, no branch, nobody else's building in between.",
    ),
    N("step.measure_neutral.normal", "How long is neutral {colour}'s longest {road} now?"),
    N("step.measure_neutral.terse", "Length of neutral {colour}'s {road}?"),
    N("heading.neutral", "For the neutral colours"),
    # what happens
    N("event.neutral_placed", "Neutral {colour} starts with {settlement:a} there."),
    N("event.neutral_settlement", "Neutral {colour} gets {settlement:a} too."),
    N("event.neutral_road", "Neutral {colour} gets {road:a} too."),
    NN(
        "event.neutral_road_reported",
        "Neutral {colour}'s longest {road} is one piece long.",
        "Neutral {colour}'s longest {road} is {n} pieces long.",
    ),
    N("event.dice_repeated", "It's {n:a} again. That doesn't count, so roll once more."),
    NN("event.tokens_gained", "{seat} takes one trade token.", "{seat} takes {n} trade tokens."),
    NN(
        "event.tokens_spent.forced_trade",
        "{seat} pays one token for a forced trade, takes cards from {other} unseen and gives two back.",
        "{seat} pays {n} tokens for a forced trade, takes cards from {other} unseen and gives two back.",
    ),
    NN(
        "event.tokens_spent.robber_home",
        "{seat} pays one token and sends the {robber} to the {desert}. Nobody is robbed.",
        "{seat} pays {n} tokens and sends the {robber} to the {desert}. Nobody is robbed.",
    ),
    NN(
        "event.knight_given_up",
        "{seat} gives up a played {knight} for one trade token.",
        "{seat} gives up a played {knight} for {n} trade tokens.",
    ),
    NN(
        "event.longest_road.neutral",
        "Neutral {colour} takes {longest_road} with one {road}. Nobody scores for it.",
        "Neutral {colour} takes {longest_road} with {n} {road:pl}. Nobody scores for it.",
    ),
    NN(
        "event.longest_road.lost_to_neutral",
        "{other} loses {longest_road} to neutral {colour}, with one {road}.",
        "{other} loses {longest_road} to neutral {colour}, with {n} {road:pl}.",
    ),
    N("event.longest_road.aside", "Nobody holds {longest_road} now."),
    NN(
        "event.corrected.tokens",
        "Counted: {seat} has one trade token.",
        "Counted: {seat} has {n} trade tokens.",
    ),
    N("event.corrected.longest_road_neutral", "Set right: neutral {colour} holds {longest_road}."),
    # refusals
    N("refusal.neutral.not_here", "This table has no neutral colours. They belong to {island} for Two."),
    N(
        "refusal.neutral.players_colour",
        "Somebody plays {colour}, so it isn't neutral. Choose a colour that nobody plays.",
    ),
    N(
        "refusal.neutral.third_colour",
        "There are two neutral colours already, and {colour} isn't one of them. Choose one of the two.",
    ),
    N(
        "refusal.neutral.no_settlements",
        "Neutral {colour} has no {settlement:pl} left. Choose the other colour, or place {road:a}.",
    ),
    N("refusal.neutral.no_roads", "Neutral {colour} has no {road:pl} left. Choose the other colour."),
    N(
        "refusal.neutral.not_due",
        "A neutral {settlement} only goes with one that a player builds. Build that one first.",
    ),
    N("refusal.neutral.road_due", "Now {road:a} is due for a neutral colour. Place that one."),
    N(
        "refusal.neutral.settlement_due",
        "There's a corner for a neutral {settlement}, so {road:a} won't do. Place the {settlement}.",
    ),
    N(
        "refusal.neutral.longer_than_roads",
        "Neutral {colour} has fewer {road:pl} on the board than that: only {roads}. Measure it again.",
    ),
    N("refusal.step.not_now.neutral", "The piece for a neutral colour comes first. Place it, then go on."),
    N("refusal.tokens.not_here", "This table plays without trade tokens. They belong to {island} for Two."),
    N(
        "refusal.tokens.too_few",
        "By this record {seat} has too few trade tokens: {have} instead of {need}. Count them and correct it.",
    ),
    N("refusal.tokens.none_left", "No trade tokens are left beside the board, so giving up {knight:a} brings nothing."),
    N("refusal.tokens.no_knight", "{seat} has no played {knight} to give up."),
    N("refusal.tokens.second_knight", "Only one {knight} a turn may be given up. Wait for the next turn."),
    N("refusal.tokens.rival_empty", "{seat} has no cards, so there's nothing to trade for."),
    N(
        "refusal.tokens.half_a_trade",
        "For a forced trade, name the cards of both sides or none. To send the {robber} home, name no cards.",
    ),
    N("refusal.tokens.trade_count", "This forced trade takes {taken} and gives back {given}. Count the cards again."),
    N("refusal.tokens.no_robber", "This table plays without the {robber}, so there's nobody to send home."),
    N(
        "refusal.tokens.no_desert",
        "The hex at {hex} isn't a {desert} hex. Tokens send the {robber} only to one of those.",
    ),
    N("refusal.tokens.robber_is_home", "The {robber} is on the {desert} hex already. Keep the tokens."),
    # amendments
    N("consequence.step.neutral", "The game goes on with a piece for a neutral colour."),
    N("consequence.tokens", "{seat}'s trade tokens go from {old} to {new}."),
    N("number.tokens", "{seat}'s trade tokens"),
    # odd cases
    N("prompt.second_roll_same.title", "The second roll is the same"),
    N("prompt.second_roll_same.ruling", "It doesn't count. Roll again until the number differs from the first."),
    N("prompt.second_roll_same.why", "A turn has two rolls, with two different numbers."),
    N("prompt.second_roll_same.tags", "same number twice, roll twice, reroll, repeat, 2 players, two rolls"),
    N("prompt.neutral_road_instead.title", "No corner for a neutral {settlement}"),
    N("prompt.neutral_road_instead.ruling", "Place {road:a} for a neutral colour instead."),
    N(
        "prompt.neutral_road_instead.why",
        "Each {settlement} of a player brings a neutral piece, as far as there's room.",
    ),
    N("prompt.neutral_road_instead.tags", "neutral, no room, no place, nowhere to build, dummy, 2 players"),
    N("prompt.neutral_longest_road.title", "A neutral colour holds {longest_road}"),
    N("prompt.neutral_longest_road.ruling", "It stays there until a player's {road} is longer. Nobody scores for it."),
    N("prompt.neutral_longest_road.why", "Neutral {road:pl} count like anybody else's."),
    N("prompt.neutral_longest_road.tags", "neutral, longest road, dummy, who gets the points, 2 players"),
]
