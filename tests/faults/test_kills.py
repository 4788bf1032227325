"""Parts of the server killed while people play: what was acknowledged is there, once, and every table goes on.

50 kills; `make faults` kills 1,000 times.
"""

from pathlib import Path

import pytest

from faults.installation import on_postgres, on_sqlite
from faults.play import play_round
from support.server_process import PATIENCE

ON_SQLITE, ON_POSTGRESQL = 20, 15
"""Kills of a round."""


def test_nothing_acknowledged_is_lost_when_a_server_on_sqlite_or_its_bots_are_killed(tmp_path: Path) -> None:
    with on_sqlite(tmp_path) as installation:
        done = play_round(installation, 1, ON_SQLITE, PATIENCE)
    assert done["kills"] >= ON_SQLITE
    assert done["acknowledged_commands"] > 5 * ON_SQLITE
    assert done["reconnects_to_an_older_version"] == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_nor_when_workers_their_bots_or_their_postgresql_are_killed(tmp_path: Path, seed: int) -> None:
    with on_postgres(tmp_path) as installation:
        done = play_round(installation, seed, ON_POSTGRESQL, PATIENCE)
    assert done["kills"] >= ON_POSTGRESQL
    assert done["acknowledged_commands"] > 5 * ON_POSTGRESQL
