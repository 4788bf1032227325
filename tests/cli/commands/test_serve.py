"""The command serve: what it prints, and when it opens the page."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bigpoints.cli.commands import serve as command
from bigpoints.cli.commands.serve import has_display, serve
from bigpoints.server.ops.data_folder import AlreadyRunning, RunningServer
from bigpoints.server.settings import Settings

ADDRESS = "http://127.0.0.1:5055"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is opened in a browser."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", addresses.append)
    return addresses


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Say whether there is a display."""

    def said(there: bool) -> None:
        monkeypatch.setattr(command, "has_display", lambda *_: there)

    return said


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server starts, and ends at once."""

    def run(_: Settings, started: Callable[[str], None]) -> None:
        started(ADDRESS)

    monkeypatch.setattr("bigpoints.server.run.serve", run)


@pytest.fixture
def runs_already(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object) -> None:
        raise AlreadyRunning(RunningServer(1, ADDRESS))

    monkeypatch.setattr("bigpoints.server.run.serve", run)


@pytest.mark.usefixtures("starts")
def test_the_first_line_is_the_address_of_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    serve(data=str(tmp_path))
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == f"Big Points is served at {ADDRESS}"
    assert second == "Only this machine can reach it; --host 0.0.0.0 lets others in the same network join."


@pytest.mark.usefixtures("starts")
def test_the_page_opens_where_there_is_a_display(
    tmp_path: Path, opened: list[str], display: Callable[[bool], None]
) -> None:
    display(True)
    serve(data=str(tmp_path), open_browser=True)
    assert opened == [ADDRESS]


@pytest.mark.usefixtures("starts")
def test_it_does_not_where_there_is_none(tmp_path: Path, opened: list[str], display: Callable[[bool], None]) -> None:
    display(False)
    serve(data=str(tmp_path), open_browser=True)
    assert opened == []


@pytest.mark.usefixtures("starts")
def test_nor_if_this_is_no_terminal_or_it_shall_not(
    tmp_path: Path, opened: list[str], display: Callable[[bool], None]
) -> None:
    display(True)
    serve(data=str(tmp_path))
    serve(data=str(tmp_path), open_browser=False)
    assert opened == []


@pytest.mark.usefixtures("runs_already")
def test_a_second_start_opens_and_prints_the_first_one(
    tmp_path: Path, opened: list[str], display: Callable[[bool], None], capsys: pytest.CaptureFixture[str]
) -> None:
    display(True)
    serve(data=str(tmp_path), open_browser=True)
    assert opened == [ADDRESS]
    assert capsys.readouterr().out == f"Big Points is running already: {ADDRESS}\n"


@pytest.mark.parametrize(
    ("environ", "platform", "there"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ""}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "freebsd14", True),
        ({"BROWSER": "firefox"}, "linux", True),
        ({}, "darwin", True),
        ({}, "win32", True),
    ],
)
def test_a_display_is_found_by_what_the_platform_says(environ: dict[str, str], platform: str, there: bool) -> None:
    assert has_display(environ, platform) is there
