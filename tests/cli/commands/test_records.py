"""The commands about files of games: replay, score and check."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from bigpoints.bpr import records_text
from bigpoints.position import Material
from bigpoints.record import Record
from bigpoints.rules import scores
from bigpoints.series import Series
from support.command_line import bigpoints, on_a_terminal, refused
from support.strategies import Ply, games, played_out

EVENING = """\
[Event "Family evening"]
[Date "2026.11.15"]
[Seat1 "Blue [bold]team[/bold]"]
[Seat2 "bot:level4"]
[Path "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY"]
[First "1"]
[Result "35/38"]

{Grandma
watches} Y+ {bold} Y- P- B+ P+ R- B+ B<+ B- Y- P+ R- G+ P+ B- P- R- B+ R- P- Y+ R+ G+ R+ B- R^
P- Y+ Y+ B+ B^ G+ Y^ G^ P+ P^

"""
UNFINISHED = """\
[Seat1 "Ann"]
[Seat2 "Bob"]
[Path "BRBR"]
[First "2"]
[Options "optional_bonus,wires=2"]
[Result "*"]

B+ R-

"""
# R19: purple on 2, red on 4, green on 0; here blue is on 3 and yellow on 1.
EXAMPLE_PATH = "." * 4 + "B" * 9 + "R" * 8 + "Y" * 9 + "G" * 9 + "P" * 9 + "W" * 3 + "K" * 4
EXAMPLE = f"""\
[Seat1 "Ann"]
[Seat2 "Bob"]
[Start "{EXAMPLE_PATH} s3,s4,s1,s0,s2 - R2GPW2K/BY!2 1 e"]
"""


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    return written(tmp_path, EVENING)


def written(folder: Path, text: str) -> Path:
    file = folder / "evening.bpr"
    file.write_text(text, encoding="utf-8")
    return file


def series(players: int, count: int) -> list[Record]:
    """The first finished games of a series."""
    rng = Random(1)
    cup = Series("Cup", ("Ann", "Bob", "Cy", "Di", "Ed")[:players], 2)
    for _ in range(count):
        cup = cup.begin(rng, material=Material(colours=2, discs=2, white=1, black=0))
        for ply in played_out(cup.games[-1].final, rng):
            cup = cup.going_on(cup.games[-1].plus(ply.move))
    return list(cup.games)


# --- replay -----------------------------------------------------------------------------------------------------------


def test_replay_tells_every_ply_in_words(evening: Path) -> None:
    code, out, err = bigpoints("replay", evening)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["Family evening, 2026.11.15", "{Grandma watches}"]
    words = "yellow goes to place 2, takes red ahead (place 3) {bold}"
    assert lines[2] == f" 1.  Blue [bold]team[/bold]  Y+   {words}"
    assert lines[37] == "36.  bot:level4              P^   purple climbs to step 0, takes its bonus disc"
    assert "bot:level4 wins" in lines


def test_replay_wraps_on_a_narrow_terminal(evening: Path) -> None:
    shown = on_a_terminal("replay", evening, columns=40)
    assert "\x1b[" in shown
    assert "Blue [bold]team[/bold]" in shown


def test_replay_shows_the_position_after_a_ply(evening: Path) -> None:
    lines = bigpoints("replay", evening, "--ply", 2).out.splitlines()
    assert lines[0] == "After ply 2 of 36:"
    assert "Y-" in lines[1]
    assert lines[-1].endswith(" 0,0,4,0,0 BRYGP R/Y 1 m")


def test_ply_0_is_the_start(evening: Path) -> None:
    lines = bigpoints("replay", evening, "--ply", 0).out.splitlines()
    assert lines[0] == "The start, before the first of 36 plies:"
    assert lines[-1].endswith(" 0,0,0,0,0 BRYGP -/- 1 m")


def test_replay_can_print_positions_only(evening: Path) -> None:
    lines = bigpoints("replay", evening, "--bpn").out.splitlines()
    assert len(lines) == 37
    assert bigpoints("replay", evening, "--bpn", "--ply", 36).out.splitlines() == lines[-1:]


def test_replay_says_the_options(tmp_path: Path) -> None:
    assert "Options: bonus discs may be left" in bigpoints("replay", written(tmp_path, UNFINISHED)).out


def test_one_of_several_games_can_be_chosen(tmp_path: Path) -> None:
    file = written(tmp_path, EVENING + UNFINISHED)
    assert bigpoints("replay", file, "--game", 2).out.startswith("game 2 of 2\n")
    assert bigpoints("replay", file).out.count(" of 2\n") == 2


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--ply", 37], "--ply: found '37'; accepted: 0 to 36"),
        (["--ply=-1"], "--ply: found '-1'; accepted: 0 to 36"),
        (["--game", 2], "--game: found '2'; accepted: 1 to 1"),
        (["--game", 0], "--game: found '0'; accepted: 1 to 1"),
    ],
)
def test_what_is_not_in_the_file_is_refused(evening: Path, options: list[object], reason: str) -> None:
    assert refused("replay", evening, *options) == f"bigpoints: {reason}"


@given(games())
@settings(max_examples=30)
def test_every_game_can_be_replayed_and_scored(plies: list[Ply]) -> None:
    seats = tuple(f"Player {seat}" for seat in range(1, plies[0].before.players + 1))
    record = Record(plies[0].before, seats, tuple(ply.move for ply in plies))
    text = records_text([record]).encode()
    assert bigpoints("replay", "-", given=text).code == 0
    sheet = bigpoints("score", "-", given=text).out.splitlines()
    totals = [int(line.split()[-1]) for line in sheet if line.split()[:1] == ["total"]]
    assert totals == list(scores(plies[-1].after))


# --- score ------------------------------------------------------------------------------------------------------------


def test_the_score_sheet_of_the_rulebooks_example(tmp_path: Path) -> None:
    assert bigpoints("score", written(tmp_path, EXAMPLE)).out.splitlines() == [
        "game 1 of 1",
        "Ann",
        "  2 × red (4 each)              8",
        "  1 × green (0 each)            0",
        "  1 × purple (2 each)           2",
        "  2 × white (4 other colours)   8",
        "  1 × black (0 each)            0",
        "  total                        18",
        "",
        "Bob",
        "  1 × blue (3 each)             3",
        "  1 × yellow (1 each)           1",
        "  2 × wire (-1 each)           -2",
        "  total                         2",
        "",
        "Ann wins with 18.",
    ]


def test_a_tie_is_shared(tmp_path: Path) -> None:
    text = '[Seat1 "Ann"]\n[Seat2 "Bob"]\n[Start "..BR s1,s0 - BR/BR 1 e"]\n'
    assert bigpoints("score", written(tmp_path, text)).out.endswith("Ann and Bob share the win with 1 each.\n")


def test_an_unfinished_game_shows_what_the_hands_can_be_worth(tmp_path: Path) -> None:
    code, out, err = bigpoints("score", written(tmp_path, UNFINISHED))
    assert (code, err) == (0, "")
    assert out.splitlines()[1:] == [
        "The game goes on: Bob is to move. The discs in hand can be worth",
        "  Ann  -1 to 0",
        "  Bob  0 to 1",
    ]


def test_a_series_has_totals(tmp_path: Path) -> None:
    played = series(2, 2)
    totals = [sum(points) for points in zip(*(scores(game.final) for game in played), strict=True)]
    out = bigpoints("score", written(tmp_path, records_text(played))).out
    assert "Series Cup, 2 of 2 games over\n" in out
    assert f"\nAnn  {totals[0]}\nBob  {totals[1]}\n" in out
    assert out.splitlines()[-1].endswith(f"{max(totals)}.")


def test_a_series_under_way_has_totals_but_no_winner(tmp_path: Path) -> None:
    out = bigpoints("score", written(tmp_path, records_text(series(3, 2)))).out
    assert "Series Cup, 2 of 3 games over\n" in out
    assert "wins" not in out.split("Series Cup, 2 of 3")[1]


def test_games_that_merely_share_a_file_have_no_totals(tmp_path: Path) -> None:
    assert "Series" not in bigpoints("score", written(tmp_path, EVENING + EVENING)).out
    assert "games over" not in bigpoints("score", written(tmp_path, records_text(series(3, 2)[1:]))).out


# --- check ------------------------------------------------------------------------------------------------------------


def test_a_correct_file_is_said_to_be_so(tmp_path: Path, evening: Path) -> None:
    assert bigpoints("check", evening) == (0, f"{evening}: ok, 1 game\n", "")
    several = written(tmp_path, records_text(series(5, 5)))
    assert bigpoints("check", several) == (0, f"{several}: ok, 5 games\n", "")


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ("G^ P+ P^", "G^ P^ P^", ":11:25: ply 35: P^ cannot be played; legal: P+ P-"),
        ("35/38", "36/38", ":7:1: Result: found '36/38'; accepted: 35/38, as the plies have it"),
        ("Y+ {bold}", "Z+", ":10:10: move: found 'Z+'; accepted: "),
        ('[First "1"]', '[First "3"]', ":6:1: First: found '3'; accepted: 1 to 2"),
        ('[First "1"]\n', "", ":1:1: First: nothing found; accepted: "),
        ("{bold}", "{bold", ":10:13: comment: "),
    ],
)
def test_a_fault_is_named_with_its_line_and_column(tmp_path: Path, right: str, wrong: str, fault: str) -> None:
    file = written(tmp_path, EVENING.replace(right, wrong, 1))
    for command in ("check", "replay", "score"):
        line = refused(command, file).removeprefix("bigpoints: ")
        assert line.startswith(f"{file}{fault}")


def test_every_file_is_checked_even_after_a_fault(tmp_path: Path, evening: Path) -> None:
    empty, missing = tmp_path / "empty.bpr", tmp_path / "missing.bpr"
    empty.touch()
    code, out, err = bigpoints("check", missing, empty, tmp_path, evening)
    assert (code, out) == (1, f"{evening}: ok, 1 game\n")
    assert err.splitlines() == [
        f"{missing}: No such file or directory",
        f"{empty}: there is no game in it",
        f"{tmp_path}: Is a directory",
    ]


def test_standard_input_can_be_checked() -> None:
    assert bigpoints("check", "-", given=EVENING.encode()).out == "standard input: ok, 1 game\n"
    assert refused("check", "-", given=b"\xff") == "standard input: not UTF-8 text"
    assert refused("check", "-") == "standard input: there is no game in it"


def test_a_file_that_is_no_text_is_a_fault_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "picture.bpr"
    file.write_bytes(b'[Event "\n\xff"]')
    assert refused("check", file).startswith(f"{file}:2:1: ")
