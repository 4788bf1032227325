"""Bots as players of a game in the terminal."""

from collections.abc import Sequence
from random import Random
from threading import Event

from bigpoints.bots.ask import ask, close_quietly
from bigpoints.bots.bot import Bot, BotSettings, Budget, Choice
from bigpoints.bots.registry import check_bot, make_bot
from bigpoints.cli.bot_wait import wait_for_bot
from bigpoints.contract.constants import BOT_PREFIX
from bigpoints.locales import Catalogue
from bigpoints.position import Move
from bigpoints.record import Record

_SEED_BITS = 32


def is_bot(seat: str) -> bool:
    """Whether a seat belongs to a bot: its name begins with `bot:`."""
    return seat.startswith(BOT_PREFIX)


def check_bots(seats: Sequence[str]) -> None:
    """Raise NoSuchBot for the first seat whose bot does not exist."""
    for name in filter(is_bot, seats):
        check_bot(name.removeprefix(BOT_PREFIX))


def make_bot_players(seats: Sequence[str], rng: Random, catalogue: Catalogue) -> dict[int, "BotPlayer"]:
    """A player for each seat of a bot, by seat number; each bot gets its own seed."""
    bots = {seat: name for seat, name in enumerate(seats, start=1) if is_bot(name)}
    seated: dict[int, BotPlayer] = {}
    try:
        for seat, name in bots.items():
            settings = BotSettings(seed=rng.getrandbits(_SEED_BITS))
            seated[seat] = BotPlayer(name, make_bot(name.removeprefix(BOT_PREFIX), settings), catalogue)
    except BaseException:
        for player in seated.values():
            player.close()
        raise
    return seated


class BotPlayer:
    """A bot that plays one seat."""

    def __init__(self, name: str, bot: Bot, catalogue: Catalogue) -> None:
        self.name = name
        self.bot = bot
        self.catalogue = catalogue

    def choose(self, record: Record) -> Move:
        """Let the bot choose a move; the terminal shows that it thinks, and Ctrl-C stops it."""
        position = record.final

        def think(stop: Event) -> Choice:
            return ask(self.bot, position, Budget(stop=stop))

        return wait_for_bot(think, self.name, self.catalogue).move

    def close(self) -> None:
        """Free the memory and processes of the bot."""
        close_quietly(self.bot)
