"""API types, whose names and docstrings are published as OpenAPI schemas, and functions that fill them."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from narrator.core.message import Refusal, RefusalKind
from narrator.core.reading.public_view import public_view
from narrator.core.record.choices import OpenChoice
from narrator.core.record.record import Record
from narrator.core.table.box import Colour
from narrator.core.table.cards import Counts, DevelopmentKind
from narrator.core.table.events import AnyEvent, AnyFact
from narrator.core.table.setup import Setup
from narrator.script.model import HelperCard, Prompt, Step
from narrator.script.narrate import narrate
from narrator.script.scenes.director import NarrationOptions, current_scene, fade
from narrator.text.render import TableLocale, say, say_aloud, say_refusal


class GameFileShape(Struct, forbid_unknown_fields=True):
    """A game file: the set-up of a game and all that happened in it. Agrees with `GameFile` of the codec."""

    format: Literal["narrator/1"]
    setup: Setup
    events: list[AnyEvent] = []


class EventsSent(Struct, forbid_unknown_fields=True):
    """Events to enter together; they stay raw, so that a broken one can be named by its number."""

    events: Annotated[list[Raw], Meta(min_length=1)]
    seen: Annotated[int, Meta(ge=0, le=10**9)] | None = None


class EventsShape(Struct, forbid_unknown_fields=True):
    """Events to enter together or not at all. `seen` is the number of the last entry that the sender knows of."""

    events: Annotated[list[AnyEvent], Meta(min_length=1)]
    seen: Annotated[int, Meta(ge=0, le=10**9)] | None = None


class CreatedGame(Struct):
    """A new game. The secret makes whoever has it the host, and is told this once."""

    id: str
    secret: str
    join_code: str
    addresses: list[str]


class PublicSeat(Struct):
    name: str
    colour: Colour
    hand: int
    points: int
    road_length: int
    knights: int
    development_cards: int
    roads_left: int
    settlements_left: int
    cities_left: int


class OwnDevelopment(Struct):
    kind: DevelopmentKind
    playable: bool


class OwnCards(Struct):
    """What only a seat sees, where the app deals and its own secret was sent."""

    seat: int
    hand: Counts
    development_cards: list[OwnDevelopment]


class PublicState(Struct):
    """The table as everybody may see it. `unsure` names the counts that the record can't vouch for."""

    seq: int
    phase: str
    step: str
    seat: int
    round: int
    owed: dict[str, int]
    bank: dict[str, int]
    development_deck: int
    seats: list[PublicSeat]
    longest_road: int | None
    largest_army: int | None
    robber: str | None
    winner: int | None
    unsure: list[str]
    own: OwnCards | UnsetType = UNSET


class StepSaid(Struct):
    """One line to say: who acts, the line, why, the kinds of events that it waits for, the card that explains it."""

    id: str
    seat: int | None
    line: str
    why: str | None
    events: tuple[str, ...]
    card: str | None


class CardSaid(Struct):
    """A helper card."""

    id: str
    title: str
    lines: list[str]
    drawing: str | None


class PromptSaid(Struct):
    """An odd case: the ruling under tonight's rules, why, and what may be entered."""

    id: str
    title: str
    ruling: str
    why: str
    lines: list[str]
    rule: str | None
    value: Any
    choices: tuple[AnyFact, ...]


class ScriptSaid(Struct):
    """What the host says: the steps before, now and next. `voice` is what is said aloud about the last entry, which can
    be nothing."""

    seq: int
    language: str
    voice: str
    before: list[StepSaid]
    now: StepSaid
    next: list[StepSaid]
    cards: list[CardSaid]
    prompts: list[PromptSaid]


class ChoicesSaid(Struct):
    """What may be entered now: `events` ready to send, and the `open` kinds that need values from the table."""

    seq: int
    line: str
    events: tuple[AnyFact, ...]
    open: tuple[OpenChoice, ...]


class Reason(Struct):
    """Why an event is refused. What is `irregular` can be let stand with `"waived": true`."""

    code: str
    kind: RefusalKind
    message: str


class Judgement(Struct):
    """Whether an event would be accepted, with all that speaks against it."""

    accepted: bool
    reasons: list[Reason]


class EventsEntered(Struct):
    """The numbers of the new entries, and the table after the last of them."""

    seq: int
    numbers: list[int]
    state: PublicState


class EventsJudged(Struct):
    """A dry run: all events would be accepted, and nothing has changed."""

    seq: int
    judged: list[Judgement]


class Problem(Struct):
    code: str
    message: str


class Failed(Struct):
    """What went wrong, as a code and in words."""

    error: Problem


class Conflict(Struct):
    """Something was entered in the meantime: look again, then send it anew. Or the key was used for something else."""

    error: Problem
    seen: int | UnsetType = UNSET
    now: int | UnsetType = UNSET


class EventsRefused(Struct):
    """Nothing was entered. `seq` is the number that the refused event would have had, 0 for a set-up."""

    error: Problem
    seq: int
    refused: list[Reason]
    judged: list[Judgement] | UnsetType = UNSET


def say_script(record: Record, locale: TableLocale) -> ScriptSaid:
    detail, options = record.state.game.detail, NarrationOptions(is_muted=True)
    script, _ = fade(narrate(public_view(record.head)), record, detail, options)
    _, scene = current_scene(record, options)
    return ScriptSaid(
        seq=len(record.log),
        language=locale.language,
        voice=say_aloud(scene.spoken[-1].clauses, locale),
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
