"""`make faults`: kills parts of the server 1,000 times, and cuts its lines, while people and bots play.

It goes on where it was interrupted. The results are kept in docs/data/faults.json. A round that fails stops the run,
and comes first when it is run again.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from faults.cut_lines import on_cut_lines
from faults.installation import Installation, on_postgres, on_sqlite
from faults.ledger import Ledger, Numbers, Progress, be_interruptible, complete
from faults.page import FAULTS, write_page
from faults.play import play_round

FAULTS_OF_A_ROUND = 20
STUCK_SECONDS = 10.0


class Goal(NamedTuple):
    """How many faults of a kind there shall be, and what they happen to."""

    install: Callable[[Path], AbstractContextManager[Installation]]
    counted: str
    faults: int


GOALS = {
    "sqlite": Goal(on_sqlite, "kills", 500),
    "postgresql": Goal(on_postgres, "kills", 500),
    "network": Goal(on_cut_lines, "cuts", 200),
}


class _Failed(Exception):
    """A round failed; the text says which and how to see it again."""


def run_round(kind: str, seed: int) -> Numbers:
    """A round on an installation of its own, whose folder is kept if it fails."""
    folder = Path(tempfile.mkdtemp(prefix=f"bigpoints-faults-{kind}-"))
    try:
        with GOALS[kind].install(folder) as installation:
            numbers = play_round(installation, seed, FAULTS_OF_A_ROUND, STUCK_SECONDS)
    except Exception as error:
        again = f'make faults ARGS="--only {kind} --replay {seed}"'
        raise _Failed(f"{kind}: round {seed} (seed {seed}) failed: {error}\nlogs: {folder}\nreplay: {again}") from error
    except KeyboardInterrupt:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder)
    return numbers


def main(arguments: list[str]) -> int:
    """Run what is missing, or what is asked for; gives an exit code."""
    asked = _parser().parse_args(arguments)
    be_interruptible()
    try:
        if asked.replay is not None:
            print(dict(run_round(asked.only or "sqlite", asked.replay)))
        else:
            _run([asked.only] if asked.only else list(GOALS), is_new=asked.again)
    except KeyboardInterrupt:
        print("\nInterrupted; `make faults` goes on from here.")
        return 130
    except (_Failed, pytest.skip.Exception) as failed:  # The latter if there is no PostgreSQL.
        print(f"\n{failed}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("--only", choices=GOALS, help="run one kind only")
    parser.add_argument("--replay", type=int, metavar="SEED", help="play one round, and keep no result")
    parser.add_argument("--again", action="store_true", help="forget the results so far")
    return parser


def _run(kinds: list[str], *, is_new: bool) -> None:
    ledger, progress = Ledger(FAULTS), Progress()
    try:
        for kind in kinds:
            if is_new:
                ledger.forget(kind)
            complete(ledger, kind, GOALS[kind].counted, GOALS[kind].faults, partial(run_round, kind), progress)
    finally:
        write_page()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
