"""Reasons in words, in English unless another catalogue is given. The browser uses the same messages."""

from collections.abc import Sequence

from bigpoints.analysis.reasons import (
    Advances,
    Caps,
    Climbs,
    Denies,
    Ends,
    KeepsBlack,
    LosesColour,
    NewColour,
    OnlyMove,
    Readies,
    Reason,
    SpendsBlack,
    TakesBlack,
    TakesColour,
    TakesLast,
    TakesNothing,
    TakesWhite,
    Trips,
)
from bigpoints.locales import ENGLISH, Catalogue
from bigpoints.words import colour_word, mover_word, prize_word

_SEATS = range(1, 6)


def sentence(reasons: Sequence[Reason], names: Sequence[str] = (), catalogue: Catalogue = ENGLISH) -> str:
    """Reasons in one sentence."""
    return "; ".join(reason_words(reason, names, catalogue) for reason in reasons)


def reason_words(reason: Reason, names: Sequence[str] = (), catalogue: Catalogue = ENGLISH) -> str:
    """A reason in words; the mover is `you`, the other seats have names or numbers."""
    return _Narrator(catalogue, names).say(reason)


class _Narrator:
    """Puts reasons into words, for a language and the names of the seats."""

    def __init__(self, catalogue: Catalogue, names: Sequence[str]) -> None:
        self.catalogue = catalogue
        self.names = names or [catalogue.text("terminal.seat", n=seat) for seat in _SEATS]

    def say(self, reason: Reason) -> str:
        """A reason in words: those about several seats here, the others by `_own`."""
        match reason:
            case OnlyMove():
                return self._text("only_move")
            case Ends():
                return self._text("ends", result=self._result(reason))
            case Climbs(pawn, step):
                return self._text("climbs", pawn=self._mover(pawn), step=step, gains=self._gains(reason))
            case Denies(disc, seat, holds):
                key = "denies_holder" if holds else "denies"
                return self._text(key, name=self._name(seat), holds=holds, disc=self._prize(disc))
            case Caps(seat, most, less):
                return self._text("caps", name=self._name(seat), most=most, less=less)
            case _:
                return self._own(reason)

    def _own(self, reason: Reason) -> str:
        """A reason about the mover's own hand."""
        match reason:
            case TakesColour(colour):
                return self._text("takes_colour", disc=self._prize(colour), worth=self._worth(reason))
            case TakesWhite(colours):
                return self._text("takes_white_now" if colours else "takes_white", colours=colours)
            case TakesBlack():
                return self._text("takes_black")
            case TakesNothing():
                return self._text("takes_nothing")
            case TakesLast(disc):
                return self._text("takes_last", disc=self._prize(disc))
            case Readies(pawn, step, mine):
                return self._text("readies", pawn=self._mover(pawn), step=step, points=mine * step)
            case Advances(pawn, moves, mine, is_nearest):
                key, named = "advances_nearest" if is_nearest else "advances", colour_word(pawn, self.catalogue)
                return self._text(key, n=mine, pawn=self._mover(pawn), moves=moves, colour=named)
            case _:
                return self._cost(reason)

    def _cost(self, reason: Reason) -> str:
        """A reason about wires, and about what black and white discs gain and lose."""
        match reason:
            case Trips(wires):
                return self._text("trips", n=wires)
            case NewColour(colour, whites):
                more = self._text("whites", n=whites, change="+1")
                return self._text("new_colour", colour=colour_word(colour, self.catalogue), whites=more)
            case LosesColour(whites):
                return self._text("loses_colour", whites=self._text("whites", n=whites, change="-1"))
            case SpendsBlack(left):
                return self._text("spends_black", n=left) if left else self._text("spends_last")
            case KeepsBlack(blacks):
                return self._text("keeps_black", n=blacks)
        raise AssertionError(f"{reason} has no words")

    def _result(self, reason: Ends) -> str:
        """The result of the game from the mover's view."""
        if not reason.others:
            return self._text("have", mine=reason.mine)
        best = max(other.number for other in reason.others)
        who = self._text("win" if reason.mine > best else "tie" if reason.mine == best else "lose")
        if len(reason.others) == 1:
            return self._text("to", who=who, mine=reason.mine, best=best)
        others = (self._text("has", name=self._name(other.seat), number=other.number) for other in reason.others)
        return self._text("with", who=who, mine=reason.mine, others=", ".join(others))

    def _gains(self, reason: Climbs) -> str:
        """The points that a climb gives to each seat."""
        mine = self._for_you(reason.mine * reason.step)
        others = (
            self._text("for_other", gain=self._gain(other.number * reason.step), name=self._name(other.seat))
            for other in reason.others
        )
        return ", ".join((mine, *others))

    def _worth(self, reason: TakesColour) -> str:
        if reason.least == reason.most:
            return self._for_you(reason.most)
        key = "first" if reason.mine == 1 else "each"
        return self._text(key, mine=reason.mine, least=reason.least, most=reason.most)

    def _for_you(self, points: int) -> str:
        return self._text("for_you", gain=self._gain(points))

    def _gain(self, points: int) -> str:
        return f"+{points}" if points else self._text("nothing")

    def _name(self, seat: int) -> str:
        return self.names[seat - 1]

    def _mover(self, pawn: str) -> str:
        return mover_word(pawn, self.catalogue)

    def _prize(self, disc: str) -> str:
        return prize_word(disc, self.catalogue)

    def _text(self, key: str, **values: object) -> str:
        return self.catalogue.text(f"reasons.{key}", **values)
