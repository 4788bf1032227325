"""Checkpoint files: entries come back, a cut-off line is dropped, and another run's file is refused."""

import json
from pathlib import Path

import pytest

from bigpoints.bots.checkpoint import Checkpoint, CheckpointEntry, CheckpointMismatch

RUN: CheckpointEntry = {"run": 1}


def described(entry: CheckpointEntry) -> str:
    return f"run {entry.get('run')}"


def opened(file: Path, run: CheckpointEntry = RUN) -> Checkpoint:
    return Checkpoint(file, run, described)


def test_entries_come_back_in_the_order_they_were_added(tmp_path: Path) -> None:
    file = tmp_path / "run"
    checkpoint = opened(file)
    assert checkpoint.entries == []
    checkpoint.add({"part": 2})
    checkpoint.add({"part": 1})
    assert opened(file).entries == [{"part": 2}, {"part": 1}]


def test_an_entry_is_in_the_file_when_add_returns(tmp_path: Path) -> None:
    file = tmp_path / "run"
    opened(file).add({"part": "é"})
    assert [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] == [RUN, {"part": "é"}]


def test_a_line_that_was_cut_off_is_dropped_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "run"
    checkpoint = opened(file)
    checkpoint.add({"part": 1})
    whole = file.read_text()
    file.write_text(whole + '{"part"')
    assert opened(file).entries == [{"part": 1}]
    assert file.read_text() == whole
    assert list(tmp_path.iterdir()) == [file]


def test_an_empty_file_becomes_one_of_this_run(tmp_path: Path) -> None:
    file = tmp_path / "run"
    file.touch()
    opened(file)
    assert json.loads(file.read_text()) == RUN


@pytest.mark.parametrize(
    ("text", "kept"), [('{"run": 2}\n', "run 2"), ("[1]\n", "something else"), ("hello\n", "something else")]
)
def test_the_file_of_another_run_is_refused_and_left_alone(tmp_path: Path, text: str, kept: str) -> None:
    file = tmp_path / "run"
    file.write_text(text)
    with pytest.raises(CheckpointMismatch, match=f"keeps {kept}, not run 1"):
        opened(file)
    assert file.read_text() == text


def test_a_line_that_is_no_entry_is_an_empty_one(tmp_path: Path) -> None:
    file = tmp_path / "run"
    opened(file)
    file.write_text(file.read_text() + "nonsense\n[1]\n")
    assert opened(file).entries == [{}, {}]


def test_a_mismatch_names_the_file_and_the_beginning_of_the_entry(tmp_path: Path) -> None:
    error = opened(tmp_path / "run").mismatch({"long": "x" * 100}, "game")
    assert str(error).startswith(f"{tmp_path / 'run'}: ")
    assert str(error).endswith("is no finished game of this run")
    assert "x" * 50 not in str(error)
