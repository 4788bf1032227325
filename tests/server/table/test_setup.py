"""What a table is made with."""

import pytest
from pydantic import ValidationError

from bigpoints.position import Material, Options
from bigpoints.server.protocol.create import quick_game, table_asked_for
from bigpoints.server.protocol.requests import Join, NewSeat, NewTable, QuickGame
from bigpoints.server.table.events import Placed
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.setup import Setup, opening_from_position, opening_from_record
from support.story import BOARD, SMALL, WITH_BLACK

RECORD = '[Event "Picnic"]\n[Seat1 "Ida"]\n[Seat2 "bot:level2"]\n[Path "BRWBRK"]\n[First "1"]\n\n{so} B+ R-\n\n'
FINISHED = '[Seat1 "Ida"]\n[Seat2 "Ole"]\n[Path "B"]\n[First "1"]\n\nB= B^\n\n'


def faults(**setup: object) -> str:
    with pytest.raises(ValidationError) as refused:
        Setup.model_validate(setup)
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
    assert "literal_error" in faults(stand_in="level7")


# --- Names ------------------------------------------------------------------------------------------------------------


def test_a_name_is_tidied() -> None:
    assert Join(name="  Anna \t Lena\n").name == "Anna Lena"
    assert Join(name="Zoe\u0308").name == "Zo\u00eb"


@pytest.mark.parametrize("name", ["", "   ", "a\x00b", "\ud800", "\ue000", "bot:level3", " BOT:x", "a" * 25])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        Join(name=name)


@pytest.mark.parametrize(
    "name", ["\u200b", "\u034f", "\u3164", "\u202eabc", "\u2066bot:level3", "\ufeffAnna", "\u200dbot:x"]
)
def test_a_name_that_nobody_sees_or_that_looks_like_another_is_refused(name: str) -> None:
    with pytest.raises(ValidationError):
        Join(name=name)


@pytest.mark.parametrize("name", ["👩\u200d🚀", "می\u200cخواهم", "7", "Zoë & Co."])
def test_names_of_every_script_are_accepted(name: str) -> None:
    assert Join(name=name).name == name


def test_a_setup_with_changes_is_checked_and_shown_as_it_is() -> None:
    setup = Setup(first=2)
    assert setup.shown["players"] == 2
    assert setup.with_changes(players=4).shown["players"] == 4
    with pytest.raises(ValidationError):
        Setup(players=3, first=3).with_changes(players=2)


def test_a_name_that_grows_as_it_is_normalised_is_measured_afterwards() -> None:
    # Devanagari qa is two letters in the canonical form: what is stored must be readable again.
    assert len(Join(name="\u0958" * 12).name) == 24
    with pytest.raises(ValidationError):
        Join(name="\u0958" * 13)


# --- Openings ---------------------------------------------------------------------------------------------------------


def test_a_position_brings_its_players_its_board_and_its_options() -> None:
    opening = opening_from_position("B.WBR. 1,0 BR RK/-/- 1 x optional_bonus,inverted,wires=2:5")
    setup = opening.governing(Setup(players=2, first=2, series=True, open_hands=True))
    assert (setup.players, setup.first, setup.material) == (3, None, Material(2, 2, 1, 1))
    assert setup.options == Options(True, True, (2, 5))
    assert setup.series
    assert setup.open_hands
    assert opening_from_position(BOARD).governing(Setup(wires=True, inverted=True)).options == Options()


@pytest.mark.parametrize(
    ("start", "field"),
    [
        ("BRWBRK 0,0 BR -/- 3 m", "start.seat"),
        ("BRWBRK 0,0 BR ?0/- 1 m", "start"),
        ("hello", "start"),
        ("B. s0 - B2/- 1 e", "start"),
    ],
)
def test_a_start_that_cannot_be_played_from_is_refused(start: str, field: str) -> None:
    with pytest.raises(Refused) as refused:
        table_asked_for(NewTable(start=start), "anna")
    assert refused.value.code == "bad_message"
    assert str(refused.value.about["field"]).startswith(field)


@pytest.mark.parametrize(
    "record", ["", "hello", RECORD.replace("R-", "R^"), RECORD.replace("[First", '[Result "1/2"]\n[First'), FINISHED]
)
def test_a_record_that_does_not_go_on_is_refused(record: str) -> None:
    with pytest.raises(Refused) as refused:
        table_asked_for(NewTable(record=record), "anna")
    assert refused.value.code == "bad_message"
    assert str(refused.value.about["field"]).startswith("record")


def test_a_record_brings_its_plies_its_tags_and_its_bots() -> None:
    record = RECORD.replace("[Event", '[Series "1"]\n[Game "1/2"]\n[Hidden "4"]\n[Event')
    opening, names = opening_from_record(record)
    assert opening.plies == ("B+", "R-")
    assert opening.tags == {"Event": "Picnic"}
    assert names == ("Ida", "bot:level2")
    created = table_asked_for(NewTable(record=record), "anna")
    assert created.seats == [Placed(), Placed(bot="level2")]


def test_of_several_games_the_last_one_goes_on() -> None:
    assert opening_from_record(FINISHED + RECORD)[0].plies == ("B+", "R-")
    with pytest.raises(Refused):
        table_asked_for(NewTable(record=RECORD + FINISHED), "anna")


# --- Creating ---------------------------------------------------------------------------------------------------------


def test_a_new_table_has_people_of_this_device_bots_and_empty_seats() -> None:
    wish = NewTable(setup=Setup(players=4), seats=[NewSeat(name="Anna"), NewSeat(bot="level1"), NewSeat(name="Ole")])
    created = table_asked_for(wish, "anna")
    assert created.owner == "anna"
    assert created.seats == [
        Placed(name="Anna", browser="anna"),
        Placed(bot="level1"),
        Placed(name="Ole", browser="anna"),
        Placed(),
    ]


def test_there_are_no_more_seats_than_players() -> None:
    with pytest.raises(Refused) as refused:
        table_asked_for(NewTable(setup=Setup(players=3), seats=[NewSeat()] * 3, start=WITH_BLACK), "anna")
    assert refused.value.code == "no_such_seat"


def test_a_seat_and_a_beginning_are_one_thing_or_the_other() -> None:
    with pytest.raises(ValidationError):
        NewSeat(name="Anna", bot="level1")
    with pytest.raises(ValidationError):
        NewTable(start=BOARD, record=RECORD)


def test_a_quick_game_seats_the_caller_against_bots() -> None:
    created = quick_game(QuickGame(name="Anna", opponents=3, bot="greedy"), "anna")
    assert created.setup.players == 4
    assert created.seats == [Placed(name="Anna", browser="anna"), *[Placed(bot="greedy")] * 3]
    with pytest.raises(Refused) as refused:
        quick_game(QuickGame(name="Anna", setup=Setup(players=3, first=3)), "anna")
    assert refused.value.code == "no_such_seat"
