"""The lists of packages agree with each other and with what builds the package: nothing is fetched beyond them."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PINNED = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)


def pins(file: str) -> set[tuple[str, str]]:
    return set(PINNED.findall((ROOT / file).read_text()))


def test_what_builds_the_package_is_on_the_list_for_running() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    builders = set(PINNED.findall("\n".join(project["build-system"]["requires"])))
    assert len(builders) == 3
    assert builders <= pins("constraints.txt")


def test_tests_run_with_the_packages_of_the_server() -> None:
    assert pins("constraints.txt") < pins("constraints-dev.txt")


def test_running_needs_none_of_the_tests_packages() -> None:
    names = {name for name, _ in pins("constraints.txt")}
    assert names.isdisjoint({"pytest", "playwright", "mypy", "ruff", "hypothesis", "pythainlp", "django"})
