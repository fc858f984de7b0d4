"""The lists of packages agree with each other and with what builds the package: nothing is fetched beyond them."""

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
    assert names.isdisjoint({"pytest", "playwright", "mypy", "ruff", "hypothesis", "pythainlp", "django", "mcp"})


def asked_for_by(package: str) -> set[str]:
    """A package and all that it needs on this machine."""
    found: set[tuple[str, frozenset[str]]] = set()
    rest = [(package, frozenset[str]())]
    while rest:
        name, extras = rest.pop()
        if (name, extras) in found:
            continue
        found.add((name, extras))
        for wanted in map(Requirement, requires(name) or ()):
            if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in extras or {""}):
                rest.append((canonicalize_name(wanted.name), frozenset(wanted.extras)))
    return {name for name, _ in found}


def test_what_assistants_need_is_fetched_whole() -> None:
    (listed,) = re.findall(r"^MCP = (.*?[^\\])$", (ROOT / "Makefile").read_text(), flags=re.MULTILINE | re.DOTALL)
    fetched = set(listed.replace("\\", "").split())
    running, known = ({name for name, _ in pins(file)} for file in ("constraints.txt", "constraints-dev.txt"))
    assert fetched <= known
    assert fetched - {"pywin32"} == asked_for_by("mcp") - running - {"pywin32"}
