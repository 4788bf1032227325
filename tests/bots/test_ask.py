"""Whatever a bot does wrong, it has failed, and one line says how."""

from concurrent.futures import Future

import pytest

from bigpoints.bots.ask import ask, close_quietly, complete_future
from bigpoints.bots.bot import BotFailed, Budget, Choice, NoChoice
from bigpoints.bots.simple import RandomBot
from bigpoints.notation import parse_position
from bigpoints.position import PASS, Position
from bigpoints.rules import legal_moves, start
from support.fake_bots import Acting

BOARD = start(2, "BRRB")


def failing(error: BaseException) -> Acting:
    def act(_: Position, __: Budget) -> Choice:
        raise error

    return Acting(act)


def test_a_bot_that_plays_by_the_rules_is_believed() -> None:
    assert ask(RandomBot(), BOARD).move in legal_moves(BOARD)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ZeroDivisionError("division\nby zero"), "acting failed: ZeroDivisionError: division by zero"),
        (SystemExit(3), "acting failed: SystemExit: 3"),
        (KeyError(), "acting failed: KeyError: it does not say why"),
        (BotFailed("it hangs"), "it hangs"),
    ],
)
def test_any_error_of_a_bot_is_its_failure_in_one_line(error: BaseException, words: str) -> None:
    with pytest.raises(BotFailed) as failure:
        ask(failing(error), BOARD)
    assert str(failure.value) == words


def test_a_move_that_cannot_be_played_is_a_failure() -> None:
    with pytest.raises(BotFailed, match=r"acting failed: \. cannot be played"):
        ask(Acting(lambda *_: Choice(PASS)), BOARD)


@pytest.mark.parametrize(("answer", "what"), [(None, "NoneType"), (PASS, "Move")])
def test_an_answer_that_is_no_choice_is_a_failure(answer: object, what: str) -> None:
    with pytest.raises(BotFailed, match=f"acting failed: it answers with {what}; accepted: a Choice"):
        ask(Acting(lambda *_: answer), BOARD)  # type: ignore[arg-type]


def test_a_bot_that_cannot_even_be_closed_troubles_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[bool] = []

    def close() -> None:
        tried.append(True)
        raise ProcessLookupError

    bot = RandomBot()
    monkeypatch.setattr(bot, "close", close)
    close_quietly(bot)
    assert tried


@pytest.mark.parametrize("end", [ZeroDivisionError(), SystemExit(3), KeyboardInterrupt()])
def test_nobody_is_left_waiting_however_a_call_ends(end: BaseException) -> None:
    def call() -> str:
        raise end

    answer, failure = Future[str](), Future[str]()
    complete_future(answer, lambda: "done")
    complete_future(failure, call)
    assert answer.result(0) == "done"
    assert failure.exception(0) is end


def test_a_position_without_a_choice_is_not_the_bots_fault() -> None:
    with pytest.raises(NoChoice):
        ask(RandomBot(), parse_position("B s0 - B/- 1 e"))
