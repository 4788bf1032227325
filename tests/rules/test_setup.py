"""R1 to R3: material and setup."""

from dataclasses import replace
from random import Random

import pytest

from bigpoints.errors import BadSetup
from bigpoints.position import STANDARD, Hand, Material, Options, Phase
from bigpoints.rules import legal_moves, material_of, play, start


def test_there_are_sixty_discs_of_which_five_lie_in_the_bonus_pile() -> None:
    """R1, R2"""
    position = start(2, Random(1))
    assert {disc: position.path.count(disc) for disc in "BRYGPWK"} == {**dict.fromkeys("BRYGP", 9), "W": 5, "K": 5}
    assert len(position.path) == STANDARD.places == 55
    assert position.pile == "BRYGP"


def test_all_pawns_stand_before_the_first_disc_and_all_hands_are_empty() -> None:
    """R2"""
    position = start(3, Random(1))
    assert position.pawns == (0, 0, 0, 0, 0)
    assert position.hands == (Hand(), Hand(), Hand())
    assert position.phase is Phase.REGULAR
    assert position.options == Options()


def test_the_path_is_shuffled_and_the_same_generator_shuffles_it_the_same() -> None:
    """R2"""
    paths = {start(2, Random(seed)).path for seed in range(20)}
    assert len(paths) == 20
    assert STANDARD.path not in paths
    assert start(2, Random(3)) == start(2, Random(3))


def test_every_disc_can_come_to_lie_first_and_last() -> None:
    """R2"""
    paths = [start(2, Random(seed)).path for seed in range(200)]
    assert {path[0] for path in paths} == {path[-1] for path in paths} == set("BRYGPWK")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_can_play_and_who_begins_is_drawn(players: int) -> None:
    """R3"""
    games = [start(players, Random(seed)) for seed in range(100)]
    assert {game.seat for game in games} == set(range(1, players + 1))
    assert {game.players for game in games} == {players}


def test_who_begins_can_be_told_and_the_path_stays_the_same() -> None:
    """R3"""
    told = [start(3, Random(5), first=seat) for seat in (1, 2, 3)]
    assert [game.seat for game in told] == [1, 2, 3]
    assert len({game.path for game in told}) == 1
    assert start(3, "BRBR", first=2).seat == 2
    assert start(3, "BRBR").seat == 1


def test_play_goes_clockwise_and_comes_round() -> None:
    """R3"""
    position = start(3, "BRYBRYBRY", first=2)
    seats = []
    for _ in range(4):
        seats.append(position.seat)
        position = play(position, legal_moves(position)[0])
    assert seats == [2, 3, 1, 2]


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_one_or_six_cannot_play(players: int) -> None:
    with pytest.raises(BadSetup, match=rf"players: {players} .*2 to 5"):
        start(players, Random(1))


@pytest.mark.parametrize("seat", [-1, 0, 4])
def test_a_seat_that_is_not_at_the_table_cannot_begin(seat: int) -> None:
    with pytest.raises(BadSetup, match=rf"seat: there is no seat {seat}.*1 to 3"):
        start(3, Random(1), first=seat)


@pytest.mark.parametrize(
    ("part", "number"),
    [
        ("colours", 0),
        ("colours", 6),
        ("discs", 0),
        ("discs", 10),
        ("white", -1),
        ("white", 6),
        ("black", -1),
        ("black", 6),
    ],
)
def test_material_that_no_board_has_is_refused(part: str, number: int) -> None:
    """V5"""
    with pytest.raises(BadSetup, match=f"{part}: {number} is not possible"):
        replace(Material(), **{part: number})


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("", id="nothing"),
        pytest.param("WK", id="no coloured disc"),
        pytest.param("BRB", id="a red too few"),
        pytest.param("B.BR", id="a disc is gone"),
        pytest.param("BYBY", id="yellow without red"),
        pytest.param("RR", id="red without blue"),
        pytest.param("BXRB", id="no such disc"),
        pytest.param("brbr", id="small letters"),
        pytest.param("BR BR", id="a space"),
        pytest.param("B" * 10, id="ten of a colour"),
        pytest.param("BR" + "W" * 6, id="six white"),
        pytest.param("BR" + "K" * 6, id="six black"),
    ],
)
def test_a_path_that_is_not_full_is_refused(path: str) -> None:
    """R2, V5"""
    with pytest.raises(BadSetup, match="accepted: "):
        start(2, path)


def test_the_material_of_a_path_is_read_off_it() -> None:
    """V5"""
    assert material_of("KBRWRBK") == Material(colours=2, discs=2, white=1, black=2)
    assert material_of(STANDARD.path) == STANDARD
