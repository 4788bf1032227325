"""One header of a request, as the middleware reads it."""

from starlette.types import Scope


def request_header(scope: Scope, name: bytes) -> str | None:
    """The value of a header, None if it is absent; one that comes more than once is ambiguous and counts as empty."""
    values = [value for key, value in scope["headers"] if key == name]
    if not values:
        return None
    return str(values[0], "latin-1") if len(values) == 1 else ""
