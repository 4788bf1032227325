"""Hints in the terminal: ask a bot for the best moves, and print them with reasons."""

from collections.abc import Sequence
from threading import Event

from rich.text import Text

from bigpoints.analysis.hints import Hint, hints
from bigpoints.analysis.sentences import sentence
from bigpoints.bots.ask import close_quietly
from bigpoints.bots.bot import Bot, Budget
from bigpoints.bots.registry import make_bot
from bigpoints.cli.bot_wait import wait_for_bot
from bigpoints.cli.console import Console, coloured_move, print_rows, seat_names
from bigpoints.contract.constants import LEVELS
from bigpoints.locales import Catalogue
from bigpoints.position import Position
from bigpoints.record import Record

DEFAULT_BOT = LEVELS[-1]
"""The bot that gives hints unless another is named."""
DEFAULT_SECONDS = 1.0
DEFAULT_COUNT = 3


class Adviser:
    """Gives hints by a bot, which is made when the first hint is asked for."""

    def __init__(self, catalogue: Catalogue, name: str = DEFAULT_BOT, budget: Budget | None = None) -> None:
        self.catalogue = catalogue
        self.name = name
        self.budget = budget or Budget(seconds=DEFAULT_SECONDS)
        self._bot: Bot | None = None

    def hints(self, position: Position, count: int = DEFAULT_COUNT, *, open_hands: bool = True) -> tuple[Hint, ...]:
        """The best moves of a position; Ctrl-C stops the search."""
        bot = self._bot = self._bot or make_bot(self.name)
        limits = self.budget

        def think(stop: Event) -> tuple[Hint, ...]:
            budget = Budget(limits.nodes, limits.seconds, limits.depth, stop)
            return hints(position, bot, budget, count, open_hands=open_hands)

        return wait_for_bot(think, self.name, self.catalogue)

    def show_hints(self, console: Console, record: Record, *, open_hands: bool) -> None:
        """Print the best moves for the seat to move."""
        found = self.hints(record.final, open_hands=open_hands)
        print_hints(console, found, seat_names(record.seats, self.catalogue))

    def close(self) -> None:
        """Free the memory and processes of the bot."""
        if self._bot:
            close_quietly(self._bot)


def print_hints(console: Console, found: Sequence[Hint], names: Sequence[str] = ()) -> None:
    """Print a line for each move: win share, margin and reasons."""
    catalogue = console.catalogue
    columns = [
        [coloured_move(hint.move) for hint in found],
        [Text(value_words(hint, catalogue), justify="right") for hint in found],
        [Text(margin_words(hint, catalogue), justify="right") for hint in found],
        [Text(sentence(hint.reasons, names, catalogue)) for hint in found],
    ]
    print_rows(console, list(zip(*filter(any, columns), strict=True)))


def value_words(hint: Hint, catalogue: Catalogue) -> str:
    """The mover's win share in per cent, or `wins`, `ties` or `loses` if it is proven."""
    if hint.value is None:
        return ""
    if hint.exact:
        outcome = {0.0: "loses", 1.0: "wins"}.get(hint.value, "ties")
        return catalogue.text(f"terminal.{outcome}")
    per_cent = round(100 * hint.value)
    return "< 1 %" if per_cent < 1 else "> 99 %" if per_cent > 99 else f"{per_cent} %"


def margin_words(hint: Hint, catalogue: Catalogue) -> str:
    """The score difference that the mover can expect; empty if it is not known."""
    if hint.margin is None:
        return ""
    margin = round(hint.margin, 1)
    shown = f"{margin:+g}".replace(".", catalogue.text("terminal.decimal_mark")) if margin else "0"
    return catalogue.text("terminal.margin", n=margin, margin=shown)
