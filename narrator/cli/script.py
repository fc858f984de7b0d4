"""`narrator script`: print the whole host's script as plain text, Markdown or JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

import click
import msgspec

from narrator.cli.terminal import render_message
from narrator.core.message import Refusal, Refused, msg
from narrator.core.table.box import COLOURS
from narrator.core.table.house_rules import RULE_KEYS, number_range
from narrator.core.table.setup import Setup, initial_state
from narrator.script.model import HelperCard, Prompt, Step
from narrator.script.narrate import WholeScript, whole_script
from narrator.text.render import TableLocale, say, say_aloud
from narrator.web.rendering.table_locale import table_locale
from narrator.web.rules.groups import form_value, offered_values, parse_rules


def make_setup(players: int, language: str, preset: str, rules: Sequence[str], theme: str | None, detail: str) -> Setup:
    """Return a table with house rules that are given as KEY=VALUE. Fails like click does if there are no such rules."""
    names = [say(msg("player.name", n=number + 1), TableLocale(language)) for number in range(players)]
    people = [{"name": name, "colour": colour} for name, colour in zip(names, COLOURS, strict=False)]
    setup = {"players": people, "tracking": "script", "theme": theme, "detail": detail}
    try:
        chosen = {"preset": preset, **parse_rules(dict(map(_split, rules)))}
        made = msgspec.convert({**setup, "rules": chosen}, Setup)
        initial_state(made)
    except Refused as refused:
        wrong = "\n".join(_rule_problem(reason) for reason in refused.reasons)
        raise click.BadParameter(wrong, param_hint="'--rule'") from None
    return made


def _split(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        raise click.BadParameter(
            render_message("script.rule_form", found=text, example="--rule target_vp=12"), param_hint="'--rule'"
        )
    return key.strip(), value.strip()


def _rule_problem(reason: Refusal) -> str:
    """Name rules by their keys, as they are typed, and list everything that is possible."""
    key = reason.params.get("key")
    if reason.code == "rules.unknown_key":
        return render_message("script.no_such_rule", key=key, allowed=", ".join(RULE_KEYS))
    if reason.code == "rules.value":
        limits = number_range(str(key))
        values = [f"{limits[0]}–{limits[1]}"] if limits else map(form_value, offered_values(str(key)))
        value = form_value(reason.params["value"])
        return render_message("refusal.rules.value", key=key, value=value, allowed=", ".join(values))
    return render_message(f"refusal.{reason.code}", **reason.params)


def write_script(setup: Setup, language: str, form: str) -> str:
    state = initial_state(setup)
    locale = table_locale(state, language)
    script = whole_script(state, setup.detail)
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
