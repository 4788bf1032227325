"""Terminal games of the version before go on in the present one: tests/data/legacy/README.md says what they are."""

import os
import shutil
from pathlib import Path

import pytest

from bigpoints.bpr import read_records
from bigpoints.record import Record
from bigpoints.rules import legal_moves
from bigpoints.series import series_of
from support.terminal_games import played

pytestmark = pytest.mark.usefixtures("own_games_folder")

GAMES = Path(__file__).parents[2] / "data" / "legacy" / "games"
GAME, SERIES = "2026-11-18-005142.bpr", "2026-11-18-005201.bpr"
LONGEST = 200


def shelved(tmp_path: Path, *names: str) -> list[Path]:
    """The kept games in the games folder of this test, the last one the newest."""
    folder = tmp_path / "data" / "bigpoints" / "games"
    folder.mkdir(parents=True)
    files = [Path(shutil.copy(GAMES / name, folder)) for name in names]
    for age, file in enumerate(reversed(files)):
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    return files


def first_move(game: Record) -> str:
    return str(legal_moves(game.final)[0])


def play_on(file: Path) -> None:
    """Type the first legal move, in a new run for each."""
    game = read_records(file)[-1]
    typed = "\n" if game.final.is_over else f"{first_move(game)}\n"
    run = played("--continue", "--seed", "1", typed=typed)
    assert run.code in (0, 1), run.err
    assert read_records(file)[-1] != game


def test_continue_finds_the_game_that_was_kept_last(tmp_path: Path) -> None:
    shelved(tmp_path, GAME, SERIES)
    assert "Anna, Ben, bot:random, game 2 of 3" in played("--continue", typed="quit\n").out


def test_a_kept_game_stands_as_it_was_left(tmp_path: Path) -> None:
    (file,) = shelved(tmp_path, GAME)
    before = file.read_bytes()
    run = played("--continue", typed="quit\n")
    assert "Anna, bot:level2" in run.out
    assert "Anna> " in run.out
    assert file.read_bytes() == before


@pytest.mark.parametrize("name", [GAME, SERIES])
def test_a_kept_game_is_played_on_to_the_end(tmp_path: Path, name: str) -> None:
    (file,) = shelved(tmp_path, name)
    begun = read_records(file)
    for _ in range(LONGEST):
        games = read_records(file)
        if series_of(games).is_over if name == SERIES else games[-1].final.is_over:
            break
        play_on(file)
    over = read_records(file)
    assert over[-1].final.is_over
    assert over[: len(begun) - 1] == begun[:-1]
    number = len(begun) - 1
    assert over[number].start == begun[number].start
    assert over[number].plies[: len(begun[number].plies)] == begun[number].plies
