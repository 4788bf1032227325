"""A file that keeps what a long run has finished, so that it can be interrupted and taken up again."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bigpoints.errors import BigPointsError

Entry = dict[str, Any]


class AnotherRun(BigPointsError):
    """A file that keeps something else than this run."""


class Journal:
    """Lines of JSON: the first names the run, each other one is something that it has finished."""

    def __init__(self, file: Path, name: Entry, words: Callable[[Entry], str]) -> None:
        self.file = file
        self.entries: list[Entry] = []
        self._name = name
        self._words = words
        if file.exists() and file.stat().st_size:
            self._read()
        with file.open("a", encoding="utf-8") as lines:  # Also to see at once whether it can be written.
            if lines.tell() == 0:
                lines.write(json.dumps(name) + "\n")

    def add(self, entry: Entry) -> None:
        """Add an entry; it is in the file when this returns."""
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(entry) + "\n")

    def refuse(self, entry: Entry, thing: str) -> AnotherRun:
        """The error that an entry deserves which is no such thing."""
        return AnotherRun(f"{self.file}: {json.dumps(entry)[:40]!r} is no finished {thing} of this run")

    def _read(self) -> None:
        name, *lines = self.file.read_text(encoding="utf-8", errors="replace").split("\n")
        found = _parsed(name)
        if found != self._name:
            kept = self._words(found) if found else "something else"
            raise AnotherRun(f"{self.file}: keeps {kept}, not {self._words(self._name)}; accepted: a file of this run")
        self.entries = [_parsed(line) or {} for line in lines[:-1]]
        if not lines or lines[-1]:  # A line without its end was being written when the run was cut off.
            draft = self.file.with_name(f".{self.file.name}.{os.getpid()}")
            draft.write_text("".join(f"{line}\n" for line in (name, *lines[:-1])), encoding="utf-8")
            draft.replace(self.file)


def _parsed(line: str) -> Entry | None:
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None
