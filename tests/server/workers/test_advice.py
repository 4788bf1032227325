"""What a worker tells who asks for a hint: facts as JSON, and none that tells of hidden hands."""

import json
from dataclasses import fields
from queue import Queue
from random import Random
from typing import get_args

import pytest

from bigpoints.analysis.finders import facts
from bigpoints.analysis.reasons import Climbs, Reason, TakesColour, Theirs
from bigpoints.bots.bot import Budget
from bigpoints.bots.registry import make_bot
from bigpoints.contract.answers import AdviceView, ReasonKind, ReasonView
from bigpoints.contract.fields import fields_of
from bigpoints.notation import parse_position
from bigpoints.position import Colour, Position
from bigpoints.rules import legal_moves, play, start
from bigpoints.server.workers.advice import advice, kind_of, reason_views
from bigpoints.server.workers.worker import Answer, Order, Worker
from support.fake_bots import Acting, failing
from support.messages import as_sent

KINDS = get_args(Reason)
TAKEN = ("WRRY..YB..KRB 8,0,7 BRY BY/WK 2 x", "Y.B.YYR.KR.WB 3,10,1 BRY BK/RW 2 m")
"""What is best here touches the other hand."""


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
def test_every_reason_there_is_has_its_place_in_the_contract(kind: type) -> None:
    assert kind_of(kind.__name__) in get_args(ReasonKind)
    assert {field.name for field in fields(kind)} <= set(fields_of(ReasonView))


def test_the_contract_has_no_kind_that_is_none() -> None:
    assert sorted(get_args(ReasonKind)) == sorted(kind_of(kind.__name__) for kind in KINDS)


def test_a_reason_is_told_by_its_kind_its_fields_and_the_letters_of_colours() -> None:
    why = (Climbs(Colour.BLUE, 4, 2, (Theirs(2, 1),)), TakesColour(Colour.RED, 1, 0, 4))
    assert json.loads(json.dumps(reason_views(why))) == [
        {"kind": "climbs", "pawn": "B", "step": 4, "mine": 2, "others": [{"seat": 2, "number": 1}]},
        {"kind": "takes_colour", "colour": "R", "mine": 1, "least": 0, "most": 4},
    ]


def middle_of_a_game(seed: int) -> Position:
    rng = Random(seed)
    position = start(3, rng)
    for _ in range(rng.randrange(40)):
        moves = legal_moves(position)
        position = play(position, rng.choice(moves)) if moves else position
    return position


@pytest.mark.parametrize("seed", range(8))
def test_advice_is_legal_and_as_the_contract_has_it(seed: int) -> None:
    position = middle_of_a_game(seed)
    told = advice(position, make_bot("level3"), Budget(seconds=0.1), open_hands=False)
    assert 1 <= len(told) <= 3
    for each in json.loads(json.dumps(told)):
        assert each["move"] in map(str, legal_moves(position))
        as_sent(AdviceView, {**each, "move": {"move": each["move"]}})


@pytest.mark.parametrize("seed", range(8))
def test_with_hidden_hands_no_fact_depends_on_what_others_hold(seed: int) -> None:
    position = middle_of_a_game(seed)
    hands = list(position.hands)
    others = [number for number in range(3) if number != position.seat - 1]
    hands[others[0]], hands[others[1]] = hands[others[1]], hands[others[0]]
    swapped = Position(
        position.path,
        position.pawns,
        position.pile,
        tuple(hands),
        position.seat,
        position.phase,
        position.options,
    )
    for move in legal_moves(position):
        assert facts(position, move, open_hands=False) == facts(swapped, move, open_hands=False)


# --- The order --------------------------------------------------------------------------------------------------------


def answer_to(order: Order, worker: Worker, answers: "Queue[Answer]") -> Answer:
    worker.obey(order)
    return answers.get(timeout=60)


@pytest.mark.parametrize("text", TAKEN)
@pytest.mark.parametrize("open_hands", [True, False])
def test_a_worker_that_is_asked_for_advice_tells_of_others_only_if_hands_are_open(text: str, open_hands: bool) -> None:
    answers = Queue[Answer]()
    order = Order(advise=3, bot="level3", position=text, open_hands=open_hands)
    answer = answer_to(order, Worker(1, answers.put), answers)
    assert answer["advise"] == 3
    expected = advice(parse_position(text), make_bot("level3"), Budget(), open_hands=open_hands)
    assert answer["advice"] == expected
    told = json.dumps(answer["advice"])
    assert open_hands == ('"number"' in told or '"caps"' in told)


def test_a_bot_that_fails_gives_no_advice_but_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bigpoints.server.workers.worker.make_bot", lambda *_: Acting(failing))
    answers = Queue[Answer]()
    order = Order(advise=4, bot="level3", position=TAKEN[0], open_hands=True)
    assert answer_to(order, Worker(1, answers.put), answers) == {
        "advise": 4,
        "failed": "acting failed: ZeroDivisionError: division by zero",
    }
