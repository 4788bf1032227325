"""The command engine: the engine protocol (BPI) on standard input and output."""

import sys


def engine() -> None:
    """Answer the engine protocol (BPI) on standard input and output.

    For programs that play or analyse: type bpi, then position, legal, go and so on; quit ends it. A bare go thinks
    for one second as well as we can; go level N plays like level N.
    """
    # Only this command pays for loading the registry of bots.
    from bigpoints.bots.bpi.server import run

    run(sys.stdin, sys.stdout)
