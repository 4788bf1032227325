"""Open files: the limit of the system is used to the full, and connections leave some for everything else."""

import resource
import subprocess
import sys

import pytest

from bigpoints.server.ops.open_files import most_connections, raise_open_file_limit

LIMITED = """
import resource, sys
soft, hard = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
from bigpoints.server.ops.open_files import raise_open_file_limit
print(raise_open_file_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(("soft", "hard"), [(64, 128), (128, 128), (256, 1024)])
def test_the_limit_is_raised_as_far_as_the_system_allows(soft: int, hard: int) -> None:
    command = [sys.executable, "-c", LIMITED, str(soft), str(hard)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(hard)] * 3


def test_where_the_system_refuses_much_less_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = [256, resource.RLIM_INFINITY]

    def set_limit(_: int, wanted: tuple[int, int]) -> None:
        if wanted[0] > 10_240:
            raise ValueError("more than this system lets anybody have")
        limit[:] = wanted

    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limit))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert raise_open_file_limit() == 10_240


@pytest.mark.parametrize(
    ("open_files", "workers", "most"), [(1024, 1, 952), (1024, 4, 928), (65_536, 1, 65_464), (100, 4, 50), (None, 1, 0)]
)
def test_some_files_are_left_for_the_database_the_log_and_the_workers(
    open_files: int | None, workers: int, most: int
) -> None:
    assert most_connections(open_files, workers) == most
