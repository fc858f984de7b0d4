"""All English messages by key. A key begins with the name of its module."""

from importlib import import_module
from pkgutil import iter_modules

from narrator.text import sources
from narrator.text.sources.source import Source

MODULES = [module.name for module in iter_modules(sources.__path__) if module.name not in ("all", "source")]
FILES = [import_module(f"{sources.__name__}.{name}") for name in MODULES]
# Prefixes with too few messages for a module of their own, and the modules they are in.
SHARED = {"cards": "parts", "list": "parts", "player": "parts", "host": "command", "note": "command", "undo": "ui"}
SHARED |= dict.fromkeys(("backup", "restore", "copy", "key", "doctor", "script"), "command")
SOURCES: dict[str, Source] = {source.key: source for file in FILES for source in file.SOURCES}
