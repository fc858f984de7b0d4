"""The templates' environment."""

from collections.abc import MutableMapping
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template, nodes
from jinja2.environment import TemplateModule

from .line_breaks import with_line_breaks
from .ready_parts import filled
from .template_code import TemplateCode, escaped
from .template_parts import with_parts


class Page(Template):
    """What a template writes, with lines that break between words."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        return filled(with_line_breaks(super().render(*args, **kwargs)))


class Templates(Environment):
    """What templates know is settled before the first is loaded, so that each can have it as a plain mapping: asking a
    chain of them costs more than most of what a template does, and every include and import asks. All are kept, for
    finding out which was used last costs as much. And all write markup, which is not asked of each name again."""

    template_class = Page
    code_generator_class = TemplateCode
    escaped = staticmethod(escaped)

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options | {"autoescape": True, "cache_size": -1})
        self._known: dict[str, Template] = {}
        self._modules: dict[str, TemplateModule] = {}

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        """While templates are edited each is loaded anew by itself."""
        page = super()._parse(source, name, filename)
        return page if self.auto_reload else with_parts(page, self)

    def parsed(self, name: str) -> nodes.Template:
        assert self.loader is not None
        source, filename, _ = self.loader.get_source(self, name)
        return self._parse(source, name, filename)

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """Names are whole here, whoever asks, so that one look is enough; edited templates are loaded anew where the
        server is told to."""
        known = self._known.get(name) if isinstance(name, str) and not self.auto_reload else None
        if known is None:
            known = super().get_template(name, parent, globals)
            self._known[str(known.name)] = known
        return known

    def module(self, name: str) -> TemplateModule:
        """The macros of a template, for who imports them without a context."""
        found = self._modules.get(name)
        if found is None or self.auto_reload:
            found = self._modules[name] = self.get_template(name).module
        return found
