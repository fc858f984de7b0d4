"""What a bot does and why, one line each; and why no bot can sit at a table."""

from .source import N

SOURCES = [
    # building
    N("bot.why.settlement", "{seat} builds {settlement:a} at {place}: {resources}."),
    N("bot.why.settlement.new", "{seat} builds {settlement:a} at {place}, to get {resources} at last."),
    N("bot.why.settlement.harbour", "{seat} builds {settlement:a} at {place}, for the {harbour}."),
    N("bot.why.settlement.win", "{seat} builds {settlement:a} at {place}, the winning point."),
    N("bot.why.city", "{seat} builds {city:a} at {place}: twice the {resources}."),
    N("bot.why.city.win", "{seat} builds {city:a} at {place}, the winning point."),
    N("bot.why.road", "{seat} builds {road:a}, to have more room."),
    N("bot.why.road.to", "{seat} builds {road:a} toward {place}."),
    N("bot.why.road.title", "{seat} builds {road:a} and takes {longest_road}."),
    N("bot.why.card", "{seat} buys {development_card:a} and hopes for help or a point."),
    N("bot.why.card.army", "{seat} buys {development_card:a}, with {largest_army} in mind."),
    # trading
    N("bot.why.trade", "{seat} trades with the {bank}: too many of one kind."),
    N("bot.why.trade.road", "{seat} trades with the {bank}, for {road:a}."),
    N("bot.why.trade.settlement", "{seat} trades with the {bank}, for {settlement:a}."),
    N("bot.why.trade.city", "{seat} trades with the {bank}, for {city:a}."),
    N("bot.why.trade.card", "{seat} trades with the {bank}, for {development_card:a}."),
    N("bot.why.offer", "{seat} offers {give} for {take}."),
    N("bot.why.accept", "{seat} accepts: both sides gain."),
    N("bot.why.decline", "{seat} declines: that would help {other} more."),
    N("bot.why.decline.lacks", "{seat} declines: the cards aren't there."),
    # cards
    N("bot.why.knight", "{seat} plays {knight:a}, to move the {robber}."),
    N("bot.why.knight.home", "{seat} plays {knight:a}: the {robber} has to leave {seat}'s land."),
    N("bot.why.knight.title", "{seat} plays {knight:a} and takes {largest_army}."),
    N("bot.why.plenty", "{seat} plays {year_of_plenty}, for want of {resources}."),
    N("bot.why.monopoly", "{seat} plays {monopoly}: everybody hands over all their {resource}."),
    N("bot.why.free_roads", "{seat} plays {road_building}: two {road:pl} for free."),
    # the seven
    N("bot.why.robber", "{seat} moves the {robber} to the {place}, against {other}."),
    N("bot.why.robber.leader", "{seat} moves the {robber} to the {place}: {other} is ahead."),
    N("bot.why.robber.desert", "{seat} moves the {robber} to the {desert}, to steal from {other}."),
    N("bot.why.robber.nobody", "{seat} moves the {robber} where nobody is hurt."),
    N("bot.why.theft", "{seat} steals a card from {other}."),
    N("bot.why.discard", "{seat} discards what is needed least."),
    # the rest
    N("bot.why.win", "{seat} has enough points: that's the win!"),
    N("bot.why.show", "{seat} shows the points that were hidden."),
    N("bot.why.end", "{seat} is done."),
    N("bot.why.only", "{seat} has no other choice."),
    # where no bot can sit
    N("bot.not.for_two", "A bot can't play Catan for Two. Choose the plain game or the duel for two."),
    N("bot.not.counts", "A bot needs the board: choose to track it."),
    N("bot.not.script", "A bot needs the board: choose to track it."),
]
