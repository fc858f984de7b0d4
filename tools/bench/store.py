"""`make bench`, stores: what an entry takes with an SQLite file and with a PostgreSQL server, both on the disk before
it is told. In turns, so that whatever else the machine does meets both; the server is on this machine."""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.storage.storage import Storage, open_storage
from tests.support.app import TOLD, Clock, ruling
from tests.support.postgres import Server, programs

ROUNDS, WARM = 400, 30


def entering(log: Storage) -> Callable[[], float]:
    """Enters something each time it is called, as a tap does; the milliseconds that it took."""
    games = Games(log, Clock(), random_token)
    game = games.create(TOLD).id
    taps = iter(range(10**6))

    def enter() -> float:
        began = time.perf_counter()
        games.enter_events(game, [ruling("x")], key=f"tap {next(taps)}")
        return (time.perf_counter() - began) * 1000

    return enter


def main() -> None:
    if programs() is None:
        print("PostgreSQL is not installed: nothing to compare an entry with.")
        return
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        server = Server(settings=(), folder=Path(folder))
        try:
            server.start()
            logs = (open_storage(f"sqlite:///{folder}/games.db"), open_storage(server.new_database("bench")))
            tell(*(entering(log) for log in logs))
            for log in logs:
                log.close()
        finally:
            server.remove()


def tell(sqlite: Callable[[], float], postgres: Callable[[], float]) -> None:
    for _ in range(WARM):
        sqlite()
        postgres()
    pairs = [(sqlite(), postgres()) for _ in range(ROUNDS)]
    medians = [statistics.median(times) for times in zip(*pairs, strict=True)]
    print(f"An entry, durable: {medians[0]:.2f} ms with SQLite, {medians[1]:.2f} ms with PostgreSQL,")
    print(f"  {medians[1] / medians[0]:.1f} times as long (wanted: at most 3)")


if __name__ == "__main__":
    main()
