"""Parts of the server killed while people play: what was acknowledged is there, once, and every table goes on.

50 kills; `make faults` kills 1,000 times.
"""

from pathlib import Path

import pytest

from faults.installation import on_postgres, on_sqlite
from faults.play import play_round
from support.server_process import PATIENCE

KILLS = 10


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_acknowledged_is_lost_when_a_server_on_sqlite_or_its_bots_are_killed(tmp_path: Path, seed: int) -> None:
    with on_sqlite(tmp_path) as installation:
        done = play_round(installation, seed, KILLS, PATIENCE)
    assert done["kills"] >= KILLS
    assert done["acknowledged_commands"] > 10 * KILLS


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nor_when_workers_their_bots_or_their_postgresql_are_killed(tmp_path: Path, seed: int) -> None:
    with on_postgres(tmp_path) as installation:
        done = play_round(installation, seed, KILLS, PATIENCE)
    assert done["kills"] >= KILLS
    assert done["acknowledged_commands"] > 10 * KILLS
