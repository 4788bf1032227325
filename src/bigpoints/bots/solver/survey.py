"""Every board of a small game (V5): which there are, and who wins them.

Colours are interchangeable, so boards that differ only in their names form a class of c! boards, and one of each is
solved. Boards travel in chunks over any `concurrent.futures` executor, and finished chunks can be kept in a file.
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

from bigpoints.bots.solver.solve import outcome_of
from bigpoints.kernel.solver.alphabeta import STOP, new_memory
from bigpoints.kernel.solver.transposition import Words
from bigpoints.position import PAWNS, Material
from bigpoints.rules import start

_TABLE_ENTRIES = 1 << 18
_CHUNK = 50
_SAMPLE_CHUNK = 5
_AHEAD = 4
"""How many chunks wait for each that is being solved."""


class Tally(NamedTuple):
    """Boards won by the first player, tied, and won by the second; and the time they took together."""

    first: int = 0
    tie: int = 0
    second: int = 0
    seconds: float = 0.0

    @property
    def boards(self) -> int:
        """How many there are."""
        return self.first + self.tie + self.second

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        first, tie, second, seconds = other
        return Tally(self.first + first, self.tie + tie, self.second + second, self.seconds + seconds)

    def times(self, number: int) -> "Tally":
        """As many boards for each of these; they took no longer."""
        return Tally(self.first * number, self.tie * number, self.second * number, self.seconds)


@dataclass(frozen=True, slots=True)
class Survey:
    """Which boards to solve: all of a material, or a sample drawn with a seed."""

    material: Material
    sample: int | None = None
    seed: int = 1

    @property
    def boards(self) -> int:
        """How many boards the material makes."""
        material = self.material
        kinds = [material.discs] * material.colours + [material.white, material.black]
        return factorial(material.places) // prod(map(factorial, kinds))

    @property
    def class_size(self) -> int:
        """How many boards each solved one stands for."""
        return factorial(self.material.colours) if self.sample is None else 1

    @property
    def to_solve(self) -> int:
        """How many boards are solved."""
        return self.boards // self.class_size if self.sample is None else self.sample

    def paths(self) -> Iterator[str]:
        """The boards to solve, always in the same order."""
        return classes(self.material) if self.sample is None else drawn(self.material, self.sample, self.seed)

    @property
    def chunk_size(self) -> int:
        """How many boards travel together."""
        return _CHUNK if self.sample is None else _SAMPLE_CHUNK

    def chunks(self) -> Iterator[tuple[str, ...]]:
        """The same, some at a time."""
        paths = self.paths()
        return iter(lambda: tuple(islice(paths, self.chunk_size)), ())


def classes(material: Material) -> Iterator[str]:
    """One board of each class: the one on which the colours appear first in their order."""
    left = {disc: material.path.count(disc) for disc in material.path}
    return _continued("", left, PAWNS[: material.colours])


def _continued(path: str, left: dict[str, int], unseen: Sequence[str]) -> Iterator[str]:
    if not any(left.values()):
        yield path
    for disc, count in left.items():
        if count and disc not in unseen[1:]:
            yield from _continued(path + disc, {**left, disc: count - 1}, unseen[disc in unseen[:1] :])


def drawn(material: Material, number: int, seed: int) -> Iterator[str]:
    """Boards at random."""
    rng = Random(seed)
    return ("".join(rng.sample(material.path, material.places)) for _ in range(number))


_kept = local()
"""Each thread has its own memory: a search is not alone with one that others use."""
_controls: dict[int, Words] = {}
"""By thread, where its search can be told to stop."""
_LOOK = 0.02


def solve_paths(paths: Iterable[str]) -> Tally:
    """Who wins some boards, the first player being on turn."""
    if not hasattr(_kept, "memory"):
        _kept.memory = new_memory(_TABLE_ENTRIES)
        _controls[get_ident()] = _kept.memory.control
    began = perf_counter()
    outcomes = [outcome_of(start(2, path), _kept.memory) for path in paths]
    return Tally(outcomes.count(1), outcomes.count(0), outcomes.count(-1), perf_counter() - began)


Keeper = Callable[[int, Tally], None]
"""Is handed every finished chunk with its number."""


def solve_chunks(survey: Survey, executor: Executor, jobs: int, done: Iterable[int], keep: Keeper) -> None:
    """Solve the chunks that are not done yet; when it is interrupted, those that are finished are kept."""
    finished = set(done)
    waiting = ((number, paths) for number, paths in enumerate(survey.chunks()) if number not in finished)
    running: dict[Future[Tally], int] = {}
    try:
        while True:
            for number, paths in islice(waiting, jobs * _AHEAD - len(running)):
                running[executor.submit(solve_paths, paths)] = number
            if not running:
                return
            _collect(running, keep)
    except BaseException:
        for number, tally in _abandoned(running):
            keep(number, tally)
        raise


def _abandoned(running: dict[Future[Tally], int]) -> list[tuple[int, Tally]]:
    """End what is under way on this machine's threads, and give what was finished all the same."""
    for future in running:
        future.cancel()
    while wait(running, timeout=_LOOK).not_done:
        for control in _controls.values():
            control[STOP] = 1
    finished = (future for future in running if not future.cancelled() and future.exception() is None)
    return [(running[future], future.result()) for future in finished]


def _collect(running: dict[Future[Tally], int], keep: Keeper) -> None:
    """Hand over what is finished, after waiting for at least one chunk."""
    for future in wait(running, return_when=FIRST_COMPLETED).done:
        keep(running.pop(future), future.result())
