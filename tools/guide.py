"""`python -m tools.guide`: writes docs/guide.md, the host's guide in English, from the same texts as the app's page."""

import re
from collections.abc import Iterator
from pathlib import Path

from narrator.core.message import msg
from narrator.text.render import say
from narrator.web.guide.view import Section, guide_locale, guide_parts

DOCUMENT = Path(__file__).parents[1] / "docs" / "guide.md"
PICTURES = "pictures/guide"  # from the document's folder
COMMAND = re.compile(r"\S*\bnarrator club\b")


def document() -> str:
    """Return the guide as Markdown."""
    return "\n\n".join(_blocks()) + "\n"


def _blocks() -> Iterator[str]:
    locale = guide_locale("en")
    yield f"# {say(msg('guide.title'), locale)}"
    yield say(msg("guide.line"), locale)
    yield (
        "The app has this guide too, in four languages. You'll find it on the first page and in every game's menu "
        "(the sliders at the top right)."
    )
    for part in guide_parts(locale):
        yield f"## {part.title}"
        for number, section in enumerate(part.sections, start=1):
            yield from _section(section, f"{number}. " if part.name == "evening" else "")


def _section(section: Section, number: str) -> Iterator[str]:
    yield f"### {number}{section.title}"
    if section.want:
        yield f"*{section.want}*"
    yield from (COMMAND.sub(lambda found: f"`{found[0]}`", line) for line in section.lines)
    if section.caption:
        yield f"![{section.caption}]({PICTURES}/{section.name}.png)"


def main() -> None:
    DOCUMENT.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
