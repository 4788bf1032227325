"""Keeping the finished chunks of a survey in a file."""

from dataclasses import asdict
from pathlib import Path

from bigpoints.bots.checkpoint import Entry, Journal
from bigpoints.bots.solver.survey import Survey, Tally

_CHUNK = {"chunk", *Tally._fields}


class SurveyFile:
    """The finished chunks of a survey, in a file if one is given."""

    def __init__(self, survey: Survey, file: Path | None) -> None:
        self.chunks: dict[int, Tally] = {}
        self.survey = survey
        name = {"survey": asdict(survey), "chunk_size": survey.chunk_size}
        self._journal = None if file is None else Journal(file, name, _words)
        if self._journal:
            self._take_up(self._journal)

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
        if self._journal:
            self._journal.add({"chunk": number, **tally._asdict()})

    def _take_up(self, journal: Journal) -> None:
        for entry in journal.entries:
            number, tally = _chunk(entry)
            if number in self.chunks or tally.boards != self._size_of(number):
                raise journal.refuse(entry, "chunk")
            self.chunks[number] = tally

    def _size_of(self, number: int) -> int:
        """How many boards a chunk has; none if there is no such chunk."""
        size = self.survey.chunk_size
        return min(size, self.survey.to_solve - number * size) if number >= 0 else -1


def _chunk(entry: Entry) -> tuple[int, Tally]:
    """The number and the counts of a finished chunk; an impossible one if the entry says something else."""
    counts = [entry.get(name) for name in ("chunk", "first", "tie", "second")]
    seconds = entry.get("seconds")
    if entry.keys() != _CHUNK or not isinstance(seconds, int | float):
        return -1, Tally()
    number, first, tie, second = (count if type(count) is int and count >= 0 else -1 for count in counts)
    return (-1, Tally()) if -1 in (number, first, tie, second) else (number, Tally(first, tie, second, seconds))


def _words(name: Entry) -> str:
    survey = name.get("survey")
    if not isinstance(survey, dict) or not isinstance(survey.get("material"), dict):
        return "something else"
    m = survey["material"]
    which = f"a sample of {survey.get('sample')} (seed {survey.get('seed')})" if survey.get("sample") else "all boards"
    return f"{which} of {m.get('colours')}x{m.get('discs')} with {m.get('white')} white and {m.get('black')} black"
