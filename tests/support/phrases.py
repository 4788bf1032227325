"""Moves and reasons as the server sends them, and how every language says them: what the browser must say as well.

`python tests/support/phrases.py` writes tests/data/phrases.json, which the tests of the browser read.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

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
    Theirs,
    Trips,
)
from bigpoints.analysis.sentences import reason_words
from bigpoints.locales import LANGUAGES, Catalogue, catalogue
from bigpoints.notation import parse_position
from bigpoints.position import COLOURS, PAWNS, STAIRCASE, Colour, Move, Position
from bigpoints.rules import effect, legal_moves
from bigpoints.words import describe

FILE = Path(__file__).parents[1] / "data" / "phrases.json"
NAMES = ("Anna", "Ben", "Clara")
Case = dict[str, Any]

# Going back, climbing, passing; what can be taken; wires, a bonus disc that is left, nothing to take.
POSITIONS = [
    parse_position(bpn)
    for bpn in (
        ".B..B....KPBG.......................................... 5,0,0,0,11 BRYGP B3R4Y5G4P4W2K2/B3R5Y4G4P4W3K2 1 x",
        "GWKYPRYKPGBRWB 0,0,0,0,0 BRYGP -/- 1 m",
        "BW. 1 B B/- 2 m optional_bonus,wires=1:2",
        "BWB 0 B -/- 2 m wires=1:2",
        "BRBR 1,0 BR -/- 1 m wires=2",
        "B 0 B -/- 1 m",
    )
]

REASONS: tuple[Reason, ...] = (
    OnlyMove(),
    Ends(4),
    Ends(31, (Theirs(2, 28),)),
    Ends(5, (Theirs(2, 5),)),
    Ends(28, (Theirs(1, 31),)),
    Ends(-1, (Theirs(2, 9), Theirs(3, 0))),
    Ends(12, (Theirs(2, 9), Theirs(3, 10))),
    Climbs(Colour.BLUE, 4, 2, (Theirs(2, 1), Theirs(3, 3))),
    Climbs(Colour.RED, 0, 2, (Theirs(2, 3),)),
    Climbs(Colour.PURPLE, 3, 0),
    TakesColour(Colour.YELLOW, 1, 0, 4),
    TakesColour(Colour.GREEN, 3, 1, 3),
    TakesColour(Colour.RED, 2, 2, 2),
    TakesColour(Colour.BLUE, 1, 0, 0),
    TakesWhite(0),
    TakesWhite(3),
    TakesBlack(),
    TakesNothing(),
    Trips(1),
    Trips(2),
    NewColour(Colour.YELLOW, 1),
    NewColour(Colour.BLACK, 2),
    LosesColour(1),
    LosesColour(3),
    *(Denies(disc, 2) for disc in (Colour.WHITE, Colour.BLACK)),
    Denies(Colour.GREEN, 3, 2),
    Caps(2, 11, 3),
    Readies(Colour.GREEN, 2, 3),
    *(Advances(pawn, 3, mine, mine > 1) for pawn, mine in zip(PAWNS, (1, 2, 1, 3, 1), strict=True)),
    Advances(Colour.RED, 2, 1, True),
    Advances(Colour.RED, 2, 4, False),
    *(TakesLast(disc) for disc in COLOURS),
    SpendsBlack(0),
    SpendsBlack(1),
    SpendsBlack(2),
    KeepsBlack(1),
    KeepsBlack(2),
)


def moves() -> Iterator[tuple[Position, Move]]:
    for position in POSITIONS:
        for move in legal_moves(position):
            yield position, move


def all_phrases() -> dict[str, list[Case]]:
    """Every case with its words in every language."""
    some = list(moves())[:3]
    return {
        "moves": [{"move": move_view(*case), "words": in_all(partial(describe, *case))} for case in moves()],
        "plies": [{"ply": ply_view(*case), "name": "Ben", "words": in_all(partial(told, *case))} for case in some],
        "reasons": [
            {"reason": reason_view(reason), "names": NAMES, "words": in_all(partial(reason_words, reason, NAMES))}
            for reason in REASONS
        ],
    }


def in_all(words: Callable[[Catalogue], str]) -> dict[str, str]:
    return {language: words(catalogue(language)) for language in LANGUAGES}


def told(position: Position, move: Move, spoken: Catalogue) -> str:
    return spoken.text("moves.ply", name="Ben", words=describe(position, move, spoken))


def move_view(position: Position, move: Move) -> Case:
    if move.pawn is None:
        return {"move": str(move)}
    done = effect(position, move)
    to = f"s{done.landing - STAIRCASE}" if done.landing >= STAIRCASE else str(done.landing)
    wires = {"wires": list(done.tripped)} if done.tripped else {}
    return {"move": str(move), "to": to, "takes": done.taken, "disc": done.disc, **wires}


def ply_view(position: Position, move: Move) -> Case:
    origin = position.pawns[PAWNS.index(Colour(str(move)[0]))]
    return {"seat": position.seat, "by": "person", "from": str(origin), **move_view(position, move)}


def reason_view(reason: Reason) -> Case:
    kind = re.sub("(?<!^)(?=[A-Z])", "_", type(reason).__name__).lower()
    return {"kind": kind, **asdict(reason)}


def written() -> str:
    """The file: a case on each line."""
    sections = (f'"{name}": [\n{_lines(cases)}\n]' for name, cases in all_phrases().items())
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _lines(cases: list[Case]) -> str:
    return ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
