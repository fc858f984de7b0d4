"""What the person at the terminal is told when a server begins and when it ends."""

from collections.abc import Sequence

import click

from narrator.cli.addresses import is_alone
from narrator.cli.terminal import fail_with, print_message, show_code
from narrator.storage.storage import Storage
from narrator.storage.values import StorageUnavailable


def introduce(addresses: Sequence[str], code: str = "", right: str = "", here: str = "") -> None:
    """`here` is the address under which this machine needs no house code."""
    print_message("serve.open")
    click.echo(f"\n  {addresses[0]}\n")
    show_code(f"{addresses[0]}/house/{code}" if code else addresses[0])
    if code:
        print_message("serve.closed", code=code)
    elif right:
        print_message("serve.house", code=right)
    if here and (code or right):
        print_message("serve.here", address=here)
    if addresses[1:]:
        print_message("serve.also")
        click.echo("".join(f"\n  {address}" for address in addresses[1:]) + "\n")
    if is_alone(addresses):
        print_message("serve.alone")
    print_message("serve.how_to_stop")


def take_leave(storage: Storage) -> None:
    """Close the store and say where all games are saved."""
    is_in_place = storage.database.is_in_place()
    if not is_in_place:
        save_elsewhere(storage)
    storage.close()
    if is_in_place:
        print_message("serve.goodbye")


def save_elsewhere(storage: Storage) -> None:
    """Write all games of a file that was deleted or replaced to a new file, and say where."""
    try:
        print_message("serve.goodbye_elsewhere", path=storage.database.save_elsewhere())
    except StorageUnavailable as unusable:
        storage.close()
        fail_with(unusable)
