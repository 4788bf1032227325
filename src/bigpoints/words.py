"""Moves, places and options in English words."""

from bigpoints.position import STAIRCASE, START, Colour, Go, Move, Options, Position, Take
from bigpoints.rules import Effect, effect


def colour_word(disc: str) -> str:
    """The English name of a colour: `blue` for B."""
    return Colour(disc).name.lower()


def describe(position: Position, move: Move) -> str:
    """A legal move in words: where its pawn goes and what it takes."""
    if move.pawn is None:
        return "no extra move"
    done = effect(position, move)
    return f"{colour_word(move.pawn)} {_way_words(move, done)}, {taking(move, done)}{tripping(done)}"


def count_words(number: int, thing: str) -> str:
    """A number of things: 1 disc, 2 discs."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def range_words(low: int, high: int) -> str:
    """The numbers from one to another, or just one."""
    return str(low) if low == high else f"{low} to {high}"


def standing(place: int) -> str:
    """Where a pawn stands, in words."""
    if place == START:
        return "at the start"
    return f"on the step worth {place - STAIRCASE}" if place >= STAIRCASE else f"on place {place}"


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
    return f", trips {count_words(len(done.tripped), 'wire')}" if done.tripped else ""


def options_words(options: Options) -> str:
    """The rule options that are on, in words; empty in the standard game."""
    words = []
    if options.optional_bonus:
        words.append("bonus discs may be left")
    if options.inverted:
        words.append("the first pawn up stands on 0")
    if options.wires:
        words.append(wires_words(options.wires))
    return "; ".join(words)


def wires_words(wires: tuple[int, ...]) -> str:
    """Where wires lie (V3)."""
    return f"wires after {'place' if len(wires) == 1 else 'places'} {', '.join(map(str, wires))}"


def _way_words(move: Move, done: Effect) -> str:
    if move.go is Go.CLIMB:
        return f"climbs to step {done.landing - STAIRCASE}"
    return f"goes {'back ' if move.go is Go.BACKWARD else ''}to place {done.landing}"
