"""What can go wrong, as one small tree.

BigPointsError      everything below; its text is one line for people
├── BadNotation     a text that cannot be read
├── IllegalMove     a move that cannot be played
├── BadSetup        a game that cannot be set up
└── NotOver         a question that only a finished game can answer
"""

from collections.abc import Sequence

_NO_BREAK = "\u00a0"
"""French has it before a colon."""
_LONGEST_QUOTE = 60


class BigPointsError(ValueError):
    """Any error of the library."""


class BadNotation(BigPointsError):
    """A text that cannot be read: the field at fault, what stood there, what is accepted, and where."""

    def __init__(
        self,
        field: str,
        found: str,
        accepted: str,
        *,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(field, found, accepted)
        self.field = field
        self.found = found
        self.accepted = accepted
        self.line = line
        self.column = column

    def at(self, line: int, column: int) -> "BadNotation":
        """The same error at a place in a file."""
        return BadNotation(self.field, self.found, self.accepted, line=line, column=column)

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}, column {self.column}: "
        found = f"found {quoted(self.found)}" if self.found else "nothing found"
        return f"{where}{self.field}: {found}; accepted: {self.accepted}"


class IllegalMove(BigPointsError):
    """A move that cannot be played: its text, the legal ones, and in a record the ply where it stands."""

    def __init__(
        self,
        move: str,
        legal: Sequence[str],
        *,
        ply: int | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(move, tuple(legal))
        self.move = move
        self.legal = tuple(legal)
        self.ply = ply
        self.line = line
        self.column = column

    def at(self, ply: int, line: int | None = None, column: int | None = None) -> "IllegalMove":
        """The same error at a ply of a record, and at a place in its file where that is known."""
        return IllegalMove(self.move, self.legal, ply=ply, line=line, column=column)

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}, column {self.column}: "
        ply = "" if self.ply is None else f"ply {self.ply}: "
        legal = f"legal: {' '.join(self.legal)}" if self.legal else "the game is over"
        return f"{where}{ply}{self.move} cannot be played; {legal}"


class BadSetup(BigPointsError):
    """A number of players, a board or a mix of options that makes no game."""


class NotOver(BigPointsError):
    """Final scores and winners were asked of a game that still goes on."""


def quoted(text: str, longest: int = _LONGEST_QUOTE) -> str:
    """A text as messages quote it, cut off where it is long."""
    return repr(text if len(text) <= longest else text[:longest] + "…")


def printable(text: str) -> str:
    """A text on one line, with characters that could upset a terminal written as escapes."""
    return "".join(c if c.isprintable() or c == _NO_BREAK else c.encode("unicode_escape").decode() for c in text)
