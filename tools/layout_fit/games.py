"""The games that are shown: the samples, one without a board, one in which nothing is counted, one that the app deals,
one with bots whose cards lie open; with long names too."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.counts_tracking import roads_to_measure
from narrator.core.record.record import Record
from narrator.core.table.box import PRODUCES
from narrator.core.table.events import (
    AnyEvent,
    CardStolen,
    Corrected,
    DiceRolled,
    RoadReported,
    SeatJoined,
    SettlementBuilt,
    StepDone,
    TakenBack,
    TurnEnded,
)
from narrator.core.table.phase import Over, Stealing
from narrator.core.table.setup import Setup, initial_state
from narrator.storage.files.game_file import read_event, read_game
from tests.support.browser.evening import EAGER, Counted, Fact, LuckyTable
from tests.support.dealt import dealt_record, dealt_setup
from tools.make_games import FOLDER, setup

LONG_NAMES = (
    "Wilhelmina-Charlotte von Hohenlohe",
    "คุณพ่อสมศักดิ์ศรีวัฒนาพรพิทักษ์ไทย",
    "Константин Константинопольский-Младший",
    "Maximilianoaurelianofernandezdelasierra",
    "Анастасия Перевозчикова",
    "María de los Ángeles Fernández-Villa",
)

NINE = 9
HALF = 160
"""Entries after which a game has had nearly everything that a table meets."""


class Game(Struct, frozen=True):
    """A game to be shown, under a name."""

    name: str
    setup: Setup
    events: tuple[AnyEvent, ...]

    def recast(self) -> "Game":
        """The same among people with long names."""
        people = [replace(player, name=name) for player, name in zip(self.setup.players, LONG_NAMES, strict=False)]
        events = tuple(
            replace(event, name=LONG_NAMES[event.seat]) if isinstance(event, SeatJoined) else event
            for event in self.events
        )
        return Game(f"{self.name}.long", replace(self.setup, players=people), events)


def all_games() -> Iterator[Game]:
    for path in sorted(FOLDER.glob("*.json")):
        if path.stem != "finals":
            game = read_game(path.read_bytes())
            yield Game(path.stem, game.setup, tuple(read_event(raw) for raw in game.events))
    yield all_take()
    yield counted()
    yield told()
    yield dealt()
    yield with_bots()


def all_take() -> Game:
    """Six take cards with one roll; then the bank has too few for them."""
    file = read_game((FOLDER / "six_target_in_a_window.json").read_bytes())
    events = [read_event(raw) for raw in file.events]
    number = max(place for place, event in enumerate(events) if isinstance(event, DiceRolled))
    record = Record(initial_state(file.setup))
    for event in events[:number]:
        record.add_unchecked(event)
    board, roll = record.state.game.board, DiceRolled(seat=record.state.turn, total=NINE)
    paying = [hex_ for hex_, total in board.numbers.items() if total == NINE and hex_ != record.state.robber]
    round_them = [at for at, hexes in board.island.hexes_at.items() if set(hexes) & set(paying)]
    takers = {record.state.buildings[at].seat for at in round_them if at in record.state.buildings}
    free = iter(at for at in round_them if at not in record.state.buildings)
    for seat in sorted(set(range(6)) - takers):
        record.add(SettlementBuilt(seat=seat, at=next(free), late=True, waived=True))
    before = len(record.log)
    record.add(roll)
    record.add(TakenBack(to=before))
    for resource in {PRODUCES[board.terrain[hex_]] for hex_ in paying}:
        record.add(Corrected(what="bank", resource=resource, value=1))
    record.add(roll)
    return Game("six_take", file.setup, tuple(record.log))


def counted() -> Game:
    """A true game as a table enters it that has drawn no board."""
    on_board, people = setup(4, seed=7), replace(setup(4, tracking="counts"), board=None)
    table, record = LuckyTable(initial_state(on_board), 7, EAGER), Record(initial_state(people))
    book = Counted(table.state, record.state)
    while not isinstance(table.state.phase, Over):
        before, event = table.state, table.next_event()
        if event is None:
            break
        record.add(book._described(Fact(before, event)))
        table.enter(event)
        if record.state.phase.step == "steal" and not isinstance(table.state.phase, Stealing):
            record.add(CardStolen(seat=record.state.turn, victim=None))
        while (asked := roads_to_measure(record.state)) and not isinstance(record.state.phase, Over):
            record.add(RoadReported(seat=asked[0], length=table.state.seats[asked[0]].road_length))
    return Game("counts", people, tuple(record.log))


def told() -> Game:
    """Nothing is counted: the table is only told what comes next."""
    people = replace(setup(4, tracking="script"), board=None)
    record = Record(initial_state(people))
    for _ in range(8):
        record.add(StepDone(step="settlement"))
        record.add(StepDone(step="road"))
    for total in (8, 7, 4):
        record.add(DiceRolled(seat=record.state.turn, total=total))
        while record.state.phase.step in ("discard", "robber", "steal"):
            record.add(StepDone(step=record.state.phase.step))
        record.add(TurnEnded(seat=record.state.turn))
    return Game("script", people, tuple(record.log))


def dealt() -> Game:
    """No cards on the table: each phone is a hand."""
    people = dealt_setup(4)
    return Game("dealt", people, tuple(dealt_record(people, 1, HALF).log))


def with_bots() -> Game:
    """Two people and two bots, whose cards lie open before their chairs."""
    game = dealt()
    players = [replace(player, bot="friend" if seat > 1 else None) for seat, player in enumerate(game.setup.players)]
    return Game("bots", replace(game.setup, players=players, cards="table"), game.events)
