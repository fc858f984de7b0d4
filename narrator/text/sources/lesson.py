"""Lessons: each teaches one rule when it first matters, in at most 35 words."""

from .source import N

SOURCES = [
    N("lesson.discard.title", "Half of the cards"),
    N(
        "lesson.discard.text",
        "With more than {limit} cards you give half of them back when a seven comes. Only resource cards count.",
    ),
    N("lesson.seven.title", "A seven"),
    N(
        "lesson.seven.text",
        "A seven pays nobody. Whoever has more than {limit} cards gives back half. Then the {robber} moves and "
        "steals a card.",
    ),
    N("lesson.road_cut.title", "A {road} is cut"),
    N(
        "lesson.road_cut.text",
        "Somebody else's building breaks the line in two. Both parts can grow, but only the longer one counts.",
    ),
    N("lesson.title_aside.title", "{longest_road:Sg} lies aside"),
    N(
        "lesson.title_aside.text",
        "Nobody has it until one player alone has the longest line, with at least five {road:pl}.",
    ),
    N("lesson.short_bank.title", "The {bank} is short"),
    N(
        "lesson.short_bank.text",
        "Nobody gets that kind. But if only one player is owed it, they take what's left. The other kinds pay as usual.",
    ),
    N("lesson.match_point.title", "One point to go"),
    N(
        "lesson.match_point.text",
        "With {target} points the game is won. One more could be enough now, so keep an eye on the score.",
    ),
    N("lesson.placement_order.title", "Back again"),
    N("lesson.placement_order.text", "The second round goes the other way. Whoever placed last places again at once."),
    N("lesson.starting_cards.title", "The first cards"),
    N(
        "lesson.starting_cards.text",
        "The second {settlement} brings one card for each hex round it. The first one brings none.",
    ),
    N("lesson.distance.title", "Keep your distance"),
    N(
        "lesson.distance.text",
        "The corners next to {settlement:a} stay empty, whoever it belongs to. From one to the next it's always at least two paths.",
    ),
    N("lesson.turn.title", "How a turn goes"),
    N(
        "lesson.turn.text",
        "Roll, then trade and build as much as you can pay for. When you're done, the next player rolls.",
    ),
    N("lesson.production.title", "Everyone is paid"),
    N(
        "lesson.production.text",
        "Whoever rolled, every hex with that number pays all who have built there: {settlement:a} one card, {city:a} two.",
    ),
    N("lesson.robbed.title", "Your hex is blocked"),
    N(
        "lesson.robbed.text",
        "While the {robber} stands there, that hex pays you nothing. A seven or {knight:a} moves it on.",
    ),
    N("lesson.robber.title", "The {robber}"),
    N(
        "lesson.robber.text",
        "The hex under the {robber} pays nobody until it moves on. Whoever moves it takes a card from someone who has built there.",
    ),
    N("lesson.steal.title", "A stolen card"),
    N("lesson.steal.text", "One card, drawn blind from the hand. Only the two of them know which one it was."),
    N("lesson.knight.title", "{knight:A}"),
    N(
        "lesson.knight.text",
        "It moves the {robber} and steals a card, but nobody discards. It stays open on the table: three make {largest_army}.",
    ),
    N("lesson.road_building.title", "{road_building}"),
    N("lesson.road_building.text", "Two {road:pl} for free, placed at once by the usual rules."),
    N("lesson.year_of_plenty.title", "{year_of_plenty}"),
    N("lesson.year_of_plenty.text", "Any two cards from the {bank}, alike or different. They can be used at once."),
    N("lesson.monopoly.title", "{monopoly}"),
    N("lesson.monopoly.text", "Name one resource. Everyone else hands over all their cards of it."),
    N("lesson.victory_point.title", "{points_card:A}"),
    N(
        "lesson.victory_point.text",
        "It comes from the {development_card:pl}, is kept secret until it's shown, and is worth a point.",
    ),
    N("lesson.longest_road.title", "{longest_road}"),
    N(
        "lesson.longest_road.text",
        "Two points for the longest line of at least five {road:pl}, without branches. Whoever builds a longer one takes them away.",
    ),
    N("lesson.largest_army.title", "{largest_army}"),
    N(
        "lesson.largest_army.text",
        "Two points for the most played {knight:pl}, three at least. Whoever plays more takes them away.",
    ),
    N("lesson.road_tie.title", "The same length"),
    N("lesson.road_tie.text", "The holder keeps the title. To take it you need more, not the same."),
    N("lesson.full_hand.title", "More than {limit} cards"),
    N("lesson.full_hand.text", "If a seven comes now, half of such a hand is lost. Trade or build before it does."),
    N("lesson.playable.title", "You can play a card"),
    N("lesson.playable.text", "In your turn you can play one {development_card} that you bought in an earlier turn."),
    N("lesson.longest_road_near.title", "Four in a row"),
    N(
        "lesson.longest_road_near.text",
        "The first to have five {road:pl} in one line takes {longest_road}: two points.",
    ),
    N("lesson.largest_army_near.title", "Two {knight:pl}"),
    N("lesson.largest_army_near.text", "The first to play three {knight:pl} takes {largest_army}: two points."),
    N("lesson.pieces.title", "No pieces left"),
    N(
        "lesson.pieces.text",
        "Everyone has fifteen {road:pl}, five {settlement:pl} and four {city:pl}, and no more. {city:A} brings its {settlement} back.",
    ),
    N("lesson.city.title", "{city:A}"),
    N(
        "lesson.city.text",
        "It takes the place of {settlement:a}: two points instead of one, two cards instead of one. The {settlement} piece comes back.",
    ),
    N("lesson.settlement.title", "A new {settlement}"),
    N(
        "lesson.settlement.text",
        "One of your {road:pl} leads there, and the corners next to it are empty. It brings a point and more cards.",
    ),
    N("lesson.road.title", "{road:Pl}"),
    N(
        "lesson.road.text",
        "{road:A} joins your own {road:pl} or buildings. It gives no point, but leads to new corners to build on.",
    ),
    N("lesson.development.title", "{development_card:A}"),
    N(
        "lesson.development.text",
        "It stays secret and can be played from the next turn on. Some of these cards are points.",
    ),
    N("lesson.bank_trade.title", "Trading with the {bank}"),
    N(
        "lesson.bank_trade.text",
        "On your own turn, four equal cards buy one of any other kind. {harbour:A} makes it cheaper.",
    ),
    N("lesson.harbour.title", "{harbour:A}"),
    N(
        "lesson.harbour.text",
        "Whoever has built here pays the {bank} only three equal cards for one, or two of the kind that's shown.",
    ),
    N("lesson.costs.title", "What you can buy"),
    N(
        "lesson.costs.text",
        "Cards become {road:pl}, {settlement:pl} and {city:pl}. Build whatever you can pay for. The cards go back to the {bank}.",
    ),
    N("lesson.trade.title", "Swapping cards"),
    N(
        "lesson.trade.text",
        "Whoever's turn it is may swap cards with anyone, as both agree. The others can't trade among themselves.",
    ),
    N("lesson.points.title", "Points so far"),
    N(
        "lesson.points.text",
        "{settlement:A} is a point, {city:a} two, a title two. Whoever gets to {target} wins, so look at the score.",
    ),
]
