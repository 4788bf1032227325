"""Asking a bot: whatever it does wrong becomes `BotFailed`, so that those who ask have one thing to expect."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TypeVar

from bigpoints.bots.bot import OWN, BadBudget, Bot, BotFailed, Budget, Choice, NoChoice
from bigpoints.position import Position
from bigpoints.rules import legal_moves

T = TypeVar("T")


def ask(bot: Bot, position: Position, budget: Budget = OWN) -> Choice:
    """A bot's choice, its move being one that can be played."""
    try:
        choice = bot.choose(position, budget)
    except (BadBudget, NoChoice, BotFailed):
        raise
    except (Exception, SystemExit) as error:  # Others write bots, too: they may fail in any way.
        words = " ".join(str(error).split()) or "it does not say why"
        raise BotFailed(f"{bot.name} failed: {type(error).__name__}: {words}") from error
    if not isinstance(choice, Choice):
        raise BotFailed(f"{bot.name} failed: it answers with {type(choice).__name__}; accepted: a Choice")
    if choice.move not in legal_moves(position):
        raise BotFailed(f"{bot.name} failed: {choice.move} cannot be played")
    return choice


def complete_future(answer: Future[T], call: Callable[[], T]) -> None:
    """Make a call, and settle a future with whatever comes of it."""
    try:
        answer.set_result(call())
    except BaseException as error:  # Whatever a bot does must not leave anybody waiting.
        answer.set_exception(error)


def close_quietly(bot: Bot) -> None:
    """Close a bot; nobody needs it any longer, so its last failure is of no interest."""
    with suppress(Exception):
        bot.close()
