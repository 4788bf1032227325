"""Bots that play as people do who learn the game: `level1` to `level3`, each weak in ways of its own.

level1  a child: sees a few pawns and the discs beside them, loves a colour, likes what shines, makes every extra move
level2  a beginner: counts its own points as the pawns stand, mostly overlooks the staircase, forgets the other hands
level3  a learner: counts moves and everybody's points, but mistakes discs in other hands and expects no reply

All are instant: they look at each move once, and no budget is too small for that.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bigpoints.bots.bot import OWN, Budget, Choice, Watcher, check_choosable
from bigpoints.bots.heuristics import by_moves_left, by_place, moves_left, points, shares, worths
from bigpoints.bots.simple import dice
from bigpoints.position import COLOURS, PAWNS, Colour, Go, Hand, Move, Position
from bigpoints.rules import effect, legal_moves, material_in, play

_LONG_ROAD = 10
"""Moves of all pawns together: with fewer to come, an extra move is worth less."""


class Person(ABC):
    """Makes the move it likes best among those it sees."""

    name: str

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        """The move it likes best, chance deciding between equals."""
        check_choosable(position)
        rng = dice(self.seed, position)
        liking = self.likings(position, rng)
        most = max(liking.values())
        return Choice(rng.choice([move for move in liking if liking[move] == most]), nodes=len(liking))

    @abstractmethod
    def likings(self, position: Position, rng: Random) -> dict[Move, float]:
        """How much it likes each of the moves that it sees."""

    def close(self) -> None:  # noqa: B027
        """There is nothing to let go of."""


class Child(Person):
    """Has just learned the rules. It takes what it likes, with no thought of the staircase or of anybody else."""

    name = "level1"
    notices = 2
    """So many pawns catch its eye; it moves one of them."""

    def likings(self, position: Position, rng: Random) -> dict[Move, float]:
        """By the disc that it gets and the pawn that it moves; of passing it does not think: extra moves are fun."""
        pawns = sorted({move.pawn for move in legal_moves(position) if move.pawn})
        noticed = rng.sample(pawns, min(self.notices, len(pawns)))
        favourite = self.favourite(position)
        return {move: _delight(position, move, favourite) for move in legal_moves(position) if move.pawn in noticed}

    def favourite(self, position: Position) -> Colour:
        """The colour that it loves all the game through; children at one table love different ones."""
        return Random(f"{self.seed} {position.seat}").choice(PAWNS[: len(position.pawns)])


def _delight(position: Position, move: Move, favourite: Colour) -> float:
    disc = effect(position, move).disc
    taking = {"": 0.0, Colour.WHITE: 1.5, favourite: 3.0}.get(disc, 1.0)
    return taking + (move.pawn == favourite)


class Beginner(Person):
    """Looks one move ahead, for its own points. What the others hold it has forgotten."""

    name = "level2"
    overlooks = 0.6
    """How often it does not see that a pawn could climb."""
    black = 1.0
    """What an extra move is worth to it, in points."""

    def likings(self, position: Position, rng: Random) -> dict[Move, float]:
        """By what its own discs are worth afterwards if the pawns climb in the order in which they stand."""
        seen = legal_moves(position)
        if rng.random() < self.overlooks:
            seen = tuple(move for move in seen if move.go is not Go.CLIMB) or seen
        return {move: self._points(play(position, move), position.seat) for move in seen}

    def _points(self, position: Position, seat: int) -> float:
        hand = position.hands[seat - 1]
        return points(hand, worths(position, by_place)) + self.black * hand.black


class Learner(Person):
    """Looks one move ahead with sense: everybody's points, by the moves that the pawns still have to go."""

    name = "level3"
    mistakes = 0.3
    """How often it takes a disc in another hand for one of any colour."""
    black = 1.5
    """What an extra move is worth to it, in points, as long as there are moves enough to spend it in."""

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
        """The move after which it seems to stand best, and how everybody seems to stand then."""
        choice = super().choose(position, budget, watcher)
        hands = remembered(position, self.mistakes, dice(self.seed, position))  # The same that made it choose.
        return replace(choice, value=self._shares(position, choice.move, hands))

    def likings(self, position: Position, rng: Random) -> dict[Move, float]:
        """By its share of the win as it seems afterwards."""
        hands, mine = remembered(position, self.mistakes, rng), position.seat - 1
        return {move: self._shares(position, move, hands)[mine] for move in legal_moves(position)}

    def _shares(self, position: Position, move: Move, known: Sequence[Hand]) -> tuple[float, ...]:
        """Each seat's share of the win after a move, by its own new hand and the others as it remembers them."""
        after, seat = play(position, move), position.seat
        hands = (*known[: seat - 1], after.hands[seat - 1], *known[seat:])
        worth = worths(after, by_moves_left)
        road = sum(moves_left(after, number) for number in range(len(after.pawns)))
        black = self.black * min(1, road / _LONG_ROAD)
        return shares([points(hand, worth) + black * hand.black for hand in hands], road)


def remembered(position: Position, mistakes: float, rng: Random) -> tuple[Hand, ...]:
    """All hands as somebody has them in mind: their own is before their eyes, and of the others they know the size."""
    discs = material_in(position).path
    return tuple(
        hand if seat == position.seat else _mistaken(hand, mistakes, discs, rng)
        for seat, hand in enumerate(position.hands, start=1)
    )


def _mistaken(hand: Hand, mistakes: float, discs: str, rng: Random) -> Hand:
    """A hand with some of its discs taken for others of the game."""
    seen = Hand(penalties=hand.penalties)
    for disc, count in zip(COLOURS, hand, strict=False):
        for _ in range(count):
            seen = seen.plus(rng.choice(discs) if rng.random() < mistakes else disc)
    return seen
