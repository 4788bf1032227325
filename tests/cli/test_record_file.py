"""Files of games: whole or as before, with their mode and their links."""

import errno
from pathlib import Path

import pytest

from bigpoints.bpr import read_records
from bigpoints.cli.record_file import save_games
from bigpoints.record import Record
from bigpoints.rules import start

GAME = Record(start(2, "BRBR"), ("Anna", "Ben"), tags={"Event": "Zoë’s evening"})
OTHER = Record(start(3, "RBRB"), ("Carl", "Dora", "Emil"))


def test_saved_games_are_read_back_as_they_were(file: Path) -> None:
    save_games(file, [GAME, OTHER])
    assert read_records(file) == [GAME, OTHER]
    assert b"\r" not in file.read_bytes()


def test_saving_never_leaves_half_a_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    save_games(file, [GAME])
    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="Input/output error"):
        save_games(file, [OTHER])
    assert read_records(file) == [GAME]
    assert list(file.parent.iterdir()) == [file]


def test_saving_keeps_the_mode_of_a_file_and_a_link_to_it(file: Path, tmp_path: Path) -> None:
    save_games(file, [GAME])
    file.chmod(0o640)
    link = tmp_path / "link.bpr"
    link.symlink_to(file)
    save_games(link, [OTHER])
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert read_records(file) == [OTHER]
