"""Waiting for a bot: its answer or its error comes through, and Ctrl-C tells it to stop."""

from _thread import interrupt_main
from threading import Event

import pytest

from bigpoints.bots.bot import BotFailed
from bigpoints.cli import bot_wait
from bigpoints.cli.bot_wait import wait_for_bot
from bigpoints.locales import ENGLISH


def test_the_answer_is_given_and_nobody_is_told_to_stop() -> None:
    stops: list[Event] = []

    def think(stop: Event) -> int:
        stops.append(stop)
        return 42

    assert wait_for_bot(think, "level1", ENGLISH) == 42
    assert [stop.is_set() for stop in stops] == [False]


def test_an_error_of_the_bot_is_raised_here() -> None:
    def think(_: Event) -> int:
        raise BotFailed("it died")

    with pytest.raises(BotFailed, match="it died"):
        wait_for_bot(think, "level1", ENGLISH)


def test_ctrl_c_tells_the_bot_to_stop_and_waits_for_it() -> None:
    told: list[bool] = []

    def think(stop: Event) -> None:
        interrupt_main()
        told.append(stop.wait(30))

    with pytest.raises(KeyboardInterrupt):
        wait_for_bot(think, "level1", ENGLISH)
    assert told == [True]


def test_a_bot_that_does_not_stop_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_wait, "_STOP_SECONDS", 0.01)
    end = Event()

    def think(_: Event) -> None:
        interrupt_main()
        end.wait(30)

    try:
        with pytest.raises(KeyboardInterrupt):
            wait_for_bot(think, "level1", ENGLISH)
    finally:
        end.set()


def test_nothing_is_shown_unless_standard_error_is_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    wait_for_bot(lambda _: None, "level1", ENGLISH)
    assert capsys.readouterr() == ("", "")
