"""A route that learns to write its addresses when the first is asked for.

Werkzeug compiles two functions for each of them at the start, which takes as long as all the rest of it; a day needs a
few of them.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from werkzeug.routing import Rule


class LateRule(Rule):
    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)

        def build(rule: Rule, /, **values: Any) -> tuple[str, str]:
            return compiled(append_unknown)(rule, **values)

        return build
