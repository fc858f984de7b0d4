"""What a newcomer's own phone says of its player."""

from .source import NN, N

SOURCES = [
    # the own points
    N("coach.points", "So far: {parts}."),
    # what gives the next one
    N("coach.next", "How to score next"),
    N("coach.next.settlement", "{settlement:A}: you have a free corner for it."),
    N("coach.next.settlement.any", "{settlement:A} on a free corner."),
    NN(
        "coach.next.settlement.roads",
        "{settlement:A}: one more {road} takes you to a free corner.",
        "{settlement:A}: {n} more {road:pl} take you to a free corner.",
    ),
    N("coach.next.city", "{city:A}: it takes the place of {settlement:a} of yours."),
    N("coach.next.longest_road", "{longest_road}: yours is {have:digit} long, it takes {need:digit}."),
    N("coach.next.largest_army", "{largest_army}: you've played {have:digit} of {need:digit} {knight:pl}."),
    # before harm
    NN(
        "coach.harm",
        "{hand:digit} cards: a seven would cost you one.",
        "{hand:digit} cards: a seven would cost you {n}.",
    ),
    N("coach.harm.spend", "Trade or build before your turn ends."),
    # what can be done now
    N("coach.can", "What can I do now?"),
    NN("coach.can.spots", "one spot, marked on the board", "{n:digit} spots, marked on the board"),
    N("coach.can.road", "Takes you to new corners. Five in a row may win {longest_road}."),
    N("coach.can.settlement", "One point, and cards from every land that it touches."),
    N("coach.can.city", "One point more, and two cards where {settlement:a} brings one."),
    N("coach.can.buy", "Mostly {knight:pl}, some other help, sometimes a point."),
    N("coach.can.bank", "Give {n} cards of one kind, take one that you need."),
    N("coach.can.offer", "Swap cards with another player."),
]
