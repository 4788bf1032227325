"""The Containerfile of deploy/, run step by step without a container: it builds, starts, is healthy and ends."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.containerfile import Image, steps, values
from support.observation import eventually
from support.proxies import free_ports
from support.server_process import PATIENCE, Visitor

USER = 10001


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """What all steps of the file make. A user without rights must get there, so it is not in a folder of pytest's."""
    folder = Path(tempfile.mkdtemp(prefix="bigpoints-container-"))
    folder.chmod(0o755)
    try:
        built = Image(folder)
        done = list(built.build())
        assert done == steps()
        yield built
    finally:
        shutil.rmtree(folder)


def may_become_another_user() -> bool:
    """Whether this is root, with a Python that is not in a folder of root's own."""
    folders = Path(sys.executable).resolve().parents
    return os.geteuid() == 0 and all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)


def test_every_step_runs_and_the_image_serves_the_page_until_it_is_stopped(image: Image) -> None:
    """As the user of the file, if possible. Loopback and a free port are given, as `podman run --env` would."""
    (port,) = free_ports(1)
    settings = image.run_environment(BIGPOINTS_HOST="127.0.0.1", BIGPOINTS_PORT=str(port))
    user = USER if may_become_another_user() else None

    def is_healthy() -> bool:
        check = subprocess.run(image.command("HEALTHCHECK"), env=settings, user=user, check=False, capture_output=True)
        return check.returncode == 0

    assert not is_healthy()
    command = image.command("CMD")
    with subprocess.Popen(command, env=settings, cwd="/", user=user, group=user, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(is_healthy)
            assert b"<script" in Visitor(f"http://127.0.0.1:{port}", "nobody").request("GET", "/")[2]
        finally:
            process.send_signal(signal.Signals[values("STOPSIGNAL")[0]])
            assert process.wait(PATIENCE) == 0
    assert (Path(image.environment["BIGPOINTS_DATA"]) / "tables.sqlite").exists()


def test_the_last_stage_has_the_program_and_not_what_built_it(image: Image) -> None:
    assert (
        sorted(path.name for path in image.root.rglob("*") if path.name in ("node_modules", "wheels", "source")) == []
    )
    assert (image.root / "opt" / "bigpoints" / "bin" / "bigpoints").exists()


def test_nobody_runs_as_root_and_nothing_is_secret() -> None:
    assert values("USER") == [f"{USER}:{USER}"]
    assert values("VOLUME") == ["/var/lib/bigpoints"]
    assert values("EXPOSE") == ["5055"]
    names = [value.split("=")[0] for value in values("ENV")]
    assert "BIGPOINTS_DATABASE" not in names
    assert not values("ARG")


def test_every_instruction_is_one_that_the_test_runs_or_reads() -> None:
    run = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "CMD", "HEALTHCHECK", "STOPSIGNAL"}
    assert {step.instruction for step in steps()} == run | {"USER", "VOLUME", "EXPOSE"}
