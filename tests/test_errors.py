"""The errors of the library: one line for people, with the evidence."""

import pytest

from bigpoints import errors
from bigpoints.errors import BadNotation, BadSetup, BigPointsError, IllegalMove, NotOver, printable, quoted


@pytest.mark.parametrize("kind", [BadNotation, IllegalMove, BadSetup, NotOver])
def test_every_error_can_be_caught_as_one_of_ours_and_is_in_the_drawn_tree(kind: type[Exception]) -> None:
    assert issubclass(kind, BigPointsError)
    assert kind.__name__ in (errors.__doc__ or "")


def test_a_text_that_cannot_be_read_is_told_with_field_finding_and_what_is_accepted() -> None:
    error = BadNotation("seat", "7", "1 to 5")
    assert str(error) == "seat: found '7'; accepted: 1 to 5"
    assert str(error.at(3, 14)) == "line 3, column 14: seat: found '7'; accepted: 1 to 5"


def test_a_missing_text_is_told_as_nothing_found() -> None:
    assert str(BadNotation("pile", "", "letters")) == "pile: nothing found; accepted: letters"


def test_a_move_that_cannot_be_played_is_told_with_the_legal_ones_and_its_place() -> None:
    error = IllegalMove("R^", ["R+", "R-"])
    assert str(error) == "R^ cannot be played; legal: R+ R-"
    assert str(error.at(4, 2, 9)) == "line 2, column 9: ply 4: R^ cannot be played; legal: R+ R-"
    assert str(IllegalMove("R^", [])) == "R^ cannot be played; the game is over"


def test_long_quotes_are_cut() -> None:
    assert quoted("a" * 60) == repr("a" * 60)
    assert quoted("a" * 61) == repr("a" * 60 + "…")


def test_characters_that_upset_a_terminal_are_escaped_and_the_rest_stays() -> None:
    assert printable("a\x1b[2Jb\nc") == "a\\x1b[2Jb\\nc"
    assert printable("Zoé :\u00a0ja") == "Zoé :\u00a0ja"
