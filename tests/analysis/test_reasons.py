"""Reasons: small values that can be compared, and each of them can be found and said."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from random import Random
from typing import get_args

import pytest

from bigpoints.analysis.finders import facts
from bigpoints.analysis.reasons import Climbs, OnlyMove, Reason, Theirs
from bigpoints.analysis.sentences import reason_words
from bigpoints.position import Colour, Material, Options
from bigpoints.rules import legal_moves, start, usual_wires
from support.strategies import played_out

KINDS = get_args(Reason)


def found_in_games() -> dict[type, Reason]:
    """A reason of each kind, from random games on boards of several sizes, with and without wires."""
    found: dict[type, Reason] = {}
    for seed in range(60):
        rng = Random(seed)
        # R7: on a board of one place there is nothing to take.
        material = (Material(), Material(2, 2, 1, 1), Material(1, 1, 0, 0))[seed % 3]
        wires = usual_wires(material.places) if seed % 2 and material.places > 1 else ()
        for position, _, _ in played_out(start(2, rng, material=material, options=Options(wires=wires)), rng):
            for move in legal_moves(position):
                found.update((type(reason), reason) for reason in facts(position, move))
        if len(found) == len(KINDS):
            break
    return found


FOUND = found_in_games()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_reason_occurs_in_games_and_has_words(kind: type) -> None:
    assert reason_words(FOUND[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_a_reason_is_a_frozen_value(kind: type) -> None:
    assert is_dataclass(kind)
    for field in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(FOUND[kind], field.name, 0)


def test_reasons_are_equal_if_they_say_the_same() -> None:
    one, same, other = (Climbs(Colour.RED, step, 2, (Theirs(2, 1),)) for step in (4, 4, 3))
    assert one == same != other
    assert len({one, same, other, OnlyMove()}) == 3
