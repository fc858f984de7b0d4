"""Where the package keeps its files: beside the code in a checkout, inside the package when it is installed."""

from pathlib import Path

PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """`translations` or `templates`, wherever this copy keeps them."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
