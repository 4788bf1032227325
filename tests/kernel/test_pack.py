"""Positions go into words and come back."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from bigpoints.kernel import pack, unpack
from bigpoints.notation import parse_position
from bigpoints.position import Position
from support.strategies import positions

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.parametrize("name", ["positions", "variants", "perft"])
def test_every_position_of_the_data_comes_back(name: str) -> None:
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        position = parse_position(json.loads(line)["bpn"])
        assert unpack(pack(position)) == position


@given(positions())
def test_every_moment_of_a_game_comes_back(position: Position) -> None:
    assert unpack(pack(position)) == position


@pytest.mark.parametrize(
    "bpn",
    [
        pytest.param("B 0 B -/- 1 m", id="the smallest board"),
        pytest.param(". s0 - B2!999999999/- 2 e", id="more penalties than any path has wires"),
        pytest.param("RBBR s0,4 BR -/- 2 m optional_bonus,inverted,wires=1:2:3", id="every option"),
    ],
)
def test_the_ends_of_what_the_notation_allows_come_back(bpn: str) -> None:
    position = parse_position(bpn)
    assert unpack(pack(position)) == position


@given(positions())
def test_no_sign_bit_is_ever_set(position: Position) -> None:
    assert pack(position).min() >= 0
