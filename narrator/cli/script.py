"""`narrator script`: the whole host's script on paper, as plain text, Markdown or JSON."""

from collections.abc import Iterator
from typing import Any

import msgspec

from narrator.core.message import msg
from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup, start
from narrator.core.table.state import GameState
from narrator.script.model import HelperCard, Prompt, Step
from narrator.script.narrate import WholeScript, whole_script
from narrator.text.render import TableLocale, say, say_aloud


def table(players: int, language: str) -> tuple[GameState, TableLocale]:
    """A table of nobody in particular."""
    names = [say(msg("player.name", n=number + 1), TableLocale(language)) for number in range(players)]
    people = [Player(name, colour) for name, colour in zip(names, COLOURS, strict=False)]
    state = start(Setup(people, tracking="script"))
    return state, TableLocale(language, tuple(names), edition=state.rules.edition)


def write_script(players: int, language: str, theme: str, detail: str, form: str) -> str:
    state, voice = table(players, language)
    voice = msgspec.structs.replace(voice, theme=theme)
    script = whole_script(state, detail)
    if form == "json":
        return msgspec.json.encode(as_data(script, voice)).decode()
    return "\n".join(as_markdown(script, voice) if form == "md" else as_text(script, voice))


def as_data(script: WholeScript, voice: TableLocale) -> dict[str, Any]:
    return {
        "language": voice.language,
        "sections": [
            {
                "id": section.id,
                "title": say(msg(f"heading.{section.id}"), voice),
                "steps": [_step(step, voice) for step in section.steps],
            }
            for section in script.sections
        ],
        "prompts": [_prompt(prompt, voice) for prompt in script.prompts],
        "cards": [_card(card, voice) for card in script.cards],
    }


def _step(step: Step, voice: TableLocale) -> dict[str, Any]:
    why = say(step.why, voice) if step.why else None
    return {"id": step.id, "line": say_aloud(step.lines, voice), "why": why, "events": step.events, "card": step.card}


def _prompt(prompt: Prompt, voice: TableLocale) -> dict[str, Any]:
    return {
        "id": prompt.id,
        "title": say(prompt.title, voice),
        "ruling": say(prompt.ruling, voice),
        "why": say(prompt.why, voice),
        "rule": prompt.rule,
        "value": prompt.value,
    }


def _card(card: HelperCard, voice: TableLocale) -> dict[str, Any]:
    lines = [say(line, voice) for line in card.lines]
    return {"id": card.id, "title": say(card.title, voice), "lines": lines, "drawing": card.drawing}


def as_text(script: WholeScript, voice: TableLocale) -> Iterator[str]:
    for heading, lines in _blocks(script, voice):
        yield heading.upper()
        yield from (f"  {line}" for line in lines)
        yield ""


def as_markdown(script: WholeScript, voice: TableLocale) -> Iterator[str]:
    yield f"# {say(msg('heading.script'), voice)}"
    for heading, lines in _blocks(script, voice):
        yield f"\n## {heading}\n"
        yield from (f"- {line}" for line in lines)


def _blocks(script: WholeScript, voice: TableLocale) -> Iterator[tuple[str, list[str]]]:
    for section in script.sections:
        lines = [say_aloud(step.lines, voice) for step in section.steps]
        yield say(msg(f"heading.{section.id}"), voice), lines
    yield (
        say(msg("heading.prompts"), voice),
        [f"{say(prompt.title, voice)} — {say(prompt.ruling, voice)}" for prompt in script.prompts],
    )
    for card in script.cards:
        yield say(card.title, voice), [say(line, voice) for line in card.lines]
