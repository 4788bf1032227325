from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import pytest

from bigpoints.bots.solver.survey import Survey, Tally, enumerate_classes, sample_boards, solve_chunks, solve_paths
from bigpoints.bots.solver.survey_file import SurveyFile
from bigpoints.position import Material
from support.surveys import surveyed

PUBLISHED = {
    (2, 2): (6, 0, 0),
    (2, 3): (12, 8, 0),
    (2, 4): (18, 48, 4),
    (3, 2): (54, 30, 6),
    (3, 3): (1308, 372, 0),
    (4, 2): (2184, 336, 0),
}
"""The thesis' shares of boards won by the first player, tied, and won by the second, as counts."""


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


def test_the_first_player_loses_every_board_with_one_disc_of_each_of_two_colours() -> None:
    assert solve_paths(["BR", "RB"])[:3] == (0, 0, 2)
