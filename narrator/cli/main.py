"""The command `narrator`."""

import sys
from pathlib import Path

import click

from .replay import lines


@click.group()
@click.version_option(package_name="narrator")
def main() -> None:
    """Narrator: a host's assistant for Catan with the real board, cards and dice."""


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--each", is_flag=True, help="Print the state after every entry.")
def replay(file: Path, each: bool) -> None:
    """Fold a recorded game (FILE, or one game a line in .jsonl and .jsonl.gz) and print the state it comes to."""
    refused = False
    for line, is_refusal in lines(file, each):
        sys.stdout.buffer.write(line + b"\n")
        refused = refused or is_refusal
    sys.stdout.flush()
    sys.exit(1 if refused else 0)
