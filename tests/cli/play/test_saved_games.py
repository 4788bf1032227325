"""Saved games: named after the time, and found again."""

import errno
import os
from pathlib import Path

import pytest

from bigpoints.bpr import read_records
from bigpoints.cli.play.saved_games import games_folder, new_game_file, saved_files
from bigpoints.cli.record_file import save_games
from bigpoints.record import Record
from bigpoints.rules import start
from support.terminal_games import played, two_people

pytestmark = pytest.mark.usefixtures("own_games_folder")


def test_without_a_file_the_game_goes_to_the_games_folder_and_continue_finds_the_one_left_last(tmp_path: Path) -> None:
    played("--players", "2", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    played("--players", "3", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    run = played("--continue", typed="B+\nquit\n")
    assert "Player 1, Player 2, Player 3" in run.out
    kept = sorted(len(read_records(file)[0].plies) for file in (tmp_path / "data").rglob("*.bpr"))
    assert kept == [1, 2]


def test_a_broken_file_among_the_saved_games_does_not_keep_anybody_from_going_on(tmp_path: Path) -> None:
    played("--players", "2", "--seed", "4", "--first", "1", typed="R+\nquit\n")
    (folder,) = {path.parent for path in tmp_path.rglob("*.bpr")}
    (folder / "newer.bpr").write_text("nonsense")
    assert "Player 2> " in played("--continue", typed="quit\n").out


def test_a_game_that_could_not_be_saved_goes_on_and_says_so_in_the_end(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    run = played(*two_people(file), typed="R+\nB+\nquit\n")
    assert run.code == 1
    assert run.out.count("could not be saved") == 4
    assert "Ben> " in run.out
    assert run.err == f"Goodbye. The game is NOT kept: {file} cannot be written.\n"


def test_a_new_file_is_named_after_the_time_and_never_one_that_is_there() -> None:
    files = []
    for _ in range(3):
        files.append(new_game_file())
        files[-1].touch()
    assert len(set(files)) == 3
    assert {file.parent for file in files} == {games_folder()}
    assert all(file.name[:4].isdigit() and file.suffix == ".bpr" for file in files)


def test_saved_files_come_newest_first_and_others_are_left_out() -> None:
    folder = games_folder()
    folder.mkdir(parents=True)
    game = Record(start(2, "BRBR"), ("Anna", "Ben"))
    for name in ("b.bpr", "a.bpr", "notes.txt"):
        save_games(folder / name, [game])
    for name, age in (("b.bpr", 100), ("a.bpr", 300)):
        os.utime(folder / name, (1_000_000 - age, 1_000_000 - age))
    assert [file.name for file in saved_files()] == ["b.bpr", "a.bpr"]
