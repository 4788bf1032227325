"""Calls with time limits: the result in time, a stop when it is over, and no waiting for what hangs."""

from collections.abc import Callable
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from bigpoints.arena import timeouts
from bigpoints.arena.game import play_game
from bigpoints.arena.timeouts import CallTimedOut, Interrupted, call_with_timeout, close_with_timeout
from bigpoints.bots.bot import BotSettings
from support.strange_bots import NEVER, Tame, small

LONG = 30.0


def test_a_call_that_returns_in_time_gives_its_result() -> None:
    assert call_with_timeout(LONG, lambda: "done", Event()).result() == "done"


def test_a_call_that_fails_gives_its_error() -> None:
    def fails() -> None:
        raise SystemExit("gone")

    assert isinstance(call_with_timeout(LONG, fails, Event()).exception(), SystemExit)


def test_the_stop_event_is_set_when_the_time_is_over_and_the_answer_still_counts() -> None:
    stop = Event()
    began = monotonic()
    future = call_with_timeout(0.1, lambda: stop.wait(LONG), stop)
    assert future.result() is True
    assert monotonic() - began >= 0.1


def test_a_call_that_hangs_is_given_up_after_the_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "GRACE_SECONDS", 0.1)
    began = monotonic()
    with pytest.raises(CallTimedOut):
        call_with_timeout(0.1, NEVER.wait, Event())
    assert 0.2 <= monotonic() - began < LONG


def test_loading_is_granted_on_top_of_the_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "GRACE_SECONDS", 0.0)

    def slow() -> str:
        sleep(0.3)
        return "loaded"

    with pytest.raises(CallTimedOut):
        call_with_timeout(0.05, slow, Event())
    assert call_with_timeout(0.05, slow, Event(), loading=LONG).result() == "loaded"


class Stubborn(Tame):
    """Cannot be closed, or fails at it."""

    def __init__(self, at_close: Callable[[], object]) -> None:
        super().__init__(BotSettings())
        self.at_close = at_close

    def close(self) -> None:
        self.at_close()


def test_a_bot_is_closed_before_it_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "CLOSING_SECONDS", LONG)
    closed = Event()

    def close_slowly() -> None:
        sleep(0.1)
        closed.set()

    close_with_timeout(Stubborn(close_slowly))
    assert closed.is_set()


def test_a_bot_that_hangs_or_fails_while_it_closes_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "CLOSING_SECONDS", 0.1)
    began = monotonic()
    close_with_timeout(Stubborn(NEVER.wait))
    close_with_timeout(Stubborn(lambda: 1 // 0))
    assert monotonic() - began < LONG


def test_a_game_under_way_is_given_up_when_the_match_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    interruption = Event()
    monkeypatch.setattr(timeouts, "_interruptions", [interruption])
    ends: list[BaseException] = []

    def game() -> None:
        try:
            play_game(small("hanging", "tame", boards=1).fixture(0))
        except Interrupted as end:
            ends.append(end)

    playing = Thread(target=game)
    playing.start()
    interruption.set()
    playing.join(30)
    assert len(ends) == 1
    assert not NEVER.is_set()
