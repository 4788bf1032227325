"""A table in memory: it knows the commands executed last, and whether there are more."""

import pytest

from bigpoints.server.live.live_table import MAX_COMMANDS, LiveTable
from bigpoints.server.table.refusals import Refused
from support.story import Story


def test_it_knows_the_commands_executed_last() -> None:
    live = LiveTable(Story("anna", "ben").table)
    for version in range(2, 1000):
        live.remember(f"c{version}", version)
        live.table = live.table._replace(version=version)
        assert live.has_forgotten == (version > MAX_COMMANDS + 1)
    assert live.commands == {f"c{version}": version for version in range(1000 - MAX_COMMANDS, 1000)}


def test_one_that_was_deleted_is_refused() -> None:
    live = LiveTable(Story("anna", "ben").table)
    live.check_exists()
    live.is_gone = True
    with pytest.raises(Refused, match="no_such_table"):
        live.check_exists()
