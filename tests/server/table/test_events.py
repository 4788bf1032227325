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
    Superseded,
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
    Superseded(players=4),
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


def test_a_change_that_the_next_one_replaced_takes_tens_of_bytes() -> None:
    assert event_text(Superseded(players=4)) == '{"kind":"changed","players":4}'


def test_there_is_one_of_each_kind() -> None:
    assert len({event.kind for event in EVENTS}) == 13


@pytest.mark.parametrize("text", ["", "[", "[" * 100_000, "3", "[]", "null", "{}", '{"kind":[]}', '{"kind":"x"}'])
def test_a_row_that_is_no_event_is_named(text: str) -> None:
    with pytest.raises(BadEvent, match="log: a row is no event of a table"):
        parse_event(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"kind":"ply"}', "'ply'.*missing"),
        ('{"kind":"changed"}', "'changed'.*missing"),
        ('{"kind":"changed","players":"3"}', "'changed'.*players"),
        ('{"kind":"changed","players":1}', "'changed'.*players"),
        ('{"kind":"changed","players":6}', "'changed'.*players"),
        ('{"kind":"changed","players":-1}', "'changed'.*players"),
        ('{"kind":"changed","players":1000}', "'changed'.*players"),
        ('{"kind":"changed","setup":{"players":9}}', "'changed'.*players"),
        ('{"kind":"changed","setup":{"players":2,"first":3}}', "'changed'.*first"),
        ('{"kind":"changed","setup":{"first":0}}', "'changed'.*first"),
        ('{"kind":"changed","setup":{"turn_seconds":-5}}', "'changed'.*turn_seconds"),
        ('{"kind":"changed","setup":{"patience_seconds":0}}', "'changed'.*patience_seconds"),
        ('{"kind":"changed","setup":{"bot_delay_ms":10001}}', "'changed'.*bot_delay_ms"),
        ('{"kind":"changed","setup":{"colours":0}}', "'changed'.*colours"),
        ('{"kind":"changed","setup":{"wires":[1000]}}', "'changed'"),
        ('{"kind":"seated","seat":1,"name":"\\ud800","browser":"b"}', "'seated'.*name"),
        ('{"kind":"seated","seat":1,"name":"Zoë","browser":"é"}', "'seated'.*browser"),
        ('{"kind":"created","setup":{},"owner":"é","seats":[]}', "'created'.*owner"),
        ('{"kind":"created","setup":{},"owner":"a","seats":[{"browser":"é"}]}', "'created'.*browser"),
        ('{"kind":"created","setup":{"players":9},"owner":"a","seats":[]}', "'created'.*players"),
        ('{"kind":"changed","players":3,"setup":{}}', "'changed'.*setup"),
        ('{"kind":"changed","setup":3}', "'changed'.*mapping"),
        ('{"kind":"changed","setup":{"x":1}}', "'changed'.*'x'"),
        ('{"kind":"changed","setup":{"players":"3"}}', "'changed'.*players"),
        ('{"kind":"changed","setup":{"stand_in":"level9"}}', "'changed'.*stand_in"),
        ('{"kind":"changed","setup":{"wires":[3,"4"]}}', "'changed'.*wires"),
        ('{"kind":"freed","seat":1,"more":1}', "'freed'.*'more'"),
        ('{"kind":"freed","seat":0}', "'freed'.*seat"),
        ('{"kind":"freed","seat":6}', "'freed'.*seat"),
        ('{"kind":"freed","seat":true}', "'freed'.*seat"),
        ('{"kind":"ply","seat":"x","move":"R+","by":"bot"}', "'ply'.*seat"),
        ('{"kind":"ply","seat":1,"move":5,"by":"bot"}', "'ply'.*move"),
        ('{"kind":"ply","seat":1,"move":"R+","by":"nobody"}', "'ply'.*by"),
        ('{"kind":"ply","seat":1,"move":"R+","by":[]}', "'ply'.*unhashable"),
        ('{"kind":"bot","seat":1,"bot":"nobody"}', "'bot'.*value of bot"),
        ('{"kind":"stood_in","seat":1,"bot":"random","left":1}', "'stood_in'.*left"),
        ('{"kind":"begun","game":1,"start":"x","plies":"R+"}', "'begun'.*plies"),
        ('{"kind":"begun","game":1,"start":"x","plies":[1]}', "'begun'.*plies"),
        ('{"kind":"created","setup":{},"owner":"a","seats":[{"name":1}]}', "'created'.*name"),
        ('{"kind":"created","setup":{},"owner":"a","seats":[],"opening":{"start":1}}', "'created'.*start"),
        (
            '{"kind":"created","setup":{},"owner":"a","seats":[],"opening":{"start":"","tags":{"a":1}}}',
            "'created'.*tags",
        ),
    ],
)
def test_an_event_that_cannot_be_read_is_named_with_its_kind_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadEvent, match=rf"log: an event of kind {reason}"):
        parse_event(text)


@pytest.mark.parametrize(
    "text", ['{"kind":"seated","name":"Zoë","browser":"s3cr3t","x":1}', '["Zoë s3cr3t"]', "Zoë s3cr3t"]
)
def test_no_value_of_a_row_is_quoted(text: str) -> None:
    with pytest.raises(BadEvent) as bad:
        parse_event(text)
    assert "Zoë" not in str(bad.value)
    assert "s3cr3t" not in str(bad.value)
