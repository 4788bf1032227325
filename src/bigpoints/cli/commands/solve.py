"""The command solve: a position under perfect play, or statistics over all boards of a small game."""

import json
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from rich.text import Text

from bigpoints.cli.arguments import parse_int, read_position
from bigpoints.cli.console import print_paragraph, print_rows, progress, stderr, stdout
from bigpoints.errors import BadNotation, BadSetup
from bigpoints.optional_deps import require_extra
from bigpoints.position import Material, Position

if TYPE_CHECKING:
    from bigpoints.bots.solver.solve import Solution, SolutionWatcher
    from bigpoints.bots.solver.survey import Survey, Tally

_MOST_CLASSES = 3_000_000
_BOARDS = "1x1 to 5x9, colours × path discs of each"
_SURE = 1.96
"""Standard deviations on either side for 95 %."""


def solve(
    bpn: Annotated[
        str | None,
        typer.Argument(metavar="[BPN]", show_default=False, help="A two-player position that is not over."),
    ] = None,
    outcome: Annotated[bool, typer.Option("--outcome", help="Only win, tie or loss: faster.")] = False,
    nodes: Annotated[
        int | None,
        typer.Option(parser=parse_int, metavar="N", help="Stop after N nodes.", show_default=False),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Stop after S seconds.", show_default=False)
    ] = None,
    boards: Annotated[
        str | None,
        typer.Option(metavar="CxD", help="Solve every board of C colours and D discs of each.", show_default=False),
    ] = None,
    white: Annotated[int, typer.Option(parser=parse_int, metavar="W", help="White discs on the boards.")] = 0,
    black: Annotated[int, typer.Option(parser=parse_int, metavar="K", help="Black discs on the boards.")] = 0,
    sample: Annotated[
        int | None,
        typer.Option(parser=parse_int, metavar="N", help="Solve only N boards at random.", show_default=False),
    ] = None,
    seed: Annotated[int, typer.Option(parser=parse_int, metavar="S", help="Random seed of the sample.")] = 1,
    jobs: Annotated[int, typer.Option(parser=parse_int, metavar="N", help="Solve N boards at a time.")] = 1,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save finished boards in FILE, and continue from it.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object, for programs.")] = False,
) -> None:
    """Find what a two-player position is worth when both play perfectly, or who wins the boards of a small game.

    The margin is the final score of the seat to move less the other's. Ctrl-C ends the search; of boards, those
    finished are kept if there is a file to keep them in.
    """
    if (bpn is None) == (boards is None):
        raise BadSetup("solve: give either a position or --boards")
    if bpn is not None:
        if any((white, black, sample, resume, jobs != 1)):
            raise BadSetup("--white, --black, --sample, --jobs and --resume go with --boards")
        _solve_position(read_position(bpn), outcome, nodes, seconds, as_json)
    elif boards is not None:
        if outcome or nodes is not None or seconds is not None:
            raise BadSetup("--outcome, --nodes and --seconds go with a position; boards are solved to the end")
        _solve_boards(_survey(boards, white, black, sample, seed), _jobs(jobs), resume, as_json)


# --- A position -------------------------------------------------------------------------------------------------------


def _solve_position(position: Position, outcome: bool, nodes: int | None, seconds: float | None, as_json: bool) -> None:
    # Only this command pays for loading the compiler.
    with require_extra("play", "the solver"):
        from bigpoints.bots.bot import Budget
        from bigpoints.bots.solver.solve import solve as solved

    limits = Budget(nodes, seconds)
    with _status_line() as watcher:
        solution = solved(position, outcome=outcome, limits=limits, watcher=watcher)
    if as_json:
        print(json.dumps(_figures(solution, outcome)))
    else:
        print_rows(stdout(), [(Text(name), Text(words)) for name, words in _words(solution, outcome).items()])


@contextmanager
def _status_line() -> "Iterator[SolutionWatcher | None]":
    """A status line with the bounds found so far, on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    with stderr().status("Solving …") as status:
        yield lambda known: status.update(f"Solving … {known.nodes:,} nodes, {_bounds(known)}")


def _bounds(known: "Solution") -> str:
    from bigpoints.bots.solver.solve import UNKNOWN

    low = f"at least {known.low}" if known.low > -UNKNOWN else ""
    high = f"at most {known.high}" if known.high < UNKNOWN else ""
    return " and ".join(filter(None, (low, high))) or "nothing known yet"


def _figures(solution: "Solution", outcome: bool) -> dict[str, object]:
    value = {"outcome": solution.outcome} if outcome else {"margin": solution.margin}
    return {
        **value,
        "exact": solution.exact,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 4),
        "pv": list(map(str, solution.line)),
    }


def _words(solution: "Solution", outcome: bool) -> dict[str, str]:
    name = "outcome" if outcome else "margin"
    value = solution.outcome if outcome else solution.margin
    sure = "exact" if solution.exact else f"not exact: {_bounds(solution)}"
    said = {1: "win", 0: "tie", -1: "loss"} if outcome else {}
    return {
        name: f"{'unknown' if value is None else said.get(value, f'{value:+}' if value else '0')} ({sure})",
        "nodes": f"{solution.nodes:,}",
        "seconds": f"{solution.seconds:.3f}",
        "pv": " ".join(map(str, solution.line)) or "-",
    }


# --- Boards -----------------------------------------------------------------------------------------------------------


def _survey(boards: str, white: int, black: int, sample: int | None, seed: int) -> "Survey":
    with require_extra("play", "the solver"):
        from bigpoints.bots.solver.survey import Survey

    match = re.fullmatch("([1-5])[x×]([1-9])", boards)
    if not match:
        raise BadNotation("--boards", boards, _BOARDS)
    if sample is not None and sample < 1:
        raise BadNotation("--sample", str(sample), "1 or more")
    survey = Survey(Material(int(match[1]), int(match[2]), white, black), sample, seed)
    if survey.to_solve > _MOST_CLASSES:
        raise BadSetup(f"--boards: {boards} has {survey.boards:,} boards, too many to solve all; try --sample 1000")
    return survey


def _jobs(jobs: int) -> int:
    if jobs < 1:
        raise BadNotation("--jobs", str(jobs), "1 or more")
    return jobs


def _solve_boards(survey: "Survey", jobs: int, resume: Path | None, as_json: bool) -> None:
    from bigpoints.bots.solver.survey import Tally, solve_chunks
    from bigpoints.bots.solver.survey_file import SurveyFile

    kept, began = SurveyFile(survey, resume), perf_counter()
    # The search runs without Python's lock, so threads use all cores.
    with progress() as bar, ThreadPoolExecutor(jobs) as pool:
        task = bar.add_task("Solving boards", total=survey.to_solve, completed=kept.total.boards)

        def keep(number: int, tally: Tally) -> None:
            kept.keep(number, tally)
            bar.advance(task, tally.boards)

        solve_chunks(survey, pool, jobs, kept.chunks, keep)
    _report(survey, kept.total.times(survey.class_size), perf_counter() - began, as_json)


class _Share(NamedTuple):
    """A share of boards; for a sample, with its 95 % confidence interval."""

    share: float
    low: float
    high: float


def _share(part: int, whole: int) -> _Share:
    """A share with Wilson's interval, which stays within 0 to 1 and works for shares near either end."""
    share, spread = part / whole, _SURE**2 / whole
    middle = (share + spread / 2) / (1 + spread)
    half = _SURE / (1 + spread) * sqrt(share * (1 - share) / whole + spread / whole / 4)
    return _Share(share, middle - half, middle + half)


def _report(survey: "Survey", tally: "Tally", seconds: float, as_json: bool) -> None:
    counts = {"first": tally.first, "tie": tally.tie, "second": tally.second}
    shares = {name: _share(count, tally.boards) for name, count in counts.items()}
    if as_json:
        figures: dict[str, object] = {"boards": tally.boards, **counts, "seconds": round(seconds, 3)}
        if survey.sample is not None:
            figures["intervals"] = {name: [round(s.low, 4), round(s.high, 4)] for name, s in shares.items()}
        print(json.dumps(figures))
        return
    rows = [(Text("boards"), Text(f"{tally.boards:,}"), Text(""))]
    for name, share in shares.items():
        error = "" if survey.sample is None else f" ({share.low:.1%} to {share.high:.1%})"
        rows.append((Text(name), Text(f"{counts[name]:,}"), Text(f"{share.share:.2%}{error}")))
    print_rows(stdout(), rows)
    if sys.stderr.isatty():
        print_paragraph(stderr(), f"{seconds:.1f} s")
