"""Results of a long run that may be interrupted: each part adds to a file, and the next run goes on from there."""

import json
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TextIO

Numbers = Mapping[str, float]
Part = Callable[[int], Numbers]
"""Does a part of the work, given its number from 0 on, which is also its seed; gives its results."""

HIGHEST = ("longest_", "most_")
"""How names of results begin of which the highest is kept; all others add up."""


class Ledger:
    """The results so far of several kinds of work, in a JSON file that is replaced as a whole after every part."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._kinds: dict[str, dict[str, float]] = {}
        if file.exists():
            self._kinds = json.loads(file.read_text(encoding="utf-8"))

    def total(self, kind: str, name: str) -> float:
        """A result so far."""
        return self._kinds.get(kind, {}).get(name, 0)

    def add(self, kind: str, numbers: Numbers) -> None:
        """Add the results of a part, and save all."""
        totals = self._kinds.setdefault(kind, {"parts": 0})
        totals["parts"] += 1
        for name, number in numbers.items():
            before = totals.get(name, 0)
            totals[name] = max(before, number) if name.startswith(HIGHEST) else before + number
        self._save()

    def forget(self, kind: str) -> None:
        """Begin a kind of work anew."""
        self._kinds.pop(kind, None)
        self._save()

    def summary(self, kind: str) -> str:
        """The results of a kind in a line."""
        totals = self._kinds.get(kind, {})
        return ", ".join(f"{name.replace('_', ' ')} {number:,}" for name, number in totals.items())

    def _save(self) -> None:
        draft = self._file.with_suffix(".draft")
        draft.write_text(json.dumps(self._kinds, indent=2) + "\n", encoding="utf-8")
        draft.replace(self._file)


class Progress:
    """A line that tells how far the work is: rewritten in place on a terminal, one after the other elsewhere."""

    def __init__(self, stream: TextIO = sys.stdout) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()

    def show(self, line: str) -> None:
        """Tell how far the work is."""
        self._stream.write(f"\r\x1b[K{line}" if self._is_terminal else f"{line}\n")
        self._stream.flush()

    def end(self) -> None:
        """Leave the last line as it is."""
        if self._is_terminal:
            self._stream.write("\n")


def complete(ledger: Ledger, kind: str, counted: str, goal: int, part: Part, progress: Progress) -> None:
    """Do parts until a result has reached a goal; those that are in the ledger are not done again."""
    progress.show(f"{kind}: {ledger.total(kind, counted):,.0f} of {goal:,} {counted} so far")
    while ledger.total(kind, counted) < goal:
        ledger.add(kind, part(int(ledger.total(kind, "parts"))))
        progress.show(f"{kind}: {ledger.total(kind, counted):,.0f} of {goal:,} {counted}; {ledger.summary(kind)}")
    progress.end()


def be_interruptible() -> None:
    """Let Ctrl-C and a request to end interrupt the run, also if it was started in the background."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
