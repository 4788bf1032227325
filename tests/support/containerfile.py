"""A Containerfile run as plain commands: its paths lie below a folder, and its base image is this machine."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FILE = ROOT / "deploy" / "Containerfile"
IGNORED = ROOT / ".dockerignore"
_OURS = re.compile(r"(?<![\w.:/])/(opt|var)(?=/)")
"""Folders of the image that the file writes into; all others are the base image's."""


class Step(NamedTuple):
    """An instruction, such as RUN, and what follows it."""

    instruction: str
    rest: str


def steps() -> list[Step]:
    """The instructions of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [Step(*line.split(" ", 1)) for line in lines if line and not line.startswith("#")]


def values(instruction: str) -> list[str]:
    """What follows each instruction of a name."""
    return [step.rest for step in steps() if step.instruction == instruction]


class Image:
    """The result of the instructions so far: files below a folder, and the settings of the last stage."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.environment: dict[str, str] = {}
        self.working = self.root
        self._programs = folder / "programs"
        self._programs.mkdir(parents=True)
        (self._programs / "python").symlink_to(Path(sys.executable).resolve())
        self._stages: dict[str, Path] = {}

    def build(self) -> Iterator[Step]:
        """Do what each instruction says, one after the other; those about running are only noted."""
        deeds = {"FROM": self._begin, "WORKDIR": self._enter, "COPY": self._copy, "RUN": self._run, "ENV": self._set}
        for step in steps():
            yield step
            if step.instruction in deeds:
                deeds[step.instruction](step.rest)

    def command(self, instruction: str) -> list[str]:
        """The words of CMD or HEALTHCHECK."""
        (rest,) = values(instruction)
        return [self._mapped(word) for word in json.loads(rest[rest.index("[") :])]

    def run_environment(self, **given: str) -> dict[str, str]:
        """The environment of a container: that of the image, and what is given at its start."""
        return {"PATH": f"{self._programs}:{os.defpath}", **self.environment, **given}

    def _mapped(self, text: str) -> str:
        return _OURS.sub(rf"{self.root}/\1", text)

    def _begin(self, rest: str) -> None:
        """Begin a stage with an empty folder; the one before keeps its files, but not its place."""
        if self.root.exists():
            kept = self.root.with_name(f"stage{len(self._stages)}")
            self.root.rename(kept)
            self._stages = {name: kept if place == self.root else place for name, place in self._stages.items()}
        self.root.mkdir()
        self.working, self.environment = self.root, {}
        if found := re.search(r" AS (\w+)$", rest):
            self._stages[found[1]] = self.root

    def _enter(self, rest: str) -> None:
        self.working = Path(self._mapped(rest))
        self.working.mkdir(parents=True)

    def _set(self, rest: str) -> None:
        name, value = rest.split("=", 1)
        self.environment[name] = self._mapped(value)

    def _run(self, rest: str) -> None:
        outer = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment = {**outer, **self.environment, "PATH": f"{self._programs}:{outer['PATH']}"}
        command = ["/bin/sh", "-c", self._mapped(rest)]
        done = subprocess.run(command, cwd=self.working, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{rest}: {done.stdout[-2000:]}{done.stderr[-2000:]}"

    def _copy(self, rest: str) -> None:
        words = shlex.split(rest)
        options = dict(word.removeprefix("--").split("=") for word in words if word.startswith("--"))
        *sources, target = (word for word in words if not word.startswith("--"))
        place = self.working / self._mapped(target)  # An absolute target replaces the folder.
        for source in sources:
            start = self._stages[options["from"]] / source.lstrip("/") if "from" in options else ROOT / source
            _copy_to(start, place)
        if "chown" in options and os.geteuid() == 0:
            os.chown(place, *map(int, options["chown"].split(":")))


def _copy_to(source: Path, target: Path) -> None:
    """Copy a file into a folder, or the content of a folder, without what is ignored."""
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True, ignore=_ignored, dirs_exist_ok=True)
        return
    target.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target)


def _ignored(folder: str, names: list[str]) -> set[str]:
    lines = [line for line in IGNORED.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    if not Path(folder).is_relative_to(ROOT):
        return set()
    places = {name: (Path(folder) / name).relative_to(ROOT).as_posix() for name in names}
    return {name for name, place in places.items() if place in lines or f"**/{name}" in lines}
