"""Compiled functions: they let other threads run, inline their parts, and leave numba's settings alone."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any, cast

import numba
import numpy as np
from numpy.typing import NDArray

from bigpoints.kernel.cache import folder_for
from bigpoints.kernel.jit import compiled, inlined

Flags = NDArray[np.int64]


@compiled
def wait_for(flags: Flags, counters: Flags, most: int) -> bool:
    """Count until a flag is set; whether that came before `most`."""
    while counters[0] < most:
        counters[0] += 1
        if flags[0]:
            return True
    return False


@inlined
def stir(number: int) -> int:
    """A function that LLVM by itself would leave as a call: long, and called from several places."""
    total = number
    for n in range(number):
        for m in range(n):
            total = total * 31 + m if total & m else total ^ n * 17
            total += total // (m + 1) + total % (n + 3)
            total ^= total >> 7 | m * total
    return total


@inlined
def stir_four_times(number: int) -> int:
    """Not cached, since cached code has no LLVM text to look at."""
    return stir(number) ^ stir(number + 1) * stir(number + 2) - stir(number + 5)


def test_another_thread_runs_while_compiled_code_does() -> None:
    flags, counters = np.zeros(1, np.int64), np.zeros(1, np.int64)
    wait_for(np.ones(1, np.int64), np.zeros(1, np.int64), 1)  # Compile first.
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(wait_for, flags, counters, 20_000_000_000)
        while not counters[0]:
            sleep(0.001)
        flags[0] = 1
        assert waiting.result(60)


def test_an_inlined_part_is_no_call() -> None:
    assert stir_four_times(0) == stir(0) ^ stir(1) * stir(2) - stir(5)
    (code,) = cast("Any", stir_four_times).inspect_llvm().values()
    assert "stir_four_times" in code
    assert [line for line in code.splitlines() if " call " in line and "4stirB" in line] == []


def test_declaring_a_function_leaves_numbas_cache_folder_as_it_was() -> None:
    before = vars(numba.config)["CACHE_DIR"]

    def plus_one(number: int) -> int:
        return number + 1

    assert compiled(plus_one)(1) == 2
    assert vars(numba.config)["CACHE_DIR"] == before


def test_compiled_functions_are_cached_and_their_parts_are_not() -> None:
    assert Path(cast("Any", wait_for).stats.cache_path).parent == folder_for(Path(__file__))
    assert cast("Any", stir).stats.cache_path is None
