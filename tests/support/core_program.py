"""A program that needs the core alone: a game of bots, its record and picture, a hint. Prints it all as JSON.

It is run by the Python of an empty environment, so it imports the standard library and bigpoints only.
"""

import json
import sys
from random import Random

from bigpoints import Record, parse_records, record_text, scores, start, svg, winners
from bigpoints.analysis.hints import hints
from bigpoints.analysis.sentences import sentence
from bigpoints.bots.registry import make_bot
from bigpoints.drawing.text import board
from bigpoints.errors import BigPointsError
from bigpoints.locales import LANGUAGES, catalogue
from bigpoints.series import Series
from bigpoints.words import describe

SEATS = ("level1", "level2", "level3", "random", "greedy")
STRONG = ("level4", "level5", "level6", "uct", "level5@10n")


def play_game() -> Record:
    """A whole game of the bots that need no package."""
    bots = [make_bot(name) for name in SEATS]
    record = Record(start(len(SEATS), Random(12)), SEATS)
    while not record.final.is_over:
        record = record.plus(bots[record.final.seat - 1].choose(record.final).move)
    return record


def outcome() -> dict[str, object]:
    """Texts and numbers of that game by the core; the same in every environment."""
    record = play_game()
    (again,) = parse_records(record_text(record))
    middle = record.until(len(record.plies) // 2).final
    (hint,) = hints(middle, make_bot("level3"))
    series = Series("evening", SEATS[:2], 1).begin(Random(1))
    return {
        "record": record_text(again),
        "scores": list(scores(again.final)),
        "winners": list(winners(again.final)),
        "picture": svg(middle),
        "text": ["".join(part.text for part in line) for line in board(middle, 80)],
        "hint": str(hint.move),
        "reasons": [sentence(hint.reasons, catalogue=catalogue(language)) for language in LANGUAGES],
        "words": [describe(middle, hint.move, catalogue(language)) for language in LANGUAGES],
        "series": record_text(series.games[0]),
    }


def refusals() -> dict[str, str]:
    """The error for each bot that needs packages."""
    said = {}
    for name in STRONG:
        try:
            make_bot(name).close()
        except BigPointsError as error:
            said[name] = str(error)
    return said


def packages() -> list[str]:
    """The packages in memory that are neither ours nor Python's."""
    loaded = {name.split(".")[0] for name in sys.modules}
    return sorted(loaded - sys.stdlib_module_names - {"bigpoints", "__main__"})


if __name__ == "__main__":
    print(json.dumps({"outcome": outcome(), "refusals": refusals(), "packages": packages()}))
