"""What is largest on the screens, in few words, and what goes with it."""

from .source import NN, N

SOURCES = [
    # a roll
    N("scene.payout.take", "{n:digit}: take cards"),
    N("scene.payout.all", "{n:digit}: take your cards"),
    N("scene.payout.nobody", "{n:digit}: nobody takes a card"),
    N("scene.payout.again", "{n:digit} again: roll once more"),
    N("scene.gained", "Take cards"),
    N("scene.bank_short", "The {bank} can't pay it"),
    N("scene.blocked", "The {robber} holds the {terrain} hex. No cards from it: {names}."),
    N("scene.blocked_resource", "The {robber} blocks {resource} there. No cards from it: {names}."),
    # a seven
    N("scene.seven.discard", "Seven! Discard half"),
    N("scene.seven.all", "Seven! Over {limit:digit}? Discard half"),
    N("scene.seven.nobody", "Seven! Nobody discards"),
    N("scene.seven.quiet", "Seven: nothing happens"),
    N("scene.seven.spared", "This seven doesn't count"),
    NN("scene.discard.one", "{seat}: discard one card", "{seat}: discard {n} cards"),
    N("scene.discard.several", "Still to discard: {names}"),
    # cards to and between people
    N("scene.first_cards", "{seat}: first cards"),
    N("scene.theft", "{seat} steals from {other}"),
    N("scene.monopoly", "All {resource} to {seat}"),
    N("scene.plenty", "{seat} picks from the {bank}"),
    N("scene.bank_trade", "{seat} trades with the {bank}"),
    N("scene.trade", "{seat} trades with {other}"),
    N("scene.repayment", "Put the cards right"),
    # moments
    N("scene.title.longest_road.won", "{seat} takes {longest_road}"),
    N("scene.title.longest_road.aside", "Nobody holds {longest_road}"),
    N("scene.title.largest_army.won", "{seat} takes {largest_army}"),
    N("scene.title.largest_army.aside", "Nobody holds {largest_army}"),
    N("scene.title.neutral", "{longest_road:Sg}: neutral {colour}"),
    N("scene.match_point", "{seat}: one point to go"),
    N("scene.first_city", "The first {city}: {seat}"),
    N("scene.win", "{seat} wins!"),
    # options, and the quiet line of a build
    N("scene.actions", "{seat}: trade, build, play a card"),
    N("scene.built.road", "{seat} builds {road:a}: {price}."),
    NN(
        "scene.built.settlement",
        "{seat} builds {settlement:a}: {price}. That makes one point.",
        "{seat} builds {settlement:a}: {price}. That makes {n} points.",
    ),
    NN(
        "scene.built.city",
        "{seat} builds {city:a}: {price}. That makes one point. Take the {settlement} back.",
        "{seat} builds {city:a}: {price}. That makes {n} points. Take the {settlement} back.",
    ),
    N("scene.built.development", "{seat} buys {development_card:a}: {price}. Playable from the next turn on."),
    # the past changed
    N("scene.undone", "Undone ({deed})."),
    N("scene.redone", "Back again ({deed})."),
    # on a chip
    NN("scene.hand", "{n:digit} card in hand", "{n:digit} cards in hand"),
    N("scene.card_back", "A card nobody saw"),
    # said to the one who reads it
    N("scene.you.take", "You take"),
    N("scene.you.give", "You give"),
    N("scene.you.give_back", "You give back"),
    N("scene.you.swap", "You give and take"),
    N("scene.you.miss", "You get nothing"),
    N("scene.you.none", "{n:digit}: nothing for you"),
    N("scene.you.win", "You win!"),
    NN("scene.you.discard", "You discard one card", "You discard {n} cards"),
    N("scene.you.settlement", "Place {settlement:a}"),
    N("scene.you.road", "Place {road:a}"),
    N("scene.you.roll", "Your turn: roll"),
    N("scene.you.roll_or_card", "Roll, or play a card first"),
    N("scene.you.second_roll", "Roll once more"),
    N("scene.you.robber", "Move the {robber}"),
    N("scene.you.steal", "Steal a card"),
    N("scene.you.free_road", "Place {road:a} for free"),
    N("scene.you.actions", "You may trade and build"),
    N("scene.you.trade", "You may trade"),
    N("scene.you.build", "You may build"),
    N("scene.you.partner", "Build, or trade with the {bank}"),
    N("scene.you.neutral", "Place the neutral piece"),
    N("scene.you.measure", "Measure your longest {road}"),
]
