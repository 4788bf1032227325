"""Where compiled code is kept between processes."""

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile

from platformdirs import user_cache_path

_KERNEL = Path(__file__).parent


def folder_for(source: Path) -> Path | None:
    """A writable folder for what is compiled from a source file, or None if there is none on this machine."""
    return _folder(source.parent)


@cache
def _folder(room: Path) -> Path | None:
    name = f"{room.name}-{_digest(room)}"
    return next((place / name for place in _places(room) if _is_writable(place / name)), None)


def _places(room: Path) -> Iterator[Path]:
    """Where to look: where the user says, beside the code, and for a read-only install in the user's own folder."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
    yield room / "__pycache__"
    own = user_cache_path("bigpoints")
    if own.is_absolute():  # A user without a home has `~`, which would be a folder right here.
        yield own


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _digest(room: Path) -> str:
    """What the sources say now: numba sees a change of a function's own file, but not of those it calls."""
    digest = sha256()
    for source in sorted({*_KERNEL.rglob("*.py"), *room.glob("*.py")}):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
