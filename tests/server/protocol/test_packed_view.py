"""Packed views: they say what whole ones would, in half the bytes, and write anew only what has changed."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bigpoints.contract.unpack import unpack
from bigpoints.server.protocol import packed_view
from bigpoints.server.protocol.packed_view import ViewWriter, pack_view
from bigpoints.server.table.commands import Free, Sit
from bigpoints.server.table.refusals import Refused
from bigpoints.server.table.state import Table
from support.plain_views import plain_view
from support.story import BOARD, Story
from support.strategies import seeds

PEOPLE = ("anna", "ben", "cleo", "dora", "emil")


def lookers(table: Table) -> list[tuple[str | None, int | None]]:
    """Everybody who may look, and at which hand."""
    return [(who, seat) for who in (*PEOPLE, "zoe", None) for seat in (None, *table.seats_of(who))]


def check_views(writer: ViewWriter, table: Table, away: set[int]) -> None:
    for who, seat in lookers(table):
        packed = writer.write(table, who, seat, away, 1500)
        assert packed == ViewWriter().write(table, who, seat, away, 1500)
        whole: Any = unpack(json.loads(packed))
        assert whole == json.loads(json.dumps(plain_view(table, who, seat, away, 1500)))


def happen(story: Story, rng: Random) -> None:
    """A ply, or an undo, or somebody's leaving or coming. Raises Refused."""
    chance = rng.random()
    if chance < 0.1 and story.table.plies:
        ply = story.table.plies[-1]
        story.undo(str(story.table.seats[ply.seat - 1].browser), ply.seat)
    elif chance < 0.15:
        story.do("anna", Free, seat=2)
    elif chance < 0.25:
        story.do("gabi", Sit, name="Gabi")
    else:
        story.play(rng, 1)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), seeds, st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_they_say_what_whole_views_say_and_what_is_remembered_is_true(
    players: int, seed: int, wires: bool, bonus: bool, open_hands: bool, hot_seats: bool
) -> None:
    people = ["anna"] * 5 if hot_seats else PEOPLE
    setup: dict[str, Any] = {"wires": wires, "optional_bonus": bonus, "open_hands": open_hands, "discs": 2, "black": 3}
    story, rng = Story(*people[:players], **setup).settled(), Random(seed)
    writer = ViewWriter()
    while story.table.state == "playing":
        check_views(writer, story.table, {rng.randint(1, players)} if rng.random() < 0.3 else set())
        with suppress(Refused):
            happen(story, rng)
    check_views(writer, story.table, set())


def test_a_usual_view_is_half_as_long_as_a_whole_one() -> None:
    story = Story("anna", "ben").settled().play(Random(1), 20)
    whole = len(json.dumps(plain_view(story.table, "anna", 1), separators=(",", ":")))
    assert len(pack_view(story.table, "anna", 1)) < 900
    assert len(pack_view(story.table, "anna", 1)) <= whole / 2


def test_what_everybody_sees_is_written_once_for_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story.of(BOARD, "anna", "ben").move("B+")
    written: list[str] = []

    def listed(name: str) -> None:
        real = getattr(packed_view, name)

        def write(*about: object) -> object:
            written.append(name)
            return real(*about)

        monkeypatch.setattr(packed_view, name, write)

    listed("_head_json")
    listed("_game_json")
    writer = ViewWriter()
    for who, seat in lookers(story.table):
        writer.write(story.table, who, seat)
    assert written == ["_head_json", "_game_json"]
    writer.write(story.move("R+").table, "anna", 1)
    assert written == ["_head_json", "_game_json", "_game_json"]


def test_nobody_looks_at_the_hand_of_somebody_else() -> None:
    table = Story.of(BOARD, "anna", "ben").table
    writer = ViewWriter()
    writer.write(table, "anna", 1)
    with pytest.raises(Refused, match="not_your_seat"):
        writer.write(table, "ben", 1)


def test_of_very_many_browsers_not_all_are_remembered() -> None:
    table = Story.of(BOARD, "anna", "ben").table
    writer = ViewWriter()
    views = {writer.write(table, f"guest{number}", None) for number in range(200)}
    assert len(views) == 1
    assert len(writer._own) <= 64
