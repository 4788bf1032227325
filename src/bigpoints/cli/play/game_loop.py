"""The game loop of the terminal: a session played ply by ply and saved after each."""

import sys
from random import Random

from rich.text import Text

from bigpoints.cli.console import Console, clear_screen, print_board, seat_names
from bigpoints.cli.play.bot_player import make_bot_players
from bigpoints.cli.play.players import HumanPlayer, Player, Request, undo
from bigpoints.cli.play.session import Session
from bigpoints.cli.record_file import save_games
from bigpoints.cli.show.hints import Adviser
from bigpoints.cli.show.score_sheet import print_score_sheet, print_totals
from bigpoints.cli.show.turn import show_plies
from bigpoints.errors import printable
from bigpoints.position import Move
from bigpoints.record import Record

_NOBODY = 0


class GameLoop:
    """A session, the players of its seats, and the screen that people share."""

    def __init__(self, console: Console, session: Session, rng: Random) -> None:
        self.console = console
        self.session = session
        self.rng = rng
        self.adviser = Adviser(console.catalogue)
        self.bots = make_bot_players(session.game.seats, rng, console.catalogue)
        self.people = session.game.start.players - len(self.bots)
        self._person = HumanPlayer(console, self.adviser, open_hands=session.open_hands)
        self._shown_seat = _NOBODY
        """The seat whose hand is on the screen, or _NOBODY."""

    def play(self) -> None:
        """Play until the session is over or somebody leaves."""
        self.save()
        while self._play_game():
            self._show_end()
            if self.session.is_over:
                return
            if self.people:
                self.console.input(Text(f"{self.console.words('next_game')} "))
            self.session = self.session.begin_next_game(self.rng)
            self.save()

    def close(self) -> None:
        """Close all bots."""
        self.adviser.close()
        for bot in self.bots.values():
            bot.close()

    def _play_game(self) -> bool:
        """Play the current game; False if somebody leaves before its end."""
        self._shown_seat = _NOBODY
        while not (game := self.session.game).final.is_over:
            answer = self._next_player(game).choose(game)
            if answer is Request.LEAVE:
                return False
            self.session = self.session.with_game(_apply_answer(game, answer))
            self.save()
            if not self.people:
                show_plies(self.console, self.session.game, since=len(game.plies))
        return True

    def _next_player(self, game: Record) -> Player:
        """The player to move; the screen no longer shows the hand of anybody else."""
        seat = game.final.seat
        if bot := self.bots.get(seat):
            self.hide_hands()
            self._shown_seat = _NOBODY
            return bot
        if seat != self._shown_seat:
            self._pass_keyboard(game.seats[seat - 1])
            self._shown_seat = seat
        return self._person

    def _show_end(self) -> None:
        game = self.session.game
        self.console.print()
        if self.people:
            before = undo(game)
            show_plies(self.console, game, since=len(before.plies) if before else 0)
        print_board(self.console, game.final, names=seat_names(game.seats, self.console.catalogue))
        self.console.print()
        print_score_sheet(self.console, game)
        if self.session.series:
            self.console.print()
            print_totals(self.console, self.session.series)

    def save(self) -> bool:
        """Save the games; False if that failed. The game goes on: it matters more than its file."""
        try:
            save_games(self.session.file, self.session.games)
        except OSError as error:
            reason = self.console.words("not_saved", file=self.session.file, reason=error.strerror)
            self.console.print(Text(reason, style="red"))
            return False
        return True

    def hide_hands(self) -> None:
        """R21: clear the screen if it shows a hand that another person must not see."""
        if self._has_secrets and self._shown_seat:
            clear_screen(self.console)

    @property
    def _has_secrets(self) -> bool:
        """Whether hands are hidden from other people; bots do not look."""
        return not self.session.open_hands and self.people > 1

    def _pass_keyboard(self, name: str) -> None:
        """R21: wait until the next person is alone with the screen, before their hand is shown."""
        if not (self._has_secrets and self.console.is_terminal and sys.stdin.isatty()):
            return
        self.hide_hands()
        turn, alone = self.console.words("your_turn", name=printable(name)), self.console.words("when_alone")
        self.console.print(Text(f"\n  {turn}", style="bold"))
        self.console.input(Text(f"  {alone} "))
        clear_screen(self.console)


def _apply_answer(game: Record, answer: Move | Request) -> Record:
    """The game after an answer: one ply longer, or with plies undone."""
    if isinstance(answer, Request):
        return undo(game) or game
    return game.plus(answer)
