"""Checkpoint files: the finished parts of a long run, so that it can be interrupted and resumed."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bigpoints.errors import BigPointsError

CheckpointEntry = dict[str, Any]


class CheckpointMismatch(BigPointsError):
    """A checkpoint file belongs to another run, or is none."""


class Checkpoint:
    """A file of JSON lines: the first identifies the run, each other one is a finished part of it.

    `words` describes the identity of a run in error messages.
    """

    def __init__(self, file: Path, name: CheckpointEntry, words: Callable[[CheckpointEntry], str]) -> None:
        self.file = file
        self.entries: list[CheckpointEntry] = []
        self._name = name
        self._words = words
        if file.exists() and file.stat().st_size:
            self._read()
        with file.open("a", encoding="utf-8") as lines:  # In any case: a read-only file fails here, not hours later.
            if lines.tell() == 0:
                lines.write(json.dumps(name) + "\n")

    def add(self, entry: CheckpointEntry) -> None:
        """Append an entry; it is in the file when this returns."""
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(entry) + "\n")

    def mismatch(self, entry: CheckpointEntry, thing: str) -> CheckpointMismatch:
        """The error for an entry that is no finished `thing` of this run."""
        return CheckpointMismatch(f"{self.file}: {json.dumps(entry)[:40]!r} is no finished {thing} of this run")

    def _read(self) -> None:
        name, *lines = self.file.read_text(encoding="utf-8", errors="replace").split("\n")
        found = _parse_entry(name)
        if found != self._name:
            kept = self._words(found) if found else "something else"
            raise CheckpointMismatch(
                f"{self.file}: keeps {kept}, not {self._words(self._name)}; accepted: a file of this run"
            )
        self.entries = [_parse_entry(line) or {} for line in lines[:-1]]
        if not lines or lines[-1]:  # A last line without a line break was cut off while being written: drop it.
            draft = self.file.with_name(f".{self.file.name}.{os.getpid()}")
            draft.write_text("".join(f"{line}\n" for line in (name, *lines[:-1])), encoding="utf-8")
            draft.replace(self.file)


def _parse_entry(line: str) -> CheckpointEntry | None:
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None
