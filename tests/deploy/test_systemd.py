"""The systemd units of deploy/: systemd accepts them, and `bigpoints` accepts their command lines."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_group

from bigpoints.cli.app import app
from bigpoints.server.run import _SHUTDOWN_SECONDS
from bigpoints.server.settings import Settings
from support.proxies import DEPLOY

UNITS = ("bigpoints.service", "bigpoints@.service")
PORT = "5055"
MOST_EXPOSED = 20
"""In tenths, of 100: what `systemd-analyze security` calls OK ends at 49."""


def directives(unit: str) -> list[tuple[str, str]]:
    """The directives of a unit as systemd reads them for an instance named after a port."""
    text = (DEPLOY / unit).read_text(encoding="utf-8").replace("%i", PORT)
    return [(name, value) for name, value in re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE)]


def value_of(unit: str, name: str) -> str:
    (value,) = (value for each, value in directives(unit) if each == name)
    return value


def serve_options(unit: str, folder: Path) -> list[str]:
    """The words behind `bigpoints` on the command line, with a folder for those that systemd fills in."""
    line = value_of(unit, "ExecStart")
    program, *words = re.sub(r"\$\{(STATE|CREDENTIALS)_DIRECTORY\}", str(folder), line).split()
    assert program == "/opt/bigpoints/bin/bigpoints"
    return words


def systemd_analyze(*words: str) -> subprocess.CompletedProcess[str]:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: apt install systemd")
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_accepts_the_unit(unit: str, tmp_path: Path) -> None:
    """It wants its programs to exist: only their paths are the test's own."""
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    for program in ("/opt/bigpoints/bin/bigpoints", "/usr/bin/curl"):
        assert program in text
        text = text.replace(program, sys.executable)
    (tmp_path / unit).write_text(text, encoding="utf-8")
    done = systemd_analyze("verify", "--man=no", str(tmp_path / unit))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_the_unit_little_exposed(unit: str) -> None:
    options = ("--offline=true", "--no-pager", f"--threshold={MOST_EXPOSED}")
    done = systemd_analyze("security", *options, str(DEPLOY / unit))
    assert done.returncode == 0, done.stdout[-1000:]


@pytest.mark.parametrize("unit", UNITS)
def test_the_program_accepts_the_command_line(unit: str, tmp_path: Path) -> None:
    (tmp_path / "database").write_text("postgresql://bigpoints:secret@127.0.0.1/bigpoints", encoding="utf-8")
    name, *words = serve_options(unit, tmp_path)
    parsed = get_group(app).commands[name].make_context(name, words)
    settings = Settings.given(**{key: value for key, value in parsed.params.items() if value is not None})
    assert (settings.port, settings.open_browser, settings.log_format) == (int(PORT), False, "json")
    assert (settings.database is None) == (unit == "bigpoints.service")


def test_both_units_are_hardened_alike() -> None:
    own = {
        "Description",
        "After",
        "ExecStart",
        "ExecStartPost",
        "LoadCredential",
        "StateDirectory",
        "StateDirectoryMode",
    }
    one, many = ([each for each in directives(unit) if each[0] not in own] for unit in UNITS)
    assert one == many


@pytest.mark.parametrize("unit", UNITS)
def test_a_stop_leaves_the_server_the_time_that_it_takes(unit: str) -> None:
    """Only the server itself gets the signal: it stops its bots."""
    assert value_of(unit, "KillMode") == "mixed"
    assert int(value_of(unit, "TimeoutStopSec").removesuffix("s")) > 2 * _SHUTDOWN_SECONDS


@pytest.mark.parametrize("unit", UNITS)
def test_a_start_waits_for_the_worker_of_its_own_port(unit: str) -> None:
    assert value_of(unit, "ExecStartPost").endswith(f" http://127.0.0.1:{PORT}/health")
    assert f"--port {PORT} " in value_of(unit, "ExecStart")


def test_the_address_of_the_database_is_a_credential_and_on_no_command_line() -> None:
    assert value_of("bigpoints@.service", "LoadCredential") == "database:/etc/bigpoints/database"
    assert "--database-file ${CREDENTIALS_DIRECTORY}/database " in value_of("bigpoints@.service", "ExecStart")
