"""Pictures of a position: as SVG, and as coloured text for a terminal. Imports the game, the words and the locales."""

from bigpoints.drawing.svg import SVG, svg
from bigpoints.drawing.text import Line, Role, Segment, board, cells, plain

__all__ = ["SVG", "Line", "Role", "Segment", "board", "cells", "plain", "svg"]
