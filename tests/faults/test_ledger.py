"""The ledger of long runs: what was done counts once, however often a run is interrupted."""

import json
from io import StringIO
from pathlib import Path

import pytest

from faults.ledger import Ledger, Numbers, Progress, complete


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def killed_ten(seed: int) -> Numbers:
    return {"kills": 10, "longest_stuck_seconds": 5.5 - seed}


def test_results_add_up_over_an_interruption_and_the_longest_is_kept(tmp_path: Path) -> None:
    file, seeds = tmp_path / "results.json", list[int]()

    def part(seed: int) -> Numbers:
        if seeds == [0, 1]:
            seeds.clear()
            raise KeyboardInterrupt
        seeds.append(seed)
        return killed_ten(seed)

    with pytest.raises(KeyboardInterrupt):
        complete(Ledger(file), "sqlite", "kills", 40, part, Progress(StringIO()))
    complete(Ledger(file), "sqlite", "kills", 40, part, Progress(StringIO()))
    assert seeds == [2, 3], "what is done is not done again, and the part that was cut off is"
    assert json.loads(file.read_text()) == {"sqlite": {"parts": 4, "kills": 40, "longest_stuck_seconds": 5.5}}


def test_a_part_that_fails_is_not_counted_and_comes_first_again(tmp_path: Path) -> None:
    def part(seed: int) -> Numbers:
        assert seed != 1, "lost a move"
        return killed_ten(seed)

    for _ in range(2):
        ledger = Ledger(tmp_path / "results.json")
        with pytest.raises(AssertionError, match="lost a move"):
            complete(ledger, "sqlite", "kills", 40, part, Progress(StringIO()))
        assert ledger.total("sqlite", "kills") == 10


def test_kinds_of_work_are_counted_apart_and_one_can_begin_anew(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "results.json")
    ledger.add("sqlite", {"kills": 3})
    ledger.add("postgresql", {"kills": 4})
    ledger.forget("sqlite")
    again = Ledger(tmp_path / "results.json")
    assert (again.total("sqlite", "kills"), again.total("postgresql", "kills")) == (0, 4)


def test_work_that_is_complete_is_left_alone(tmp_path: Path) -> None:
    ledger, out = Ledger(tmp_path / "results.json"), StringIO()
    ledger.add("sqlite", {"kills": 1_000})
    complete(ledger, "sqlite", "kills", 1_000, killed_ten, Progress(out))
    assert out.getvalue() == "sqlite: 1,000 of 1,000 kills so far\n"


def test_progress_is_plain_when_it_is_piped_and_one_line_on_a_terminal(tmp_path: Path) -> None:
    piped, terminal = StringIO(), Terminal()
    for number, out in enumerate((piped, terminal)):
        complete(Ledger(tmp_path / f"{number}.json"), "sqlite", "kills", 20, killed_ten, Progress(out))
    assert len(piped.getvalue().splitlines()) == 3
    assert "\x1b" not in piped.getvalue()
    assert terminal.getvalue().count("\n") == 1
    assert terminal.getvalue().count("\r\x1b[K") == 3
