"""Bots by name: ours, those of other packages, and budgets after an `@`."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from threading import Event

import pytest

from bigpoints.bots import registry
from bigpoints.bots.bot import OWN, BadBudget, BotFailed, BotSettings, Budget, Choice, NoSuchBot, Watcher
from bigpoints.bots.registry import bot_names, make_bot
from bigpoints.notation import parse_position
from bigpoints.position import Position
from bigpoints.rules import legal_moves

ONLY_CLIMBING = parse_position("..BR s1,4 R B2/R 1 m")


class Foreign:
    """A bot of another package; it keeps what it was given."""

    name = "foreign"

    def __init__(self, settings: BotSettings) -> None:
        self.settings = settings
        self.closed = False
        self.budgets: list[Budget] = []

    def choose(self, position: Position, budget: Budget = OWN, watcher: Watcher | None = None) -> Choice:  # noqa: ARG002
        self.budgets.append(budget)
        return Choice(legal_moves(position)[0])

    def close(self) -> None:
        self.closed = True


def failing(settings: BotSettings) -> Foreign:
    raise OSError(f"no weights for seed {settings.seed}")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another package that registers bots: one that works, some that do not, one with a name of ours."""
    here = sys.modules[__name__]
    monkeypatch.setitem(sys.modules, "their_package", here)
    found = [
        EntryPoint(name, value, registry.ENTRY_POINTS)
        for name, value in (
            ("foreign", "their_package:Foreign"),
            ("absent", "no_such_package:Bot"),
            ("failing", "their_package:failing"),
            ("greedy", "their_package:Foreign"),
        )
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: found if group == "bigpoints.bots" else [])
    registry._entry_points.cache_clear()
    yield
    registry._entry_points.cache_clear()


def foreign(name: str) -> tuple[registry.LimitedBot, Foreign]:
    """A foreign bot with a budget in its name, and the bot inside."""
    bot = make_bot(name)
    assert isinstance(bot, registry.LimitedBot)
    assert isinstance(bot.bot, Foreign)
    return bot, bot.bot


@pytest.mark.parametrize("name", ["random", "greedy", "level1", "level2", "level3"])
def test_a_bot_has_the_name_it_is_made_by_and_the_seed_it_is_given(name: str) -> None:
    bot = make_bot(name, BotSettings(seed=5))
    assert bot.name == name
    assert vars(bot)["seed"] == 5
    assert str(bot.choose(ONLY_CLIMBING).move) == "R^"
    bot.close()


def test_our_names_come_first_the_weak_ones_before_the_strong_then_those_of_others() -> None:
    names = bot_names()
    assert names[:5] == ("random", "greedy", "level1", "level2", "level3")
    assert names[-3:] == ("absent", "failing", "foreign")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", ["level7", "Level3", "", "level3@@", "solver"])
def test_a_name_that_no_bot_has_is_refused(name: str) -> None:
    with pytest.raises(NoSuchBot):
        make_bot(name)


def test_who_asks_for_a_level_that_does_not_exist_is_told_which_do() -> None:
    with pytest.raises(NoSuchBot) as refusal:
        make_bot("level7")
    accepted = ", ".join(bot_names())
    assert str(refusal.value) == f"bot: there is no 'level7'; accepted: {accepted}, or bpi:COMMAND for a program"


@pytest.mark.parametrize(
    ("name", "budget"),
    [
        ("foreign@100000n", Budget(nodes=100_000)),
        ("foreign@2s", Budget(seconds=2)),
        ("foreign@0.5s", Budget(seconds=0.5)),
        ("foreign@500ms", Budget(seconds=0.5)),
    ],
)
def test_a_budget_in_a_name_holds_for_every_move(name: str, budget: Budget) -> None:
    bot, inside = foreign(name)
    assert bot.name == name
    bot.choose(ONLY_CLIMBING)
    bot.choose(ONLY_CLIMBING, Budget(nodes=7, depth=3))
    assert inside.budgets == [budget, budget]


def test_a_bot_with_a_budget_in_its_name_can_still_be_stopped() -> None:
    bot, inside = foreign("foreign@10n")
    stop = Event()
    bot.choose(ONLY_CLIMBING, Budget(seconds=9, stop=stop))
    assert inside.budgets == [Budget(nodes=10, stop=stop)]


def test_a_bot_with_a_budget_in_its_name_lets_go_of_what_it_holds() -> None:
    bot, inside = foreign("foreign@10n")
    bot.close()
    assert inside.closed


@pytest.mark.parametrize("name", ["level3@0n", "level3@0s", "level3@0ms", "level3@0.5n", f"level3@{'9' * 400}n"])
def test_a_budget_that_is_nothing_or_no_number_is_refused(name: str) -> None:
    with pytest.raises(BadBudget, match="accepted: "):
        make_bot(name)


@pytest.mark.parametrize("name", ["level3@", "level3@5", "level3@n", "level3@-5n", "level3@5m", "@5n@", "level3@1e3n"])
def test_a_budget_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(NoSuchBot) as refusal:
        make_bot(name)
    assert str(refusal.value) == (
        f"bot: the budget of {name!r} cannot be read; accepted: NAME@1000n for nodes, NAME@500ms or NAME@2s for time"
    )


def test_a_registered_bot_is_made_with_the_settings() -> None:
    bot = make_bot("foreign", BotSettings(seed=3, hash_megabytes=8, threads=2))
    assert isinstance(bot, Foreign)
    assert bot.settings == BotSettings(seed=3, hash_megabytes=8, threads=2)


def test_nobody_can_take_a_name_of_ours() -> None:
    assert not isinstance(make_bot("greedy"), Foreign)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("absent", r"absent cannot be made: No module named 'no_such_package'"),
        ("failing", r"failing cannot be made: no weights for seed 0"),
    ],
)
def test_a_registered_bot_that_cannot_be_made_says_why_in_one_line(name: str, told: str) -> None:
    with pytest.raises(BotFailed, match=f"^bot: {told}$"):
        make_bot(name)


def test_weak_levels_load_no_compiler() -> None:
    program = (
        "import sys; from bigpoints.bots.registry import make_bot; "
        "[make_bot(name) for name in ('random', 'greedy', 'level1', 'level2', 'level3')]; "
        "print({'numba', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_name_that_is_nearly_right_is_guessed() -> None:
    with pytest.raises(NoSuchBot, match=r"there is no 'LEVEL3' \(did you mean level3\?\); accepted: random"):
        make_bot("LEVEL3")


@pytest.mark.parametrize("name", ["bot:greedy", "bot:greedy@5n"])
def test_a_bot_may_be_called_as_it_is_at_a_table(name: str) -> None:
    assert make_bot(name).name in ("greedy", name)
