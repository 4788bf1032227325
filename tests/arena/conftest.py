"""The strange bots are known by name in every test of the arena."""

import pytest

from bigpoints.arena import timeouts
from bigpoints.bots import registry
from support.strange_bots import BOTS


@pytest.fixture(autouse=True)
def _strange_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, maker in BOTS.items():
        monkeypatch.setitem(registry._OURS, name, maker)
    monkeypatch.setattr(timeouts, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(timeouts, "CLOSING_SECONDS", 0.2)
