"""The templates' environment."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class Templates(Environment):
    """What templates know is settled before the first is loaded, so that each can have it as a plain mapping: asking a
    chain of them costs more than most of what a template does, and every include and import asks."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}
