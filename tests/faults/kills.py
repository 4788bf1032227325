"""`make faults`: kills parts of the server 1,000 times while people and bots play. It resumes where it was interrupted.

The results are kept in docs/data/faults.json. A round that fails stops the run, and comes first when it is run again.
"""

import argparse
import shutil
import sys
import tempfile
from functools import partial
from pathlib import Path

from faults.installation import INSTALLATIONS
from faults.ledger import Ledger, Numbers, Progress, complete
from faults.play import play_round

RESULTS = Path(__file__).parents[2] / "docs" / "data" / "faults.json"
GOALS = {"sqlite": 400, "postgresql": 600}
KILLS_OF_A_ROUND = 20
STUCK_SECONDS = 10.0


class _Failed(Exception):
    """A round failed; the text says which and how to see it again."""


def run_round(kind: str, seed: int) -> Numbers:
    """A round on an installation of its own, whose folder is kept if it fails."""
    folder = Path(tempfile.mkdtemp(prefix=f"bigpoints-faults-{kind}-"))
    try:
        with INSTALLATIONS[kind](folder) as installation:
            numbers = play_round(installation, seed, KILLS_OF_A_ROUND, STUCK_SECONDS)
    except Exception as error:
        again = f'make faults ARGS="--replay {kind} {seed}"'
        raise _Failed(f"{kind}: round {seed} (seed {seed}) failed: {error}\nlogs: {folder}\nreplay: {again}") from error
    shutil.rmtree(folder)
    return numbers


def main(arguments: list[str]) -> int:
    """Run what is missing, or what is asked for; gives an exit code."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--replay", nargs=2, metavar=("KIND", "SEED"), help="play one round, and keep no result")
    parser.add_argument("--again", action="store_true", help="forget the results so far")
    parser.add_argument("--only", choices=GOALS, help="run on one database only")
    asked = parser.parse_args(arguments)
    try:
        if asked.replay:
            print(dict(run_round(asked.replay[0], int(asked.replay[1]))))
            return 0
        _run([asked.only] if asked.only else list(GOALS), is_new=asked.again)
    except KeyboardInterrupt:
        print("\nInterrupted; `make faults` goes on from here.")
        return 130
    except _Failed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    return 0


def _run(kinds: list[str], *, is_new: bool) -> None:
    ledger, progress = Ledger(RESULTS), Progress()
    for kind in kinds:
        if is_new:
            ledger.forget(kind)
        complete(ledger, kind, "kills", GOALS[kind], partial(run_round, kind), progress)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
