"""The command `narrator`. Each subcommand imports its module only when it runs, so that `--help` is quick."""

import os
import sys
from ipaddress import ip_network
from pathlib import Path

import click

from narrator import __version__
from narrator.cli.replay import output_lines
from narrator.cli.script import write_script
from narrator.cli.terminal import fail, render_message, terminal_language
from narrator.core.message import msg
from narrator.text.languages import LANGUAGE_LIST, known_language, nearest_language
from narrator.text.render import TableLocale, say

MAX_WORKERS = 64


class ServeByDefault(click.Group):
    """Runs `serve` without a subcommand: `narrator`, `narrator --port 9000`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


database = click.option(
    "--db",
    metavar="URL",
    envvar="NARRATOR_DATABASE_URL",
    help="Where the games are kept: sqlite:///path, or postgresql://user@host/name.",
)


@click.group(cls=ServeByDefault)
@click.version_option(__version__, message="Narrator %(version)s")
def main() -> None:
    """Narrator: a host's assistant for Catan with the real board, cards and dice."""


def language_for(wanted: str) -> str:
    """Return the nearest supported language; warn if it is not the one asked for."""
    language = nearest_language(wanted)
    if language != wanted:
        warning = msg("note.nearest" if known_language(wanted) else "note.language", wanted=wanted, language=language)
        click.echo(say(warning, TableLocale(language)), err=True)
    return language


def check_networks(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Accept only IP addresses and networks: a name could belong to somebody else tomorrow."""
    for text in given:
        try:
            ip_network(text, strict=False)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return given


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port; without it, 8080 or the next free one.")
@database
@click.option("--closed", is_flag=True, help="Other devices need a code, shown here, to begin a game.")
@click.option("--allow-host", metavar="NAME", multiple=True, help="Another name of this server, such as a proxy's.")
@click.option(
    "--proxy",
    metavar="ADDRESS",
    multiple=True,
    callback=check_networks,
    help="A machine (or network) in between that is believed when it says for whom it asks.",
)
@click.option(
    "--workers", type=click.IntRange(1, MAX_WORKERS), default=1, show_default=True, help="Processes that answer."
)
@click.option(
    "--log",
    type=click.Choice(["quiet", "all"]),
    default="quiet",
    envvar="NARRATOR_LOG",
    show_default=True,
    help="What is told on the error stream: only mistakes, or also start, stop and what was refused.",
)
def serve(
    host: str,
    port: int | None,
    db: str | None,
    closed: bool,
    allow_host: tuple[str, ...],
    proxy: tuple[str, ...],
    workers: int,
    log: str,
) -> None:
    """Run the games on the local network, and print where they are found. This is what `narrator` alone does."""
    if workers == 1:
        from gevent import monkey

        monkey.patch_all()  # before anything else is imported
    from narrator.cli.startup import access_config
    from narrator.web.monitoring.log import configure_logging

    access = access_config(closed, allow_host, proxy)
    configure_logging(log)
    if workers == 1:
        from narrator.cli.serve import serve

        serve(host, port, db, access)
    elif os.name != "posix":
        fail("serve.no_workers")
    else:
        from narrator.cli.workers import serve_with_workers

        serve_with_workers(workers, host, port, db, access, log)


@main.command()
@click.argument("game")
@database
@click.option("--address", metavar="URL", help="Where the server is found, if not at this device's port 8080.")
def host(game: str, db: str | None, address: str | None) -> None:
    """Print a fresh host's address for GAME, to let another device host it."""
    from narrator.cli.serve import print_host_link

    print_host_link(game, db, address)


@main.command()
@database
@click.option("--address", metavar="URL", help="Where the server is found, if not at this device's port 8080.")
@click.option("--new", is_flag=True, help="Make a new address: the old one opens nothing any more.")
def club(db: str | None, address: str | None, new: bool) -> None:
    """Print the club's address, which shows all tables of this server and lets tables call for help."""
    from narrator.cli.serve import print_club_link

    print_club_link(db, address, new)


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@database
def backup(file: Path | None, db: str | None) -> None:
    """Copy all games to FILE, or to today's copy beside them; also while the server runs."""
    from narrator.cli.maintenance import backup

    backup(file, db)


@main.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@database
def restore(file: Path | None, db: str | None) -> None:
    """Go back to a copy (without FILE: list the copies). What was there before is kept aside."""
    from narrator.cli.maintenance import restore

    restore(file, db)


@main.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy all games from one address to another: sqlite:///path, or postgresql://user@host/name."""
    from narrator.cli.maintenance import copy_all_games

    copy_all_games(source, target)


@main.command()
@click.option("--out", "copy", metavar="FILE", type=click.Path(path_type=Path), help="Copy the key to FILE.")
@click.option("--in", "other", metavar="FILE", type=click.Path(path_type=Path), help="Take in another Narrator's key.")
@database
def key(copy: Path | None, other: Path | None, db: str | None) -> None:
    """Say where the key lies that locks the hands of saved games; copy it, or take in another's."""
    from narrator.cli.maintenance import key

    key(copy, other, db)


@main.command()
@database
def doctor(db: str | None) -> None:
    """Check the file, fold every game again, and put the records across games right."""
    from narrator.cli.maintenance import run_doctor

    run_doctor(db)


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--each", is_flag=True, help="Print the state after every entry.")
@click.option("--lang", help="Print what the host says, in this language, instead of states.")
def replay(file: Path, each: bool, lang: str | None) -> None:
    """Fold a recorded game (FILE, or one game a line in .jsonl and .jsonl.gz) and print the state it comes to."""
    refused = False
    for line, is_refusal in output_lines(file, each, language_for(lang) if lang else None):
        sys.stdout.buffer.write(line + b"\n")
        refused = refused or is_refusal
    sys.stdout.flush()
    sys.exit(1 if refused else 0)


@main.command()
@click.option("--players", type=click.IntRange(2, 6), default=4, show_default=True)
@click.option("--lang", default="en", show_default=True, help=f"{LANGUAGE_LIST}.")
@click.option("--theme", type=click.Choice(["classic", "clawtan"]), default="classic", show_default=True)
@click.option("--detail", type=click.Choice(["first_game", "normal", "terse"]), default="normal", show_default=True)
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text", show_default=True)
def script(players: int, lang: str, theme: str, detail: str, form: str) -> None:
    """Print the whole host's script, from unpacking the box to the winner, without a game."""
    click.echo(write_script(players, language_for(lang), theme, detail, form))


@main.command()
@click.option(
    "--link",
    metavar="LINK",
    envvar="NARRATOR_LINK",
    help="The game's address, # and a host's or a seat's key: http://localhost:8080/g/GAME#KEY.",
)
@click.option("--lang", help=f"What people are told in: {LANGUAGE_LIST}.")
@click.option("--port", type=click.IntRange(1, 65535), help="Answer by HTTP on this device's port instead.")
def mcp(link: str | None, lang: str | None, port: int | None) -> None:
    """Let an assistant help to host a game, or play a seat, by the Model Context Protocol."""
    from narrator.mcp.api_client import parse_link

    language = language_for(lang) if lang else terminal_language(os.environ)
    found = parse_link(link or "")
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
    run(found, language, port)
