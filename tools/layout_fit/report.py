"""What was found: each kind of fault with some of the places where it is, and how to see one again."""

import sys
import time
from collections import defaultdict
from collections.abc import Iterable

from tools.layout_fit.screens import Finding

NAMED = 6


class Report:
    def __init__(self, quiet: bool = False) -> None:
        self.findings: list[Finding] = []
        self.quiet = quiet
        self._told = 0.0
        self._known: set[tuple[str, str, str]] = set()

    def add(self, findings: Iterable[Finding]) -> None:
        """Each kind of fault is told at once when it is first seen: a long walk need not be waited for."""
        for one in findings:
            self.findings.append(one)
            if not self.quiet and kind_of(one) not in self._known:
                self._known.add(kind_of(one))
                print(f"{one} | make fits ONLY='{one.moment}'", flush=True, file=sys.stderr)

    def progress(self, screen: str, done: int, of: int) -> None:
        """One line, every few seconds."""
        if self.quiet or (time.monotonic() - self._told < 5 and done < of):
            return
        self._told = time.monotonic()
        print(f"{screen}: {done} of {of}, {len(self.findings)} findings", flush=True, file=sys.stderr)

    def __str__(self) -> str:
        if not self.findings:
            return "Everything fits."
        kinds: dict[tuple[str, str, str], list[Finding]] = defaultdict(list)
        for finding in self.findings:
            kinds[kind_of(finding)].append(finding)
        lines = []
        for (screen, what, where), found in sorted(kinds.items(), key=lambda kind: -len(kind[1])):
            lines.append(f"\n{screen}: {what}, {len(found)} times: {where}")
            for one in found[:NAMED]:
                tags = f"{one.language} {one.detail} {one.text}"
                lines.append(f"  {one.words} ({tags})  make fits ONLY='{one.moment}'")
        return "\n".join(lines)


def kind_of(finding: Finding) -> tuple[str, str, str]:
    return finding.screen, finding.what, finding.where
