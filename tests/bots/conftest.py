"""Programs that a test writes, and that are gone after it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bigpoints.bots.bot import BotSettings
from bigpoints.bots.bpi.client import ProgramBot, Timeouts
from support.bpi_programs import GREETING, PATIENT, Write


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The file to which programs write the lines they receive."""
    return tmp_path / "log"


@pytest.fixture
def program(tmp_path: Path, log: Path) -> Iterator[Write]:
    """Writes a program and gives it as a bot."""
    written: list[ProgramBot] = []

    def write(text: str, timeouts: Timeouts = PATIENT, settings: BotSettings | None = None) -> ProgramBot:
        file = tmp_path / f"{len(written)} program.py"
        file.write_text(GREETING + text, encoding="utf-8")
        written.append(ProgramBot(f"bpi:{sys.executable} -u '{file}' {log}", settings or BotSettings(), timeouts))
        return written[-1]

    yield write
    for one in written:
        one.close()
