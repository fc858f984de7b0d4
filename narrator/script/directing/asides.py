"""At most one aside: a decision, a lesson, or the most urgent odd case. The others wait for their turn."""

from narrator.core.reading.public_view import View
from narrator.script.model import Lesson, Prompt
from narrator.script.prompts.cases import applies

from .importance import urgency
from .taps import Tap


def aside(
    prompts: tuple[Prompt, ...], tapped: tuple[Tap, ...], muted: bool, lesson: Lesson | None = None
) -> Prompt | Lesson | None:
    """A table that wants no asides is still asked what it has to decide."""
    decisions = [prompt for prompt in prompts if prompt.choices]
    if muted or lesson is not None:
        prompts, lesson = tuple(decisions), None if muted else lesson
    if lesson is not None and not decisions:
        return lesson
    if len(prompts) < 2:
        return prompts[0] if prompts else None
    earlier = _before_last(tapped)
    return min(prompts, key=lambda prompt: urgency(prompt, earlier is not None and applies(prompt.id, earlier)))


def _before_last(tapped: tuple[Tap, ...]) -> View | None:
    """The table before the last tap, with what had happened by then: what applied there was shown there."""
    if not tapped:
        return None
    past = tuple(moment for tap in tapped[:-1] for moment in tap.moments)
    return View(tapped[-1].before, past)
