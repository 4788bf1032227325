"""The check of what is stored against what players were told finds every fault that it is there for."""

import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from threading import Thread

import pytest

from faults.installation import Logs, on_sqlite
from faults.stored_truth import verdict
from support.random_players import SMALL, Done, Player
from support.server_process import PATIENCE, Visitor


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Logs, Player]]:
    """The logs after somebody has played for a while, and what they remember."""
    with on_sqlite(tmp_path_factory.mktemp("truth")) as installation:
        anna = Visitor(installation.urls[0])
        code = anna.create({"name": "Anna"}, {"bot": "random"}, setup={**SMALL, "open_hands": False})
        player = Player("Anna", anna.token, code, Random(1))
        thread = Thread(target=player.play, args=(installation.urls,))
        thread.start()
        end = time.monotonic() + PATIENCE
        while len(player.done) < 20 and time.monotonic() < end:
            time.sleep(0.02)
        player.stop.set()
        thread.join()
        yield installation.logs(), player


def test_a_log_that_holds_all_that_was_acknowledged_is_right(played: tuple[Logs, Player]) -> None:
    logs, player = played
    assert len(player.done) >= 20
    assert verdict(logs, [player], [player.code]).evidence == ()


def test_a_command_and_a_table_that_are_missing_are_lost(played: tuple[Logs, Player]) -> None:
    logs, player = played
    never_stored = Done({"do": "leave", "id": "never", "seat": 1}, 3)
    found = verdict(logs, [replace(player, done=[*player.done, never_stored])], ["ABCD2345"])
    assert found.lost == 2
    assert "ABCD2345" in found.evidence[0]
    assert "never" in found.evidence[1]


def test_a_command_that_is_stored_under_another_version_is_lost(played: tuple[Logs, Player]) -> None:
    logs, player = played
    moved = [Done(done.message, done.version + 1) for done in player.done if done.message["do"] == "move"]
    assert verdict(logs, [replace(player, done=moved)], []).lost == len(moved)


def test_a_command_that_is_stored_twice_is_found(played: tuple[Logs, Player]) -> None:
    logs, player = played
    entries = list(logs[player.code])
    *_, one, other = [number for number, entry in enumerate(entries) if entry.command]
    entries[other] = entries[other]._replace(command=entries[one].command)
    found = verdict({player.code: entries}, [replace(player, done=[], refused=[])], [])
    assert found.twice == 1


def test_a_command_that_was_refused_and_is_stored_is_found(played: tuple[Logs, Player]) -> None:
    logs, player = played
    with pytest.raises(AssertionError, match="refused and stored"):
        verdict(logs, [replace(player, refused=[player.done[0].message["id"]])], [])


def test_a_gap_and_a_version_that_was_never_stored_are_found(played: tuple[Logs, Player]) -> None:
    logs, player = played
    entries = logs[player.code]
    with pytest.raises(AssertionError, match="has gaps"):
        verdict({player.code: entries[:2] + entries[3:]}, [player], [])
    with pytest.raises(AssertionError, match="heard of version"):
        verdict(logs, [replace(player, newest=len(entries) + 1)], [])


def test_the_hand_of_another_seat_and_versions_out_of_order_are_found(played: tuple[Logs, Player]) -> None:
    logs, player = played
    # While a hand is hidden: at the end of a game everybody sees the same.
    shown = next(shown for shown in player.seen if shown.seat == 1 and "?" in (shown.position or ""))
    with pytest.raises(AssertionError, match="a hand of another seat"):
        verdict(logs, [replace(player, seen={shown._replace(seat=2)})], [])
    with pytest.raises(AssertionError):
        verdict(logs, [replace(player, seen={shown._replace(seat=None)})], [])
    with pytest.raises(AssertionError, match="out of order"):
        verdict(logs, [replace(player, went_back=[(5, 4)])], [])
