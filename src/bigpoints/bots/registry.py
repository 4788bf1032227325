"""Bots by name: ours, those that other packages register, and programs that speak BPI.

    level3              a level for people, 1 to 6
    uct@100000n         with a budget of nodes for every move
    level6@500ms        or of time: 2s, 500ms
    bpi:./my-engine -x  a program that speaks the engine protocol

A package registers a bot by an entry point in the group `bigpoints.bots`: its name, and a function that takes
`BotSettings` and gives a `Bot`.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from math import isinf
from typing import cast

from bigpoints.bots.bot import OWN, PROGRAM, BadBudget, Bot, BotFailed, BotSettings, Budget, Choice, NoSuchBot, Watcher
from bigpoints.errors import BigPointsError
from bigpoints.optional_deps import require_extra
from bigpoints.position import Position

ENTRY_POINTS = "bigpoints.bots"
BOT_PREFIX = "bot:"
LEVELS = ("level1", "level2", "level3", "level4", "level5", "level6")
_LIMIT = re.compile(r"(?P<name>.+)@(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<unit>n|ms|s)")
_NEAR = 0.85
"""How alike names are that may be mistaken for each other."""
_ACCEPTED_LIMITS = "NAME@1000n for nodes, NAME@500ms or NAME@2s for time"


Maker = Callable[[BotSettings], Bot]


def make_bot(name: str, settings: BotSettings | None = None) -> Bot:
    """The bot of a name, with its budget if the name has one after an `@`."""
    settings = settings or BotSettings()
    plain, budget = _split(name)
    bot = _made(plain, settings)
    return bot if budget is None else Limited(name, bot, budget)


def check_bot(name: str) -> None:
    """Refuse a name that no bot has; the bot is not made."""
    _maker(_split(name)[0])


def bot_names() -> tuple[str, ...]:
    """Every name there is, ours first; programs have theirs behind `bpi:`."""
    return (*_OURS, *sorted(set(_registered()) - set(_OURS)))


class Limited:
    """A bot whose budget for every move is part of its name."""

    def __init__(self, name: str, bot: Bot, budget: Budget) -> None:
        self.name = name
        self.bot = bot
        self.budget = budget

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """The bot's choice within its own budget; of the one given, only the event counts."""
        return self.bot.choose(position, replace(self.budget, stop=budget.stop), watcher)

    def close(self) -> None:
        """Let go of what the bot holds."""
        self.bot.close()


def _split(name: str) -> tuple[str, Budget | None]:
    """A name without its budget, and the budget; a bot may be called as it is at a table."""
    name = name.removeprefix(BOT_PREFIX)
    match = _LIMIT.fullmatch(name)
    if match is None:
        if "@" in name and not name.startswith(PROGRAM):
            raise NoSuchBot(f"bot: the budget of {name!r} cannot be read; accepted: {_ACCEPTED_LIMITS}")
        return name, None
    number, unit = float(match["number"]), match["unit"]
    if isinf(number):
        raise BadBudget(f"bot: the budget of {name[:20]}… is beyond all numbers; accepted: {_ACCEPTED_LIMITS}")
    if unit == "n":
        return match["name"], Budget(nodes=int(number))
    return match["name"], Budget(seconds=number / 1000 if unit == "ms" else number)


def _maker(name: str) -> Maker:
    if name.startswith(PROGRAM):
        return lambda settings: _program(name, settings)
    if name in _OURS:
        return _OURS[name]
    if name in _registered():
        return lambda settings: cast("Bot", _registered()[name].load()(settings))
    accepted = ", ".join(bot_names())
    near = "".join(f" (did you mean {other}?)" for other in get_close_matches(name.lower(), bot_names(), 1, _NEAR))
    raise NoSuchBot(f"bot: there is no {name!r}{near}; accepted: {accepted}, or {PROGRAM}COMMAND for a program")


def _made(name: str, settings: BotSettings) -> Bot:
    """A bot by its maker; another package's may fail in any way."""
    maker = _maker(name)
    try:
        return maker(settings)
    except BigPointsError:
        raise
    except (Exception, SystemExit) as error:
        raise BotFailed(f"bot: {name} cannot be made: {str(error) or type(error).__name__}") from error


@cache
def _registered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


# Each loads only what it needs: random, greedy and level1 to level3 need no package, the others need [play].


def _program(name: str, settings: BotSettings) -> Bot:
    from bigpoints.bots.bpi.client import Program

    return Program(name, settings)


def _random(settings: BotSettings) -> Bot:
    from bigpoints.bots.simple import RandomBot

    return RandomBot(settings.seed)


def _greedy(settings: BotSettings) -> Bot:
    from bigpoints.bots.simple import GreedyBot

    return GreedyBot(settings.seed)


def _level1(settings: BotSettings) -> Bot:
    from bigpoints.bots.novice import Child

    return Child(settings.seed)


def _level2(settings: BotSettings) -> Bot:
    from bigpoints.bots.novice import Beginner

    return Beginner(settings.seed)


def _level3(settings: BotSettings) -> Bot:
    from bigpoints.bots.novice import Learner

    return Learner(settings.seed)


def _uct(settings: BotSettings) -> Bot:
    with require_extra("play", "the bot uct"):
        from bigpoints.bots.tree_bot import TreeBot, uct_grower

    return TreeBot("uct", [uct_grower(settings.seed)], Budget(nodes=100_000), settings.hash_megabytes)


def _level4(settings: BotSettings) -> Bot:
    from bigpoints.bots.distracted import Distracted

    return Distracted(_searching("level4", Budget(nodes=1), settings), settings.seed, mistakes=0.2, overlooks=0.07)


def _level5(settings: BotSettings) -> Bot:
    return _searching("level5", Budget(nodes=120), settings)


def _level6(settings: BotSettings) -> Bot:
    with require_extra("play", "the bot level6"):
        from bigpoints.bots.master import Master
        from bigpoints.bots.tree_bot import TreeBot, judging_grower

    half = settings.hash_megabytes / 2
    growers = [judging_grower(number) for number in range(settings.threads)]
    return Master(TreeBot("level6", growers, Budget(seconds=1.0), half), half)


def _searching(name: str, own: Budget, settings: BotSettings) -> Bot:
    with require_extra("play", f"the bot {name}"):
        from bigpoints.bots.tree_bot import TreeBot, judging_grower

    return TreeBot(name, [judging_grower(0)], own, settings.hash_megabytes)


_OURS: dict[str, Maker] = {
    "random": _random,
    "greedy": _greedy,
    "level1": _level1,
    "level2": _level2,
    "level3": _level3,
    "level4": _level4,
    "level5": _level5,
    "level6": _level6,
    "uct": _uct,
}
