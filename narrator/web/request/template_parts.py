"""Parts that a template includes, compiled with it: a stage is made of a dozen files, and to hand each of them all that
is known to the page takes longer than much of what they write."""

from typing import TYPE_CHECKING

from jinja2 import nodes
from jinja2.visitor import NodeTransformer

if TYPE_CHECKING:
    from .templates import Templates


def with_parts(page: nodes.Template, templates: "Templates") -> nodes.Template:
    """A page that extends another only puts something there that is asked for alone far more often."""
    if page.find(nodes.Extends) is None:
        _Parts(templates).visit(page)
    return page


class _Parts(NodeTransformer):
    def __init__(self, templates: "Templates") -> None:
        self._templates = templates

    def visit_Include(self, node: nodes.Include) -> nodes.Stmt:
        """What a part sets stays its own, as it would."""
        if not isinstance(node.template, nodes.Const):
            return node
        part = self._templates.parsed(node.template.value)
        return nodes.Scope(part.body, lineno=node.lineno)
