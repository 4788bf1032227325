"""Moves and hands in English words, and words understood as moves."""

import re

from bigpoints.errors import BadNotation
from bigpoints.notation import parse_move
from bigpoints.position import COLOURS, STAIRCASE, Colour, Go, Move, Options, Position, Take
from bigpoints.rules import Effect, effect, legal_moves

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


def colour_word(disc: str) -> str:
    """The English name of a colour: `blue` for B."""
    return Colour(disc).name.lower()


def describe(position: Position, move: Move) -> str:
    """A legal move in words: where its pawn goes and what it takes."""
    if move.pawn is None:
        return "no extra move"
    done = effect(position, move)
    return f"{colour_word(move.pawn)} {_way_words(move, done)}, {taking(move, done)}{tripping(done)}"


def landing_words(landing: int) -> str:
    """Where a pawn ends: a place of the path, or a step of the staircase."""
    return f"step {landing - STAIRCASE}" if landing >= STAIRCASE else f"place {landing}"


def taking(move: Move, done: Effect) -> str:
    """What a move takes, in words."""
    if move.go is Go.CLIMB:
        return "takes its bonus disc" if done.disc else "leaves its bonus disc"
    if not done.taken:
        return "nothing to take"
    side = "ahead" if move.take is Take.AHEAD else "behind"
    return f"takes {colour_word(done.disc)} {side} (place {done.taken})"


def tripping(done: Effect) -> str:
    """The wires that a move trips, in words; empty if there are none (V3)."""
    wires = len(done.tripped)
    return f", trips {wires} {'wire' if wires == 1 else 'wires'}" if wires else ""


def options_words(options: Options) -> str:
    """The rule options that are on, in words; empty in the standard game."""
    words = []
    if options.optional_bonus:
        words.append("bonus discs may be left")
    if options.inverted:
        words.append("the first pawn up stands on 0")
    if options.wires:
        words.append(f"wires after places {', '.join(map(str, options.wires))}")
    return "; ".join(words)


def _way_words(move: Move, done: Effect) -> str:
    verb = {Go.FORWARD: "goes to", Go.BACKWARD: "goes back to", Go.CLIMB: "climbs to", Go.STAY: "stays"}[move.go]
    return f"{verb} {landing_words(done.landing)}"


# --- Understanding ----------------------------------------------------------------------------------------------------


def understand(position: Position, text: str) -> Move:
    """The legal move that a player means by notation (`R+`) or by words (`red ahead`, `red takes green`, `pass`)."""
    legal = legal_moves(position)
    notation = text.strip().upper()
    if notation in map(str, legal):
        return parse_move(notation)
    words = re.findall(r"[a-z]+|\^|[^\sa-z]", text.lower())
    moves = [move for move in legal if _means(position, move, words)] if words else []
    moves = [
        move for move in moves if move.go is not Go.BACKWARD
    ] or moves  # Back must be said, if it is not the only way.
    if len(moves) == 1:
        return moves[0]
    if moves:
        raise BadNotation("move", text, "one of " + _choices(moves))
    raise BadNotation(
        "move", text, f"notation such as {legal[0]}, or words such as {_example(legal[0])!r}; {_choices(legal)}"
    )


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


def _choices(moves: tuple[Move, ...] | list[Move]) -> str:
    return " ".join(map(str, moves))


def _example(move: Move) -> str:
    if move.pawn is None:
        return "pass"
    pawn = colour_word(move.pawn)
    side = {Take.AHEAD: "ahead", Take.BEHIND: "behind", Take.BONUS: "climbs", Take.NOTHING: ""}[move.take]
    return f"{pawn} {side}".strip()
