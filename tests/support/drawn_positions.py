"""Positions drawn as the notation has them, and what can be asked of them: for tests of the rules and the notation."""

from typing import NamedTuple

import pytest

from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move, parse_position, parse_view, position_text
from bigpoints.rules import effect, legal_moves, play, scores


def legal(bpn: str) -> str:
    """The legal moves of a drawn position."""
    return " ".join(map(str, legal_moves(parse_position(bpn))))


def after(bpn: str, *moves: str) -> str:
    """The position after some moves."""
    position = parse_position(bpn)
    for move in moves:
        position = play(position, parse_move(move))
    return position_text(position)


class Deed(NamedTuple):
    """The effect of a move: landing place, place and colour of the disc taken, wires tripped."""

    landing: int
    taken: int
    disc: str
    tripped: tuple[int, ...] = ()


def what(bpn: str, move: str) -> Deed:
    """The effect of a move in a drawn position."""
    did = effect(parse_position(bpn), parse_move(move))
    return Deed(did.landing, did.taken, did.disc, did.tripped)


def final_scores(bpn: str) -> tuple[int, ...]:
    """The scores of a finished game."""
    return scores(parse_position(bpn))


def refused(bpn: str) -> BadNotation:
    """Why a text is not a position, nor a view of one."""
    with pytest.raises(BadNotation) as refusal:
        parse_view(bpn)
    with pytest.raises(BadNotation) as again:
        parse_position(bpn)
    assert str(again.value) == str(refusal.value)
    return refusal.value
