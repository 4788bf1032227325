"""Speed of the exact solver: random standard games some plies before their end, and the boards of small games.

Machines are noisy: compare medians, and node counts, which depend on the search alone. A position still open after a
minute counts as a minute.
"""

import argparse
import statistics
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import perf_counter

from bigpoints.bots.bot import Budget
from bigpoints.bots.solver.solve import Solution, fixed_search, solve
from bigpoints.bots.solver.survey import Survey, solve_chunks
from bigpoints.bots.solver.survey_file import SurveyFile
from bigpoints.position import Material, Position
from bigpoints.rules import legal_moves, play, start

POSITIONS = 20
MINUTE = Budget(seconds=60.0)
SIZES = ((3, 3), (4, 2), (3, 4), (4, 3))


def late_positions(plies: int) -> Iterator[Position]:
    """Random two-player standard games `plies` plies before their end."""
    for seed in range(POSITIONS):
        rng = Random(1000 + seed)
        moments = [start(2, rng)]
        while not moments[-1].is_over:
            moments.append(play(moments[-1], rng.choice(legal_moves(moments[-1]))))
        yield moments[-1 - plies]


def print_late(plies: int, outcome: bool) -> None:
    """Solve the positions and print seconds and nodes."""
    solved: list[Solution] = [solve(position, outcome=outcome, limits=MINUTE) for position in late_positions(plies)]
    seconds = [solution.seconds for solution in solved]
    nodes = statistics.median(solution.nodes for solution in solved)
    rate = sum(solution.nodes for solution in solved) / sum(seconds)
    open_still = sum(not solution.exact for solution in solved)
    print(
        f"{plies:>5}  {'outcome' if outcome else 'margin':>7}  {statistics.median(seconds):>8.3f}  {max(seconds):>7.2f}"
        f"  {nodes:>11,.0f}  {rate / 1e6:>8.2f}  {open_still:>4}",
        flush=True,
    )


def print_boards(colours: int, discs: int, jobs: int) -> None:
    """Solve all boards of a size and print the seconds."""
    survey, began = Survey(Material(colours, discs, 0, 0)), perf_counter()
    kept = SurveyFile(survey, None)
    with ThreadPoolExecutor(jobs) as pool:
        solve_chunks(survey, pool, jobs, (), kept.keep)
    seconds = perf_counter() - began
    print(
        f"{colours} × {discs}  {survey.boards:>8,}  {seconds:>8.2f}  {seconds / survey.boards * 1e3:>8.3f}", flush=True
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, nargs="*", default=[8, 10, 12, 14], help="how many before the end")
    parser.add_argument("--jobs", type=int, default=2, help="boards at a time")
    arguments = parser.parse_args()
    fixed_search()  # What has to be compiled is compiled here.
    print(f"Standard games before their end, {POSITIONS} each, one core")
    print("plies      for    median      max        nodes  Mnodes/s  open")
    for plies in arguments.plies:
        print_late(plies, outcome=True)
        print_late(plies, outcome=False)
    print(f"\nAll boards, {arguments.jobs} at a time\n size    boards   seconds  ms/board")
    for colours, discs in SIZES:
        print_boards(colours, discs, arguments.jobs)


if __name__ == "__main__":
    main()
