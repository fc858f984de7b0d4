"""Lessons: each teaches one rule when it first matters, in at most 35 words."""

from narrator.text.sources.source import N

SOURCES = [
    N("lesson.discard.title", "Half your cards"),
    N(
        "lesson.discard.text",
        "On a seven, if you have more than {limit} cards, you put half of them back. Only resource cards count.",
    ),
    N(
        "lesson.discard.text.dealt",
        "On a seven, if you have more than {limit} cards, you choose half of them and lose them. Only resource cards "
        "count.",
    ),
    N("lesson.seven.title", "A seven"),
    N(
        "lesson.seven.text",
        "On a seven, nobody gets cards. Anyone with more than {limit} cards discards half. Then whoever rolled moves the {robber} and steals a card.",
    ),
    N("lesson.road_cut.title", "A {road} is cut"),
    N(
        "lesson.road_cut.text",
        "Another player's building breaks the line in two. You can extend both parts, but only the longer one counts.",
    ),
    N("lesson.title_aside.title", "Nobody has {longest_road}"),
    N("lesson.title_aside.text", "Whoever next has the longest line outright, at least five {road:pl}, takes it."),
    N("lesson.short_bank.title", "The {bank} runs short"),
    N(
        "lesson.short_bank.text",
        "Nobody gets that resource. But if only one player is owed it, they take what's left. The other resources "
        "are handed out as usual.",
    ),
    N("lesson.match_point.title", "One point to go"),
    N(
        "lesson.match_point.text",
        "You win with {target} points on your own turn. Someone needs just one more, so keep an eye on the score.",
    ),
    N("lesson.placement_order.title", "Back the other way"),
    N(
        "lesson.placement_order.text",
        "The second round goes the other way. Whoever placed last places again right away.",
    ),
    N("lesson.starting_cards.title", "Starting cards"),
    N(
        "lesson.starting_cards.text",
        "Your second {settlement} gets you one card for each hex around it. The first one gets you none.",
    ),
    N("lesson.distance.title", "Keep your distance"),
    N(
        "lesson.distance.text",
        "The corners next to {settlement:a} stay empty, no matter whose it is. Buildings are always at least two "
        "paths apart. A path is one edge of a hex.",
    ),
    N("lesson.turn.title", "How a turn goes"),
    N(
        "lesson.turn.text",
        "Roll, then trade and build as much as you can pay for. When you're done, the next player rolls.",
    ),
    N("lesson.production.title", "Who gets cards"),
    N(
        "lesson.production.text",
        "No matter who rolled, every hex with that number gives cards to everyone there: one for {settlement:a}, two "
        "for {city:a}.",
    ),
    N("lesson.robbed.title", "Your hex is blocked"),
    N(
        "lesson.robbed.text",
        "While the {robber} is there, you get no cards from that hex. A seven or {knight:a} moves it away.",
    ),
    N("lesson.robber.title", "The {robber}"),
    N(
        "lesson.robber.text",
        "The {robber}'s hex gives no cards until the {robber} leaves. Whoever moves it steals a card from a player with a building on the new hex.",
    ),
    N("lesson.steal.title", "A stolen card"),
    N(
        "lesson.steal.text",
        "Whoever steals takes one card from the other player's hand without looking. Only those two know which one it was.",
    ),
    N(
        "lesson.steal.text.dealt",
        "Narrator draws one card from that hand for the thief. Only the two of them know which one it was.",
    ),
    N(
        "lesson.steal.text.face_up",
        "Whoever steals takes a card without looking. A bot's cards lie face up, so the screen picks one, and everyone sees it.",
    ),
    N("lesson.knight.title", "{knight:A}"),
    N(
        "lesson.knight.text",
        "Whoever plays it moves the {robber} and steals from a player with a building on the new hex. Nobody discards. Three {knight:pl} face up can get you {largest_army}.",
    ),
    N("lesson.road_building.title", "{road_building}"),
    N("lesson.road_building.text", "Whoever plays it places two {road:pl} for free right away, by the usual rules."),
    N("lesson.year_of_plenty.title", "{year_of_plenty}"),
    N(
        "lesson.year_of_plenty.text",
        "Whoever plays it takes any two cards from the {bank}, the same or different, and can use them right away.",
    ),
    N("lesson.monopoly.title", "{monopoly}"),
    N("lesson.monopoly.text", "Whoever plays it names a resource. Everyone else hands over all their cards of it."),
    N("lesson.victory_point.title", "{points_card:A}"),
    N(
        "lesson.victory_point.text",
        "It's one of the {development_card:pl}. It stays secret until it's shown, and it's worth one point.",
    ),
    N(
        "lesson.victory_point.text.face_up",
        "It's one of the {development_card:pl}, worth one point. Players keep it secret until they show it. A bot's cards lie face up.",
    ),
    N("lesson.longest_road.title", "{longest_road}"),
    N(
        "lesson.longest_road.text",
        "Two points for the longest line of five or more {road:pl}, not counting branches. Whoever builds a longer "
        "one takes it.",
    ),
    N("lesson.largest_army.title", "{largest_army}"),
    N(
        "lesson.largest_army.text",
        "Two points for playing the most {knight:pl}, at least three. Whoever plays more takes it.",
    ),
    N("lesson.road_tie.title", "The same length"),
    N("lesson.road_tie.text", "Whoever has the title keeps it. To take it you need more, not the same."),
    N("lesson.full_hand.title", "More than {limit} cards"),
    N(
        "lesson.full_hand.text",
        "That's risky: when anyone rolls a seven, everyone with more than {limit} cards puts half of them back. So trade or build in time.",
    ),
    N("lesson.playable.title", "You can play a card"),
    N("lesson.playable.text", "On your turn you can play one {development_card} you bought on an earlier turn."),
    N("lesson.longest_road_near.title", "Four in a row"),
    N("lesson.longest_road_near.text", "The first to five {road:pl} in a row takes {longest_road}: two points."),
    N("lesson.largest_army_near.title", "Two {knight:pl}"),
    N("lesson.largest_army_near.text", "The first to play three {knight:pl} takes {largest_army}: two points."),
    N("lesson.pieces.title", "No pieces left"),
    N(
        "lesson.pieces.text",
        "You each have fifteen {road:pl}, five {settlement:pl} and four {city:pl}, and no more. When you build "
        "{city:a}, you get {settlement:a} back.",
    ),
    N("lesson.city.title", "{city:A}"),
    N(
        "lesson.city.text",
        "It replaces {settlement:a}: two points instead of one, two cards instead of one. You get the {settlement} "
        "piece back.",
    ),
    N("lesson.settlement.title", "A new {settlement}"),
    N(
        "lesson.settlement.text",
        "It has to touch one of your own {road:pl}, and the corners next to it stay empty. It gets you a point and more cards.",
    ),
    N("lesson.road.title", "{road:Pl}"),
    N(
        "lesson.road.text",
        "{road:A} connects to your own {road:pl} or buildings. It's worth no points, but a new {settlement} has to touch one of your own {road:pl}.",
    ),
    N("lesson.development.title", "{development_card:A}"),
    N(
        "lesson.development.text",
        "Whoever buys one keeps it secret and can play it from their next turn on. Some of these cards are points.",
    ),
    N(
        "lesson.development.text.face_up",
        "It can be played from the buyer's next turn on. Players keep theirs secret. A bot's cards lie face up. Some of these cards are points.",
    ),
    N("lesson.bank_trade.title", "Trading with the {bank}"),
    N(
        "lesson.bank_trade.text",
        "On your turn, you can trade four of a kind for any one card. With {harbour:a} it's cheaper.",
    ),
    N("lesson.harbour.title", "{harbour:A}"),
    N(
        "lesson.harbour.text",
        "If you've built here, you pay the {bank} less: three of a kind for one card, or two of the resource shown.",
    ),
    N("lesson.costs.title", "What you can buy"),
    N(
        "lesson.costs.text",
        "Build as much as you can pay for. The cards go back to the {bank}. A new {settlement} has to touch one "
        "of your own {road:pl}.",
    ),
    N("lesson.trade.title", "Swapping cards"),
    N(
        "lesson.trade.text",
        "On your turn, you can swap cards with anyone who agrees. The others can't trade with each other.",
    ),
    N("lesson.points.title", "Points so far"),
    N(
        "lesson.points.text",
        "{settlement:A} is one point, {city:a} two, a title two. The first with {target} on their own turn wins, so watch the score.",
    ),
]
