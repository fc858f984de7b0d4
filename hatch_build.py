"""The one build hook: makes the two kinds of files that the package needs and the repository does not keep.

Compiled catalogs (.mo) follow from the .po files beside them. htmx is neither copied into the repository nor
fetched from a CDN: the build requirement django-htmx carries it, and that one file is taken if its sha256 is
the one we know.
"""

import shutil
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HTMX = "htmx-2.min.js"
HTMX_SHA256 = "71ea67185bfa8c98c39d31717c6fce5d852370fcdfd129db4543774d3145c0de"  # htmx 2.0.10


class NarratorBuildHook(BuildHookInterface):
    """Runs before `pip install .` and `pip install -e .` alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the files; in a real wheel, also put the folders beside the package into it."""
        root = Path(self.root)
        compile_catalogs(root / "translations")
        vendor_htmx(root / "narrator" / "static" / "vendor")
        if version == "editable":  # the folders are read where they stand
            return
        for folder in ("templates", "translations"):
            if (root / folder).is_dir():
                build_data["force_include"][str(root / folder)] = f"narrator/{folder}"


def compile_catalogs(translations: Path) -> None:
    """Write messages.mo beside every messages.po; no folder, no work."""
    for po in sorted(translations.glob("*/LC_MESSAGES/*.po")):
        with po.open("rb") as source:
            catalog = read_po(source, locale=po.parent.parent.name, abort_invalid=True)
        with po.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, catalog)


def vendor_htmx(vendor: Path) -> None:
    """Copy htmx out of django-htmx, which is found but never imported: Django would need settings."""
    package = find_spec("django_htmx")
    if package is None or package.origin is None:
        raise RuntimeError("django-htmx is missing: build with isolation, or install [build-system].requires")
    htmx = Path(package.origin).parent / "static" / "django_htmx" / HTMX
    found = sha256(htmx.read_bytes()).hexdigest()
    if found != HTMX_SHA256:
        raise RuntimeError(f"{htmx} is not the htmx we know: sha256 {found}, expected {HTMX_SHA256}")
    vendor.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(htmx, vendor / HTMX)
