"""Reading the project's documents."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def section(document: str, title: str) -> str:
    """What stands below a heading, up to the next one of its depth."""
    depth = title.split(" ")[0]
    _, _, rest = text_of(document).partition(f"\n{title}\n")
    assert rest, title
    return re.split(rf"^#{{1,{len(depth)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of every row of the tables in a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    heads = {place for place, row in enumerate(cells) if row[0].startswith("---")}
    return [row for place, row in enumerate(cells) if not {place, place + 1} & heads]


def quoted(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", text)
