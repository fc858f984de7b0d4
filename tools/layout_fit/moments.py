"""The distinct moments of games: one for each thing that a scene is built of."""

from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import initial_state
from narrator.script.scenes.director import current_scene
from tools.layout_fit.games import Game, all_games


class Moment(Struct, frozen=True):
    """A game after so many entries, and what is opened or refused then."""

    game: Game
    number: int
    query: str = ""
    refused: tuple[AnyEvent, ...] = ()

    def record_in(self, detail: str) -> Record:
        return _record(self.game, detail).before(self.number)

    def recast(self) -> "Moment":
        return replace(self, game=self.game.recast())

    def __str__(self) -> str:
        opened = f"?{self.query}" if self.query else "!refused" if self.refused else ""
        return f"{self.game.name}@{self.number}{opened}"


class Replay:
    """A game told in some detail, at any of its entries."""

    def __init__(self, game: Game, detail: str) -> None:
        self.events = game.events
        self.records = {0: Record(initial_state(replace(game.setup, detail=detail)))}

    def before(self, number: int) -> Record:
        """The record after so many entries. It is folded from the nearest one before it, so that both share their
        points, and with them all that is counted along the timeline."""
        if number not in self.records:
            nearest = max(known for known in self.records if known < number)
            record = self.records[nearest].copy()
            for event in self.events[nearest:number]:
                record.add_unchecked(event)
            record.snapshot_at(number)  # folded now, once for all who ask
            self.records[number] = record
        return self.records[number].copy()


_replays: dict[tuple[str, str], Replay] = {}


def _record(game: Game, detail: str) -> Replay:
    key = (game.name, detail)
    if key not in _replays:
        _replays[key] = Replay(game, detail)
    return _replays[key]


def moments(games: Iterable[Game]) -> Iterator[Moment]:
    """Wherever a scene has a part, or two parts beside each other, that none before it had. First-game detail has the
    most in it."""
    known: set[tuple[object, ...]] = set()
    for game in games:
        record = Record(initial_state(replace(game.setup, detail="first_game")))
        for number in range(len(game.events) + 1):
            if number:
                record.add_unchecked(game.events[number - 1])
            new = parts(record) - known
            if new:
                known |= new
                yield Moment(game, number)


@cache
def some_moments() -> tuple[Moment, ...]:
    """Of four kinds of tables."""
    kinds = ("road_cut", "six_partner_wins", "counts", "script")
    return tuple(moments(game for game in all_games() if game.name in kinds))


def parts(record: Record) -> set[tuple[object, ...]]:
    """What a scene is built of, each with what it shares its room with."""
    _, scene = current_scene(record)
    state, players = record.state, scene.picture.players
    table = (len(state.seats) > 4, state.game.tracking)
    hands = (state.game.cards, bool(state.game.bots))
    kinds = max((len(player.takes) + len(player.gives) + len(player.misses) for player in players), default=0)
    more_lines = tuple(message.key for message in scene.more_lines)
    instruction, aside = scene.instruction.id if scene.instruction else None, scene.aside.id if scene.aside else None
    return {
        ("hero", *table, *hands, scene.is_moment, tuple(message.key for message in scene.hero)),
        ("players", *table, scene.kind, len(players), kinds, any(player.why for player in players)),
        ("room", *table, len(players), bool(aside), len(more_lines)),
        ("step", *table, *hands, state.phase.part_of_game, state.phase.step, instruction),
        ("aside", aside),
        ("more_lines", more_lines, bool(aside)),
        ("instruction", instruction, bool(aside)),
    }
