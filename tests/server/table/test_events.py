"""The events of a log, as text both ways."""

import pytest
from pydantic import ValidationError

from bigpoints.server.table.events import (
    Agreed,
    Asked,
    Begun,
    BotSeated,
    Changed,
    Created,
    Declined,
    Event,
    Freed,
    Played,
    Returned,
    Seated,
    StoodIn,
    Undone,
    event_text,
    parse_event,
)
from bigpoints.server.table.setup import Opening, Setup
from support.story import BOARD, placed

EVENTS: list[Event] = [
    Created(setup=Setup(), owner="anna", seats=[placed("anna"), placed("bot:level1"), placed(None)]),
    Created(setup=Setup(wires=[3]), owner="a", seats=[], opening=Opening(start=BOARD, plies=("B+",), tags={"A": "b"})),
    Changed(setup=Setup(players=5, wires=True, turn_seconds=60, patience_seconds=None)),
    Seated(seat=2, name="Zoë 🎲", browser="ben"),
    BotSeated(seat=3, bot="greedy"),
    StoodIn(seat=1, bot="level3", left=True),
    Returned(seat=1),
    Freed(seat=5),
    Begun(game=2, start=BOARD, plies=("B+", "R-"), filled="random"),
    Played(seat=1, move="R<+", by="clock"),
    Asked(seat=1),
    Agreed(seat=2),
    Declined(seat=3),
    Undone(seat=1, plies=4),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_what_is_written_is_read_again(event: Event) -> None:
    assert parse_event(event_text(event)) == event


def test_there_is_one_of_each_kind() -> None:
    assert len({event.kind for event in EVENTS}) == 13


@pytest.mark.parametrize(
    "text",
    ["", "{}", '{"kind":"x"}', '{"kind":"ply"}', '{"kind":"freed","seat":6}', '{"kind":"freed","seat":1,"more":1}'],
)
def test_what_is_no_event_is_not_read(text: str) -> None:
    with pytest.raises(ValidationError):
        parse_event(text)
