"""The island as a template draws it: the picture, what stands on it, and where everything lies."""

from narrator.core.memo import memo
from narrator.core.table.state import GameState
from narrator.web.board.geometry import Drawing, Pieces, Place, island, pieces


def island_view(state: GameState, turn: int) -> tuple[Drawing | None, Pieces | None]:
    """The picture and the pieces, the board lying as the device wants it; nothing where no board is tracked."""
    board = state.game.board
    return (None, None) if board is None else (island(board, turn), pieces(state, turn))


def places_of(drawing: Drawing | None) -> dict[str, Place]:
    return {} if drawing is None else _places(drawing)


@memo
def _places(drawing: Drawing) -> dict[str, Place]:
    return {place.at: place for place in (*drawing.hexes, *drawing.intersections, *drawing.paths)}
