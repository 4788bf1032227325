"""Moves, places and options in words, in English unless another catalogue is given."""

from collections.abc import Sequence

from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.position import STAIRCASE, START, Colour, Effect, Go, Move, Options, Position, Take
from bigpoints.rules import effect


def colour_word(disc: str, catalogue: Catalogue = ENGLISH) -> str:
    """The name of a colour: `blue` for B."""
    return catalogue.text(f"colours.{Colour(disc)}")


def mover_word(pawn: str, catalogue: Catalogue) -> str:
    """The word for a pawn that moves: `blue goes …`, but `le bleu va …`."""
    return catalogue.text(f"colours.{Colour(pawn)}_mover")


def prize_word(disc: str, catalogue: Catalogue) -> str:
    """The word for a disc that is taken: `takes blue`, but `prend le bleu`."""
    return catalogue.text(f"colours.{Colour(disc)}_prize")


def describe(position: Position, move: Move, catalogue: Catalogue = ENGLISH) -> str:
    """A legal move in words: the way of its pawn, the disc it takes, the wires it trips."""
    if move.pawn is None:
        return catalogue.text("moves.pass")
    done = effect(position, move)
    clauses = (_way_words(move, done, catalogue), taking(move, done, catalogue), tripping(done, catalogue))
    return ", ".join(filter(None, clauses))


def count_words(number: int, thing: str) -> str:
    """A number of things in English: 1 disc, 2 discs."""
    return f"{number} {thing}" if abs(number) == 1 else f"{number} {thing}s"


def range_words(low: int, high: int) -> str:
    """The numbers from one to another in English, or just one."""
    return str(low) if low == high else f"{low} to {high}"


def listed(names: Sequence[str], catalogue: Catalogue, key: str = "list") -> str:
    """Several names in a row: Anna, Ben and Clara; with the key `either`, one of them."""
    *first, last = names
    return catalogue.text(f"terminal.{key}", first=", ".join(first), last=last) if first else last


def standing(place: int) -> str:
    """The place of a pawn in English."""
    if place == START:
        return "at the start"
    return f"on the step worth {place - STAIRCASE}" if place >= STAIRCASE else f"on place {place}"


def taking(move: Move, done: Effect, catalogue: Catalogue = ENGLISH) -> str:
    """The disc that a move takes, in words."""
    if move.go is Go.CLIMB:
        return catalogue.text("moves.bonus" if done.disc else "moves.leave")
    if not done.taken:
        return catalogue.text("moves.nothing")
    side = "ahead" if move.take is Take.AHEAD else "behind"
    return catalogue.text(f"moves.{side}", disc=prize_word(done.disc, catalogue), place=done.taken)


def tripping(done: Effect, catalogue: Catalogue = ENGLISH) -> str:
    """The wires that a move trips, in words; empty if there are none (V3)."""
    return catalogue.text("moves.trips", n=len(done.tripped)) if done.tripped else ""


def options_words(options: Options, catalogue: Catalogue = ENGLISH) -> str:
    """The rule options that are on, in words; empty in the standard game."""
    words = []
    if options.optional_bonus:
        words.append(catalogue.text("terminal.optional_bonus"))
    if options.inverted:
        words.append(catalogue.text("terminal.inverted"))
    if options.wires:
        words.append(wires_words(options.wires, catalogue))
    return "; ".join(words)


def wires_words(wires: tuple[int, ...], catalogue: Catalogue = ENGLISH) -> str:
    """The places of wires, in words (V3)."""
    return catalogue.text("terminal.wires", n=len(wires), places=", ".join(map(str, wires)))


def _way_words(move: Move, done: Effect, catalogue: Catalogue) -> str:
    pawn = mover_word(str(move.pawn), catalogue)
    if move.go is Go.CLIMB:
        return catalogue.text("moves.climb", pawn=pawn, step=done.landing - STAIRCASE)
    way = "back" if move.go is Go.BACKWARD else "go"
    return catalogue.text(f"moves.{way}", pawn=pawn, place=done.landing)
