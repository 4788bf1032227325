"""The checkpoint file of a survey: its finished chunks."""

from dataclasses import asdict
from pathlib import Path

from bigpoints.bots.checkpoint import Checkpoint, CheckpointEntry
from bigpoints.bots.solver.survey import Survey, Tally

_CHUNK = {"chunk", *Tally._fields}


class SurveyFile:
    """The finished chunks of a survey, saved if a file is given."""

    def __init__(self, survey: Survey, file: Path | None) -> None:
        self.chunks: dict[int, Tally] = {}
        self.survey = survey
        name = {"survey": asdict(survey), "chunk_size": survey.chunk_size}
        self._checkpoint = None if file is None else Checkpoint(file, name, _describe)
        if self._checkpoint:
            self._load(self._checkpoint)

    @property
    def total(self) -> Tally:
        """The sum of all chunks."""
        total = Tally()
        for tally in self.chunks.values():
            total = total.plus(tally)
        return total

    def keep(self, number: int, tally: Tally) -> None:
        """Add a chunk; it is in the file when this returns."""
        self.chunks[number] = tally
        if self._checkpoint:
            self._checkpoint.add({"chunk": number, **tally._asdict()})

    def _load(self, checkpoint: Checkpoint) -> None:
        for entry in checkpoint.entries:
            number, tally = _parse_chunk(entry)
            if number in self.chunks or tally.boards != self._size_of(number):
                raise checkpoint.mismatch(entry, "chunk")
            self.chunks[number] = tally

    def _size_of(self, number: int) -> int:
        """The number of boards in a chunk; not positive if there is no such chunk."""
        size = self.survey.chunk_size
        return min(size, self.survey.to_solve - number * size) if number >= 0 else -1


def _parse_chunk(entry: CheckpointEntry) -> tuple[int, Tally]:
    """The number and the tally of a finished chunk; chunk -1, which no survey has, for any other entry."""
    counts = [entry.get(name) for name in ("chunk", "first", "tie", "second")]
    seconds = entry.get("seconds")
    if entry.keys() != _CHUNK or not isinstance(seconds, int | float):
        return -1, Tally()
    number, first, tie, second = (count if type(count) is int and count >= 0 else -1 for count in counts)
    return (-1, Tally()) if -1 in (number, first, tie, second) else (number, Tally(first, tie, second, seconds))


def _describe(name: CheckpointEntry) -> str:
    survey = name.get("survey")
    if not isinstance(survey, dict) or not isinstance(survey.get("material"), dict):
        return "something else"
    m = survey["material"]
    which = f"a sample of {survey.get('sample')} (seed {survey.get('seed')})" if survey.get("sample") else "all boards"
    return f"{which} of {m.get('colours')}x{m.get('discs')} with {m.get('white')} white and {m.get('black')} black"
