"""A table in the terminal: a sitting played ply by ply, kept in its file as it goes."""

import sys
from random import Random

from rich.text import Text

from bigpoints.cli.console import Screen, print_board, seat_names, wipe
from bigpoints.cli.play.bot_player import opponents
from bigpoints.cli.play.players import Person, Player, Wish, undone
from bigpoints.cli.play.saved_games import keep
from bigpoints.cli.play.session import Sitting
from bigpoints.cli.show.hints import Adviser
from bigpoints.cli.show.score_sheet import print_score_sheet, print_totals
from bigpoints.cli.show.turn import show_plies
from bigpoints.errors import printable
from bigpoints.position import Move
from bigpoints.record import Record

_NOBODY = 0


class Table:
    """Seats with their players, and what they play."""

    def __init__(self, console: Screen, sitting: Sitting, rng: Random) -> None:
        self.console = console
        self.sitting = sitting
        self.rng = rng
        self.adviser = Adviser(console.catalogue)
        self.bots = opponents(sitting.game.seats, rng, console.catalogue)
        self.people = sitting.game.start.players - len(self.bots)
        self._person = Person(console, self.adviser, open_hands=sitting.open_hands)
        self._facing = _NOBODY
        """The seat whose hand the screen may show."""

    def play(self) -> None:
        """Play until everything is over or somebody leaves."""
        self.keep()
        while self._play_game():
            self._show_end()
            if self.sitting.is_over:
                return
            if self.people:
                self.console.input(Text(f"{self.console.words('next_game')} "))
            self.sitting = self.sitting.next_game(self.rng)
            self.keep()

    def close(self) -> None:
        """Let the bots go."""
        self.adviser.close()
        for bot in self.bots.values():
            bot.close()

    def _play_game(self) -> bool:
        """Play the game to its end; no if somebody leaves before."""
        self._facing = _NOBODY
        while not (game := self.sitting.game).final.is_over:
            answer = self._player(game).choose(game)
            if answer is Wish.LEAVE:
                return False
            self.sitting = self.sitting.playing(_answered(game, answer))
            self.keep()
            if not self.people:
                show_plies(self.console, self.sitting.game, since=len(game.plies))
        return True

    def _player(self, game: Record) -> Player:
        """Whoever is to move, at a screen that shows nobody else's hand."""
        seat = game.final.seat
        if bot := self.bots.get(seat):
            self.hide()
            self._facing = _NOBODY
            return bot
        if seat != self._facing:
            self._hand_over(game.seats[seat - 1])
            self._facing = seat
        return self._person

    def _show_end(self) -> None:
        game = self.sitting.game
        self.console.print()
        if self.people:
            before = undone(game)
            show_plies(self.console, game, since=len(before.plies) if before else 0)
        print_board(self.console, game.final, names=seat_names(game.seats, self.console.catalogue))
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
            reason = self.console.words("not_saved", file=self.sitting.file, reason=error.strerror)
            self.console.print(Text(reason, style="red"))
            return False
        return True

    def hide(self) -> None:
        """R21: leave no hand on the screen for another person to see."""
        if self._has_secrets and self._facing:
            wipe(self.console)

    @property
    def _has_secrets(self) -> bool:
        """Whether somebody must not see what somebody else may; a bot does not look."""
        return not self.sitting.open_hands and self.people > 1

    def _hand_over(self, name: str) -> None:
        """R21: the others look away before a hand is shown."""
        if not (self._has_secrets and self.console.is_terminal and sys.stdin.isatty()):
            return
        self.hide()
        turn, alone = self.console.words("your_turn", name=printable(name)), self.console.words("when_alone")
        self.console.print(Text(f"\n  {turn}", style="bold"))
        self.console.input(Text(f"  {alone} "))
        wipe(self.console)


def _answered(game: Record, answer: Move | Wish) -> Record:
    """The game after an answer: with a ply more, or without those taken back."""
    if isinstance(answer, Wish):
        return undone(game) or game
    return game.plus(answer)
