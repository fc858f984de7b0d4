"""A script in words, as the API answers it."""

from collections.abc import Iterable

from narrator.core.message import Refusal
from narrator.core.reading.public_view import view_for
from narrator.core.record.record import Record
from narrator.script.model import HelperCard, Prompt, Step
from narrator.script.narrate import narrate
from narrator.script.scenes.director import NarrationOptions, fade
from narrator.text.render import TableLocale, say, say_aloud, say_refusal
from narrator.web.api.shapes import CardSaid, PromptSaid, Reason, ScriptSaid, StepSaid


def say_script(record: Record, locale: TableLocale) -> ScriptSaid:
    script, _ = fade(narrate(view_for(record.head)), record, record.state.game.detail, NarrationOptions(muted=True))
    return ScriptSaid(
        seq=len(record.log),
        language=locale.language,
        before=[say_step(step, locale) for step in script.before],
        now=say_step(script.now, locale),
        next=[say_step(step, locale) for step in script.next],
        cards=[say_card(card, locale) for card in script.cards],
        prompts=[say_prompt(prompt, locale) for prompt in script.prompts],
    )


def say_step(step: Step, locale: TableLocale) -> StepSaid:
    why = say(step.why, locale) if step.why else None
    return StepSaid(step.id, step.seat, say_aloud(step.lines, locale), why, step.events, step.card)


def say_card(card: HelperCard, locale: TableLocale) -> CardSaid:
    return CardSaid(card.id, say(card.title, locale), [say(line, locale) for line in card.lines], card.drawing)


def say_prompt(prompt: Prompt, locale: TableLocale) -> PromptSaid:
    return PromptSaid(
        id=prompt.id,
        title=say(prompt.title, locale),
        ruling=say(prompt.ruling, locale),
        why=say(prompt.why, locale),
        lines=[say(line, locale) for line in prompt.lines],
        rule=prompt.rule,
        value=prompt.value,
        choices=prompt.choices,
    )


def say_reasons(reasons: Iterable[Refusal], locale: TableLocale) -> list[Reason]:
    return [Reason(reason.code, reason.kind, say_refusal(reason, locale)) for reason in reasons]
