import json
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import pytest

from bigpoints.bots.checkpoint import CheckpointMismatch
from bigpoints.bots.solver.survey import Survey, Tally, enumerate_classes, sample_boards, solve_chunks, solve_paths
from bigpoints.bots.solver.survey_file import SurveyFile
from bigpoints.position import Material

PUBLISHED = {
    (2, 2): (6, 0, 0),
    (2, 3): (12, 8, 0),
    (2, 4): (18, 48, 4),
    (3, 2): (54, 30, 6),
    (3, 3): (1308, 372, 0),
    (4, 2): (2184, 336, 0),
}
"""The thesis' shares of boards won by the first player, tied, and won by the second, as counts."""


def surveyed(survey: Survey, file: Path | None = None) -> Tally:
    """All of a survey, solved on two threads."""
    kept = SurveyFile(survey, file)
    with ThreadPoolExecutor(2) as pool:
        solve_chunks(survey, pool, 2, kept.chunks, kept.keep)
    return kept.total.times(survey.class_size)


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_published_table_is_reproduced(size: tuple[int, int]) -> None:
    survey = Survey(Material(*size, 0, 0))
    tally = surveyed(survey)
    assert tally[:3] == PUBLISHED[size]
    assert tally.boards == survey.boards


@pytest.mark.parametrize("material", [Material(2, 2, 0, 0), Material(3, 1, 1, 0), Material(2, 2, 1, 1)])
def test_there_is_one_board_of_each_class(material: Material) -> None:
    survey = Survey(material)
    every = {"".join(board) for board in permutations(material.path)}
    assert len(every) == survey.boards == survey.to_solve * survey.class_size
    renamed = {path.translate(names) for path in enumerate_classes(material) for names in _namings(material)}
    assert renamed == every


def _namings(material: Material) -> list[dict[int, int]]:
    colours = "BRYGP"[: material.colours]
    return [str.maketrans(colours, "".join(names)) for names in permutations(colours)]


def test_the_same_seed_draws_the_same_boards() -> None:
    material = Material(4, 4, 0, 0)
    assert (
        list(sample_boards(material, 5, 7))
        == list(sample_boards(material, 5, 7))
        != list(sample_boards(material, 5, 8))
    )


def test_what_is_kept_is_not_solved_again(tmp_path: Path) -> None:
    survey, file = Survey(Material(3, 3, 0, 0)), tmp_path / "run"
    total = surveyed(survey, file)
    *lines, last = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines) + last[:9])  # Cut off in the middle of a line.
    kept = SurveyFile(survey, file)
    assert 0 < kept.total.boards < survey.to_solve
    assert surveyed(survey, file)[:3] == total[:3]
    assert SurveyFile(survey, file).total.boards == survey.to_solve


def test_chunks_finished_before_an_interruption_are_kept(tmp_path: Path) -> None:
    survey, file = Survey(Material(3, 3, 0, 0)), tmp_path / "run"
    kept = SurveyFile(survey, file)

    def interrupted(number: int, tally: Tally) -> None:
        kept.keep(number, tally)
        if len(kept.chunks) == 1:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        solve_chunks(survey, pool, 1, (), interrupted)
    assert SurveyFile(survey, file).chunks
    assert surveyed(survey, file)[:3] == PUBLISHED[3, 3]


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


def test_the_first_player_loses_every_board_with_one_disc_of_each_of_two_colours() -> None:
    assert solve_paths(["BR", "RB"])[:3] == (0, 0, 2)
