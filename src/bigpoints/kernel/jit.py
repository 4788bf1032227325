"""Typed decorators for compiled functions: the only place that calls numba's decorators."""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

from bigpoints.kernel.cache import folder_for

P = ParamSpec("P")
R = TypeVar("R")
_SETTINGS = vars(numba.config)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function as a part of its callers: its code is inserted at each call.

    These functions are a few instructions long and run in the innermost loops, with the words of a position in
    registers. `forceinline` takes the decision away from LLVM's size heuristics, which would leave some as calls.
    """
    part: Callable[P, R] = numba.njit(forceinline=True)(function)
    return part


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function at its first call; it runs without the GIL, and its code is cached between processes.

    Where no cache folder can be written, every process compiles it again.
    """
    folder = folder_for(Path(function.__code__.co_filename))
    before = _SETTINGS["CACHE_DIR"]
    try:
        # Numba reads its cache folder when a function is declared, so the setting is changed for this one alone:
        # functions of other packages keep theirs.
        _SETTINGS["CACHE_DIR"] = str(folder or "")
        dispatcher: Callable[P, R] = numba.njit(nogil=True, cache=folder is not None)(function)
    finally:
        _SETTINGS["CACHE_DIR"] = before
    return dispatcher
