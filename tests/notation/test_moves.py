"""Moves as text, and their action numbers."""

import pytest

from bigpoints.errors import BadNotation
from bigpoints.notation import ACTIONS, action_number, move_text, parse_action, parse_move, parse_position
from bigpoints.position import PASS, Colour, Go, Move, Take


@pytest.mark.parametrize(
    ("mark", "go", "take"),
    [
        ("+", Go.FORWARD, Take.AHEAD),
        ("-", Go.FORWARD, Take.BEHIND),
        ("=", Go.FORWARD, Take.NOTHING),
        ("^", Go.CLIMB, Take.BONUS),
        ("^=", Go.CLIMB, Take.NOTHING),
        ("<+", Go.BACKWARD, Take.AHEAD),
        ("<-", Go.BACKWARD, Take.BEHIND),
    ],
)
@pytest.mark.parametrize("letter", "BRYGP")
def test_every_move_of_every_pawn_is_read_and_written(letter: str, mark: str, go: Go, take: Take) -> None:
    move = Move(Colour(letter), go, take)
    assert parse_move(letter + mark) == move
    assert move_text(move) == str(move) == letter + mark


def test_a_dot_is_no_extra_move() -> None:
    assert parse_move(".") == PASS
    assert move_text(PASS) == "."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "R",
        "+",
        "r+",
        "W+",
        "K-",
        "R<",
        "R<^",
        "R<=",
        "R+-",
        "+R",
        "R^+",
        "R^-",
        "R+ ",
        " R+",
        "R+\n",
        "..",
        "R−",
        "Ｒ+",
        "\0",
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_move(text)
    assert (refusal.value.field, refusal.value.found) == ("move", text)
    assert "R+" in refusal.value.accepted


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("B+", 0),
        ("B-", 1),
        ("B<+", 2),
        ("B<-", 3),
        ("R+", 4),
        ("R=", 4),
        ("R^", 4),
        ("R-", 5),
        ("R^=", 5),
        ("R<+", 6),
        ("P<-", 19),
        (".", 20),
    ],
)
def test_action_numbers_are_those_of_the_notation(text: str, number: int) -> None:
    assert action_number(parse_move(text)) == number
    assert ACTIONS == 21


def test_an_action_number_is_read_as_the_legal_move_that_has_it() -> None:
    position = parse_position("..BR 3,0 BR R/B 1 m")
    assert parse_action(position, 0) == parse_move("B^")
    assert parse_action(position, 4) == parse_move("R=")
    board = parse_position("..BR 3,0 BR R/B 1 m optional_bonus")
    assert parse_action(board, 1) == parse_move("B^=")
    assert parse_action(parse_position(".B.BR 2,0 BR RK/- 1 x"), 20) == PASS


@pytest.mark.parametrize("number", [-1, 1, 20, 21, 10**30])
def test_an_action_number_without_a_legal_move_is_refused_with_those_that_have_one(number: int) -> None:
    with pytest.raises(BadNotation) as refusal:
        parse_action(parse_position("..BR 3,0 BR R/B 1 m"), number)
    assert (refusal.value.field, refusal.value.found, refusal.value.accepted) == ("action", str(number), "0 4")


def test_no_action_is_left_in_a_finished_game() -> None:
    with pytest.raises(BadNotation, match="the game is over"):
        parse_action(parse_position("..BR s1,s0 - B2R/R 1 e"), 0)
