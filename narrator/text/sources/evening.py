"""The game in figures: the pages that one leafs through when it is over."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("evening.title", "The game so far"),
    N("evening.title.over", "How the game went"),
    N("evening.pages", "Pages"),
    N("evening.back", "Previous page"),
    N("evening.on", "Next page"),
    N("evening.numbers", "All the numbers"),
    N("evening.all", "Total"),
    NN("evening.rounds", "{n:digit} round", "{n:digit} rounds"),
    NN("evening.rolls", "{n:digit} roll", "{n:digit} rolls"),
    # where each point came from
    N("evening.standings", "Standings"),
    N("evening.standings.over", "Final scores"),
    N("evening.from.settlement", "{settlement:Pl}"),
    N("evening.from.city", "{city:Pl}"),
    N("evening.from.longest_road", "{longest_road}"),
    N("evening.from.largest_army", "{largest_army}"),
    N("evening.from.points", "{points_card:Pl}"),
    NN("evening.settlements", "{n:digit} {settlement}", "{n:digit} {settlement:pl}"),
    NN("evening.cities", "{n:digit} {city}", "{n:digit} {city:pl}"),
    NN("evening.points_cards", "{n:digit} {points_card}", "{n:digit} {points_card:pl}"),
    # hidden cards, asked for one player after the other
    N("evening.reveal", "{seat}, any {points_card:pl} in your hand?"),
    N("evening.reveal.none", "No cards"),
    N("evening.reveal.hidden", "Not shown yet"),
    # points by round
    N("evening.race", "Points, round by round"),
    N(
        "evening.race.line",
        "The rounds are along the bottom. The icons show who took a title and who moved the {robber}. The dashed "
        "line is the goal.",
    ),
    N("evening.race.start", "Setup"),
    N("evening.race.round", "Round {n:digit}"),
    N("evening.race.happened", "What happened"),
    N("evening.race.robber", "The {robber} moves."),
    N("evening.race.robber.by", "{seat} sends the {robber} after {names}."),
    # dice
    N("evening.dice", "How the {dice} rolled"),
    N("evening.dice.line", "The thin lines show what you'd expect on average."),
    N("evening.dice.none", "Nobody has rolled yet."),
    N("evening.dice.rolled", "Rolled"),
    N("evening.dice.expected", "Expected"),
    N("evening.dice.few", "Too few rolls to say anything about the {dice}."),
    N("evening.dice.deck", "These numbers came from a deck, so they even out."),
    NN(
        "evening.dice.usual",
        "Perfectly ordinary: about one game in a hundred is at least this uneven.",
        "Perfectly ordinary: about {n:digit} games in a hundred are at least this uneven.",
    ),
    NN(
        "evening.dice.odd",
        "Unusual, but it happens: about one game in a hundred is this uneven.",
        "Unusual, but it happens: about {n:digit} games in a hundred are this uneven.",
    ),
    N("evening.dice.rare", "A rare night: fewer than one game in a hundred is this uneven."),
    NN(
        "evening.dice.oddest",
        "The {total:digit} stood out: it came up once, and you'd expect about {expected:digit}.",
        "The {total:digit} stood out: it came up {n:digit} times, and you'd expect about {expected:digit}.",
    ),
    N(
        "evening.dice.oddest.zero",
        "The {total:digit} stood out: it never came up, and you'd expect about {expected:digit}.",
    ),
    # income
    N("evening.income", "What the island gave"),
    N("evening.taken", "What was lost"),
    N("evening.taken.robber", "Blocked by the {robber}"),
    N("evening.taken.hand", "Stolen"),
    N("evening.taken.dice", "Discarded on a 7"),
    # luck
    N("evening.luck", "Luck with the {dice}"),
    N(
        "evening.luck.line",
        "The bar shows the cards the rolls brought. The thin line shows what you'd expect.",
    ),
    N("evening.luck.received", "Received"),
    N("evening.luck.promised", "Expected"),
    N("evening.luck.numbers", "Cards received and cards expected, then the difference for each resource"),
    # trades
    N("evening.trades", "Trades"),
    N("evening.trades.line", "How often players traded, and what each of them gave."),
    NN("evening.trades.times", "{n:digit} trade", "{n:digit} trades"),
    N("evening.trades.with_bank", "With the {bank}"),
    N("evening.trades.rate", "{n:digit}:1"),
    # titles
    N("evening.titles", "Where the titles went"),
    N("evening.titles.line", "The numbers are rounds."),
    NN("evening.titles.won", "{seat} gets {title} ({n:digit}).", "{seat} gets {title} ({n:digit})."),
    NN(
        "evening.titles.taken",
        "{seat} takes {title} from {giver} ({n:digit}).",
        "{seat} takes {title} from {giver} ({n:digit}).",
    ),
    N("evening.titles.aside", "Nobody has {title} now."),
    N("evening.titles.neutral", "{title} goes to a neutral color."),
    # time
    N("evening.time.all", "Total"),
    N("evening.time.turns", "Turns"),
    N("evening.time.each", "Per turn"),
    N("evening.time.longest", "Longest turn"),
    # awards, and a reader's own part
    N("evening.awards", "Awards"),
    N("evening.own", "Your game"),
    N("evening.own.won", "You won!"),
    N("evening.own.place", "Your place: {place:digit}"),
    NN(
        "evening.own.luck.more",
        "Cards the dice brought you: {received:digit}. That's one more than you'd expect.",
        "Cards the dice brought you: {received:digit}. That's {n:digit} more than you'd expect.",
    ),
    NN(
        "evening.own.luck.fewer",
        "Cards the dice brought you: {received:digit}. That's one fewer than you'd expect.",
        "Cards the dice brought you: {received:digit}. That's {n:digit} fewer than you'd expect.",
    ),
    N("evening.own.luck.even", "Cards the dice brought you: {received:digit}. That's just what you'd expect."),
    NN("evening.own.income", "The island gave you one card.", "The island gave you {n:digit} cards."),
    NN(
        "evening.own.blocked",
        "The {robber} blocked one card of yours.",
        "The {robber} blocked {n:digit} of your cards.",
    ),
    NN("evening.own.stolen", "One card was stolen from you.", "{n:digit} cards were stolen from you."),
    NN("evening.own.discarded", "You discarded one card on a 7.", "You discarded {n:digit} cards on 7s."),
    NN(
        "evening.own.trades",
        "You traded once, with {other}.",
        "You made {n:digit} trades, {most:digit} of them with {other}.",
    ),
    NN("evening.own.time", "Your one turn took {time}.", "Your {n:digit} turns took {time}."),
]
