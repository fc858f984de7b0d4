"""The same people, rules and kind of board again; whoever sits left of the one who began, begins."""

from collections.abc import Mapping

from msgspec.structs import asdict, replace

from narrator.app.games.games import Games
from narrator.app.games.results import NewGame
from narrator.bot.characters import Level
from narrator.core.table.events import FirstPlayerChosen
from narrator.core.table.house_rules import house_rules
from narrator.core.table.setup import BY_CHANCE, BoardSetup, Player, Setup
from narrator.core.table.state import GameState


def rematch(games: Games, game: str, bots: Mapping[int, Level] = {}) -> NewGame:
    """`bots` are those who sit there now."""
    state = games.record(game).state
    return games.create(again(games.setup(game), state, bots), [FirstPlayerChosen(seat=next_to_begin(state))])


def next_to_begin(state: GameState) -> int:
    """Everybody is there again, also who left early."""
    return (state.first + 1) % len(state.seats)


def again(setup: Setup, state: GameState, bots: Mapping[int, Level] = {}) -> Setup:
    """The same people with the names that they took, and the rules as they were agreed on in the end; a board that
    chance laid is laid anew, and where the app deals, another pile is shuffled."""
    players = [
        Player(seat.name, seat.colour, seat.language, bots.get(number)) for number, seat in enumerate(state.seats)
    ]
    before = asdict(house_rules(setup.rules, len(setup.players)))
    changed = {key: value for key, value in asdict(state.rules).items() if value != before[key]}
    setup = replace(setup, players=players, rules={**setup.rules, **changed}, seal=None)
    board = setup.board
    if board is None or board.layout not in BY_CHANCE:
        return setup
    return replace(setup, board=BoardSetup(board.layout))
