"""A hand that the app deals: on a phone, and on a tablet that is passed."""

from narrator.text.sources.source import NN, N

SOURCES = [
    N("hand.title", "Your hand"),
    N("hand.empty", "You have no resource cards."),
    N("hand.card.knight", "{knight:Sg}"),
    N("hand.card.road_building", "{road_building}"),
    N("hand.card.year_of_plenty", "{year_of_plenty}"),
    N("hand.card.monopoly", "{monopoly}"),
    N("hand.card.points", "{points_card:Sg}"),
    N("hand.when.now", "You can play this now."),
    N("hand.when.later", "Not right now."),
    N("hand.when.fresh", "Just bought. You can play it on your next turn."),
    N("hand.when.points", "Worth one point. Only you know."),
    N("hand.stolen", "You stole {cards} from {other}."),
    N("hand.lost", "{other} stole {cards} from you."),
    NN("hand.discard.random", "Discard {n:digit} card at random", "Discard {n:digit} cards at random"),
    N("hand.covered", "Your cards are covered."),
    N("hand.hold", "Hold to look"),
    N("hand.hold.line", "They're covered again as soon as you let go."),
    N("hand.passed", "{seat}, the tablet is yours."),
    N("hand.back", "Back to the table"),
    N("hand.on_phone", "{seat}, use your phone."),
    N("hand.pass", "Pass the tablet to {seat}"),
    N("hand.look", "Tablet for {seat}"),
]
