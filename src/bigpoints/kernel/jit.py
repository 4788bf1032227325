"""How the kernel is compiled: the one place that knows numba's decorators, and gives them types."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """A part of compiled functions: its code is put where it is called, so a call costs nothing."""
    part: Callable[P, R] = numba.njit(forceinline=True)(function)
    return part


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """A function that runs as machine code, without Python's lock, and is compiled once on a machine."""
    dispatcher: Callable[P, R] = numba.njit(cache=True, nogil=True)(function)
    return dispatcher
