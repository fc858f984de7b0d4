"""The tables of the shared state, in SQL that both databases speak.

They hold nothing that is missed when it is gone, so there are no migrations: tables of another shape are dropped and
created again."""

from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from sqlalchemy import Connection

PREFIX = "live_"
TABLES = {
    "live_workers": "id TEXT PRIMARY KEY, beats BIGINT NOT NULL",
    "live_leases": "name TEXT PRIMARY KEY, worker TEXT NOT NULL",
    "live_news": "game TEXT, kind TEXT, number BIGINT NOT NULL, worker TEXT NOT NULL, PRIMARY KEY (game, kind)",
    "live_lines": "worker TEXT, id BIGINT, game TEXT NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL,"
    " PRIMARY KEY (worker, id)",
    "live_seen": "game TEXT, name TEXT, language TEXT NOT NULL, last DOUBLE PRECISION NOT NULL, gone INTEGER NOT NULL,"
    " PRIMARY KEY (game, name)",
    "live_pages": "worker TEXT, id BIGINT, client TEXT NOT NULL, address TEXT NOT NULL,"
    " since DOUBLE PRECISION NOT NULL, is_over INTEGER NOT NULL, PRIMARY KEY (worker, id)",
    "live_held": "worker TEXT, address TEXT, number BIGINT NOT NULL, PRIMARY KEY (worker, address)",
    "live_tries": "kind TEXT NOT NULL, client TEXT NOT NULL, moment DOUBLE PRECISION NOT NULL",
    "live_replays": "name TEXT PRIMARY KEY, file TEXT NOT NULL, opened DOUBLE PRECISION NOT NULL",
}
"""By name, with their columns. Rows with a `worker` are deleted when it is gone."""
INDEXES = {
    "live_news_lately": "live_news (number)",
    "live_lines_of": "live_lines (game, name)",
    "live_pages_of_client": "live_pages (client)",
    "live_pages_of_address": "live_pages (address)",
    "live_pages_over": "live_pages (worker, is_over)",
    "live_tries_of": "live_tries (kind, client, moment)",
}
SHAPE = crc32(repr((TABLES, INDEXES)).encode())


def prepare(connection: "Connection") -> None:
    """Create the tables unless they are there, in the shape that this version wants."""
    from sqlalchemy import inspect

    is_file = connection.dialect.name == "sqlite"
    known = [name for name in inspect(connection).get_table_names() if is_file or name.startswith(PREFIX)]
    run = connection.exec_driver_sql
    if "live_layout" in known and run("SELECT shape FROM live_layout").scalar() == SHAPE:
        return
    for name in known:
        run(f"DROP TABLE {name}")
    for name, columns in TABLES.items():
        run(f"CREATE {'' if is_file else 'UNLOGGED '}TABLE {name} ({columns})")
    for name, columns in INDEXES.items():
        run(f"CREATE INDEX {name} ON {columns}")
    run("CREATE TABLE live_layout (shape BIGINT NOT NULL)")  # logged: it outlives a crash, unlike the others' rows
    run(f"INSERT INTO live_layout VALUES ({SHAPE})")
