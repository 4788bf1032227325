"""Compiles what the tests use, before they run side by side and each of them compiles it for itself: a minute, once."""

from random import Random

from bigpoints.bots.ask import ask
from bigpoints.bots.bot import Budget
from bigpoints.bots.registry import make_bot
from bigpoints.kernel.benchmark import kernel_rounds
from bigpoints.rules import start


def main() -> None:
    """Have every bot that searches choose once, and do each kind of work that the kernel is measured by."""
    for name in ("level5", "uct", "level6"):
        for players in (2, 3):
            ask(make_bot(name), start(players, Random(0)), Budget(nodes=2))
    for work in kernel_rounds(threads=1).values():
        work()


if __name__ == "__main__":
    main()
