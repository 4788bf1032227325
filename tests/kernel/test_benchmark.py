"""The benchmark: units per second, the best of several rounds, each of them run."""

from time import sleep

import pytest

from bigpoints.kernel.benchmark import best_of, kernel_rounds, make_round


def test_a_round_gives_units_per_second() -> None:
    def work() -> int:
        sleep(0.05)
        return 100

    assert 200 < make_round(work)() <= 2000  # 2,000 where the machine does nothing else.


def test_the_best_round_counts_and_every_round_runs_at_least_once() -> None:
    speeds = {"one": iter([3.0, 5.0, 4.0]), "other": iter([7.0, 1.0, 2.0])}
    rounds = {name: speed.__next__ for name, speed in speeds.items()}
    assert best_of(rounds, 0) == {"one": 3.0, "other": 7.0}
    with pytest.raises(StopIteration):  # For a whole minute, if there were rounds enough.
        best_of(rounds, 60)
    assert [next(speed, None) for speed in speeds.values()] == [None, None]


def test_rounds_alternate_for_as_long_as_they_are_given() -> None:
    ran: list[str] = []

    def one_round(name: str) -> float:
        sleep(0.01)
        ran.append(name)
        return 1.0

    best_of({"one": lambda: one_round("one"), "other": lambda: one_round("other")}, 0.1)
    assert len(ran) >= 4
    assert ran == ["one", "other"] * (len(ran) // 2)


def test_everything_that_the_kernel_is_measured_by_has_a_speed() -> None:
    speeds = best_of(kernel_rounds(threads=2), 0)
    assert next(iter(speeds)) == "calibration"
    assert min(speeds.values()) > 0
    assert speeds["batch_plies_per_s_threads"] > 0.5 * speeds["batch_plies_per_s"]
