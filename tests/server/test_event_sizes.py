"""How large an event can be that clients cause: so a table has a largest size, which docs/api.md states."""

from typing import Any

import pytest
from pydantic import ValidationError

from bigpoints.contract.constants import LONGEST_NAME, LONGEST_TAGS, MOST_PLAYERS
from bigpoints.contract.requests import Join, NewTable, Setup
from bigpoints.notation import position_text
from bigpoints.rules import start
from bigpoints.server.protocol.create import created_table
from bigpoints.server.table.commands import Settle
from bigpoints.server.table.events import BotSeated, Changed, Event, Played, Seated, StoodIn, Undone, event_text
from bigpoints.server.table.setup import Setup as TableSetup
from support.messages import adapter
from support.story import Story

LARGEST_CREATION = 10_000
LARGEST_EVENT = 1_000
BROWSER = "f" * 64
NAME = "\U0001f3b2" * LONGEST_NAME
"""Letters of four bytes."""
TAG = '[x "' + "\x01" * (LONGEST_TAGS - 1) + '"]\n'
"""Letters that take six bytes in JSON."""
SEATS = "".join(f'[Seat{seat} "{NAME}"]\n' for seat in range(1, MOST_PLAYERS + 1))
LARGEST_SETUP: dict[str, Any] = {
    "players": 5,
    "wires": list(range(1, 55)),
    "turn_seconds": 86_400,
    "patience_seconds": 604_800,
    "stand_in": "random",
    "bot_delay_ms": 10_000,
    "shape": "spiral",
}


def size(event: Event) -> int:
    return len(event_text(event).encode())


def longest_record() -> str:
    """A record of which a table keeps as much as it can: tags, and almost a whole game."""
    story = Story.of(position_text(start(5, TableSetup().material.path)), *["anna"] * 5)
    while len(story.table.plies) < 200 and not story.table.board.is_over:
        before = story.moves
        story.play(story.draw, plies=1)
    tags = f'{TAG}{SEATS}[Path "{TableSetup().material.path}"]\n[First "1"]\n'
    return f"{tags}\n{before}\n"


def test_the_creation_of_a_table_is_at_most_10_kilobytes() -> None:
    wish = {"setup": LARGEST_SETUP, "seats": [{"name": NAME}] * MOST_PLAYERS, "record": longest_record()}
    created = created_table(adapter(NewTable).validate_python(wish), BROWSER)
    assert LARGEST_CREATION / 2 < size(created) <= LARGEST_CREATION
    assert created.opening
    story = Story(*["anna"] * 5, opening=created.opening)
    assert size(story.do("server", Settle)) <= LARGEST_EVENT


def test_no_name_and_no_id_of_a_command_is_longer() -> None:
    adapter(Join).validate_python({"name": NAME, "id": "x" * 64})
    for wish in ({"name": f"{NAME}x"}, {"name": "Anna", "id": "x" * 65}, {"name": "Anna", "id": "\u00e9"}):
        with pytest.raises(ValidationError):
            adapter(Join).validate_python(wish)


@pytest.mark.parametrize(
    "event",
    [
        Changed(setup=TableSetup(**adapter(Setup).validate_python(LARGEST_SETUP))),
        Seated(seat=5, name=NAME, browser=BROWSER),
        BotSeated(seat=5, bot="random"),
        StoodIn(seat=5, bot="random", left=False),
        Played(seat=5, move="R<+", by="person"),
        Undone(seat=5, plies=100),
    ],
    ids=lambda event: event.kind,
)
def test_every_other_event_is_at_most_1_kilobyte(event: Event) -> None:
    assert size(event) <= LARGEST_EVENT
