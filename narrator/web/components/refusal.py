"""Why something was not entered, and what the host can do."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.results import EntryRefused
from narrator.core.message import Refusal, Refused
from narrator.core.record.judging import blocking_reasons
from narrator.core.table.events import AnyEvent
from narrator.script.prompts.cases import PROMPT_OF_REFUSAL, possible_cases, prompt_for
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.preferences import current_preferences
from narrator.web.components.explanations import CardView, prompt_view
from narrator.web.panels.panel import Button
from narrator.web.panels.purchases import TOO_FEW_CARDS, Bought
from narrator.web.panels.shortage import shortage_question, single_purchase
from narrator.web.rendering.table_context import TableContext
from narrator.web.rendering.table_locale import table_locale


class RefusedView(Struct, frozen=True):
    reasons: tuple[str, ...]
    let_stand: Button | None  # enters it as waived
    case: CardView | None
    proposal_number: int | None = None  # of the refused proposal, if it was one
    close: str = ""  # label of the way out, if it is a question
    at: str | None = None  # the tapped place, where the question is shown


def refused_view(
    table: TableContext,
    events: tuple[AnyEvent, ...],
    judged: Sequence[tuple[Refusal, ...]],
    proposal_number: int | None = None,
) -> RefusedView:
    """Return all reasons and, unless one makes the entry impossible, the button that waives them."""
    blocking = [blocking_reasons(event, refusals) for event, refusals in zip(events, judged, strict=True)]
    reasons = [reason for refusals in blocking for reason in refusals]
    purchase = single_purchase(events)
    if purchase is not None and reasons and all(reason.code == TOO_FEW_CARDS for reason in reasons):
        missing = max(reason.params["need"] - reason.params["have"] for reason in reasons)
        return _shortage_view(table, purchase, missing, proposal_number)
    let_stand = None
    if all(reason.kind == "irregular" for reason in reasons):
        pairs = zip(events, blocking, strict=True)
        waived = tuple(replace(event, waived=True) if refusals else event for event, refusals in pairs)
        let_stand = Button(table.say("ui.let_stand"), waived, icon="check")
    names = [PROMPT_OF_REFUSAL[reason.code] for reason in reasons if reason.code in PROMPT_OF_REFUSAL]
    known = [name for name in names if name in possible_cases(table.state.rules)]
    case = prompt_view(prompt_for(known[0], table.state), table) if known else None
    words = tuple(dict.fromkeys(say_refusal(reason, table.locale) for reason in reasons))
    return RefusedView(words, let_stand, case, proposal_number)


def _shortage_view(table: TableContext, purchase: Bought, missing: int, proposal_number: int | None) -> RefusedView:
    """Ask instead of refusing, since only the hand speaks against it: on the board, or beside a phone's proposal."""
    question = shortage_question(table, purchase, missing)
    enter = Button(question.anyway, (replace(purchase, waived=True),), icon="check")
    at = getattr(purchase, "at", None) if proposal_number is None else None
    return RefusedView(question.words, enter, None, proposal_number, table.say("ui.anyway.no"), at)


def refusal_texts(refused: Refused | None, locale: TableLocale | None = None) -> list[str]:
    """Return why something was refused, with the names of the game's players if it has begun."""
    if refused is None:
        return []
    if locale is None:
        lang = current_preferences().lang
        locale = table_locale(refused.state, lang) if isinstance(refused, EntryRefused) else TableLocale(lang)
    return list(dict.fromkeys(say_refusal(reason, locale) for reason in refused.reasons))
