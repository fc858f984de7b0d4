"""Words to find scenario prompts and helper cards by: synonyms and table slang, never said and parted by commas."""

from .source import N

SOURCES = [
    N(
        "prompt.short_bank.tags",
        "bank, supply, runs out, ran out, empty, no more, none left, not enough, shortage, all gone",
    ),
    N("prompt.nobody_to_rob.tags", "steal, thief, no victim, empty hex, nobody there, alone, no target"),
    N("prompt.road_building_short.tags", "only one road, one piece left, free roads, progress card, not enough pieces"),
    N(
        "prompt.road_building_zero.tags",
        "no road pieces, nowhere to build, blocked, free roads, progress card, useless",
    ),
    N("prompt.plenty_short.tags", "invention, bank empty, run out, missing card, progress card, two free cards"),
    N(
        "prompt.bought_this_turn.tags",
        "dev card, just bought, new card, same turn, use at once, immediately, right away, play, wait",
    ),
    N(
        "prompt.target_reached.tags",
        "win, victory, 10, ten, VP, end of game, immediately, as soon as, at once, finish, game over",
    ),
    N(
        "prompt.target_elsewhere.tags",
        "win, victory, 10, ten, VP, not my turn, someone else's turn, out of turn, waiting",
    ),
    N("prompt.claim_win.tags", "win, victory, declare, announce, forgot, 10, VP, say it, unnoticed"),
    N("prompt.empty_victim.tags", "rob, steal, thief, victim, empty hand, no cards, nothing to steal, zero cards"),
    N("prompt.nobody_over_limit.tags", "7, discard, throw away, few cards, hand limit, everybody safe"),
    N("prompt.tell_hand_sizes.tags", "count, hand size, number, tell, ask, lie, secret, honest"),
    N("prompt.robber_must_move.tags", "thief, leave it, same place, same hex, not move, keep, don't move"),
    N("prompt.robber_to_desert.tags", "thief, return, home, go back, send back, start"),
    N("prompt.friendly_no_hex.tags", "thief, all protected, stuck, blocked, no legal hex, two points"),
    N("prompt.friendly_robber.tags", "thief, protected, weak players, few points, beginners, two points, safe"),
    N("prompt.steal_optional.tags", "thief, rob, optional, forced, have to, refuse, don't want, skip, mercy"),
    N("prompt.no_seven.tags", "7, 7 at the start, first turns, early, reroll, protection"),
    N(
        "prompt.knight_before_roll.tags",
        "knight, soldier, dev card, before rolling, before the dice, start of turn, first, when",
    ),
    N(
        "prompt.second_card.tags",
        "dev card, two cards, 2, twice, two knights, several, limit, more than one, how many, again",
    ),
    N("prompt.deck_empty.tags", "dev card, run out, empty, sold out, bought up, shuffle, discard pile"),
    N(
        "prompt.points_card_wins.tags",
        "victory point, VP, win, reveal, show, at once, same turn, library, chapel, market, university",
    ),
    N("prompt.last_road.tags", "run out, none left, no more roads, no pieces, 15, fifteen, limit, street"),
    N("prompt.last_settlement.tags", "run out, none left, no more, no pieces, 5, five, limit, village, town, upgrade"),
    N(
        "prompt.road_cut.tags",
        "broken, interrupted, split, middle, someone built, opponent's settlement, blocked, in my way, longest road",
    ),
    N("prompt.title_aside.tags", "nobody has it, tie, taken away, lost, award card, bonus, equal"),
    N("prompt.title_returned.tags", "again, new holder, award card, bonus, take back"),
    N("prompt.tie_keeps.tags", "tie, draw, equal, longest road, largest army, who keeps, overtake, same number"),
    N(
        "prompt.gap_of_one.tags",
        "distance rule, near, next to, between, one corner, gap, apart, squeeze in, settlement",
    ),
    N("prompt.foreign_building.tags", "through, pass, cross, opponent, settlement, city, road, blocked, continue"),
    N("prompt.harbour_this_turn.tags", "harbor, dock, new, just built, same turn, at once, immediately, trade"),
    N("prompt.gift.tags", "present, free, for nothing, give away, donate, help, charity, card"),
    N("prompt.same_kind.tags", "like for like, equal, identical, sheep for sheep, trade, swap"),
    N("prompt.trade_out_of_turn.tags", "not my turn, between others, among themselves, swap, exchange, wait"),
    N("prompt.dice_off.tags", "cocked, crooked, dropped, fell, off the table, tilted, reroll, edge, invalid, ground"),
    N(
        "prompt.forgotten_income.tags",
        "forgot, missed, late, resources, production, take, didn't collect, too late, distracted",
    ),
    N("prompt.first_player_tie.tags", "who goes first, starting player, begin, highest roll, draw, equal, start"),
    N("prompt.red_numbers.tags", "6 and 8, red numbers, adjacent, next to each other, touching, balance, swap tokens"),
    N("prompt.low_bank.tags", "supply, few left, almost empty, shortage, count, soon gone"),
    N("prompt.unsure.tags", "wrong count, mistake, error, mismatch, cards don't match, recount, correct"),
    N(
        "card.costs.tags",
        "price, pay, buy, cost, how much, need, materials, resources, recipe, settlement, city, road, dev card",
    ),
    N(
        "card.building.tags",
        "place, spot, allowed, rules, distance rule, connected, next to, build, settlement, road, pieces",
    ),
    N("card.cities.tags", "upgrade, improve, price, worth, double, town, metropolis, replace"),
    N("card.turn.tags", "order, what can I do, steps, phases, sequence, overview, my turn, then what"),
    N(
        "card.odds.tags",
        "probability, chance, numbers, which number, most often, best number, dots, pips, 6, 8, luck, likely",
    ),
    N(
        "card.production.tags",
        "income, resources, harvest, collect, get, receive, number rolled, hex, every turn, how many cards",
    ),
    N(
        "card.bank.tags",
        "bank, supply, stock, stack, run out, empty, no more, none left, shortage, how many cards, wheat, sheep, wood",
    ),
    N("card.seven.tags", "7, what happens, robber, discard, throw away, half, unlucky"),
    N(
        "card.discards.tags",
        "7, seven, rolled, throw away, lose, half, hand limit, too many cards, table, round down, how many cards, maximum",
    ),
    N("card.robber.tags", "thief, bandit, steal, rob, block, move, victim, no cards, 7, seven, how does it work"),
    N(
        "card.harbours.tags",
        "harbor, port, dock, trade with bank, 4:1, 3:1, 2:1, 4, exchange, swap, how do they work, sea, ratio, price",
    ),
    N("card.trades.tags", "swap, exchange, barter, deal, offer, not my turn, whose turn, when, friends, gift"),
    N(
        "card.development_cards.tags",
        "dev cards, buy, play, use, when, just bought, two cards, how many, rules, special cards, action cards",
    ),
    N("card.knight.tags", "soldier, robber, steal, what does it do, when, before rolling, dice, army, defend"),
    N("card.road_building.tags", "progress card, free roads, two roads, what does it do, street"),
    N("card.year_of_plenty.tags", "invention, plenty, progress card, two free resources, what does it do"),
    N("card.monopoly.tags", "progress card, take all, everybody's cards, what does it do, name a resource"),
    N(
        "card.points_card.tags",
        "VP, victory points, show, reveal, hidden, secret, library, chapel, market, university, great hall",
    ),
    N("card.largest_army.tags", "soldiers, 3, three knights, how many, tie, equal, same, bonus, award, 2 points"),
    N(
        "card.longest_road.tags",
        "5, five, how many roads, street, route, tie, equal, bonus, award, 2 points, length, needed",
    ),
    N("card.road_rings.tags", "loop, circle, ring, branch, fork, length, longest road, measure, street"),
    N(
        "card.road_cut.tags",
        "broken, interrupted, split, middle, someone built, opponent's settlement, road, longest road, lose",
    ),
    N(
        "card.winning.tags",
        "win, victory, VP, 10, ten, how many points, worth, score, count, as soon as, at once, end, goal",
    ),
    N(
        "card.placement.tags",
        "start, setup, beginning, starting cards, first settlement, village, order, who goes first, initial, two settlements",
    ),
    N(
        "card.where_to_place.tags",
        "start, first settlement, village, best spot, best numbers, strategy, advice, tips, put, choose, 6, 8",
    ),
    N("card.early_game.tags", "start, beginning, opening, strategy, advice, tips, first turns, what to build first"),
    N("card.middle_game.tags", "strategy, advice, tips, later, what next, plan"),
    N("card.late_game.tags", "end, endgame, strategy, advice, tips, how to win, close to winning, finish"),
    N("card.mistakes.tags", "wrong, error, beginners, forget, misunderstanding, watch out"),
    N("card.before_acting.tags", "checklist, allowed, legal, check, may I, sure"),
    N("card.secrets.tags", "secret, hand, show, tell, say, how many cards, hide, lie, look, count"),
    N("card.box.tags", "contents, pieces, how many, tiles, components, tokens, count, missing piece"),
    N("card.two_players.tags", "2 players, couple, duel, only two of us, neutral"),
    N("card.five_six.tags", "5 players, 6 players, extension, expansion, big group, special building, paired"),
    N("card.house_rules.tags", "our rules, changes, differences, settings, variant, custom"),
]
