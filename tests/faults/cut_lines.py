"""Workers whose lines to PostgreSQL are cut, halved and held up."""

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

from faults.installation import WORKERS, Fault, OnPostgres
from support.cuttable_line import line_to
from support.postgres import running_postgres

_LONGEST = 3.0
"""Seconds for which a line is cut or held up."""


class OnCutLines(OnPostgres):
    """Three workers, each with a line of its own to their PostgreSQL."""

    counted = "cuts"
    keeps_sockets = True
    weights: Mapping[str, float] = {"cut": 3, "halved": 4, "held": 3}

    def fault(self, kind: str) -> Fault:
        """What harms the line of a worker."""
        faults: dict[str, Fault] = {"cut": self.cut, "halved": self.halve, "held": self.hold}
        return faults[kind]

    def cut(self, rng: Random) -> int:
        """Break all connections of a worker, and let none be made for a while."""
        line = rng.choice(self.lines)
        line.cut()
        time.sleep(rng.uniform(0, _LONGEST))
        line.mend()
        return 1

    def halve(self, rng: Random) -> int:
        """Break a connection in the middle of a message."""
        rng.choice(self.lines).halve()
        return 1

    def hold(self, rng: Random) -> int:
        """Let nothing through for a while, and then everything."""
        line = rng.choice(self.lines)
        line.hold()
        time.sleep(rng.uniform(0, _LONGEST))
        line.mend()
        return 1


@contextmanager
def on_cut_lines(folder: Path, workers: int = WORKERS) -> Iterator[OnCutLines]:
    """Workers on a PostgreSQL of their own, each behind a line, ended in the end."""
    with running_postgres(fsync="on", full_page_writes="on") as postgres, ExitStack() as stack:
        lines = [stack.enter_context(line_to(postgres.url(""))) for _ in range(workers)]
        installation = OnCutLines(folder, postgres, lines)
        try:
            yield installation
        finally:
            for line in lines:
                line.mend()
            installation.close()
