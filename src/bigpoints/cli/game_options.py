"""Options that set up a game: players, seed, first seat, rule options and material."""

import re
from typing import Annotated

import typer

from bigpoints.cli.arguments import parse_int
from bigpoints.errors import BadNotation, BadSetup
from bigpoints.position import STANDARD, Material, Options
from bigpoints.rules import usual_wires

Players = Annotated[int, typer.Option(parser=parse_int, metavar="N", help="Number of players, 2 to 5.")]
Seed = Annotated[
    int | None,
    typer.Option(parser=parse_int, metavar="S", help="Random seed: the same seed gives the same game."),
]
First = Annotated[
    int | None,
    typer.Option(parser=parse_int, metavar="SEAT", help="Seat that begins, counted from 1; drawn by default."),
]
OptionalBonus = Annotated[bool, typer.Option("--optional-bonus", help="A climbing pawn's bonus disc may be left.")]
Inverted = Annotated[bool, typer.Option("--inverted", help="The first pawn to climb gets the worst step.")]
Wires = Annotated[bool, typer.Option("--wires", help="Trip wires at the usual places; each costs 1 point.")]
WiresAt = Annotated[str | None, typer.Option(metavar="PLACES", help="Trip wires after these places, such as 14:28:42.")]
Colours = Annotated[int, typer.Option(parser=parse_int, metavar="C", help="Number of colours, 1 to 5.")]
Discs = Annotated[int, typer.Option(parser=parse_int, metavar="D", help="Path discs of each colour, 1 to 9.")]
White = Annotated[int, typer.Option(parser=parse_int, metavar="W", help="White discs, 0 to 5.")]
Black = Annotated[int, typer.Option(parser=parse_int, metavar="K", help="Black discs, 0 to 5.")]


def build(
    *,
    optional_bonus: bool = False,
    inverted: bool = False,
    wires: bool = False,
    wires_at: str | None = None,
    colours: int = STANDARD.colours,
    discs: int = STANDARD.discs,
    white: int = STANDARD.white,
    black: int = STANDARD.black,
) -> tuple[Material, Options]:
    """The material and rule options for `rules.start`."""
    material = Material(colours, discs, white, black)
    places = _wire_places(wires, wires_at, material.places)
    return material, Options(optional_bonus, inverted, places)


def _wire_places(usual: bool, given: str | None, places: int) -> tuple[int, ...]:
    if given is None:
        return usual_wires(places) if usual else ()
    if usual:
        raise BadSetup(
            "--wires and --wires-at cannot go together: the one means the usual places, the other names them"
        )
    if not re.fullmatch(r"[1-9][0-9]?(:[1-9][0-9]?)*", given):
        raise BadNotation("--wires-at", given, "places in ascending order with : between them, such as 14:28:42")
    return tuple(map(int, given.split(":")))
