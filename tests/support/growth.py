"""How the time that work takes grows with its size, measured so that a busy machine does not matter."""

from collections.abc import Callable
from time import thread_time

_ROUNDS = 5


def growth(work: Callable[[int], object], size: int, factor: int) -> float:
    """How many times as long work takes if it is so many times as large: about `factor` if it is linear."""
    pairs = [(_seconds(work, size), _seconds(work, factor * size)) for _ in range(_ROUNDS)]
    return min(large for _, large in pairs) / min(small for small, _ in pairs)


def _seconds(work: Callable[[int], object], size: int) -> float:
    """Processor time of this thread alone."""
    began = thread_time()
    work(size)
    return thread_time() - began
