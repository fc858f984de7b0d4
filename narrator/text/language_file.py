"""The TOML tables of a language besides its catalog, in translations/<language>/."""

import tomllib
from functools import cache
from typing import Any

from narrator.folders import folder


@cache
def language_file(language: str, name: str) -> dict[str, Any]:
    """Return a table of a language (`nouns`, `numbers`, `search`, `lines`), or {} if it has none."""
    path = folder("translations") / language / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
