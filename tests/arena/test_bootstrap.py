import numpy as np
import pytest

from bigpoints.arena.bootstrap import Doubles, Estimate, bootstrap_estimates, resample_counts


def share_of(won: list[int]) -> Estimate:
    """The share of boards that were won."""

    def figures(counts: Doubles) -> Doubles:
        return np.array([counts @ np.array(won) / counts.sum()])

    return bootstrap_estimates(len(won), figures)[0]


def test_as_many_boards_are_drawn_again() -> None:
    assert set(resample_counts(17).sum(axis=1).tolist()) == {17}
    assert (resample_counts(17) == resample_counts(17)).all()


def test_a_share_lies_within_two_standard_errors() -> None:
    share = share_of([0, 1] * 200)
    assert share.value == 0.5
    assert share.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.012)
    assert share.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.012)


@pytest.mark.parametrize("won", [[1], [0], [1] * 50])
def test_boards_that_all_say_the_same_do_not_tell_how_sure_it_is(won: list[int]) -> None:
    assert share_of(won) == Estimate(won[0], None, None)
