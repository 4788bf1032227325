"""The data that two independent programs agree on (tests/data): whatever it says, the library says too."""

import json
from pathlib import Path
from typing import Any

import pytest

from bigpoints.errors import BadNotation
from bigpoints.notation import move_text, parse_move, parse_options, parse_position, position_text
from bigpoints.rules import legal_moves, perft, play, scores, start

DATA = Path(__file__).parent / "data"
NOTATION_START = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m"

Case = dict[str, Any]


def cases(name: str, count: int) -> list[Any]:
    """The lines of a data file; its known length makes sure that none gets lost."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == count, f"{name}.jsonl has {len(lines)} lines instead of {count}"
    read = [json.loads(line) for line in lines]
    return [
        pytest.param(case, id=f"{name}:{n} {case.get('case') or case.get('field', '')}".rstrip())
        for n, case in enumerate(read, start=1)
    ]


@pytest.mark.parametrize("case", [*cases("positions", 256), *cases("variants", 205)])
def test_every_legal_move_is_listed_in_order_and_leads_where_the_data_says(case: Case) -> None:
    position = parse_position(case["bpn"])
    assert position_text(position) == case["bpn"]
    led = {move_text(move): position_text(play(position, move)) for move in legal_moves(position)}
    assert led == case["moves"]
    assert list(led) == list(case["moves"])


@pytest.mark.parametrize("case", cases("games", 120))
def test_a_whole_game_ends_and_scores_as_the_data_says(case: Case) -> None:
    options = parse_options(case["options"], len(case["path"]))
    position = start(case["players"], case["path"], first=case["first"], options=options)
    for text in case["moves"]:
        assert not position.is_over
        position = play(position, parse_move(text))
    assert position_text(position) == case["final"]
    assert position.is_over
    assert list(scores(position)) == case["scores"]


@pytest.mark.parametrize("case", cases("perft", 6))
def test_there_are_as_many_ply_sequences_as_the_data_counts(case: Case) -> None:
    position = parse_position(case["bpn"])
    assert len(case["perft"]) == 5
    assert [perft(position, depth) for depth in range(1, 6)] == case["perft"]


def test_there_are_as_many_ply_sequences_as_the_notation_page_counts() -> None:
    position = parse_position(NOTATION_START)
    assert [perft(position, depth) for depth in range(1, 6)] == [9, 81, 741, 6894, 66248]


@pytest.mark.parametrize(
    ("bpn", "depth", "count"),
    [
        pytest.param("..BR s1,s0 - B2R2/- 1 e", 0, 1, id="no ply at all is one sequence, also when the game is over"),
        pytest.param("..BR s1,s0 - B2R2/- 1 e", 1, 0, id="no ply follows the end"),
        pytest.param("..BR s1,4 R B2/R 1 m", 1, 1, id="the last climb"),
        pytest.param("..BR s1,4 R B2/R 1 m", 2, 0, id="a game that ends earlier is not counted"),
    ],
)
def test_only_sequences_of_exactly_that_length_count(bpn: str, depth: int, count: int) -> None:
    assert perft(parse_position(bpn), depth) == count


@pytest.mark.parametrize("case", cases("refused", 45))
def test_a_text_that_is_no_position_is_refused_for_the_field_at_fault(case: Case) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_position(case["bpn"])
    assert refusal.value.field == case["field"]
    assert refusal.value.accepted
