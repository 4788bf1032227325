"""A table in the terminal: a sitting played ply by ply, kept in its file as it goes."""

from random import Random

from rich.console import Console
from rich.text import Text

from bigpoints.record import Record
from bigpoints.terminal.players import Person, Player, Wish
from bigpoints.terminal.screen import print_board, printable
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
        self._keep()
        while self._play_game():
            self._show_end()
            if self.sitting.is_over:
                return
            self.console.input(Text("Press Enter for the next game. "))
            self.sitting = self.sitting.next_game(self.rng)
            self._keep()

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
            game = self._taken_back() if isinstance(answer, Wish) else self.sitting.game.plus(answer)
            self.sitting = self.sitting.playing(game)
            self._keep()
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

    def _keep(self) -> None:
        try:
            keep(self.sitting.file, self.sitting.games)
        except OSError as error:  # The game matters more than its file: it goes on.
            reason = f"The game could not be saved in {self.sitting.file}: {error.strerror}"
            self.console.print(Text(reason, style="red"))

    def _taken_back(self) -> Record:
        game = self.sitting.game
        if not game.plies:
            self.console.print(Text("There is nothing to take back."))
        return game.until(max(0, len(game.plies) - 1))

    def _hand_over(self, name: str, *, begins: bool) -> None:
        """R21: the others look away before a hand is shown."""
        if self.sitting.open_hands or not self.console.is_terminal:
            return
        if not begins:
            self.console.clear()
        self.console.print(Text(f"\n  {printable(name)}, it is your turn.", style="bold"))
        self.console.input(Text("  When only you can see the screen, press Enter. "))
        self.console.clear()
