"""Refusals in words: what happened, why, and what to do. `refusal.step.not_now.<step>` says it for the step at hand."""

from .source import N

SOURCES = [
    # places and pieces
    N("refusal.seat.name_too_long", "That name is too long. Please use no more than {n:digit} letters."),
    N(
        "refusal.seat.name_taken",
        "Two people at one table can't both be called {name}. Please change one of the names.",
    ),
    N("refusal.seat.name", "A name is empty or has invisible characters. Please write it anew."),
    N("refusal.place.unknown", "There's no place called “{place}” on this board. Choose one that's there."),
    N("refusal.place.missing", "The place is missing. Choose it on the board."),
    N(
        "refusal.place.no_board",
        "This table keeps counts without a board, so no place can be named. Say what the piece touches instead.",
    ),
    N("refusal.place.has_board", "The board already shows that, so leave out “{field}”. Just choose the place."),
    N(
        "refusal.settlement.none_left",
        "{seat} has no {settlement:pl} left. Upgrade one to {city:a} first.",
    ),
    N("refusal.settlement.occupied", "There's already a building on that corner. Choose an empty one."),
    N(
        "refusal.settlement.too_close",
        "That's too close: there's a building on the very next corner. Leave at least one empty corner in between.",
    ),
    N(
        "refusal.settlement.not_connected",
        "None of that player's {road:pl} reach that corner. Build {road:a} to it first, or choose another corner.",
    ),
    N("refusal.road.none_left", "{seat} has no {road:pl} left, so this one can't be placed."),
    N("refusal.road.occupied", "There's already {road:a} on that path. Choose an empty one."),
    N(
        "refusal.road.not_connected",
        "That {road} isn't joined to its owner's pieces, or it runs through another player's building. Choose another path.",
    ),
    N(
        "refusal.road.longer_than_roads",
        "{seat} has fewer {road:pl} on the board than that: only {roads}. Measure it again.",
    ),
    N("refusal.city.none_left", "{seat} has no {city:pl} left, so this one can't be built."),
    N(
        "refusal.city.no_settlement",
        "{city:A} replaces the player's own {settlement}, and there's none on that corner. Choose one of theirs.",
    ),
    N("refusal.city.already", "There's already {city:a} on that corner. Choose {settlement:a} instead."),
    N(
        "refusal.city.which_settlement",
        "Which of {seat}'s {settlement:pl} becomes {city:a}? Choose one that's on the board.",
    ),
    N(
        "refusal.placement.not_as_drawn",
        "The booklet puts that color's piece somewhere else. Place it as the picture shows.",
    ),
    N(
        "refusal.placement.road_elsewhere",
        "The first {road:pl} go right beside the {settlement} just placed. Choose a path next to it.",
    ),
    # turns
    N("refusal.turn.not_yours", "It's {turn}'s turn, so {seat} has to wait."),
    N("refusal.step.not_now", "That doesn't fit this moment of the game. First do what the screen asks for."),
    N("refusal.step.not_now.checklist", "The table is still being set up. Finish that and choose who starts."),
    N("refusal.step.not_now.settlement", "A first {settlement} is due now. Place it before you go on."),
    N("refusal.step.not_now.road", "A first {road} is due now. Place it before you go on."),
    N("refusal.step.not_now.roll", "The roll comes first. Roll the {dice}, then go on."),
    N("refusal.step.not_now.discard", "Not everyone has discarded yet. Finish that first."),
    N("refusal.step.not_now.robber", "The {robber} has to move first. Choose another hex."),
    N("refusal.step.not_now.steal", "The theft comes first. Say who loses a card."),
    N("refusal.step.not_now.free_roads", "The free {road:pl} come first. Place them, then go on."),
    N("refusal.step.not_now.actions", "The roll is settled. Now trade, build, play a card or end the turn."),
    N("refusal.step.not_now.trade", "Trading comes before building at this table. Finish trading first."),
    N("refusal.step.not_now.build", "Trading is finished for this turn. Now build, play a card or end the turn."),
    N("refusal.step.not_now.over", "The game is over. Undo the last entry to go on."),
    N("refusal.step.unknown", "The checklist has no line called “{step}”. Choose one that's on it."),
    N("refusal.game.over", "The game is over. Undo the last entry to go on."),
    N("refusal.first_player.tie", "The highest roll is a tie at {total}. Roll again to see who starts."),
    N("refusal.first_player.not_highest", "{highest} rolled highest with {total:a}, so {highest} starts, not {seat}."),
    N(
        "refusal.victory.too_few_points",
        "By this record {seat} has {have} of the {need} points needed to win. "
        "Show hidden {points_card:pl} first, or play on.",
    ),
    N("refusal.seat.unknown", "Nobody sits in that seat. Choose someone who's playing."),
    N("refusal.seat.no_chair", "There are {chairs} seats at this board. Take the next free one."),
    N("refusal.seat.colour_taken", "Somebody already plays {colour}. Choose another color."),
    N("refusal.seat.already_left", "{seat} has already left the game. Choose someone who's still playing."),
    N("refusal.seat.last_one", "{seat} is the last player at the table. End the game instead."),
    # hands and bank
    N(
        "refusal.hand.too_few",
        "By this record {seat} has too few cards: {have} instead of {need}. Count the hand and correct it.",
    ),
    N("refusal.bank.short", "The {bank} doesn't have enough {resources}. Choose something else or take less."),
    N(
        "refusal.discard.count",
        "For {seat} the number of cards to discard is {owed}, not {given}. Count them again.",
    ),
    N("refusal.discard.order", "At this table players discard one after another. {first} goes before {seat}."),
    # robber
    N("refusal.robber.must_move", "The {robber} can't stay where it is. Choose another hex."),
    N(
        "refusal.robber.not_desert",
        "At this table the {robber} can't go back to the {desert} hex. Choose another one.",
    ),
    N(
        "refusal.robber.only_desert",
        "Every other hex has a player whom the friendly {robber} spares. It goes to the {desert} hex.",
    ),
    N(
        "refusal.robber.friendly",
        "The friendly {robber} spares {seat}, whose points are no more than {points}. Choose another hex.",
    ),
    N("refusal.theft.not_optional", "At this table {seat} has to steal a card. Say who loses it."),
    N("refusal.theft.nothing_taken", "Nobody was robbed, so no card can be named. Say who lost it, or leave it out."),
    N("refusal.theft.from_oneself", "{seat} can't steal from themselves. Choose another player."),
    N("refusal.theft.not_there", "{seat} can't be robbed on that hex. Choose someone with a building there."),
    # development cards
    N("refusal.card.off", "This table plays without {development_card:pl}. Switch them on in the house rules first."),
    N("refusal.card.none_left", "Every card of that kind is already on the table. Check which card it was."),
    N(
        "refusal.card.none_held",
        "By this record {seat} has no {development_card:pl}. Correct the count if a purchase was missed.",
    ),
    N(
        "refusal.card.bought_this_turn",
        "{seat} bought that card this turn. It can be played from their next turn on.",
    ),
    N("refusal.card.second_this_turn", "A card was already played this turn. This one waits for the next turn."),
    N("refusal.card.before_roll", "At this table that card can't be played before the roll. Roll the {dice} first."),
    N("refusal.deck.empty", "There are no {development_card:pl} left to buy. The cards for it stay in hand."),
    N("refusal.road_building.no_place", "{seat} can't place {road:a} anywhere. The card stays in hand."),
    N(
        "refusal.road_building.need_two",
        "At this table the card needs room for two {road:pl}, and {seat} doesn't have it. The card stays in hand.",
    ),
    N("refusal.plenty.bank_empty", "The {bank} is empty, so there's nothing to take. The card stays in hand."),
    N(
        "refusal.plenty.count",
        "For {year_of_plenty} the number of cards to take is {expected}, not {given}. Choose again.",
    ),
    N("refusal.monopoly.from_oneself", "{seat} keeps their own cards. Enter only what the others hand over."),
    N(
        "refusal.monopoly.too_many",
        "The players have at most {out} {resource} in all, not {given}. Count what was handed over again.",
    ),
    N(
        "refusal.points.too_many",
        "By this record {seat} has fewer {development_card:pl} than that: {have} instead of {given}. Count again.",
    ),
    N(
        "refusal.points.only_to_win",
        "At this table {points_card:pl} stay hidden until they win the game. It takes {need} points to win.",
    ),
    N(
        "refusal.points.one_at_a_time",
        "At this table only one of the {points_card:pl} can be shown in a turn. Show the others later.",
    ),
    # trade
    N("refusal.trade.empty", "A trade needs cards on both sides. Say what each side gives."),
    N("refusal.trade.gift", "That's a gift, and at this table both sides give something. Add a card in return."),
    N("refusal.trade.off", "At this table players don't trade with each other. Trade with the {bank} instead."),
    N(
        "refusal.trade.same_kind",
        "The same resource can't be on both sides of a trade. Change one side.",
    ),
    N("refusal.trade.with_oneself", "{seat} can't trade with themselves. Choose another player."),
    N("refusal.bank_trade.one_kind", "The {bank} takes only one kind of card in a trade. Make it two trades."),
    N(
        "refusal.bank_trade.rate",
        "The {bank} trades {resource} at {rate} to one here. Change how many cards you give or take.",
    ),
    N("refusal.bank_trade.same_kind", "The {bank} gives a different kind than it takes. Choose another kind."),
    # the record
    N("refusal.corrected.unknown", "“{what}” can't be corrected. Choose one of the counts on the list."),
    N("refusal.corrected.needs_seat", "“{what}” belongs to a player. Say whose it is."),
    N("refusal.corrected.needs_resource", "The {bank} has a count for every resource. Say which one."),
    N("refusal.corrected.value", "“{what}” can't be “{value}”. Check it and enter it again."),
    N("refusal.group.broken", "These entries don't follow entry {group}, so they can't belong to it. Enter them anew."),
    N("refusal.taken_back.unknown", "There's no entry {to} to go back to. Choose one from the record."),
    N(
        "refusal.taken_back.splits_group",
        "The entries from {group} on were made together. Undo all of them or none.",
    ),
    N("refusal.tracking.computed", "The board works that out by itself. There's nothing to enter."),
    N(
        "refusal.tracking.script",
        "This table is only told what comes next, and nothing is counted. Just go on with the next step.",
    ),
    N("refusal.amended.unknown", "Entry {entry} isn't part of the game anymore. Choose another one."),
    N(
        "refusal.amended.leaves_out",
        "These later entries would no longer fit and would be left out: {entries}. Go on only if that's right.",
    ),
    # rules and set-up
    N("refusal.rules.unknown_key", "There's no house rule called “{key}”. Choose one from the list."),
    N("refusal.rules.value", "The house rule “{key}” can't be “{value}”. Choose from {allowed}."),
    N("refusal.rules.unknown_preset", "There are no ready-made rules called “{preset}”. Choose from {allowed}."),
    N("refusal.rules.belongs_to_setup", "“{key}” isn't a house rule. Choose it in the setup of the game."),
    N(
        "refusal.rules.locked",
        "The rules were locked after placement, so “{key}” stays as it is. Change it for the next game.",
    ),
    N(
        "refusal.setup.players",
        "{island} is for two to six players, not {found}. Add some or leave some out.",
    ),
    N("refusal.setup.board_missing", "To follow the board, the game needs a layout. Choose one."),
    N(
        "refusal.setup.box_too_small",
        "The base box is for up to four, and there are {players} players here. Choose the larger box.",
    ),
    N("refusal.board.hexes", "This board needs {expected} hexes, each in its own place. Check the ones you've laid."),
    N("refusal.board.hex_twice", "The same hex is there twice. Take one of them away."),
    N("refusal.board.hexes_missing", "A board laid by hand needs its hexes. Enter them, or choose another layout."),
    N(
        "refusal.board.terrain",
        "Count the {piece} hexes again. The box has {expected}, and the board has {found}.",
    ),
    N(
        "refusal.board.numbers",
        "Count the tokens with {piece:a} again. The box has {expected}, and the board has {found}.",
    ),
    N("refusal.board.number_on_desert", "The {desert} hex carries no number. Take the token away."),
    N("refusal.board.number_missing", "The hex at {hex} has no number. Put a token on it."),
    N(
        "refusal.board.harbours",
        "Count the {harbour:pl} for {piece} again. The box has {expected}, and the board has {found}.",
    ),
    N(
        "refusal.board.harbours.any",
        "Count the three-to-one {harbour:pl} again. The box has {expected}, and the board has {found}.",
    ),
    N("refusal.board.harbour_twice", "There are two {harbour:pl} on one path. Move one of them."),
    N("refusal.board.harbour_not_coastal", "The {harbour} at {path} isn't on the coast. Move it to the sea."),
    N("refusal.board.harbours_touch", "The {harbour} at {path} shares a corner with another one. Move one of them."),
    N("refusal.board.harbours_missing", "The {harbour:pl} are placed by hand here. Enter where each one goes."),
    N(
        "refusal.board.red_numbers_touch",
        "Two red numbers, sixes or eights, lie side by side at {hexes}. Swap one for another token.",
    ),
    N(
        "refusal.board.layout_of_another_box",
        "That layout belongs to the other box. Choose one that fits this number of players.",
    ),
    N(
        "refusal.board.no_spiral",
        "With the larger box there's no letter spiral. Take random numbers, or lay the board by hand.",
    ),
    N(
        "refusal.board.not_the_booklets",
        "These hexes don't match the board in the booklet. Compare them, or choose a board laid by hand.",
    ),
    # files
    N("refusal.log.full", "This game has {n:digit} entries, and that's all it can hold. Save it and start a new one."),
    N(
        "refusal.log.too_often_changed",
        "So much was undone and amended in this game that it can't be done again. Correct the numbers by hand instead.",
    ),
    N("refusal.ruling.too_many", "You've decided {n:digit} cases already, and that's all this game can hold."),
    N("refusal.file.unreadable", "The file can't be read: {why}. Try it again, or choose another one."),
    N("refusal.file.not_json", "The file is damaged or isn't a saved game: {why}. Choose another one."),
    N("refusal.file.missing_field", "Something is missing in the file: “{field}”. Add it and try again."),
    N("refusal.file.unknown_field", "The file has something unknown in it: “{field}”. Check how it's spelled."),
    N("refusal.file.value", "Something in the file doesn't fit at “{field}”: {why}. Correct it and try again."),
    N(
        "refusal.file.too_many_entries",
        "The file has more than {n:digit} entries, and no evening has as many. Choose another one.",
    ),
    N(
        "refusal.file.too_many_rulings",
        "The file has more than {n:digit} rulings, and no evening has as many. Choose another one.",
    ),
    N(
        "refusal.file.too_many_amendments",
        "The file has more than {n:digit} amendments, and no evening has as many. Choose another one.",
    ),
    N(
        "refusal.file.too_much_work",
        "This file would take too long to work through, so it wasn't opened. Choose another one.",
    ),
    N("refusal.row.missing", "It's missing in the file with the games."),
    N("refusal.row.unreadable", "It can't be read: {why}."),
    N("refusal.row.fails", "It can't be counted ({why})."),
    N("refusal.event.unknown_type", "There's no kind of entry called “{type}”. Check how it's spelled."),
    N(
        "refusal.event.time",
        "The time of this entry, {time}, has no time zone or is from another age. Write it like 2026-05-01T19:30:00Z.",
    ),
    # five and six
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
    # two players
    N("refusal.neutral.not_here", "This table has no neutral colors. They belong to {island} for Two."),
    N(
        "refusal.neutral.players_colour",
        "Somebody plays {colour}, so it isn't neutral. Choose a color that nobody plays.",
    ),
    N(
        "refusal.neutral.third_colour",
        "There are two neutral colors already, and {colour} isn't one of them. Choose one of the two.",
    ),
    N(
        "refusal.neutral.no_settlements",
        "Neutral {colour} has no {settlement:pl} left. Choose the other color, or place {road:a}.",
    ),
    N("refusal.neutral.no_roads", "Neutral {colour} has no {road:pl} left. Choose the other color."),
    N(
        "refusal.neutral.not_due",
        "A neutral {settlement} only goes with one that a player builds. Build that one first.",
    ),
    N("refusal.neutral.road_due", "Now {road:a} is due for a neutral color. Place that one."),
    N(
        "refusal.neutral.settlement_due",
        "There's a corner for a neutral {settlement}, so {road:a} won't do. Place the {settlement}.",
    ),
    N(
        "refusal.neutral.longer_than_roads",
        "Neutral {colour} has fewer {road:pl} on the board than that: only {roads}. Measure it again.",
    ),
    N("refusal.step.not_now.neutral", "The piece for a neutral color comes first. Place it, then go on."),
    N("refusal.tokens.not_here", "This table plays without trade tokens. They belong to {island} for Two."),
    N(
        "refusal.tokens.too_few",
        "By this record {seat} has too few trade tokens: {have} instead of {need}. Count them and correct it.",
    ),
    N("refusal.tokens.none_left", "No trade tokens are left beside the board, so giving up {knight:a} brings nothing."),
    N("refusal.tokens.no_knight", "{seat} has no played {knight} to give up."),
    N("refusal.tokens.second_knight", "Only one {knight} a turn can be given up. Wait for the next turn."),
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
    # phones
    N("refusal.join.wrong_code", "No game has this code. Look at the host's screen: it can have changed."),
    N("refusal.closed.wrong_code", "That isn't the house's code. Look at the terminal: it can have changed."),
    N("refusal.join.too_often", "That was too many wrong codes. Wait a minute and try again."),
    N("refusal.join.no_seat", "There's no such seat at this table. Choose another one."),
    N("refusal.join.seat_taken", "{seat} already plays with a phone. Choose another seat, or just watch."),
    N("refusal.join.not_given", "You didn't get that seat. Talk to the host, or choose another one."),
    N("refusal.join.too_many_ask", "Several phones are waiting for a seat already. Let the host answer them first."),
    N("refusal.join.too_many_watch", "No more phones can watch this game. The host can make room with a new code."),
    N("refusal.device.own", "That's the device you're using now. Take its rights away with another host's device."),
    N(
        "refusal.proposal.too_many",
        "Several of your entries are still waiting for the host. Let the host decide first.",
    ),
    N("refusal.proposal.empty", "There was nothing to enter. Please tap again."),
    N("refusal.proposal.another_seat", "A phone can only enter what its own player did."),
    N("refusal.proposal.not_yours", "Only the host's device can enter that."),
    N("refusal.offer.not_now", "Offers are made by whoever's turn it is, after the roll."),
    N("refusal.offer.empty", "Choose at least one card to give or to get."),
    N("refusal.offer.gone", "That offer is no longer open."),
    N("refusal.vote.gone", "That question is no longer open."),
    N("refusal.offer.own", "It's your own offer: the others answer it."),
    N("refusal.phrase.unknown", "There's no such phrase. Choose one from the list."),
    # saved rules
    N("refusal.rules.contradiction", "“{rule}” and “{other_rule}” don't go together. Change one of them."),
    N(
        "refusal.rules.format",
        "This file says “{found}”, and Narrator reads “{expected}”. Save the rules again with this version.",
    ),
    # the clock
    N(
        "refusal.clock.closed",
        "Time is up for {seat}, so trading and building are closed. Pass the {dice} on, or let it stand.",
    ),
    N("refusal.clock.not_running", "The clock isn't running, so there's nothing to pause."),
    N("refusal.clock.not_paused", "There's no break to end."),
]
