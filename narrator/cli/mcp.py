"""`narrator mcp`: a game's link is lent to an assistant."""

import os

import click

from narrator.cli.terminal import fail, render_message, terminal_language
from narrator.mcp.api_client import read_link


def serve_assistants(link: str, language: str | None, port: int | None) -> None:
    found = read_link(link)
    if found is None:
        fail("mcp.no_link")
    try:
        from narrator.mcp.server import LOOPBACK, run
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "narrator":
            raise
        fail("mcp.missing", command="make mcp", package="narrator[mcp]")
    if port is not None:  # standard output belongs to the assistant
        click.echo(render_message("mcp.open", address=f"http://{LOOPBACK}:{port}/mcp"), err=True)
    run(found, language or terminal_language(os.environ), port)
