"""What a newcomer's own phone says of its player."""

from narrator.text.sources.source import NN, N

SOURCES = [
    # the own points
    N("coach.points", "So far: {parts}."),
    # what gives the next one
    N("coach.next", "How to score next"),
    N("coach.next.settlement", "{settlement:A}: you've reached a free corner."),
    N("coach.next.settlement.any", "{settlement:A} on a free corner."),
    NN("coach.next.settlement.roads",
       "{settlement:A}: one more {road} gets you to a free corner.",
       "{settlement:A}: {n} more {road:pl} get you to a free corner."),
    N("coach.next.city", "{city:A}, in place of one of your {settlement:pl}. You take the {settlement} back."),
    N("coach.next.longest_road", "{longest_road}: your {road} is {have:digit} long, you need {need:digit}."),
    N("coach.next.largest_army", "{largest_army}: you've played {have:digit} of {need:digit} {knight:pl}."),
    # before harm
    NN("coach.harm",
       "{hand:digit} cards: you'd lose {n:digit} on a seven.",
       "{hand:digit} cards: you'd lose {n:digit} on a seven."),
    N("coach.harm.spend", "Trade or build before your turn ends."),
    N("coach.held", "Your cards"),
    N("coach.held.unsure", "unknown"),
    # what can be done now
    N("coach.can", "What can I do now?"),
    N("coach.missing", "You still need {cards}."),
    NN("coach.missing.more",
       "You still need {cards}, and {n:digit} more card.",
       "You still need {cards}, and {n:digit} more cards."),
    NN("coach.can.spots", "{n:digit} spot, marked on the board", "{n:digit} spots, marked on the board"),
    N("coach.can.road", "Gets you to new corners. Five in a row can get you {longest_road}."),
    N("coach.can.settlement", "Has to touch one of your {road:pl}. One point, and cards from every hex around it."),
    N("coach.can.city", "Replaces {settlement:a}, which you take back. One more point, and two cards instead of one."),
    N("coach.can.buy", "Usually {knight:a}, sometimes other help, sometimes a point."),
    N("coach.can.bank", "Give {n} cards of a kind, get one you need."),
    N("coach.can.bank.short", "You don't have enough of any kind."),
    N("coach.can.offer", "Swap cards with another player."),
]
