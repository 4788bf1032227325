"""Cache folders for compiled code, shared between processes."""

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile

from platformdirs import user_cache_path

_KERNEL = Path(__file__).parent


def folder_for(source: Path) -> Path | None:
    """A writable cache folder for code compiled from a source file, or None if no folder can be written."""
    return _folder(source.parent)


@cache
def _folder(room: Path) -> Path | None:
    name = f"{room.name}-{_digest(room)}"
    return next((place / name for place in _places(room) if _is_writable(place / name)), None)


def _places(room: Path) -> Iterator[Path]:
    """Candidates: NUMBA_CACHE_DIR, beside the code, and for a read-only install the user's cache folder."""
    if said := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(said)
    yield room / "__pycache__"
    own = user_cache_path("bigpoints")
    if own.is_absolute():  # A user without a home gets the relative path `~/.cache`: a folder named ~ right here.
        yield own


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _digest(room: Path) -> str:
    """A hash of all kernel sources: numba notices a change of a function's own file, but not of the files it calls."""
    digest = sha256()
    for source in sorted({*_KERNEL.rglob("*.py"), *room.glob("*.py")}):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
