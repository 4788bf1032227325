"""A table in the terminal: a sitting played ply by ply, kept in its file as it goes."""

import sys
from random import Random

from rich.console import Console
from rich.text import Text

from bigpoints.terminal.players import Person, Player, Wish
from bigpoints.terminal.screen import print_board, printable, wipe
from bigpoints.terminal.sheet import print_score_sheet, print_totals
from bigpoints.terminal.shelf import keep
from bigpoints.terminal.sitting import Sitting


class Table:
    """Seats with their players, and what they play."""

    def __init__(self, console: Console, sitting: Sitting, rng: Random) -> None:
        self.console = console
        self.sitting = sitting
        self.rng = rng
        self.players: list[Player] = [Person(console, open_hands=sitting.open_hands) for _ in sitting.game.seats]

    def play(self) -> None:
        """Play until everything is over or somebody leaves."""
        self.keep()
        while self._play_game():
            self._show_end()
            if self.sitting.is_over:
                return
            self.console.input(Text("Press Enter for the next game. "))
            self.sitting = self.sitting.next_game(self.rng)
            self.keep()

    def _play_game(self) -> bool:
        """Play the game to its end; no if somebody leaves before."""
        shown_to = 0
        while not (position := self.sitting.game.final).is_over:
            if position.seat != shown_to:
                self._hand_over(self.sitting.game.seats[position.seat - 1], begins=not shown_to)
            shown_to = position.seat
            answer = self.players[position.seat - 1].choose(self.sitting.game)
            if answer is Wish.LEAVE:
                return False
            game = self.sitting.game
            game = game.until(len(game.plies) - 1) if isinstance(answer, Wish) else game.plus(answer)
            self.sitting = self.sitting.playing(game)
            self.keep()
        return True

    def _show_end(self) -> None:
        game = self.sitting.game
        self.console.print()
        print_board(self.console, game.final, names=game.seats)
        self.console.print()
        print_score_sheet(self.console, game)
        if self.sitting.series:
            self.console.print()
            print_totals(self.console, self.sitting.series)

    def keep(self) -> bool:
        """Write the games to their file; whether that worked. The game matters more than its file: it goes on."""
        try:
            keep(self.sitting.file, self.sitting.games)
        except OSError as error:
            reason = f"The game could not be saved in {self.sitting.file}: {error.strerror}"
            self.console.print(Text(reason, style="red"))
            return False
        return True

    def hide(self) -> None:
        """R21: leave no hand on the screen."""
        if not self.sitting.open_hands:
            wipe(self.console)

    def _hand_over(self, name: str, *, begins: bool) -> None:
        """R21: the others look away before a hand is shown."""
        if self.sitting.open_hands or not (self.console.is_terminal and sys.stdin.isatty()):
            return
        if not begins:
            wipe(self.console)
        self.console.print(Text(f"\n  {printable(name)}, it is your turn.", style="bold"))
        self.console.input(Text("  When only you can see the screen, press Enter. "))
        wipe(self.console)
