"""Legal actions and playing in place for compiled code that holds a packed position in an array."""

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import inlined
from bigpoints.kernel.layout import Planes
from bigpoints.kernel.moves import legal_mask, play, seat_of
from bigpoints.kernel.pack import Packed


@inlined
def packed_planes(packed: Packed) -> Planes:
    """The three colour planes of a packed position."""
    return packed[at.PLANES], packed[at.PLANES + 1], packed[at.PLANES + 2]


@inlined
def packed_legal_mask(packed: Packed) -> int:
    """The legal actions, one bit each."""
    return legal_mask(packed_planes(packed), packed[at.SETUP], packed[at.FREE], packed[at.TURN])


@inlined
def play_in_place(packed: Packed, action: int) -> None:
    """Play a legal action, overwriting the position."""
    seat = at.HANDS + seat_of(packed[at.TURN])
    free, turn, wires, hand = play(
        packed_planes(packed),
        packed[at.SETUP],
        packed[at.FREE],
        packed[at.TURN],
        packed[at.WIRES],
        packed[seat],
        action,
    )
    packed[at.FREE], packed[at.TURN], packed[at.WIRES], packed[seat] = free, turn, wires, hand
