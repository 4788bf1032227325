"""Fixtures of games in the terminal: a folder of games, a terminal, a file, registered bots."""

from pathlib import Path

import pytest

from bigpoints.bots import registry
from bigpoints.bots.bot import Bot
from support.terminal_games import Register


@pytest.fixture
def own_games_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are kept apart from the user's, and the terminal is always the same."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.bpr"


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Give a bot a name."""

    def under(name: str, bot: Bot) -> None:
        monkeypatch.setitem(registry._OURS, name, lambda _: bot)

    return under
