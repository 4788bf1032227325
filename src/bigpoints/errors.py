"""The errors of the library.

BigPointsError      base of all errors; its text is one line for people
├── BadNotation     a text that cannot be read
├── IllegalMove     a move that cannot be played
├── BadSetup        a game that cannot be set up
└── NotOver         a result was asked of an unfinished game
"""

from collections.abc import Sequence

_NO_BREAK = "\u00a0"
"""The no-break space, which French has before a colon: printable, although Python says it is not."""
_LONGEST_QUOTE = 60


class BigPointsError(ValueError):
    """Any error of the library."""


class BadNotation(BigPointsError):
    """A text cannot be read: the field at fault, the text found, what is accepted, and its place."""

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
    """A move cannot be played: its text, the legal moves, and its ply in a record."""

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
        """The same error at a ply of a record, and at a place in its file if known."""
        return IllegalMove(self.move, self.legal, ply=ply, line=line, column=column)

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}, column {self.column}: "
        ply = "" if self.ply is None else f"ply {self.ply}: "
        legal = f"legal: {' '.join(self.legal)}" if self.legal else "the game is over"
        return f"{where}{ply}{self.move} cannot be played; {legal}"


class BadSetup(BigPointsError):
    """The number of players, the board or the options make no game."""


class NotOver(BigPointsError):
    """Final scores or winners were asked of a game that is not over."""


def quoted(text: str, longest: int = _LONGEST_QUOTE) -> str:
    """A text in quotes for messages, cut after `longest` characters."""
    return repr(text if len(text) <= longest else text[:longest] + "…")


def printable(text: str) -> str:
    """A text on one line, with control and other unprintable characters as escapes."""
    return "".join(c if c.isprintable() or c == _NO_BREAK else c.encode("unicode_escape").decode() for c in text)
