"""Surveys: who wins the boards of a small game (V5), all of them or a sample.

Colours are interchangeable, so boards that differ only in the names of c colours form a class of c! boards, of which
one is solved. Boards are solved in chunks on any `concurrent.futures` executor, and finished chunks can be saved.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from itertools import islice
from math import factorial, prod
from random import Random
from threading import get_ident, local
from time import perf_counter
from typing import NamedTuple

from bigpoints.bots.solver.solve import solve_outcome
from bigpoints.kernel.solver.alphabeta import STOP, new_memory
from bigpoints.kernel.solver.transposition import Words
from bigpoints.position import PAWNS, Material
from bigpoints.rules import start

_TABLE_ENTRIES = 1 << 18
_CHUNK = 50
_SAMPLE_CHUNK = 5
_QUEUED_PER_JOB = 4
"""Chunks submitted per worker, so that none waits for work."""


class Tally(NamedTuple):
    """Boards won by the first player, tied, and won by the second; and the seconds they took together."""

    first: int = 0
    tie: int = 0
    second: int = 0
    seconds: float = 0.0

    @property
    def boards(self) -> int:
        """The number of boards."""
        return self.first + self.tie + self.second

    def plus(self, other: "Tally") -> "Tally":
        """The sum of two tallies."""
        first, tie, second, seconds = other
        return Tally(self.first + first, self.tie + tie, self.second + second, self.seconds + seconds)

    def times(self, number: int) -> "Tally":
        """The tally with every board counted `number` times, in the same time."""
        return Tally(self.first * number, self.tie * number, self.second * number, self.seconds)


@dataclass(frozen=True, slots=True)
class Survey:
    """The boards to solve: all of a material, or a sample drawn with a seed."""

    material: Material
    sample: int | None = None
    seed: int = 1

    @property
    def boards(self) -> int:
        """The number of boards of the material."""
        material = self.material
        kinds = [material.discs] * material.colours + [material.white, material.black]
        return factorial(material.places) // prod(map(factorial, kinds))

    @property
    def class_size(self) -> int:
        """The number of boards that each solved one stands for."""
        return factorial(self.material.colours) if self.sample is None else 1

    @property
    def to_solve(self) -> int:
        """The number of boards to solve."""
        return self.boards // self.class_size if self.sample is None else self.sample

    def paths(self) -> Iterator[str]:
        """The boards to solve, always in the same order."""
        return (
            enumerate_classes(self.material)
            if self.sample is None
            else sample_boards(self.material, self.sample, self.seed)
        )

    @property
    def chunk_size(self) -> int:
        """Boards per chunk."""
        return _CHUNK if self.sample is None else _SAMPLE_CHUNK

    def chunks(self) -> Iterator[tuple[str, ...]]:
        """The boards to solve in chunks, always in the same order."""
        paths = self.paths()
        return iter(lambda: tuple(islice(paths, self.chunk_size)), ())


def enumerate_classes(material: Material) -> Iterator[str]:
    """One board of each class: the one on which the colours appear in their order."""
    left = {disc: material.path.count(disc) for disc in material.path}
    return _extend("", left, PAWNS[: material.colours])


def _extend(path: str, left: dict[str, int], unseen: Sequence[str]) -> Iterator[str]:
    if not any(left.values()):
        yield path
    for disc, count in left.items():
        if count and disc not in unseen[1:]:
            yield from _extend(path + disc, {**left, disc: count - 1}, unseen[disc in unseen[:1] :])


def sample_boards(material: Material, number: int, seed: int) -> Iterator[str]:
    """Random boards."""
    rng = Random(seed)
    return ("".join(rng.sample(material.path, material.places)) for _ in range(number))


_thread_memory = local()
"""A solver memory per thread: searches that share one would overwrite each other's move stack."""
_controls: dict[int, Words] = {}
"""The control words of each thread's search, to stop it."""
_POLL_SECONDS = 0.02


def solve_paths(paths: Iterable[str]) -> Tally:
    """Solve some boards, seat 1 beginning."""
    if not hasattr(_thread_memory, "memory"):
        _thread_memory.memory = new_memory(_TABLE_ENTRIES)
        _controls[get_ident()] = _thread_memory.memory.control
    began = perf_counter()
    outcomes = [solve_outcome(start(2, path), _thread_memory.memory) for path in paths]
    return Tally(outcomes.count(1), outcomes.count(0), outcomes.count(-1), perf_counter() - began)


ChunkHandler = Callable[[int, Tally], None]
"""Receives every finished chunk with its number."""


def solve_chunks(survey: Survey, executor: Executor, jobs: int, done: Iterable[int], keep: ChunkHandler) -> None:
    """Solve the chunks not in `done` and pass each to `keep`; an interruption still passes on the finished ones."""
    finished = set(done)
    waiting = ((number, paths) for number, paths in enumerate(survey.chunks()) if number not in finished)
    running: dict[Future[Tally], int] = {}
    try:
        while True:
            for number, paths in islice(waiting, jobs * _QUEUED_PER_JOB - len(running)):
                running[executor.submit(solve_paths, paths)] = number
            if not running:
                return
            _collect(running, keep)
    except BaseException:
        for number, tally in _cancel(running):
            keep(number, tally)
        raise


def _cancel(running: dict[Future[Tally], int]) -> list[tuple[int, Tally]]:
    """Stop the searches on this process's threads; the chunks that finished all the same."""
    for future in running:
        future.cancel()
    while wait(running, timeout=_POLL_SECONDS).not_done:
        for control in _controls.values():
            control[STOP] = 1
    finished = (future for future in running if not future.cancelled() and future.exception() is None)
    return [(running[future], future.result()) for future in finished]


def _collect(running: dict[Future[Tally], int], keep: ChunkHandler) -> None:
    """Wait for at least one chunk and pass on all finished ones."""
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        keep(running.pop(future), future.result())
