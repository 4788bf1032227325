"""The strange bots are known by name in every test of the arena."""

import pytest

from bigpoints.arena import guarding
from bigpoints.bots import named
from support.strange_bots import BOTS


@pytest.fixture(autouse=True)
def _strange_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, maker in BOTS.items():
        monkeypatch.setitem(named._OURS, name, maker)
    monkeypatch.setattr(guarding, "GRACE", 0.2)
    monkeypatch.setattr(guarding, "CLOSING", 0.2)
