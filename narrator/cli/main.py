"""The command `narrator`. Each subcommand imports its module only when it runs, so that `--help` is quick."""

import os
import sys
from ipaddress import ip_network
from pathlib import Path

import click

from narrator import __version__
from narrator.cli.help import SectionedGroup, examples
from narrator.cli.terminal import extra_command, fail, language_for, render_message, terminal_language
from narrator.core.table.house_rules import DEFAULT_PRESET, PRESETS
from narrator.text.languages import LANGUAGE_LIST

MAX_WORKERS = 64

database = click.option(
    "--db",
    metavar="URL",
    envvar="NARRATOR_DATABASE_URL",
    show_envvar=True,
    help="Where the games are: sqlite:///PATH or postgresql://USER@HOST/NAME. Default: a file in your data folder.",
)
server_address = click.option(
    "--address",
    metavar="URL",
    help="Where other devices reach the server. Default: this computer's address on the network, port 8080.",
)


@click.group(
    cls=SectionedGroup,
    epilog=examples(
        "narrator                    # start the server; the same as narrator serve",
        "narrator --port 9000        # start it on another port",
        "narrator backup             # back up all games",
        "narrator serve --help       # explain a command and its options",
    ),
)
@click.version_option(__version__, message="Narrator %(version)s")
def main() -> None:
    """Narrator helps the host of a Catan game with the real board, cards and dice. It keeps track of the game and says
    what comes next, in four languages.
    """


def check_networks(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Accept only IP addresses and networks: a name could belong to somebody else tomorrow."""
    for text in given:
        try:
            ip_network(text, strict=False)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None
    return given


@main.command(
    short_help="Start the server and print its address and a QR code.",
    epilog=examples(
        "narrator serve                        # port 8080, or the next free one",
        "narrator serve --port 9000 --closed   # starting a game takes the code",
        "narrator serve --db sqlite:///club.db # keep the games in another file",
        "narrator serve --workers 4 --log all  # four processes, for many tables",
        "narrator serve --host 127.0.0.1 --proxy 127.0.0.1 --allow-host catan.example",
    ),
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="0.0.0.0",
    show_default=True,
    help="The network address to listen on. With 127.0.0.1, only this computer can connect.",
)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    help="The port to listen on. Default: 8080, or the next free one.",
)
@database
@click.option(
    "--closed",
    is_flag=True,
    help="Other devices need the house code to start a game. The server prints the code when it starts.",
)
@click.option(
    "--allow-host",
    metavar="NAME",
    multiple=True,
    help="Another name under which people open the server, such as a reverse proxy's. Can be repeated.",
)
@click.option(
    "--proxy",
    metavar="ADDRESS",
    multiple=True,
    callback=check_networks,
    help="The IP address or network of a reverse proxy that may set X-Forwarded-* headers. Can be repeated.",
)
@click.option(
    "--workers",
    metavar="N",
    type=click.IntRange(1, MAX_WORKERS),
    default=1,
    show_default=True,
    help="The number of processes. On Windows only one is possible.",
)
@click.option(
    "--log",
    type=click.Choice(["quiet", "all"]),
    default="quiet",
    envvar="NARRATOR_LOG",
    show_default=True,
    show_envvar=True,
    help="What to write to the error stream: only errors, or also starts, stops and refused requests.",
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
    """Start the server on your local network, and print its address and a QR code. Open the address on the host's
    tablet to start a game; players join with their phones. Stop it with Ctrl+C.

    You can leave out `serve`: `narrator --port 9000` does the same.
    """
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


@main.command(
    short_help="Print a link that lets another device host a game.",
    epilog=examples(
        "narrator host 7kq2mx",
        "narrator host 7kq2mx --address https://catan.example",
    ),
)
@click.argument("game")
@database
@server_address
def host(game: str, db: str | None, address: str | None) -> None:
    """Print a link and a QR code that let another device host GAME. The link works once, within 15 minutes.

    GAME is the part of the game's address after /g/.
    """
    from narrator.cli.serve import print_host_link

    print_host_link(game, db, address)


@main.command(
    short_help="Print the link to the page with all tables.",
    epilog=examples(
        "narrator club",
        "narrator club --address https://catan.example",
        "narrator club --new         # if a stranger has the old link",
    ),
)
@database
@server_address
@click.option("--new", is_flag=True, help="Make a new link. The old one stops working.")
def club(db: str | None, address: str | None, new: bool) -> None:
    """Print a link and a QR code to the club's page, which shows all tables of this server. Once there is a club,
    tables can call for help.
    """
    from narrator.cli.serve import print_club_link

    print_club_link(db, address, new)


@main.command(
    short_help="Copy all games to a backup.",
    epilog=examples(
        "narrator backup             # today's backup, in a folder beside the games",
        "narrator backup /media/usb/games.db",
    ),
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@database
def backup(file: Path | None, db: str | None) -> None:
    """Copy all games to FILE, or to today's backup in a folder beside the games. The server can keep running."""
    from narrator.cli.maintenance import backup

    backup(file, db)


@main.command(
    short_help="Go back to a backup, or list the backups.",
    epilog=examples(
        "narrator restore            # list the backups",
        "narrator restore /media/usb/games.db",
    ),
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@database
def restore(file: Path | None, db: str | None) -> None:
    """Go back to the backup in FILE. Stop the server first. The games that were there before are kept in another file.

    Without FILE, list the backups. To restore games into PostgreSQL, use `narrator copy`.
    """
    from narrator.cli.maintenance import restore

    restore(file, db)


@main.command(
    short_help="Copy all games to another file or database.",
    epilog=examples(
        "narrator copy sqlite:///games.db sqlite:////media/usb/games.db",
        "narrator copy sqlite:///games.db postgresql://narrator@localhost/narrator",
    ),
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def copy(source: str, target: str) -> None:
    """Copy all games, people and results from one place to another, and check every copy. Stop the server first.

    FROM and TO are written as sqlite:///PATH or postgresql://USER@HOST/NAME. If the copying was interrupted, run the
    same command again: games that are already there are skipped.
    """
    from narrator.cli.maintenance import copy_all_games

    copy_all_games(source, target)


@main.command(
    short_help="Show, export or import the key to saved hands.",
    epilog=examples(
        "narrator key                # where the key is",
        "narrator key --out narrator.key",
        "narrator key --in narrator.key",
    ),
)
@click.option(
    "--out", "copy", metavar="FILE", type=click.Path(path_type=Path), help="Export the key: write it to FILE."
)
@click.option(
    "--in", "other", metavar="FILE", type=click.Path(path_type=Path), help="Import another Narrator's key from FILE."
)
@database
def key(copy: Path | None, other: Path | None, db: str | None) -> None:
    """Show where the key is. In games where the app deals the cards, it locks the hands in saved game files. To
    continue such a game on another Narrator, export the key here and import it there.
    """
    from narrator.cli.maintenance import key

    key(copy, other, db)


@main.command(
    short_help="Check all games and fix what can be fixed.",
    epilog=examples(
        "narrator doctor",
        "narrator doctor --db postgresql://narrator@localhost/narrator",
    ),
)
@database
def doctor(db: str | None) -> None:
    """Check every entry of every game, correct wrong results in the records, and make the files private. If something
    can't be fixed, say which backup is good and exit with status 1.
    """
    from narrator.cli.maintenance import run_doctor

    run_doctor(db)


@main.command(
    short_help="Replay a game file and print the state as JSON.",
    epilog=examples(
        "narrator replay game.json           # the last state",
        "narrator replay games.jsonl.gz      # the last state of each game",
        "narrator replay game.json --each    # the state after every entry",
        "narrator replay game.json --choices # the last state and what may happen now",
        "narrator replay game.json --lang es # what the host says, in Spanish",
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--each", is_flag=True, help="Print the state after every entry.")
@click.option("--choices", is_flag=True, help="Add the events that are legal then to each state.")
@click.option("--lang", metavar="CODE", help=f"Print what the host says instead, in this language: {LANGUAGE_LIST}.")
def replay(file: Path, each: bool, choices: bool, lang: str | None) -> None:
    """Replay the game in FILE and print its last state as one line of JSON. In .jsonl and .jsonl.gz files every line is
    a game.

    A refused entry ends its game with a line that says why. The next game follows, and the exit status is 1.
    """
    from narrator.cli.replay import print_replay

    sys.exit(1 if print_replay(file, each, choices, language_for(lang) if lang else None) else 0)


@main.command(
    short_help="Print everything that a host says.",
    epilog=examples(
        "narrator script --lang th",
        "narrator script --preset family --rule target_vp=12 --players 5",
        "narrator script --lang ru --detail terse --theme clawtan --format md",
    ),
)
@click.option(
    "--players",
    metavar="N",
    type=click.IntRange(2, 6),
    default=4,
    show_default=True,
    help="The number of players.",
)
@click.option("--lang", metavar="CODE", default="en", show_default=True, help=f"The language: {LANGUAGE_LIST}.")
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    default=DEFAULT_PRESET,
    show_default=True,
    metavar="NAME",
    help=f"The ready-made house rules to start from: {', '.join(PRESETS)}.",
)
@click.option(
    "--rule",
    "rules",
    metavar="KEY=VALUE",
    multiple=True,
    help="A house rule that differs from the preset, such as target_vp=12. Can be repeated. A wrong key or value is "
    "answered with a list of the right ones.",
)
@click.option(
    "--theme", type=click.Choice(["classic", "clawtan"]), help="The names of pieces and places. Default: the preset's."
)
@click.option(
    "--detail",
    type=click.Choice(["first_game", "normal", "terse"]),
    default="normal",
    show_default=True,
    help="How much the host explains.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "md", "json"]),
    default="text",
    show_default=True,
    help="Plain text, Markdown or JSON.",
)
def script(
    players: int, lang: str, preset: str, rules: tuple[str, ...], theme: str | None, detail: str, form: str
) -> None:
    """Print the whole script of a host, from unpacking the box to the winner, without a game."""
    from narrator.cli.script import make_setup, write_script

    language = language_for(lang)
    click.echo(write_script(make_setup(players, language, preset, rules, theme, detail), language, form))


@main.command(
    short_help="Let an AI assistant help to host or play a game.",
    epilog=examples(
        "narrator mcp --link http://localhost:8080/g/7kq2mx#KEY",
        "narrator mcp --link http://localhost:8080/g/7kq2mx#KEY --port 8090",
    ),
)
@click.option(
    "--link",
    metavar="LINK",
    envvar="NARRATOR_LINK",
    show_envvar=True,
    help="The game's address, then # and the key of the host or of a seat.",
)
@click.option(
    "--lang", metavar="CODE", help=f"The language for people: {LANGUAGE_LIST}. Default: your terminal's language."
)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(1, 65535),
    help="Answer by HTTP on this port, for programs on this computer. Default: standard input and output.",
)
def mcp(link: str | None, lang: str | None, port: int | None) -> None:
    """Run a Model Context Protocol (MCP) server, through which an AI assistant helps to host a game or plays a seat."""
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
        fail("mcp.missing", command=extra_command("mcp"))
    if port is not None:  # standard output belongs to the assistant
        click.echo(render_message("mcp.open", address=f"http://{LOOPBACK}:{port}/mcp"), err=True)
    run(found, language, port)
