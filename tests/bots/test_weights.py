"""The weights that come with the package, and files of weights."""

from pathlib import Path

import numpy as np
import pytest

from bigpoints.bots.weights import fitted_network, load_network, save_network
from bigpoints.kernel.search.network import empty_network
from support.networks import any_network


def test_the_weights_of_the_package_have_the_shapes_of_a_network_and_single_precision() -> None:
    for part, empty in zip(fitted_network(), empty_network(), strict=True):
        assert part.shape == empty.shape
        assert part.dtype == np.float32
        assert np.isfinite(part).all()
        assert part.any()


def test_the_weights_of_the_package_are_loaded_once() -> None:
    assert fitted_network() is fitted_network()


def test_saved_weights_come_back_rounded_to_half_precision(tmp_path: Path) -> None:
    network = any_network(1)
    save_network(network, tmp_path / "network.npz")
    for found, part in zip(load_network(tmp_path / "network.npz"), network, strict=True):
        assert found.dtype == np.float32
        assert found == pytest.approx(part, rel=1e-3, abs=1e-4)


def test_weights_that_were_rounded_once_come_back_exactly(tmp_path: Path) -> None:
    save_network(fitted_network(), tmp_path / "network.npz")
    again = load_network(tmp_path / "network.npz")
    assert all(np.array_equal(one, other) for one, other in zip(again, fitted_network(), strict=True))
