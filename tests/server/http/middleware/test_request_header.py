"""A header of a request: there, absent, or ambiguous."""

from bigpoints.server.http.middleware.request_header import request_header


def test_a_header_that_comes_twice_is_as_good_as_empty() -> None:
    scope = {"headers": [(b"host", b"one"), (b"origin", b"a"), (b"origin", b"a"), (b"x-name", "ä".encode("latin-1"))]}
    assert request_header(scope, b"host") == "one"
    assert request_header(scope, b"origin") == ""
    assert request_header(scope, b"x-name") == "ä"
    assert request_header(scope, b"cookie") is None
