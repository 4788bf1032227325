"""Keeping the finished chunks of a survey in a file, so that a long run can be interrupted and taken up again."""

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bigpoints.bots.boards import Survey, Tally
from bigpoints.errors import BigPointsError

_CHUNK = {"chunk", *Tally._fields}


class AnotherRun(BigPointsError):
    """A file that keeps something else than this survey."""


class Kept:
    """The finished chunks of a survey, in a file if one is given: a line that names the survey, then one for each."""

    def __init__(self, survey: Survey, file: Path | None) -> None:
        self.file = file
        self.chunks: dict[int, Tally] = {}
        self.survey = survey
        self._name = {"survey": asdict(survey), "chunk_size": survey.chunk_size}
        if file is None:
            return
        if file.exists() and file.stat().st_size:
            self._read(file)
        else:
            file.write_text(json.dumps(self._name) + "\n", encoding="utf-8")

    @property
    def total(self) -> Tally:
        """All chunks together."""
        total = Tally()
        for tally in self.chunks.values():
            total = total.plus(tally)
        return total

    def keep(self, number: int, tally: Tally) -> None:
        """Add a chunk; it is in the file when this returns."""
        self.chunks[number] = tally
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as lines:
                lines.write(json.dumps({"chunk": number, **tally._asdict()}) + "\n")

    def _read(self, file: Path) -> None:
        name, *lines = file.read_text(encoding="utf-8", errors="replace").split("\n")
        found = _parsed(name)
        if found != self._name:
            raise AnotherRun(f"{file}: keeps {_words(found)}, not {_words(self._name)}; accepted: a file of this run")
        for line in lines[:-1]:
            number, tally = _chunk(line)
            if number in self.chunks or tally.boards != self._size_of(number):
                raise AnotherRun(f"{file}: {line[:40]!r} is no finished chunk of this run")
            self.chunks[number] = tally
        if not lines or lines[-1]:  # A line without its end was being written when the run was cut off.
            draft = file.with_name(f".{file.name}.{os.getpid()}")
            draft.write_text("".join(f"{line}\n" for line in (name, *lines[:-1])), encoding="utf-8")
            draft.replace(file)

    def _size_of(self, number: int) -> int:
        """How many boards a chunk has; none if there is no such chunk."""
        size = self.survey.chunk_size
        return min(size, self.survey.to_solve - number * size) if number >= 0 else -1


def _chunk(line: str) -> tuple[int, Tally]:
    """The number and the counts of a finished chunk; an impossible one if the line says something else."""
    found = _parsed(line) or {}
    counts = [found.get(name) for name in ("chunk", "first", "tie", "second")]
    seconds = found.get("seconds")
    if found.keys() != _CHUNK or not isinstance(seconds, int | float):
        return -1, Tally()
    number, first, tie, second = (count if type(count) is int and count >= 0 else -1 for count in counts)
    return (-1, Tally()) if -1 in (number, first, tie, second) else (number, Tally(first, tie, second, seconds))


def _parsed(line: str) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None


def _words(name: dict[str, Any] | None) -> str:
    survey = (name or {}).get("survey")
    if not isinstance(survey, dict) or not isinstance(survey.get("material"), dict):
        return "something else"
    m = survey["material"]
    which = f"a sample of {survey.get('sample')} (seed {survey.get('seed')})" if survey.get("sample") else "all boards"
    return f"{which} of {m.get('colours')}x{m.get('discs')} with {m.get('white')} white and {m.get('black')} black"
