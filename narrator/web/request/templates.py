"""The templates' environment."""

from collections.abc import Callable, MutableMapping
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template
from jinja2.runtime import Context

from .line_breaks import with_line_breaks
from .ready_parts import filled


class Page(Template):
    """What a template writes, with lines that break between words."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        return filled(with_line_breaks(super().render(*args, **kwargs)))


class Plain(Context):
    """Calls what a template calls, and that is all: nothing of ours asks for the context, and finding out whether it
    does takes longer than most of what is called. A macro knows by itself that it writes markup."""

    def call(self, called: Callable[..., Any], *given: Any, **named: Any) -> Any:
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*given, **named)


class Templates(Environment):
    """What templates know is settled before the first is loaded, so that each can have it as a plain mapping: asking a
    chain of them costs more than most of what a template does, and every include and import asks. All are kept, for
    finding out which was used last costs as much."""

    template_class = Page
    context_class = Plain

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, cache_size=-1, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}
