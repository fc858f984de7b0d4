"""Refusals in words: what happened, why, and what to do. `refusal.step.not_now.<step>` says it for the step at hand."""

from narrator.text.sources.source import N

SOURCES = [
    # places and pieces
    N("refusal.seat.name_too_long", "That name is too long. Use {n:digit} letters or fewer."),
    N("refusal.seat.name_taken", "Two players can't both be called {name}. Please change one of the names."),
    N("refusal.seat.name_alike", "“{name}” looks the same as “{other_name}”. Please change one of the names."),
    N(
        "refusal.people.together",
        "{name} and {other_name} have played in the same game, so they can't be the same person.",
    ),
    N("refusal.seat.name", "The name is empty or has invisible characters. Please type it again."),
    N("refusal.place.unknown", "There's no place called “{place}” on this board. Pick one that's there."),
    N("refusal.place.missing", "The place is missing. Pick it on the board."),
    N(
        "refusal.place.no_board",
        "This table plays without a board on screen, so you can't name a place. Say what the piece touches instead.",
    ),
    N("refusal.place.has_board", "The board already shows that, so leave out “{field}”. Just pick the place."),
    N(
        "refusal.settlement.none_left",
        "{seat} has no {settlement:pl} left. Upgrade one to {city:a} first.",
    ),
    N("refusal.settlement.occupied", "There's already a building on that corner. Pick an empty one."),
    N(
        "refusal.settlement.too_close",
        "That's too close: there's a building on the next corner. Leave at least one empty corner in between.",
    ),
    N(
        "refusal.settlement.not_connected",
        "None of that player's {road:pl} reach that corner. Build {road:a} to it first, or pick another corner.",
    ),
    N("refusal.road.none_left", "{seat} has no {road:pl} left to place."),
    N("refusal.road.occupied", "There's already {road:a} on that path. Pick an empty one."),
    N(
        "refusal.road.not_connected",
        "That {road} doesn't touch the player's own pieces, or it runs through another player's building. Pick "
        "another path.",
    ),
    N(
        "refusal.road.longer_than_roads",
        "{seat} doesn't have that many {road:pl} on the board, only {roads}. Measure it again.",
    ),
    N("refusal.city.none_left", "{seat} has no {city:pl} left to build."),
    N(
        "refusal.city.no_settlement",
        "{city:A} replaces the player's own {settlement}, and there's none on that corner. Pick one of theirs.",
    ),
    N("refusal.city.already", "There's already {city:a} on that corner. Pick {settlement:a} instead."),
    N("refusal.city.which_settlement", "Which of {seat}'s {settlement:pl} becomes {city:a}? Pick one on the board."),
    N(
        "refusal.placement.not_as_drawn",
        "In the booklet, that color's piece goes somewhere else. Place it as in the picture.",
    ),
    N(
        "refusal.placement.road_elsewhere",
        "Your first {road:pl} go right next to the {settlement} you just placed. Pick a path next to it.",
    ),
    # turns
    N("refusal.turn.not_yours", "It's {turn}'s turn, so {seat} has to wait."),
    N("refusal.step.not_now", "You can't do that right now. First do what the screen says."),
    N("refusal.step.not_now.checklist", "We're still setting up. Finish that and choose who starts."),
    N("refusal.step.not_now.settlement", "Place the {settlement} first, then go on."),
    N("refusal.step.not_now.road", "Place the {road} first, then go on."),
    N("refusal.step.not_now.roll", "Roll the {dice} first, then go on."),
    N("refusal.step.not_now.discard", "Not everyone has discarded yet. Finish that first."),
    N("refusal.step.not_now.robber", "The {robber} has to move first. Pick another hex."),
    N("refusal.step.not_now.steal", "Steal a card first. Who loses one?"),
    N("refusal.step.not_now.free_roads", "Place the free {road:pl} first, then go on."),
    N("refusal.step.not_now.actions", "The roll is done. Now trade, build, play a card or end the turn."),
    N("refusal.step.not_now.trade", "At this table we trade before we build. Finish trading first."),
    N("refusal.step.not_now.rolled", "The {dice} were already rolled this turn. If that was wrong, undo it first."),
    N("refusal.step.not_now.build", "There's no more trading this turn. Now build, play a card or end the turn."),
    N("refusal.step.not_now.over", "The game is over. Undo the last entry to keep playing."),
    N("refusal.step.unknown", "There's no step called “{step}”. Pick one from the list."),
    N("refusal.game.over", "The game is over. Undo the last entry to keep playing."),
    N("refusal.first_player.tie", "It's a tie at {total}. Roll again to see who starts."),
    N("refusal.first_player.not_highest", "{highest} rolled highest with {total:a}, so {highest} starts, not {seat}."),
    N(
        "refusal.victory.too_few_points",
        "By our count, {seat} has {have} of the {need} points needed to win. Show hidden {points_card:pl} first, or "
        "play on.",
    ),
    N("refusal.seat.unknown", "Nobody is sitting there. Pick someone who's playing."),
    N("refusal.seat.no_chair", "This board has {chairs} seats. Take the next free one."),
    N("refusal.seat.colour_taken", "Someone is already playing {colour}. Pick another color."),
    N("refusal.seat.already_left", "{seat} has already left the game. Pick someone who's still playing."),
    N("refusal.seat.last_one", "{seat} is the last player at the table. End the game instead."),
    # hands and bank
    N(
        "refusal.hand.too_few",
        "By our count, {seat} doesn't have enough cards: {have} instead of {need}. Count the hand and fix it.",
    ),
    N("refusal.hand.too_few.zero", "By our count, {seat} has no cards. If that's wrong, count the hand and fix it."),
    N("refusal.hand.lacks", "{seat} doesn't have the cards for this. Missing: {resources}."),
    N("refusal.bank.short", "The {bank} doesn't have enough {resources}. Choose something else or take fewer."),
    N("refusal.discard.count", "{seat} has to discard {owed}, not {given}. Count again."),
    N("refusal.discard.name_cards", "{seat} picks the cards on their own phone."),
    N("refusal.discard.order", "At this table you discard one after another. {first} goes before {seat}."),
    # robber
    N("refusal.robber.must_move", "The {robber} can't stay where it is. Pick another hex."),
    N("refusal.robber.not_desert", "At this table the {robber} can't go back to the {desert}. Pick another hex."),
    N(
        "refusal.robber.only_desert",
        "Every other hex has a player the friendly {robber} leaves alone. It has to go to the {desert}.",
    ),
    N(
        "refusal.robber.friendly",
        "{seat} has no more than {points} points, so the friendly {robber} stays away. Pick another hex.",
    ),
    N("refusal.theft.not_optional", "At this table {seat} has to steal a card. Who loses one?"),
    N(
        "refusal.theft.nothing_taken",
        "Nothing was stolen, so you can't name a card. Say who lost one, or leave the card out.",
    ),
    N("refusal.theft.from_oneself", "You can't steal from yourself, {seat}. Pick another player."),
    N("refusal.theft.not_there", "You can't steal from {seat} on that hex. Pick someone with a building there."),
    # development cards
    N("refusal.card.off", "We're playing without {development_card:pl}. Turn them on in the house rules first."),
    N("refusal.card.none_left", "All cards of that kind have been played. Check which card it was."),
    N("refusal.card.not_held", "{seat} doesn't have that {development_card}."),
    # where the app deals
    N("refusal.cards.dealt", "Narrator deals the cards. Leave out which card it was and send it again."),
    N(
        "refusal.cards.not_yours",
        "Only {seat} can enter this, on their own phone or on the tablet once it's passed to them.",
    ),
    N("refusal.cards.draw_is_last", "The card has to be drawn first. Enter the rest once you've seen it."),
    N(
        "refusal.cards.shown",
        "The game is over and everyone's cards have been revealed, so you can't go back and play on from an earlier move.",
    ),
    N(
        "refusal.card.none_held",
        "By our count, {seat} has no {development_card:pl}. If we missed a purchase, fix the count.",
    ),
    N("refusal.card.bought_this_turn", "{seat} bought that card this turn and can play it next turn."),
    N(
        "refusal.card.second_this_turn",
        "You've already played a card this turn. This one has to wait until your next turn.",
    ),
    N("refusal.card.before_roll", "At this table you can't play that card before you roll. Roll the {dice} first."),
    N("refusal.deck.empty", "There are no {development_card:pl} left to buy. You keep your cards."),
    N("refusal.road_building.no_place", "{seat} has nowhere to place {road:a}. Keep the card."),
    N(
        "refusal.road_building.need_two",
        "At this table you need room for two {road:pl}, and {seat} doesn't have it. Keep the card.",
    ),
    N("refusal.plenty.bank_empty", "The {bank} is empty, so there's nothing to take. Keep the card."),
    N("refusal.plenty.count", "With {year_of_plenty} you take {expected}, not {given}. Choose again."),
    N("refusal.monopoly.from_oneself", "{seat} keeps their own cards. Only enter what the others hand over."),
    N("refusal.monopoly.too_many", "The others have {out:digit} {resource} at most, not {given:digit}. Count again."),
    N(
        "refusal.points.too_many",
        "By our count, {seat} doesn't have that many {development_card:pl}: {have}, not {given}. Count again.",
    ),
    N(
        "refusal.points.only_to_win",
        "At this table {points_card:pl} stay hidden until they win the game. You need {need} points to win.",
    ),
    N(
        "refusal.points.one_at_a_time",
        "At this table you can show only one {points_card} a turn. Show the others later.",
    ),
    # trade
    N("refusal.trade.empty", "A trade needs cards on both sides. Say what each of you gives."),
    N(
        "refusal.trade.gift",
        "That's a gift, and at this table both sides have to give something. Add a card in return.",
    ),
    N("refusal.trade.off", "At this table players don't trade with each other. Trade with the {bank} instead."),
    N(
        "refusal.trade.same_kind",
        "The same resource can't be on both sides of a trade. Change one side.",
    ),
    N("refusal.trade.with_oneself", "You can't trade with yourself, {seat}. Pick another player."),
    N("refusal.bank_trade.one_kind", "The {bank} only takes one kind of card at a time. Make it two trades."),
    N(
        "refusal.bank_trade.rate",
        "The {bank} trades {resource} at {rate} to one here. Change how many cards you give or take.",
    ),
    N("refusal.bank_trade.same_kind", "You can't get the same resource you're giving. Pick another one."),
    # the record
    N("refusal.corrected.unknown", "“{what}” isn't something you can correct. Pick one of the counts on the list."),
    N("refusal.corrected.needs_seat", "“{what}” belongs to a player. Say whose it is."),
    N("refusal.corrected.needs_resource", "The {bank} has a count for each resource. Say which one."),
    N("refusal.corrected.value", "“{what}” can't be “{value}”. Check it and enter it again."),
    N(
        "refusal.corrected.dealt",
        "Narrator deals the cards, so this count is always right. Undo the wrong move instead.",
    ),
    N(
        "refusal.group.broken",
        "These entries don't come right after entry {group:digit}, so they can't go together. Enter them again.",
    ),
    N("refusal.taken_back.unknown", "There's no entry {to:digit} to go back to. Pick one from the history."),
    N(
        "refusal.taken_back.splits_group",
        "Everything from entry {group:digit} on was entered together. Undo all of it or none.",
    ),
    N("refusal.tracking.computed", "The board works that out by itself. You don't have to enter anything."),
    N(
        "refusal.tracking.script",
        "At this table we only say what comes next and don't keep count. Just go on with the next step.",
    ),
    N("refusal.amended.unknown", "Entry {entry:digit} isn't part of the game anymore. Pick another one."),
    N("refusal.amended.dealt", "When Narrator deals, an earlier move can't be changed. Undo back to it instead."),
    N(
        "refusal.amended.leaves_out",
        "These later entries wouldn't fit anymore and would be left out: {entries}. Only go on if that's right.",
    ),
    # rules and set-up
    N("refusal.rules.unknown_key", "There's no house rule called “{key}”. Pick one from the list."),
    N("refusal.rules.value", "The house rule “{key}” can't be “{value}”. Choose from {allowed}."),
    N("refusal.rules.unknown_preset", "There are no ready-made rules called “{preset}”. Choose from {allowed}."),
    N("refusal.rules.belongs_to_setup", "“{key}” isn't a house rule. Choose it when you set up the game."),
    N(
        "refusal.rules.locked",
        "The rules were locked after the first placements, so “{key}” stays as it is. Change it for the next game.",
    ),
    N("refusal.setup.players", "{island} is for two to six players, not {found}. Add or remove some."),
    N("refusal.setup.board_missing", "To follow the board, Narrator has to know its layout. Choose one."),
    N("refusal.setup.cards_need_board", "Narrator can only deal the cards if it follows the board. Choose a layout."),
    N(
        "refusal.setup.cards_not_for_two",
        "{island} for Two needs the cards from the box. Choose the normal rules or the duel.",
    ),
    N(
        "refusal.setup.box_too_small",
        "The base box is for up to four players, and there are {players} of you. Choose the larger box.",
    ),
    N("refusal.board.hexes", "This board needs {expected} hexes, each in its own place. Check the ones you've placed."),
    N("refusal.board.hex_twice", "That hex is on the board twice. Remove one."),
    N(
        "refusal.board.hexes_missing",
        "If you build the board yourself, you have to enter its hexes. Or choose another layout.",
    ),
    N(
        "refusal.board.terrain",
        "Count the {piece:pl} again. The box has {expected:digit}, and the board has {found:digit}.",
    ),
    N(
        "refusal.board.numbers",
        "Count the tokens with {piece:a} again. The box has {expected:digit}, and the board has {found:digit}.",
    ),
    N("refusal.board.number_on_desert", "The {desert} doesn't get a number. Take the token away."),
    N("refusal.board.number_missing", "The hex at {hex} has no number. Put a token on it."),
    N(
        "refusal.board.harbours",
        "Count the {harbour:pl} for {piece} again. The box has {expected:digit}, and the board has {found:digit}.",
    ),
    N(
        "refusal.board.harbours.any",
        "Count the three-to-one {harbour:pl} again. The box has {expected:digit}, and the board has {found:digit}.",
    ),
    N("refusal.board.harbour_twice", "There are two {harbour:pl} on one path. Move one of them."),
    N("refusal.board.harbour_not_coastal", "The {harbour} at {path} isn't on the coast. Move it to the coast."),
    N("refusal.board.harbours_touch", "The {harbour} at {path} shares a corner with another one. Move one of them."),
    N("refusal.board.harbours_missing", "You're placing the {harbour:pl} yourselves. Enter where each one goes."),
    N(
        "refusal.board.red_numbers_touch",
        "Two red numbers, sixes or eights, are next to each other at {hexes}. Swap one for another token.",
    ),
    N(
        "refusal.board.layout_of_another_box",
        "That layout is for the other box. Choose one for this number of players.",
    ),
    N(
        "refusal.board.no_spiral",
        "The larger box has no letter spiral. Use random numbers, or build the board yourself.",
    ),
    N(
        "refusal.board.not_the_booklets",
        "These hexes don't match the board in the booklet. Compare them, or choose to build the board yourself.",
    ),
    # files
    N("refusal.log.full", "This game has {n:digit} entries, and that's the limit. Save it and start a new one."),
    N(
        "refusal.log.too_often_changed",
        "There have been too many undos and changes in this game. Fix the counts by hand instead.",
    ),
    N("refusal.ruling.too_many", "You've already decided {n:digit} cases, and that's the limit."),
    N("refusal.file.unreadable", "Narrator can't read the file: {why}. Try again, or choose another one."),
    N("refusal.file.not_json", "The file is damaged or isn't a saved game: {why}. Choose another one."),
    N("refusal.file.missing_field", "Something's missing in the file: “{field}”. Add it and try again."),
    N("refusal.file.unknown_field", "There's something unknown in the file: “{field}”. Check the spelling."),
    N("refusal.file.value", "Something in the file doesn't fit at “{field}”: {why}. Fix it and try again."),
    N(
        "refusal.file.other_key",
        "The hands in this game are locked with another Narrator's key. Bring that key over with: narrator key --in",
    ),
    N("refusal.file.seal", "The locked cards in this file aren't the way Narrator saved them, so they can't be dealt."),
    N("refusal.file.still_played", "This game is already here. Continue that one, or delete it first."),
    N(
        "refusal.file.open_hands",
        "This file shows the hands of a game still in progress, so Narrator can't keep dealing from it.",
    ),
    N(
        "refusal.file.too_many_entries",
        "The file has more than {n:digit} entries, too many for one game. Choose another one.",
    ),
    N(
        "refusal.file.too_many_rulings",
        "The file has more than {n:digit} rulings, too many for one game. Choose another one.",
    ),
    N(
        "refusal.file.too_many_amendments",
        "The file has more than {n:digit} corrections, too many for one game. Choose another one.",
    ),
    N("refusal.file.too_much_work", "This file would take too long to read, so it wasn't opened. Choose another one."),
    N("refusal.code.foreign", "One of these codes doesn't belong to a saved game. It was skipped."),
    N("refusal.code.newer", "These codes come from a newer Narrator. Update this one first."),
    N("refusal.code.damaged", "A code didn't come through in one piece. Photograph it again."),
    N(
        "refusal.code.other_game",
        "One of these codes is from another game, or from another point in this one. It was skipped.",
    ),
    N("refusal.code.too_many", "This game is too long for codes. Save it to a file instead."),
    N("refusal.photo.unreadable", "“{name}” isn't a photo that Narrator can read. Choose a JPEG or PNG."),
    N("refusal.photo.too_large", "“{name}” is too large. Take a smaller photo."),
    N(
        "refusal.photo.no_code",
        "No code found in “{name}”. Get closer, hold still, and keep reflections off the screen.",
    ),
    N("refusal.row.missing", "It's missing from the games file."),
    N("refusal.row.unreadable", "It can't be read: {why}."),
    N("refusal.row.fails", "The numbers don't add up ({why})."),
    N("refusal.event.unknown_type", "There's no kind of entry called “{type}”. Check the spelling."),
    N(
        "refusal.event.time",
        "The time of this entry, {time}, has no time zone or can't be right. Write it like 2026-05-01T19:30:00Z.",
    ),
    # five and six
    N("refusal.part.not_yours", "Right now {turn} is playing between turns, so {seat} has to wait."),
    N(
        "refusal.step.not_now.partner",
        "It's the partner's turn. The partner doesn't roll, but can build, buy, trade with the {bank} or play a card. "
        "No trading with other players.",
    ),
    N(
        "refusal.step.not_now.special_build",
        "Between turns you can only build or buy a card. No trading, no rolling, and no playing cards.",
    ),
    N("refusal.robber.starts_elsewhere", "The {robber} starts on {desert:a}. Pick one."),
    # two players
    N("refusal.neutral.not_here", "This table has no neutral colors. They're for {island} for Two."),
    N(
        "refusal.neutral.players_colour",
        "Someone is playing {colour}, so it isn't neutral. Pick a color nobody is playing.",
    ),
    N(
        "refusal.neutral.third_colour",
        "There are already two neutral colors, and {colour} isn't one of them. Pick one of those.",
    ),
    N(
        "refusal.neutral.no_settlements",
        "Neutral {colour} has no {settlement:pl} left. Pick the other color, or place {road:a}.",
    ),
    N("refusal.neutral.no_roads", "Neutral {colour} has no {road:pl} left. Pick the other color."),
    N("refusal.neutral.not_due", "A neutral {settlement} only comes when a player builds one. Build that one first."),
    N("refusal.neutral.road_due", "Place {road:a} for a neutral color now."),
    N("refusal.neutral.settlement_due", "There's room for a neutral {settlement}, so place that instead of {road:a}."),
    N(
        "refusal.neutral.longer_than_roads",
        "Neutral {colour} doesn't have that many {road:pl} on the board, only {roads}. Measure it again.",
    ),
    N("refusal.step.not_now.neutral", "Place the neutral piece first, then go on."),
    N("refusal.tokens.not_here", "We're playing without trade tokens. They're for {island} for Two."),
    N(
        "refusal.tokens.too_few",
        "By our count, {seat} doesn't have enough trade tokens: {have} instead of {need}. Count them and fix it.",
    ),
    N("refusal.tokens.too_few.zero", "By our count, {seat} has no trade tokens. If that's wrong, count and fix them."),
    N(
        "refusal.tokens.none_left",
        "There are no trade tokens left next to the board, so you'd get nothing for {knight:a}.",
    ),
    N("refusal.tokens.no_knight", "{seat} has no played {knight} to trade in."),
    N("refusal.tokens.second_knight", "You can trade in one {knight} a turn. Wait for your next turn."),
    N("refusal.tokens.rival_empty", "{seat} has no cards, so there's nothing to trade for."),
    N(
        "refusal.tokens.half_a_trade",
        "For a forced trade, name the cards on both sides or on neither. To send the {robber} home, don't name any.",
    ),
    N("refusal.tokens.trade_count", "In this forced trade you take {taken} and give back {given}. Count again."),
    N("refusal.tokens.no_robber", "We're playing without the {robber}, so there's nothing to send home."),
    N("refusal.tokens.no_desert", "The hex at {hex} isn't {desert:a}. Tokens only send the {robber} to {desert:a}."),
    N("refusal.tokens.robber_is_home", "The {robber} is already on the {desert}. Keep your tokens."),
    # phones
    N("refusal.join.wrong_code", "There's no game with this code. Check the host's screen: the code may have changed."),
    N("refusal.closed.wrong_code", "That isn't the house code. Check the terminal: the code may have changed."),
    N("refusal.join.too_often", "Too many wrong codes. Wait a minute and try again."),
    N("refusal.join.no_seat", "There's no such seat at this table. Pick another one."),
    N("refusal.join.seat_taken", "{seat} is already on another phone. Pick another seat, or just watch."),
    N("refusal.join.not_given", "The host hasn't given you that seat. Ask them, or pick another seat."),
    N(
        "refusal.join.table_decides",
        "{seat}'s cards were on a phone. Pass the tablet to {seat} first. The others have to agree to that on their phones.",
    ),
    N("refusal.join.begun", "The game has already started, so nobody can change places anymore."),
    N("refusal.join.hands_dealt", "Cards have already been dealt in this game, so nobody can change places anymore."),
    N("refusal.join.freed", "The host freed your seat. Enter the code to take it back."),
    N("refusal.join.freed.own", "Your cards are on another phone now. It had your seat before."),
    N("refusal.join.freed.phone", "Your cards are on another phone now."),
    N(
        "refusal.join.freed.tablet",
        "The host freed your seat, and the others agreed: your cards are on the tablet now.",
    ),
    N("refusal.join.freed.program", "The host freed your seat, and a program has your cards now."),
    N("refusal.join.too_many_ask", "Several phones are already waiting for a seat. The host has to answer them first."),
    N("refusal.join.too_many_watch", "No more phones can watch this game. The host can make room with a new code."),
    N("refusal.device.own", "That's the device you're using. Remove its access from another host device."),
    N(
        "refusal.proposal.too_many",
        "Several of your entries are still waiting for the host. Wait until they're answered.",
    ),
    N("refusal.proposal.empty", "There was nothing to enter. Please tap again."),
    N("refusal.proposal.look_again", "One of your moves was entered in the meantime. Take another look, then tap."),
    N("refusal.proposal.another_seat", "You can only enter your own moves on your phone."),
    N("refusal.proposal.not_yours", "Only the host's device can do that."),
    N("refusal.offer.not_now", "You can only make offers on your own turn, after the roll."),
    N("refusal.offer.empty", "Choose at least one card to give or to get."),
    N("refusal.offer.gone", "That offer isn't open anymore."),
    N("refusal.vote.gone", "That vote is closed."),
    N("refusal.offer.wait", "{seat} answers first. Then it's your turn to answer."),
    N("refusal.offer.own", "That's your own offer. The others have to answer it."),
    # programs that speak a dialect
    N(
        "refusal.dialect.table",
        "This dialect is for up to four players, with Narrator following the board and dealing.",
    ),
    N(
        "refusal.dialect.rule",
        "This dialect needs the house rule “{key}” to be “{value}”. Begin a game with its preset.",
    ),
    N("refusal.club.wrong", "This club address doesn't work. Maybe there's a new one: ask whoever runs Narrator."),
    N("refusal.dialect.not_listed", "That isn't available now. Copy an action from the list, with its value."),
    N("refusal.dialect.ten_counts", "An offer is ten numbers: five for what you give, then five for what you want."),
    N("refusal.agente.not_your_turn", "It isn't your turn. Wait until it is."),
    N("refusal.agente.wrong_phase", "That can't be done in this phase."),
    N("refusal.agente.data", "That action's data is incomplete or in the wrong format."),
    N("refusal.phrase.unknown", "There's no such phrase. Pick one from the list."),
    # saved rules
    N("refusal.rules.contradiction", "“{rule}” and “{other_rule}” don't go together. Change one of them."),
    N(
        "refusal.rules.format",
        "This file is “{found}”, but Narrator reads “{expected}”. Save the rules again with this version.",
    ),
    # the clock
    N("refusal.clock.closed", "{seat}, time's up, so no more trading or building. Pass the {dice}."),
    N("refusal.clock.not_running", "The clock isn't running, so there's nothing to pause."),
    N("refusal.clock.not_paused", "There's no break to end."),
    # bots
    N("refusal.bot.not.for_two", "A bot can't play {island} for Two. Choose the normal rules or the duel."),
    N("refusal.bot.not.counts", "A bot needs the board. Choose “Everything, on a drawn board”."),
    N("refusal.bot.not.script", "A bot needs the board. Choose “Everything, on a drawn board”."),
    N("refusal.bot.declines", "{seat} declines that trade: it would help {other} more."),
    N("refusal.bot.lacks", "{seat} declines that trade: not enough cards."),
]
