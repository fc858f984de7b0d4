"""Everything that can happen, in words: said as it happens, and read again in the history."""

from .source import NN, N

SOURCES = [
    # before the game
    N("event.step_done", "Done. On to the next."),
    N("event.trading_over", "{seat} is done trading."),
    N("event.told", "Done."),
    N("event.first_player_chosen", "{seat} starts. We go clockwise."),
    N("event.seat_joined", "{seat} joins the table and plays {colour}."),
    N("event.player_left.pieces_stay", "{seat} leaves. Their pieces stay on the board."),
    N("event.player_left.pause", "{seat} takes a break. We wait."),
    N("event.player_left.end", "{seat} leaves, and the game ends."),
    N("event.rules_agreed", "{seat} agrees to tonight's rules."),
    # building
    N("event.settlement_placed", "{seat} places {settlement:a}."),
    N("event.starting_cards", "{seat}, take {cards} as your first cards."),
    N("event.no_starting_cards", "{seat} gets no first cards there."),
    N("event.road_placed", "{seat} places {road:a}."),
    NN(
        "event.settlement_built",
        "{seat} builds {settlement:a}. That makes one point.",
        "{seat} builds {settlement:a}. That makes {n} points.",
    ),
    N("event.road_built", "{seat} builds {road:a}."),
    N("event.free_road", "{seat} places {road:a} for free."),
    NN(
        "event.city_built",
        "{seat} builds {city:a}. That makes one point.",
        "{seat} builds {city:a}. That makes {n} points. Take the {settlement} back.",
    ),
    NN(
        "event.road_reported",
        "{seat}'s longest {road} is one piece long.",
        "{seat}'s longest {road} is {n} pieces long.",
    ),
    # dice and income
    N("event.dice_rolled", "It's {n:a}."),
    N("event.income", "{seat} takes {cards}."),
    N("event.no_income", "Nobody gets anything this time."),
    N("event.blocked", "The {robber} is on that {terrain} hex, so it gives nothing."),
    N("event.short_nobody", "There isn't enough {resource} for everyone, so nobody gets any."),
    NN(
        "event.short_sole",
        "Only one {resource} is left for {seat}.",
        "Only {n} {resource} are left for {seat}.",
    ),
    N("event.short_none", "There isn't enough {resource}, so {seat} gets none."),
    N("event.short_turn_order", "There isn't enough {resource}. It goes round in turn order while it lasts."),
    N("event.seven", "Seven! Here comes the {robber}."),
    N("event.seven_quiet", "Seven. At this table nothing happens."),
    N("event.nobody_discards", "Nobody has to discard."),
    N("event.spared_seven.reroll", "A seven doesn't count yet. Roll again."),
    N("event.spared_seven.no_effect", "A seven doesn't count yet. Nobody gets anything."),
    N("event.cards_gained", "{seat} takes {cards}."),
    # robber
    N("event.cards_discarded", "{seat} discards {cards}."),
    NN("event.cards_discarded_unseen", "{seat} discards one card.", "{seat} discards {n} cards."),
    N("event.robber_moved", "{seat} moves the {robber} to the {terrain} hex with the {total}."),
    N("event.robber_to_desert", "{seat} moves the {robber} to the {desert}."),
    N("event.robber_moved_somewhere", "{seat} moves the {robber}."),
    N("event.card_stolen", "{seat} steals one card from {other}."),
    N("event.empty_hand", "{other} has no cards. Bad luck."),
    N("event.nobody_there", "There's nobody there to steal from."),
    N("event.theft_declined", "{seat} takes no card."),
    # development cards
    N(
        "event.development_bought",
        "{seat} buys {development_card:a}. Keep it secret and play it from your next turn on.",
    ),
    N("event.knight_played", "{seat} plays {knight:a}. Move the {robber} and steal a card. Nobody discards."),
    N("event.knight_played_quiet", "{seat} plays {knight:a}."),
    N("event.road_building_played", "{seat} plays {road_building}."),
    N("event.year_of_plenty_played", "{seat} plays {year_of_plenty} and takes {cards}."),
    N("event.year_of_plenty_nothing", "{seat} plays {year_of_plenty}, but the {bank} has nothing to give."),
    NN(
        "event.monopoly_played",
        "{monopoly:Sg} on {resource}! Everyone gives theirs to {seat}, one card in all.",
        "{monopoly:Sg} on {resource}! Everyone gives theirs to {seat}, {n} cards in all.",
    ),
    NN(
        "event.points_revealed",
        "{seat} shows one {points_card}.",
        "{seat} shows {n} {points_card:pl}.",
    ),
    # trade
    N("event.bank_traded", "{seat} gives {give} to the {bank} and takes {take}."),
    N("event.players_traded", "It's a deal. {seat} gives {give} and {other} gives {take}."),
    N("event.players_traded.untold", "{seat} and {other} traded. Nobody says what."),
    # turns
    N("event.turn_ended", "End of turn. Pass the {dice} to {other}."),
    N("event.round", "Round {n}."),
    N("event.first_turn", "Everything is in place. {seat} takes the first turn."),
    N("event.won_told", "{seat} wins!"),
    NN("event.won", "{seat} wins with one point!", "{seat} wins with {n} points!"),
    N("event.final_round", "{seat} has enough points. We play this round to the end."),
    # titles
    NN(
        "event.longest_road.taken",
        "{seat} takes {longest_road} with one {road}. Two more points.",
        "{seat} takes {longest_road} with {n} {road:pl}. Two more points.",
    ),
    NN(
        "event.longest_road.moves",
        "{longest_road:Sg} goes from {other} to {seat}, with one {road}.",
        "{longest_road:Sg} goes from {other} to {seat}, with {n} {road:pl}.",
    ),
    N("event.longest_road.lost", "{other} loses {longest_road}. Nobody has it now."),
    NN(
        "event.largest_army.taken",
        "{seat} takes {largest_army} with one {knight}. Two more points.",
        "{seat} takes {largest_army} with {n} {knight:pl}. Two more points.",
    ),
    NN(
        "event.largest_army.moves",
        "{largest_army:Sg} goes from {other} to {seat}, with one {knight}.",
        "{largest_army:Sg} goes from {other} to {seat}, with {n} {knight:pl}.",
    ),
    N("event.largest_army.lost", "{other} loses {largest_army}. Nobody has it now."),
    # the table and its record
    N("event.rule_changed", "The table changes a rule. {rule_now}"),
    N("event.ruling_made", "On “{question}” the table decides: {text}"),
    N("event.corrected.turn", "Set right: it's {seat}'s turn."),
    N("event.corrected.step", "Set right: we're at another step now."),
    NN("event.corrected.hand", "Counted: {seat} has one card.", "Counted: {seat} has {n} cards."),
    NN("event.corrected.bank", "Counted: one {resource} in the {bank}.", "Counted: {n} {resource} in the {bank}."),
    NN(
        "event.corrected.deck",
        "Counted: one {development_card} in the deck.",
        "Counted: {n} {development_card:pl} in the deck.",
    ),
    NN(
        "event.corrected.knights",
        "Counted: {seat} has played one {knight}.",
        "Counted: {seat} has played {n} {knight:pl}.",
    ),
    NN(
        "event.corrected.development_cards",
        "Counted: {seat} has one {development_card}.",
        "Counted: {seat} has {n} {development_card:pl}.",
    ),
    NN(
        "event.corrected.revealed_points",
        "Counted: {seat} shows one {points_card}.",
        "Counted: {seat} shows {n} {points_card:pl}.",
    ),
    N("event.corrected.longest_road", "Set right: {seat} has {longest_road}."),
    N("event.corrected.longest_road_nobody", "Set right: nobody has {longest_road}."),
    N("event.corrected.largest_army", "Set right: {seat} has {largest_army}."),
    N("event.corrected.largest_army_nobody", "Set right: nobody has {largest_army}."),
    N("event.corrected.robber", "Set right: the {robber} stands on another hex."),
    N("event.taken_back", "That's undone. Carry on from here."),
    N("event.amended", "An earlier entry was corrected."),
    NN(
        "event.short_hand",
        "By the record {seat} was one card short.",
        "By the record {seat} was {n} cards short.",
    ),
    N("event.waived", "The table let it stand."),
    N("event.late", "Entered late."),
    # five and six: parts between the turns
    N("event.partner", "{seat} is done. {other} is the partner."),
    N("event.special_build", "{seat} is done. Now {other} can build."),
    N("event.robber_starts", "The {robber} starts on that {desert} hex."),
    # two players: neutral colours and trade tokens
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
    N("event.longest_road.aside", "Nobody has {longest_road} now."),
    NN(
        "event.corrected.tokens",
        "Counted: {seat} has one trade token.",
        "Counted: {seat} has {n} trade tokens.",
    ),
    N("event.corrected.longest_road_neutral", "Set right: neutral {colour} has {longest_road}."),
    # a deck of numbers instead of the dice
    N("event.number_deck_remade", "Five number cards stay unused. Shuffle the whole deck again."),
    # the clock
    N("event.clock_paused", "We're taking a break."),
    N("event.clock_resumed", "On we go."),
]
