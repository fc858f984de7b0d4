"""The distinct moments of games: one for each way in which a scene is built."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import start
from narrator.script.directing.direct import staged
from narrator.script.scene import Scene

from .games import Game


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
        self.record = Record(start(replace(game.setup, detail=detail)))

    def before(self, number: int) -> Record:
        """The record after so many entries: cheap where they are asked for in order."""
        if number < len(self.record.log):
            self.record = Record(self.record.at(0).state)
        for event in self.events[len(self.record.log) : number]:
            self.record.enter(event)
        return self.record.branch()


_replays: dict[tuple[str, str], Replay] = {}


def _record(game: Game, detail: str) -> Replay:
    key = (game.name, detail)
    if key not in _replays:
        _replays[key] = Replay(game, detail)
    return _replays[key]


def moments(games: Iterable[Game]) -> Iterator[Moment]:
    """Wherever a scene is built as none before it. First-game detail has the most in it."""
    known: set[tuple[object, ...]] = set()
    for game in games:
        record = Record(start(replace(game.setup, detail="first_game")))
        for number in range(len(game.events) + 1):
            if number:
                record.enter(game.events[number - 1])
            structure = built(record)
            if structure not in known:
                known.add(structure)
                yield Moment(game, number)


def built(record: Record) -> tuple[object, ...]:
    """How a scene is built."""
    _, scene = staged(record)
    state = record.state
    return (len(state.seats) > 4, state.game.tracking, state.phase.phase, state.phase.step, *_parts(scene))


def _parts(scene: Scene) -> tuple[object, ...]:
    chips = scene.picture.chips
    kinds = max((len(chip.takes) + len(chip.gives) + len(chip.misses) for chip in chips), default=0)
    return (
        scene.kind,
        scene.is_moment,
        tuple(message.key for message in scene.hero),
        len(chips),
        kinds,
        any(chip.why for chip in chips),
        tuple(message.key for message in scene.second),
        scene.order.id if scene.order else None,
        scene.aside.id if scene.aside else None,
    )
