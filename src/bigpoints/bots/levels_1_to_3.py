"""Bots that play like people who learn the game: `level1` to `level3`, each with weaknesses of its own.

level1  a child: notices two pawns and the discs beside them, loves a colour, likes white, makes every extra move
level2  a beginner: counts its own points as the pawns stand, mostly overlooks the staircase, forgets the other hands
level3  a learner: counts moves and everybody's points, but mistakes discs in other hands and expects no reply

They rate each move once, which takes no time to speak of, so they ignore budgets.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bigpoints.bots.bot import OWN, Budget, Choice, Watcher, check_choosable
from bigpoints.bots.heuristics import by_moves_left, by_place, expected_points, expected_worths, moves_left, win_shares
from bigpoints.bots.recall import recall_hands
from bigpoints.bots.simple import position_rng
from bigpoints.position import PAWNS, Colour, Go, Hand, Move, Position
from bigpoints.rules import effect, legal_moves, play

_LONG_ROAD = 10
"""Moves of all pawns together; with fewer left, an extra move is worth less."""


class NoviceBot(ABC):
    """Base of the three levels: rates the moves that it notices and plays the best."""

    name: str

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        """Choose the move with the highest rating; ties are broken at random."""
        check_choosable(position)
        rng = position_rng(self.seed, position)
        ratings = self.rate_moves(position, rng)
        most = max(ratings.values())
        return Choice(rng.choice([move for move in ratings if ratings[move] == most]), nodes=len(ratings))

    @abstractmethod
    def rate_moves(self, position: Position, rng: Random) -> dict[Move, float]:
        """A rating for each move that the bot notices."""

    def close(self) -> None:  # noqa: B027
        """Nothing to release."""


class Child(NoviceBot):
    """level1: takes the discs it likes, without regard to the staircase or the other seats."""

    name = "level1"
    notices = 2
    """Pawns that it notices; it moves one of them."""

    def rate_moves(self, position: Position, rng: Random) -> dict[Move, float]:
        """Rate by the disc taken and the pawn moved; passing is not among the moves, so every extra move is made."""
        pawns = sorted({move.pawn for move in legal_moves(position) if move.pawn})
        noticed = rng.sample(pawns, min(self.notices, len(pawns)))
        favourite = self.favourite(position)
        return {move: _appeal(position, move, favourite) for move in legal_moves(position) if move.pawn in noticed}

    def favourite(self, position: Position) -> Colour:
        """Its favourite colour, the same throughout a game and different from seat to seat."""
        return Random(f"{self.seed} {position.seat}").choice(PAWNS[: len(position.pawns)])


def _appeal(position: Position, move: Move, favourite: Colour) -> float:
    disc = effect(position, move).disc
    taking = {"": 0.0, Colour.WHITE: 1.5, favourite: 3.0}.get(disc, 1.0)
    return taking + (move.pawn == favourite)


class Beginner(NoviceBot):
    """level2: looks one move ahead at its own points, and at no other hand."""

    name = "level2"
    overlooks = 0.6
    """Probability of overlooking that pawns can climb."""
    black = 1.0
    """Worth of an extra move, in points."""

    def rate_moves(self, position: Position, rng: Random) -> dict[Move, float]:
        """Rate by its own points afterwards if the pawns climb in the order in which they stand."""
        seen = legal_moves(position)
        if rng.random() < self.overlooks:
            seen = tuple(move for move in seen if move.go is not Go.CLIMB) or seen
        return {move: self._points(play(position, move), position.seat) for move in seen}

    def _points(self, position: Position, seat: int) -> float:
        hand = position.hands[seat - 1]
        return expected_points(hand, expected_worths(position, by_place)) + self.black * hand.black


class Learner(NoviceBot):
    """level3: looks one move ahead at the points of all seats, by the moves that the pawns still need."""

    name = "level3"
    mistakes = 0.3
    """Probability of taking a disc in another hand for one of a random colour."""
    black = 1.5
    """Worth of an extra move, in points, while enough moves are left to spend it."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """Choose the move with the highest win share for itself, and give the win share of each seat after it."""
        choice = super().choose(position, budget, watcher)
        # The generator starts from the same state again, so these are the hands that the ratings were made with.
        hands = recall_hands(position, self.mistakes, position_rng(self.seed, position))
        return replace(choice, value=self._shares(position, choice.move, hands))

    def rate_moves(self, position: Position, rng: Random) -> dict[Move, float]:
        """Rate by its own win share afterwards."""
        hands, mine = recall_hands(position, self.mistakes, rng), position.seat - 1
        return {move: self._shares(position, move, hands)[mine] for move in legal_moves(position)}

    def _shares(self, position: Position, move: Move, known: Sequence[Hand]) -> tuple[float, ...]:
        """Win share of each seat after a move, from its own new hand and the other hands as remembered."""
        after, seat = play(position, move), position.seat
        hands = (*known[: seat - 1], after.hands[seat - 1], *known[seat:])
        worth = expected_worths(after, by_moves_left)
        road = sum(moves_left(after, number) for number in range(len(after.pawns)))
        black = self.black * min(1, road / _LONG_ROAD)
        return win_shares([expected_points(hand, worth) + black * hand.black for hand in hands], road)
