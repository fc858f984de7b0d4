"""How templates become Python. A tap is answered with some hundred calls and values out of them, so what Jinja asks for
each of them is asked once, or not at all."""

from functools import lru_cache
from io import StringIO
from typing import Any

from jinja2 import Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

ROOM = 5_000
"""Values that are kept as they are written: names, words and numbers, a hundred to a stage."""
LONGEST = 200
"""Letters of a value that is kept."""
NOTHING = Markup("")

_escaped = lru_cache(ROOM)(escape)


def escaped(value: Any) -> Markup:
    """What a template writes for a value: `escape`, which costs more than all else that is done with most of them."""
    kind = type(value)
    if kind is Markup:
        written: Markup = value
        return written
    if kind is Undefined:  # what is only written in some cases, such as a class
        return NOTHING
    if kind is int or (kind is str and len(value) <= LONGEST):
        return _escaped(value)
    return escape(value)


class TemplateCode(CodeGenerator):
    """Writes what Jinja would write, but for these."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """A call is a call: nothing of ours asks for the context, and finding out whether it does takes longer than
        most of what is called. A macro knows by itself that it writes markup."""
        self.write("(")
        self.visit(node.node, frame)
        page, self.stream = self.stream, StringIO()
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        given, self.stream = self.stream.getvalue(), page
        self.write(f")({given.removeprefix(', ')})")

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        """Macros that know nothing of the page are the same for all pages."""
        if node.with_context:
            return super()._import_common(node, frame)
        self.write("environment.module(")
        self.visit(node.template, frame)
        self.write(")")
        return None

    def visit_Include(self, node: nodes.Include, frame: Frame) -> None:
        """What is included comes in one piece: else each of its pieces would go through every page round it."""
        self.writeline("template = environment.get_template(", node)
        self.visit(node.template, frame)
        self.write(f", {self.name!r})")
        known = f"context.get_all(), True, {self.dump_local_context(frame)}"
        self.simple_write(f"concat(template.root_render_func(template.new_context({known})))", frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape:
            return super()._output_child_pre(node, frame, finalize)
        self.write("environment.escaped(")
        return None
