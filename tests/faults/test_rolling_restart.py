"""A rolling restart: one worker after the other ends in order and comes back, while people play."""

from functools import partial
from pathlib import Path
from random import Random

from faults.installation import Installation, on_postgres, on_sqlite
from faults.ledger import Numbers
from faults.play import Party, play_through
from support.server_process import PATIENCE

RECONNECT_SECONDS = 5.0
"""On a busy machine; the worker that ends is never waited for."""


def restart_all(installation: Installation, party: Party, _: Random) -> Numbers:
    """Restart all workers, one after the other, each while people play."""
    for worker in installation.workers:
        party.gather()
        assert worker.stop() == 0
        worker.start()
    return {"restarts": len(installation.workers)}


def test_no_move_is_lost_when_a_server_is_restarted_while_people_play(tmp_path: Path) -> None:
    with on_sqlite(tmp_path) as installation:
        done = play_through(installation, 1, partial(restart_all, installation), PATIENCE)
    assert done["reconnects"] >= 1


def test_nobody_is_away_for_longer_than_a_reconnect_when_workers_are_restarted_one_by_one(tmp_path: Path) -> None:
    with on_postgres(tmp_path) as installation:
        done = play_through(installation, 1, partial(restart_all, installation), PATIENCE)
    assert done["reconnects"] >= len(installation.workers)
    assert done["longest_reconnect_seconds"] < RECONNECT_SECONDS
