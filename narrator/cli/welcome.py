"""What the person at the terminal is told when a server begins and when it ends."""

from collections.abc import Sequence

import click

from narrator.store.event_log import Unusable
from narrator.store.storage import Storage

from .addresses import is_alone
from .terminal import give_up_on, show_code, tell


def introduce(addresses: Sequence[str], code: str = "", right: str = "", here: str = "") -> None:
    """`here` is the address under which this machine needs no house code."""
    tell("serve.open")
    click.echo(f"\n  {addresses[0]}\n")
    show_code(f"{addresses[0]}/house/{code}" if code else addresses[0])
    if code:
        tell("serve.closed", code=code)
    elif right:
        tell("serve.house", code=right)
    if here and (code or right):
        tell("serve.here", address=here)
    if addresses[1:]:
        tell("serve.also")
        click.echo("".join(f"\n  {address}" for address in addresses[1:]) + "\n")
    if is_alone(addresses):
        tell("serve.alone")
    tell("serve.how_to_stop")


def take_leave(storage: Storage) -> None:
    """Close the store and say where all games are saved."""
    is_in_place = storage.database.is_in_place()
    if not is_in_place:
        save_elsewhere(storage)
    storage.close()
    if is_in_place:
        tell("serve.goodbye")


def save_elsewhere(storage: Storage) -> None:
    """Write all games of a file that was deleted or replaced to a new file, and say where."""
    try:
        tell("serve.goodbye_elsewhere", path=storage.database.save_elsewhere())
    except Unusable as unusable:
        storage.close()
        give_up_on(unusable)
