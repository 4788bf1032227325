"""Files of games (BPR), written in one step."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from bigpoints.bpr import records_text
from bigpoints.record import Record


def save_games(file: Path, games: Sequence[Record]) -> None:
    """Write games to a file in one step: a reader finds the old content or the new, never half of it."""
    target = file.resolve()
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_text(records_text(games), encoding="utf-8", newline="\n")
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
