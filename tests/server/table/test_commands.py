"""Commands: values that name what is asked, and actors who ask it."""

from dataclasses import FrozenInstanceError, fields
from typing import get_args, get_type_hints

import pytest

from bigpoints.contract import requests
from bigpoints.server.protocol.requests import command_of
from bigpoints.server.table.commands import CLOCK, SERVER, Actor, Command, MakeMove, Timely

MOVE = MakeMove(id="c1", version=3, seat=1, move="R+")


def test_a_command_is_a_value_that_never_changes() -> None:
    assert MakeMove(id="c1", version=3, seat=1, move="R+") == MOVE
    with pytest.raises(FrozenInstanceError):
        MOVE.move = "R-"  # type: ignore[misc]


@pytest.mark.parametrize("message", get_args(requests.Command), ids=lambda message: str(message.__name__))
def test_every_command_of_the_contract_becomes_one_with_the_same_fields(message: type) -> None:
    names = set(get_type_hints(message)) - {"do"}
    given = {"id": "c1", "version": 3, "seat": 1, "move": "R+", "name": "Anna", "bot": "level1", "setup": {}}
    (do,) = get_args(get_type_hints(message)["do"])
    command = command_of({"do": do, **{name: given[name] for name in names}})  # type: ignore[arg-type]
    assert isinstance(command, Command)
    assert {field.name for field in fields(command)} == names


@pytest.mark.parametrize("message", get_args(requests.Command), ids=lambda message: str(message.__name__))
def test_commands_about_the_game_as_it_was_at_a_version_are_timely(message: type) -> None:
    names = set(get_type_hints(message))
    assert issubclass(_class_of(message), Timely) == ("version" in names)


def _class_of(message: type) -> type[Command]:
    (do,) = get_args(get_type_hints(message)["do"])
    given = {"do": do, "id": "c1", "version": 3, "seat": 1, "move": "R+", "name": "Anna", "bot": "level1", "setup": {}}
    names = set(get_type_hints(message))
    return type(command_of({name: value for name, value in given.items() if name in names}))  # type: ignore[arg-type]


def test_the_server_acts_for_bots_and_for_the_clock_without_a_browser() -> None:
    assert (SERVER.by, SERVER.browser) == ("bot", None)
    assert (CLOCK.by, CLOCK.browser) == ("clock", None)
    assert Actor("person", "anna") != Actor("person", "ben")
