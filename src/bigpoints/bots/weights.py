"""The weights of the evaluation network, fitted to self-play games by fitting/fit.py."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from bigpoints.kernel.search.network import Network

FILE = "network.npz"


@cache
def fitted_network() -> Network:
    """The weights that come with the package."""
    with as_file(files("bigpoints.bots") / FILE) as path:
        return load_network(path)


def load_network(path: Path) -> Network:
    """Load weights from a file."""
    with np.load(path) as kept:
        return Network(*(kept[name].astype(np.float32) for name in Network._fields))


def save_network(network: Network, path: Path) -> None:
    """Save weights rounded to half precision, which halves the file and does not change the play."""
    np.savez_compressed(path, **{name: part.astype(np.float16) for name, part in network._asdict().items()})
