"""Runs command lines where some packages cannot be imported, and prints what came of them as JSON.

Standard input has the packages and the command lines; each line is run in this process, as `bigpoints` is.
"""

import io
import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from unittest.mock import patch

from bigpoints.__main__ import run


class Missing(MetaPathFinder):
    """Finds some packages before anybody else does, and says that they are not there."""

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = frozenset(packages)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Refuse a package of the list; leave all others to the finders behind."""
        if fullname.partition(".")[0] in self.packages:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def outcome(args: Sequence[str], given: str) -> tuple[int, str, str]:
    """The exit code of a command line, what it wrote and what it complained about."""
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", stdin):
        with patch.object(sys, "argv", ["bigpoints", *args]):
            code = run()
        return code, out.getvalue(), err.getvalue()


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    sys.meta_path.insert(0, Missing(asked["packages"]))
    print(json.dumps([outcome(args, asked["given"]) for args in asked["lines"]]))
