"""Options that set up a game: each becomes material or a rule option, and nonsense is refused."""

import pytest

from bigpoints.cli import game_options
from bigpoints.errors import BadNotation, BadSetup
from bigpoints.position import STANDARD, STANDARD_OPTIONS, Material, Options


def test_without_options_it_is_the_standard_game() -> None:
    assert game_options.build() == (STANDARD, STANDARD_OPTIONS)


def test_every_number_of_discs_is_taken_over() -> None:
    assert game_options.build(colours=3, discs=4, white=1, black=0)[0] == Material(3, 4, 1, 0)


@pytest.mark.parametrize(
    ("flags", "options"),
    [
        ({"optional_bonus": True}, Options(optional_bonus=True)),
        ({"inverted": True}, Options(inverted=True)),
        ({"optional_bonus": True, "inverted": True}, Options(optional_bonus=True, inverted=True)),
    ],
)
def test_rule_options_are_taken_over(flags: dict[str, bool], options: Options) -> None:
    built = game_options.build(optional_bonus=flags.get("optional_bonus", False), inverted=flags.get("inverted", False))
    assert built == (STANDARD, options)


def test_wires_stand_at_the_usual_places_or_where_they_are_named() -> None:
    assert game_options.build(wires=True)[1].wires == (14, 28, 42)
    assert game_options.build(wires=True, colours=2, discs=5, white=0, black=0)[1].wires != (14, 28, 42)
    assert game_options.build(wires_at="3:10")[1].wires == (3, 10)


def test_usual_and_named_wires_cannot_go_together() -> None:
    with pytest.raises(BadSetup, match="--wires and --wires-at cannot go together"):
        game_options.build(wires=True, wires_at="3:10")


@pytest.mark.parametrize("places", ["", "0", "3,10", "3:", ":3", "3:x", "100", "03"])
def test_places_that_cannot_be_read_are_refused(places: str) -> None:
    with pytest.raises(BadNotation, match="--wires-at"):
        game_options.build(wires_at=places)
