"""The options that name the database of a server."""

from typing import Annotated

import typer

from bigpoints.errors import BigPointsError

Database = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="PostgreSQL database, such as postgresql://user@host:5432/name.")
]
DatabaseFile = Annotated[
    str | None, typer.Option(metavar="FILE", help="File with the address of the database, which may have a password.")
]


class ShownPassword(BigPointsError):
    """A password on the command line, where every user of the machine can read it."""


def refuse_password(*words: str | None) -> None:
    """Refuse addresses with a password among the words of a command."""
    from bigpoints.server.storage.address import has_password, is_address

    if any(word and is_address(word) and has_password(word) for word in words):
        raise ShownPassword(
            "a password on the command line is seen by all users of the machine; "
            "put the address into BIGPOINTS_DATABASE, or into a file: --database-file FILE, or admin copy FILE"
        )
