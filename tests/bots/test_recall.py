"""Memory of hands: its own exactly, the others in size, each disc with mistakes."""

from random import Random

from bigpoints.bots.levels_1_to_3 import Learner
from bigpoints.bots.recall import recall_hands
from bigpoints.notation import parse_position

POSITION = parse_position("R.BR.. 3,1 BR B2/R!2 1 m wires=5")


def test_discs_in_other_hands_are_mistaken_but_not_their_number() -> None:
    hands = [recall_hands(POSITION, Learner.mistakes, Random(seed)) for seed in range(200)]
    assert all(own == POSITION.hands[0] for own, _ in hands)
    assert all(other.size == 1 and other.penalties == 2 for _, other in hands)
    assert {(other.blue, other.red) for _, other in hands} == {(0, 1), (1, 0)}
    assert sum(other == POSITION.hands[1] for _, other in hands) > 140


def test_without_mistakes_all_hands_are_remembered_exactly() -> None:
    assert recall_hands(POSITION, 0.0, Random(1)) == POSITION.hands
