"""A bot whose mind wanders: what it mistakes and overlooks, and what it says about that."""

from dataclasses import replace

from bigpoints.bots.bot import OWN, Budget, Candidate, Choice, Watcher
from bigpoints.bots.level4 import DistractedBot
from bigpoints.notation import parse_move, parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves

POSITION = parse_position("G.K.PRYKPGB.WB 11,0,0,1,5 BRYGP R/YW 1 m")


class Orderly:
    """Likes the legal moves in their order, and notes what it was shown."""

    name = "orderly"

    def __init__(self) -> None:
        self.seen: list[Position] = []
        self.is_closed = False

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        self.seen.append(position)
        moves = legal_moves(position)
        candidates = tuple(
            Candidate(move, (1 - n / 20, n / 20), exact=True, margin=-n, line=(move,)) for n, move in enumerate(moves)
        )
        return Choice(moves[0], candidates[0].value, 0, True, line=(moves[0],), candidates=candidates)

    def close(self) -> None:
        self.is_closed = True


def choices(mistakes: float, overlooks: float) -> tuple[list[Choice], list[Position]]:
    bot = Orderly()
    return [DistractedBot(bot, seed, mistakes, overlooks).choose(POSITION) for seed in range(200)], bot.seen


def test_it_sees_its_own_hand_rightly_and_mistakes_discs_in_the_others() -> None:
    _, seen = choices(mistakes=0.5, overlooks=0)
    assert {position.hands[0] for position in seen} == {POSITION.hands[0]}
    assert {position.hands[1].size for position in seen} == {2}
    assert len({position.hands[1] for position in seen}) > 5


def test_without_mistakes_it_sees_the_position_as_it_is() -> None:
    _, seen = choices(mistakes=0, overlooks=0)
    assert set(seen) == {POSITION}


def test_it_plays_the_best_move_that_it_does_not_overlook_and_says_what_it_thinks_of_that_one() -> None:
    found, _ = choices(mistakes=0, overlooks=0.25)
    best, second = legal_moves(POSITION)[:2]
    assert 110 < sum(choice.move == best for choice in found) < 190
    told = {(choice.value, choice.margin, choice.line) for choice in found if choice.move == second}
    assert told == {((0.95, 0.05), -1, (second,))}


def test_what_it_overlooks_is_not_among_its_candidates() -> None:
    found, _ = choices(mistakes=0, overlooks=0.25)
    assert all(choice.candidates[0].move == choice.move for choice in found)
    assert len({choice.candidates for choice in found}) > 20


def test_if_it_overlooks_everything_it_plays_the_best_move_all_the_same() -> None:
    found, _ = choices(mistakes=0, overlooks=1)
    assert {choice.move for choice in found} == {parse_move("B-")}


def test_nothing_is_proven_to_somebody_who_may_be_mistaken() -> None:
    found, _ = choices(mistakes=0, overlooks=0)
    assert not any(choice.exact or choice.candidates[0].exact for choice in found)


def test_expected_play_ends_where_it_rests_on_a_mistake() -> None:
    class Dreaming(Orderly):
        def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:
            choice = super().choose(position, budget, watcher)
            dream = replace(choice.candidates[0], line=tuple(map(parse_move, ("B-", "R+", "P<+", "B-"))))
            return replace(choice, candidates=(dream,), line=dream.line)

    choice = DistractedBot(Dreaming(), 1, 0, 0).choose(POSITION)
    assert " ".join(map(str, choice.line)) == "B- R+", "nobody has a black disc to go backward with"
    assert choice.candidates[0].line == choice.line


def test_the_same_seed_makes_the_same_mistakes() -> None:
    first, second = (DistractedBot(Orderly(), 5, 0.5, 0.5).choose(POSITION) for _ in range(2))
    assert first == second


def test_it_lets_go_of_the_bot_behind_it() -> None:
    bot = Orderly()
    DistractedBot(bot, 1, 0, 0).close()
    assert bot.is_closed


def test_nothing_to_choose_from_is_no_trouble() -> None:
    """A search that is stopped before its first branch compares nothing."""

    class Hasty(Orderly):
        def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
            return Choice(legal_moves(position)[0])

    assert DistractedBot(Hasty(), 0, 0.5, 0.5).choose(POSITION).move == legal_moves(POSITION)[0]
