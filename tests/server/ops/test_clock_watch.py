"""The clock: it is trusted when it has run evenly for long enough, and what is long enough depends on its jumps."""

import logging
import time
from collections.abc import Mapping

import pytest

from bigpoints.server.ops.clock_watch import ClockWatch, steady_ms

HOUR = 3600 * 1000
DAY = 24 * HOUR
YEAR = 365 * DAY
NOW = 57 * YEAR


class Clocks:
    """A clock that can be set, and one that cannot; both pass by the same steps."""

    def __init__(self, now: int = NOW) -> None:
        self.now = now
        self.steady = 12_345

    def watch(self, marks: Mapping[str, int] | None = None, newest: int | None = None) -> ClockWatch:
        """Watch them from now on."""
        return ClockWatch(lambda: self.now, lambda: self.steady, marks or {}, newest)

    def trusted_after(self, watch: ClockWatch, longest: int = YEAR) -> int | None:
        """Look every quarter of an hour; the milliseconds until the clock is trusted."""
        began = self.steady
        while watch.look() is None:
            if self.steady - began > longest:
                return None
            self.now += HOUR // 4
            self.steady += HOUR // 4
        return self.steady - began


def test_the_clock_is_trusted_after_an_hour(caplog: pytest.LogCaptureFixture) -> None:
    for newest in (None, NOW, NOW - 3 * DAY):
        clocks = Clocks()
        assert clocks.trusted_after(clocks.watch(newest=newest)) == HOUR
    assert not caplog.records


@pytest.mark.parametrize(
    ("off", "wait"), [(90 * DAY, 21.6 * HOUR), (YEAR, 3.65 * DAY), (40 * YEAR, 146 * DAY), (-90 * DAY, 21.6 * HOUR)]
)
def test_the_further_it_is_from_the_newest_event_the_longer_it_waits_and_says_so_once(
    off: int, wait: float, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    waited = clocks.trusted_after(clocks.watch(newest=NOW - off))
    assert waited is not None
    assert wait * 0.97 <= waited <= wait * 1.03 + HOUR
    assert [(record.msg, record.levelno) for record in caplog.records] == [("sweep_postponed", logging.WARNING)]
    fields = caplog.records[0].__dict__["fields"]
    assert fields == {"days_off": abs(off) / DAY, "hours_to_wait": round(abs(off) / 100 / HOUR, 1)}


@pytest.mark.parametrize("jump", [40 * YEAR, -40 * YEAR])
def test_a_jump_while_the_server_runs_begins_the_wait_anew_and_a_jump_back_ends_it(
    jump: int, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks()
    watch = clocks.watch()
    clocks.trusted_after(watch)
    clocks.now += jump
    assert clocks.trusted_after(watch, longest=100 * DAY) is None
    clocks.now -= jump
    assert clocks.trusted_after(watch) == pytest.approx(100 * DAY / 100, rel=0.05)
    told = [record.msg for record in caplog.records]
    assert told == ["clock_jumped", "sweep_postponed", "clock_jumped"]


def test_a_small_jump_costs_an_hour_and_what_is_usual_costs_nothing() -> None:
    clocks = Clocks()
    watch = clocks.watch()
    clocks.trusted_after(watch)
    clocks.now += 60_000
    assert clocks.trusted_after(watch) == 0
    clocks.now += 8 * HOUR
    assert clocks.trusted_after(watch) == HOUR


def test_a_wrong_clock_gains_no_trust_by_restarts_or_by_events_that_it_stamped() -> None:
    clocks = Clocks()
    first = clocks.watch(newest=NOW - 40 * YEAR)
    assert first.look() is None
    for _ in range(50):
        again = clocks.watch(first.marks, newest=clocks.now)
        assert clocks.trusted_after(again, longest=2 * HOUR) is None


def test_an_even_clock_gains_trust_over_restarts() -> None:
    clocks = Clocks()
    marks: dict[str, int] = {}
    for run in range(30):
        watch = clocks.watch(marks, newest=NOW - YEAR)
        waited = clocks.trusted_after(watch, longest=6 * HOUR)
        marks = watch.marks
        if waited is not None:
            assert run in range(13, 16), "3.65 days, in runs of six hours and a quarter"
            break
        clocks.now += HOUR
        clocks.steady = 99
    else:
        pytest.fail("it is never trusted")
    assert clocks.trusted_after(clocks.watch(marks)) == HOUR, "every run begins with an hour"


def test_a_clock_that_was_trusted_is_known_by_that_time_in_the_next_run() -> None:
    clocks = Clocks()
    watch = clocks.watch()
    assert "trusted" not in watch.marks
    clocks.trusted_after(watch)
    assert watch.marks["trusted"] == watch.marks["seen"] == NOW + HOUR
    clocks.now += 40 * YEAR
    assert clocks.trusted_after(clocks.watch(watch.marks, newest=clocks.now), longest=100 * DAY) is None


def test_the_steady_clock_runs_as_time_passes() -> None:
    before = steady_ms()
    time.sleep(0.02)
    assert 10 <= steady_ms() - before < 60_000
