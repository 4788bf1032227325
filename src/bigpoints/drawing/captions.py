"""Captions of a picture: the seats, the headline, and a description for those who cannot see it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from unicodedata import bidirectional, category

from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.position import (
    COLOURS,
    GONE,
    PAWNS,
    Colour,
    Hand,
    HiddenHand,
    Move,
    Phase,
    Position,
    View,
)
from bigpoints.rules import scores, winners
from bigpoints.words import colour_word, count_words, describe, listed, standing, wires_words

_LONGEST_NAME = 60
_CONTROL_CATEGORIES = ("Cc", "Cs", "Zl", "Zp")
_BIDI_CONTROLS = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


class SeatCaption(NamedTuple):
    """A seat as a picture shows it."""

    number: int
    name: str
    hand: Hand | HiddenHand
    note: str
    """Whether it is to move or has won, in words; empty for the others."""
    score: int | None
    """Final score, once the game is over."""
    tally: str
    """Number of discs in words; once the game is over, the points."""

    @property
    def discs(self) -> list[tuple[Colour, int]]:
        """The discs of the hand by colour; none if it is hidden."""
        if isinstance(self.hand, HiddenHand):
            return []
        return [(colour, count) for colour, count in zip(COLOURS, self.hand[:7], strict=True) if count]

    @property
    def is_hidden(self) -> bool:
        """Whether only the number of discs is known (R21)."""
        return isinstance(self.hand, HiddenHand)


def seat_captions(
    position: Position | View, names: Sequence[str] | None = None, catalogue: Catalogue = ENGLISH
) -> list[SeatCaption]:
    """Captions of the seats in order, with the names given or their numbers."""
    totals = scores(as_position(position)) if position.phase is Phase.OVER else ()
    notes = _notes(position, catalogue)
    found = []
    for number, hand in enumerate(position.hands, start=1):
        given = _clean_name(names[number - 1]) if names and number <= len(names) else ""
        name = given or catalogue.text("terminal.board_seat", n=number)
        score = totals[number - 1] if totals else None
        found.append(SeatCaption(number, name, hand, notes.get(number, ""), score, _tally(hand, score, catalogue)))
    return found


def as_position(position: Position | View) -> Position:
    """A view as a position with empty hidden hands: its board is the same, and so are the legal moves."""
    if isinstance(position, Position):
        return position
    hands = tuple(hand if isinstance(hand, Hand) else Hand() for hand in position.hands)
    p = position
    return Position(p.path, p.pawns, p.pile, hands, p.seat, p.phase, p.options)


def shorten(text: str, room: float, measure: Callable[[str], float]) -> str:
    """A text cut to a width, with … where something is missing."""
    if measure(text) <= room:
        return text
    while text and measure(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def headline(shown: Sequence[SeatCaption], catalogue: Catalogue = ENGLISH) -> str:
    """The headline: the seat to move, or the winners."""
    noted = [seat for seat in shown if seat.note]
    if len(noted) == 1:
        return f"{noted[0].name} {noted[0].note}"
    return catalogue.text("terminal.board_share", names=listed([seat.name for seat in noted], catalogue))


def description(position: Position | View, shown: Sequence[SeatCaption], move: Move | None = None) -> str:
    """The position and its seats in words, for those who cannot see the picture."""
    discs = len(position.path) - position.path.count(GONE)
    pawns = (f"{colour_word(p)} {standing(place)}" for p, place in zip(PAWNS, position.pawns, strict=False))
    sentences = [
        f"A path of {count_words(len(position.path), 'place')} with {count_words(discs, 'disc')} left",
        wires_words(position.options.wires).capitalize() if position.options.wires else "",
        f"Pawns: {', '.join(pawns)}",
        f"Bonus pile: {', '.join(map(colour_word, position.pile)) or 'empty'}",
        *(f"{seat.name}: {_hand_words(seat)}" for seat in shown),
        f"Shown: {describe(as_position(position), move)}" if move else "",
    ]
    return " ".join(f"{sentence}." for sentence in sentences if sentence)


def _tally(hand: Hand | HiddenHand, score: int | None, catalogue: Catalogue) -> str:
    if score is None:
        return catalogue.text("terminal.board_discs", n=hand.size)
    return catalogue.text("terminal.board_points", n=score)


def _notes(position: Position | View, catalogue: Catalogue) -> dict[int, str]:
    """Notes on the seat to move or the winners, by seat."""
    if position.phase is Phase.OVER:
        best = winners(as_position(position))
        return dict.fromkeys(best, catalogue.text(f"terminal.{'wins' if len(best) == 1 else 'board_shares'}"))
    chance = "board_to_move" if position.phase is Phase.REGULAR else "board_extra_move"
    return {position.seat: catalogue.text(f"terminal.{chance}")}


def _hand_words(seat: SeatCaption) -> str:
    discs = ", ".join(f"{count} {colour_word(colour)}" for colour, count in seat.discs)
    fines = f", {count_words(seat.hand.penalties, 'wire penalty').replace('ys', 'ies')}" if seat.hand.penalties else ""
    return f"{seat.tally}{f' ({discs})' if discs else ''}{fines}"


def _clean_name(name: str) -> str:
    """A name of at most 60 characters on one line, without control and text-direction characters."""
    kept = "".join(" " if _is_control(c) else c for c in name)
    return " ".join(kept.split())[:_LONGEST_NAME]


def _is_control(c: str) -> bool:
    return category(c) in _CONTROL_CATEGORIES or bidirectional(c) in _BIDI_CONTROLS or c in "\ufffe\uffff"
