"""Find or install the browser for the tests: `python -m tests.support.browser.chromium`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSERS = ("chromium-headless-shell", "chromium")
"""Without windows it needs little more than half the time; an older Debian has only the other one."""
FONTS = ("fonts-noto-core", "fonts-noto-color-emoji")
OS_RELEASE = Path("/etc/os-release")
MISSING = (
    "The browser tests need Chromium: install chromium or google-chrome with Noto fonts, "
    "or set CHROMIUM to where it is."
)
INSTALLING = "Installing Chromium and fonts for the browser tests (some minutes)"


class NoChromium(Exception):
    """There is none, and none can be installed here."""


def find() -> str | None:
    """The browser that was asked for, else the first one that is there."""
    for name in (os.environ.get("CHROMIUM", ""), *NAMES):
        if name and (path := shutil.which(name)):
            return path
    return None


def chromium() -> str:
    path = find()
    if path is None:
        raise NoChromium(MISSING)
    return path


def can_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None and is_debian()


def is_debian() -> bool:
    """Not its relatives: there the package may be an empty one that asks for snap."""
    return OS_RELEASE.exists() and "ID=debian" in OS_RELEASE.read_text().splitlines()


def install() -> None:
    print(INSTALLING, flush=True)
    complaint = _apt_get("update")
    if complaint is None:
        for browser in BROWSERS:
            complaint = _apt_get("install", "--yes", "--no-install-recommends", browser, *FONTS)
            if complaint is None:
                return
    raise NoChromium(f"{MISSING} apt-get says: {complaint}")


def _apt_get(*command: str) -> str | None:
    """What it complained about, if it failed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["apt-get", "-qq", *command], env=environment, capture_output=True, text=True)
    return " ".join(done.stderr.split())[-300:] if done.returncode else None


def main() -> None:
    try:
        if find() is None and can_install():
            install()
        chromium()
    except NoChromium as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
