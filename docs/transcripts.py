"""Run the shell examples of the documentation and insert their output: `make pictures`.

An example is a `console` block: the command after each `$` is run, and its output follows. A block with a title is a
file for the commands. The README has the screen of a game instead. A test runs all of it again and compares.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

DOCS = Path(__file__).parent
PAGES = (DOCS.parent / "README.md", DOCS / "command-line.md")

_EXAMPLE = re.compile(r"(?<=```console\n).*?(?=```\n)", re.DOTALL)
_FILE = re.compile(r'```text title="(\S+)"\n(.*?)```\n', re.DOTALL)
_SCREEN = re.compile(r"(?<=```text\n).*\nBen> ", re.DOTALL)
_GAME = (
    r"printf '%s\n' G- P+ Y- P- R+ B+ R- G- quit |"
    " bigpoints play --seat Anna --seat Ben --first 1 --seed 1 --file game.bpr"
)


def rerun(page: str, folder: Path) -> str:
    """A page with its examples run in a folder."""
    for name, content in _FILE.findall(page):
        (folder / name).write_text(content, encoding="utf-8")
    page = _EXAMPLE.sub(lambda example: _run_example(example[0], folder), page)
    return _SCREEN.sub(lambda _: _last_screen(folder), page)


def _run_example(example: str, folder: Path) -> str:
    commands = re.findall(r"^\$ (.*)$", example, re.MULTILINE)
    return "".join(f"$ {command}\n{_run(command, folder)}" for command in commands)


def _last_screen(folder: Path) -> str:
    shown = _run(_GAME, folder)
    return shown[shown.rindex("Anna> ") + len("Anna> ") : shown.rindex("Ben> ")].lstrip("\n") + "Ben> "


def _run(command: str, folder: Path) -> str:
    """The output of a shell command, errors included, on 80 columns and without spaces at the ends of lines."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "80", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return re.sub(r" +$", "", done.stdout, flags=re.MULTILINE)


if __name__ == "__main__":
    for file in PAGES:
        with TemporaryDirectory() as folder:
            page = rerun(file.read_text(encoding="utf-8"), Path(folder))
        file.write_text(page, encoding="utf-8", newline="\n")
