"""The command bench: speed of the compiled rules and searches."""

import json
import os
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.text import Text

from bigpoints.cli.console import print_rows, stderr, stdout
from bigpoints.optional_deps import require_extra

_WORDS = {
    "playouts_per_s": "random games from the start to the end",
    "perft_leaves_per_s": "ply sequences counted",
    "batch_plies_per_s": "plies in a batch of games",
    "batch_plies_per_s_threads": "the same on {threads} threads",
    "nodes_per_s": "positions searched by the exact solver",
    "search_nodes_per_s": "positions judged by the tree search",
    "calibration": "steps of a fixed calculation, for comparing machines",
}
_SIGNATURES = {
    "solver_signature": "positions in a fixed search of the solver: its signature, the same on every machine",
    "search_signature": "positions in a fixed tree search: its signature, the same on every machine",
}
_MACHINE_NEUTRAL = "calibration"


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")] = False,
    seconds: Annotated[float, typer.Option(metavar="S", help="Measure for about S seconds.", min=0)] = 10.0,
) -> None:
    """Measure how fast the compiled rules and searches are on this machine, on one core.

    The first run compiles them, which takes some seconds. Machines differ and are noisy: compare the ratios to the
    calibration. The best of several short rounds counts.
    """
    # Only this command pays for loading the compiler.
    with require_extra("play", "the benchmark"):
        from bigpoints.bots.signature import fixed_tree_search
        from bigpoints.bots.solver.solve import fixed_search
        from bigpoints.kernel.benchmark import best_of, kernel_rounds, make_round

    threads = os.cpu_count() or 1
    searches = {"nodes_per_s": make_round(fixed_search), "search_nodes_per_s": make_round(fixed_tree_search)}
    rounds = {**kernel_rounds(threads), **searches}
    best_of(rounds, 0)  # Compiles everything before the first measurement.
    signatures = {"solver_signature": fixed_search(), "search_signature": fixed_tree_search()}
    with stderr().status("Measuring …"):
        best = best_of(rounds, seconds)
    if as_json:
        figures = {name: round(best[name]) for name in _WORDS}
        print(json.dumps({**figures, **signatures, "threads": threads}))
        return
    print_rows(stdout(), [*_speeds(best, threads), *_counts(signatures)])


def _speeds(best: dict[str, float], threads: int) -> Iterator[tuple[Text, Text]]:
    for name, words in _WORDS.items():
        ratio = "" if name == _MACHINE_NEUTRAL else f", {best[name] / best[_MACHINE_NEUTRAL]:.4f} per calibration step"
        yield Text(f"{best[name]:,.0f}/s"), Text(words.format(threads=threads) + ratio)


def _counts(signatures: dict[str, int]) -> Iterator[tuple[Text, Text]]:
    for name, words in _SIGNATURES.items():
        yield Text(f"{signatures[name]:,}"), Text(words)
