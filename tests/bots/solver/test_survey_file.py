"""The checkpoint file of a survey: it resumes, and refuses what is not its own."""

import json
from pathlib import Path

import pytest

from bigpoints.bots.checkpoint import CheckpointMismatch
from bigpoints.bots.solver.survey import Survey, Tally
from bigpoints.bots.solver.survey_file import SurveyFile
from bigpoints.position import Material
from support.surveys import surveyed


def test_chunks_are_read_back_as_they_were_kept(tmp_path: Path) -> None:
    survey, file = Survey(Material(3, 3, 0, 0)), tmp_path / "run"
    SurveyFile(survey, file).keep(2, Tally(40, 7, 3, 1.5))
    again = SurveyFile(survey, file)
    assert again.chunks == {2: Tally(40, 7, 3, 1.5)}
    again.keep(0, Tally(50, 0, 0, 0.5))
    assert SurveyFile(survey, file).total == Tally(90, 7, 3, 2.0)


def test_without_a_file_chunks_are_kept_in_memory(tmp_path: Path) -> None:
    kept = SurveyFile(Survey(Material(3, 3, 0, 0)), None)
    kept.keep(0, Tally(50, 0, 0, 0.5))
    assert kept.total.boards == 50
    assert list(tmp_path.iterdir()) == []


def test_a_chunk_that_is_kept_twice_is_refused(tmp_path: Path) -> None:
    survey, file = Survey(Material(3, 3, 0, 0)), tmp_path / "run"
    kept = SurveyFile(survey, file)
    for _ in range(2):
        kept.keep(0, Tally(50, 0, 0, 0.5))
    with pytest.raises(CheckpointMismatch, match="is no finished chunk"):
        SurveyFile(survey, file)


def test_what_is_kept_is_not_solved_again(tmp_path: Path) -> None:
    survey, file = Survey(Material(3, 3, 0, 0)), tmp_path / "run"
    total = surveyed(survey, file)
    *lines, last = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines) + last[:9])  # Cut off in the middle of a line.
    kept = SurveyFile(survey, file)
    assert 0 < kept.total.boards < survey.to_solve
    assert surveyed(survey, file)[:3] == total[:3]
    assert SurveyFile(survey, file).total.boards == survey.to_solve


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run"
    surveyed(Survey(Material(2, 2, 0, 0)), file)
    with pytest.raises(CheckpointMismatch, match=r"keeps all boards of 2x2 .*, not all boards of 3x3"):
        SurveyFile(Survey(Material(3, 3, 0, 0)), file)
    with pytest.raises(CheckpointMismatch, match=r"not a sample of 5 \(seed 1\)"):
        SurveyFile(Survey(Material(2, 2, 0, 0), sample=5), file)


@pytest.mark.parametrize("text", ["dear diary\n", "[1, 2]\n", "{}\n"])
def test_a_file_that_keeps_something_else_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "diary"
    file.write_text(text)
    with pytest.raises(CheckpointMismatch, match="keeps something else"):
        SurveyFile(Survey(Material(2, 2, 0, 0)), file)
    assert file.read_text() == text


def test_a_file_with_a_strange_line_is_refused(tmp_path: Path) -> None:
    file, survey = tmp_path / "run", Survey(Material(2, 2, 0, 0))
    SurveyFile(survey, file)
    file.write_text(file.read_text() + json.dumps({"chunks": 3}) + "\n")
    with pytest.raises(CheckpointMismatch, match="is no finished chunk"):
        SurveyFile(survey, file)


@pytest.mark.parametrize(
    "chunk",
    [
        {"chunk": 0, "first": 1000, "tie": 0, "second": -997, "seconds": 0.1},
        {"chunk": 0, "first": 2, "tie": 0, "second": 0, "seconds": 0.1},
        {"chunk": 7, "first": 3, "tie": 0, "second": 0, "seconds": 0.1},
        {"chunk": 0, "first": 1.5, "tie": 1.5, "second": 0, "seconds": 0.1},
    ],
)
def test_a_file_whose_counts_cannot_be_is_refused(tmp_path: Path, chunk: dict[str, float]) -> None:
    file, survey = tmp_path / "run", Survey(Material(2, 2, 0, 0))
    SurveyFile(survey, file)
    file.write_text(file.read_text() + json.dumps(chunk) + "\n")
    with pytest.raises(CheckpointMismatch, match="is no finished chunk of this run"):
        SurveyFile(survey, file)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_bytes(b"\x89PNG\xff\xfe\n")
    with pytest.raises(CheckpointMismatch, match="keeps something else"):
        SurveyFile(Survey(Material(2, 2, 0, 0)), file)


def test_a_first_line_cut_off_before_its_end_is_mended(tmp_path: Path) -> None:
    file, survey = tmp_path / "run", Survey(Material(2, 2, 0, 0))
    SurveyFile(survey, file)
    file.write_text(file.read_text().rstrip("\n"))
    surveyed(survey, file)
    assert SurveyFile(survey, file).total.boards == survey.to_solve
