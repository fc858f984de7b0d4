"""`narrator script`: print the whole host's script as plain text, Markdown or JSON."""

from collections.abc import Iterator
from typing import Any

import msgspec

from narrator.core.message import msg
from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup, initial_state
from narrator.core.table.state import GameState
from narrator.script.model import HelperCard, Prompt, Step
from narrator.script.narrate import WholeScript, whole_script
from narrator.text.render import TableLocale, say, say_aloud


def table(players: int, language: str) -> tuple[GameState, TableLocale]:
    names = [say(msg("player.name", n=number + 1), TableLocale(language)) for number in range(players)]
    people = [Player(name, colour) for name, colour in zip(names, COLOURS, strict=False)]
    state = initial_state(Setup(people, tracking="script"))
    return state, TableLocale(language, tuple(names), edition=state.rules.edition)


def write_script(players: int, language: str, theme: str, detail: str, form: str) -> str:
    state, locale = table(players, language)
    locale = msgspec.structs.replace(locale, theme=theme)
    script = whole_script(state, detail)
    if form == "json":
        return msgspec.json.encode(as_data(script, locale)).decode()
    return "\n".join(as_markdown(script, locale) if form == "md" else as_text(script, locale))


def as_data(script: WholeScript, locale: TableLocale) -> dict[str, Any]:
    return {
        "language": locale.language,
        "sections": [
            {
                "id": section.id,
                "title": say(msg(f"heading.{section.id}"), locale),
                "steps": [_step(step, locale) for step in section.steps],
            }
            for section in script.sections
        ],
        "prompts": [_prompt(prompt, locale) for prompt in script.prompts],
        "cards": [_card(card, locale) for card in script.cards],
    }


def _step(step: Step, locale: TableLocale) -> dict[str, Any]:
    why = say(step.why, locale) if step.why else None
    return {"id": step.id, "line": say_aloud(step.lines, locale), "why": why, "events": step.events, "card": step.card}


def _prompt(prompt: Prompt, locale: TableLocale) -> dict[str, Any]:
    return {
        "id": prompt.id,
        "title": say(prompt.title, locale),
        "ruling": say(prompt.ruling, locale),
        "why": say(prompt.why, locale),
        "rule": prompt.rule,
        "value": prompt.value,
    }


def _card(card: HelperCard, locale: TableLocale) -> dict[str, Any]:
    lines = [say(line, locale) for line in card.lines]
    return {"id": card.id, "title": say(card.title, locale), "lines": lines, "drawing": card.drawing}


def as_text(script: WholeScript, locale: TableLocale) -> Iterator[str]:
    for heading, lines in _blocks(script, locale):
        yield heading.upper()
        yield from (f"  {line}" for line in lines)
        yield ""


def as_markdown(script: WholeScript, locale: TableLocale) -> Iterator[str]:
    yield f"# {say(msg('heading.script'), locale)}"
    for heading, lines in _blocks(script, locale):
        yield f"\n## {heading}\n"
        yield from (f"- {line}" for line in lines)


def _blocks(script: WholeScript, locale: TableLocale) -> Iterator[tuple[str, list[str]]]:
    for section in script.sections:
        lines = [say_aloud(step.lines, locale) for step in section.steps]
        yield say(msg(f"heading.{section.id}"), locale), lines
    prompts = [f"{say(prompt.title, locale)} — {say(prompt.ruling, locale)}" for prompt in script.prompts]
    yield say(msg("heading.prompts"), locale), prompts
    for card in script.cards:
        yield say(card.title, locale), [say(line, locale) for line in card.lines]
