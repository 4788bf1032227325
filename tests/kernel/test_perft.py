"""Perft: the kernel counts ply sequences as the conformance data, the notation page and the plain rules do."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from bigpoints import kernel, rules
from bigpoints.errors import BadNotation
from bigpoints.notation import parse_position
from bigpoints.position import Position
from support.strategies import positions

DATA = Path(__file__).parent.parent / "data"
NOTATION_START = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m"


@pytest.mark.parametrize("line", (DATA / "perft.jsonl").read_text(encoding="utf-8").splitlines())
def test_there_are_as_many_ply_sequences_as_the_data_counts(line: str) -> None:
    case = json.loads(line)
    position = parse_position(case["bpn"])
    assert [kernel.perft(position, depth) for depth in range(1, 6)] == case["perft"]


def test_there_are_as_many_ply_sequences_as_the_notation_page_counts() -> None:
    position = parse_position(NOTATION_START)
    counts = [kernel.perft(position, depth) for depth in range(8)]
    assert counts == [1, 9, 81, 741, 6894, 66248, 657330, 6714481]


def test_more_plies_than_are_counted_at_once_are_counted_too() -> None:
    late = parse_position("BRRBKWRB. 0,0 BR -/K 1 m")
    assert kernel.perft(late, 9) == rules.perft(late, 9)


@given(positions())
def test_ply_sequences_are_counted_as_the_rules_count_them(position: Position) -> None:
    assert [kernel.perft(position, depth) for depth in range(4)] == [rules.perft(position, depth) for depth in range(4)]


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(BadNotation, match="depth"):
        kernel.perft(parse_position(NOTATION_START), -1)
