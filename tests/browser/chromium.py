"""Chromium for the browser tests: found, or as root on Debian installed, by `python -m tests.browser.chromium`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PACKAGES = ("chromium", "fonts-noto-core", "fonts-noto-color-emoji")
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
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (("update",), ("install", "--yes", "--no-install-recommends", *PACKAGES)):
        done = subprocess.run(["apt-get", "-qq", *command], env=environment, capture_output=True, text=True)
        if done.returncode:
            raise NoChromium(f"{MISSING} apt-get says: {' '.join(done.stderr.split())[-300:]}")


def main() -> None:
    try:
        if find() is None and can_install():
            install()
        chromium()
    except NoChromium as missing:
        sys.exit(str(missing))


if __name__ == "__main__":
    main()
