"""Commands: values that never change, some of which go stale."""

from dataclasses import FrozenInstanceError
from typing import get_args, get_type_hints

import pytest

from bigpoints.contract import requests
from bigpoints.server.protocol.requests import command_of
from bigpoints.server.table.commands import Command, MakeMove, Timely

MOVE = MakeMove(id="c1", version=3, seat=1, move="R+")


def test_a_command_is_a_value_that_never_changes() -> None:
    assert MakeMove(id="c1", version=3, seat=1, move="R+") == MOVE
    with pytest.raises(FrozenInstanceError):
        MOVE.move = "R-"  # type: ignore[misc]


@pytest.mark.parametrize("message", get_args(requests.Command), ids=lambda message: str(message.__name__))
def test_commands_about_the_game_as_it_was_at_a_version_are_timely(message: type) -> None:
    names = set(get_type_hints(message))
    assert issubclass(_class_of(message), Timely) == ("version" in names)


def _class_of(message: type) -> type[Command]:
    (do,) = get_args(get_type_hints(message)["do"])
    given = {"do": do, "id": "c1", "version": 3, "seat": 1, "move": "R+", "name": "Anna", "bot": "level1", "setup": {}}
    names = set(get_type_hints(message))
    return type(command_of({name: value for name, value in given.items() if name in names}))  # type: ignore[arg-type]
