"""How `narrator --help` looks: commands in sections, and examples below every help text."""

import click

SECTIONS = {
    "Play": ("serve",),
    "Look after games": ("backup", "restore", "copy", "doctor", "key", "host"),
    "Run a club": ("club",),
    "For developers": ("replay", "script", "mcp"),
}


class SectionedGroup(click.Group):
    """Lists the commands in sections. Without a command it runs `serve`: `narrator`, `narrator --port 9000`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
            args = ["serve", *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.commands))  # the same in all sections
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), self.commands[name].short_help or "") for name in names])


def examples(*lines: str) -> str:
    """Return an epilog that click prints line by line."""
    return "\n".join(("\b", "Examples:", *(f"  {line}" for line in lines)))
