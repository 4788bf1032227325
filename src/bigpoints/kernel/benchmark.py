"""Speed of the kernel on this machine, beside a calibration loop that makes runs on different machines comparable.

Machines are noisy, so each figure is the best of several short rounds.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np

from bigpoints.kernel.batch.games import Batch, random_actions, start_batch, step_batch
from bigpoints.kernel.jit import compiled
from bigpoints.kernel.perft import perft
from bigpoints.kernel.playouts import playouts
from bigpoints.kernel.rng import advance, random_bits, seeded
from bigpoints.notation import parse_position

Round = Callable[[], float]
"""Does a piece of work and returns its speed in units per second."""

_START = parse_position("GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m")
_DEPTH = 7
_PLAYOUTS = 20_000
_GAMES = 4096
_STEPS = 40
_SCRAMBLES = 5_000_000
_SEED = 1


def make_round(work: Callable[[], int]) -> Round:
    """A round that times work; `work` returns the number of units it did."""

    def one_round() -> float:
        began = perf_counter()
        return work() / (perf_counter() - began)

    return one_round


def _run_calibration() -> int:
    _hash_chain(np.uint64(_SEED), _SCRAMBLES)
    return _SCRAMBLES


@compiled
def _hash_chain(rng_state: np.uint64, times: int) -> np.uint64:
    """A chain of dependent shifts and multiplications, which no processor can overlap: the speed of one core."""
    for _ in range(times):
        rng_state = random_bits(advance(rng_state))
    return rng_state


def _batch_round(threads: int) -> Round:
    """A round of batch steps, one part of the batch per thread; drawing the actions is not timed."""
    parts = list(start_batch(_GAMES * threads, 2, _SEED).parts(threads))
    generators = [seeded(_SEED + n, _GAMES) for n in range(threads)]

    def measure_steps(batch: Batch, rng_states: np.typing.NDArray[np.uint64]) -> float:
        seconds = 0.0
        for _ in range(_STEPS):
            actions = random_actions(batch, rng_states)
            began = perf_counter()
            step_batch(batch, actions)
            seconds += perf_counter() - began
        return len(batch) * _STEPS / seconds

    def one_round() -> float:
        with ThreadPoolExecutor(threads) as pool:
            return sum(pool.map(measure_steps, parts, generators))

    return one_round


def kernel_rounds(threads: int) -> dict[str, Round]:
    """Rounds by the name that the report gives them; the last one runs on `threads` threads."""
    return {
        "calibration": make_round(_run_calibration),
        "playouts_per_s": make_round(lambda: playouts(_START, _PLAYOUTS, _SEED).games),
        "perft_leaves_per_s": make_round(lambda: perft(_START, _DEPTH)),
        "batch_plies_per_s": _batch_round(1),
        "batch_plies_per_s_threads": _batch_round(threads),
    }


def best_of(rounds: dict[str, Round], seconds: float) -> dict[str, float]:
    """The best speed of each round; the rounds alternate for about `seconds` seconds, each running at least once."""
    best = dict.fromkeys(rounds, 0.0)
    began = perf_counter()
    while not all(best.values()) or perf_counter() - began < seconds:
        for name, one_round in rounds.items():
            best[name] = max(best[name], one_round())
    return best
