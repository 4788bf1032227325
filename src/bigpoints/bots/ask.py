"""Calling a bot safely: every failure of a bot becomes `BotFailed`, the one error that callers have to expect."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

from bigpoints.bots.bot import OWN, BadBudget, Bot, BotFailed, Budget, Choice, NoChoice
from bigpoints.position import Position
from bigpoints.rules import legal_moves

T = TypeVar("T")


def ask(bot: Bot, position: Position, budget: Budget = OWN) -> Choice:
    """A bot's choice, checked to be a legal move."""
    try:
        choice = bot.choose(position, budget)
    except (BadBudget, NoChoice, BotFailed):
        raise
    except (Exception, SystemExit) as error:  # Bots of other packages may fail in any way.
        words = " ".join(str(error).split()) or "it does not say why"
        raise BotFailed(f"{bot.name} failed: {type(error).__name__}: {words}") from error
    if not isinstance(choice, Choice):
        raise BotFailed(f"{bot.name} failed: it answers with {type(choice).__name__}; accepted: a Choice")
    if choice.move not in legal_moves(position):
        raise BotFailed(f"{bot.name} failed: {choice.move} cannot be played")
    return choice


def complete_future(answer: Future[T], call: Callable[[], T]) -> None:
    """Complete a future with the result of a call, or with its error."""
    try:
        answer.set_result(call())
    except BaseException as error:  # A future left open would block its waiters for ever.
        answer.set_exception(error)


def close_quietly(bot: Bot) -> None:
    """Close a bot that is no longer needed, ignoring errors."""
    with suppress(Exception):
        bot.close()
