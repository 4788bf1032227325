"""The kernel from Python: legal actions, playing one, final scores."""

import pytest
from hypothesis import given

from bigpoints import rules
from bigpoints.kernel import final_scores, legal_actions, pack, played, unpack
from bigpoints.notation import action_number, parse_position
from bigpoints.position import Position
from support.strategies import Ply, games, going_on

START = parse_position("GYRYWGBGPYKRBRKGYPKWRWPWRPGBYGKRBPPPRWYGBBRGKPYBGBBPYRY 0,0,0,0,0 BRYGP -/- 1 m")


@given(going_on())
def test_the_legal_actions_are_the_numbers_of_the_legal_moves_in_order(position: Position) -> None:
    assert legal_actions(pack(position)) == [action_number(move) for move in rules.legal_moves(position)]


def test_a_position_stays_as_it_is_when_it_is_played_from() -> None:
    packed = pack(START)
    before = packed.copy()
    after = played(packed, 0)
    assert (packed == before).all()
    assert unpack(after) != START


@given(games())
def test_a_finished_game_has_no_actions_and_the_scores_of_the_rules(plies: list[Ply]) -> None:
    final = plies[-1].after
    assert legal_actions(pack(final)) == []
    assert final_scores(pack(final)) == rules.scores(final)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_is_a_score_for_every_seat_and_no_more(players: int) -> None:
    hands = "/".join(["B"] * players)
    assert len(final_scores(pack(parse_position(f"{'.' * (players - 1)} s0 - {hands} 1 e")))) == players
