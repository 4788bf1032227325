"""Bots at a table in the terminal."""

from collections.abc import Sequence
from random import Random
from threading import Event

from bigpoints.bots.ask import ask, close_quietly
from bigpoints.bots.bot import Bot, BotSettings, Budget, Choice
from bigpoints.bots.registry import BOT_PREFIX, check_bot, make_bot
from bigpoints.cli.progress import awaited
from bigpoints.locales import Catalogue
from bigpoints.position import Move
from bigpoints.record import Record

_SEED_BITS = 32


def is_bot(seat: str) -> bool:
    """Whether a seat's name is that of a bot."""
    return seat.startswith(BOT_PREFIX)


def check_bots(seats: Sequence[str]) -> None:
    """Refuse names of bots that do not exist."""
    for name in filter(is_bot, seats):
        check_bot(name.removeprefix(BOT_PREFIX))


def opponents(seats: Sequence[str], rng: Random, catalogue: Catalogue) -> dict[int, "Opponent"]:
    """The bots among the seats, each with chance of its own."""
    bots = {seat: name for seat, name in enumerate(seats, start=1) if is_bot(name)}
    seated: dict[int, Opponent] = {}
    try:
        for seat, name in bots.items():
            settings = BotSettings(seed=rng.getrandbits(_SEED_BITS))
            seated[seat] = Opponent(name, make_bot(name.removeprefix(BOT_PREFIX), settings), catalogue)
    except BaseException:
        for opponent in seated.values():
            opponent.close()
        raise
    return seated


class Opponent:
    """A bot in a seat."""

    def __init__(self, name: str, bot: Bot, catalogue: Catalogue) -> None:
        self.name = name
        self.bot = bot
        self.catalogue = catalogue

    def choose(self, record: Record) -> Move:
        """The bot's move in the last position of a record."""
        position = record.final

        def think(stop: Event) -> Choice:
            return ask(self.bot, position, Budget(stop=stop))

        return awaited(think, self.name, self.catalogue).move

    def close(self) -> None:
        """Let go of what the bot holds."""
        close_quietly(self.bot)
