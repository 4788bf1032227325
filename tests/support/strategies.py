"""Hypothesis strategies: games, positions and views of every mix of players, material and options."""

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from bigpoints.position import STANDARD, Material, Move, Options, Position
from bigpoints.rules import legal_moves, play, start, usual_wires

seeds = st.integers(0, 2**32 - 1)

materials = st.just(STANDARD) | st.builds(
    Material,
    colours=st.integers(1, 5),
    discs=st.integers(1, 9),
    white=st.integers(0, 5),
    black=st.integers(0, 5),
)


@st.composite
def options_on(draw: st.DrawFn, places: int) -> Options:
    """Options of a game on a path of `places` places: none, some or all of them."""
    wires: tuple[int, ...] = ()
    if places > 1 and draw(st.booleans()):
        anywhere = st.sets(st.integers(1, places - 1), max_size=6).map(lambda chosen: tuple(sorted(chosen)))
        wires = draw(st.just(usual_wires(places)) | anywhere)
    return Options(draw(st.booleans()), draw(st.booleans()), wires)


@st.composite
def starts(draw: st.DrawFn) -> Position:
    """The start of a game, standard or not."""
    material = draw(materials)
    options = draw(st.just(Options()) | options_on(material.places))
    return start(draw(st.integers(2, 5)), Random(draw(seeds)), material=material, options=options)


class Ply(NamedTuple):
    """One step of a game: where it stood, what was played, where that led."""

    before: Position
    move: Move
    after: Position


def played_out(position: Position, rng: Random) -> list[Ply]:
    """A game from a position to its end, by moves drawn at random."""
    plies: list[Ply] = []
    while not position.is_over:
        move = rng.choice(legal_moves(position))
        plies.append(Ply(position, move, play(position, move)))
        position = plies[-1].after
    return plies


@st.composite
def games(draw: st.DrawFn) -> list[Ply]:
    """A whole game."""
    return played_out(draw(starts()), Random(draw(seeds)))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A moment of a game, from its start to its end."""
    plies = draw(games())
    moments = [plies[0].before, *(ply.after for ply in plies)]
    return moments[draw(st.integers(0, len(moments) - 1))]


def going_on() -> st.SearchStrategy[Position]:
    """A moment of a game that is not over."""
    return positions().filter(lambda position: not position.is_over)
