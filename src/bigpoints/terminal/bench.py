"""The command bench: how fast this machine plays."""

import json
import os
from typing import Annotated

import typer
from rich.text import Text

from bigpoints.terminal.screen import print_rows, stderr, stdout

_WORDS = {
    "playouts_per_s": "random games from the start to the end",
    "perft_leaves_per_s": "ply sequences counted",
    "batch_plies_per_s": "plies in a batch of games",
    "batch_plies_per_s_threads": "the same on {threads} threads",
    "nodes_per_s": "positions searched by the exact solver",
    "calibration": "steps of a fixed calculation, for comparing machines",
}
_MACHINE_NEUTRAL = "calibration"


def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")] = False,
    seconds: Annotated[float, typer.Option(metavar="S", help="Measure for about S seconds.", min=0)] = 10.0,
) -> None:
    """Measure how fast the compiled rules are on this machine, on one core.

    The first run compiles them, which takes some seconds. Machines differ and are noisy: compare the ratios to the
    calibration. The best of several short rounds counts.
    """
    # Only those who measure pay for loading the compiler.
    from bigpoints.bots.solver import fixed_search
    from bigpoints.kernel.speed import best_of, kernel_rounds, timed

    threads = os.cpu_count() or 1
    rounds = {**kernel_rounds(threads), "nodes_per_s": timed(fixed_search)}
    best_of(rounds, 0)  # What has to be compiled is compiled here.
    with stderr().status("Measuring …"):
        best = best_of(rounds, seconds)
    if as_json:
        figures = {name: round(best[name]) for name in _WORDS}
        print(json.dumps({**figures, "threads": threads}))
        return
    rows = []
    for name, words in _WORDS.items():
        ratio = "" if name == _MACHINE_NEUTRAL else f", {best[name] / best[_MACHINE_NEUTRAL]:.4f} per calibration step"
        rows.append((Text(f"{best[name]:,.0f}/s"), Text(words.format(threads=threads) + ratio)))
    print_rows(stdout(), rows)
