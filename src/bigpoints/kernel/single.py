"""One packed position at a time, from Python: what may be played, where it leads, what it scores."""

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled
from bigpoints.kernel.moves import legal, play, points, seat_of
from bigpoints.kernel.packing import Packed


def legal_actions(packed: Packed) -> list[int]:
    """The numbers of the legal actions, in order; none once the game is over."""
    actions = _legal(packed)
    return [action for action in range(at.ACTIONS) if actions >> action & 1]


def played(packed: Packed, action: int) -> Packed:
    """The position after a legal action."""
    after = packed.copy()
    play_in_place(after, action)
    return after


def scores(packed: Packed) -> tuple[int, ...]:
    """The final score of each seat of a finished game."""
    players = int(packed[at.SETUP]) >> at.PLAYERS & at.PLAYERS_MASK
    return tuple(_points(packed, seat) for seat in range(players))


@compiled
def _legal(packed: Packed) -> int:
    return legal((packed[at.PLANES], packed[at.PLANES + 1], packed[at.PLANES + 2]), packed[at.SETUP], packed[at.FREE], packed[at.TURN])


@compiled
def play_in_place(packed: Packed, action: int) -> None:
    """Make some words those after a legal action."""
    seat = at.HANDS + seat_of(packed[at.TURN])
    planes = packed[at.PLANES], packed[at.PLANES + 1], packed[at.PLANES + 2]
    free, turn, wires, hand = play(
        planes, packed[at.SETUP], packed[at.FREE], packed[at.TURN], packed[at.WIRES], packed[seat], action
    )
    packed[at.FREE], packed[at.TURN], packed[at.WIRES], packed[seat] = free, turn, wires, hand


@compiled
def _points(packed: Packed, seat: int) -> int:
    return points(packed[at.TURN], packed[at.HANDS + seat])
