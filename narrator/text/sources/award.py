"""Awards: what one player did more than all others."""

from .source import NN, N

SOURCES = [
    # the robber and thefts
    N("award.wall.title", "The Wall"),
    NN(
        "award.wall.line",
        "{seat} put the {robber} where it hurt: one card never reached the others.",
        "{seat} put the {robber} where it hurt: {n} cards never reached the others.",
    ),
    N("award.besieged.title", "Under Siege"),
    NN("award.besieged.line", "The {robber} kept one card from {seat}.", "The {robber} kept {n} cards from {seat}."),
    N("award.robbed.title", "Easy Target"),
    NN("award.robbed.line", "One card was stolen from {seat}.", "{n:Nom} cards were stolen from {seat}."),
    N("award.thief.title", "Light Fingers"),
    NN("award.thief.line", "{seat} stole one card from the others.", "{seat} stole {n} cards from the others."),
    # the race
    N("award.comeback.title", "The Comeback"),
    NN(
        "award.comeback.line",
        "In round {round}, {seat} was one point behind {leader}, and still won.",
        "In round {round}, {seat} was {n} points behind {leader}, and still won.",
    ),
    N("award.front_runner.title", "Out in Front"),
    NN("award.front_runner.line", "{seat} led alone for one round.", "{seat} led alone for {n} rounds."),
    N("award.so_close.title", "So Close"),
    NN(
        "award.so_close.line",
        "{seat} began a turn just one point short of winning.",
        "{seat} began {n} turns just one point short of winning.",
    ),
    N("award.titles.title", "Title Hunter"),
    NN("award.titles.line", "{seat} took a title {n:times}.", "{seat} took a title {n:times}."),
    N("award.cities.title", "City Planner"),
    NN("award.cities.line", "{seat} finished with {n} {city}.", "{seat} finished with {n} {city:pl}."),
    N("award.hidden_points.title", "Up the Sleeve"),
    NN("award.hidden_points.line", "{seat} had {n} {points_card}.", "{seat} had {n} {points_card:pl}."),
    # trades
    N("award.trader.title", "Heart of the Market"),
    NN("award.trader.line", "{seat} made one trade with the others.", "{seat} made {n} trades with the others."),
    N("award.generous.title", "Big Heart"),
    NN(
        "award.generous.line",
        "In trades, {seat} gave away one card more than they got.",
        "In trades, {seat} gave away {n} cards more than they got.",
    ),
    N("award.merchant.title", "Regular Customer"),
    NN("award.merchant.line", "{seat} traded with the {bank} {n:times}.", "{seat} traded with the {bank} {n:times}."),
    # hands and sevens
    N("award.hoarder.title", "Too Much of a Good Thing"),
    NN("award.hoarder.line", "Sevens cost {seat} one card.", "Sevens cost {seat} {n} cards."),
    N("award.full_hand.title", "Hands Full"),
    NN(
        "award.full_hand.line",
        "At one point {seat} was holding one card.",
        "At one point {seat} was holding {n} cards.",
    ),
    N("award.sevens.title", "Seven Again"),
    NN("award.sevens.line", "{seat} rolled one seven.", "{seat} rolled {n} sevens."),
    # luck
    N("award.lucky.title", "The Luck of the Roll"),
    NN(
        "award.lucky.line",
        "The {dice} gave {seat} {received} cards, one more than you'd expect.",
        "The {dice} gave {seat} {received} cards, {n} more than you'd expect.",
    ),
    N("award.unlucky.title", "The Dice Said No"),
    NN(
        "award.unlucky.line",
        "The {dice} gave {seat} {received:1|one card|{received} cards}, one fewer than you'd expect.",
        "The {dice} gave {seat} {received:1|one card|{received} cards}, {n} fewer than you'd expect.",
    ),
    N("award.patient.title", "Patience Itself"),
    NN("award.patient.line", "One roll brought {seat} nothing.", "{n:Nom} rolls in a row brought {seat} nothing."),
    # building and buying
    N("award.roads.title", "Still Building"),
    NN("award.roads.line", "{seat}'s longest {road} ran to one piece.", "{seat}'s longest {road} ran to {n} pieces."),
    N("award.knights.title", "To Arms"),
    NN("award.knights.line", "{seat} played {n} {knight}.", "{seat} played {n} {knight:pl}."),
    N("award.scholar.title", "One More Card"),
    NN("award.scholar.line", "{seat} bought {n} {development_card}.", "{seat} bought {n} {development_card:pl}."),
    N("award.quick.title", "Quick as a Flash"),
    NN("award.quick.line", "{seat} took one second a turn on average.", "{seat} took {n} seconds a turn on average."),
    # monopolies
    N("award.monopolist.title", "All Mine"),
    NN(
        "award.monopolist.line",
        "{seat} took one card with a single {monopoly}.",
        "{seat} took {n} cards with a single {monopoly}.",
    ),
    N("award.plundered.title", "Down to the Last Card"),
    NN("award.plundered.line", "{monopoly} cost {seat} one card.", "{monopoly} cost {seat} {n} cards."),
]
