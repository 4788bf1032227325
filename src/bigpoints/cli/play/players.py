"""Players of a game in the terminal: each answers with a move, or asks for something else."""

from enum import Enum
from typing import Protocol

from rich.text import Text

from bigpoints.cli.console import Console
from bigpoints.cli.play.bot_player import is_bot
from bigpoints.cli.play.parse_input import parse_command, parse_typed_move
from bigpoints.cli.show.hints import Adviser
from bigpoints.cli.show.turn import show_help, show_log, show_moves, show_turn
from bigpoints.errors import BadNotation, BigPointsError, printable
from bigpoints.position import Move
from bigpoints.record import Record


class Request(Enum):
    """Requests of a player instead of a move."""

    UNDO = "undo"
    LEAVE = "leave"


class Player(Protocol):
    """The player of a seat: a person or a bot."""

    def choose(self, record: Record) -> Move | Request:
        """A legal move in the final position of a record, or a request."""
        ...


def undo(record: Record) -> Record | None:
    """The record before the last ply of a person, or None. Undoing a bot's ply alone would only repeat it."""
    seats = [position.seat for position in record.positions()][: len(record.plies)]
    plies = [ply for ply, seat in enumerate(seats) if not is_bot(record.seats[seat - 1])]
    return record.until(plies[-1]) if plies else None


class HumanPlayer:
    """A person at the keyboard."""

    def __init__(self, console: Console, adviser: Adviser, *, open_hands: bool) -> None:
        self.console = console
        self.adviser = adviser
        self.open_hands = open_hands

    def choose(self, record: Record) -> Move | Request:
        """Show the turn, then prompt until there is a move or a request."""
        show_turn(self.console, record, open_hands=self.open_hands)
        while True:
            answer = self._prompt(record)
            if answer is not None:
                return answer

    def _prompt(self, record: Record) -> Move | Request | None:
        position = record.final
        prompt = f"{printable(record.seats[position.seat - 1])}> "
        text = self.console.input(Text(prompt, style="bold")).strip()
        match parse_command(text, self.console.catalogue):
            case "" if not text:
                show_moves(self.console, position)
            case "undo" if undo(record):
                return Request.UNDO
            case "undo":
                self.console.print(Text(self.console.words("nothing_to_undo")))
            case "quit":
                return Request.LEAVE
            case "help":
                show_help(self.console)
            case "hint":
                self._show_hints(record)
            case "log":
                show_log(self.console, record, open_hands=self.open_hands)
            case "board":
                show_turn(self.console, record, open_hands=self.open_hands)
            case _:
                return self._parse_move(record, text)
        return None

    def _show_hints(self, record: Record) -> None:
        try:
            self.adviser.show_hints(self.console, record, open_hands=self.open_hands)
        except BigPointsError as error:  # The game goes on without hints.
            self.console.print(Text(printable(self.console.words("no_hint", reason=error)), style="red"))

    def _parse_move(self, record: Record, text: str) -> Move | None:
        try:
            return parse_typed_move(record.final, text, self.console.catalogue)
        except BadNotation as error:
            self.console.print(Text(f"{error.found!r}: {error.accepted}", style="red"))
            return None
