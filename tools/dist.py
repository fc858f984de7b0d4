"""`make dist`: build the source distribution and the wheel into dist/, and check what is in them.

Hatchling and what the build hook needs are installed in .venv, so nothing is fetched.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from narrator import __version__
from narrator.text.languages import LANGUAGES
from tools.installed import ROOT, Failed, expect, tell

DIST = ROOT / "dist"
SDIST = DIST / f"narrator-{__version__}.tar.gz"
WHEEL = DIST / f"narrator-{__version__}-py3-none-any.whl"
NEEDED = {
    "narrator/cli/main.py",
    "narrator/py.typed",
    "narrator/samples/demo.json",
    "narrator/static/base.css",
    "narrator/static/vendor/htmx-2.min.js",
    "narrator/templates/base.html",
    *(f"narrator/translations/{language}/LC_MESSAGES/messages.mo" for language in LANGUAGES),
    *(f"narrator/translations/{language}/nouns.toml" for language in LANGUAGES),
}  # one file of each kind that the package reads when it runs
SOURCES = ("narrator", "templates", "translations")  # folders whose files belong in the wheel


def build(source: Path, target: Path, *kinds: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(target), *kinds]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    expect(done.returncode == 0, f"hatchling did not build {' '.join(kinds)} in {source}:\n{done.stdout}{done.stderr}")


def files_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tracked_files() -> set[str]:
    """Return the path that every file of the repository has in the wheel."""
    listed = subprocess.run(["git", "ls-files", *SOURCES], cwd=ROOT, capture_output=True, text=True)
    names = (name for name in listed.stdout.splitlines() if (ROOT / name).exists())  # none without git
    return {name if name.startswith("narrator/") else f"narrator/{name}" for name in names}


def wheel_from_sdist(sdist: Path, folder: Path) -> Path:
    """Build a wheel from the unpacked source distribution alone."""
    shutil.unpack_archive(sdist, folder)
    build(folder / sdist.name.removesuffix(".tar.gz"), folder, "--target", "wheel")
    return folder / WHEEL.name


def main() -> None:
    print("Building the source distribution and the wheel (some seconds)", flush=True)
    shutil.rmtree(DIST, ignore_errors=True)
    build(ROOT, DIST)
    for path in (SDIST, WHEEL):
        expect(path.exists(), f"{path.relative_to(ROOT)} was not built")
        tell(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")
    missing = (NEEDED | tracked_files()) - files_in(WHEEL)
    expect(not missing, f"the wheel lacks {', '.join(sorted(missing))}")
    tell("the wheel is complete: templates, translations, htmx, samples")
    with tempfile.TemporaryDirectory() as name:
        different = files_in(wheel_from_sdist(SDIST, Path(name))) ^ files_in(WHEEL)
    expect(not different, f"a wheel from the source distribution differs in {', '.join(sorted(different))}")
    tell("the source distribution builds the same wheel")


if __name__ == "__main__":
    try:
        main()
    except (Failed, OSError) as failure:
        sys.exit(f"Failed: {failure}")
