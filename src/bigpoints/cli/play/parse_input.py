"""Parse what a player types, a move or a command, in English and in the language of the terminal."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from bigpoints.errors import BadNotation
from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.notation import parse_move
from bigpoints.position import COLOURS, Colour, Go, Move, Position, Take
from bigpoints.rules import effect, legal_moves
from bigpoints.words import listed

_COMMANDS = ("undo", "quit", "help", "hint", "log", "board")
_LETTERS = {colour.value.lower(): colour for colour in COLOURS}
_WAYS = {Go.BACKWARD: "backward", Go.FORWARD: "forward", Go.CLIMB: "climb", Go.STAY: "pass"}
_WAY_SIGNS = {"<": Go.BACKWARD, "^": Go.CLIMB, ".": Go.STAY}
_TAKES = {Take.AHEAD: "ahead", Take.BEHIND: "behind", Take.NOTHING: "leave"}
_TAKE_SIGNS = {"+": Take.AHEAD, "-": Take.BEHIND, "=": Take.NOTHING}


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """The words that a move may be made of."""

    colours: Mapping[str, Colour]
    ways: Mapping[str, Go]
    takes: Mapping[str, Take]
    fillers: frozenset[str]
    """Filler words, which are ignored."""


def parse_command(text: str, catalogue: Catalogue = ENGLISH) -> str:
    """The command in a text, such as `undo`; empty if it is none."""
    return next((name for name in _COMMANDS if text.lower() in _words_for(name, catalogue)), "")


def parse_typed_move(position: Position, text: str, catalogue: Catalogue = ENGLISH) -> Move:
    """The one legal move that a text names by notation (`R+`) or in words (`red ahead`, `red takes green`, `pass`)."""
    legal = legal_moves(position)
    notation = text.strip().upper()
    if notation in map(str, legal):
        return parse_move(notation)
    moves = _matching_moves(position, re.findall(r"[^\W\d_]+|\S", text.lower()), _vocabulary(catalogue))
    if len(moves) == 1:
        return moves[0]
    if moves:
        several = listed(list(map(str, moves)), catalogue, "either")
        raise BadNotation("move", text, catalogue.text("terminal.which_one", moves=several))
    raise BadNotation("move", text, catalogue.text("terminal.playable", moves=" ".join(map(str, legal))))


@cache
def _vocabulary(catalogue: Catalogue) -> _Vocabulary:
    return _Vocabulary(
        {word: colour for colour in COLOURS for word in _words_for(colour, catalogue)} | _LETTERS,
        {word: way for way, name in _WAYS.items() for word in _words_for(name, catalogue)} | _WAY_SIGNS,
        {word: take for take, name in _TAKES.items() for word in _words_for(name, catalogue)} | _TAKE_SIGNS,
        frozenset(_words_for("besides", catalogue)),
    )


def _words_for(name: str, catalogue: Catalogue) -> list[str]:
    """The words for something; the English ones count in every language."""
    return [word for language in (ENGLISH, catalogue) for word in language.text(f"terminal.hear_{name}").split()]


def _matching_moves(position: Position, words: list[str], known: _Vocabulary) -> list[Move]:
    """Every legal move that fits the words; backward moves count only if no other move fits."""
    moves = [move for move in legal_moves(position) if words and _matches(position, move, words, known)]
    return [move for move in moves if move.go is not Go.BACKWARD] or moves


def _matches(position: Position, move: Move, words: list[str], known: _Vocabulary) -> bool:
    """Whether every word fits a move: the first colour is its pawn, the second the disc it takes."""
    colours = [known.colours.get(word) for word in words]
    named = [colour for colour in colours if colour]
    if named[:1] != [move.pawn] and (named or move.pawn):
        return False
    if len(named) > 1 and (len(named) > 2 or effect(position, move).disc != named[1]):
        return False
    return all(_fits(move, word, known) for word, colour in zip(words, colours, strict=True) if not colour)


def _fits(move: Move, word: str, known: _Vocabulary) -> bool:
    if word in known.ways:
        return move.go is known.ways[word]
    if word in known.takes:
        return move.take is known.takes[word]
    return word in known.fillers
