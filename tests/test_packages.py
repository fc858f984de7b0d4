"""The lists of packages agree with each other and with what builds the package: nothing is fetched beyond them. What is
imported is asked for in pyproject.toml, up to the next version that may break it."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
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


def asked_for(*extras: str) -> list[Requirement]:
    """What pyproject.toml names for running, and for these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
    return [found for lines in lists for found in map(Requirement, lines) if found.name != "narrator"]


def every_extra() -> list[str]:
    return list(
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    )


def imported_by(folder: str) -> set[str]:
    """The packages that a folder's files import, as the index names them."""
    modules = set[str]()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                modules.add(str(node.module).split(".")[0])
    known = packages_distributions()
    outside = modules - sys.stdlib_module_names - {"narrator", "tests", "tools", "examples"}
    return {canonicalize_name(known[module][0]) for module in outside}


def test_every_range_ends_before_the_next_version_that_may_break_it() -> None:
    endless = [str(one) for one in asked_for(*every_extra()) if not any(part.operator == "<" for part in one.specifier)]
    assert endless == []


def test_the_pinned_versions_are_in_their_ranges() -> None:
    pinned = {canonicalize_name(name): version for name, version in pins("constraints-dev.txt")}
    wanted = asked_for(*every_extra())
    assert [str(one) for one in wanted if pinned[canonicalize_name(one.name)] not in one.specifier] == []


def test_whatever_is_imported_is_asked_for_by_name() -> None:
    named = {canonicalize_name(one.name) for one in asked_for(*every_extra())}
    for folder in ("narrator", "tests", "examples"):
        assert imported_by(folder) - named == set()
