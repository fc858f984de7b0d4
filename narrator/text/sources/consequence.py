"""What an amendment changes, told before it is made.

Where a title or the win may be nobody's, `.moves` has a giver and a taker, `.taken` a taker, `.lost` a giver.
"""

from narrator.text.sources.source import N

SOURCES = [
    # titles and the win
    N("consequence.longest_road.moves", "{longest_road:Sg} goes from {giver} to {taker}."),
    N("consequence.longest_road.taken", "{taker} gets {longest_road}. Nobody had it before."),
    N("consequence.longest_road.lost", "{giver} loses {longest_road}. Then nobody has it."),
    N("consequence.largest_army.moves", "{largest_army:Sg} goes from {giver} to {taker}."),
    N("consequence.largest_army.taken", "{taker} gets {largest_army}. Nobody had it before."),
    N("consequence.largest_army.lost", "{giver} loses {largest_army}. Then nobody has it."),
    N("consequence.winner.moves", "The winner is {taker}, not {giver}."),
    N("consequence.winner.taken", "Then {taker} wins the game."),
    N("consequence.winner.lost", "{giver} hasn't won after all."),
    # numbers: none of these forms depends on a count
    N("consequence.points", "{seat}'s points go from {old} to {new}."),
    N("consequence.hand", "{seat}'s card count goes from {old} to {new}."),
    N("consequence.road_length", "{seat}'s longest {road} goes from {old} to {new}."),
    N("consequence.knights", "{seat}'s {knight} count goes from {old} to {new}."),
    N("consequence.development_cards", "{seat}'s {development_card:pl} in hand go from {old} to {new}."),
    N("consequence.revealed_points", "{seat} now has {new} {points_card:pl} showing, not {old}."),
    N("consequence.roads_left", "{seat}'s remaining {road:pl} go from {old} to {new}."),
    N("consequence.settlements_left", "{seat}'s remaining {settlement:pl} go from {old} to {new}."),
    N("consequence.cities_left", "{seat}'s remaining {city:pl} go from {old} to {new}."),
    N("consequence.bank", "The {bank}'s {resource} cards go from {old} to {new}."),
    N("consequence.deck", "The cards in the deck go from {old} to {new}."),
    # the moment
    N("consequence.turn", "Then it's {new_seat}'s turn, not {old_seat}'s."),
    N("consequence.step", "The game goes on from a different point."),
    N("consequence.step.checklist", "The game goes back to setup."),
    N("consequence.step.settlement", "Next, place a starting {settlement}."),
    N("consequence.step.road", "Next, place a starting {road}."),
    N("consequence.step.roll", "Next comes the roll."),
    N("consequence.step.discard", "Next come the discards."),
    N("consequence.step.robber", "Next, move the {robber}."),
    N("consequence.step.steal", "Next, steal a card."),
    N("consequence.step.free_roads", "Next, place the free {road:pl}."),
    N("consequence.step.actions", "Next, trade and build."),
    N("consequence.step.trade", "Next comes trading."),
    N("consequence.step.build", "Next comes building."),
    N("consequence.step.over", "Then the game is over."),
    # doubts
    N("consequence.unsure.bank", "We're no longer sure how many {resource} cards the {bank} has."),
    N("consequence.unsure.hand", "We're no longer sure how many cards {seat} has."),
    N("consequence.unsure.deck", "We're no longer sure how many cards are in the deck."),
    N("consequence.unsure.development_cards", "We're no longer sure how many {development_card:pl} {seat} has."),
    N("consequence.unsure.hands", "We're no longer sure how many cards {names} have."),
    N("consequence.unsure.banks", "We're no longer sure how many cards of each kind the {bank} has."),
    N("consequence.sure.hands", "Once again we know how many cards {names} have."),
    N("consequence.sure.banks", "Once again we know how many cards of each kind the {bank} has."),
    N("consequence.sure.bank", "Once again we know how many {resource} cards the {bank} has."),
    N("consequence.sure.hand", "Once again we know how many cards {seat} has."),
    N("consequence.sure.deck", "Once again we know how many cards are in the deck."),
    N("consequence.sure.development_cards", "Once again we know how many {development_card:pl} {seat} has."),
    # later entries
    N("consequence.irregular", "Entry {entry:digit} would break the rules, but it stays in the history."),
    N("consequence.left_out", "Entry {entry:digit} wouldn't fit anymore and would be left out."),
    # five and six
    N("consequence.step.partner", "Next comes the partner's turn."),
    N("consequence.step.special_build", "Next comes the special building phase."),
    # two players
    N("consequence.step.neutral", "Next, place a piece for a neutral color."),
    N("consequence.tokens", "{seat}'s trade tokens go from {old} to {new}."),
]
