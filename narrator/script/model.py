"""The parts of a script: steps, helper cards, scenario prompts and lessons, all as message keys with parameters."""

from typing import Any

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.table.events import AnyFact


class Step(Struct, frozen=True):
    """Something to say: who acts and how, why, what can be entered, and the helper card that explains it."""

    id: str
    lines: tuple[Msg, ...]  # whole sentences, said one after the other
    seat: int | None = None
    why: Msg | None = None
    events: tuple[str, ...] = ()  # the kinds of events that this step waits for
    card: str | None = None


class HelperCard(Struct, frozen=True):
    id: str
    title: Msg
    lines: tuple[Msg, ...]
    drawing: str | None = None


class Prompt(Struct, frozen=True):
    """An odd case, its ruling under the house rules, and what the table may do now."""

    id: str
    title: Msg
    ruling: Msg
    why: Msg
    lines: tuple[Msg, ...] = ()  # the ruling said of this very moment, with names and numbers
    rule: str | None = None  # the house rule that decides it
    value: Any = None
    choices: tuple[AnyFact, ...] = ()


class Lesson(Struct, frozen=True):
    """A rule, taught when it first matters; or a page of the introduction."""

    id: str
    title: Msg
    text: Msg
    drawing: str | None = None


class Script(Struct, frozen=True):
    before: tuple[Step, ...]
    now: Step
    next: tuple[Step, ...]
    cards: tuple[HelperCard, ...]
    prompts: tuple[Prompt, ...]
