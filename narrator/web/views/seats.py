"""The seats as a lobby shows them: who sits there, in which language, and whether their phone is connected."""

from msgspec import Struct

from narrator.core.table.state import GameState
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.web.live.hub import Hub
from narrator.web.request.viewer import Viewer


class LobbySeat(Struct, frozen=True):
    """A seat in the lobby."""

    number: int
    name: str
    colour: str
    language: str
    taken: bool
    connected: bool
    agreed: bool
    trusted: bool
    co_host: bool


def chairs(game: str, state: GameState, games: Games, desks: Desks, hub: Hub) -> list[LobbySeat]:
    taken, people, desk = games.taken_seats(game), hub.people(game), desks.of(game)
    found = []
    for number, seat in enumerate(state.seats):
        viewer = Viewer("seat", number)
        here = people.get(viewer.name)
        found.append(
            LobbySeat(
                number=number,
                name=seat.name,
                colour=seat.colour,
                language=here.language if here else seat.language or "en",
                taken=number in taken,
                connected=hub.is_connected(game, viewer),
                agreed=number in state.agreed,
                trusted=number in desk.trusted,
                co_host=number in desk.co_hosts,
            )
        )
    return found
