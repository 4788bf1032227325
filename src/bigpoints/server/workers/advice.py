"""Hints as JSON: moves and facts about them, which the client puts into words."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import TypedDict, cast

from bigpoints.analysis.hints import hints
from bigpoints.analysis.reasons import Reason
from bigpoints.bots.bot import Bot, Budget
from bigpoints.contract.answers import ReasonView
from bigpoints.position import Position

_COUNT = 3


class Advice(TypedDict):
    """A good move and the reasons for it. How good it is stays out: that would give hidden hands away."""

    move: str
    reasons: list[ReasonView]


def advice(position: Position, bot: Bot, budget: Budget, *, open_hands: bool) -> list[Advice]:
    """The best moves of a position, the best first."""
    found = hints(position, bot, budget, _COUNT, open_hands=open_hands)
    return [Advice(move=str(hint.move), reasons=reason_views(hint.reasons)) for hint in found]


def reason_views(reasons: Sequence[Reason]) -> list[ReasonView]:
    """Reasons as JSON: the kind, and the fields of its class."""
    return [cast("ReasonView", {"kind": kind_of(type(reason).__name__), **asdict(reason)}) for reason in reasons]


def kind_of(name: str) -> str:
    """The kind of a reason by the name of its class: `takes_colour`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
