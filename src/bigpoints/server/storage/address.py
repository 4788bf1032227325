"""The address of a PostgreSQL database, such as postgresql://user:password@host:5432/name."""

import re
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

_ACCEPTED = "an address such as postgresql://bigpoints@localhost:5432/bigpoints"
_SCHEMES = ("postgresql", "postgres")
_SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]+:|[a-z]+//")
"""Also of an address with a slash or a colon too few, which must not be taken for a folder."""
_LONGEST = 4096


def is_address(text: str) -> bool:
    """Whether a text looks like the address of a database rather than a folder or a file."""
    return _SCHEME.match(text) is not None


def parse_address(text: str) -> URL:
    """The URL of an address; raises ValueError with what is accepted, and never with the text: it may have a password.

    A URL shows no password when it is printed.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(_ACCEPTED) from None
    if url.drivername not in _SCHEMES or not url.database:
        raise ValueError(_ACCEPTED)
    if any("password" in name for name in url.query):  # It would be shown.
        raise ValueError(f"{_ACCEPTED}, with a password only before the host")
    if "@" in (url.host or ""):
        raise ValueError(f"{_ACCEPTED}, with @ and / of a password written as %40 and %2F")
    return url.set(drivername="postgresql")


def read_address(file: str) -> URL:
    """The URL of the address that is the one line of a file; raises ValueError with what is accepted."""
    try:
        with Path(file).open(encoding="utf-8") as opened:
            lines = opened.read(_LONGEST).split()
    except OSError as error:
        raise ValueError(f"a file with the address of a database ({error.strerror})") from None
    except ValueError:
        lines = []
    if len(lines) != 1:
        raise ValueError(f"a file whose one line is {_ACCEPTED}")
    return parse_address(lines[0])


def has_password(text: str) -> bool:
    """Whether an address has a password in it, before the host or after the question mark."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        return "@" in text
    return url.password is not None or any("password" in name for name in url.query)


def address_name(url: URL) -> str:
    """An address as it may be shown: without password and options."""
    return url.set(drivername=url.get_backend_name(), query={})._replace(password=None).render_as_string()
