"""What a language brings along besides its catalog: tables in translations/<language>/, all but the nouns optional."""

import tomllib
from functools import cache
from typing import Any

from narrator.folders import folder


@cache
def language_file(language: str, name: str) -> dict[str, Any]:
    """A language's table of this name (`nouns`, `numbers`, `search`); empty where the language has none."""
    path = folder("translations") / language / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
