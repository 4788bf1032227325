"""The kernel is the same law as the rules: the same moves, the same positions after them, the same scores."""

import json
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from bigpoints import kernel, rules
from bigpoints.kernel import final_scores, legal_actions, pack, played, unpack
from bigpoints.notation import action_number, parse_move, parse_position
from bigpoints.position import STANDARD, Material, Options, Position
from support.strategies import Ply, games, positions

DATA = Path(__file__).parent.parent / "data"
GAMES = 1_000
NOTATION_START = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m"


def random_start(rng: Random, options: Options, *, wired: bool) -> Position:
    """The start of a game with some options on, every second time on a smaller board."""
    material = STANDARD
    if rng.random() < 0.5:
        material = Material(rng.randint(1, 5), rng.randint(1, 9), rng.randint(0, 5), rng.randint(0, 5))
    if wired and material.places > 1:
        most = min(6, material.places - 1)
        wires = sorted(rng.sample(range(1, material.places), rng.randint(1, most)))
        options = Options(options.optional_bonus, options.inverted, tuple(wires))
    return rules.start(rng.randint(2, 5), rng, material=material, options=options)


def check_a_game_with_both(position: Position, rng: Random) -> None:
    """Play a game at random with the rules and the kernel, and compare them at every ply."""
    packed = pack(position)
    while moves := rules.legal_moves(position):
        assert legal_actions(packed) == [action_number(move) for move in moves]
        move = rng.choice(moves)
        position, packed = rules.play(position, move), played(packed, action_number(move))
        assert unpack(packed) == position
    assert legal_actions(packed) == []
    assert final_scores(packed) == rules.scores(position)


@pytest.mark.parametrize(
    ("optional_bonus", "inverted", "wired"),
    [pytest.param(*mix, id=" ".join(map(str, mix))) for mix in product((False, True), repeat=3)],
)
def test_random_games_go_the_same_way_in_the_kernel(optional_bonus: bool, inverted: bool, wired: bool) -> None:
    rng = Random(f"{optional_bonus} {inverted} {wired}")
    for _ in range(GAMES):
        check_a_game_with_both(random_start(rng, Options(optional_bonus, inverted), wired=wired), rng)


@given(games())
def test_every_ply_leads_to_the_same_position(plies: list[Ply]) -> None:
    for before, move, after in plies:
        assert unpack(played(pack(before), action_number(move))) == after


@pytest.mark.parametrize("name", ["positions", "variants"])
def test_every_legal_move_of_the_data_leads_where_the_data_says(name: str) -> None:
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        packed = pack(parse_position(case["bpn"]))
        actions = {action_number(parse_move(text)): bpn for text, bpn in case["moves"].items()}
        assert legal_actions(packed) == list(actions)
        for action, bpn in actions.items():
            assert unpack(played(packed, action)) == parse_position(bpn)


def test_a_position_stays_as_it_is_when_it_is_played_from() -> None:
    packed = pack(parse_position(NOTATION_START))
    before = packed.copy()
    played(packed, 0)
    assert (packed == before).all()


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
