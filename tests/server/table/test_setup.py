"""What a table is made with."""

import pytest
from pydantic import ValidationError

from bigpoints.contract import requests
from bigpoints.position import Material, Options
from bigpoints.server.table.setup import Setup, opening_from_position, opening_from_record
from support.messages import adapter
from support.story import BOARD, SMALL

RECORD = '[Event "Picnic"]\n[Seat1 "Ida"]\n[Seat2 "bot:level2"]\n[Path "BRWBRK"]\n[First "1"]\n\n{so} B+ R-\n\n'
FINISHED = '[Seat1 "Ida"]\n[Seat2 "Ole"]\n[Path "B"]\n[First "1"]\n\nB= B^\n\n'


def faults(**setup: object) -> str:
    """What is wrong with a setup that a client sends."""
    with pytest.raises(ValidationError) as refused:
        adapter(requests.Setup).validate_python(setup)
    return str(refused.value)


# --- The game ---------------------------------------------------------------------------------------------------------


def test_unless_told_it_is_the_standard_game_for_two() -> None:
    setup = Setup()
    assert (setup.players, setup.material, setup.options) == (2, Material(), Options())
    assert not setup.series
    assert not setup.open_hands


def test_all_options_make_their_games() -> None:
    setup = Setup(players=5, optional_bonus=True, inverted=True, wires=True, **SMALL)
    assert setup.material == Material(2, 2, 1, 1)
    assert setup.options == Options(True, True, (1, 3, 5))
    assert Setup(wires=True).options.wires == (14, 28, 42)
    assert Setup(wires=[7, 9]).options.wires == (7, 9)
    assert Setup(wires=[]).options.wires == ()


def test_the_first_seat_is_one_of_the_table() -> None:
    assert Setup(players=3, first=3).first == 3
    assert "there is no seat 3" in faults(players=2, first=3)


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:
    assert "players" in faults(players=players)


def test_wires_lie_between_discs() -> None:
    assert "wires" in faults(wires=[55])
    assert "wires" in faults(wires=[0])
    assert "ascending" in faults(wires=[9, 7])
    assert "no room" in faults(wires=True, colours=1, discs=1, white=0, black=0)


def test_nothing_unknown_and_nothing_of_another_type_is_accepted() -> None:
    assert "extra_forbidden" in faults(colour=3)
    assert "int_type" in faults(players="3")
    assert "bool_type" in faults(series=1)
    assert "literal_error" in faults(stand_in="somebody")


def test_a_setup_with_changes_is_checked_and_shown_as_it_is() -> None:
    setup = Setup(first=2)
    assert setup.shown["players"] == 2
    assert setup.with_changes(players=4).shown["players"] == 4
    with pytest.raises(ValueError, match="there is no seat 3"):
        Setup(players=3, first=3).with_changes(players=2)


# --- Openings ---------------------------------------------------------------------------------------------------------


def test_a_position_brings_its_players_its_board_and_its_options() -> None:
    opening = opening_from_position("B.WBR. 1,0 BR RK/-/- 1 x optional_bonus,inverted,wires=2:5")
    setup = opening.apply_to(Setup(players=2, first=2, series=True, open_hands=True))
    assert (setup.players, setup.first, setup.material) == (3, None, Material(2, 2, 1, 1))
    assert setup.options == Options(True, True, (2, 5))
    assert setup.series
    assert setup.open_hands
    assert opening_from_position(BOARD).apply_to(Setup(wires=True, inverted=True)).options == Options()


def test_a_record_brings_its_plies_its_tags_and_its_bots() -> None:
    record = RECORD.replace("[Event", '[Series "1"]\n[Game "1/2"]\n[Hidden "4"]\n[Event')
    opening, names = opening_from_record(record)
    assert opening.plies == ("B+", "R-")
    assert opening.tags == {"Event": "Picnic"}
    assert names == ("Ida", "bot:level2")


def test_of_several_games_the_last_one_goes_on() -> None:
    assert opening_from_record(FINISHED + RECORD)[0].plies == ("B+", "R-")
