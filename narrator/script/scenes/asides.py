"""At most one aside: a decision, a lesson, or the most urgent odd case. The others wait for their turn."""

from collections.abc import Mapping

from narrator.core.reading.public_view import View
from narrator.script.model import Lesson, Prompt
from narrator.script.prompts.cases import applies, is_ordinary
from narrator.script.scenes.importance import urgency
from narrator.script.scenes.taps import Tap


def aside(
    prompts: tuple[Prompt, ...],
    tapped: tuple[Tap, ...],
    muted: bool,
    rulings: Mapping[str, str],
    lesson: Lesson | None = None,
) -> Prompt | Lesson | None:
    """A table that wants no asides is still asked what it has to decide. What it ruled on itself comes first. What
    happens in every game is no aside."""
    odd = [prompt for prompt in prompts if _is_ruled(prompt, rulings) or not is_ordinary(prompt)]
    found = [prompt for prompt in odd if prompt.choices or not muted]
    if lesson is not None and not muted and not any(prompt.choices or _is_ruled(prompt, rulings) for prompt in found):
        return lesson
    if len(found) < 2:
        return found[0] if found else None
    earlier = _before_last(tapped)

    def rank(prompt: Prompt) -> tuple[bool, ...]:
        was_there = earlier is not None and applies(prompt.id, earlier)
        return not _is_ruled(prompt, rulings), *urgency(prompt, was_there)

    return min(found, key=rank)


def _is_ruled(prompt: Prompt, rulings: Mapping[str, str]) -> bool:
    return f"prompt.{prompt.id}" in rulings


def _before_last(tapped: tuple[Tap, ...]) -> View | None:
    """The table before the last tap, with what had happened by then: what applied there was shown there."""
    if not tapped:
        return None
    past = tuple(moment for tap in tapped[:-1] for moment in tap.moments)
    return View(tapped[-1].before, past)
