"""The kernel is the same law as the rules: the same moves, the same positions after them, the same scores."""

import json
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints import rules
from bigpoints.kernel import final_scores, legal_actions, moves, pack, played, unpack
from bigpoints.kernel import layout as at
from bigpoints.notation import action_number, parse_move, parse_position
from bigpoints.position import COLOURS, STANDARD, Material, Options, Position
from support.strategies import Ply, games, positions

DATA = Path(__file__).parent.parent / "data"
GAMES = 1_000


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
    while legal := rules.legal_moves(position):
        assert legal_actions(packed) == [action_number(move) for move in legal]
        move = rng.choice(legal)
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


# --- The pieces, each beside its rule ---------------------------------------------------------------------------------


def planes_of(path: str) -> tuple[int, int, int]:
    """The colour planes of a path, place 1 in bit 1."""
    numbers = [COLOURS.index(disc) for disc in path]
    low, middle, high = (sum((number >> bit & 1) << n for n, number in enumerate(numbers, 1)) for bit in range(3))
    return low, middle, high


@given(st.text("BRYGPWK", min_size=1, max_size=55))
def test_planes_give_back_the_colour_of_every_place_and_the_places_of_every_colour(path: str) -> None:
    planes, everywhere = planes_of(path), (1 << len(path) + 1) - 2
    for number, colour in enumerate(COLOURS):
        found = moves.discs_of(planes, number) & everywhere
        assert found == sum(1 << place for place, disc in enumerate(path, 1) if disc == colour)
    assert [moves.colour_at(planes, place) for place in range(1, len(path) + 1)] == [COLOURS.index(d) for d in path]


@given(st.integers(1, (1 << 62) - 1))
def test_the_lowest_and_the_highest_bit_of_a_word(word: int) -> None:
    assert moves.lowest_bit(word) == 1 << min(n for n in range(62) if word >> n & 1)
    assert moves.highest_bit(word) == 1 << word.bit_length() - 1


@pytest.mark.parametrize(
    ("place", "landing", "crossed"),
    [
        pytest.param(0, 3, (1, 2), id="from the start to place 3"),
        pytest.param(3, 6, (3, 5), id="the wire after the pawn's place, not the one after its landing"),
        pytest.param(6, 3, (3, 5), id="the same going back"),
        pytest.param(5, at.STEPS + 4, (5, 6, 9), id="climbing crosses every wire from the pawn's place on"),
    ],
)
def test_a_pawn_crosses_the_wires_between_its_places(place: int, landing: int, crossed: tuple[int, ...]) -> None:
    wires = sum(1 << wire for wire in (1, 2, 3, 5, 6, 9))
    assert moves.wires_crossed(wires, place, landing) == sum(1 << wire for wire in crossed)


def test_the_rulebooks_example_scores_18() -> None:
    # R19: purple on 2, red on 4, green on 0; a hand of 2 red, 1 purple, 1 green, 1 black, 2 white.
    packed = pack(parse_position("G.....BG...YR. s1,s4,s3,s0,s2 - R2GPW2K/B2Y2P2 1 e"))
    assert moves.score_hand(int(packed[at.TURN]), int(packed[at.HANDS])) == 18


@given(positions())
def test_the_setup_word_has_the_number_of_seats_and_of_colours(position: Position) -> None:
    setup = int(pack(position)[at.SETUP])
    assert (moves.players_of(setup), moves.colours_of(setup)) == (position.players, len(position.pawns))


@given(positions())
def test_the_next_step_is_the_one_of_the_rules(position: Position) -> None:
    if not position.is_over:
        packed = pack(position)
        assert moves.next_step(int(packed[at.SETUP]), int(packed[at.TURN])) == rules.next_step(position)


@given(positions())
def test_an_action_is_legal_by_itself_if_it_is_among_the_legal_ones(position: Position) -> None:
    packed = pack(position)
    setup, free, turn = (int(packed[n]) for n in (at.SETUP, at.FREE, at.TURN))
    planes = (int(packed[at.PLANES]), int(packed[at.PLANES + 1]), int(packed[at.PLANES + 2]))
    waits, legal = moves.waiting_pawns(turn), set(legal_actions(packed)) - {at.PASS}
    waiting = [action for action in range(at.PASS) if waits >> (action >> 2) & 1]
    assert {action for action in waiting if moves.is_legal(planes, setup, free, turn, action)} == legal
