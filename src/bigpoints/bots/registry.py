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
from bigpoints.contract.constants import BOT_PREFIX
from bigpoints.errors import BigPointsError
from bigpoints.optional_deps import require_extra
from bigpoints.position import Position

ENTRY_POINTS = "bigpoints.bots"
_LIMIT = re.compile(r"(?P<name>.+)@(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<unit>n|ms|s)")
_NEAR = 0.85
"""Similarity from which a name is suggested for a misspelt one, from 0 to 1."""
_ACCEPTED_LIMITS = "NAME@1000n for nodes, NAME@500ms or NAME@2s for time"


BotFactory = Callable[[BotSettings], Bot]


def make_bot(name: str, settings: BotSettings | None = None) -> Bot:
    """Make the bot with a name, limited to a budget if the name has one after an `@`."""
    settings = settings or BotSettings()
    plain, budget = _split_budget(name)
    bot = _make(plain, settings)
    return bot if budget is None else LimitedBot(name, bot, budget)


def check_bot(name: str) -> None:
    """Raise NoSuchBot for a name that no bot has, without making the bot."""
    _find_factory(_split_budget(name)[0])


def bot_names() -> tuple[str, ...]:
    """The names of all bots, ours first; programs are named by `bpi:COMMAND`."""
    return (*_OURS, *sorted(set(_entry_points()) - set(_OURS)))


class LimitedBot:
    """A bot with a fixed budget for every move, which is part of its name."""

    def __init__(self, name: str, bot: Bot, budget: Budget) -> None:
        self.name = name
        self.bot = bot
        self.budget = budget

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """Choose within the fixed budget; only the stop event of the given one counts."""
        return self.bot.choose(position, replace(self.budget, stop=budget.stop), watcher)

    def close(self) -> None:
        """Close the wrapped bot."""
        self.bot.close()


def _split_budget(name: str) -> tuple[str, Budget | None]:
    """A name without prefix and budget, and the budget; the prefix `bot:` of tables is accepted."""
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


def _find_factory(name: str) -> BotFactory:
    if name.startswith(PROGRAM):
        return lambda settings: _program(name, settings)
    if name in _OURS:
        return _OURS[name]
    if name in _entry_points():
        return lambda settings: cast("Bot", _entry_points()[name].load()(settings))
    accepted = ", ".join(bot_names())
    near = "".join(f" (did you mean {other}?)" for other in get_close_matches(name.lower(), bot_names(), 1, _NEAR))
    raise NoSuchBot(f"bot: there is no {name!r}{near}; accepted: {accepted}, or {PROGRAM}COMMAND for a program")


def _make(name: str, settings: BotSettings) -> Bot:
    """Make a bot; errors of another package's factory become BotFailed."""
    factory = _find_factory(name)
    try:
        return factory(settings)
    except BigPointsError:
        raise
    except (Exception, SystemExit) as error:
        raise BotFailed(f"bot: {name} cannot be made: {str(error) or type(error).__name__}") from error


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


# Each factory imports its own module: random, greedy and level1 to level3 need no package, the others need [play].


def _program(name: str, settings: BotSettings) -> Bot:
    from bigpoints.bots.bpi.client import ProgramBot

    return ProgramBot(name, settings)


def _random(settings: BotSettings) -> Bot:
    from bigpoints.bots.simple import RandomBot

    return RandomBot(settings.seed)


def _greedy(settings: BotSettings) -> Bot:
    from bigpoints.bots.simple import GreedyBot

    return GreedyBot(settings.seed)


def _level1(settings: BotSettings) -> Bot:
    from bigpoints.bots.levels_1_to_3 import Child

    return Child(settings.seed)


def _level2(settings: BotSettings) -> Bot:
    from bigpoints.bots.levels_1_to_3 import Beginner

    return Beginner(settings.seed)


def _level3(settings: BotSettings) -> Bot:
    from bigpoints.bots.levels_1_to_3 import Learner

    return Learner(settings.seed)


def _uct(settings: BotSettings) -> Bot:
    with require_extra("play", "the bot uct"):
        from bigpoints.bots.tree_bot import TreeBot, uct_search

    return TreeBot("uct", [uct_search(settings.seed)], Budget(nodes=100_000), settings.hash_megabytes)


def _level4(settings: BotSettings) -> Bot:
    from bigpoints.bots.level4 import DistractedBot

    return DistractedBot(_network_bot("level4", Budget(nodes=1), settings), settings.seed, mistakes=0.2, overlooks=0.07)


def _level5(settings: BotSettings) -> Bot:
    return _network_bot("level5", Budget(nodes=120), settings)


def _level6(settings: BotSettings) -> Bot:
    with require_extra("play", "the bot level6"):
        from bigpoints.bots.level6 import MasterBot
        from bigpoints.bots.tree_bot import TreeBot, network_search

    half = settings.hash_megabytes / 2
    searches = [network_search(number) for number in range(settings.threads)]
    return MasterBot(TreeBot("level6", searches, Budget(seconds=1.0), half), half)


def _network_bot(name: str, own: Budget, settings: BotSettings) -> Bot:
    with require_extra("play", f"the bot {name}"):
        from bigpoints.bots.tree_bot import TreeBot, network_search

    return TreeBot(name, [network_search(0)], own, settings.hash_megabytes)


_OURS: dict[str, BotFactory] = {
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
