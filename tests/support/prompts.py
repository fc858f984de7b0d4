"""Which prompts are shown."""

from narrator.core.reading.public_view import public_view
from narrator.core.record.record import Record
from narrator.script.model import Prompt
from narrator.script.narrate import narrate
from narrator.text.catalog import has_message
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.games import NAMES


def shown(record: Record) -> dict[str, Prompt]:
    return {prompt.id: prompt for prompt in narrate(public_view(record.head)).prompts}


def is_said(prompt: Prompt) -> bool:
    """Whether all of it is written and can be said in every language."""
    messages = (prompt.title, prompt.ruling, prompt.why, *prompt.lines)
    said = [say(message, TableLocale(language, NAMES)) for message in messages for language in LANGUAGES]
    return all(has_message(message.key) for message in messages) and all(said) and not any("{" in text for text in said)
