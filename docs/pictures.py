"""Draw the pictures of the documentation and of the README: `make pictures`.

Each is drawn twice, for light pages and for dark ones. A test draws them again and compares.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bigpoints.drawing import svg
from bigpoints.drawing.markup import element, transform
from bigpoints.drawing.palette import DARK, LIGHT
from bigpoints.drawing.pieces import piece_definitions
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import COLOURS, Colour
from bigpoints.rules import play, view

ASSETS = Path(__file__).parent / "assets"
NAMES = ("Anna", "Ben", "Clara")

STANDARD_START = "GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m"
SMALL_START = "GWKYPRYKPGBRWB 0,0,0,0,0 BRYGP -/- 1 m"
SMALL_GAME = "G+ B+ P- P- G- B- P<+ B^ P+ P^ Y^ G^ R^"
"""A game on a short path with every case that the rules page shows."""
MIDDLE = "B.....Y.R..P.YY..BG...K.BB..WP.WR..GKG.Y..YGPKG.R.RGYPY 26,s4,40,38,30 BYGP B3R3GPW/RYG2P3WK/B2R2YPWK 3 m"
SCORED = "G.....BG...YR. s1,s4,s3,s0,s2 - R2GPW2K/B2Y2P2 1 e"
"""R19: the end of GWPYKBBGKRWYRP, P- Y+ R+ R+ . Y- B- B- R^ Y^ P^ G+ G+ B^ G^."""


@dataclass(frozen=True)
class Picture:
    """A picture of a position after some plies, with a move shown in it."""

    name: str
    bpn: str
    plies: str = ""
    move: str = ""
    width: int = 640
    height: int = 312
    hands: bool = False
    seen_by: int | None = None

    def draw(self, *, dark: bool) -> str:
        """The picture as SVG."""
        position = parse_position(self.bpn)
        for ply in self.plies.split():
            position = play(position, parse_move(ply))
        return svg(
            view(position, self.seen_by) if self.seen_by else position,
            names=NAMES,
            dark=dark,
            width=self.width,
            height=self.height,
            hands=self.hands,
            move=parse_move(self.move) if self.move else None,
        )


def small(name: str, ply: int, move: str = "") -> Picture:
    """A picture of the small game before a ply, showing it or another move."""
    plies = SMALL_GAME.split()
    return Picture(name, SMALL_START, " ".join(plies[: ply - 1]), move or plies[ply - 1])


PICTURES = (
    Picture("setup", STANDARD_START, width=1000, height=640),
    Picture("middle", MIDDLE, move="G-", width=1000, height=600, hands=True),
    Picture("hidden", MIDDLE, width=1000, height=600, hands=True, seen_by=3),
    small("one-side-start", 1),
    small("choice-ahead", 4, "P+"),
    small("choice-behind", 4, "P-"),
    small("one-side-end", 6),
    small("backward", 7),
    small("climb", 8),
    small("skip", 9),
    Picture("score", SCORED, width=640, height=590, hands=True),
    Picture("wires", f"{SMALL_START} wires=3:7:11", "G+", "B+"),
)


def disc(colour: Colour, *, dark: bool) -> str:
    """A single disc, for tables."""
    pieces = piece_definitions("d", DARK if dark else LIGHT, colour)
    piece = element("use", href=f"#ddisc{colour}", transform=transform(42, 40))
    return element("svg", pieces, piece, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 86 86", width=28, height=28)


def pictures() -> Iterator[tuple[str, str]]:
    """The name and the content of each file."""
    for dark, suffix in ((False, ".svg"), (True, "-dark.svg")):
        yield from ((f"{picture.name}{suffix}", f"{picture.draw(dark=dark)}\n") for picture in PICTURES)
        for colour in COLOURS:
            yield f"disc-{colour.name.lower()}{suffix}", f"{disc(colour, dark=dark)}\n"


if __name__ == "__main__":
    ASSETS.mkdir(exist_ok=True)
    for name, content in pictures():
        (ASSETS / name).write_text(content, encoding="utf-8", newline="\n")
