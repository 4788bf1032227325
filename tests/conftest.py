"""Settings of the whole test run: how hard hypothesis tries, and that nothing is skipped unseen on CI."""

import os
import signal
from collections.abc import Generator
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings

ON_CI = bool(os.environ.get("CI"))
Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

settings.register_profile("default", max_examples=200, deadline=None, derandomize=ON_CI)
settings.register_profile(
    "long", max_examples=15_000, deadline=None, derandomize=False, suppress_health_check=list(HealthCheck)
)
settings.load_profile("default")

# What is said depends on the machine no more than on the hour.
os.environ["LC_ALL"] = "C"

# A shell that starts the tests in the background ignores Ctrl-C for them, and so for every command that they interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def _fail_if_skipped(report: Report) -> Report:
    """A test that CI does not run proves nothing, so a skip is a failure there; an expected failure is not a skip."""
    if ON_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"on CI a skipped test counts as a failure: {reason}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _fail_if_skipped((yield))
