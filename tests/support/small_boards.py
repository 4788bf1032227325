"""Two-player positions that plain rules can solve: small boards, and the ends of standard games."""

from random import Random

from hypothesis import strategies as st

from bigpoints.position import Material, Position
from bigpoints.rules import legal_moves, play, start
from support.strategies import options_on, played_out, seeds


@st.composite
def small_boards(draw: st.DrawFn) -> Position:
    """The start of a two-player game that plain rules can solve, of any mix of options."""
    colours = draw(st.integers(1, 4))
    discs = draw(st.integers(1, (4, 2, 2, 1)[colours - 1]))
    room = max(0, 6 - colours * discs)
    white = draw(st.integers(0, min(2, room)))
    material = Material(colours, discs, white, draw(st.integers(0, min(2, room - white))))
    return start(2, Random(draw(seeds)), material=material, options=draw(options_on(material.places)))


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """A standard game some plies before its end, of any mix of options."""
    begin = start(2, Random(draw(seeds)), options=draw(options_on(55)))
    plies = played_out(begin, Random(draw(seeds)))
    return plies[-draw(st.integers(1, 4))].before


def positions_of(board: Position) -> set[Position]:
    """Every position that can come of a board, those at the end included."""
    found, new = {board}, [board]
    while new:
        position = new.pop()
        after = {play(position, move) for move in legal_moves(position)} - found
        found |= after
        new += after
    return found


def late(plies: int, seed: int) -> Position:
    """A random standard game of two players, some plies before its end."""
    rng = Random(seed)
    return played_out(start(2, rng), rng)[-plies].before
