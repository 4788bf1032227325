"""The system's limit on open files, which connections count against."""

import sys
from contextlib import suppress

_RESERVED = 64
"""Files kept free for the database, the log and what the loop opens for itself."""
_RESERVED_FOR_WORKER = 8
_WANTED = (1 << 20, 65_536, 10_240, 4_096)
"""What is asked for where the system names no limit, the most first: some systems refuse more than they tell."""


def raise_open_file_limit() -> int | None:
    """Raise this process's limit on open files as far as the system lets it; gives the limit, None if there is none."""
    if sys.platform == "win32":
        return None
    import resource  # Not there on Windows.

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in _WANTED if hard == resource.RLIM_INFINITY else (hard,):
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            break
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            break
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def most_connections(open_files: int | None, workers: int) -> int:
    """How many connections leave enough files for everything else; 0 is no limit."""
    if open_files is None:
        return 0
    return max(open_files // 2, open_files - _RESERVED - _RESERVED_FOR_WORKER * workers)
