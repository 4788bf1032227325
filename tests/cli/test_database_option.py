"""A password never stands on the command line, where all users of the machine can read it."""

import pytest

from bigpoints.cli.database_option import ShownPassword, refuse_password


def test_an_address_without_a_password_and_anything_else_is_fine() -> None:
    refuse_password(None, "", "/var/lib/bigpoints", "postgresql://anna@db/games", "a:b@c")


@pytest.mark.parametrize("address", ["postgresql://anna:secret@db/games", "postgresql://db/games?password=secret"])
def test_a_password_is_refused_with_the_two_safe_ways_and_not_repeated(address: str) -> None:
    with pytest.raises(
        ShownPassword, match=r"BIGPOINTS_DATABASE, or into a file: --database-file FILE, or admin copy FILE$"
    ) as shown:
        refuse_password(None, address)
    assert "secret" not in str(shown.value)
