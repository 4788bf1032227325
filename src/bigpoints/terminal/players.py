"""Who sits at a table in the terminal: something that answers with a move, or with a wish."""

from enum import Enum
from typing import Protocol

from rich.console import Console
from rich.text import Text

from bigpoints.errors import BadNotation
from bigpoints.position import Move
from bigpoints.record import Record
from bigpoints.terminal.screen import printable
from bigpoints.terminal.turn import show_help, show_log, show_moves, show_turn
from bigpoints.terminal.understanding import understand


class Wish(Enum):
    """What a player may want instead of a move."""

    UNDO = "undo"
    LEAVE = "leave"


class Player(Protocol):
    """A seat's mind. People sit here; a bot needs this one method."""

    def choose(self, record: Record) -> Move | Wish:
        """Answer with a legal move for the last position of a record, or with a wish."""
        ...


class Person:
    """Somebody at the keyboard."""

    def __init__(self, console: Console, *, open_hands: bool) -> None:
        self.console = console
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
        match text.lower():
            case "":
                show_moves(self.console, position)
            case "undo" | "u" if record.plies:
                return Wish.UNDO
            case "undo" | "u":
                self.console.print(Text("There is nothing to take back."))
            case "quit" | "leave" | "exit" | "q":
                return Wish.LEAVE
            case "help" | "?" | "h":
                show_help(self.console)
            case "log":
                show_log(self.console, record, open_hands=self.open_hands)
            case "board" | "show":
                show_turn(self.console, record, open_hands=self.open_hands)
            case _:
                return self._understood(record, text)
        return None

    def _understood(self, record: Record, text: str) -> Move | None:
        try:
            return understand(record.final, text)
        except BadNotation as error:
            self.console.print(Text(f"{error.found!r}: {error.accepted}", style="red"))
            return None
