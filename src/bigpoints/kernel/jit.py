"""How the kernel is compiled: the one place that knows numba's decorators, and gives them types."""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

from bigpoints.kernel.cache import folder_for

P = ParamSpec("P")
R = TypeVar("R")
_SETTINGS = vars(numba.config)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """A part of compiled functions: its code is put where it is called, so a call costs nothing."""
    part: Callable[P, R] = numba.njit(forceinline=True)(function)
    return part


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """A function that runs as machine code without Python's lock, compiled at its first call on a machine.

    With no folder to keep the code in it is compiled anew in every process.
    """
    folder = folder_for(Path(function.__code__.co_filename))
    before = _SETTINGS["CACHE_DIR"]
    try:
        # Numba settles where a function is kept when it is declared; other people's functions stay where they were.
        _SETTINGS["CACHE_DIR"] = str(folder or "")
        dispatcher: Callable[P, R] = numba.njit(nogil=True, cache=folder is not None)(function)
    finally:
        _SETTINGS["CACHE_DIR"] = before
    return dispatcher
