"""What came of it: counts for a short table, and everything that must not be, by name."""

import sys
import time
from collections import Counter
from threading import Lock

from msgspec import Struct, field

from tools.hostile.raw_http import Answer, Sent

SLOW = 2.0
FULL = 503
"""Too many at once: a refusal like 429, no fault."""
NAMED = 8
"""So many requests of each kind of fault are named."""
PATIENCE = 10
"""So often one oddity may leave us hanging; then it has been told, and the rest of the time is for others."""


class Row(Struct):
    """One line of the table."""

    name: str
    answers: Counter[str] = field(default_factory=Counter)
    slowest: float = 0
    megabytes: int = 0
    note: str = ""


class Report:
    def __init__(self, quiet: bool = False) -> None:
        self.rows: list[Row] = []
        self.faults: dict[str, list[str]] = {}
        self.complaints: list[str] = []
        """How the server's own tracebacks end: they help to find a fault, and are none by themselves."""
        self.tired_of: Counter[str] = Counter()
        self.quiet = quiet
        self._lock = Lock()
        self._told = 0.0

    def begin(self, name: str) -> Row:
        self.rows.append(Row(name))
        self._told = 0.0
        return self.rows[-1]

    def note(self, sent: Sent, answer: Answer) -> None:
        """Count an answer, and remember it where it must not be."""
        with self._lock:
            row = self.rows[-1]
            row.answers[_kind(sent, answer)] += 1
            row.slowest = max(row.slowest, answer.seconds)
            if answer.hung:
                self.tired_of.update(sent.oddities)
                self._fault("no answer", sent.name)
            elif answer.seconds > SLOW:
                self._fault("slower than 2 s", f"{sent.name} ({answer.seconds:.1f} s)")
            if answer.status is not None and answer.status >= 500 and answer.status != FULL:
                self._fault(f"answered {answer.status}", sent.name)

    def is_tired_of(self, sent: Sent) -> bool:
        return any(self.tired_of[oddity] >= PATIENCE for oddity in sent.oddities)

    def fault(self, kind: str, name: str) -> None:
        with self._lock:
            self._fault(kind, name)

    def _fault(self, kind: str, name: str) -> None:
        self.faults.setdefault(kind, []).append(name)

    def progress(self, done: int, of: int) -> None:
        """One line, every few seconds."""
        if self.quiet or (time.monotonic() - self._told < 5 and done < of):
            return
        self._told = time.monotonic()
        faults = sum(map(len, self.faults.values()))
        print(f"{self.rows[-1].name}: {done} of {of}, {faults} faults", flush=True, file=sys.stderr)

    def __str__(self) -> str:
        lines = [f"{'':28}{'requests':>9}{'slowest':>9}{'memory':>9}  answers"]
        for row in self.rows:
            answers = " ".join(f"{kind}×{count}" for kind, count in sorted(row.answers.items()))
            cells = f"{sum(row.answers.values()):9}{row.slowest:7.2f} s{row.megabytes:6} MB"
            lines.append(f"{row.name:28}{cells}  {answers}{row.note}")
        for kind, names in self.faults.items():
            lines.append(f"\nFault, {len(names)} times: {kind}")
            lines += [f"  {name}" for name in names[:NAMED]]
        if self.faults and self.complaints:
            lines += ["\nThe server wrote:", *(f"  {complaint}" for complaint in self.complaints)]
        return "\n".join(lines)


def _kind(sent: Sent, answer: Answer) -> str:
    if answer.hung:
        return "none"
    if answer.status is None:
        return "closed" if sent.whole else "half"
    return str(answer.status)
