"""The kernel from Python, one packed position at a time: legal actions, playing one, final scores."""

from bigpoints.kernel import layout as at
from bigpoints.kernel.jit import compiled
from bigpoints.kernel.moves import score_hand
from bigpoints.kernel.pack import Packed
from bigpoints.kernel.packed_moves import packed_legal_mask, play_in_place


def legal_actions(packed: Packed) -> list[int]:
    """The numbers of the legal actions, in order; none once the game is over."""
    actions = _legal(packed)
    return [action for action in range(at.ACTIONS) if actions >> action & 1]


def played(packed: Packed, action: int) -> Packed:
    """The position after a legal action."""
    after = packed.copy()
    _play(after, action)
    return after


def final_scores(packed: Packed) -> tuple[int, ...]:
    """The score of each seat of a finished game."""
    players = int(packed[at.SETUP]) >> at.PLAYERS & at.PLAYERS_MASK
    return tuple(_points(packed, seat) for seat in range(players))


@compiled
def _legal(packed: Packed) -> int:
    return packed_legal_mask(packed)


@compiled
def _play(packed: Packed, action: int) -> None:
    play_in_place(packed, action)


@compiled
def _points(packed: Packed, seat: int) -> int:
    return score_hand(packed[at.TURN], packed[at.HANDS + seat])
