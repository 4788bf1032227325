"""The folder of games that were played in the terminal."""

from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path


def games_folder() -> Path:
    """The folder of saved games, inside the user's data folder."""
    return user_data_path("bigpoints", appauthor=False) / "games"


def new_game_file() -> Path:
    """A file for a new game, named after the time, that does not exist yet."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    candidates = (folder / f"{name}{suffix}.bpr" for suffix in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(file for file in candidates if not file.exists())


def saved_files() -> list[Path]:
    """The files of saved games, the newest first."""
    return sorted(games_folder().glob("*.bpr"), key=lambda file: (file.stat().st_mtime, file.name), reverse=True)
