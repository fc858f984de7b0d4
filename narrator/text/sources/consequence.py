"""What an amendment changes, told before it is made.

Where a title or the win may be nobody's, `.moves` has a giver and a taker, `.taken` a taker, `.lost` a giver.
"""

from .source import N

SOURCES = [
    # titles and the win
    N("consequence.longest_road.moves", "{longest_road:Sg} goes from {giver} to {taker}."),
    N("consequence.longest_road.taken", "{taker} gets {longest_road}, which nobody had before."),
    N("consequence.longest_road.lost", "{giver} loses {longest_road}, and nobody else gets it."),
    N("consequence.largest_army.moves", "{largest_army:Sg} goes from {giver} to {taker}."),
    N("consequence.largest_army.taken", "{taker} gets {largest_army}, which nobody had before."),
    N("consequence.largest_army.lost", "{giver} loses {largest_army}, and nobody else gets it."),
    N("consequence.winner.moves", "The winner is {taker}, not {giver}."),
    N("consequence.winner.taken", "With this, {taker} wins the game."),
    N("consequence.winner.lost", "{giver} hasn't won after all."),
    # numbers: none of these forms depends on a count
    N("consequence.points", "{seat}'s points go from {old} to {new}."),
    N("consequence.hand", "The cards in {seat}'s hand go from {old} to {new}."),
    N("consequence.road_length", "The length of {seat}'s {road} goes from {old} to {new}."),
    N("consequence.knights", "The {knight:pl} that {seat} has played go from {old} to {new}."),
    N("consequence.development_cards", "{seat}'s {development_card:pl} in hand go from {old} to {new}."),
    N("consequence.revealed_points", "The {points_card:pl} that {seat} has shown go from {old} to {new}."),
    N("consequence.roads_left", "The {road:pl} that {seat} has left go from {old} to {new}."),
    N("consequence.settlements_left", "The {settlement:pl} that {seat} has left go from {old} to {new}."),
    N("consequence.cities_left", "The {city:pl} that {seat} has left go from {old} to {new}."),
    N("consequence.bank", "The {resource} in the {bank} goes from {old} to {new}."),
    N("consequence.deck", "The cards in the deck go from {old} to {new}."),
    # the moment
    N("consequence.turn", "It becomes {new_seat}'s turn instead of {old_seat}'s."),
    N("consequence.step", "The game goes on at another step."),
    N("consequence.step.checklist", "The game goes back to the setup."),
    N("consequence.step.settlement", "The game goes on with placing a first {settlement}."),
    N("consequence.step.road", "The game goes on with placing a first {road}."),
    N("consequence.step.roll", "The game goes on with the roll."),
    N("consequence.step.discard", "The game goes on with the discards."),
    N("consequence.step.robber", "The game goes on with moving the {robber}."),
    N("consequence.step.steal", "The game goes on with stealing a card."),
    N("consequence.step.free_roads", "The game goes on with placing the free {road:pl}."),
    N("consequence.step.actions", "The game goes on with trading and building."),
    N("consequence.step.trade", "The game goes on with trading."),
    N("consequence.step.build", "The game goes on with building."),
    N("consequence.step.over", "With this, the game is over."),
    # doubts
    N("consequence.unsure.bank", "It's no longer certain how much {resource} the {bank} has."),
    N("consequence.unsure.hand", "It's no longer certain how many cards {seat} has."),
    N("consequence.unsure.deck", "It's no longer certain how many cards are in the deck."),
    N("consequence.unsure.development_cards", "It's no longer certain how many {development_card:pl} {seat} has."),
    N("consequence.sure.bank", "It's certain again how much {resource} the {bank} has."),
    N("consequence.sure.hand", "It's certain again how many cards {seat} has."),
    N("consequence.sure.deck", "It's certain again how many cards are in the deck."),
    N("consequence.sure.development_cards", "It's certain again how many {development_card:pl} {seat} has."),
    # later entries
    N("consequence.irregular", "Entry {entry} would be against the rules, but it stays in the record."),
    N("consequence.left_out", "Entry {entry} no longer fits and would be left out."),
    # five and six
    N("consequence.step.partner", "The game goes on with the partner's part."),
    N("consequence.step.special_build", "The game goes on with building between the turns."),
    # two players
    N("consequence.step.neutral", "The game goes on with a piece for a neutral color."),
    N("consequence.tokens", "{seat}'s trade tokens go from {old} to {new}."),
]
