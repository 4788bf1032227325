"""Attacks a server on loopback in all the ways that docs/security.md promises to hold, and prints what held.

    PYTHONPATH=tests python bench/attack.py [NAME …]

Each attack has a server of its own with the usual limits, and is bounded in time; all of them take some minutes. It
uses the addresses 127.0.0.1 and 127.0.0.2, and /proc, as Linux has them. Exit code 1 if something did not hold.
"""

import argparse
import sys
import time
from collections.abc import Callable

from attacks import edge, store, tables
from attacks.scene import Finding

_ATTACKS: dict[str, Callable[[], Finding]] = {
    attack.__name__: attack for attack in (*edge.ATTACKS, *tables.ATTACKS, *store.ATTACKS)
}


def run(name: str) -> bool:
    """Run an attack and print its line; whether the server held."""
    began = time.monotonic()
    try:
        finding = _ATTACKS[name]()
    except Exception as error:  # The others are run all the same.
        finding = Finding(False, f"the attack itself failed: {type(error).__name__} {error}", "")
    seconds = time.monotonic() - began
    verdict = "held" if finding.held else "NOT HELD"
    print(f"{verdict:<9} {name:<26} {seconds:>4.0f} s  {finding.measured} [{finding.promised}]", flush=True)
    return finding.held


def main() -> int:
    """Run the attacks that were named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(_ATTACKS)}")
    names = parser.parse_args().names or list(_ATTACKS)
    if unknown := [name for name in names if name not in _ATTACKS]:
        parser.error(f"no such attack: {', '.join(unknown)}; accepted: {', '.join(_ATTACKS)}")
    print(f"{'result':<9} {'attack':<26} {'time':>6}  measured [promised]")
    try:
        held = sum([run(name) for name in names])
    except KeyboardInterrupt:
        print("interrupted")
        return 130
    print(f"{held} of {len(names)} held")
    return int(held < len(names))


if __name__ == "__main__":
    sys.exit(main())
