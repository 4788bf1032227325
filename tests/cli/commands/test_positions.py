"""The commands about a position: new, show, legal and perft."""

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.notation import parse_position, position_text, position_url, view_text
from bigpoints.position import Position
from bigpoints.rules import legal_moves, perft, play, start, view
from support.command_line import bigpoints, on_a_terminal, refused
from support.strategies import positions

PATH = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY"
START = f"{PATH} 0,0,0,0,0 BRYGP -/- 1 m"
VIEW = "..BR 3,0 BR ?1/B 2 m"
OVER = "..BR s1,s0 - B2R/R 1 e"


def without_colours(shown: str) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


# --- new --------------------------------------------------------------------------------------------------------------


def test_new_prints_a_start_position() -> None:
    code, out, err = bigpoints("new", "--players", 3)
    assert (code, err) == (0, "")
    position = parse_position(out.removesuffix("\n"))
    assert position.players == 3
    assert len(legal_moves(position)) > 0


def test_a_seed_gives_the_same_game_again() -> None:
    expected = position_text(start(2, Random(7)))
    assert bigpoints("new", "--players", 2, "--seed", 7).out == f"{expected}\n"
    assert bigpoints("new", "--players", 2, "--seed", 8).out != f"{expected}\n"


def test_the_first_seat_can_be_said() -> None:
    assert [bigpoints("new", "--players", 5, "--first", seat).out.split()[4] for seat in (1, 5)] == ["1", "5"]


@pytest.mark.parametrize(
    ("options", "written"),
    [
        (["--optional-bonus"], "optional_bonus"),
        (["--inverted"], "inverted"),
        (["--wires"], "wires=14:28:42"),
        (["--wires-at", "3:9"], "wires=3:9"),
        (["--wires", "--inverted", "--optional-bonus"], "optional_bonus,inverted,wires=14:28:42"),
    ],
)
def test_rule_options_stand_in_the_position(options: list[str], written: str) -> None:
    assert bigpoints("new", "--players", 2, *options).out.split()[6] == written


def test_smaller_boards_have_the_discs_asked_for() -> None:
    out = bigpoints("new", "--players", 2, "--colours", 2, "--discs", 3, "--white", 1, "--black", 0).out
    assert sorted(out.split()[0]) == sorted("BBBRRRW")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--players", 1], "players: 1 is not possible; accepted: 2 to 5"),
        (["--players", 6], "players: 6 is not possible; accepted: 2 to 5"),
        (["--players", 2, "--first", 3], "no seat 3; accepted: 1 to 2"),
        (["--players", 2, "--colours", 6], "colours: 6 is not possible; accepted: 1 to 5"),
        (["--players", 2, "--black", 9], "black: 9 is not possible; accepted: 0 to 5"),
        (["--players", 2, "--wires", "--wires-at", "3"], "--wires and --wires-at cannot go together"),
        (["--players", 2, "--wires-at", "three"], "--wires-at: found 'three'; accepted: places"),
        (["--players", 2, "--wires-at", "9:3"], "ascending order"),
        (["--players", 2, "--wires-at", "55"], "accepted: 1 to 54"),
        (["--players", 2, "--colours", 1, "--discs", 1, "--white", 0, "--black", 0, "--wires"], "no room for a wire"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused(options: list[object], reason: str) -> None:
    assert reason in refused("new", *options)


@pytest.mark.parametrize("number", ["two", "2.0", "", "9" * 5000])
def test_a_number_must_be_one(number: str) -> None:
    assert "is not a whole number (try 'bigpoints new --help')" in refused("new", "--players", number, code=2)


# --- show -------------------------------------------------------------------------------------------------------------


def test_show_draws_letters_without_colours_in_a_pipe() -> None:
    code, out, err = bigpoints("show", START)
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    assert "[B] [R] [Y] [G] [P]" in out
    assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_show_has_colours_and_letters_on_a_terminal() -> None:
    shown = on_a_terminal("show", START)
    assert "\x1b[38;2;29;26;23;48;2;249;195;45m" in shown, "dark ink on yellow"
    assert re.sub(r" +", "", without_colours(shown)).count("Y") == 9 + 2, "path, pawn and bonus pile"


def test_show_takes_hidden_hands() -> None:
    assert "Seat 2 to move" in bigpoints("show", VIEW).out


@given(positions(), st.integers(28, 200))
@settings(max_examples=50)
def test_show_stays_within_its_width(position: Position, width: int) -> None:
    shown = bigpoints("show", view_text(view(position, 1)), "--width", width).out
    assert max(map(len, shown.splitlines())) <= width


@pytest.mark.parametrize("columns", [40, 100])
def test_show_fits_the_terminal(columns: int) -> None:
    lines = without_colours(on_a_terminal("show", START, columns=columns)).splitlines()
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("width", [0, -3, 10])
def test_a_width_that_holds_no_board_is_refused(width: int) -> None:
    assert "--width" in refused("show", START, "--width", width)


def test_show_writes_a_picture_instead(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert bigpoints("show", START, "--svg", file) == (0, "", "")
    assert file.read_text(encoding="utf-8").startswith("<svg ")


def test_show_can_write_a_picture_to_standard_output() -> None:
    assert bigpoints("show", VIEW, "--svg", "-").out.startswith("<svg ")


def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    assert refused("show", START, "--svg", tmp_path).endswith("Is a directory")


# --- legal ------------------------------------------------------------------------------------------------------------


def test_legal_lists_one_move_a_line_in_a_pipe() -> None:
    assert bigpoints("legal", START) == (0, "B+\nB-\nR+\nR-\nY+\nY-\nG+\nP+\nP-\n", "")


def test_legal_says_moves_in_words_on_a_terminal() -> None:
    shown = without_colours(on_a_terminal("legal", START))
    assert "Y+  yellow goes to place 2, takes red ahead (place 3)" in shown


def test_a_finished_game_has_no_legal_moves() -> None:
    assert bigpoints("legal", OVER) == (0, "", "")
    assert on_a_terminal("legal", OVER) == "The game is over: there are no moves.\n"


def test_a_position_can_come_from_standard_input() -> None:
    assert bigpoints("legal", "-", given=f"{START}\n".encode()).out.startswith("B+\n")


def test_a_position_can_stand_as_in_a_url() -> None:
    position = parse_position("BRBR 0,0 BR -/- 1 m optional_bonus,inverted")
    assert bigpoints("legal", position_url(position)).out == "B+\nR+\nR-\n"


def test_a_view_cannot_be_played_from() -> None:
    assert "a view (?n) is not a position to play from" in refused("legal", VIEW)
    assert "a view (?n) is not a position to play from" in refused("perft", VIEW, 1)


@pytest.mark.parametrize("command", ["legal", "show"])
@pytest.mark.parametrize(
    ("bpn", "field"),
    [("", "fields"), ("nonsense", "fields"), (f"{START} x", "options"), (START.replace("GY", "GX", 1), "path")],
)
def test_a_position_with_a_typo_is_refused_by_its_field(command: str, bpn: str, field: str) -> None:
    line = refused(command, bpn)
    assert line.startswith(f"bigpoints: {field}: ")
    assert "accepted: " in line


def test_standard_input_that_is_no_text_is_refused() -> None:
    assert refused("legal", "-", given=b"\xff\xfe").startswith("bigpoints: fields: ")


# --- perft ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 9), (2, 81), (3, 741)])
def test_perft_prints_the_count_alone(depth: int, count: int) -> None:
    assert bigpoints("perft", START, depth) == (0, f"{count}\n", "")


def test_perft_divides_by_first_move() -> None:
    position = parse_position(START)
    expected = [f"{move} {perft(play(position, move), 2)}" for move in legal_moves(position)]
    assert bigpoints("perft", START, 3, "--divide").out.splitlines() == [*expected, "total 741"]
    assert bigpoints("perft", START, 0, "--divide").out == "total 1\n"


@given(positions(), st.integers(0, 3))
@settings(max_examples=50)
def test_perft_counts_as_the_rules_do(position: Position, depth: int) -> None:
    assert bigpoints("perft", position_text(position), depth).out == f"{perft(position, depth)}\n"


def test_perft_tells_its_speed_on_a_terminal() -> None:
    shown = without_colours(on_a_terminal("perft", START, 4))
    assert "Counting" in shown
    assert re.search(r"\b6894\n[0-9.]+ s, [0-9,]+ sequences a second\n$", shown)


def test_a_negative_depth_is_refused() -> None:
    assert refused("perft", "--", START, -1) == "bigpoints: DEPTH: found '-1'; accepted: 0 or more"
