"""Fit the evaluation network from nothing: three generations of self-play, and a fit to each.

    python fitting/fit.py --jobs 2

Games are saved in fitting/games/ as they finish, so a run can be interrupted and resumed. The same machine gives the
same weights again; another one may round a sum differently. At the end it prints how well the network's win shares are
calibrated on held-out games.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bigpoints.bots.weights import FILE, load_network, save_network
from selfplay import self_play
from training import Games, calibration, fit_network

_HERE = Path(__file__).parent
_GAMES = _HERE / "games"
_SHIPPED = _HERE.parent / "src" / "bigpoints" / "bots" / FILE
_CHUNK = 1000


class Generation(NamedTuple):
    """The games of a generation, the nodes per move, and the passes over its positions in training."""

    games: int
    nodes: int
    passes: int


GENERATIONS = (
    Generation(8_000, 300, 6),
    Generation(12_000, 400, 8),
    Generation(16_000, 600, 10),
)
"""The first plays by random playouts, the others by the network fitted to the one before."""


def chunk_file(generation: int, chunk: int) -> Path:
    """The file of a chunk of games."""
    return _GAMES / f"{generation}-{chunk:02}.npz"


def network_file(generation: int) -> Path:
    """The file of the network fitted to a generation."""
    return _GAMES / f"network-{generation}.npz"


def play_chunk(generation: int, chunk: int) -> None:
    """Play a chunk of a generation and save it."""
    os.nice(5)
    network = load_network(network_file(generation - 1)) if generation else None
    games = self_play(1000 * generation + chunk, _CHUNK, GENERATIONS[generation].nodes, network)
    unfinished = chunk_file(generation, chunk).with_suffix(".part.npz")
    np.savez(unfinished, **games._asdict())
    unfinished.rename(chunk_file(generation, chunk))


def play_generation(generation: int, jobs: int) -> None:
    """Play the chunks of a generation that are not saved yet."""
    chunks = [
        chunk for chunk in range(GENERATIONS[generation].games // _CHUNK) if not chunk_file(generation, chunk).exists()
    ]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for number, _ in enumerate(pool.map(play_chunk, [generation] * len(chunks), chunks), start=1):
            print(f"generation {generation}: {number} of {len(chunks)} chunks played", flush=True)


def load_games(generation: int) -> Games:
    """Load all games of a generation."""
    parts = []
    for chunk in range(GENERATIONS[generation].games // _CHUNK):
        with np.load(chunk_file(generation, chunk)) as kept:
            parts.append([kept[name] for name in Games._fields])
    return Games(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def main() -> None:
    """Play and fit one generation after the other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many games are played at once")
    jobs = parser.parse_args().jobs
    _GAMES.mkdir(exist_ok=True)
    for generation, (_, _, passes) in enumerate(GENERATIONS):
        if network_file(generation).exists():
            continue
        play_generation(generation, jobs)
        save_network(fit_network(load_games(generation), passes), network_file(generation))
    last = len(GENERATIONS) - 1
    _SHIPPED.write_bytes(network_file(last).read_bytes())
    print("share of the win given, and come true:")
    for given, came_true, count in calibration(load_network(_SHIPPED), load_games(last)):
        print(f"  {given:6.1%}  {came_true:6.1%}  of {count:,} positions")


if __name__ == "__main__":
    main()
