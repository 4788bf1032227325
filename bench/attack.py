"""Runs the attacks of docs/security.md against servers on loopback, and prints what held.

    PYTHONPATH=tests python bench/attack.py [--page] [NAME …]

Each attack has a server of its own with the usual limits, and is bounded in time; all of them take some minutes. It
uses the addresses 127.0.0.1 and 127.0.0.2, and /proc, as Linux has them. Exit code 1 if something did not hold.
`--page` stores the results in docs/data and writes the table of the page on security.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

from attacks import edge, store, tables
from attacks.scene import Finding

ATTACKS: dict[str, Callable[[], Finding]] = {
    attack.__name__: attack for attack in (*edge.ATTACKS, *tables.ATTACKS, *store.ATTACKS)
}
_DOCS = Path(__file__).parents[1] / "docs"
_PAGE, _DATA = _DOCS / "security.md", _DOCS / "data" / "attacks.json"
_TABLE = re.compile(r"(?<=<!-- attacks -->\n).*?(?=<!-- end -->)", re.DOTALL)


def run(name: str) -> Finding:
    """Run an attack and print its line."""
    began = time.monotonic()
    try:
        finding = ATTACKS[name]()
    except Exception as error:  # The others are run all the same.
        finding = Finding(held=False, measured=f"the attack itself failed: {type(error).__name__} {error}", promised="")
    seconds = time.monotonic() - began
    verdict = "held" if finding.held else "NOT HELD"
    print(f"{verdict:<9} {name:<26} {seconds:>4.0f} s  {finding.measured} [{finding.promised}]", flush=True)
    return finding


def page_table(findings: dict[str, Finding]) -> str:
    """The table of the page: what each attack is, what was measured, what is promised."""
    rows = [
        f"| `{name}`: {(ATTACKS[name].__doc__ or '').strip()} | {finding.measured} | {finding.promised} |"
        for name, finding in findings.items()
    ]
    return "\n".join(["", "| attack | measured | promised |", "|---|---|---|", *rows, "", ""])


def write_page(findings: dict[str, Finding]) -> None:
    """Store the findings, and write the table of the page."""
    _DATA.write_text(json.dumps(findings, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    page = _PAGE.read_text(encoding="utf-8")
    _PAGE.write_text(_TABLE.sub(lambda _: page_table(findings), page), encoding="utf-8")


def main() -> int:
    """Run the attacks that were named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--page", action="store_true", help="write the table of the page on security")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(ATTACKS)}")
    given = parser.parse_args()
    if unknown := [name for name in given.names if name not in ATTACKS]:
        parser.error(f"no such attack: {', '.join(unknown)}; accepted: {', '.join(ATTACKS)}")
    if given.page and given.names:
        parser.error("--page goes with all attacks")
    print(f"{'result':<9} {'attack':<26} {'time':>6}  measured [promised]")
    try:
        findings = {name: run(name) for name in given.names or ATTACKS}
    except KeyboardInterrupt:
        print("interrupted")
        return 130
    held = sum(finding.held for finding in findings.values())
    print(f"{held} of {len(findings)} held")
    if given.page:
        write_page(findings)
    return int(held < len(findings))


if __name__ == "__main__":
    sys.exit(main())
