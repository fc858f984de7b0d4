"""Why something was not entered, and what the host can do about it."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.results import EntryRefused
from narrator.core.message import Refusal, Refused
from narrator.core.record.rules import blocking_reasons
from narrator.core.table.events import AnyEvent
from narrator.script.prompts.cases import OF_REFUSAL, call, cases_of
from narrator.text.locale import table_locale
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.device import this_device
from narrator.web.components.explanations import CardView, prompt_view
from narrator.web.components.shortage import question
from narrator.web.panels.panel import Button
from narrator.web.rendering.table_context import TableContext


class RefusedView(Struct, frozen=True):
    """Why something was not entered, and what can be done about it."""

    reasons: tuple[str, ...]
    let_stand: Button | None
    case: CardView | None
    note: int | None = None
    """The proposal that it was about."""
    close: str = ""
    """What the way out says, where it is a question."""
    at: str | None = None
    """The place on the board that was tapped: the question stands there, and the rest of the page stays."""


def refused_view(
    table: TableContext, events: tuple[AnyEvent, ...], judged: Sequence[tuple[Refusal, ...]], note: int | None = None
) -> RefusedView:
    """All reasons; where none of them is about pieces and places, the host may let stand what they are about."""
    against = [blocking_reasons(event, found) for event, found in zip(events, judged, strict=True)]
    reasons = [reason for found in against for reason in found]
    words = tuple(dict.fromkeys(say_refusal(reason, table.locale) for reason in reasons))
    let_stand = None
    asked = question(table, events, reasons)
    if asked is not None:
        tap = Button(asked.anyway, (replace(events[0], waived=True),), icon="check")
        at = getattr(events[0], "at", None) if note is None and table.now.game.board is not None else None
        return RefusedView(asked.words, tap, None, note, table.say("ui.anyway.no"), at)
    if all(reason.kind == "irregular" for reason in reasons):
        waived = tuple(
            replace(event, waived=True) if found else event for event, found in zip(events, against, strict=True)
        )
        let_stand = Button(table.say("ui.let_stand"), waived, icon="check")
    names = [OF_REFUSAL[reason.code] for reason in reasons if reason.code in OF_REFUSAL]
    known = [name for name in names if name in cases_of(table.now.rules)]
    case = prompt_view(call(known[0], table.now), table) if known else None
    return RefusedView(words, let_stand, case, note)


def said_reasons(refused: Refused | None, locale: TableLocale | None = None) -> list[str]:
    """Return the reasons as sentences in the device's language, naming the players of a game that could not start."""
    if refused is None:
        return []
    if locale is None:
        lang = this_device().lang
        locale = table_locale(refused.state, lang) if isinstance(refused, EntryRefused) else TableLocale(lang)
    return list(dict.fromkeys(say_refusal(reason, locale) for reason in refused.reasons))
