"""What a player types, understood as a move."""

import re

from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move
from bigpoints.position import COLOURS, Colour, Go, Move, Position, Take
from bigpoints.rules import effect, legal_moves

_COLOURS = {colour.name.lower(): colour for colour in COLOURS} | {"violet": Colour.PURPLE}
_LETTERS = {colour.value.lower(): colour for colour in COLOURS}
_WAYS = {
    **dict.fromkeys(("back", "backward", "backwards", "<"), Go.BACKWARD),
    **dict.fromkeys(("forward", "forwards"), Go.FORWARD),
    **dict.fromkeys(("climb", "climbs", "up", "stairs", "staircase", "^"), Go.CLIMB),
    **dict.fromkeys(("pass", "end", "done", "no", "."), Go.STAY),
}
_TAKES = {
    **dict.fromkeys(("ahead", "front", "+"), Take.AHEAD),
    **dict.fromkeys(("behind", "-"), Take.BEHIND),
    **dict.fromkeys(("leave", "leaving", "leaves", "nothing", "="), Take.NOTHING),
}
_FILLERS = {"to", "the", "and", "take", "takes", "taking", "disc", "disk", "pawn", "move", "turn", "with", "extra"}


def understand(position: Position, text: str) -> Move:
    """The legal move that a player means by notation (`R+`) or by words (`red ahead`, `red takes green`, `pass`)."""
    legal = legal_moves(position)
    notation = text.strip().upper()
    if notation in map(str, legal):
        return parse_move(notation)
    moves = _meant(position, re.findall(r"[a-z]+|\^|[^\sa-z]", text.lower()))
    if len(moves) == 1:
        return moves[0]
    if moves:
        raise BadNotation("move", text, "which one, " + " or ".join(map(str, moves)) + "?")
    raise BadNotation("move", text, f"now you can play {' '.join(map(str, legal))} (? explains)")


def _meant(position: Position, words: list[str]) -> list[Move]:
    """Every legal move that fits the words; going back must be said, if it is not the only way."""
    moves = [move for move in legal_moves(position) if words and _means(position, move, words)]
    return [move for move in moves if move.go is not Go.BACKWARD] or moves


def _means(position: Position, move: Move, words: list[str]) -> bool:
    """Whether every word fits a move: the first colour is its pawn, the next one the disc it takes."""
    colours = [_COLOURS.get(word) or _LETTERS.get(word) for word in words]
    named = [colour for colour in colours if colour]
    if named[:1] != [move.pawn] and (named or move.pawn):
        return False
    if len(named) > 1 and (len(named) > 2 or effect(position, move).disc != named[1]):
        return False
    return all(_fits(move, word) for word, colour in zip(words, colours, strict=True) if not colour)


def _fits(move: Move, word: str) -> bool:
    if word in _WAYS:
        return move.go is _WAYS[word]
    if word in _TAKES:
        return move.take is _TAKES[word]
    return word in _FILLERS
