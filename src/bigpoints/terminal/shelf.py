"""The shelf: where games of the terminal are kept, so that nothing is lost when somebody leaves."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from bigpoints.bpr import read_records, records_text
from bigpoints.errors import BigPointsError
from bigpoints.record import Record


def shelf() -> Path:
    """The folder of games in the user's data folder."""
    return user_data_path("bigpoints", appauthor=False) / "games"


def new_file() -> Path:
    """A file on the shelf for a new game, named after the time, that does not exist yet."""
    name = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    candidates = (shelf() / f"{name}{suffix}.bpr" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(file for file in candidates if not file.exists())


def keep(file: Path, games: Sequence[Record]) -> None:
    """Write games to a file in one step: a reader finds the old content or the new, never half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as draft:
            draft.write(records_text(games))
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def unfinished() -> Iterator[Path]:
    """The files on the shelf whose last game goes on, the newest first."""
    files = sorted(shelf().glob("*.bpr"), key=lambda file: (file.stat().st_mtime, file.name), reverse=True)
    return (file for file in files if _goes_on(file))


def _goes_on(file: Path) -> bool:
    try:
        games = read_records(file)
        return bool(games) and not _is_done(games)
    except (BigPointsError, OSError):  # A broken file on the shelf must not keep anybody from playing.
        return False


def _is_done(games: Sequence[Record]) -> bool:
    number, _, count = games[-1].tags.get("Game", "").partition("/")
    return games[-1].final.is_over and number == count
