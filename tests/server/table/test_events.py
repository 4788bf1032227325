"""The events of a log, as text both ways."""

import json
from pathlib import Path

import pytest

from bigpoints.server.table.events import (
    Agreed,
    Asked,
    BadEvent,
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


KEPT = (Path(__file__).parents[2] / "data" / "events.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
"""Rows of logs as they were written while events were pydantic models."""


@pytest.mark.parametrize("text", KEPT)
def test_rows_of_older_logs_are_read_and_written_as_they_were(text: str) -> None:
    written = event_text(parse_event(text))
    if "setup" not in (row := json.loads(text)):
        assert written == text
        return
    now = json.loads(written)
    assert now["setup"] == {**now["setup"], **row["setup"]}  # It may have more fields by now.
    assert {**now, "setup": None} == {**row, "setup": None}


def test_there_are_older_rows_of_each_kind() -> None:
    assert {json.loads(text)["kind"] for text in KEPT} == {event.kind for event in EVENTS}


def test_fields_that_older_versions_did_not_write_have_their_defaults() -> None:
    assert parse_event('{"kind":"changed","setup":{"players":3}}') == Changed(setup=Setup(players=3))
    assert parse_event('{"kind":"begun","game":1,"start":"x"}') == Begun(game=1, start="x")


def test_there_is_one_of_each_kind() -> None:
    assert len({event.kind for event in EVENTS}) == 13


@pytest.mark.parametrize(
    "text",
    [
        *("", "[", "3", "[]", "null", "{}", '{"kind":[]}', '{"kind":"x"}', '{"kind":"ply"}'),
        *('{"kind":"changed","setup":3}', '{"kind":"changed","setup":{"x":1}}', '{"kind":"freed","seat":1,"more":1}'),
    ],
)
def test_a_row_that_is_no_event_is_named(text: str) -> None:
    with pytest.raises(BadEvent, match=r"log: .* is no event of a table"):
        parse_event(text)
