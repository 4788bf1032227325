"""Lines between workers and PostgreSQL that are cut, halved or held up: workers say so, keep their people and go on."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from faults.cut_lines import OnCutLines, on_cut_lines
from faults.play import play_round
from support.observation import eventually
from support.server_process import PATIENCE, Guest, Json, Visitor

CUTS = 10
LONG: Json = {"open_hands": True}
"""A game that does not end within a test."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnCutLines]:
    with on_cut_lines(tmp_path_factory.mktemp("lines"), workers=2) as installation:
        yield installation


@pytest.fixture
def two(running: OnCutLines) -> Iterator[OnCutLines]:
    """Two workers, each behind a line of its own."""
    yield running
    for line in running.lines:
        line.mend()


def test_nothing_acknowledged_is_lost_and_no_socket_ends_when_lines_are_cut(tmp_path: Path) -> None:
    with on_cut_lines(tmp_path) as installation:
        done = play_round(installation, 1, CUTS, PATIENCE)
    assert done["cuts"] >= CUTS
    assert done["reconnects"] == 0


def test_a_worker_without_its_database_says_so_and_goes_on_at_the_version_of_the_others(two: OnCutLines) -> None:
    anna = Visitor(two.urls[0])
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=LONG)
    with anna.at(code) as cut_off, Visitor(two.urls[1], anna.token).at(code) as other:
        assert "version" in moved(cut_off)
        two.lines[0].cut()
        assert moved(cut_off)["refused"] == {"code": "unavailable"}
        assert health(anna) == 503
        other.until(lambda view: view["version"] == cut_off.view["version"])
        theirs = moved(other)["version"]
        two.lines[0].mend()
        eventually(lambda: health(anna) == 200)
        cut_off.until(lambda view: view["version"] >= theirs)
        ours = moved(cut_off)["version"]
        other.until(lambda view: view["version"] >= ours)
    assert len(two.logs()[code]) == ours


def test_commands_whose_way_to_the_database_is_cut_in_the_middle_act_once(two: OnCutLines) -> None:
    anna = Visitor(two.urls[0])
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=LONG)
    with anna.at(code) as guest:
        for number in range(10):
            wish = next_move(guest, f"move{number}")
            two.lines[0].halve()
            assert insisted(guest, wish)["version"] == wish["version"] + 1
            guest.until(lambda view, made=wish["version"] + 1: view["version"] >= made)  # type: ignore[misc]
    commands = [entry.command.partition("/")[2] for entry in two.logs()[code] if entry.command]
    assert commands[-10:] == [f"move{number}" for number in range(10)]


def test_a_command_on_a_line_that_is_held_up_is_acknowledged_once_it_flows(two: OnCutLines) -> None:
    anna = Visitor(two.urls[0])
    code = anna.create({"name": "Anna"}, {"name": "Anton"}, setup=LONG)
    with anna.at(code) as guest:
        wish = next_move(guest, "held")
        two.lines[0].hold()
        guest.say(wish)
        assert not is_answered(guest, "held", 1.0)
        two.lines[0].mend()
        answer = guest.answer_to("held")
        answer = answer if "version" in answer else insisted(guest, wish)
    assert len(two.logs()[code]) == answer["version"]


def next_move(guest: Guest, name: str) -> Json:
    """The command for a move of whoever is to move."""
    view = guest.until(lambda view: view["state"] == "playing")
    about = {"seat": view["turn"], "move": guest.legal_moves[0], "version": view["version"]}
    return {"do": "move", "id": name, **about}


def moved(guest: Guest) -> Json:
    """The answer to a move by whoever is to move; if it is made, it is also seen."""
    guest.until(lambda view: view["state"] == "playing")
    answer = guest.move()
    guest.until(lambda view: view["version"] >= answer.get("version", 0))
    return answer


def insisted(guest: Guest, wish: Json) -> Json:
    """The answer to a command that is sent again while the server cannot tell."""
    answer: Json = {}

    def is_told() -> bool:
        nonlocal answer
        guest.say(wish)
        answer = guest.answer_to(wish["id"])
        return answer.get("refused") != {"code": "unavailable"}

    eventually(is_told)
    return answer


def is_answered(guest: Guest, name: str, seconds: float) -> bool:
    """Whether a command is answered within some seconds."""
    end = time.monotonic() + seconds
    with suppress(TimeoutError):
        while guest.hear(end - time.monotonic()).get("answer", {}).get("id") != name:
            pass
        return True
    return False


def health(visitor: Visitor) -> int:
    """The status with which a worker says how it is."""
    return visitor.request("GET", "/health")[0]
