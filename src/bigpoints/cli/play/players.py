"""Who sits at a table in the terminal: something that answers with a move, or with a wish."""

from enum import Enum
from typing import Protocol

from rich.text import Text

from bigpoints.cli.console import Screen
from bigpoints.cli.play.bot_player import is_bot
from bigpoints.cli.play.parse_input import command, understand
from bigpoints.cli.show.hints import Adviser
from bigpoints.cli.show.turn import show_help, show_log, show_moves, show_turn
from bigpoints.errors import BadNotation, BigPointsError, printable
from bigpoints.position import Move
from bigpoints.record import Record


class Wish(Enum):
    """What a player may want instead of a move."""

    UNDO = "undo"
    LEAVE = "leave"


class Player(Protocol):
    """A seat's mind: a person, or a bot."""

    def choose(self, record: Record) -> Move | Wish:
        """Answer with a legal move for the last position of a record, or with a wish."""
        ...


def undone(record: Record) -> Record | None:
    """The record before the last ply of a person; None if there is none. Bots would only make theirs again."""
    seats = [position.seat for position in record.positions()][: len(record.plies)]
    plies = [ply for ply, seat in enumerate(seats) if not is_bot(record.seats[seat - 1])]
    return record.until(plies[-1]) if plies else None


class Person:
    """Somebody at the keyboard."""

    def __init__(self, console: Screen, adviser: Adviser, *, open_hands: bool) -> None:
        self.console = console
        self.adviser = adviser
        self.open_hands = open_hands

    def choose(self, record: Record) -> Move | Wish:
        """Show the table and ask until there is a move or a wish."""
        show_turn(self.console, record, open_hands=self.open_hands)
        while True:
            answer = self._ask(record)
            if answer is not None:
                return answer

    def _ask(self, record: Record) -> Move | Wish | None:
        position = record.final
        prompt = f"{printable(record.seats[position.seat - 1])}> "
        text = self.console.input(Text(prompt, style="bold")).strip()
        match command(text, self.console.catalogue):
            case "" if not text:
                show_moves(self.console, position)
            case "undo" if undone(record):
                return Wish.UNDO
            case "undo":
                self.console.print(Text(self.console.words("nothing_to_undo")))
            case "quit":
                return Wish.LEAVE
            case "help":
                show_help(self.console)
            case "hint":
                self._advise(record)
            case "log":
                show_log(self.console, record, open_hands=self.open_hands)
            case "board":
                show_turn(self.console, record, open_hands=self.open_hands)
            case _:
                return self._understood(record, text)
        return None

    def _advise(self, record: Record) -> None:
        try:
            self.adviser.show_hints(self.console, record, open_hands=self.open_hands)
        except BigPointsError as error:  # Who cannot be advised can play on.
            self.console.print(Text(printable(self.console.words("no_hint", reason=error)), style="red"))

    def _understood(self, record: Record, text: str) -> Move | None:
        try:
            return understand(record.final, text, self.console.catalogue)
        except BadNotation as error:
            self.console.print(Text(f"{error.found!r}: {error.accepted}", style="red"))
            return None
