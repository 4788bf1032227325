from random import Random
from unicodedata import combining, east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bigpoints.drawing import Role, board, plain
from bigpoints.locales import LANGUAGES, catalogue
from bigpoints.notation import parse_position, parse_view
from bigpoints.position import GONE, PAWNS, STAIRCASE, START, Colour, Material, Options, Position
from bigpoints.rules import start

WIDTHS = (28, 40, 60, 80, 100)
MIDDLE = "RB..BRBRBYYY 5,0,0 BRY R/Y 2 m"


def width(line: str) -> int:
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in line)


def path_of(position: Position, columns: int) -> str:
    """The path as it can be read from the rows of a board."""
    read = ""
    for line in board(position, columns):
        if line and line[0].text.strip().isdigit():
            for segment in line:
                if segment.role in (Role.DISC, Role.PAWN) or segment.text == "·":
                    read += segment.text.strip("[]").replace("·", GONE)
                if "staircase" in segment.text:
                    break
    return read


@pytest.mark.parametrize("columns", WIDTHS)
def test_no_line_is_longer_than_the_terminal_is_wide(columns: int, positions: list[Position]) -> None:
    for position in positions:
        assert max(map(width, plain(board(position, columns)).splitlines())) <= columns


@given(st.lists(st.text(max_size=80), min_size=5, max_size=5), st.integers(28, 120))
def test_no_name_makes_a_line_too_long(names: list[str], columns: int) -> None:
    text = plain(board(start(5, Random(1)), columns, names))
    assert max(map(width, text.split("\n"))) <= columns
    assert not any(ord(c) < 32 for c in text.replace("\n", ""))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", WIDTHS)
def test_no_line_is_too_long_in_any_language(language: str, columns: int, positions: list[Position]) -> None:
    for position in positions:
        assert max(map(width, plain(board(position, columns, None, catalogue(language))).splitlines())) <= columns


def test_the_board_has_its_words_in_its_language() -> None:
    lines = plain(board(parse_view("RB..BRBRBYYY 5,0,0 BRY ?1/Y! 2 m"), 100, ["Anna", "Ben"], catalogue("de")))
    for words in (
        "Ben ist am Zug",
        "Start [R] [Y]",
        "Bonusstapel  B R Y",
        "› Treppe",
        "1 Scheibe  verdeckt",
        "Drähte -1",
    ):
        assert words in lines


@pytest.mark.parametrize("columns", [28, 40, 60])
def test_the_path_can_be_read_row_by_row(columns: int, positions: list[Position]) -> None:
    for position in positions:
        assert path_of(position, columns) == position.path


def test_beside_the_staircase_the_path_reads_as_well() -> None:
    text = plain(board(start(2, "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY"), 80))
    assert " 11    K    R    B    R    K    G    Y    P    K    W " in text


@pytest.mark.parametrize("columns", WIDTHS)
def test_every_pawn_stands_once_on_the_board_in_brackets(columns: int, positions: list[Position]) -> None:
    for position in positions:
        found = sorted(s.text for line in board(position, columns) for s in line if s.role is Role.PAWN)
        assert found == sorted(f"[{pawn}]" for pawn in PAWNS[: len(position.pawns)])


def test_waiting_pawns_stand_at_the_start() -> None:
    position = parse_position(MIDDLE)
    (line,) = (line for line in plain(board(position, 60)).splitlines() if line.startswith("Start"))
    assert line == "Start [R] [Y]"
    assert position.pawns.count(START) == 2


def test_pawns_stand_above_the_worth_of_their_step() -> None:
    position = parse_position("R...B.BR..Y. s2,s0,s1 - BR3Y/B2Y3 1 e")
    lines = plain(board(position, 60)).splitlines()
    for pawn, place in zip(PAWNS, position.pawns, strict=False):
        row = next(n for n, line in enumerate(lines) if f"[{pawn}]" in line)
        column = lines[row].index(f"[{pawn}]") + 1
        assert lines[row + 2][column] == str(place - STAIRCASE)


def test_a_wire_lies_between_its_two_places() -> None:
    position = start(2, "BBRRBR", options=Options(wires=(2, 5)))
    for columns in (60, 100):
        (row,) = (line for line in plain(board(position, columns)).splitlines() if line.lstrip().startswith("1 "))
        assert row.split("›")[0].replace(" ", "").startswith("1BB|RRB|R")


def test_a_hidden_hand_shows_only_how_many_discs_it_has() -> None:
    for columns in WIDTHS:
        lines = plain(board(parse_view("RB..BRBRBYYY 5,0,0 BRY ?1/?1 2 m"), columns)).splitlines()
        assert all("1 disc" in line and "×" not in line for line in lines[-2:])


def test_hands_are_listed_with_the_number_of_each_colour() -> None:
    position = parse_position("R...B.BR..Y. s2,8,s1 R BR2Y/B2Y3 1 m")
    for columns in WIDTHS:
        text = plain(board(position, columns, ["Anna", "Ben"]))
        assert "> Anna" in text
        assert "B×1" in text
        assert "R×2" in text
        assert "Y×3" in text


def test_the_title_says_who_is_to_move_and_who_has_won() -> None:
    assert plain(board(parse_position(MIDDLE), 60)).startswith("Seat 2 to move")
    finished = parse_position("R...B.BR..Y. s2,s0,s1 - BR3Y/B2Y3 1 e")
    assert plain(board(finished, 60, ["Anna", "Ben"])).startswith("Ben wins")
    assert "7 points" in plain(board(finished, 60))


def test_the_bonus_pile_keeps_a_gap_for_what_was_won() -> None:
    text = plain(board(parse_position("R...B.BR..Y. s2,8,s1 R BR2Y/B2Y3 1 m"), 60))
    assert "Bonus pile  · R ·" in text


def test_every_coloured_segment_says_its_colour_with_its_letter() -> None:
    for line in board(start(3, Random(4), material=Material(5, 4, 2, 2)), 80):
        for segment in line:
            if segment.colour is not None:
                assert segment.text.strip("[]") == segment.colour
                assert isinstance(segment.colour, Colour)
