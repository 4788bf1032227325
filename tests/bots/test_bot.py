"""The Bot protocol: what a bot is given to think with, and when there is nothing to think about."""

from math import nan
from threading import Event

import pytest

from bigpoints.bots.bot import OWN, BadBudget, Budget, NoChoice, check_choosable
from bigpoints.notation import parse_position


@pytest.mark.parametrize("limit", ["nodes", "seconds", "depth"])
@pytest.mark.parametrize("number", [0, -1, nan])
def test_a_budget_that_leaves_nothing_to_think_with_is_refused(limit: str, number: float) -> None:
    with pytest.raises(BadBudget, match=f"^{limit}: {number} leaves nothing to think with; accepted: more than 0$"):
        Budget(**{limit: number})  # type: ignore[arg-type]


def test_a_budget_is_open_if_nothing_but_an_event_ends_it() -> None:
    assert OWN.is_open
    assert Budget(stop=Event()).is_open
    assert not any(budget.is_open for budget in (Budget(nodes=1), Budget(seconds=0.1), Budget(depth=1)))


def test_in_a_finished_game_there_is_nothing_to_choose() -> None:
    check_choosable(parse_position("..BR s1,4 R B2/R 1 m"))
    with pytest.raises(NoChoice, match=r"^the game is over: there is nothing to choose$"):
        check_choosable(parse_position(".... s1,s0 - B3/R3 1 e"))
