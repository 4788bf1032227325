import runpy
from itertools import islice
from pathlib import Path

import pytest

from bigpoints.bots.bot import Budget, Choice
from bigpoints.position import Position
from bigpoints.rules import legal_moves
from support.fake_bots import Acting, Judge

CALIBRATION = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "calibration.py"))
Said, said, tenths = (CALIBRATION[name] for name in ("Forecast", "collect_forecasts", "tenths"))


def test_all_that_is_said_of_every_seat_is_held_against_the_end() -> None:
    told = list(said(Judge(), 3, 2))
    assert len(told) > 3 * 50
    for position in zip(*(islice(told, seat, None, 3) for seat in range(3)), strict=True):
        assert sorted(one.given for one in position) == pytest.approx([0.1, 0.1, 0.8])
        assert sum(one.came_true for one in position) == pytest.approx(1)
    assert told == list(said(Judge(), 3, 2)), "the same games each time"


def test_what_is_proven_is_left_out() -> None:
    def prove(position: Position, _: Budget) -> Choice:
        is_proven = position.seat == 1
        return Choice(legal_moves(position)[0], (1.0, 0.0) if is_proven else (0.25, 0.75), exact=is_proven)

    assert {one.given for one in said(Acting(prove), 2, 1)} == {0.25, 0.75}


def test_tenths_say_what_was_given_on_average_and_what_came_true() -> None:
    told = [Said(0.5, 1.0), Said(0.58, 0.0), Said(0.59, 0.5), Said(0.0, 0.0), Said(1.0, 1.0), Said(0.9, 0.0)]
    assert tenths(told) == [
        {"given": 0.0, "came_true": 0.0, "times": 1},
        {"given": 0.5567, "came_true": 0.5, "times": 3},
        {"given": 0.95, "came_true": 0.5, "times": 2},
    ]
